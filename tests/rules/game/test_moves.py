"""What each move makes happen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.board import Board
from rules.errors import GameError, GameOptionsError, IllegalMove
from rules.game.commands import (
    Cancel,
    LeaveSeat,
    LinkRematch,
    Play,
    Start,
    TakeHint,
    TakeSeat,
    UnlinkRematch,
)
from rules.game.decide import create
from rules.game.events import (
    Challenged,
    Exchanged,
    HintTaken,
    MatchEnded,
    MatchStarted,
    Passed,
    Placed,
    SeatSpec,
    Stood,
)
from rules.game.evolve import evolve, replay
from rules.game.options import HintRule, WordRule
from rules.game.state import Phase
from rules.moves import Pass, Placement
from rules.squares import Direction
from tests.rules.editions import SPANISH
from tests.rules.game.arena import Arena, options_of, tiles_of, types_of


def refused(arena: Arena, command: object) -> GameError:
    """Return the refusal of a command that must not change anything."""
    before, events = arena.state, list(arena.events)
    with pytest.raises(GameError) as caught:
        arena.do(command)  # type: ignore[arg-type]
    assert arena.state is before
    assert arena.events == events
    return caught.value


class TestBeforeTheMatch:
    def test_seats_fill_and_the_racks_are_dealt_one_draw_each(self) -> None:
        arena = Arena(options_of(seats=3))
        assert arena.state.phase is Phase.WAITING
        arena.deal("ABCDEFG", "HIJKLMN", "OPQRSTU", first=1)
        assert [arena.rack(seat) for seat in range(3)] == ["ABCDEFG", "HIJKLMN", "OPQRSTU"]
        assert arena.draws.blocks == [0, 1, 2]
        assert (arena.state.phase, arena.state.turn, arena.state.turn_number) == ("playing", 1, 1)
        assert arena.state.bag.size == 79
        assert arena.last(MatchStarted).first == 1

    def test_a_seat_that_was_left_can_be_taken_again(self) -> None:
        arena = Arena()
        arena.do(TakeSeat(0, "Ada", nonce=b"a"))
        assert refused(arena, TakeSeat(0, "Ben")).reason == "seat-taken"
        arena.do(LeaveSeat(0))
        assert refused(arena, LeaveSeat(0)).reason == "seat-empty"
        arena.do(TakeSeat(0, "Ben"))
        assert arena.state.seats[0].name == "Ben"
        assert arena.state.nonces == (b"", b"")

    def test_a_bot_can_take_an_empty_seat(self) -> None:
        arena = Arena()
        arena.do(TakeSeat(1, "Club", "bot", "club"))
        assert (arena.state.seats[1].kind, arena.state.seats[1].level) == ("bot", "club")

    def test_a_bot_of_the_match_sits_from_the_start(self) -> None:
        arena = Arena()
        specs = [SeatSpec(), SeatSpec("bot", None, "expert")]
        (created,) = create(arena.options, specs, "0" * 64, 5)
        seats = evolve(None, created).seats
        assert [seat.taken for seat in seats] == [False, True]
        assert seats[1].name == "expert"

    def test_a_match_with_an_empty_seat_does_not_start(self) -> None:
        arena = Arena()
        arena.do(TakeSeat(0, "Ada"))
        error = refused(arena, Start())
        assert (error.reason, error.seat) == ("seats-empty", 1)

    @pytest.mark.parametrize("name", ["", " Ada", "A\nda", "A" * 65])
    def test_names_are_short_and_printable(self, name: str) -> None:
        assert refused(Arena(), TakeSeat(0, name)).reason == "bad-name"

    def test_nonces_are_short(self) -> None:
        assert refused(Arena(), TakeSeat(0, "Ada", nonce=bytes(65))).reason == "bad-nonce"

    @pytest.mark.parametrize("seat", [-1, 2])
    def test_other_seats_are_refused(self, seat: int) -> None:
        assert refused(Arena(), TakeSeat(seat, "Ada")).reason == "no-such-seat"
        assert refused(Arena().sit(), Start(seat)).reason == "no-such-seat"
        assert refused(Arena(), LeaveSeat(seat)).reason == "no-such-seat"

    def test_a_match_can_be_cancelled_until_it_begins(self) -> None:
        arena = Arena()
        arena.do(Cancel())
        result = arena.state.result
        assert result is not None
        assert (result.reason, result.winners, result.scores) == ("cancelled", (), (0, 0))
        assert refused(arena, TakeSeat(0, "Ada")).reason == "match-over"
        assert refused(arena, LinkRematch("next")).reason == "match-over"
        assert refused(Arena().deal(), Cancel()).reason == "wrong-phase"

    def test_seats_and_commitment_have_to_fit(self) -> None:
        with pytest.raises(GameOptionsError, match="2 seats, got 3"):
            create(options_of(), [SeatSpec()] * 3, "0" * 64, 0)
        with pytest.raises(GameOptionsError, match="commitment"):
            create(options_of(), [SeatSpec()] * 2, "seed", 0)


class TestPlacement:
    def test_it_scores_draws_and_passes_the_turn_on(self) -> None:
        arena = Arena().deal("JABEELR", "EIKOSTT").wait(7000)
        arena.place(0, "8g", "JAB", "VVW")
        event = arena.last(Placed)
        assert (event.coord, event.tiles, event.points, event.time_ms) == ("8G", "JAB", 24, 7000)
        assert arena.rack(0) == "EELRVVW"
        assert arena.scores == (24, 0)
        assert arena.state.turn == 1
        assert arena.state.bag.size == 83
        assert arena.state.last is not None
        assert arena.state.last.squares == ((7, 6), (7, 7), (7, 8))

    def test_through_tiles_and_a_blank_are_written_as_such(self) -> None:
        arena = Arena().deal("JABEELR", "?IKOSTT")
        arena.place(0, "8G", "JAB", "VVW")
        arena.place(1, "8J", "s", "E")
        event = arena.last(Placed)
        assert (event.coord, event.tiles, event.words[0].text) == ("8G", "...s", "JABs")
        assert event.squares == ((7, 9, 0x80 | 19),)
        assert arena.rack(1) == "IKOSTTE"

    def test_a_bingo_takes_a_full_rack(self) -> None:
        arena = Arena().deal("AEINRST", "EIKOSTU")
        arena.place(0, "8D", "NASTIER", "AAAAAAB")
        event = arena.last(Placed)
        assert (event.bonus, event.points) == (50, 66)

    def test_tiles_of_several_characters_stand_in_brackets(self) -> None:
        arena = Arena(options_of(alphabet=SPANISH))
        arena.deal("[CH]OOAAAA", "EEEEEEE")
        assert arena.state.phase is Phase.PLAYING
        arena.place(0, "8H", "[CH]OO", "AAA")
        assert arena.last(Placed).words[0].text == "[CH]OO"

    def test_under_void_a_phony_cannot_be_played(self) -> None:
        arena = Arena(phonies=["JAB", "AX"]).deal("JABEELR", "EIKOSTT")
        placement = Placement.parse("8G", "JAB", arena.alphabet, 15, 15)
        error = refused(arena, Play(0, placement))
        assert (error.reason, error.words) == ("phony", ("JAB",))
        assert error.squares == ((7, 6), (7, 7), (7, 8))
        assert "JAB" in str(error)

    @pytest.mark.parametrize(
        ("coord", "tiles", "reason"),
        [
            ("1A", "JAB", "start-not-covered"),
            ("8G", "JABX", "not-in-rack"),
            ("8N", "JAB", "off-board"),
            ("8H", "J", "too-short"),
            ("8G", "J.B", "through-empty"),
        ],
    )
    def test_what_the_board_forbids_keeps_its_own_reason(
        self, coord: str, tiles: str, reason: str
    ) -> None:
        arena = Arena().deal("JABEELR", "EIKOSTT")
        before = arena.state
        with pytest.raises(IllegalMove) as caught:
            arena.place(0, coord, tiles)
        assert caught.value.reason == reason
        assert arena.state is before

    @pytest.mark.parametrize("value", [0x80, 0x80 | 27, 27, 60, 255, 300, -1])
    def test_values_that_are_no_tile_are_not_in_the_rack(self, value: int) -> None:
        arena = Arena().deal("JABEEL?", "EIKOSTT")
        with pytest.raises(IllegalMove) as caught:
            arena.play(0, Placement(7, 7, Direction.ACROSS, (1, value)))
        assert caught.value.reason == "not-in-rack"

    def test_the_start_square_is_covered_even_after_a_pass_and_a_phony(self) -> None:
        arena = Arena(options_of(WordRule.SINGLE), phonies=["JAB"]).deal("JABEELR", "EIKOSTT")
        arena.pass_turn(0)
        with pytest.raises(IllegalMove, match="8H"):
            arena.place(1, "1A", "KIT")
        arena.pass_turn(1)
        arena.place(0, "8G", "JAB")
        arena.challenge(1)
        with pytest.raises(IllegalMove, match="8H"):
            arena.place(1, "7G", "KIT")


class TestExchange:
    def test_the_new_tiles_are_drawn_before_the_old_ones_go_back(self) -> None:
        arena = Arena().deal("QUIOEU?", "EIKOSTT")
        arena.exchange(0, "QU", "AB")
        event = arena.last(Exchanged)
        alphabet = arena.alphabet
        assert alphabet.rack_text(event.returned) == "QU"
        assert arena.rack(0) == "IOEU?AB"
        assert arena.state.bag.size == 86
        assert arena.state.bag.counts[alphabet.rack_letters("Q")[0]] == 1
        assert arena.state.scoreless == 1

    def test_a_letter_never_takes_the_blank(self) -> None:
        arena = Arena().deal("QUIOEU?", "EIKOSTT")
        arena.exchange(0, "U", "A")
        assert arena.rack(0) == "QIOEU?A"

    @pytest.mark.parametrize("tiles", ["?", "QQ", "Z"])
    def test_only_tiles_of_the_rack(self, tiles: str) -> None:
        arena = Arena().deal("QUIOEAA", "EIKOSTT")
        with pytest.raises(GameError) as caught:
            arena.exchange(0, tiles)
        assert caught.value.reason == "not-in-rack"

    def test_at_least_one_tile(self) -> None:
        arena = Arena().deal("QUIOEAA", "EIKOSTT")
        with pytest.raises(GameError) as caught:
            arena.exchange(0, "")
        assert caught.value.reason == "exchange-empty"

    @pytest.mark.parametrize(("minimum", "left", "allowed"), [(7, 7, True), (7, 6, False)])
    def test_the_bag_must_hold_enough(self, minimum: int, left: int, allowed: bool) -> None:
        few = tiles_of("A" * 14 + "B" * left)
        arena = Arena(options_of(alphabet=few, exchange_minimum=minimum))
        arena.deal("A" * 7, "A" * 7)
        if allowed:
            arena.exchange(0, "A", "B")
            return
        with pytest.raises(GameError) as caught:
            arena.exchange(0, "A")
        assert caught.value.reason == "exchange-too-few-in-bag"

    def test_with_a_lower_minimum_no_more_than_the_bag_holds(self) -> None:
        few = tiles_of("A" * 14 + "BBB")
        arena = Arena(options_of(alphabet=few, exchange_minimum=1)).deal("A" * 7, "A" * 7)
        with pytest.raises(GameError) as caught:
            arena.exchange(0, "AAAA")
        assert caught.value.reason == "exchange-too-few-in-bag"
        arena.exchange(0, "AAA", "BBB")
        assert arena.rack(0) == "AAAABBB"

    def test_the_last_placement_draws_first(self) -> None:
        few = tiles_of("A" * 14 + "B" * 9)
        arena = Arena(options_of(WordRule.SINGLE, alphabet=few)).deal("A" * 7, "A" * 7)
        arena.place(0, "8G", "AAA")
        with pytest.raises(GameError) as caught:
            arena.exchange(1, "A")
        assert caught.value.reason == "exchange-too-few-in-bag"


class TestChallenge:
    def phony(self, rule: WordRule, **more: object) -> Arena:
        arena = Arena(options_of(rule, **more), phonies=["JAB"])  # type: ignore[arg-type]
        return arena.deal("JABEELR", "EIKOSTT", "EEEEEEA", "IIIIIIA")

    @pytest.mark.parametrize("rule", [WordRule.SINGLE, WordRule.DOUBLE, WordRule.PENALTY])
    def test_a_phony_comes_off_and_its_own_tiles_come_back(self, rule: WordRule) -> None:
        arena = self.phony(rule).wait(3000)
        arena.place(0, "8G", "JAB")
        assert arena.last(Placed).drawn is None
        assert arena.rack(0) == "EELR"
        assert arena.scores == (24, 0)
        arena.wait(2000)
        started = arena.state.turn_started_ms
        events = arena.challenge(1)
        assert types_of(events) == ["challenged"]
        event = arena.last(Challenged)
        assert (event.by, event.seat, event.success) == (1, 0, True)
        assert (event.phonies, event.points_lost, event.award_points) == (("JAB",), 24, 0)
        assert arena.rack(0) == "JABEELR"
        assert arena.state.board == Board.empty(15, 15)
        assert arena.scores == (0, 0)
        assert (arena.state.turn, arena.state.scoreless, arena.state.last) == (1, 1, None)
        assert arena.state.bag.size == 86
        assert arena.state.turn_started_ms == started

    @pytest.mark.parametrize(
        ("rule", "more", "scores", "loses"),
        [
            (WordRule.SINGLE, {}, (24, 0), False),
            (WordRule.DOUBLE, {}, (24, 0), True),
            (WordRule.PENALTY, {"penalty_points": 10}, (34, 0), False),
            (WordRule.PENALTY, {"penalty_points": 5, "per": "word"}, (29, 0), False),
        ],
    )
    def test_a_wrong_challenge(
        self, rule: WordRule, more: dict[str, object], scores: tuple[int, int], loses: bool
    ) -> None:
        arena = Arena(options_of(rule, **more)).deal("JABEELR", "EIKOSTT")  # type: ignore[arg-type]
        arena.place(0, "8G", "JAB")
        events = arena.wait(2500).challenge(1, "VVW")
        expected = ["challenged", "stood"] + ["passed"] * loses
        assert types_of(events) == expected
        assert arena.scores == scores
        assert arena.rack(0) == "EELRVVW"
        assert arena.state.turn == (0 if loses else 1)
        assert arena.state.scoreless == (1 if loses else 0)
        if loses:
            passed = arena.last(Passed)
            assert (passed.seat, passed.cause, passed.time_ms) == (1, "lost-turn", 2500)
            assert not arena.state.seats[1].loses_next_turn

    def test_the_penalty_can_count_every_word(self) -> None:
        rule = options_of(WordRule.PENALTY, penalty_points=5, per="word")
        arena = Arena(rule).deal("JABEELR", "EIKOSTT")
        arena.place(0, "8G", "JAB")
        arena.place(1, "9G", "OE", "AAA")
        words = arena.last(Placed).words
        assert [word.text for word in words] == ["OE", "JO", "AE"]
        before = arena.scores[1]
        arena.challenge(0)
        assert arena.last(Challenged).award_points == 15
        assert arena.scores[1] == before + 15

    def test_the_next_move_lets_it_stand_with_a_draw_first(self) -> None:
        arena = self.phony(WordRule.SINGLE)
        arena.place(0, "8G", "JAB")
        arena.draws.plan("VVW")
        events = arena.pass_turn(1)
        assert types_of(events) == ["stood", "passed"]
        assert arena.rack(0) == "EELRVVW"
        with pytest.raises(GameError) as caught:
            arena.challenge(1)
        assert caught.value.reason == "nothing-to-challenge"

    def test_where_phonies_cannot_be_played_there_is_nothing_to_challenge(self) -> None:
        arena = Arena().deal("JABEELR", "EIKOSTT")
        arena.place(0, "8G", "JAB")
        with pytest.raises(GameError) as caught:
            arena.challenge(1)
        assert caught.value.reason == "challenge-not-allowed"

    def test_nobody_challenges_an_own_placement(self) -> None:
        arena = self.phony(WordRule.SINGLE)
        arena.place(0, "8G", "JAB")
        with pytest.raises(GameError) as caught:
            arena.challenge(0)
        assert caught.value.reason == "own-placement"

    def test_with_three_seats_anyone_may_until_the_next_move(self) -> None:
        arena = self.phony(WordRule.DOUBLE, seats=3)
        arena.place(0, "8G", "JAB")
        arena.challenge(2)
        assert (arena.state.turn, arena.scores) == (1, (0, 0, 0))

    def test_a_turn_lost_out_of_turn_is_served_when_it_comes(self) -> None:
        arena = Arena(options_of(WordRule.DOUBLE, seats=3)).deal("JABEELR", "EIKOSTT", "EEEEEEA")
        arena.place(0, "8G", "JAB")
        arena.challenge(2, "VVW")
        assert arena.state.turn == 1
        assert arena.state.seats[2].loses_next_turn
        events = arena.place(1, "9G", "OE")
        # The lost turn is no move: the placement before it can still be challenged.
        assert types_of(events) == ["placed", "passed"]
        assert arena.state.turn == 0
        assert arena.state.pending is not None
        assert arena.state.pending.seat == 1
        assert types_of(arena.challenge(0, "AA")) == ["challenged", "stood", "passed"]
        assert (arena.state.turn, arena.rack(1)) == (1, "IKSTTAA")

    def test_each_wrong_challenge_costs_a_turn_of_its_own(self) -> None:
        """Once a turn is as good as lost, doubting whatever comes would else cost nothing more."""
        arena = Arena(options_of(WordRule.DOUBLE, seats=4))
        arena.deal("JABEELR", "EIKOSTT", "EEEEEEA", "IIIIIIO")
        arena.place(0, "8G", "JAB")
        arena.challenge(3, "VVW")
        arena.place(1, "9G", "OE")
        arena.challenge(3, "AA")
        assert arena.state.seats[3].turns_to_lose == 2
        lost = []
        while arena.state.seats[3].turns_to_lose:
            assert arena.state.turn is not None
            events = arena.do(Play(arena.state.turn, Pass()))
            lost += [event.seat for event in events[1:] if isinstance(event, Passed)]
        assert lost == [3, 3]

    def test_a_placement_that_went_round_the_table_stands(self) -> None:
        arena = Arena(options_of(WordRule.DOUBLE, seats=3)).deal("JABEELR", "EIKOSTT", "EEEEEEA")
        flagged = tuple(
            replace(seat, turns_to_lose=int(at > 0)) for at, seat in enumerate(arena.state.seats)
        )
        arena.state = replace(arena.state, seats=flagged)
        arena.draws.plan("VVW")
        assert types_of(arena.place(0, "8G", "JAB")) == ["placed", "passed", "passed", "stood"]
        assert (arena.state.turn, arena.rack(0)) == (0, "EELRVVW")

    def test_the_scoreless_turns_since_a_phony_still_count(self) -> None:
        arena = Arena(options_of(WordRule.DOUBLE, seats=3), phonies=["OE"])
        arena.deal("JABEELR", "EIKOSTT", "EEEEEEA")
        arena.place(0, "8G", "JAB")
        arena.challenge(2, "VVW")
        arena.place(1, "9G", "OE")
        assert arena.state.scoreless == 1
        arena.challenge(0)
        # The phony itself and the turn lost after it.
        assert (arena.state.scoreless, arena.state.turn) == (2, 0)

    def test_hint_points_stay_due_when_the_phony_comes_off(self) -> None:
        hints = HintRule(3, 10)
        arena = self.phony(WordRule.SINGLE, hints=hints)
        arena.do(TakeHint(0, ()))
        arena.place(0, "8G", "JAB")
        assert arena.scores == (14, 0)
        arena.challenge(1)
        assert arena.scores == (-10, 0)


class TestHints:
    def arena(self, **rule: object) -> Arena:
        hints = HintRule(**{"moves": 2, "cost_points": 30, **rule})  # type: ignore[arg-type]
        return Arena(options_of(hints=hints)).deal("JABEELR", "EIKOSTT")

    def test_they_cost_points_of_the_turn_and_leave_it_a_scoring_one(self) -> None:
        arena = self.arena()
        moves = tuple({"coord": "8G", "tiles": "JAB", "score": n} for n in range(3))
        arena.do(TakeHint(0, moves))
        event = arena.last(HintTaken)
        assert (event.moves, event.cost_points) == (moves[:2], 30)
        arena.place(0, "8G", "JAB", "VVW")
        placed = arena.last(Placed)
        assert (placed.points, placed.hint_points) == (-6, 30)
        assert arena.scores == (-6, 0)
        assert arena.state.scoreless == 0
        assert arena.state.last is not None
        assert arena.state.last.points == 24
        assert arena.state.seats[0].hint_points_due == 0

    def test_they_make_a_scoreless_turn_cost_as_well(self) -> None:
        arena = self.arena()
        arena.do(TakeHint(0, ()))
        arena.pass_turn(0)
        assert (arena.scores, arena.state.scoreless) == ((-30, 0), 1)
        arena.do(TakeHint(1, ()))
        arena.exchange(1, "K", "A")
        assert (arena.scores, arena.last(Exchanged).points) == ((-30, -30), -30)

    def test_one_a_turn_and_as_many_a_game_as_the_rules_say(self) -> None:
        arena = self.arena(per_game=1)
        arena.do(TakeHint(0, ()))
        assert refused(arena, TakeHint(0, ())).reason == "hint-taken"
        assert refused(arena, TakeHint(1, ())).reason == "not-your-turn"
        arena.pass_turn(0)
        arena.pass_turn(1)
        assert refused(arena, TakeHint(0, ())).reason == "no-hints-left"

    def test_off(self) -> None:
        assert refused(self.arena(moves=0), TakeHint(0, ())).reason == "hints-off"


class TestResigning:
    def test_of_two_ends_the_match(self) -> None:
        arena = Arena().deal("JABEELR", "EIKOSTT")
        arena.place(0, "8G", "JAB", "VVW")
        arena.resign(0)
        ended = arena.last(MatchEnded)
        assert (ended.reason, ended.winners, ended.scores) == ("resigned", (1,), (24, 0))
        assert ended.adjustments == ()

    def test_of_three_leaves_the_others_playing_without_its_tiles(self) -> None:
        arena = Arena(options_of(seats=3)).deal("JABEELR", "EIKOSTT", "EEEEEEA")
        arena.resign(0)
        assert (arena.state.turn, arena.state.phase) == (1, "playing")
        assert arena.state.bag.size == 79
        arena.pass_turn(1)
        arena.pass_turn(2)
        assert arena.state.turn == 1
        assert refused(arena, Play(0, Placement(7, 7, Direction.ACROSS, (1, 2)))).reason == (
            "seat-resigned"
        )

    def test_out_of_turn_leaves_the_turn_where_it_is(self) -> None:
        arena = Arena(options_of(seats=3)).deal("JABEELR", "EIKOSTT", "EEEEEEA")
        number = arena.state.turn_number
        arena.resign(2)
        assert (arena.state.turn, arena.state.turn_number) == (0, number)

    def test_with_a_placement_that_could_be_challenged_it_stands(self) -> None:
        arena = Arena(options_of(WordRule.SINGLE, seats=3), phonies=["JAB"])
        arena.deal("JABEELR", "EIKOSTT", "EEEEEEA")
        arena.place(0, "8G", "JAB")
        arena.resign(0)
        assert arena.state.pending is None
        assert arena.rack(0) == "EELR"
        with pytest.raises(GameError) as caught:
            arena.challenge(1)
        assert caught.value.reason == "nothing-to-challenge"

    def test_in_turn_lets_the_last_placement_stand(self) -> None:
        arena = Arena(options_of(WordRule.SINGLE, seats=3)).deal("JABEELR", "EIKOSTT", "EEEEEEA")
        arena.place(0, "8G", "JAB")
        arena.draws.plan("VVW")
        assert types_of(arena.resign(1)) == ["stood", "resigned"]
        assert arena.rack(0) == "EELRVVW"

    def test_out_of_turn_leaves_the_last_placement_open(self) -> None:
        arena = Arena(options_of(WordRule.SINGLE, seats=3)).deal("JABEELR", "EIKOSTT", "EEEEEEA")
        arena.place(0, "8G", "JAB")
        arena.resign(2)
        assert arena.state.pending is not None


class TestRematch:
    def test_once_after_the_end(self) -> None:
        arena = Arena().deal("JABEELR", "EIKOSTT")
        assert refused(arena, LinkRematch("next")).reason == "wrong-phase"
        arena.resign(0)
        arena.do(LinkRematch("next"))
        assert arena.state.rematch == "next"
        assert refused(arena, LinkRematch("other")).reason == "rematch-exists"

    def test_another_where_the_one_that_was_made_is_called_off(self) -> None:
        arena = Arena().deal("JABEELR", "EIKOSTT")
        assert refused(arena, UnlinkRematch("next")).reason == "wrong-phase"
        arena.resign(0)
        assert refused(arena, UnlinkRematch("next")).reason == "no-such-rematch"
        arena.do(LinkRematch("next"))
        assert refused(arena, UnlinkRematch("other")).reason == "no-such-rematch"
        assert types_of(arena.do(UnlinkRematch("next"))) == ["rematch-cancelled"]
        assert arena.state.rematch is None
        arena.do(LinkRematch("other"))
        assert replay(arena.events).rematch == "other"


def test_a_restart_between_a_phony_and_its_challenge() -> None:
    """The phony's own tiles come back, not newly drawn ones, from the log alone."""
    arena = Arena(options_of(WordRule.SINGLE), phonies=["JAB"]).deal("JABEELR", "EIKOSTT")
    arena.place(0, "8G", "JAB")
    arena.state = replay(arena.events)
    arena.challenge(1)
    assert arena.rack(0) == "JABEELR"
    assert Stood not in {type(event) for event in arena.events}
