"""``POST /v1/words/check`` and the lexicons a gateway maps."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from gateway.problems import ProblemError
from gateway.words.judge import check_words
from gateway.words.models import WordsBody
from gateway.words.registry import LexiconRegistry
from lexicon_tools.builder import build
from lexicon_tools.store import install
from rules.alphabet import ENGLISH, Alphabet, Tile
from tests.gateway.server import Gateway, running, settings_for, wait_until
from tests.lexicon_tools.astray import Whole
from tests.support.lexicons import build_lexicon


def put(directory: Path, words: Sequence[str], name: str = "mini", version: str = "1") -> Path:
    """Build and install a lexicon."""
    scratch = directory.parent / f"{name}-{version}.gaddag"
    build(list(words), ENGLISH, name, version, scratch)
    return install(scratch, directory)


def verdicts(registry: LexiconRegistry, *words: str, lexicon: str | None = None) -> list[bool]:
    """Judge ``words``."""
    answer = check_words(WordsBody(lexicon=lexicon, words=list(words)), registry)
    return [verdict.valid for verdict in answer.words]


def test_each_word_gets_its_verdict_in_order(gateway: Gateway) -> None:
    answer = gateway.post("/v1/words/check", {"words": ["cat", "CATZ", "QuIeT"]}).json()
    assert answer["words"] == [
        {"word": "CAT", "valid": True},
        {"word": "CATZ", "valid": False},
        {"word": "QUIET", "valid": True},
    ]
    assert answer["valid"] is False
    assert answer["lexicon"]["name"] == "mini"


def test_a_lexicon_answers_to_name_version_and_hash(gateway: Gateway) -> None:
    sha256 = gateway.client.get("/v1/lexicons").json()["lexicons"][0]["sha256"]
    for reference in ("mini", "mini@1", sha256):
        answer = gateway.post("/v1/words/check", {"lexicon": reference, "words": ["QI"]}).json()
        assert answer["valid"] is True
        assert answer["lexicon"]["sha256"] == sha256


def test_the_lexicon_installed_last_is_current(tmp_path: Path) -> None:
    directory = tmp_path / "lexicons"
    put(directory, ["AB"], version="1")
    put(directory, ["AA"], version="2")
    put(directory, ["QI"], name="also")
    registry = LexiconRegistry(directory)
    registry.refresh()
    assert verdicts(registry, "AA", "AB", lexicon="mini") == [True, False]
    assert verdicts(registry, "AA", "AB", lexicon="mini@1") == [False, True]
    assert registry.default is registry.find("mini"), "the name that was first is the default"
    assert LexiconRegistry(directory, "mini@1").default is None, "nothing is mapped yet"


def test_a_name_is_offered_whatever_else_has_its_words(tmp_path: Path) -> None:
    directory = tmp_path / "lexicons"
    put(directory, ["AA"], name="first")
    put(directory, ["AB"], name="second")
    put(directory, ["AA"], version="2", name="second")
    put(directory, ["AA"], version="3", name="second")
    with running(settings_for(directory, tmp_path)) as gateway:
        listed = gateway.client.get("/v1/lexicons").json()["lexicons"]
        assert [(each["name"], each["version"], each["current"]) for each in listed] == [
            ("first", "1", True),
            ("second", "3", True),
            ("second", "1", False),
        ]
        words = {"words": ["AA"]}
        pinned = gateway.post("/v1/words/check", {"lexicon": listed[0]["sha256"], **words}).json()
        assert pinned["lexicon"]["name"] == "second", "the one installed last"
        unknown = gateway.post("/v1/words/check", {"lexicon": "other", **words}).json()
        assert unknown["available"] == ["first@1", "second@3", "second@2", "second@1"]
        alphabets = gateway.client.get("/v1/alphabets").json()["alphabets"]
        for alphabet in alphabets:
            assert len(set(alphabet["lexicons"])) == len(alphabet["lexicons"])


def test_a_configured_default_wins(tmp_path: Path) -> None:
    directory = tmp_path / "lexicons"
    put(directory, ["AA"], name="aaa")
    put(directory, ["QI"], name="zzz")
    registry = LexiconRegistry(directory, "zzz")
    registry.refresh()
    assert verdicts(registry, "AA", "QI") == [False, True]


def test_tiles_of_several_characters_are_one_tile(tmp_path: Path) -> None:
    spanish = Alphabet(
        "few",
        (Tile("C", "c", 2, 4), Tile("CH", "ch", 5, 2), Tile("H", "h", 4, 2), Tile("O", "o", 1, 8)),
        blanks=2,
    )
    install(build_lexicon(["CHOCHO", "OH"], spanish, tmp_path), tmp_path / "lexicons")
    registry = LexiconRegistry(tmp_path / "lexicons")
    registry.refresh()
    answer = check_words(WordsBody(words=["chocho", "[CH]O[CH]O", "CO"]), registry)
    assert [(v.word, v.valid) for v in answer.words] == [
        ("[CH]O[CH]O", True),
        ("[CH]O[CH]O", True),
        ("CO", False),
    ]
    with pytest.raises(ProblemError) as caught:
        check_words(WordsBody(words=["CH"]), registry)
    assert caught.value.errors[0].code == "word-length", "CH is a single tile, and so no word"


def test_nothing_installed_says_what_to_do(tmp_path: Path) -> None:
    registry = LexiconRegistry(tmp_path / "absent")
    assert registry.refresh() is True
    with pytest.raises(ProblemError, match="tilewright lexicon build"):
        registry.find(None)


def test_bad_files_are_refused_and_named_without_their_path(tmp_path: Path) -> None:
    directory = tmp_path / "lexicons"
    good = put(directory, ["AA"])
    whole = good.read_bytes()
    (directory / "short.gaddag").write_bytes(whole[: len(whole) // 2])
    flipped = bytearray(whole)
    flipped[-1] ^= 1
    (directory / "flipped.gaddag").write_bytes(flipped)
    (directory / "empty.gaddag").write_bytes(b"")
    (directory / "other.gaddag").write_bytes(b"not a lexicon at all".ljust(5000))
    registry = LexiconRegistry(directory)
    registry.refresh()
    assert verdicts(registry, "AA") == [True]
    refused = {item.file: item.reason for item in registry.shelf.refused}
    assert set(refused) == {"short.gaddag", "flipped.gaddag", "empty.gaddag", "other.gaddag"}
    for reason in refused.values():
        assert "expected" in reason
        assert str(tmp_path) not in reason


def test_a_lexicon_that_is_replaced_is_found_and_the_old_one_serves_on(tmp_path: Path) -> None:
    directory = tmp_path / "lexicons"
    put(directory, ["AA"])
    with running(settings_for(directory, tmp_path)) as gateway:
        held = gateway.parts.lexicons.find("mini")
        put(directory, ["AB"], version="2")

        def new_one_judges() -> bool:
            answer = gateway.post("/v1/words/check", {"lexicon": "mini", "words": ["AB"]}).json()
            return bool(answer["valid"])

        wait_until(new_one_judges)
        assert held.contains(ENGLISH.word("AA")), "who holds the old one goes on with it"
        old = gateway.post("/v1/words/check", {"lexicon": "mini@1", "words": ["AA"]})
        assert old.json()["valid"] is True


def test_a_file_damaged_later_is_refused_and_what_was_mapped_serves_on(
    tmp_path: Path,
) -> None:
    directory = tmp_path / "lexicons"
    put(directory, ["AA"], name="first")
    second = put(directory, ["AB"], name="second")
    registry = LexiconRegistry(directory)
    assert registry.refresh() is True
    assert registry.refresh() is False
    damaged = bytearray(second.read_bytes())
    damaged[-1] ^= 1
    # as a careless copy would do it: a new file under the old name
    second.unlink()
    second.write_bytes(damaged)
    assert registry.refresh() is True
    assert verdicts(registry, "AA", lexicon="first") == [True]
    assert [item.file for item in registry.shelf.refused] == [second.name]
    assert verdicts(registry, "AB", lexicon="second") == [True]


def test_a_file_whose_arcs_lead_astray_is_refused_and_what_was_mapped_serves_on(
    tmp_path: Path,
) -> None:
    """Put there by hand: nobody has verified it."""
    directory = tmp_path / "lexicons"
    put(directory, ["AA"], name="first")
    second = put(directory, ["AB"], name="second")
    whole = Whole.read(second)
    registry = LexiconRegistry(directory)
    registry.refresh()
    for path in (second, directory / "new.gaddag"):
        path.unlink(missing_ok=True)
        path.write_bytes(whole.leading(whole.arcs - 1, 4))
    assert registry.refresh() is True
    assert verdicts(registry, "AA", lexicon="first") == [True]
    assert verdicts(registry, "AB", lexicon="second") == [True]
    refused = {item.file: item.reason for item in registry.shelf.refused}
    assert set(refused) == {second.name, "new.gaddag"}
    for reason in refused.values():
        assert "build the lexicon again" in reason
        assert str(tmp_path) not in reason


def test_the_watch_survives_a_directory_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = LexiconRegistry(tmp_path)
    looks: list[int] = []
    looked_often = threading.Event()

    def failing() -> bool:
        looks.append(1)
        if len(looks) == 3:
            looked_often.set()
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(registry, "refresh", failing)

    async def watch() -> None:
        task = asyncio.create_task(registry.keep_fresh(lambda: None, every_s=0.001))
        assert await asyncio.to_thread(looked_often.wait, 60)
        assert not task.done()
        task.cancel()

    asyncio.run(watch())
