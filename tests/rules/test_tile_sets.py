"""The tile sets of the program: totals of the editions, and what holds for every one of them."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.alphabet import BLANK_FLAG, Alphabet, builtin_alphabets
from rules.errors import TokenError
from rules.tile_sets import tile_sets

# Tiles with blanks, and the points of all of them together.
TOTALS = """
afrikaans 102 179
basque 100 233
bulgarian 102 227
catalan 100 189
catalan-super 200 370
croatian 103 182
czech 100 205
danish 100 247
dutch 102 230
english 100 187
english-new 100 187
english-super 200 381
estonian 102 209
faroese 102 212
finnish 100 210
french 102 197
galician 100 142
galician-ch-ll 100 162
galician-ch-ll-rr 100 169
german 102 202
greek 104 206
hungarian 100 235
icelandic 104 227
icelandic-new 100 227
italian 120 293
latvian 104 250
lithuanian 104 188
norwegian 100 202
norwegian-new 100 194
polish 100 190
polish-literaki 100 183
portuguese 120 204
romanian 100 211
russian 104 224
serbian-cyrillic 103 182
serbian-latin 103 182
slovak 100 267
slovenian 100 180
spanish 100 192
spanish-north-america 103 216
swedish 100 194
turkish 100 201
ukrainian 104 234
welsh 105 194
"""

ALL = sorted(builtin_alphabets())


def letters(alphabet: Alphabet) -> st.SearchStrategy[int]:
    return st.integers(1, alphabet.size)


def tiles_of(name: str, word: str) -> list[str]:
    alphabet = builtin_alphabets()[name]
    return [alphabet.tiles[letter - 1].text for letter in alphabet.word(word)]


def test_the_totals_of_the_editions() -> None:
    expected = {
        name: (int(total), int(points))
        for name, total, points in (line.split() for line in TOTALS.strip().splitlines())
    }
    found = {
        name: (
            alphabet.total,
            sum(p * c for p, c in zip(alphabet.points, alphabet.counts, strict=True)),
        )
        for name, alphabet in builtin_alphabets().items()
    }
    assert found == expected


@pytest.mark.parametrize("name", ALL)
def test_every_set_is_whole(name: str) -> None:
    alphabet = builtin_alphabets()[name]
    assert alphabet.name == name
    for tile in alphabet.tiles:
        assert tile.blank_text != tile.text
        assert unicodedata.is_normalized("NFC", tile.text + tile.blank_text)
        assert (tile.points == 0) == (tile.count == 0)
        read = alphabet.placed(f"[{tile.text}][{tile.blank_text}]")
        assert read == (read[0], read[0] | BLANK_FLAG)
    assert Alphabet.from_data(alphabet.to_data()) == alphabet
    assert tile_sets()[name].language[:2].islower()


@pytest.mark.parametrize("name", ALL)
def test_written_tiles_read_as_themselves(name: str) -> None:
    alphabet = builtin_alphabets()[name]

    @given(st.lists(letters(alphabet), max_size=21), st.data())
    def check(word: list[int], data: st.DataObject) -> None:
        values = [value | data.draw(st.sampled_from([0, BLANK_FLAG])) for value in word]
        assert list(alphabet.placed(alphabet.word_text(values))) == values
        rack = data.draw(st.lists(st.integers(0, alphabet.size), max_size=10))
        assert list(alphabet.rack_letters(alphabet.rack_text(rack))) == rack
        assert sum(alphabet.rack(alphabet.rack_text(rack))) == len(rack)
        bracketed = "".join(f"[{alphabet.tiles[t - 1].text}]" for t in word)
        assert list(alphabet.word(bracketed)) == word

    check()


@pytest.mark.parametrize(
    ("name", "word", "tiles"),
    [
        ("spanish", "chocho", "CH O CH O"),
        ("spanish", "perro", "P E RR O"),
        ("spanish-north-america", "chico", "C H I C O"),
        ("catalan", "col·legi", "C O L·L E G I"),
        ("catalan", "quinyes", "QU I NY E S"),
        ("galician", "chorro", None),
        ("galician-ch-ll", "orella", "O R E LL A"),
        ("galician-ch-ll-rr", "CHARRA", "CH A RR A"),
        ("hungarian", "gyógyszer", "GY Ó GY SZ E R"),
        ("hungarian", "igazság", "I G A Z S Á G"),
        ("hungarian", "egészség", "E G É SZ S É G"),
        ("hungarian", "vízszint", "V Í Z SZ I N T"),
        ("hungarian", "százszor", "SZ Á Z SZ O R"),
        ("hungarian", "észszerű", "É SZ SZ E R Ű"),
        ("hungarian", "község", "K Ö Z S É G"),
        ("hungarian", "nehézség", "N E H É Z S É G"),
        ("hungarian", "házsor", "H Á Z S O R"),
        ("hungarian", "házsártos", "H Á ZS Á R T O S"),
        ("hungarian", "pénzsóvár", "P É N Z S Ó V Á R"),
        ("hungarian", "nyolcszáz", "NY O L C SZ Á Z"),
        ("hungarian", "malacság", "M A L A C S Á G"),
        ("hungarian", "kavicsággyal", "K A V I CS Á G GY A L"),
        ("hungarian", "becsült", "B E CS Ü L T"),
        ("hungarian", "malacsült", "M A L A C S Ü L T"),
        ("hungarian", "kékeszöld", "K É K E S Z Ö L D"),
        ("hungarian", "gyömöszöld", "GY Ö M Ö SZ Ö L D"),
        ("hungarian", "vonószenekar", "V O N Ó S Z E N E K A R"),
        ("hungarian", "szenes", "SZ E N E S"),
        ("hungarian", "liszteszsák", "L I SZ T E S ZS Á K"),
        ("hungarian", "hosszú", "H O S SZ Ú"),
        ("hungarian", "rózsa", "R Ó ZS A"),
        ("hungarian", "bizsereg", "B I ZS E R E G"),
        ("hungarian", "dzsungel", "D ZS U N G E L"),
        ("hungarian", "mennyország", "M E N NY O R SZ Á G"),
        ("hungarian", "tizennyolc", "T I Z E N NY O L C"),
        ("serbian-latin", "ljubav", "LJ U B A V"),
        ("serbian-latin", "džep", "DŽ E P"),
        ("serbian-latin", "injekcija", "I N J E K C I J A"),
        ("serbian-latin", "nadživeti", "N A D Ž I V E T I"),
        ("serbian-latin", "konjugacija", "K O N J U G A C I J A"),
        ("serbian-latin", "konjunktura", "K O N J U N K T U R A"),
        ("serbian-latin", "vanjezički", "V A N J E Z I Č K I"),
        ("serbian-latin", "nadžnjevati", "N A D Ž NJ E V A T I"),
        ("serbian-latin", "podžanr", "P O D Ž A N R"),
        ("serbian-latin", "predželudac", "P R E D Ž E L U D A C"),
        ("serbian-latin", "odžaljen", "O D Ž A LJ E N"),
        ("serbian-latin", "odžak", "O DŽ A K"),
        ("serbian-latin", "menadžer", "M E N A DŽ E R"),
        ("serbian-latin", "kanjon", "K A NJ O N"),
        ("serbian-latin", "konj", "K O NJ"),
        ("serbian-cyrillic", "инјекција", "И Н Ј Е К Ц И Ј А"),
        ("serbian-cyrillic", "коњ", "К О Њ"),
        ("turkish", "ışık", "I Ş I K"),
        ("turkish", "istanbul", "İ S T A N B U L"),
        ("welsh", "llong", "LL O NG"),
        ("basque", "etxe", "E TX E"),
        ("russian", "ёлка", "Ё Л К А"),
        ("icelandic", "þýða", "Þ Ý Ð A"),
    ],
)
def test_words_of_the_language(name: str, word: str, tiles: str | None) -> None:
    if tiles is None:
        # H is a tile there, and C and H are two
        assert tiles_of(name, word) == list(word.upper())
    else:
        assert tiles_of(name, word) == tiles.split()


def test_polish_z_with_acute_is_worth_9_and_z_with_dot_5() -> None:
    polish = builtin_alphabets()["polish"]
    assert [polish.points[letter] for letter in polish.word("ŹŻ")] == [9, 5]


def test_a_tile_without_copies_is_played_with_a_blank_only() -> None:
    norwegian = builtin_alphabets()["norwegian"]
    (q,) = norwegian.word("Q")
    assert norwegian.counts[q] == 0
    assert norwegian.placed("q") == (q | BLANK_FLAG,)


def test_letters_that_no_set_of_the_language_has_are_no_tiles() -> None:
    for name, word in (("galician", "KILO"), ("italian", "JAZZ"), ("polish", "QUIZ")):
        with pytest.raises(TokenError):
            builtin_alphabets()[name].word(word)
