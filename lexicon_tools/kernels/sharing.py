"""The kernel that finds out which states can do without arcs of their own.

An arc of the file says which letters leave the state it leads to, and the arcs themselves hold no
letter. So states whose arcs lead to the same states share them, whatever their letters are: one
that goes on with E or with ES to the same ends as another with A or with AS needs none. Nor does
a state of a single arc if any other state has such an arc among its own.

That saves about a fifth of the arcs. Pairs that stand in longer states would save another
fiftieth and take longer to find than all the rest.
"""

# numba's number types are Any to the type checker.
# mypy: disable-error-code="no-any-return"

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, njit, uint8, uint32, uint64

from lexicon_tools.kernels.automaton import STATES, TILE_SHIFT, Register, hash_step


class Sharing(NamedTuple):
    """For each state where its arcs are."""

    host: npt.NDArray[np.uint32]
    """The state that has them; itself unless they are shared."""
    offset: npt.NDArray[np.uint8]
    """How many of the host's arcs come before."""


@njit(cache=True, nogil=True)
def share(
    register: Register,
    table: npt.NDArray[np.uint32],
    single_host: npt.NDArray[np.uint32],
    single_offset: npt.NDArray[np.uint8],
    sharing: Sharing,
) -> int:
    """Find a host for every state; of equal ones the oldest is it.

    Parameters
    ----------
    register : Register
        The states.
    table : uint32[:]
        All 0; a power of two long, and longer than there are states of several arcs.
    single_host, single_offset : uint32[2 * states], uint8[2 * states]
        All 0; written, by where an arc leads and whether it accepts: where there is such an arc.
    sharing : Sharing
        Written, by state.

    Returns
    -------
    int
        Arcs that are left.
    """
    states = int64(register.used[STATES])
    kept = int64(0)
    for state in range(1, states):
        size = int64(register.sizes[state])
        if size == 1:
            continue
        place = find_equal(register, table, state)
        if table[place] != 0:
            sharing.host[state] = table[place]
            continue
        table[place] = uint32(state)
        sharing.host[state] = uint32(state)
        kept += size
        for offset in range(size):
            single = where_led(register, int64(register.first[state]) + offset)
            if single_host[single] == 0:
                single_host[single] = uint32(state)
                single_offset[single] = uint8(offset)
    for state in range(1, states):
        if int64(register.sizes[state]) != 1:
            continue
        single = where_led(register, int64(register.first[state]))
        if single_host[single] == 0:
            single_host[single] = uint32(state)
            kept += 1
        sharing.host[state] = single_host[single]
        sharing.offset[state] = single_offset[single]
    return kept


@njit(cache=True, nogil=True)
def where_led(register: Register, arc: int) -> int:
    """Give one number for the state an arc leads to and whether it accepts."""
    word = register.arcs[arc]
    return int64((word & uint64(0xFFFFFFFF)) << uint64(1) | (word >> uint64(32)) & uint64(1))


@njit(cache=True, nogil=True)
def find_equal(register: Register, table: npt.NDArray[np.uint32], state: int) -> int:
    """Give the place of a state whose arcs lead where this one's do, or else where it would go."""
    mask = (uint64(1) << uint64(TILE_SHIFT)) - uint64(1)
    first = int64(register.first[state])
    size = int64(register.sizes[state])
    value = uint64(size)
    for i in range(size):
        value = hash_step(value, register.arcs[first + i] & mask)
    last = uint64(table.size - 1)
    place = value & last
    while table[place] != 0:
        other = int64(table[place])
        if int64(register.sizes[other]) == size:
            start = int64(register.first[other])
            i = int64(0)
            while i < size and (register.arcs[first + i] ^ register.arcs[start + i]) & mask == 0:
                i += 1
            if i == size:
                break
        place = (place + uint64(1)) & last
    return int64(place)
