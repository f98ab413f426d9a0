"""What the words of a search are like, in a form that is followed tile by tile.

A pattern is a sequence of steps, each one tile of a set or a run of any tiles. How far a string
of tiles got along it is its *stage*: bit i is set if the string may be what stands before step i,
so the bit behind the last step says that it fits the whole. No two runs stand side by side.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from solver_worker.kernels.annotations import Array, Number
from solver_worker.kernels.bits import lowest_bit
from solver_worker.kernels.graph import JIT, ONE

LETTERS = 64
STEPS = 64
LONGEST = 21
"""Tiles of a word at most."""
DEPTHS = LONGEST + 2
"""Arcs of the longest string, its separator among them, and the state before the first."""

ROOT, WIDTH, LEAST, MOST, AFTER = range(5)
"""Places in `Wanted.numbers`: the root arc; bits of a mask; tiles of a word at least and at most;
tiles of the string behind which words are wanted."""
NUMBERS = 5

DONE, PAUSED, FULL, STOPPED = range(4)
"""How a walk stands: over, or out of budget, room or time."""


class Wanted(NamedTuple):
    """What the words of a search are like."""

    letters: Array
    """uint64[2, LETTERS]: bit i is set if step i is one tile and may be that letter. Patterns are
    in pairs: a walk over the rotations follows one to the left and then one to the right."""
    steps: Array
    """uint64[2, STEPS]: the letters that lead on from before step i."""
    runs: Array
    """uint64[2]: bit i is set if step i is a run."""
    ends: Array
    """uint64[2]: the bit behind the last step."""
    after: Array
    """uint8[LONGEST]: the string behind which words are wanted, 0 behind its end."""
    numbers: Array
    """int64[NUMBERS]"""


@njit(**JIT)
def first_stage(wanted: Wanted, side: Number) -> Number:
    """Stage of the empty string."""
    return ONE | ((wanted.runs[side] & ONE) << ONE)


@njit(**JIT)
def stage_after(wanted: Wanted, side: Number, stage: Number, letter: Number) -> Number:
    """Stage one tile further; 0 if nothing that fits begins so."""
    runs = wanted.runs[side]
    after = ((stage & wanted.letters[side, letter]) << ONE) | (stage & runs)
    # A run may be empty, so what stands before it also stands behind it.
    return after | ((after & runs) << ONE)


@njit(**JIT)
def letters_after(wanted: Wanted, side: Number, stage: Number) -> Number:
    """Mask of the letters that lead on."""
    found = np.uint64(0)
    stage &= wanted.ends[side] - ONE
    while stage:
        found |= wanted.steps[side, lowest_bit(stage)]
        stage &= stage - ONE
    return found
