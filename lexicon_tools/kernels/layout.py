"""The kernel that lays a finished register out as the file's arc array."""

# numba's number types are Any to the type checker.
# mypy: disable-error-code="no-any-return"

import numpy as np
import numpy.typing as npt
from numba import int64, njit, uint32, uint64

from lexicon_tools.kernels.automaton import CHILD_MASK, TILE_SHIFT, Register
from lexicon_tools.kernels.sharing import Sharing


@njit(cache=True, nogil=True)
def lay_out(
    register: Register,
    sharing: Sharing,
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
    those that only the next pair reaches. A state without arcs of its own brings its host along.

    Parameters
    ----------
    sharing : Sharing
        Which states have arcs of their own, and where those of the others are.
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
        if masks[root] == 0:
            order[found] = uint32(root)
            found += 1
            masks[root] = letters_of(register, root)
            place = give_place(register, sharing, root, place, places)
        if number % 2 == 0:
            continue
        while done < found:
            state = int64(order[done])
            done += 1
            first = int64(register.first[state])
            for i in range(first, first + int64(register.sizes[state])):
                child = int64(register.arcs[i] & uint64(CHILD_MASK))
                if child != 0 and masks[child] == 0:
                    order[found] = uint32(child)
                    found += 1
                    masks[child] = letters_of(register, child)
                    place = give_place(register, sharing, child, place, places)
    for done in range(found):
        state = int64(order[done])
        if int64(sharing.host[state]) != state:
            continue
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


@njit(cache=True, nogil=True)
def letters_of(register: Register, state: int) -> int:
    """Give the mask of the letters that leave a state."""
    mask = uint64(0)
    first = int64(register.first[state])
    for i in range(first, first + int64(register.sizes[state])):
        mask |= uint64(1) << (register.arcs[i] >> uint64(TILE_SHIFT))
    return mask


@njit(cache=True, nogil=True)
def give_place(
    register: Register,
    sharing: Sharing,
    state: int,
    place: int,
    places: npt.NDArray[np.uint32],
) -> int:
    """Write where a state's arcs are; give the next free place."""
    host = int64(sharing.host[state])
    if places[host] == 0:
        places[host] = uint32(place)
        place += int64(register.sizes[host])
    places[state] = places[host] + uint32(sharing.offset[state])
    return place
