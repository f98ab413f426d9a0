"""Hunspell dictionaries, an ``.aff`` and a ``.dic`` file, as all the words they stand for.

Written from the format as its manual page tells it and from how the program judges small
dictionaries made for the purpose; `docs/formats/hunspell.md` has both.
"""

from lexicon_tools.hunspell.expansion import Report, expand
from lexicon_tools.hunspell.skips import Skips

__all__ = ["Report", "Skips", "expand"]
