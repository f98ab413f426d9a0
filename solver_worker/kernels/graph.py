"""Walking the packed GADDAG: one arc to the next.

A *node* is the first word of the arc that leads to a state: its low bits are the mask of the
letters that follow (bit 0 the separator), its bit 63 says that the path so far is accepted.
The narrow form keeps the index of the first following arc in the same word, the wide form in
a second one; so a position in the graph is the pair (node, at) with ``at`` the arc's index,
which the narrow form never reads. ``arcs.ndim`` is known when a kernel is compiled, so each
form gets code without the other's branch. See ``docs/formats/lexicon.md``.
"""

import numpy as np
from numba import njit

from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.bits import popcount

ONE = np.uint64(1)
ACCEPTS = np.uint64(63)  # shift that brings the accepts flag to bit 0
SEPARATOR = np.uint64(0)
GADDAG_ROOT = np.uint64(0)
COMMON_ROOT = np.uint64(2)  # of the GADDAG of the common words

# Bounds checks cost 14 to 17 percent; NUMBA_BOUNDSCHECK=1 turns them on for the tests.
_OPTIONS = {"nogil": True, "error_model": "numpy"}

# A kernel called from Python. Its cache entry holds all it calls, so the parts need none.
ENTRY = {**_OPTIONS, "cache": True}

# A part of a kernel: no wrappers for callers outside, which take a fifth of compile time.
JIT = {**_OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


@njit(**JIT)
def arc_node(arcs: Array, index: Number) -> Number:
    """Read the node word of the arc at ``index``."""
    if arcs.ndim == 1:
        return arcs[index]
    return arcs[index, 0]


@njit(**JIT)
def first_child(arcs: Array, node: Number, at: Number, width: Number) -> Number:
    """Index of the first arc of the state we stand in."""
    # Shifting left first drops the accepts flag without a mask constant.
    return (node << ONE) >> (width + ONE) if arcs.ndim == 1 else arcs[at, 1]


@njit(**JIT)
def child(arcs: Array, node: Number, at: Number, width: Number, letter: Number) -> Number:
    """Find the arc for ``letter``, whose bit must be set in ``node``.

    Parameters
    ----------
    arcs : readonly uint64[::1] or uint64[:, ::1]
    node, at : uint64
        Where we stand.
    width : uint64
        Bits of the letter mask in the narrow form (tiles + 1).
    letter : uint64

    Returns
    -------
    uint64
        Index of the arc in ``arcs``. Unsigned, as all indexes in hot code: numba tests a
        signed one for being negative at every use.
    """
    return first_child(arcs, node, at, width) + popcount(node & ((ONE << letter) - ONE))


@njit(**JIT)
def accepted_letters(arcs: Array, node: Number, at: Number, width: Number, among: Number) -> Number:
    """Mask of the letters of ``among`` that complete a word from here."""
    letters = node & among
    accepted = np.uint64(0)
    first = first_child(arcs, node, at, width)
    while letters:
        bit = letters & (~letters + ONE)
        letters ^= bit
        if arc_node(arcs, first + popcount(node & (bit - ONE))) >> ACCEPTS:
            accepted |= bit
    return accepted
