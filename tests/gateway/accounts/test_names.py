"""Names: what can be one, and when two are the same."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.accounts.names import DELETED_NAME, MAX_NAME, NameFault, clean_name, name_key


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada  Lovelace ", "Ada Lovelace"),
        ("Ada\u00a0\u2003L.", "Ada L."),
        ("Zoe\u0308", "Zoë"),
        ("7", "7"),
        ("李小龙", "李小龙"),
        ("🐢", "🐢"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("نی\u200cلوفر", "نی\u200cلوفر"),
        ("O'Neill-Smith, jr.", "O'Neill-Smith, jr."),
        ("x" * MAX_NAME, "x" * MAX_NAME),
        (" " + "é" * MAX_NAME, "é" * MAX_NAME),
    ],
)
def test_names_are_tidied(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "name-empty"),
        (" \u00a0\u3000", "name-empty"),
        ("x" * (MAX_NAME + 1), "name-length"),
        ("A\x00da", "name-characters"),
        ("A\x1bda", "name-characters"),
        ("A\nda", "name-characters"),
        ("A\u2028da", "name-characters"),
        ("\u202eadA", "name-characters"),
        ("A\u2066da", "name-characters"),
        ("A\u200bda", "name-characters"),
        ("\ufeffAda", "name-characters"),
        ("A\ue000", "name-characters"),
        ("A\U000e0041", "name-characters"),
        ("\u3164", "name-characters"),
        ("\u2800\u2800", "name-characters"),
        ("\u200dAda", "name-characters"),
        ("Ada\u200d", "name-characters"),
        ("A\u200d\u200dda", "name-characters"),
        ("A\u200c b", "name-characters"),
        ("\u0308", "name-marks"),
        ("x" + "\u0336" * 4, "name-marks"),
        ("...", "name-signs"),
        (DELETED_NAME, "name-signs"),
    ],
)
def test_what_is_no_name_is_refused_with_its_reason(text: str, code: str) -> None:
    with pytest.raises(NameFault) as fault:
        clean_name(text)
    assert fault.value.code == code
    assert str(fault.value).startswith("Expected ")


@given(st.text(max_size=60))
def test_a_clean_name_is_short_visible_and_clean_already(text: str) -> None:
    try:
        name = clean_name(text)
    except NameFault:
        return
    assert 1 <= len(name) <= MAX_NAME
    assert unicodedata.is_normalized("NFC", name)
    assert clean_name(name) == name
    assert name == name.strip()
    assert "  " not in name
    for character in name.replace("\u200c", "").replace("\u200d", ""):
        assert unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@given(st.text(st.characters(categories=["L", "N", "M", "Zs"]), min_size=1, max_size=20))
def test_keys_do_not_change_when_keyed_again(text: str) -> None:
    assert name_key(name_key(text)) == name_key(text)


@given(st.text(st.characters(max_codepoint=0x24F, categories=["L"]), min_size=1, max_size=20))
def test_case_makes_no_other_name(text: str) -> None:
    # letters whose other case is another letter altogether (dotless i, long s) are the exception
    if text.upper().lower() == text or text.lower().upper() == text:
        assert name_key(text.upper()) == name_key(text.lower()) == name_key(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Straße", "STRASSE"),
        ("\uff21\uff44\uff41", "ada"),
        ("Zoë", "zoe\u0308"),
        ("ﬁona", "Fiona"),
        ("نی\u200cلوفر", "نیلوفر"),
        ("❤\ufe0f", "❤"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_other_names_are_others() -> None:
    names = ["Ada", "Adam", "Ad a", "Äda", "Ida"]
    assert len({name_key(name) for name in names}) == len(names)
