"""Lexicons whose checksums hold and whose arcs lead astray: no command follows them."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from cli.main import main
from lexicon_tools.reader import Lexicon
from rules.alphabet import ENGLISH
from tests.lexicon_tools.plain import sign
from tests.support.lexicons import build_lexicon

WORDS = ["AA", "AAH", "LAB", "PARABLE", "PAYABLE"]
ACTIONS = {
    "words": ["words", "bad.gaddag"],
    "pattern": ["words", "bad.gaddag", "--pattern", "*A*"],
    "stats": ["stats", "bad.gaddag"],
    "old": ["diff", "bad.gaddag", "sound.gaddag"],
    "new": ["diff", "sound.gaddag", "bad.gaddag"],
    "text": ["export", "bad.gaddag", "-o", "out.txt"],
    "kwg": ["export", "bad.gaddag", "-o", "out.kwg"],
    "pack": ["pack", "bad.gaddag", "-o", "out.dawg"],
}


def sound(directory: Path, form: str) -> tuple[bytes, int, int]:
    """Return a lexicon, where its arcs begin, and how many bytes each has."""
    path = build_lexicon(WORDS, ENGLISH, directory, form=form).rename(directory / "sound.gaddag")
    with Lexicon.open(path) as lexicon:
        data, size = path.read_bytes(), 8 * lexicon.header.words_per_arc
    return data, struct.unpack_from("<Q", data, 256 + 8)[0], size


@pytest.mark.parametrize("form", ["narrow", "wide"])
@pytest.mark.parametrize("action", ACTIONS)
def test_arcs_that_lead_astray_are_refused(
    action: str,
    form: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every arc in turn leads out of the array, back to the beginning, or to nothing."""
    monkeypatch.chdir(tmp_path)
    whole, begin, size = sound(tmp_path, form)
    with Lexicon.open(tmp_path / "sound.gaddag") as lexicon:
        arcs, width = lexicon.arc_count, lexicon.mask_width
    far = (1 << 63) - (1 << width) if form == "narrow" else (1 << 40)
    first = 4 << width if form == "narrow" else 4
    for arc in range(arcs):
        at = begin + size * arc
        index_at = at + size - 8
        for index in (far, first, 0):
            data = bytearray(whole)
            before = struct.unpack_from("<Q", data, index_at)[0]
            kept = before & ((1 << width) - 1 | 1 << 63) if form == "narrow" else 0
            struct.pack_into("<Q", data, index_at, kept | index)
            Path("bad.gaddag").write_bytes(sign(data))
            code = main(["lexicon", *ACTIONS[action]])
            said = capsys.readouterr().err
            # A change may leave an arc as it was.
            assert code == (0 if data == whole else 1)
            assert code == 0 or "bad.gaddag: " in said
    assert not list(tmp_path.glob("*.tmp*"))


def test_what_the_header_says_of_the_words_must_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Counts and lengths are what others make room by."""
    monkeypatch.chdir(tmp_path)
    whole, _, _ = sound(tmp_path, "narrow")
    with Lexicon.open(tmp_path / "sound.gaddag") as lexicon:
        said = (lexicon.word_count, lexicon.max_length)
    at = {
        "words": whole.index(struct.pack("<Q", said[0]), 32),
        "tiles of the longest word": whole.index(struct.pack("<I", said[1]), 32),
    }
    for what, place in at.items():
        data = bytearray(whole)
        data[place] += 1
        Path("bad.gaddag").write_bytes(sign(data))
        for action in ACTIONS.values():
            assert main(["lexicon", *action]) == 1
            assert f"bad.gaddag: expected {what}: " in capsys.readouterr().err
