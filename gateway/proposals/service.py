"""What players may propose, and what reviewers may do with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Final

from sqlalchemy.exc import IntegrityError

from gateway import cursors
from gateway.accounts.players import Player
from gateway.accounts.sessions import check_there
from gateway.problems import Kind, ProblemError, field_problem
from gateway.proposals import store
from gateway.proposals.models import (
    DecisionBody,
    ProposalAnswer,
    ProposalBody,
    ProposalsAnswer,
    ProposalsQuery,
    Proposer,
)
from gateway.proposals.store import NewProposal, Proposal, Wanted
from gateway.query import read_number
from gateway.reasons import FieldCode, Reason
from gateway.repeats import Repeats, RequestKey
from gateway.storage.database import Database
from gateway.words.models import MAX_TILES_IN_WORD, MIN_TILES
from gateway.words.registry import LexiconRegistry
from lexicon_tools.reader import Lexicon
from lexicon_tools.spelling import Spelling
from rules.errors import TokenError

REVIEWER: Final = "reviewer"
EVERY: Final = "all"
NONE: Final = "off"

BASIC: Final = "-basic"
"""What the name of a lexicon ends in that holds some of the words of another."""

MAX_OPEN: Final = 50
"""Proposals of one player that may be open at a time."""


def wall_clock_ms() -> int:
    """Return the time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Proposals:
    """The proposals of every lexicon.

    Parameters
    ----------
    database
        Keeps them.
    lexicons
        What is installed.
    open_for
        Names of the lexicons that take proposals; ``all``, or ``off``.
    now_ms
        The time of day.
    """

    def __init__(
        self,
        database: Database,
        lexicons: LexiconRegistry,
        open_for: Collection[str] = (EVERY,),
        now_ms: Callable[[], int] = wall_clock_ms,
    ) -> None:
        self._database = database
        self._lexicons = lexicons
        self._open_for = frozenset(open_for) - {NONE}
        self._now_ms = now_ms
        self._repeats = Repeats(database, now_ms=now_ms)

    def takes(self, lexicon_name: str) -> bool:
        """Whether words may be proposed for the lexicon of that name.

        ``all`` leaves out a lexicon named after another that is installed, with ``-basic`` behind:
        what it holds is chosen from that one, which is where words are proposed.
        """
        if EVERY not in self._open_for:
            return lexicon_name in self._open_for
        complete = lexicon_name.removesuffix(BASIC)
        return complete == lexicon_name or complete not in self._lexicons.shelf.names

    async def propose(
        self, player: Player, body: ProposalBody, key: RequestKey | None = None
    ) -> ProposalAnswer:
        """Keep a proposal.

        Asked again with the same ``key`` it is the same proposal, as it stands by then.

        Raises
        ------
        ProblemError
            ``unknown-lexicon``, ``unknown-match``, ``invalid-request``, or ``not-allowed-now``:
            the lexicon takes none, has the word already or lacks it anyhow, a proposal for it is
            open, or too many of the player's are; ``idempotency-mismatch``.
        """

        async def propose_again(reference: str) -> ProposalAnswer:
            async with self._database.read() as connection:
                proposal = await store.find(connection, int(reference))
            assert proposal is not None
            return _shown(proposal, player)

        return await self._repeats.once(
            key, lambda: self._propose(player, body, key), propose_again
        )

    async def _propose(
        self, player: Player, body: ProposalBody, key: RequestKey | None
    ) -> ProposalAnswer:
        await self._lexicons.know(body.lexicon)
        lexicon = self._lexicons.find(body.lexicon)
        if not self.takes(lexicon.name):
            raise _refused(
                Reason.PROPOSALS_OFF, f"No words can be proposed for {lexicon.name} here."
            )
        word = _check_word(lexicon, body)
        new = NewProposal(
            lexicon_name=lexicon.name,
            lexicon_version=lexicon.version,
            word=word,
            kind=body.kind,
            reason=body.reason,
            proposer=player.id,
            match_id=body.match,
            created_ms=self._now_ms(),
        )
        try:
            return await self._add(player, new, key)
        except IntegrityError:
            # another gateway was quicker
            async with self._database.read() as connection:
                standing = await store.open_of_word(connection, lexicon.name, word)
            if standing is None:
                raise
            raise _open_already(word, standing) from None

    async def _add(
        self, player: Player, new: NewProposal, key: RequestKey | None
    ) -> ProposalAnswer:
        async with self._database.write() as connection:
            if new.match_id is not None:
                played = await store.lexicon_of_match(connection, new.match_id, player.id)
                _check_match(new, played)
            standing = await store.open_of_word(connection, new.lexicon_name, new.word)
            if standing is not None:
                raise _open_already(new.word, standing)
            if await store.open_of_player(connection, player.id) >= MAX_OPEN:
                raise _refused(
                    Reason.TOO_MANY_OPEN,
                    f"Expected at most {MAX_OPEN} open proposals of one player; wait until some "
                    "of yours are decided.",
                    most=MAX_OPEN,
                )
            number = await store.add(connection, new)
            await check_there(connection, player.id)
            await self._repeats.keep(connection, key, str(number))
            proposal = await store.find(connection, number)
        assert proposal is not None
        return _shown(proposal, player)

    async def listed(self, player: Player, query: ProposalsQuery) -> ProposalsAnswer:
        """Return a page of proposals, the latest first.

        Raises
        ------
        ProblemError
            ``invalid-request`` if the cursor is none of ours.
        """
        wanted = Wanted(
            lexicon_name=query.lexicon,
            status=query.status,
            proposer=player.id if query.mine else None,
            before=_read_cursor(query.cursor),
            limit=query.limit,
        )
        async with self._database.read() as connection:
            found = await store.listed(connection, wanted)
        page = found[: query.limit]
        return ProposalsAnswer(
            proposals=[_shown(proposal, player) for proposal in page],
            next=str(page[-1].id) if len(found) > query.limit else None,
        )

    async def decide(self, player: Player, number: str, body: DecisionBody) -> ProposalAnswer:
        """Accept or reject a proposal; ``player`` is a reviewer.

        Raises
        ------
        ProblemError
            ``unknown-proposal``, or ``not-allowed-now`` if it has been decided.
        """
        wanted = read_number(number)
        if wanted is None:
            raise _unknown()
        async with self._database.write() as connection:
            is_new = await store.decide(
                connection,
                wanted,
                status="accepted" if body.accept else "rejected",
                decided_by=player.id,
                decided_ms=self._now_ms(),
                note=body.note,
            )
            proposal = await store.find(connection, wanted)
        if proposal is None:
            raise _unknown()
        if not is_new:
            raise _refused(
                Reason.ALREADY_DECIDED,
                f"Expected an open proposal, got one that was {proposal.status}; propose the word "
                "again to have it decided anew.",
                status=proposal.status,
            )
        return _shown(proposal, player)


