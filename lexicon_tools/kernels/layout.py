"""The kernel that lays a finished register out as the file's arc array."""

import numpy as np
import numpy.typing as npt
from numba import int64, njit, uint32, uint64

from lexicon_tools.kernels.automaton import CHILD_MASK, TILE_SHIFT, Register


@njit(cache=True, nogil=True)
def lay_out(
    register: Register,
    roots: npt.NDArray[np.int64],
    first_place: int,
    mask_width: int,
    order: npt.NDArray[np.uint32],
    places: npt.NDArray[np.uint32],
    masks: npt.NDArray[np.uint64],
    arcs: npt.NDArray[np.uint64],
) -> int:
    """Write the arcs, breadth first from the roots: one word each, two if ``mask_width`` is 0.

    The states of the first pair of roots stand side by side as if there were no other; then come
    those that only the next pair reaches.

    Parameters
    ----------
    roots : int64[:]
        Root states, in pairs; one may be reached from another.
    first_place : int
        Index of the first arc of the first state; those before it are left alone.
    mask_width : int
        Bits of a mask in the narrow form.
    order : uint32[:]
        Written: the states in order.
    places, masks : uint32[:], uint64[:]
        All 0; written by state: index of the first arc, letters that leave it.
    arcs : uint64[:]
        Written: the arc array.

    Returns
    -------
    int
        Number of states in ``order``.
    """
    found = 0
    done = 0
    place = int64(first_place)
    for number in range(roots.size):
        root = int64(roots[number])
        if places[root] == 0:
            order[found] = uint32(root)
            found += 1
            places[root] = uint32(place)
            place += int64(register.sizes[root])
        if number % 2 == 0:
            continue
        while done < found:
            state = int64(order[done])
            done += 1
            first = int64(register.first[state])
            mask = uint64(0)
            for i in range(first, first + int64(register.sizes[state])):
                mask |= uint64(1) << (register.arcs[i] >> uint64(TILE_SHIFT))
                child = int64(register.arcs[i] & uint64(CHILD_MASK))
                if child != 0 and places[child] == 0:
                    order[found] = uint32(child)
                    found += 1
                    places[child] = uint32(place)
                    place += int64(register.sizes[child])
            masks[state] = mask
    for done in range(found):
        state = int64(order[done])
        first = int64(register.first[state])
        place = int64(places[state])
        for i in range(first, first + int64(register.sizes[state])):
            child = int64(register.arcs[i] & uint64(CHILD_MASK))
            accepts = (register.arcs[i] >> uint64(32)) & uint64(1)
            word = masks[child] | (accepts << uint64(63))
            if mask_width == 0:
                arcs[2 * place] = word
                arcs[2 * place + 1] = uint64(places[child])
            else:
                arcs[place] = word | (uint64(places[child]) << uint64(mask_width))
            place += 1
    return found
