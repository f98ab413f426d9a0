"""The dictionary of a match: its own lexicon, wherever its rules allow to look words up."""

from __future__ import annotations

from gateway.matches.refusals import lexicon_missing, refusal
from gateway.matches.seating import check_seen
from gateway.matches.snapshot import Snapshot
from gateway.words.queries import WordQuery
from gateway.words.registry import LexiconRegistry
from gateway.words.search import WordSearch
from lexicon_tools.reader import Lexicon
from rules.errors import GameError
from rules.game.lawful import Action, lawful
from rules.game.options import LexiconPin
from rules.game.reasons import GameReason, refuse
from rules.game.transitions import require


class Dictionary:
    """Looks words up in the lexicons that matches are pinned to.

    Parameters
    ----------
    lexicons
        What is installed.
    search
        Looks words up.
    """

    def __init__(self, lexicons: LexiconRegistry, search: WordSearch) -> None:
        self._lexicons = lexicons
        self._search = search

    async def look_up(
        self,
        snapshot: Snapshot,
        player_id: str | None,
        query: WordQuery,
        *,
        now_ms: int,
        request_id: str,
    ) -> bytes:
        """Answer ``query``, as JSON, for somebody at a match, or watching it.

        Nobody is told that, or what, they looked up.

        Raises
        ------
        ProblemError
            ``not-allowed-now`` where the rules of the match forbid it, ``not-yours``,
            ``unknown-match``, ``lexicon-missing``, ``invalid-request``; for a list whatever
            keeps the workers from finding it.
        """
        check_seen(snapshot, player_id)
        _check_allowed(snapshot, player_id, now_ms)
        await self._lexicons.know(snapshot.state.options.lexicon.sha256)
        lexicon = self._pinned(snapshot.state.options.lexicon)
        return await self._search.answer(lexicon, query, request_id)

    def _pinned(self, pin: LexiconPin) -> Lexicon:
        lexicon = self._lexicons.shelf.by_reference.get(pin.sha256)
        if lexicon is None:
            raise lexicon_missing(pin.name, pin.version, pin.sha256)
        return lexicon


def _check_allowed(snapshot: Snapshot, player_id: str | None, now_ms: int) -> None:
    state, seat = snapshot.state, snapshot.seat_of(player_id)
    try:
        if seat is not None:
            require(state, Action.LOOK_UP, seat, now_ms)
        elif Action.LOOK_UP not in lawful(state, None, now_ms):
            raise refuse(GameReason.DICTIONARY_OFF)
    except GameError as error:
        raise refusal(error) from None