def _check_word(lexicon: Lexicon, body: ProposalBody) -> str:
    """Return the word as lexicons write it, which must be there to remove and not be to add."""
    try:
        letters = lexicon.alphabet.word(body.word)
    except TokenError as error:
        code = FieldCode.UNKNOWN_TILE
        raise field_problem("/word", code, str(error), error.params) from None
    if not MIN_TILES <= len(letters) <= MAX_TILES_IN_WORD:
        raise field_problem(
            "/word",
            FieldCode.WORD_LENGTH,
            f"Expected a word of {MIN_TILES} to {MAX_TILES_IN_WORD} tiles, got {len(letters)}; "
            "correct it.",
            {"least": MIN_TILES, "most": MAX_TILES_IN_WORD, "got": len(letters)},
        )
    word = Spelling(lexicon.alphabet).text(letters)
    is_there = lexicon.contains(letters)
    where = f"{lexicon.name}@{lexicon.version}"
    if body.kind == "add" and is_there:
        raise _refused(
            Reason.WORD_PRESENT, f"Expected a word that {where} lacks, got {word}, which it has."
        )
    if body.kind == "remove" and not is_there:
        raise _refused(
            Reason.WORD_MISSING, f"Expected a word that {where} has, got {word}, which it lacks."
        )
    return word


def _check_match(new: NewProposal, played: str | None) -> None:
    if played is None:
        raise ProblemError(
            Kind.UNKNOWN_MATCH, "Expected the id of a match, got another text; leave it out."
        )
    if played != new.lexicon_name:
        raise field_problem(
            "/match",
            FieldCode.OTHER_LEXICON,
            f"Expected a match played with {new.lexicon_name}, got one with {played}; leave it out "
            "or propose the word for that lexicon.",
            {"expected": new.lexicon_name, "got": played},
        )


def _shown(proposal: Proposal, viewer: Player) -> ProposalAnswer:
    """Return what of a proposal a player may see."""
    yours = proposal.proposer == viewer.id
    sees_all = yours or REVIEWER in viewer.roles
    decided_by = None
    if proposal.decided_by is not None and proposal.decided_by_name is not None:
        decided_by = Proposer(id=proposal.decided_by, name=proposal.decided_by_name)
    return ProposalAnswer(
        id=proposal.id,
        lexicon=proposal.lexicon_name,
        version=proposal.lexicon_version,
        word=proposal.word,
        kind=proposal.kind,
        status=proposal.status,
        created_at_ms=proposal.created_ms,
        decided_at_ms=proposal.decided_ms,
        note=proposal.note,
        yours=yours,
        reason=proposal.reason if sees_all else None,
        proposer=Proposer(id=proposal.proposer, name=proposal.proposer_name) if sees_all else None,
        decided_by=decided_by if sees_all else None,
        match=proposal.match_id if sees_all else None,
    )


def _read_cursor(text: str | None) -> int | None:
    if text is None:
        return None
    number = read_number(text)
    if number is None:
        raise cursors.refused()
    return number


def _open_already(word: str, number: int) -> ProblemError:
    return _refused(
        Reason.PROPOSAL_OPEN,
        f"Expected a word without an open proposal, got {word}; proposal {number} is to be decided "
        "first.",
        proposal=number,
    )


def _refused(reason: Reason, detail: str, **extra: object) -> ProblemError:
    return ProblemError(Kind.NOT_ALLOWED_NOW, detail, extra={"reason": reason.value, **extra})


def _unknown() -> ProblemError:
    return ProblemError(
        Kind.UNKNOWN_PROPOSAL,
        "Expected the number of a proposal, got another; GET /v1/proposals lists them.",
    )
