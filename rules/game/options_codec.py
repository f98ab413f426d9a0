"""The rules of a match as JSON-able data, and back; the page draws a match from the same data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, get_args

from rules.alphabet import Alphabet
from rules.errors import EventDataError, RulesError
from rules.game import forms
from rules.game.forms import MAX_INTEGER, Form
from rules.game.options import (
    DEFAULT_ABSENCE_MS,
    BankClock,
    ChallengeRule,
    Clock,
    EndRule,
    GameOptions,
    HintRule,
    HintWords,
    LexiconPin,
    Out,
    Per,
    TurnClock,
    WordRule,
)
from rules.layouts import Layout

_NUMBER = forms.integer(0, MAX_INTEGER)
_MULTIPLIERS = forms.sequence(forms.integer(1, 4))


def _wrapped(write: Callable[[Any], Any], make: Callable[[Any], Any]) -> Form:
    """Return a form that `make` reads, its errors told with the name of the part."""

    def read(value: object, name: str) -> Any:
        try:
            return make(value)
        except RulesError as error:
            raise EventDataError(f"In {name}: {error}", field=name) from error

    return Form(write, read)


_WORD_RULE_TEXT = forms.choice(tuple(WordRule))
_WORD_RULE = Form(str, lambda value, name: WordRule(_WORD_RULE_TEXT.read(value, name)))
_ALPHABET = _wrapped(Alphabet.to_data, Alphabet.from_data)
_LAYOUT = forms.record_of(
    Layout,
    {
        "name": forms.TEXT,
        "rows": _NUMBER,
        "cols": _NUMBER,
        "letter": _MULTIPLIERS,
        "word": _MULTIPLIERS,
        "start": forms.fixed(_NUMBER, _NUMBER),
    },
)
_TURN = {"turn_ms": _NUMBER, "forfeit_after": _NUMBER}
_BANK = {
    "bank_ms": _NUMBER,
    "increment_ms": _NUMBER,
    "overtime_ms": _NUMBER,
    "overtime_penalty_points": _NUMBER,
}
_CLOCKS = {"turn": forms.record_of(TurnClock, _TURN), "bank": forms.record_of(BankClock, _BANK)}
_CLOCK_KIND = forms.choice(("turn", "bank", "none"))


def _write_clock(clock: Clock) -> dict[str, Any]:
    if clock is None:
        return {"kind": "none"}
    kind = "turn" if isinstance(clock, TurnClock) else "bank"
    return {"kind": kind, **_CLOCKS[kind].write(clock)}


def _read_clock(value: object, name: str) -> Clock:
    data = forms.OBJECT.read(value, name)
    kind = _CLOCK_KIND.read(data.pop("kind", None), f"{name}.kind")
    if kind == "none":
        forms.read_fields(data, {}, name)
        return None
    clock: Clock = _CLOCKS[kind].read(data, name)
    return clock


_HINTS = forms.record_of(
    HintRule,
    {
        "moves": _NUMBER,
        "cost_points": _NUMBER,
        "per_game": forms.optional(_NUMBER),
        "words": forms.choice(get_args(HintWords)),
    },
)


def _read_hints(value: object, name: str) -> HintRule:
    data = forms.OBJECT.read(value, name)
    # matches begun before it was a rule show every move
    data.setdefault("words", "all")
    hints: HintRule = _HINTS.read(data, name)
    return hints


_PARTS = {
    "alphabet": _ALPHABET,
    "layout": _LAYOUT,
    "lexicon": forms.record_of(
        LexiconPin, {"name": forms.TEXT, "version": forms.TEXT, "sha256": forms.TEXT}
    ),
    "seats": _NUMBER,
    "rack_size": _NUMBER,
    "bingo_bonus": _NUMBER,
    "exchange_minimum": _NUMBER,
    "challenge": forms.record_of(
        ChallengeRule,
        {
            "word_rule": _WORD_RULE,
            "penalty_points": _NUMBER,
            "per": forms.choice(get_args(Per)),
            "window_ms": _NUMBER,
        },
    ),
    "clock": Form(_write_clock, _read_clock),
    "end": forms.record_of(
        EndRule,
        {
            "out": forms.choice(get_args(Out)),
            "scoreless_rounds": _NUMBER,
            "empty_bag_passes": forms.FLAG,
        },
    ),
    "hints": Form(_HINTS.write, _read_hints),
    "dictionary": forms.FLAG,
    "preview_words": forms.FLAG,
    "absence_ms": _NUMBER,
}
_WHOLE = forms.record_of(GameOptions, _PARTS)


def _read_options(value: object, name: str) -> GameOptions:
    data = forms.OBJECT.read(value, name)
    # matches begun before it was a rule are played by its default
    data.setdefault("absence_ms", DEFAULT_ABSENCE_MS)
    options: GameOptions = _WHOLE.read(data, name)
    return options


OPTIONS = Form(_WHOLE.write, _read_options)
"""The form of `GameOptions`."""


def options_data(options: GameOptions) -> dict[str, Any]:
    """Return the rules of a match as JSON-able data; nothing in them is secret."""
    data: dict[str, Any] = OPTIONS.write(options)
    return data


def read_options(data: object) -> GameOptions:
    """Read the rules of a match from what `options_data` gave.

    Raises
    ------
    EventDataError
        If they are of another form or do not go together.
    """
    options: GameOptions = OPTIONS.read(data, "options")
    return options


assert [part.name for part in fields(GameOptions)] == list(_PARTS)
