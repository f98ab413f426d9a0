"""Tile sets from frequencies: the arithmetic, the report and the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.main import main
from lexicon_tools.errors import NoWordsError, TileSetError
from lexicon_tools.reader import Lexicon
from lexicon_tools.tilesets import (
    apportion,
    derive,
    mean_shares,
    rank_correlation,
    resemblance,
    used_shares,
    value,
)
from rules.alphabet import ENGLISH, Alphabet, Tile, builtin_alphabets
from tests.rules.editions import SPANISH

ROOT = Path(__file__).parents[2]
FEW = Alphabet("few", tuple(Tile(t, t.lower(), 1, 1) for t in ("A", "C", "CH", "H", "O")), 1)


def lexicon(*arguments: object) -> int:
    return main(["lexicon", *map(str, arguments)])


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=60), st.integers(0, 200))
def test_counts_are_at_least_one_and_near_their_part(parts: list[int], more: int) -> None:
    total = len(parts) + more
    counts = apportion(parts, total)
    assert sum(counts) == total
    assert min(counts) >= 1
    # Floors take from the others, so nobody gets more than a part rounded up.
    whole = sum(parts)
    if whole:
        assert all(
            count <= max(1, part / whole * total + 1)
            for part, count in zip(parts, counts, strict=True)
        )
    ordered = sorted(zip(parts, counts, strict=True))
    assert [count for _, count in ordered] == sorted(counts) or _equal_parts_only(ordered)


def _equal_parts_only(ordered: list[tuple[int, int]]) -> bool:
    """Tell whether only tiles with the same part are out of order."""
    return all(
        one_count <= other_count
        for one_part, one_count in ordered
        for other_part, other_count in ordered
        if one_part < other_part
    )


@pytest.mark.parametrize(
    ("parts", "total", "counts"),
    [
        ([5, 3, 2], 10, [5, 3, 2]),
        ([47, 16, 15.8, 12, 6.1, 3.1], 10, [4, 2, 1, 1, 1, 1]),
        ([1, 1, 1], 4, [2, 1, 1]),
        ([98, 1, 1], 10, [8, 1, 1]),
        ([0, 0], 5, [3, 2]),
    ],
)
def test_largest_remainders(parts: list[float], total: int, counts: list[int]) -> None:
    assert apportion(parts, total) == counts


def test_fewer_copies_than_tiles_are_refused() -> None:
    with pytest.raises(TileSetError, match="Expected a copy for each of 3 tiles, got 2 without"):
        apportion([1, 1, 1], 2)


def test_values_go_by_bands() -> None:
    shares = (0.2, 0.039, 0.0389, 0.022, 0.0135, 0.0075, 0.005, 0.0015, 0.0014, 0.0)
    assert [value(share) for share in shares] == [1, 1, 2, 2, 3, 4, 5, 8, 10, 10]
    assert value(0.01, ((0.01, 7), (0.0, 9))) == 7


def test_shares_in_use_and_in_lists() -> None:
    tokens = {"Chocha": 3.0, "OCA": 2, "a": 100, "x1": 5, "hoax": 7, "óca": 1}
    # [CH]O[CH]A three times, OCA three times; what is no word of the tiles is left out.
    assert used_shares(tokens, FEW) == pytest.approx((0, 6 / 21, 3 / 21, 6 / 21, 0, 6 / 21))
    with pytest.raises(NoWordsError, match="Expected words of the alphabet few, got none"):
        used_shares({"xyz": 4}, FEW)


def test_many_tokens_keep_their_numbers() -> None:
    """Rejected tokens stand between the others, over several pieces of text."""
    tokens: dict[str, float] = {}
    for number in range(200_000):
        tokens["".join("ACHO"[number >> 2 * i & 3] for i in range(9)) + "X" * (number % 3)] = number
    kept = [text for text in tokens if "X" not in text]
    expected = [0.0] * 6
    for text in kept:
        for letter in FEW.word(text):
            expected[letter] += tokens[text]
    total = sum(expected)
    assert used_shares(tokens, FEW) == pytest.approx([each / total for each in expected])


def test_means_go_by_weights() -> None:
    assert mean_shares([((0, 1.0, 0.0), 3), ((0, 0.0, 1.0), 1)]) == (0, 0.75, 0.25)
    nan, inf = float("nan"), float("inf")
    for weights in ((0, 0), (2, -1), (nan, 1), (1, nan), (inf, 1), (inf, -inf), (1e308, 1e308)):
        with pytest.raises(TileSetError, match="Expected weights of 0 and more"):
            mean_shares([((0, 1.0), weight) for weight in weights])


def test_rank_correlation() -> None:
    assert rank_correlation([(1, 10), (2, 20), (3, 30)]) == pytest.approx(1)
    assert rank_correlation([(1, 30), (2, 20), (3, 10)]) == pytest.approx(-1)
    # By the formula for ranks without ties: 1 - 6 * (1 + 1) / (5 * 24).
    assert rank_correlation([(1, 1), (2, 3), (3, 2), (4, 4), (5, 5)]) == pytest.approx(0.9)
    # Ties have their mean rank: 0, 1.5, 1.5, 3 and 0, 1, 2, 3.
    assert rank_correlation([(1, 1), (2, 2), (2, 3), (3, 4)]) == pytest.approx(0.9486833)
    assert rank_correlation([(1, 1), (1, 2)]) == 0
    assert rank_correlation([]) == 0


def test_a_set_of_its_own_frequencies_is_the_set() -> None:
    """Shares in proportion to the counts of a known set give back its counts."""
    shares = tuple(count / 98 for count in (0, *SPANISH.counts[1:]))
    derived = derive(SPANISH, shares, "again")
    assert derived.counts == SPANISH.counts
    assert resemblance(derived, SPANISH).count_difference == 0
    assert resemblance(derived, SPANISH).count_correlation == pytest.approx(1)


def test_resemblance_counts_tiles_of_one_set_alone() -> None:
    other = Alphabet(
        "other",
        (Tile("A", "a", 3, 4), Tile("H", "h", 1, 2), Tile("O", "o", 1, 1), Tile("X", "x", 8, 2)),
        0,
    )
    found = resemblance(FEW, other)
    # A 1:4, H 1:2, O 1:1, C and CH 1:0, X 0:2.
    assert found.count_difference == 3 + 1 + 0 + 2 + 2
    assert found.points_difference == 2
    assert (found.count_correlation, found.points_correlation) == (0, 0)


def test_tiles_without_copies_stay_without() -> None:
    base = Alphabet("base", (*FEW.tiles[:-1], Tile("O", "o", 4, 0)), 1)
    derived = derive(base, (0, 0.5, 0.2, 0.1, 0.1, 0.1), "new", total=20, blanks=1)
    assert derived.counts == (1, 11, 4, 2, 2, 0)
    assert derived.total == 20


def derived(out: Path, *options: object) -> Alphabet:
    """The alphabet that the command writes."""
    assert lexicon("tileset", *options, "-o", out) == 0
    return Alphabet.from_data(json.loads(out.read_bytes()))


def test_english_from_its_word_lists(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The common words stand in for a corpus; counts of 7 to 11 tiles of 98 are others."""
    data = ROOT / "lexicon_tools" / "data"
    sources = ["--from-corpus", data / "common-en.txt.xz", "--words", data / "enable.txt.xz"]
    shown = ["--alphabet", "english", "--compare", "english", "--json"]
    alphabet = derived(tmp_path / "own.json", *sources, *shown)
    report = json.loads(capsys.readouterr().out)
    assert alphabet.total == 100
    assert report["known"]["count_difference"] <= 22
    assert report["known"]["points_difference"] <= 13
    assert report["known"]["count_correlation"] > 0.9
    assert report["known"]["points_correlation"] > 0.93
    found = resemblance(alphabet, ENGLISH)
    assert report["known"]["count_difference"] == found.count_difference
    assert report["known"]["count_correlation"] == round(found.count_correlation, 4)


