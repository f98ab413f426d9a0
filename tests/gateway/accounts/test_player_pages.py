"""Leaderboards, players' pages and their history, over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from gateway.accounts.standings import read_cursor, write_cursor
from gateway.problems import ProblemError
from gateway.storage import engines
from gateway.storage.database import Database
from tests.gateway.accounts.asking import Person, account, guest
from tests.gateway.accounts.conftest import NewName
from tests.gateway.accounts.finished import add_player, keep, passed_out, won_by
from tests.gateway.server import Gateway
from tests.gateway.test_bad_input import fault_of, problem_of
from tests.rules.game.arena import Arena


@pytest.fixture
def lexicon(new_name: NewName) -> str:
    """Name of a lexicon that no other test has, so that its leaderboards are empty."""
    return new_name()


def store_in(gateway: Gateway, work: Callable[[Database], Awaitable[Any]]) -> Any:
    """Do something to the store of a running gateway, through a door beside its own."""
    url = gateway.parts.database.url.render_as_string(hide_password=False)

    async def enter() -> Any:
        database = Database(url)
        # as open() does, but for the lock: this is no second gateway
        database._writer, database._reader = engines.make(
            database.url, "tests", pool_size=2, timeout_ms=5000
        )
        database._prepared, database.reason = True, None
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(enter())


def board(gateway: Gateway, **query: object) -> dict[str, Any]:
    response = gateway.client.get("/v1/leaderboards", params=_texts(query))
    assert response.status_code == 200, response.text
    document: dict[str, Any] = response.json()
    return document


def _texts(query: dict[str, object]) -> dict[str, str]:
    return {name: str(value) for name, value in query.items()}


def places(document: dict[str, Any]) -> list[tuple[int, str, float]]:
    return [(each["rank"], each["player"]["name"], each["value"]) for each in document["standings"]]


class TestLeaderboards:
    def test_by_wins_points_and_rating(
        self, people: Gateway, lexicon: str, new_name: NewName
    ) -> None:
        names = [f"Z{new_name()}", f"A{new_name()}", f"M{new_name()}"]

        async def fill(database: Database) -> list[str]:
            ids = [await add_player(database, name) for name in names]
            first, second, third = ids
            for winner, loser in ((first, second), (first, third), (second, third)):
                await keep(database, won_by(0), [winner, loser], lexicon_name=lexicon)
            arena = Arena().deal("QIAEIOU")
            arena.place(0, "8G", "QI")
            arena.resign(1)
            await keep(database, arena, [third, second], lexicon_name=lexicon)
            return ids

        ids = store_in(people, fill)
        by_wins = board(people, by="wins", lexicon=lexicon)
        assert places(by_wins) == [(1, names[0], 2), (2, names[1], 1), (2, names[2], 1)]
        assert [each["games"] for each in by_wins["standings"]] == [2, 3, 3]
        assert by_wins["standings"][0]["player"] == {
            "id": ids[0],
            "name": names[0],
            "guest": False,
        }
        assert (by_wins["by"], by_wins["lexicon"], by_wins["next"]) == ("wins", lexicon, None)
        assert places(board(people, by="points", lexicon=lexicon)) == [(1, names[2], 22)]
        by_rating = board(people, by="rating", lexicon=lexicon)["standings"]
        values = [each["value"] for each in by_rating]
        assert values == sorted(values, reverse=True)
        assert by_rating[0]["player"]["name"] == names[0]
        ratings = people.client.get(f"/v1/players/{ids[0]}").json()["ratings"]
        assert [each["rating"] for each in ratings if each["lexicon"] == lexicon] == values[:1]

    def test_guests_and_deleted_accounts_are_not_listed(
        self, people: Gateway, lexicon: str, new_name: NewName
    ) -> None:
        name = new_name()
        ada = account(people, new_name())

        async def fill(database: Database) -> None:
            visitor = await add_player(database, "Visitor", guest=True)
            ben = await add_player(database, name)
            for winner, loser in ((visitor, ben), (ada.id, ben), (ben, visitor)):
                await keep(database, won_by(0), [winner, loser], lexicon_name=lexicon)

        store_in(people, fill)
        listed = {each[1] for each in places(board(people, lexicon=lexicon))}
        assert listed == {name, ada.name}
        password = {"password": "correct horse battery"}
        assert ada.send("DELETE", "/v1/accounts", password).status_code == 204
        for by in ("wins", "points", "rating"):
            listed = {each[1] for each in places(board(people, by=by, lexicon=lexicon))}
            assert listed <= {name}

    def test_games_with_bots_have_boards_of_their_own(
        self, people: Gateway, lexicon: str, new_name: NewName
    ) -> None:
        name = new_name()

        async def fill(database: Database) -> None:
            ada = await add_player(database, name)
            await keep(database, won_by(0), [ada, None], lexicon_name=lexicon)

        store_in(people, fill)
        assert places(board(people, lexicon=lexicon)) == []
        assert places(board(people, lexicon=lexicon, opponents="bots")) == [(1, name, 1)]

    def test_all_lexicons_together(self, people: Gateway, lexicon: str, new_name: NewName) -> None:
        name = new_name()

        async def fill(database: Database) -> str:
            ada, ben = await add_player(database, name), await add_player(database, new_name())
            for other in (lexicon, f"{lexicon} too"):
                await keep(database, won_by(0), [ada, ben], lexicon_name=other)
            return ada

        ada = store_in(people, fill)
        for by, value in (("wins", 2), ("rating", None)):
            everybody: list[Any] = []
            cursor: dict[str, Any] = {}
            while True:
                document = board(people, by=by, limit=100, **cursor)
                assert document["lexicon"] is None
                everybody += document["standings"]
                if document["next"] is None:
                    break
                cursor = {"cursor": document["next"]}
            (own,) = [each for each in everybody if each["player"]["id"] == ada]
            assert own["games"] == 2
            assert value in {None, own["value"]}

    @pytest.mark.parametrize("by", ["wins", "rating"])
    def test_pages_repeat_and_hide_nobody_and_ties_stay(
        self, people: Gateway, lexicon: str, new_name: NewName, by: str
    ) -> None:
        async def fill(database: Database) -> None:
            ids = [await add_player(database, new_name()) for _ in range(8)]
            for winner, loser in zip(ids, [*ids[1:], ids[0]], strict=True):
                await keep(database, won_by(0), [winner, loser], lexicon_name=lexicon)
            await keep(database, won_by(0), ids[:2], lexicon_name=lexicon)

        store_in(people, fill)
        whole = board(people, by=by, lexicon=lexicon)
        assert len(whole["standings"]) == 8
        if by == "wins":
            assert [each["rank"] for each in whole["standings"]] == [1] + [2] * 7
            names = [each["player"]["name"] for each in whole["standings"][1:]]
            assert names == sorted(names)
        for limit in (1, 3, 8):
            pages: list[Any] = []
            cursor: dict[str, Any] = {}
            while True:
                document = board(people, by=by, lexicon=lexicon, limit=limit, **cursor)
                assert 1 <= len(document["standings"]) <= limit
                pages += document["standings"]
                if document["next"] is None:
                    break
                cursor = {"cursor": document["next"]}
            assert pages == whole["standings"]

    @pytest.mark.parametrize(
        ("query", "field"),
        [
            ({"by": "luck"}, "/by"),
            ({"opponents": "dogs"}, "/opponents"),
            ({"limit": "0"}, "/limit"),
            ({"limit": "101"}, "/limit"),
            ({"limit": "many"}, "/limit"),
            ({"lexicon": ""}, "/lexicon"),
            ({"lexicon": "x" * 129}, "/lexicon"),
            ({"lexicon": "a\x00b"}, "/lexicon"),
            ({"cursor": ""}, "/cursor"),
            ({"cursor": "odd"}, "/cursor"),
            ({"cursor": "é"}, "/cursor"),
            ({"cursor": "x" * 513}, "/cursor"),
            ({"cursor": write_cursor((1.0, "a\x00b"))}, "/cursor"),
            ({"cursor": write_cursor((float("nan"), "a"))}, "/cursor"),
            ({"cursor": write_cursor((float("inf"), "a"))}, "/cursor"),
            ({"cursor": write_cursor((1e300, "a"))}, "/cursor"),
            ({"cursor": write_cursor(("1", "a"))}, "/cursor"),  # type: ignore[arg-type]
            ({"cursor": write_cursor((True, "a"))}, "/cursor"),
            ({"more": "x"}, "/more"),
        ],
    )
    def test_bad_queries_are_pointed_at(
        self, people: Gateway, query: dict[str, str], field: str
    ) -> None:
        response = people.client.get("/v1/leaderboards", params=query)
        assert fault_of(response)[0] == field

    def test_a_cursor_is_read_as_it_was_written(self) -> None:
        for key in ((1, "ada"), (17.25, "zoë"), (-3.5, "")):
            assert read_cursor(write_cursor(key)) == key
        with pytest.raises(ProblemError):
            read_cursor(write_cursor((1, "ada")) + "=")


class TestPlayers:
    def test_a_page_holds_figures_per_lexicon_and_the_rating(
        self, people: Gateway, lexicon: str, new_name: NewName
    ) -> None:
        ada = account(people, new_name())

        async def fill(database: Database) -> None:
            ben = await add_player(database, new_name())
            arena = Arena().deal("QIAEIOU", "CATSABC")
            arena.wait(1500).place(0, "8G", "QI", "AB")
            arena.resign(1)
            await keep(database, arena, [ada.id, ben], lexicon_name=lexicon)
            await keep(database, passed_out("AEIO"), [ada.id, ben], lexicon_name=lexicon)
            await keep(database, won_by(1), [ada.id, None], lexicon_name=f"{lexicon} too")

        store_in(people, fill)
        page = people.client.get(f"/v1/players/{ada.id}").json()
        assert page["player"] == {"id": ada.id, "name": ada.name, "guest": False}
        assert page["created_at_ms"] > 1_700_000_000_000
        first, second = page["statistics"]
        assert first == {
            "lexicon": lexicon,
            "opponents": "persons",
            "games": 2,
            "wins": 1,
            "draws": 1,
            "points": 20,
            "average_points": 10.0,
            "best_turn_points": 22,
            "best_turn_text": "QI",
            "turns": 2,
            "bingos": 0,
            "time_ms": 1500,
            "time_per_turn_ms": 750,
        }
        assert (second["lexicon"], second["opponents"]) == (f"{lexicon} too", "bots")
        assert (second["games"], second["wins"], second["time_per_turn_ms"]) == (1, 0, 0)
        assert [each["lexicon"] for each in page["ratings"]] == [None, lexicon]
        for each in page["ratings"]:
            assert each["rating"] == pytest.approx(each["mu"] - 3 * each["sigma"], abs=0.01)
            assert each["games"] == 2

    def test_a_new_player_has_an_empty_page(self, people: Gateway) -> None:
        ada = guest(people, "Ada")
        page = people.client.get(f"/v1/players/{ada.id}").json()
        assert page["player"]["guest"] is True
        assert page["statistics"] == page["ratings"] == []
        history = people.client.get(f"/v1/players/{ada.id}/matches").json()
        assert history == {"matches": [], "next": None}

    @pytest.mark.parametrize("tail", ["", "/matches"])
    @pytest.mark.parametrize("player", ["0123456789abcdef", "x", "%00" * 16, "%F0%9F%90%A2" * 16])
    def test_an_unknown_player_is_none(self, people: Gateway, player: str, tail: str) -> None:
        response = people.client.get(f"/v1/players/{player}{tail}")
        problem_of(response, 404, "unknown-player")

    def test_a_guest_keeps_figures_when_it_becomes_an_account(
        self, people: Gateway, lexicon: str, new_name: NewName
    ) -> None:
        visitor = guest(people, "Visitor")

        async def fill(database: Database) -> None:
            ben = await add_player(database, new_name())
            await keep(database, won_by(0), [visitor.id, ben], lexicon_name=lexicon)

        store_in(people, fill)
        name = new_name()
        body = {"name": name, "password": "correct horse battery"}
        assert visitor.send("POST", "/v1/accounts", body).status_code == 201
        assert places(board(people, lexicon=lexicon)) == [(1, name, 1)]
        history = people.client.get(f"/v1/players/{visitor.id}/matches").json()
        assert len(history["matches"]) == 1


class TestHistory:
    def history(
        self, gateway: Gateway, player_id: str, viewer: Person | None = None, **query: Any
    ) -> dict[str, Any]:
        path = f"/v1/players/{player_id}/matches"
        headers = viewer.headers if viewer is not None else {}
        response = gateway.client.get(path, params=_texts(query), headers=headers)
        assert response.status_code == 200, response.text
        document: dict[str, Any] = response.json()
        return document

    def test_matches_that_are_over_the_latest_first(
        self, people: Gateway, lexicon: str, new_name: NewName
    ) -> None:
        async def fill(database: Database) -> tuple[list[str], list[str]]:
            ada, ben = [await add_player(database, new_name()) for _ in range(2)]
            cases: list[tuple[Arena, list[str | None]]] = [
                (won_by(0), [ada, ben]),
                (won_by(0), [None, ada]),
                (passed_out("AEIOBC"), [ben, ada, None]),
            ]
            ids = []
            for number, (arena, seats) in enumerate(cases, start=1):
                ids.append(
                    await keep(
                        database,
                        arena,
                        seats,
                        lexicon_name=lexicon,
                        title=f"Round {number}",
                        ended_ms=5000 * number,
                    )
                )
            return [ada, ben], ids

        (ada, ben), ids = store_in(people, fill)
        found = self.history(people, ada)["matches"]
        assert [each["id"] for each in found] == ids[::-1]
        assert [each["outcome"] for each in found] == ["drawn", "lost", "won"]
        assert [each["seat"] for each in found] == [1, 1, 0]
        assert found[2]["title"] == "Round 1"
        assert found[1]["seats"] == [
            {
                "seat": 0,
                "kind": "bot",
                "name": None,
                "level": "club",
                "player": None,
                "score": 0,
            },
            {
                "seat": 1,
                "kind": "person",
                "name": "Name 1",
                "level": None,
                "player": ada,
                "score": 0,
            },
        ]
        assert (found[0]["lexicon"], found[0]["word_rule"]) == (lexicon, "void")
        assert [each["id"] for each in self.history(people, ben)["matches"]] == [ids[2], ids[0]]
        pages: list[Any] = []
        cursor: dict[str, Any] = {}
        while True:
            document = self.history(people, ada, limit=2, **cursor)
            pages += document["matches"]
            if document["next"] is None:
                break
            cursor = {"cursor": document["next"]}
        assert pages == found

    def test_private_matches_are_for_those_who_were_in_them(
        self, people: Gateway, new_name: NewName
    ) -> None:
        ada, ben, eve = (guest(people, name) for name in ("Ada", "Ben", "Eve"))

        async def fill(database: Database) -> None:
            for changes in ({"visibility": "private"}, {"spectators": False}):
                await keep(database, won_by(0), [ada.id, ben.id], **changes)

        store_in(people, fill)
        for viewer, count in ((ada, 2), (ben, 2), (eve, 0), (None, 0)):
            assert len(self.history(people, ada.id, viewer)["matches"]) == count

    def test_a_deleted_account_has_no_name_in_it(self, people: Gateway, new_name: NewName) -> None:
        ada, ben = account(people, new_name()), guest(people, "Ben")

        async def fill(database: Database) -> None:
            await keep(database, won_by(0), [ada.id, ben.id])

        store_in(people, fill)
        ada.send("DELETE", "/v1/accounts", {"password": "correct horse battery"})
        (match,) = self.history(people, ben.id)["matches"]
        assert [seat["name"] for seat in match["seats"]] == ["-", "Name 1"]

    @pytest.mark.parametrize(
        ("query", "field"),
        [({"limit": "0"}, "/limit"), ({"cursor": "odd"}, "/cursor"), ({"more": "x"}, "/more")],
    )
    def test_bad_queries_are_pointed_at(
        self, people: Gateway, query: dict[str, str], field: str
    ) -> None:
        ada = guest(people, "Ada")
        response = people.client.get(f"/v1/players/{ada.id}/matches", params=query)
        assert fault_of(response)[0] == field
