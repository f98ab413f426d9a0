"""What is installed: lexicons, layouts, alphabets."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from gateway.catalogue.layouts import load_layouts
from rules.layouts import STANDARD, SUPER, parse_layout
from tests.gateway.server import Gateway


def test_lexicons_are_listed(gateway: Gateway, lexicon_dir: Path) -> None:
    answer = gateway.client.get("/v1/lexicons").json()
    (entry,) = answer["lexicons"]
    (file,) = lexicon_dir.glob("*.gaddag")
    assert entry == {
        "name": "mini",
        "version": "1",
        "sha256": entry["sha256"],
        "words": 10,
        "common_words": 0,
        "alphabet": "english",
        "max_length": 6,
        "bytes": file.stat().st_size,
        "current": True,
        "default": True,
        "proposals": True,
    }
    assert len(entry["sha256"]) == 64
    assert answer["refused"] == []


def test_layouts_can_be_drawn_from_their_list(gateway: Gateway) -> None:
    layouts = {
        entry["name"]: entry for entry in gateway.client.get("/v1/layouts").json()["layouts"]
    }
    assert list(layouts) == ["standard15", "super21", "tall3x2"]
    for known in (STANDARD, SUPER):
        entry = layouts[known.name]
        assert (entry["rows"], entry["cols"]) == (known.rows, known.cols)
        assert tuple(entry["start"]) == known.start
        assert tuple(chain(*entry["letter_multipliers"])) == known.letter
        assert tuple(chain(*entry["word_multipliers"])) == known.word
        assert entry["symmetric"] is True
        row, col = known.start
        text = "\n".join(f"|{line}|" for line in entry["premiums"])
        assert parse_layout(f"[{known.name}] start {row},{col}\n{text}\n") == known
    small = layouts["tall3x2"]
    assert small["premiums"] == ["= ", "' ", " -"]
    assert small["symmetric"] is False
    assert small["start"] == [1, 0]


def test_alphabets_are_listed_with_their_lexicons(gateway: Gateway) -> None:
    alphabets = {
        entry["name"]: entry for entry in gateway.client.get("/v1/alphabets").json()["alphabets"]
    }
    english = alphabets["english"]
    assert english["total"] == 100
    assert english["blanks"] == 2
    assert sum(tile["count"] for tile in english["tiles"]) == 98
    assert english["tiles"][16] == {"text": "Q", "blank_text": "q", "points": 10, "count": 1}
    (lexicon,) = gateway.client.get("/v1/lexicons").json()["lexicons"]
    assert english["lexicons"] == [lexicon["sha256"]]
    assert alphabets["english-super"]["total"] == 200
    assert alphabets["english-super"]["lexicons"] == []


def test_a_bad_layout_file_is_left_out_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "a.txt").write_text("[ok2x2] start 0,0\n|  |\n|  |\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("[bad] start 0,0\n|  |\n|   |\n", encoding="utf-8")
    (tmp_path / "c.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "d.txt").write_text("[standard15] start 0,0\n|  |\n|  |\n", encoding="utf-8")
    layouts = load_layouts(tmp_path)
    assert list(layouts) == ["standard15", "super21", "ok2x2"]
    assert layouts["standard15"] == STANDARD
    assert [record.__dict__["file"] for record in caplog.records] == ["b.txt", "c.txt", "d.txt"]
