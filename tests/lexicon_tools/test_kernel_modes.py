"""The kernels with bounds checks and without the compiler give the same files.

As shipped, a read outside of an array goes unnoticed, and integers wrap in ways that plain Python
does not: each mode runs in a process of its own, with a cache of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Sums of 64 bits wrap on purpose; plain numpy scalars warn of that.
CODE = """
import hashlib, random, sys, warnings
from dataclasses import replace
from pathlib import Path
warnings.simplefilter("error")
warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
from lexicon_tools.builder import build
from lexicon_tools.compact import pack
from lexicon_tools.comparison import compare
from lexicon_tools.errors import KwgError, LexiconFileError
from lexicon_tools.kwg import kwg_bytes, kwg_nodes, read_words
from lexicon_tools.languages import language
from lexicon_tools.listing import Choice, joined, word_pieces
from lexicon_tools.patterns import Pattern
from lexicon_tools.reader import Lexicon
from lexicon_tools.statistics import measure
from lexicon_tools.unpacking import unpack
from lexicon_tools.verifier import verify
from rules.alphabet import ENGLISH
from tests.lexicon_tools.plain import sign
from tests.lexicon_tools.test_limits import numbered
from tests.rules.editions import SPANISH, WITH_EXCEPTION

directory = Path(sys.argv[1])
kwg = directory / "x.kwg"
first = None
generator = random.Random(5)


def lists():
    yield ENGLISH, ["AA", "aah", "CAF\\u00c9", "X" * 22, "A 1", "PARABLE", "PAYABLE", "Z" * 21]
    yield SPANISH, ["CHOCHO", "[C]H", "CALLE", "PERRO", "CH", "[", "[RR]E"]
    yield WITH_EXCEPTION, ["CONGA", "GANG", "[N]GA", "ONGAONGA"]
    for size in (2, 38, 60):
        alphabet = numbered(size)
        words = [
            [generator.randint(1, min(size, generator.choice((2, size)))) for _ in range(length)]
            for length in (2, 3, 5, 8, 20, 21) * 5
        ]
        yield alphabet, [alphabet.word_text(word) for word in words]


for number, (alphabet, words) in enumerate(lists()):
    for form in ("narrow", "wide") if alphabet.size <= 38 else ("wide",):
        path = directory / f"{number}-{form}"
        report = build(words, alphabet, "modes", "1", path, form=form)
        print(hashlib.sha256(path.read_bytes()).hexdigest(), report.summary)
        print(verify(path).strings)
        again = directory / "again"
        with Lexicon.open(path) as lexicon:
            (directory / "compact").write_bytes(pack(lexicon))
        unpack(directory / "compact", again)
        print(again.read_bytes() == path.read_bytes())
        with Lexicon.open(path) as lexicon:
            nodes = b"".join(kwg_bytes(kwg_nodes(lexicon)))
            listed = measure(lexicon)
            kwg.write_bytes(nodes)
            again = read_words(kwg, alphabet)
            fitting = Choice((Pattern.parse("*?[^A]*", alphabet),), 3, 20)
            print(
                hashlib.sha256(nodes).hexdigest(),
                listed,
                again.starts.tolist() == joined([*word_pieces(lexicon)]).starts.tolist(),
                sum(piece.starts.size - 1 for piece in word_pieces(lexicon, fitting)),
                compare(lexicon, first or lexicon).both,
            )
            first = first or Lexicon.open(path)

# Words of a dictionary are judged beside; the longest key has as many tiles as fit 64 bits.
(directory / "xx.aff").write_text("SET UTF-8\\nSFX S Y 1\\nSFX S 0 s .\\n")
(directory / "xx.dic").write_text("6\\nzzzzzzzzzz/S\\npst/S\\nbcd\\nola/S\\nvvvvvvvvvvvvv\\netc\\n")
judged = replace(language("es"), vowelless=("PST", "ZZZZZZZZZZ"), dropped=("ETC",))
report = build(
    directory / "xx.dic", SPANISH, "modes", "1", directory / "j", language=judged, longest=12
)
print(report.summary, hashlib.sha256((directory / "j").read_bytes()).hexdigest())

# A file that is wrong inside must not lead a kernel outside of its arrays.
sound = (directory / "0-wide").read_bytes()
for _ in range(40):
    data = bytearray(sound)
    at = int.from_bytes(data[256 + 8 : 256 + 16], "little") + 8 * generator.randrange(60)
    data[at : at + 8] = generator.randbytes(8)
    path.write_bytes(sign(data))
    try:
        verify(path)
    except LexiconFileError as error:
        print(str(error).split(": ", 1)[1])
for _ in range(40):
    data = bytearray(nodes)
    at = 4 * generator.randrange(len(nodes) // 4)
    data[at : at + 4] = generator.randbytes(4)
    kwg.write_bytes(data)
    try:
        print(read_words(kwg, alphabet).starts.size)
    except KwgError as error:
        print(str(error).split(": ", 1)[1])
"""


BUILDS = 5 * 2 + 1
DAMAGED = 40


def run(directory: Path, mode: dict[str, str]) -> str:
    """Build, verify and damage lexicons in a mode; give all that was found."""
    result = subprocess.run(
        [sys.executable, "-c", CODE, str(directory)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, **mode},
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the kernels give as they are shipped."""
    return run(tmp_path_factory.mktemp("shipped"), {})


@pytest.mark.parametrize("mode", ["NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT"])
def test_a_mode_gives_what_is_shipped(
    mode: str, shipped: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    cache = tmp_path_factory.mktemp("cache")
    found = run(tmp_path_factory.mktemp("files"), {mode: "1", "NUMBA_CACHE_DIR": str(cache)})
    assert found == shipped
    assert len(found.splitlines()) == 4 * BUILDS + 1 + 2 * DAMAGED
