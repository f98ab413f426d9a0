"""Proposing words and deciding on them, in both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from sqlalchemy import insert, select

from gateway.accounts.players import Player
from gateway.problems import ProblemError
from gateway.proposals import service
from gateway.proposals.export import read_accepted
from gateway.proposals.models import DecisionBody, ProposalAnswer, ProposalBody, ProposalsQuery
from gateway.proposals.service import Proposals
from gateway.settings import Settings
from gateway.storage.database import Database
from gateway.storage.errors import StorageError
from gateway.storage.schema import players, proposals
from gateway.words.registry import LexiconRegistry

ADA = Player("ada-ada-ada-ada-", "Ada", False)
BEN = Player("ben-ben-ben-ben-", "Ben", True)
EVE = Player("eve-eve-eve-eve-", "Eve", False, frozenset({"reviewer"}))

Story = Callable[[Proposals, Database], Awaitable[None]]


@pytest.fixture
def tell(database: Database, lexicon_dir: Path) -> Callable[..., None]:
    """Run a story on an open store with three players and the lexicon ``mini``."""
    lexicons = LexiconRegistry(lexicon_dir)
    lexicons.refresh()
    clock = iter(range(1000, 1_000_000))

    def run(story: Story, open_for: tuple[str, ...] = ("all",)) -> None:
        async def told() -> None:
            async with database:
                async with database.write() as connection:
                    for player in (ADA, BEN, EVE):
                        values = {
                            "id": player.id,
                            "name": player.name,
                            "guest": player.guest,
                            "created_ms": 1,
                        }
                        await connection.execute(insert(players), values)
                await story(Proposals(database, lexicons, open_for, lambda: next(clock)), database)

        asyncio.run(told())

    return run


def body(word: str, kind: str = "add", **more: Any) -> ProposalBody:
    values = {"lexicon": "mini", "word": word, "kind": kind, "reason": "It is a word."}
    return ProposalBody.model_validate(values | more)


async def refused(awaitable: Awaitable[object]) -> tuple[str, Any]:
    with pytest.raises(ProblemError) as refusal:
        await awaitable
    problem = refusal.value
    if problem.errors:
        return problem.kind.value, (problem.errors[0].pointer, problem.errors[0].code)
    return problem.kind.value, problem.extra.get("reason")


def test_a_proposal_is_made_listed_and_decided(tell: Callable[..., None]) -> None:
    async def story(all_of_them: Proposals, _: Database) -> None:
        made = await all_of_them.propose(BEN, body("quay", reason="  In the dictionary. "))
        assert made.word == "QUAY"
        assert (made.lexicon, made.version, made.status) == ("mini", "1", "open")
        assert made.reason == "In the dictionary."
        assert made.yours
        decided = await all_of_them.decide(
            EVE, str(made.id), DecisionBody(accept=True, note="Indeed.")
        )
        assert (decided.status, decided.note, decided.yours) == ("accepted", "Indeed.", False)
        assert decided.decided_by is not None
        assert decided.decided_by.name == "Eve"
        assert decided.decided_at_ms is not None
        assert decided.decided_at_ms > decided.created_at_ms
        listed = await all_of_them.listed(BEN, ProposalsQuery(status="accepted"))
        assert [each.word for each in listed.proposals] == ["QUAY"]
        assert (await all_of_them.listed(BEN, ProposalsQuery(status="open"))).proposals == []

    with pytest.raises(ValidationError):
        body("quay", reason="\t")
    tell(story)


def test_reason_and_proposer_are_not_for_everybody(tell: Callable[..., None]) -> None:
    async def story(all_of_them: Proposals, _: Database) -> None:
        made = await all_of_them.propose(BEN, body("QUAY"))
        await all_of_them.decide(EVE, str(made.id), DecisionBody(accept=False, note="No."))

        async def seen_by(player: Player) -> ProposalAnswer:
            return (await all_of_them.listed(player, ProposalsQuery())).proposals[0]

        for player in (BEN, EVE):
            seen = await seen_by(player)
            assert seen.reason == "It is a word."
            assert seen.proposer is not None
            assert seen.proposer.name == "Ben"
            assert seen.decided_by is not None
        seen = await seen_by(ADA)
        assert (seen.word, seen.status, seen.note) == ("QUAY", "rejected", "No.")
        assert (seen.reason, seen.proposer, seen.decided_by, seen.match) == (None,) * 4

    tell(story)


def test_what_cannot_be_proposed(tell: Callable[..., None]) -> None:
    async def story(all_of_them: Proposals, _: Database) -> None:
        propose = all_of_them.propose
        present, missing = "word-present", "word-missing"
        assert await refused(propose(ADA, body("QI"))) == ("not-allowed-now", present)
        assert await refused(propose(ADA, body("QUAY", "remove"))) == ("not-allowed-now", missing)
        where = ("/word", "unknown-tile")
        assert await refused(propose(ADA, body("ÄÖ"))) == ("invalid-request", where)
        where = ("/word", "word-length")
        assert await refused(propose(ADA, body("A"))) == ("invalid-request", where)
        assert await refused(propose(ADA, body("A" * 22))) == ("invalid-request", where)
        other = body("QUAY", lexicon="other")
        assert await refused(propose(ADA, other)) == ("unknown-lexicon", None)
        there_is_none = body("QUAY", match="AAAAAAAAAAAAAAAA")
        assert await refused(propose(ADA, there_is_none)) == ("unknown-match", None)
        assert (await all_of_them.listed(ADA, ProposalsQuery())).proposals == []

    tell(story)


def test_a_word_has_one_open_proposal(tell: Callable[..., None]) -> None:
    async def story(all_of_them: Proposals, _: Database) -> None:
        first = await all_of_them.propose(ADA, body("QUAY"))
        with pytest.raises(ProblemError) as refusal:
            await all_of_them.propose(BEN, body("quay"))
        assert refusal.value.extra == {"reason": "proposal-open", "proposal": first.id}
        await all_of_them.decide(EVE, str(first.id), DecisionBody(accept=False))
        again = await all_of_them.propose(BEN, body("quay"))
        assert again.id > first.id

    tell(story)


def test_of_many_proposals_at_once_one_is_kept(tell: Callable[..., None]) -> None:
    """Several gateways may take the same word in the same moment."""

    async def story(all_of_them: Proposals, database: Database) -> None:
        asked = [all_of_them.propose(player, body("QUAY")) for player in (ADA, BEN, EVE) * 4]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        made = [each for each in answers if isinstance(each, ProposalAnswer)]
        lost = [each for each in answers if isinstance(each, ProblemError)]
        assert len(made) == 1
        assert len(lost) == 11
        assert {each.extra["reason"] for each in lost} == {"proposal-open"}
        async with database.read() as connection:
            assert len((await connection.execute(select(proposals))).all()) == 1

    tell(story)


def test_a_player_may_have_so_many_open(
    tell: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_OPEN", 2)

    async def story(all_of_them: Proposals, _: Database) -> None:
        first = await all_of_them.propose(ADA, body("QUAY"))
        await all_of_them.propose(ADA, body("QUAYS"))
        third = body("QUEEN")
        assert await refused(all_of_them.propose(ADA, third)) == (
            "not-allowed-now",
            "too-many-open",
        )
        await all_of_them.propose(BEN, body("QUEUE"))
        await all_of_them.decide(EVE, str(first.id), DecisionBody(accept=True))
        await all_of_them.propose(ADA, third)

    tell(story)


def test_a_proposal_is_decided_once(tell: Callable[..., None]) -> None:
    async def story(all_of_them: Proposals, _: Database) -> None:
        made = await all_of_them.propose(ADA, body("QI", "remove"))
        verdicts = [DecisionBody(accept=True), DecisionBody(accept=False)] * 3
        answers = await asyncio.gather(
            *(all_of_them.decide(EVE, str(made.id), verdict) for verdict in verdicts),
            return_exceptions=True,
        )
        assert sum(isinstance(each, ProposalAnswer) for each in answers) == 1
        reasons = {each.extra["reason"] for each in answers if isinstance(each, ProblemError)}
        assert reasons == {"already-decided"}
        for number in ("0", "-1", "x", "٣", str(made.id + 1), "9" * 30, "9" * 5000, "0001"):
            decision = all_of_them.decide(EVE, number, DecisionBody(accept=True))
            assert await refused(decision) == ("unknown-proposal", None)

    tell(story)


@pytest.mark.parametrize(
    ("open_for", "takes"), [(("off",), False), (("other",), False), (("other", "mini"), True)]
)
def test_each_lexicon_takes_proposals_or_not(
    open_for: tuple[str, ...], takes: bool, tell: Callable[..., None]
) -> None:
    async def story(all_of_them: Proposals, _: Database) -> None:
        assert all_of_them.takes("mini") is takes
        if takes:
            await all_of_them.propose(ADA, body("QUAY"))
        else:
            asked = all_of_them.propose(ADA, body("QUAY"))
            assert await refused(asked) == ("not-allowed-now", "proposals-off")

    tell(story, open_for)


def test_a_basic_lexicon_takes_none_beside_the_complete_one_unless_it_is_named(
    database: Database, lexicon_dir: Path
) -> None:
    lexicons = LexiconRegistry(lexicon_dir)
    lexicons.refresh()
    assert "mini" in lexicons.shelf.names
    by_default = Proposals(database, lexicons)
    assert by_default.takes("mini")
    assert not by_default.takes("mini-basic")
    assert by_default.takes("other-basic")
    assert Proposals(database, lexicons, ("mini-basic",)).takes("mini-basic")


@pytest.mark.parametrize("given", ["", "all,en", "off,en"])
def test_the_switch_is_checked(given: str) -> None:
    if given:
        with pytest.raises(ValidationError, match="expected `all`, `off` or names"):
            Settings(proposals=given)
    assert Settings(proposals="en, fr").proposals == ("en", "fr")


def test_pages_hang_together(tell: Callable[..., None]) -> None:
    async def story(all_of_them: Proposals, _: Database) -> None:
        words = ["QUAY", "QUEEN", "QUEUE", "QUERY", "QUOTA"]
        for word in words:
            await all_of_them.propose(ADA, body(word))
        await all_of_them.propose(BEN, body("QUOTE"))
        found: list[str] = []
        cursor = None
        while True:
            query = ProposalsQuery(lexicon="mini", mine=True, limit=2, cursor=cursor)
            page = await all_of_them.listed(ADA, query)
            found += [each.word for each in page.proposals]
            cursor = page.next
            if cursor is None:
                break
        assert found == words[::-1]
        assert (await all_of_them.listed(ADA, ProposalsQuery(lexicon="other"))).proposals == []
        for cursor in ("", "x", "-1", "0", "9" * 30):
            asked = all_of_them.listed(ADA, ProposalsQuery(cursor=cursor))
            assert await refused(asked) == ("invalid-request", ("/cursor", "cursor"))

    tell(story)


def test_the_last_decision_on_a_word_counts(tell: Callable[..., None], database_url: str) -> None:
    async def story(all_of_them: Proposals, _: Database) -> None:
        async def decided(word: str, kind: str, accept: bool) -> None:
            made = await all_of_them.propose(ADA, body(word, kind))
            await all_of_them.decide(EVE, str(made.id), DecisionBody(accept=accept))

        await decided("QUAY", "add", True)
        await decided("QUEEN", "add", False)
        await decided("QI", "remove", True)
        await decided("QI", "remove", False)
        await all_of_them.propose(ADA, body("QUEUE"))
        # the store is read beside the open one, as beside a running gateway
        assert await read_accepted(database_url, "mini") == {"QUAY": "add", "QI": "remove"}
        assert await read_accepted(database_url, "other") == {}

    tell(story)


def test_a_store_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="no file there"):
        asyncio.run(read_accepted(f"sqlite:///{tmp_path / 'none.db'}", "mini"))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StorageError, match="Expected to be able to read"):
        asyncio.run(read_accepted("postgresql://nobody@127.0.0.1:1/none", "mini"))
