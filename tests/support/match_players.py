"""Scripted players: two guests at a table who play real moves, match after match."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from tests.support.match_api import JSON_TYPE, Answer, Guest, MatchApi, UnexpectedAnswerError

EXCHANGE_MINIMUM = 7
NO_CLOCK = {"kind": "none"}


class BestMoves:
    """Asks a worker for the best placement of a position.

    The worker is asked directly, beside the gateway that is under test: a scripted player finds
    its move at the cost of a third of a millisecond in another process.

    Parameters
    ----------
    session
        Connections to speak over.
    url
        Base address of a worker.
    lexicon
        Name of the lexicon the matches are played with.
    """

    def __init__(self, session: aiohttp.ClientSession, url: str, lexicon: str = "en") -> None:
        self._session = session
        self.url = url
        self._url = f"{url}/v1/hints"
        self.lexicon = lexicon

    async def choose(self, board: Sequence[str], rack: str, bag_count: int) -> dict[str, Any]:
        """Best placement of a rack; where there is none an exchange, else a pass."""
        asked = {"lexicon": self.lexicon, "board": board, "rack": rack, "limit": 1}
        data = json.dumps(asked).encode()
        async with self._session.post(self._url, data=data, headers=JSON_TYPE) as got:
            found = json.loads(await got.read())
        if got.status != 200:
            raise UnexpectedAnswerError(f"the worker answered {got.status} {found}")
        if found["moves"]:
            best = found["moves"][0]
            return {"type": "placement", "coord": best["coord"], "tiles": best["tiles"]}
        if bag_count >= EXCHANGE_MINIMUM:
            return {"type": "exchange", "tiles": rack}
        return {"type": "pass"}


@dataclass
class Table:
    """Two guests and the match they are at.

    Attributes
    ----------
    api, moves
        How they play and what.
    guests
        Who sits there; `begin` seats the first at seat 0.
    rules
        Rules their matches are created with; without a clock unless said.
    match_id, seq, turn
        Of the match under way; `turn` is None once it is over.
    board, racks, bag_count
        The position, pieced together from both players' views.
    """

    api: MatchApi
    moves: BestMoves
    guests: tuple[Guest, Guest]
    rules: Mapping[str, Any] = field(default_factory=lambda: {"clock": NO_CLOCK})
    match_id: str = ""
    seq: int = 0
    turn: int | None = None
    board: Sequence[str] = ()
    racks: list[str] = field(default_factory=lambda: ["", ""])
    bag_count: int = 0

    async def begin(self) -> None:
        """Create a match and sit down at it."""
        created = await self.api.create(
            self.guests[0], lexicon=self.moves.lexicon, rules=dict(self.rules)
        )
        self.match_id = created["id"]
        self.take(1, await self.api.join(self.guests[1], self.match_id, 1))
        self.take(0, await self.api.view(self.match_id, self.guests[0]))

    def take(self, seat: int, view: Mapping[str, Any]) -> None:
        """Look at the match as one of the two sees it now."""
        self.seq = view["seq"]
        self.turn = view["turn"] if view["phase"] == "playing" else None
        self.board = view["board"]
        self.bag_count = view["bag_count"]
        self.racks[seat] = "".join(view["rack"] or ())

    async def next_move(self) -> dict[str, Any]:
        """Return the move that is best for the player in turn."""
        assert self.turn is not None
        return await self.moves.choose(self.board, self.racks[self.turn], self.bag_count)

    async def play(self, move: Mapping[str, Any], key: str | None = None) -> Answer:
        """Send a move of the player in turn and, where it is taken, look at what came of it."""
        seat = self.turn
        assert seat is not None
        answer = await self.api.play(self.guests[seat], self.match_id, self.seq, move, key)
        if answer.status == 200:
            self.take(seat, answer.body["view"])
        return answer
