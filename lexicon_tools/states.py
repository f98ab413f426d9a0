"""The states of a lexicon, found by its arcs, each of which is checked by itself."""

from __future__ import annotations

import numpy as np

from lexicon_tools import following
from lexicon_tools.errors import MalformedLexiconError
from lexicon_tools.kernels import structure as kernel
from lexicon_tools.kernels.structure import Arcs, States
from lexicon_tools.reader import Lexicon

_FAULTS = {
    kernel.STRAY_BITS: following.STRAY_BITS,
    kernel.LEAF_INDEX: following.LEAF_INDEX,
    kernel.DEAD_END: following.DEAD_END,
    kernel.OUT_OF_RANGE: following.OUT_OF_RANGE,
    kernel.ROOT_ACCEPTS: following.ROOT_ACCEPTS,
    kernel.ROOT_INDEX: "expected index 0 where no word begins, got another",
    kernel.GAP: "expected an arc of some state, got one that nothing leads to",
}


def arcs_of(lexicon: Lexicon) -> Arcs:
    """Return a lexicon's arc array as kernels take it."""
    data = np.frombuffer(lexicon.arcs, np.uint64)
    return Arcs(data, lexicon.header.words_per_arc, lexicon.mask_width)


def states_of(lexicon: Lexicon) -> tuple[States, int]:
    """Return the states of a lexicon, and how many there are.

    Raises
    ------
    MalformedLexiconError
        For the first arc that leads outside of the array, to nothing, or is of no state.
    """
    count = lexicon.arc_count
    # An arc leads to one state, so there are no more of these.
    states = States(
        np.zeros(count + 1, np.uint32),
        np.zeros(count + 1, np.uint64),
        np.zeros(count, np.uint32),
        np.zeros(1 << (count + count // 2).bit_length(), np.uint32),
    )
    found = np.zeros(2, np.int64)
    fault = kernel.check_arcs(arcs_of(lexicon), count, states, found)
    if fault != kernel.SOUND:
        raise MalformedLexiconError(
            lexicon.path, f"arc {found[0]}: {_FAULTS[fault]}; {following.REMEDY}."
        )
    return states, int(found[1])
