"""What each viewer sees of a match, and what nobody sees before the end."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from rules.alphabet import Alphabet, Tile
from rules.errors import GameError
from rules.game.codec import EVENT_TYPES, options_data
from rules.game.commands import LinkRematch, TakeHint
from rules.game.events import Event
from rules.game.options import BankClock, HintRule, WordRule
from rules.game.visibility import event_for, view_for
from tests.rules.editions import SPANISH
from tests.rules.game.arena import SEED, Arena, options_of
from tests.rules.game.test_codec import EVENTS

VIEWERS = [None, 0, 1]


def data_of(arena: Arena, kind: str, viewer: int | None) -> dict[str, Any]:
    event = [event for event in arena.events if event.type == kind][-1]
    return json.loads(json.dumps(event_for(event, viewer, arena.options)))  # type: ignore[no-any-return]


@pytest.mark.parametrize("event", EVENTS, ids=EVENT_TYPES)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_event_can_be_shown_to_everyone(event: Event, viewer: int | None) -> None:
    assert json.dumps(event_for(event, viewer, options_of()), allow_nan=False)


class TestEvents:
    def test_racks_are_shown_to_their_seats(self) -> None:
        arena = Arena().deal("JABEEL?", "EIKOSTT")
        assert data_of(arena, "started", 0) == {
            "first": 0,
            "first_by": "set",
            "counts": [7, 7],
            "rack": "JABEEL?",
        }
        assert data_of(arena, "started", 1)["rack"] == "EIKOSTT"
        assert data_of(arena, "started", None)["rack"] is None

    def test_drawn_tiles_as_well(self) -> None:
        arena = Arena().deal("JABEEL?", "EIKOSTT")
        arena.place(0, "8G", "JAB", "VVW")
        mine, theirs = data_of(arena, "placed", 0), data_of(arena, "placed", 1)
        assert (mine.pop("drawn"), theirs.pop("drawn")) == ("VVW", None)
        assert mine == theirs
        assert mine == {
            "seat": 0,
            "coord": "8G",
            "tiles": "JAB",
            "squares": [[7, 6, "J"], [7, 7, "A"], [7, 8, "B"]],
            "words": [{"text": "JAB", "points": 24, "valid": True}],
            "bonus": 0,
            "points": 24,
            "hint_points": 0,
            "drawn_count": 3,
            "time_ms": 0,
        }

    @pytest.mark.parametrize("viewer", VIEWERS)
    def test_verdicts_are_secret_where_they_can_be_challenged(self, viewer: int | None) -> None:
        arena = Arena(options_of(WordRule.SINGLE), phonies=["JAB"]).deal("JABEELR", "EIKOSTT")
        arena.place(0, "8G", "JAB")
        data = data_of(arena, "placed", viewer)
        assert data["words"] == [{"text": "JAB", "points": 24, "valid": None}]
        assert (data["drawn"], data["drawn_count"]) == (None, None)
        view = view_for(arena.state, viewer, arena.now_ms)
        assert view["challengeable"] == {"seat": 0, "words": ["JAB"]}
        arena.challenge(1)
        assert data_of(arena, "challenged", viewer)["phonies"] == ["JAB"]

    def test_phony_and_word_look_the_same(self) -> None:
        def seen(phonies: list[str], viewer: int | None) -> Any:
            arena = Arena(options_of(WordRule.SINGLE), phonies=phonies)
            arena.deal("JABEELR", "EIKOSTT").place(0, "8G", "JAB")
            events = [event_for(event, viewer, arena.options) for event in arena.events]
            return events, view_for(arena.state, viewer, arena.now_ms)

        for viewer in VIEWERS:
            assert seen([], viewer) == seen(["JAB"], viewer)

    def test_what_was_drawn_once_it_stands(self) -> None:
        arena = Arena(options_of(WordRule.SINGLE)).deal("JABEELR", "EIKOSTT")
        arena.place(0, "8G", "JAB")
        arena.challenge(1, "VVW")
        assert data_of(arena, "stood", 0) == {"seat": 0, "drawn": "VVW", "drawn_count": 3}
        assert data_of(arena, "stood", 1) == {"seat": 0, "drawn": None, "drawn_count": 3}

    def test_exchanged_tiles(self) -> None:
        arena = Arena().deal("JABEEL?", "EIKOSTT")
        arena.exchange(0, "?J", "AB")
        mine = data_of(arena, "exchanged", 0)
        assert (mine["returned"], mine["drawn"], mine["count"]) == ("?J", "AB", 2)
        for viewer in (1, None):
            theirs = data_of(arena, "exchanged", viewer)
            assert (theirs["returned"], theirs["drawn"], theirs["count"]) == (None, None, 2)

    def test_hints(self) -> None:
        arena = Arena(options_of(hints=HintRule(3, 5))).deal("JABEEL?", "EIKOSTT")
        arena.do(TakeHint(0, ({"coord": "8G", "tiles": "JAB"},)))
        assert data_of(arena, "hint-taken", 0)["moves"] == [{"coord": "8G", "tiles": "JAB"}]
        for viewer in (1, None):
            assert data_of(arena, "hint-taken", viewer) == {
                "seat": 0,
                "moves": None,
                "cost_points": 5,
            }

    @pytest.mark.parametrize("viewer", VIEWERS)
    def test_the_end_shows_what_was_secret(self, viewer: int | None) -> None:
        arena = Arena().deal("JABEEL?", "EIKOSTT")
        arena.resign(1)
        data = data_of(arena, "ended", viewer)
        assert data["racks"] == ["JABEEL?", "EIKOSTT"]
        assert len(data["bag"]) == 86
        assert data["seed"] == SEED.hex()
        # What was held back before stays held back.
        assert data_of(arena, "started", None)["rack"] is None


class TestView:
    def test_everything_a_page_draws(self) -> None:
        arena = Arena().deal("JABEEL?", "EIKOSTT")
        arena.wait(1000).place(0, "8G", "JAB", "VVW")
        view = view_for(arena.state, 1, arena.now_ms)
        assert json.loads(json.dumps(view)) == view
        unseen = view.pop("unseen")
        assert view == {
            "seq": 5,
            "phase": "playing",
            "board": ["." * 15] * 7 + ["......JAB......"] + ["." * 15] * 7,
            "last": {
                "seat": 0,
                "coord": "8G",
                "tiles": "JAB",
                "squares": [[7, 6], [7, 7], [7, 8]],
                "word": "JAB",
                "points": 24,
            },
            "seats": [
                {
                    "seat": seat,
                    "kind": "person",
                    "name": f"Player {seat}",
                    "level": None,
                    "taken": True,
                    "score": score,
                    "rack_count": 7,
                    "resigned": False,
                    "bank_left_ms": None,
                    "overtime_points": 0,
                    "loses_next_turn": False,
                    "timeouts_in_row": 0,
                    "hints_taken": 0,
                }
                for seat, score in ((0, 24), (1, 0))
            ],
            "turn": 1,
            "turn_number": 2,
            "turn_started_ms": 2000,
            "deadline_ms": 47_000,
            "absent_at_ms": None,
            "bank_ends_ms": None,
            "bag_count": 83,
            "rack": ["E", "I", "K", "O", "S", "T", "T"],
            "hint_points_due": 0,
            "scoreless": 0,
            "scoreless_limit": 6,
            "actions": ["exchange", "hint", "look-up", "pass", "place", "preview", "resign"],
            "challengeable": None,
            "result": None,
            "commitment": arena.state.commitment,
            "rematch": None,
        }
        # Bag and the other rack: 83 and 7.
        assert sum(count for _, count in unseen) == 90
        assert unseen[0] == ["A", 8]
        assert unseen[-1] == ["?", 2]

    def test_a_rack_is_its_seats_alone(self) -> None:
        arena = Arena(options_of(alphabet=SPANISH)).deal("[CH]?ABCDE", "OOOOOOO")
        assert view_for(arena.state, 0, 0)["rack"] == ["[CH]", "?", "A", "B", "C", "D", "E"]
        assert view_for(arena.state, 1, 0)["rack"] == ["O"] * 7
        assert view_for(arena.state, None, 0)["rack"] is None

    def test_unseen_is_what_the_viewer_cannot_see(self) -> None:
        arena = Arena().deal("JABEEL?", "EIKOSTT")
        for viewer, jays, kays, blanks in ((0, 0, 1, 1), (1, 1, 0, 2), (None, 1, 1, 2)):
            unseen = dict(view_for(arena.state, viewer, 0)["unseen"])
            assert (unseen.get("J", 0), unseen.get("K", 0), unseen["?"]) == (jays, kays, blanks)
        assert sum(n for _, n in view_for(arena.state, None, 0)["unseen"]) == 100

    def test_after_the_end_only_the_bag_was_never_seen(self) -> None:
        arena = Arena().deal("JABEEL?", "EIKOSTT")
        arena.resign(1)
        for viewer in VIEWERS:
            view = view_for(arena.state, viewer, 0)
            assert sum(count for _, count in view["unseen"]) == 86
            assert view["result"] == {
                "reason": "resigned",
                "winners": [0],
                "scores": [0, 0],
                "adjustments": [],
                "racks": ["JABEEL?", "EIKOSTT"],
                "seed": SEED.hex(),
            }
        arena.do(LinkRematch("next"))
        assert view_for(arena.state, None, 0)["rematch"] == "next"

    def test_hint_points_of_another_seat_are_not_shown(self) -> None:
        arena = Arena(options_of(hints=HintRule(3, 5))).deal("JABEEL?", "EIKOSTT")
        arena.do(TakeHint(0, ()))
        assert [view_for(arena.state, v, 0)["hint_points_due"] for v in (0, 1, None)] == [5, 0, 0]

    def test_overtime_runs(self) -> None:
        arena = Arena(options_of(clock=BankClock(60_000, 0, 600_000, 10))).deal()
        view = view_for(arena.state, 0, arena.now_ms + 60_000)
        assert view["seats"][0]["overtime_points"] == 0
        assert view["bank_ends_ms"] == arena.now_ms + 60_000
        view = view_for(arena.state, 0, arena.now_ms + 60_001)
        assert view["seats"][0]["overtime_points"] == 10
        assert view["seats"][1]["overtime_points"] == 0

    def test_a_seat_that_is_none_is_refused(self) -> None:
        with pytest.raises(GameError):
            view_for(Arena().deal().state, 2, 0)


# Texts that stand nowhere else, so that a search of a payload finds a tile and nothing but.
SIGNS = [chr(0x16A0 + n) for n in range(48)]
RUNES = Alphabet("runes", tuple(Tile(sign, f"ʘ{sign}", 1, 1) for sign in SIGNS), 0)


@pytest.mark.parametrize("rule", [WordRule.VOID, WordRule.SINGLE])
def test_no_payload_holds_a_tile_that_is_hidden(rule: WordRule) -> None:
    """With every tile there once, each payload is searched for each that must not be in it."""
    arena = Arena(options_of(rule, seats=4, alphabet=RUNES, hints=HintRule(3)))
    arena.deal()
    arena.do(TakeHint(0, ({"tiles": arena.rack(0)},)))
    arena.exchange(0, arena.rack(0)[:3])
    arena.place(1, "8G", arena.rack(1)[:4])
    arena.exchange(2, arena.rack(2)[:7])
    arena.place(3, "9G", arena.rack(3)[:1])
    state = arena.state
    on_board = {RUNES.square_text(value) for value in state.board.squares if value}
    for viewer in (None, 0, 1, 2, 3):
        hidden = set(SIGNS) - on_board
        if viewer is not None:
            hidden -= ever_held(arena, viewer)
        view = view_for(state, viewer, arena.now_ms)
        # The tiles that cannot be seen are told as a whole, never whose they are.
        assert {tile for tile, _ in view.pop("unseen")} >= hidden
        payload = json.dumps(view, ensure_ascii=False) + event_texts(arena, viewer)
        assert {sign for sign in hidden if sign in payload} == set(), viewer
        assert SEED.hex() not in payload
        assert len(hidden) >= 25


def event_texts(arena: Arena, viewer: int | None) -> str:
    """Return every event as the viewer gets it, the rules of the match left out."""
    texts = [
        json.dumps(event_for(event, viewer, arena.options), ensure_ascii=False)
        for event in arena.events
    ]
    options = json.dumps(options_data(arena.options), ensure_ascii=False)
    return "".join(texts).replace(options, "")


def ever_held(arena: Arena, seat: int) -> set[str]:
    """Return every tile a seat has had on its rack, from the log itself."""
    held: set[str] = set()
    for event in arena.events:
        racks = getattr(event, "racks", None)
        drawn = getattr(event, "drawn", None) if getattr(event, "seat", None) == seat else None
        held.update(RUNES.rack_text(racks[seat] if racks else drawn or ()))
    return held


def test_the_deal_of_others_changes_nothing_a_viewer_sees() -> None:
    arena = Arena(options_of(seats=3)).deal("JABEEL?", "EIKOSTT", "EEEEEEA")
    state = arena.state
    first, second, third = state.seats
    swapped = (first, replace(second, rack=third.rack), replace(third, rack=second.rack))
    other = replace(state, seats=swapped)
    for viewer in (None, 0):
        assert view_for(state, viewer, 0) == view_for(other, viewer, 0)


def test_what_a_log_line_might_quote_holds_no_secret() -> None:
    secrets = {
        "rack", "racks", "rack_before", "bag", "drawn", "returned", "moves", "valid",
    }  # fmt: skip
    arena = Arena(options_of(WordRule.SINGLE, hints=HintRule(3))).deal("JABEEL?", "EIKOSTT")
    arena.do(TakeHint(0, ({"tiles": "JAB"},)))
    arena.exchange(0, "L?", "VV")
    arena.place(1, "8G", "KIT")
    arena.challenge(0, "AAA")
    arena.place(0, "7H", "JAB")
    quoted = [repr(arena.state), repr(arena.state.pending), *map(repr, arena.events[1:])]
    for text in quoted:
        assert not secrets & set(re.findall(r"(\w+)=", text)), text
