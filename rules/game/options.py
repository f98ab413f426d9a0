"""The rules a match is played by, as data.

A match carries its `GameOptions` in its first event. Nothing about a variant is in code: word
rule, clock, end of the match, hints, rack size and bonus are all here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, get_args

from rules.alphabet import Alphabet
from rules.errors import GameOptionsError, quoted
from rules.layouts import Layout
from rules.rack import DEFAULT_RACK_SIZE

MIN_SEATS = 2
MAX_SEATS = 4
MAX_RACK_SIZE = 21
MAX_HINT_MOVES = 20
MAX_TURN_MS = 30 * 24 * 60 * 60 * 1000
MAX_BANK_MS = 24 * 60 * 60 * 1000
MIN_ABSENCE_MS = 60 * 60 * 1000
MAX_ABSENCE_MS = 365 * 24 * 60 * 60 * 1000
DEFAULT_ABSENCE_MS = 14 * 24 * 60 * 60 * 1000

Per = Literal["word", "play"]
Out = Literal["double-other", "take-all"]
HintWords = Literal["all", "common"]


def _check_range(what: str, value: int, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise GameOptionsError(
            f"Expected {least} to {most} for the {what}, got {quoted(str(value))}; correct it."
        )


def _check_choice(what: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        raise GameOptionsError(
            f"Expected {', '.join(map(str, choices))} for the {what}, got {quoted(str(value))}; "
            "choose one of them."
        )


def _check_flag(what: str, value: object) -> None:
    if not isinstance(value, bool):
        raise GameOptionsError(
            f"Expected true or false for the {what}, got {quoted(str(value))}; correct it."
        )


class WordRule(StrEnum):
    """What happens to words that are not in the lexicon; the values never change."""

    VOID = "void"
    """A phony cannot be played."""
    SINGLE = "single"
    """A phony stands until it is challenged; a wrong challenge costs nothing."""
    DOUBLE = "double"
    """A wrong challenge costs the challenger the next turn."""
    PENALTY = "penalty"
    """A wrong challenge gives points to the challenged player."""


@dataclass(frozen=True, slots=True)
class ChallengeRule:
    """The word rule with its figures.

    Attributes
    ----------
    word_rule : WordRule
        Which one.
    penalty_points : int
        Points a wrong challenge gives the challenged player under `WordRule.PENALTY`.
    per : {"word", "play"}
        Whether they are given for every word of the placement or once.
    window_ms : int
        How long the placement that went out may be challenged before the match ends.
    """

    word_rule: WordRule = WordRule.VOID
    penalty_points: int = 5
    per: Per = "play"
    window_ms: int = 30_000

    def __post_init__(self) -> None:
        _check_choice("word rule", self.word_rule, tuple(WordRule))
        _check_range("penalty points", self.penalty_points, 0, 100)
        _check_choice("what the penalty is counted per", self.per, get_args(Per))
        _check_range("challenge window in ms", self.window_ms, 1, MAX_TURN_MS)

    @property
    def challengeable(self) -> bool:
        """Whether phonies can be played and challenged."""
        return self.word_rule is not WordRule.VOID


@dataclass(frozen=True, slots=True)
class TurnClock:
    """A clock that starts anew with every turn.

    Attributes
    ----------
    turn_ms : int
        Time for a turn; time up is a pass. Days make a correspondence match.
    forfeit_after : int
        This many time-outs in a row forfeit the match; 0 for never.
    """

    turn_ms: int = 45_000
    forfeit_after: int = 3

    def __post_init__(self) -> None:
        _check_range("time for a turn in ms", self.turn_ms, 1, MAX_TURN_MS)
        _check_range("time-outs in a row that forfeit", self.forfeit_after, 0, 100)


@dataclass(frozen=True, slots=True)
class BankClock:
    """A clock with one bank of time for each player.

    Attributes
    ----------
    bank_ms : int
        Time for the whole match.
    increment_ms : int
        Added after each of the player's moves; a bank with increment has no overtime.
    overtime_ms : int
        How long a player may go on with the bank used up; beyond it the match is forfeit.
    overtime_penalty_points : int
        Points lost for every minute of overtime that was started.
    """

    bank_ms: int = 1_500_000
    increment_ms: int = 0
    overtime_ms: int = 600_000
    overtime_penalty_points: int = 10

    def __post_init__(self) -> None:
        _check_range("bank in ms", self.bank_ms, 1, MAX_BANK_MS)
        _check_range("increment in ms", self.increment_ms, 0, 600_000)
        _check_range("overtime in ms", self.overtime_ms, 0, 3_600_000)
        _check_range("points for a minute of overtime", self.overtime_penalty_points, 0, 100)
        if self.increment_ms and self.overtime_ms:
            raise GameOptionsError(
                "Expected a bank with either an increment or overtime, got an increment of "
                f"{self.increment_ms} ms and overtime of {self.overtime_ms} ms; set one to 0."
            )


Clock = TurnClock | BankClock | None


@dataclass(frozen=True, slots=True)
class EndRule:
    """When a match ends and what is counted then.

    Attributes
    ----------
    out : {"double-other", "take-all"}
        What going out brings: twice the other rack (two seats only), or every other rack, which
        its owner then loses.
    scoreless_rounds : int
        The match ends after this many scoreless turns for each seat in play, in a row.
    empty_bag_passes : bool
        Whether it ends once every seat in play has passed in a row with the bag empty.
    """

    out: Out = "double-other"
    scoreless_rounds: int = 3
    empty_bag_passes: bool = True

    def __post_init__(self) -> None:
        _check_choice("reward for going out", self.out, get_args(Out))
        _check_range("scoreless rounds", self.scoreless_rounds, 1, 10)
        _check_flag("end by passes with an empty bag", self.empty_bag_passes)


@dataclass(frozen=True, slots=True)
class HintRule:
    """What hints a match gives.

    Attributes
    ----------
    moves : int
        Best moves shown by a hint, 0 to 20; 0 for no hints.
    cost_points : int
        Taken off the score of the turn the hint is for.
    per_game : int or None
        Hints each player may take; None for any number.
    words : {'all', 'common'}
        Whether a hint may show every move, or only those that make common words.
    """

    moves: int = 3
    cost_points: int = 0
    per_game: int | None = None
    words: HintWords = "all"

    def __post_init__(self) -> None:
        _check_range("moves a hint shows", self.moves, 0, MAX_HINT_MOVES)
        _check_choice("words a hint shows", self.words, get_args(HintWords))
        _check_range("points a hint costs", self.cost_points, 0, 1000)
        if self.per_game is not None:
            _check_range("hints in a game", self.per_game, 0, 1000)


NO_HINTS = HintRule(moves=0)


@dataclass(frozen=True, slots=True)
class LexiconPin:
    """The lexicon a match is played with, named for good; `sha256` is its identity in hex."""

    name: str
    version: str
    sha256: str

    def __post_init__(self) -> None:
        for what, text in (("name", self.name), ("version", self.version)):
            if not (isinstance(text, str) and 1 <= len(text) <= 128 and text.isprintable()):
                raise GameOptionsError(
                    f"Expected a lexicon {what} of 1 to 128 printable characters, got "
                    f"{quoted(str(text))}; name an installed lexicon."
                )
        digits = self.sha256 if isinstance(self.sha256, str) else ""
        if len(digits) != 64 or digits.strip("0123456789abcdef"):
            raise GameOptionsError(
                "Expected the lexicon's SHA-256 as 64 digits 0-9 a-f, got "
                f"{quoted(str(self.sha256))}; take it from the lexicon's header."
            )


@dataclass(frozen=True, slots=True)
class GameOptions:
    """Everything a match is played by.

    Attributes
    ----------
    alphabet, layout, lexicon : Alphabet, Layout, LexiconPin
        Tiles, board and words.
    seats : int
        2 to 4.
    rack_size, bingo_bonus : int
        Tiles of a full rack, and points for placing a full rack at once.
    exchange_minimum : int
        Tiles the bag must hold for an exchange.
    challenge, clock, end, hints
        See there; a `clock` of None is no clock.
    dictionary : bool
        Whether words may be looked up during the match.
    preview_words : bool
        Whether tentative tiles may be judged before they are played.
    absence_ms : int
        Where there is no clock: a player who has not moved for so long is taken to be gone, and
        the seat forfeits.
    """

    alphabet: Alphabet
    layout: Layout
    lexicon: LexiconPin
    seats: int = 2
    rack_size: int = DEFAULT_RACK_SIZE
    bingo_bonus: int = 50
    exchange_minimum: int = DEFAULT_RACK_SIZE
    challenge: ChallengeRule = field(default_factory=ChallengeRule)
    clock: Clock = field(default_factory=TurnClock)
    end: EndRule = field(default_factory=EndRule)
    hints: HintRule = field(default_factory=HintRule)
    dictionary: bool = True
    preview_words: bool = True
    absence_ms: int = DEFAULT_ABSENCE_MS

    def __post_init__(self) -> None:
        _check_range("number of seats", self.seats, MIN_SEATS, MAX_SEATS)
        _check_range("rack size", self.rack_size, 1, MAX_RACK_SIZE)
        _check_range("bonus for a bingo", self.bingo_bonus, 0, 1000)
        _check_range("tiles in the bag for an exchange", self.exchange_minimum, 1, 1000)
        _check_flag("dictionary", self.dictionary)
        _check_flag("preview of words", self.preview_words)
        _check_range("absence in ms", self.absence_ms, MIN_ABSENCE_MS, MAX_ABSENCE_MS)
        if self.end.out == "double-other" and self.seats > 2:
            raise GameOptionsError(
                f"Expected 'take-all' as the reward for going out with {self.seats} seats, got "
                "'double-other'; twice the other rack is a rule for two."
            )
        needed = self.seats * self.rack_size
        if self.alphabet.total < needed:
            raise GameOptionsError(
                f"Expected at least {needed} tiles in the alphabet {self.alphabet.name} for "
                f"{self.seats} racks of {self.rack_size}, got {self.alphabet.total}; take smaller "
                "racks or fewer seats.",
                reason="too-few-tiles",
                params={
                    "expected": needed,
                    "got": self.alphabet.total,
                    "seats": self.seats,
                    "rack_size": self.rack_size,
                },
            )

    @property
    def challengeable(self) -> bool:
        """Whether phonies can be played and challenged."""
        return self.challenge.challengeable


def default_options(
    alphabet: Alphabet,
    layout: Layout,
    lexicon: LexiconPin,
    *,
    seats: int = 2,
    challenge: ChallengeRule = ChallengeRule(),
    clock: Clock = TurnClock(),
    end: EndRule | None = None,
    hints: HintRule | None = None,
    dictionary: bool | None = None,
    preview_words: bool | None = None,
    rack_size: int = DEFAULT_RACK_SIZE,
    bingo_bonus: int = 50,
    exchange_minimum: int | None = None,
    absence_ms: int = DEFAULT_ABSENCE_MS,
) -> GameOptions:
    """Make options, with what is left out set as fits the rest.

    Where a phony cannot be played, hints, dictionary and preview are on; where it can be, they
    would give it away and are off unless asked for. Going out brings twice the other rack with
    two seats, every other rack with more.

    Raises
    ------
    GameOptionsError
        If the parts do not go together.
    """
    aided = not challenge.challengeable
    return GameOptions(
        alphabet=alphabet,
        layout=layout,
        lexicon=lexicon,
        seats=seats,
        rack_size=rack_size,
        bingo_bonus=bingo_bonus,
        exchange_minimum=rack_size if exchange_minimum is None else exchange_minimum,
        challenge=challenge,
        clock=clock,
        end=end or EndRule("double-other" if seats == 2 else "take-all"),
        hints=(HintRule() if aided else NO_HINTS) if hints is None else hints,
        dictionary=aided if dictionary is None else dictionary,
        preview_words=aided if preview_words is None else preview_words,
        absence_ms=absence_ms,
    )
