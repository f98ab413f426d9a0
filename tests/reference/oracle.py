"""The positions whose every play an independent engine has computed, see ``tests/data``."""

from __future__ import annotations

import json
import lzma
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.alphabet import ENGLISH, ENGLISH_SUPER, Alphabet
from rules.layouts import STANDARD, SUPER, Layout
from rules.notation.cgp import CgpPosition, parse_cgp
from tests.reference.words import WordSet

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
ENABLE = ROOT / "lexicon_tools" / "data" / "enable.txt.xz"


@dataclass(frozen=True)
class OraclePosition:
    """A position with all its plays; `exchanges` is None where the oracle does not count them."""

    cgp: str
    plays: tuple[str, ...]
    sha256: str
    top_score: int
    exchanges: int | None
    alphabet: Alphabet
    layout: Layout

    @property
    def position(self) -> CgpPosition:
        return parse_cgp(self.cgp, self.alphabet, self.layout)


@cache
def oracle_positions() -> tuple[OraclePosition, ...]:
    """Return the 261 positions on the standard board."""
    return _read("movegen_oracle.jsonl.xz", ENGLISH, STANDARD)


@cache
def oracle_super_positions() -> tuple[OraclePosition, ...]:
    """Return the 24 positions on the 21x21 board."""
    return _read("movegen_oracle_super.jsonl.xz", ENGLISH_SUPER, SUPER)


@cache
def enable_words() -> WordSet:
    """Return ENABLE, 168,551 words."""
    return WordSet.from_text(lzma.decompress(ENABLE.read_bytes()).decode(), ENGLISH)


def _read(name: str, alphabet: Alphabet, layout: Layout) -> tuple[OraclePosition, ...]:
    found = []
    for line in lzma.decompress((DATA / name).read_bytes()).decode().splitlines():
        entry = json.loads(line)
        plays = tuple(entry["plays"])
        assert len(plays) == entry["n_plays"]
        found.append(
            OraclePosition(
                entry["cgp"],
                plays,
                entry["sha256"],
                entry["top_score"],
                entry.get("n_exchanges"),
                alphabet,
                layout,
            )
        )
    return tuple(found)
