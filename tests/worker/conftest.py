"""A real worker with lexicons of several kinds, shared by the tests that only ask it things."""

from __future__ import annotations

import json
import lzma
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from rules.alphabet import ENGLISH, Alphabet, Tile
from tests.support.lexicons import build_lexicon
from tests.support.processes import Service, worker_process

ORACLE = Path(__file__).parents[1] / "data" / "movegen_oracle.jsonl.xz"
EMPTY_BOARD = ["." * 15] * 15

DIGRAPHS = Alphabet(
    name="digraphs",
    tiles=(
        Tile("C", "c", 3, 4),
        Tile("CH", "ch", 5, 2),
        Tile("H", "h", 4, 2),
        Tile("O", "o", 1, 9),
        Tile("L·L", "l·l", 8, 1),
    ),
    blanks=2,
)
MINI_WORDS = ("PARABLE", "PAYABLE", "LAB", "AB", "LA", "QI", "AS", "SI", "AQ")
DIAMOND = """\
[diamond9] start 4,4
|=   -   =|
| '     ' |
|  "   "  |
|   ' '   |
|-   -   -|
|   ' '   |
|  "   "  |
| '     ' |
|=   -   =|
"""


@pytest.fixture(scope="session")
def lexicon_dir(english_lexicon_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """English, a mini lexicon of English tiles, one of tiles with several letters."""
    directory = tmp_path_factory.mktemp("lexicons")
    shutil.copy(english_lexicon_file, directory / "english.gaddag")
    build_lexicon(MINI_WORDS, ENGLISH, directory, "mini")
    build_lexicon(["[CH]O[CH]O", "COL·LO", "OCO"], DIGRAPHS, directory, "digraphs")
    build_lexicon(MINI_WORDS, ENGLISH, directory, "wide", "wide")
    return directory


@pytest.fixture(scope="session")
def worker(lexicon_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A warm worker with those lexicons and one more layout."""
    data_dir = tmp_path_factory.mktemp("data")
    (data_dir / "layouts").mkdir()
    (data_dir / "layouts" / "diamond.txt").write_text(DIAMOND, encoding="utf-8")
    with worker_process(lexicon_dir, TILEWRIGHT_DATA_DIR=str(data_dir)) as service:
        yield service


@pytest.fixture(scope="session")
def client(worker: Service) -> Iterator[httpx2.Client]:
    """A client of the shared worker."""
    with httpx2.Client(base_url=worker.url, timeout=60.0, trust_env=False) as http:
        yield http


@pytest.fixture(scope="session")
def oracle() -> list[dict[str, Any]]:
    """Positions with every legal play, by an independent engine."""
    with lzma.open(ORACLE, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