def test_a_kwg_file_is_a_word_list(tmp_path: Path) -> None:
    data = ROOT / "lexicon_tools" / "data" / "enable.txt.xz"
    kwg = ROOT / "tests" / "data" / "enable.kwg.xz"
    name = ["--alphabet", "english", "--name", "same"]
    listed = derived(tmp_path / "a.json", "--words", data, *name)
    assert derived(tmp_path / "b.json", "--words", kwg, *name) == listed
    assert derived(tmp_path / "c.json", "--words", kwg, data, *name) == listed


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("corpus.txt").write_text("ocho chacho a cacho hoc\n" * 10, encoding="utf-8")
    Path("words.txt").write_text("OCHO\nCHACHO\nHOC\nCOCA\nHOC\n", encoding="utf-8")
    return tmp_path


def test_the_report(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known = {**FEW.to_data(), "name": "known"}
    known["tiles"] = [*known["tiles"], {"text": "X", "blank_text": "x", "points": 9, "count": 2}]
    Path("known.json").write_text(json.dumps(known), encoding="utf-8")
    sources = ["--from-corpus", "corpus.txt", "--words", "words.txt"]
    sizes = ["--tiles", "A C CH H O", "--total", 21, "--blanks", 1, "--compare", "known.json"]
    alphabet = derived(Path("few.json"), *sources, *sizes)
    said = capsys.readouterr().out.splitlines()
    # Used: O CH O, CH A CH O, C A CH O, H O C. Listed: the first two, H O C and C O C A.
    used = {"A": 2 / 14, "C": 2 / 14, "CH": 4 / 14, "H": 1 / 14, "O": 5 / 14}
    listed = {"A": 2 / 14, "C": 3 / 14, "CH": 3 / 14, "H": 1 / 14, "O": 5 / 14}
    assert " ".join(said[0].split()) == "tile corpus % words % mean % count points known"
    for line, tile in zip(said[1:], alphabet.tiles, strict=False):
        cells = line.split()
        mean = (used[tile.text] + listed[tile.text]) / 2
        shares = [used[tile.text], listed[tile.text], mean]
        assert cells[0] == tile.text
        assert [float(cell) for cell in cells[1:4]] == pytest.approx(
            [100 * share for share in shares], abs=0.001
        )
        assert cells[4:] == [str(tile.count), str(tile.points), "1", "1"]
    assert alphabet.counts == (1, 3, 4, 5, 1, 7)
    assert alphabet.name == "few"
    assert said[6] == "blanks 1, in all 21"
    assert said[7] == "known also has 2 of X"
    assert said[8].startswith("compared with known: counts differ by 17 in all, rank correlation")
    assert said[9] == "left out of corpus: 20.0 % of the words (shorter than 2 tiles 20.0 %)"
    assert said[10] == "few.json: alphabet few"


def test_what_was_left_out_is_told(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A letter that has neither a tile nor a fold would else be missed in silence."""
    Path("corpus.txt").write_text("hox hox ho a ha oh ah oha aho ha\u0445\u0430\n", "utf-8")
    Path("words.txt").write_text("HO\nHOX\nH'O\nHA-HA\nOX\n", "utf-8")
    options = ["--from-corpus", "corpus.txt", "--words", "words.txt", "--tiles", "A H O"]
    left = reported(capsys, *options)["left_out"]
    cyrillic, x = "'\u0445', U+0445 CYRILLIC SMALL LETTER HA", "'x', U+0078 LATIN SMALL LETTER X"
    outside = "character outside the alphabet"
    assert left["corpus"]["share"] == 0.4
    assert left["corpus"]["reasons"] == {outside: 0.3, "shorter than 2 tiles": 0.1}
    assert left["corpus"]["met"] == {x: 0.2, cyrillic: 0.1}
    assert left["words"]["share"] == 0.8
    assert left["words"]["reasons"] == {outside: 0.4, "an apostrophe": 0.2, "a hyphen": 0.2}
    assert len(left["words"]["met"]) == 3
    assert lexicon("tileset", *options) == 0
    said = capsys.readouterr().out.splitlines()
    assert f"left out of corpus: 40.0 % of the words ({outside} 30.0 %, shorter" in said[5]
    assert said[6] == f"  {x}: 20.0 %"


def test_tiles_with_signs_are_counted_in_texts(
    texts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("corpus.txt").write_text("C'hoc\u2019h, c\u02bchac'ha d'ar 'ha'\n", "utf-8")
    options = ["--from-corpus", "corpus.txt", "--tiles", "A C C'H D H O R", "--total", 20]
    found = reported(capsys, *options)
    shares = {row["tile"]: row["shares"]["corpus"] for row in found["tiles"]}
    # C'H O C'H, C'H A C'H A, A R and H A.
    assert shares["C'H"] == pytest.approx(4 / 11, abs=1e-5)
    assert shares["A"] == pytest.approx(4 / 11, abs=1e-5)
    assert found["left_out"]["corpus"]["reasons"] == {"shorter than 2 tiles": 0.2}


def test_weights_bands_and_tiles_without_copies(texts: Path) -> None:
    sources = ["--from-corpus", "corpus.txt", "--words", "words.txt", "--tiles", "A,C,CH,H,O"]
    sizes = ["--total", 30, "--bands", "30:1 20:3 0:7", "--without-copies", "H", "--name", "x"]
    alone = derived(Path("a.json"), *sources, *sizes, "--words-weight", 0)
    corpus = derived(Path("b.json"), *sources[:2], *sources[4:], *sizes)
    assert alone == corpus
    assert alone.counts == (2, 4, 4, 9, 0, 11)
    assert alone.points == (0, 7, 7, 3, 7, 1)
    other = derived(Path("c.json"), *sources, *sizes, "--corpus-weight", 0)
    assert other.counts == (2, 4, 7, 6, 0, 11)


def test_tiles_that_are_added(texts: Path) -> None:
    words = ["--words", "words.txt", "--total", 40, "--name", "x"]
    added = derived(Path("a.json"), *words, "--tiles", "A C D H L O", "--also", "CH LL")
    assert [tile.text for tile in added.tiles] == ["A", "C", "CH", "D", "H", "L", "LL", "O"]
    assert added.counts[3] > 1
    spelled = derived(Path("b.json"), *words, "--tiles", "A İ/i C H O Ñ Σ/ς")
    assert [tile.blank_text for tile in spelled.tiles] == ["a", "i", "c", "h", "o", "ñ", "ς"]
    english = derived(Path("c.json"), *words, "--alphabet", "english", "--also", "CH")
    assert [tile.text for tile in english.tiles][:5] == ["A", "B", "C", "CH", "D"]


def test_a_derived_alphabet_builds_a_lexicon(
    texts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alphabet = derived(
        Path("few.json"), "--words", "words.txt", "--tiles", "A C CH H O", "--total", 30
    )
    assert lexicon("build", "words.txt", "--alphabet", "few.json", "-o", "few.gaddag") == 0
    with Lexicon.open("few.gaddag") as opened:
        assert opened.alphabet == alphabet
        assert set(opened.words()) == {
            alphabet.word(text) for text in ("OCHO", "CHACHO", "HOC", "COCA")
        }


def test_without_an_output_nothing_is_written(
    texts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(texts.iterdir())
    assert lexicon("tileset", "--words", "words.txt", "--tiles", "A C H O") == 0
    assert capsys.readouterr().out.endswith("blanks 2, in all 100\n")
    assert sorted(texts.iterdir()) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--words", "words.txt"], "one of the arguments --alphabet --tiles is required"),
        (["--tiles", "A", "--alphabet", "english"], "not allowed with argument"),
        (["--tiles", "א"], "expected a tile that has a small letter, or TILE/BLANK, got 'א'"),
        (["--tiles", "A B İ"], "expected a tile that has a small letter, or TILE/BLANK, got 'İ'"),
        (["--tiles", "A", "--bands", "3:1"], "expected percentages and points such as"),
        (["--tiles", "A", "--bands", "1:1 3:2 0:4"], "expected percentages and points such as"),
        (["--tiles", "A", "--bands", "few"], "expected percentages and points such as"),
        (["--tiles", "A", "--total", "many"], "invalid int value"),
        (["--tiles", "A", "--compare", "klingon"], "got 'klingon'"),
    ],
)
def test_wrong_usage_is_exit_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        lexicon("tileset", *arguments)
    assert left.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--tiles", "A B"], "pass --from-corpus, --words or both"),
        (["--tiles", "A B", "--words", "none.txt"], "for none.txt"),
        (["--tiles", "A B", "--from-corpus", "none.txt"], "for none.txt"),
        (["--tiles", "A B", "--words", "empty.txt"], "Expected words of the alphabet tiles"),
        (["--tiles", "A B", "--from-corpus", "empty.txt"], "Expected words in empty.txt"),
        (["--tiles", "X Y", "--from-corpus", "corpus.txt"], "Expected words of the alphabet"),
        (["--tiles", "A B", "--words", "broken.txt"], "broken.txt, line 2: expected"),
        (["--tiles", "A C H O", "--words", "words.txt", "--total", "5"], "a copy for each of 4"),
        (["--tiles", "A C H O", "--words", "words.txt", "--total", "9999"], "got"),
        (["--tiles", "A C H O", "--words", "words.txt", "--blanks", "-1"], "got"),
        (["--tiles", "A A", "--words", "words.txt"], "got"),
        (["--tiles", "A C", "--also", "ZZ", "--words", "words.txt"], "that ZZ can stand behind"),
        (["--tiles", "A C", "--without-copies", "K", "--words", "words.txt"], "got K"),
        (["--tiles", "A C H O", "--words", "words.txt", "--words-weight", "0"], "Expected weights"),
        (["--tiles", "A C H O", "--words", "words.txt", "--words-weight", "nan"], "got [nan]"),
        (["--tiles", "A C H O", "--words", "words.txt", "--words-weight", "inf"], "got [inf]"),
        (["--tiles", "A B", "--from-corpus", "endless.tsv"], "frequencies that can be added up"),
        (["--tiles", "A B", "--from-corpus", "huge.tsv"], "frequencies that can be added up"),
        (["--tiles", "A C H O", "--words", "words.txt", "-o", "none/x.json"], "for none"),
    ],
)
def test_failures_are_exit_1_with_a_sentence(
    arguments: list[str], message: str, texts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("empty.txt").write_bytes(b"")
    Path("endless.tsv").write_text("ab 1e999\n")
    Path("huge.tsv").write_text("ab 1e308\nba 1e308\n")
    Path("broken.txt").write_bytes(b"AA\n\xff\xfe\xfa\x81\n")
    before = sorted(texts.iterdir())
    assert lexicon("tileset", *arguments) == 1
    said = capsys.readouterr()
    assert message in said.err
    assert said.err.splitlines()[-1].startswith("tilewright: ")
    assert said.out == ""
    assert sorted(texts.iterdir()) == before


def reported(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    capsys.readouterr()
    assert lexicon("tileset", *arguments, "--json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_language_brings_its_rules_its_tiles_and_its_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus, words = tmp_path / "corpus.txt", tmp_path / "words.txt"
    corpus.write_bytes("col.legi paral•lel coŀlegi kg\nfi. La\n".encode("utf-16"))
    words.write_bytes("COL·LEGI\nper\u00f2\nfa\xe7ana\n".encode("latin-1"))
    found = reported(capsys, "--language", "ca", "--from-corpus", corpus, "--words", words)
    catalan = builtin_alphabets()["catalan"]
    assert [row["tile"] for row in found["tiles"]] == [tile.text for tile in catalan.tiles]
    assert (found["total"], found["blanks"]) == (catalan.total, catalan.blanks)
    assert found["known"]["name"] == "catalan"
    shares = {row["tile"]: row["shares"] for row in found["tiles"]}
    # col·legi, twice, and paral·lel; fi; la.
    assert shares["L·L"]["corpus"] == pytest.approx(3 / 23, abs=1e-5)
    assert shares["L·L"]["words"] == pytest.approx(1 / 16, abs=1e-5)
    assert shares["Ç"]["words"] == pytest.approx(1 / 16, abs=1e-5)
    assert [(each["source"], each["name"]) for each in found["encodings"]] == [
        ("corpus.txt", "UTF-16-LE"),
        ("words.txt", "ISO-8859-1"),
    ]


def test_what_is_said_beside_a_language_counts_more(
    texts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("words.txt").write_text("ocho\nchorro\nllano\nperro\n", "utf-8")
    words = ["--language", "gl", "--words", "words.txt"]
    found = reported(capsys, *words, "--alphabet", "galician-ch-ll", "--total", 60)
    assert (found["total"], found["known"]["name"]) == (60, "galician-ch-ll")
    assert "CH" in [row["tile"] for row in found["tiles"]]
    found = reported(capsys, *words, "--alphabet", "english", "--compare", "spanish")
    assert found["known"]["name"] == "spanish"
    found = reported(capsys, *words, "--tiles", "A C E H L N O P R", "--blanks", 1)
    assert (found["known"]["name"], found["blanks"]) == ("galician", 1)
    assert len(found["tiles"]) == 9
    assert lexicon("tileset", *words) == 0
    assert "compared with galician: counts differ by" in capsys.readouterr().out


def test_the_words_of_a_set_may_come_from_a_dictionary(
    texts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("xx.aff").write_text("SET UTF-8\nSFX S Y 1\nSFX S 0 s .\n", "utf-8")
    Path("xx.dic").write_text("3\nola/S\nOlga\nkm\n", "utf-8")
    found = reported(capsys, "--language", "es", "--words", "xx.dic")
    shares = {row["tile"]: row["shares"]["words"] for row in found["tiles"] if row["shares"]}
    assert {tile: round(share * 7) for tile, share in shares.items() if share} == {
        "A": 2,
        "L": 2,
        "O": 2,
        "S": 1,
    }
