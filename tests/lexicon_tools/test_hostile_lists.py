"""Word lists, and what is said about them, that somebody made to break things."""

from __future__ import annotations

import codecs
import encodings.aliases
from pathlib import Path

import pytest

from cli.main import main
from lexicon_tools.builder import build
from lexicon_tools.decoding import decoded_lines, text_encoding
from lexicon_tools.errors import LexiconError, UndecodableTextError, WordListError
from lexicon_tools.reader import Lexicon
from lexicon_tools.summaries import Rejection
from rules.alphabet import ENGLISH

KNOWN = sorted({*encodings.aliases.aliases.values(), "undefined", "idna", "punycode", "utf_8_sig"})
NO_TEXTS = ["rot13", "hex", "base64", "zlib", "bz2", "uu", "quopri", "undefined", "idna"]
NO_NAMES = ["nope", "", "\0", "utf-8\0", "../../x", "mbcs", "x" * 5000, "é", "punycode"]


@pytest.mark.parametrize("name", [*NO_TEXTS, *NO_NAMES])
def test_only_encodings_of_texts_are_taken(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert text_encoding(name) is None
    source = tmp_path / "list.txt"
    source.write_bytes(b"AA\n")
    out = tmp_path / "out.gaddag"
    with pytest.raises(WordListError, match="expected to be told an encoding of texts, got"):
        build(source, ENGLISH, "en", "1", out, encoding=name)
    with pytest.raises(SystemExit) as left:
        main(["lexicon", "build", str(source), "-o", str(out), f"--encoding={name}"])
    assert left.value.code == 2
    assert "expected an encoding of texts such as" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize("name", KNOWN)
def test_whatever_encoding_is_named_ends_in_words_or_in_a_refusal(name: str) -> None:
    for data in (b"AA\r\nAB\n", bytes(range(256)), b"\xff\xfeA", b"", b"\xe2\x28\xa1\n+AGE-"):
        try:
            text = "".join(decoded_lines([data], "list", encoding=name))
        except LexiconError as error:
            assert str(error).startswith("list")  # noqa: PT017
        else:
            assert isinstance(text, str)


@pytest.mark.parametrize("name", ["utf-16", "utf-32"])
def test_a_mark_that_has_to_be_there_is_asked_for(name: str) -> None:
    with pytest.raises(UndecodableTextError, match="expected UTF-") as error:
        list(decoded_lines([b"A\0A\0\n\0\0\0\0\0\0\0"], "list", encoding=name))
    assert error.value.line == 1


@pytest.mark.parametrize(
    ("mark", "name"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
    ],
)
def test_the_mark_of_the_named_encoding_is_no_part_of_a_word(
    mark: bytes, name: str, tmp_path: Path
) -> None:
    source = tmp_path / "list.txt"
    source.write_bytes(mark + "AA\nAB\n".encode(name))
    report = build(source, ENGLISH, "en", "1", tmp_path / "en.gaddag", encoding=name)
    assert report.summary.rejected == 0
    pieces = (bytes([byte]) for byte in source.read_bytes())
    assert "".join(decoded_lines(pieces, "list", encoding=name)) == "AA\nAB\n"


@pytest.mark.parametrize(
    "text",
    ["\x1b[2JAA", "A\x00B", "A\u202eB", "A\u2028B", "A\x85B", "A" * 60_000, "\ufeffA", "A\x08B"],
)
def test_rejected_words_do_no_harm_to_a_terminal(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "list.txt"
    source.write_text(f"AA\n{text}\n", encoding="utf-8")
    out = tmp_path / "en.gaddag"
    assert main(["lexicon", "build", str(source), "-o", str(out)]) == 0
    said = capsys.readouterr().err
    lines = said.split("\n")
    assert all(line.isprintable() and len(line) < 300 for line in lines)
    with Lexicon.open(out) as lexicon:
        assert lexicon.word_count == 1


def test_rejected_words_that_do_no_harm_are_told_as_they_are() -> None:
    said = str(Rejection("list", 3, "CAFÉ'S", "a reason", "a detail"))
    assert said == "list, line 3: CAFÉ'S: a reason (a detail)"


@pytest.mark.parametrize("opening", ["[", '{"tiles":', '{"name":[', "\ufeff[", "NaN", "", "[" * 9])
def test_alphabets_that_are_none_are_wrong_usage(
    opening: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deep.json"
    path.write_text(opening * 100_000, encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["lexicon", "verify", "no.gaddag", "--alphabet", str(path)])
    assert left.value.code == 2
    assert f"cannot read the alphabet {path}: " in capsys.readouterr().err
