"""Hints: the best moves for whoever is in turn, at the price the match sets."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from gateway.accounts.players import Player
from gateway.matches.keeper import Keeper, Outcome, Plan
from gateway.matches.models import Sequence
from gateway.matches.refusals import refusal
from gateway.matches.seating import seat_of
from gateway.matches.snapshot import Snapshot
from gateway.matches.solving import Candidate, HopError, MatchSolver
from gateway.matches.turns import key_of
from rules.errors import GameError
from rules.game.commands import TakeHint
from rules.game.events import HintTaken
from rules.game.lawful import Action
from rules.game.transitions import require


class HintBody(BaseModel):
    """Ask for a hint."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, json_schema_extra={"examples": [{"seq": 3}]}
    )

    seq: Sequence


class HintMove(BaseModel):
    """A placement that was worth showing."""

    coord: str
    tiles: str
    word: Annotated[str, Field(description="The main word as it then stands.")]
    score: int
    leave: Annotated[str, Field(description="Tiles that stay on the rack.")]


class HintAnswer(BaseModel):
    """The best placements by score; none where there is no placement."""

    seq: Annotated[int, Field(description="Number of the event that records the hint.")]
    moves: list[HintMove]
    cost_points: Annotated[int, Field(description="Taken off the score of this turn.")]


HINT_BODY: TypeAdapter[HintBody] = TypeAdapter(HintBody)


class _Seen(Exception):  # noqa: N818 - no error: the match as it stands
    """Hands out the match that a version names."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__()
        self.snapshot = snapshot


class Hints:
    """Gives hints and records them.

    Parameters
    ----------
    keeper
        Keeps the matches.
    solver
        Finds the moves.
    """

    def __init__(self, keeper: Keeper, solver: MatchSolver) -> None:
        self._keeper = keeper
        self._solver = solver

    async def take(
        self,
        match_id: str,
        body: HintBody,
        player: Player,
        *,
        key: str | None = None,
        request_id: str | None = None,
    ) -> HintAnswer:
        """Give the player in turn a hint.

        The moves are found first; only then is the hint recorded, and paid for. If the match has
        moved on meanwhile, or no worker is there, nothing was changed.

        Parameters
        ----------
        match_id, body, player
            Which match, at which version, and who asks.
        key
            ``Idempotency-Key`` of the request; asked again, it is the same hint at one price.
        request_id
            Names the call of the worker in the logs.

        Raises
        ------
        ProblemError
            ``not-allowed-now``, ``not-yours``, ``stale-version``, ``unknown-match``,
            ``worker-unavailable`` and the other problems of the hop.
        """
        snapshot = await self._keeper.get(match_id)
        idempotency = key_of(key, seat_of(snapshot, player.id), "hint", body)

        def look(current: Snapshot) -> Plan:
            self._check_lawful(current, player)
            raise _Seen(current)

        try:
            outcome = await self._keeper.act(
                match_id, look, expected_seq=body.seq, idempotency=idempotency
            )
        except _Seen as seen:
            moves = await self._find(seen.snapshot, player, request_id)
        else:
            return _answer(outcome)

        def plan(current: Snapshot) -> Plan:
            return Plan((TakeHint(seat_of(current, player.id), moves),))

        return _answer(
            await self._keeper.act(match_id, plan, expected_seq=body.seq, idempotency=idempotency)
        )

    def _check_lawful(self, snapshot: Snapshot, player: Player) -> None:
        seat = seat_of(snapshot, player.id)
        try:
            require(snapshot.state, Action.HINT, seat, self._keeper.now_ms())
        except GameError as error:
            raise refusal(error) from None

    async def _find(
        self, snapshot: Snapshot, player: Player, request_id: str | None
    ) -> tuple[dict[str, Any], ...]:
        state, seat = snapshot.state, seat_of(snapshot, player.id)
        try:
            found = await self._solver.best(
                state,
                state.seats[seat].rack,
                state.options.hints.moves,
                common=state.options.hints.words == "common",
                request_id=request_id,
            )
        except HopError as error:
            raise error.problem() from error
        return tuple(_shown(move) for move in found)


def _shown(move: Candidate) -> dict[str, Any]:
    """Return what of a move is worth keeping in the log."""
    return {name: move[name] for name in HintMove.model_fields}


def _answer(outcome: Outcome) -> HintAnswer:
    event = outcome.snapshot.events[outcome.seq_to - 1]
    assert isinstance(event, HintTaken)
    return HintAnswer(
        seq=outcome.seq_to,
        moves=[HintMove.model_validate(move) for move in event.moves],
        cost_points=event.cost_points,
    )
