"""Counting words in texts, pages and frequency lists."""

from __future__ import annotations

import gzip
import lzma
from pathlib import Path

import pytest

from lexicon_tools.corpus import read_corpus
from lexicon_tools.errors import NoWordsError, UndecodableTextError, WordListError


def read(*paths: Path) -> dict[str, float]:
    return dict(read_corpus(paths))


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_text(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.txt", "A nena, a Nena e 3 nenos.\n\nl'home col·lega x2 mañán-á noite_fría\n"
    )
    assert read(path) == {
        "A": 1,
        "nena": 1,
        "a": 1,
        "Nena": 1,
        "e": 1,
        "nenos": 1,
        "l": 1,
        "home": 1,
        "col·lega": 1,
        "x": 1,
        "mañán": 1,
        "á": 1,
        "noite": 1,
        "fría": 1,
    }


def test_words_come_in_one_normal_form(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", "man\u0303a ma\u00f1a q\u0301a\n")
    assert read(path) == {"ma\u00f1a": 2, "q\u0301a": 1}


def test_a_text_without_lines_may_be_long(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", "un dous " * 300_000)
    assert read(path) == {"un": 300_000, "dous": 300_000}


@pytest.mark.parametrize("name", ["a.txt", "a.html"])
def test_what_never_ends_is_no_text(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.symlink_to("/dev/zero")
    with pytest.raises(WordListError, match="line 1: expected text, got a line of more than"):
        read(path)


def test_a_page(tmp_path: Path) -> None:
    page = """<!DOCTYPE html><html lang="gl"><head><title>Folla</title>
    <style>p { color: red }</style><script>var x = "palabra <b>";</script></head>
    <body class="corpo"><p>Unha c&eacute;lula<br>e outra &#xF1;<!-- nada --></p></body></html>"""
    for name in ("a.html", "a.HTM", "a.xhtml"):
        assert read(written(tmp_path / name, page)) == {
            "Folla": 1,
            "Unha": 1,
            "célula": 1,
            "e": 1,
            "outra": 1,
            "ñ": 1,
        }


@pytest.mark.parametrize("list_text", ["de\t10\nque 2.5\nde\t1e1\n", "  de 20 \r\nque\t2.5\r\n"])
def test_a_frequency_list(list_text: str, tmp_path: Path) -> None:
    assert read(written(tmp_path / "f.tsv", list_text)) == {"de": 20, "que": 2.5}


def test_a_frequency_list_with_rows_that_are_none(tmp_path: Path) -> None:
    """Only its beginning tells what a file is."""
    rows = "".join(f"{letter}a {number}\n" for number, letter in enumerate("abcdefghijklmnopqrst"))
    found = read(written(tmp_path / "f.txt", rows + "don't 7\n2x 3\ntwo words 4\nza 9\n"))
    assert found["za"] == 9
    assert found["ba"] == 1
    assert not {"don't", "don", "2x", "two", "words"} & set(found)


def test_a_folder_and_packed_files(tmp_path: Path) -> None:
    folder = tmp_path / "help"
    written(folder / "text" / "one.html", "<p>un</p>")
    written(folder / "two.txt", "un dous")
    written(folder / "style.css", "nada")
    written(folder / "code.js", "nada")
    (folder / "three.txt.gz").write_bytes(gzip.compress(b"tres"))
    (folder / "four.html.xz").write_bytes(lzma.compress(b"<i>catro</i>"))
    assert read(folder) == {"un": 2, "dous": 1, "tres": 1, "catro": 1}
    assert read(folder, written(tmp_path / "more", "un")) == read(folder) | {"un": 3}


def test_progress_ends_with_all_bytes(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    paths = [written(tmp_path / "a.txt", "un"), written(tmp_path / "b.txt", "dous")]
    read_corpus(paths, lambda done, total: told.append((done, total)))
    assert told == [(2, 6), (6, 6)]


def test_a_corpus_without_words_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", "1 2 3\n")
    with pytest.raises(NoWordsError, match=r"Expected words in .*a\.txt, got none"):
        read_corpus([path])
    with pytest.raises(NoWordsError, match="Expected words in"):
        read_corpus([written(tmp_path / "b.txt", "")])
    with pytest.raises(NoWordsError, match="Expected words in"):
        read_corpus([written(tmp_path / "c.txt", "un 0\n")])


def test_a_folder_without_texts_is_refused(tmp_path: Path) -> None:
    written(tmp_path / "folder" / "a.css", "un")
    with pytest.raises(NoWordsError, match=r"Expected files that end in \.html, .* got none"):
        read_corpus([tmp_path / "folder"])


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"un\n\xff\xfe\xfd dous\n\x81")
    with pytest.raises(UndecodableTextError, match=r"a\.txt, line 2: expected"):
        read_corpus([path])
    (tmp_path / "b.txt.xz").write_bytes(b"no archive")
    with pytest.raises(WordListError, match=r"expected a whole \.xz file"):
        read_corpus([tmp_path / "b.txt.xz"])
    with pytest.raises(FileNotFoundError):
        read_corpus([tmp_path / "none.txt"])


@pytest.mark.parametrize(
    "text",
    ["<![ <!x un", "<!x[un", "<![CDATA[", "<?", "&#99999999999;", "<" * 1000, "<script>", "<!"],
)
def test_mark_up_that_is_none_ends_in_words_or_in_a_refusal(text: str, tmp_path: Path) -> None:
    """Which of the two is for Python's reader of pages to say."""
    path = written(tmp_path / "a.html", f"<p>dous</p>{text}")
    try:
        assert read_corpus([path])["dous"] == 1
    except WordListError as error:
        assert str(error).startswith(f"{path}: expected a page, got mark-up")  # noqa: PT017
