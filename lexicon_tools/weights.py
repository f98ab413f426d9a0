"""The weight of every tile in the multiset filter; a constant of the format.

Apart from `lexicon_tools.multisets`, which builds filters and needs compiled code: who only asks
a filter needs no more than these.
"""

from __future__ import annotations

from rules.alphabet import MAX_TILES

_SEED = 0x54494C4557524947
_MASK = (1 << 64) - 1


def tile_weights() -> list[int]:
    """Return the weight of every machine letter; that of 0 is 0.

    They are the outputs of splitmix64 (Steele, Lea, Flood 2014), see `docs/formats/lexicon.md`.
    """
    state = _SEED
    found = [0]
    for _ in range(MAX_TILES):
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        value = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
        found.append(value ^ (value >> 31))
    return found
