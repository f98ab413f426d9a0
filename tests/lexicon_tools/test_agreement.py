"""Builder, reader and plain Python agree on random lists of random alphabets."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon_tools.builder import BuildReport, build
from lexicon_tools.reader import Lexicon
from lexicon_tools.verifier import verify
from rules.alphabet import Alphabet
from tests.lexicon_tools.plain import Place, State, read_plain
from tests.lexicon_tools.strategies import Letters, alphabets, letters, split, word_lists

FORMS = ("narrow", "wide")


def built(
    alphabet: Alphabet, words: list[Letters], directory: str, form: str = "auto"
) -> BuildReport:
    return build(
        map(written(alphabet), words),
        alphabet,
        "random",
        "1",
        Path(directory) / "random.gaddag",
        form=form,
    )


def written(alphabet: Alphabet) -> Callable[[Letters], str]:
    """How a word list writes words, by the definition in the format's document."""

    def text(word: Letters) -> str:
        plain = alphabet.word_text(word)
        if "[" not in plain and alphabet.word(plain) != word:
            return f"[{alphabet.word_text(word[:1])}]{alphabet.word_text(word[1:])}"
        return plain

    return text


def forms_of(alphabet: Alphabet) -> tuple[str, ...]:
    return FORMS if alphabet.size <= 38 else ("wide",)


@given(word_lists(), st.data())
def test_builder_reader_and_a_set_agree(
    case: tuple[Alphabet, list[Letters]], data: st.DataObject
) -> None:
    alphabet, words = case
    expected = sorted(set(words))
    others = data.draw(st.lists(letters(alphabet, least=0, most=23), max_size=20))
    near = [word[:-1] for word in expected] + [(*word, 1) for word in expected]
    for form in forms_of(alphabet):
        with tempfile.TemporaryDirectory() as directory:
            report = built(alphabet, words, directory, form)
            assert report.summary.rejected == 0
            assert report.summary.duplicates == len(words) - len(expected)
            with Lexicon.open(report.path, alphabet=alphabet) as lexicon:
                assert lexicon.wide == (form == "wide")
                assert list(lexicon.words()) == expected
                assert lexicon.word_count == len(expected)
                assert lexicon.max_length == max(map(len, expected))
                for word in [*expected, *others, *near]:
                    assert lexicon.contains(word) == (word in set(expected)), word
            assert verify(report.path).strings == sum(map(len, expected))


@given(word_lists(), st.data())
def test_cross_sets_agree_with_a_set(
    case: tuple[Alphabet, list[Letters]], data: st.DataObject
) -> None:
    alphabet, words = case
    known = set(words)
    form = data.draw(st.sampled_from(forms_of(alphabet)))
    with tempfile.TemporaryDirectory() as directory:
        report = built(alphabet, words, directory, form)
        with Lexicon.open(report.path) as lexicon:
            for word in words[:5]:
                for at in range(len(word)):
                    before, after = word[:at], word[at + 1 :]
                    expected = sum(
                        1 << letter
                        for letter in range(1, alphabet.size + 1)
                        if (*before, letter, *after) in known
                    )
                    assert lexicon.cross_set(before, after) == expected
                    # Blanks on the board count as their letters.
                    flagged = [letter | 0x80 for letter in before]
                    assert lexicon.cross_set(flagged, bytes(after)) == expected


@given(word_lists(size=12))
def test_the_file_holds_just_the_strings_of_the_definition(
    case: tuple[Alphabet, list[Letters]],
) -> None:
    alphabet, words = case
    gaddag = {string for word in words for string in split(word)}
    for form in forms_of(alphabet):
        with tempfile.TemporaryDirectory() as directory:
            plain = read_plain(built(alphabet, words, directory, form).path)
        assert plain.strings(1) == set(words)
        assert plain.strings(0) == gaddag
        assert plain.arcs[2:4] == [(0, 0, False)] * 2
        check_states(plain.states(), len(plain.arcs))
        # A state for each distinct set of strings that may follow: no automaton is smaller.
        assert plain.numbers["states"] == len(followers(gaddag) | followers(set(words)))
        assert plain.numbers["gaddag_states"] == len(followers(gaddag))
        assert plain.numbers["states"] == len(plain.states())


def followers(strings: set[Letters]) -> set[frozenset[Letters]]:
    """The sets of non-empty strings that may follow the beginnings of strings."""
    after: dict[Letters, set[Letters]] = {}
    for string in strings:
        for at in range(len(string)):
            after.setdefault(string[:at], set()).add(string[at:])
    return {frozenset(rest) for rest in after.values()}


def check_states(states: dict[Place, State], arcs: int) -> None:
    """States are distinct, no arc is of none, and as many share theirs as can."""
    assert len(set(states.values())) == len(states)
    owned = {index + i for index, mask in states for i in range(mask.bit_count())}
    assert owned == set(range(4, arcs))
    # Where arcs lead, whatever their letters are.
    sequences = {tuple(arc[1:] for arc in state) for state in states.values()}
    several = {sequence for sequence in sequences if len(sequence) > 1}
    within = {(arc,) for sequence in several for arc in sequence}
    assert arcs - 4 == sum(map(len, several)) + len(sequences - several - within)


@given(word_lists())
def test_identity_is_that_of_alphabet_and_text(case: tuple[Alphabet, list[Letters]]) -> None:
    alphabet, words = case
    text = "".join(text + "\n" for text in map(written(alphabet), sorted(set(words)))).encode()
    with tempfile.TemporaryDirectory() as directory:
        report = built(alphabet, words, directory)
        plain = read_plain(report.path)
    data = json.dumps(
        alphabet.to_data(), ensure_ascii=False, sort_keys=True, separators=(",", ":")
    ).encode()
    assert plain.sums["text"] == hashlib.sha256(text).hexdigest()
    assert plain.sums["identity"] == hashlib.sha256(data + b"\n" + text).hexdigest()
    assert plain.metadata == {"alphabet": alphabet.to_data(), "name": "random", "version": "1"}


@given(word_lists())
def test_every_form_and_order_has_one_identity(case: tuple[Alphabet, list[Letters]]) -> None:
    alphabet, words = case
    identities = set()
    files: dict[str, set[bytes]] = {}
    for form in forms_of(alphabet):
        for order in (words, words[::-1], sorted(words)):
            with tempfile.TemporaryDirectory() as directory:
                report = built(alphabet, order, directory, form)
                identities.add(report.header.identity)
                files.setdefault(form, set()).add(report.path.read_bytes())
    assert len(identities) == 1
    assert all(len(contents) == 1 for contents in files.values())


@given(alphabets(), st.data())
def test_written_words_are_read_as_the_rules_read_them(
    alphabet: Alphabet, data: st.DataObject
) -> None:
    """A word without brackets goes through the kernel's longest match and through the rules'."""
    word = data.draw(letters(alphabet, most=8))
    text = alphabet.plain_text(word)
    expected = alphabet.word(text)
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "one.gaddag"
        report = build([text, f"[{alphabet.tiles[0].text}]" * 2], alphabet, "one", "1", path)
        with Lexicon.open(path) as lexicon:
            if len(expected) < 2:
                assert [rejection.text for rejection in report.summary.rejections] == [text]
            else:
                assert set(lexicon.words()) == {expected, (1, 1)}


@pytest.mark.parametrize("length", [2, 21])
def test_lengths_at_the_limits_are_kept(length: int, tmp_path: Path) -> None:
    alphabet = Alphabet.from_data(
        {
            "name": "sixty",
            "blanks": 2,
            "tiles": [
                {
                    "text": chr(0x4E00 + i),
                    "blank_text": f"*{chr(0x4E00 + i)}",
                    "points": 1,
                    "count": 2,
                }
                for i in range(60)
            ],
        }
    )
    # The last tiles only, so that every bit of a sort key is set.
    words = [(60,) * length, (60,) * (length - 1) + (59,), (59,) + (60,) * (length - 1)]
    report = built(alphabet, words, str(tmp_path))
    with Lexicon.open(report.path) as lexicon:
        assert lexicon.wide
        assert list(lexicon.words()) == sorted(words)
    verify(report.path)
