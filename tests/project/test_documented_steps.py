"""Steps in documents are run as written; the program of the how-to for bots plays whole games."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.project.tree import ROOT
from tests.support.match_api import MatchApi, connections
from tests.support.processes import (
    Service,
    free_port,
    gateway_process,
    wait_until,
    worker_process,
)

DOCUMENT = (ROOT / "docs/how-to/write-a-bot.md").read_text("utf-8")
PROGRAMS = dict(re.findall(r"<!-- file: (\S+) -->\n```python\n(.*?)```", DOCUMENT, re.S))
GATEWAY = "http://127.0.0.1:8000"
CEILING_S = 300.0


@pytest.fixture(scope="module")
def lexicons(tmp_path_factory: pytest.TempPathFactory, english_lexicon_file: Path) -> Path:
    directory = tmp_path_factory.mktemp("lexicons")
    shutil.copy(english_lexicon_file, directory)
    return directory


@pytest.fixture(scope="module")
def worker(lexicons: Path) -> Iterator[Service]:
    with worker_process(lexicons) as service:
        yield service


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the programs that the steps call."""
    folder = tmp_path_factory.mktemp("bin")
    curl = folder / "curl"
    curl.write_text(f"#!{sys.executable}\n{(ROOT / 'tests/project/small_curl.py').read_text()}")
    curl.chmod(0o755)
    (folder / "python3").symlink_to(sys.executable)
    return folder


def run_steps(name: str, worker: Service, lexicons: Path, tools: Path, folder: Path) -> str:
    """Run all steps of a document in one shell; what they print."""
    steps = re.findall(r"<!-- run -->\n```sh\n(.*?)```", (ROOT / name).read_text("utf-8"), re.S)
    assert steps
    with gateway_process([worker.url], lexicons) as gateway:
        done = subprocess.run(
            ["/bin/sh", "-eu", "-c", "".join(steps).replace(GATEWAY, gateway.url)],
            cwd=folder,
            env={"PATH": f"{tools}:/usr/bin:/bin"},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_steps_of_the_how_to(
    worker: Service, lexicons: Path, tools: Path, tmp_path: Path
) -> None:
    said = run_steps("docs/how-to/write-a-bot.md", worker, lexicons, tools, tmp_path)
    phase, actions, turn, *frames = said.splitlines()
    assert phase == "playing"
    assert "place" in actions
    assert turn == "1"
    stream = "\n".join(frames)
    assert "event: hello\ndata: {" in stream
    assert re.search(r"^id: 5\.0$", stream, re.M)
    assert '"type":"created"' in stream
    assert '"type":"passed"' in stream


def test_the_steps_of_the_reference(
    worker: Service, lexicons: Path, tools: Path, tmp_path: Path
) -> None:
    """A session by cookie: the second request is known by the first one's."""
    name = "docs/reference/http-api.md"
    said = run_steps(name, worker, lexicons, tools, tmp_path)
    first, second = (part[0] for part in objects_in(said))
    assert first == second
    shown = re.search(r"cookies\.txt .*?```\n\n```json\n(.*?)```", (ROOT / name).read_text(), re.S)
    assert shown
    documented = json.loads(shown.group(1))
    assert {**first["player"], "id": documented["player"]["id"]} == documented["player"]
    assert (first["token"], sorted(first)) == (None, sorted(documented))


def objects_in(text: str) -> Iterator[tuple[Any, int]]:
    """Read the JSON objects that stand in a text one after the other."""
    at = 0
    while at < len(text.rstrip()):
        found, at = json.JSONDecoder().raw_decode(text, at)
        yield found, at


async def free_match(url: str) -> str:
    """Create a match with two free seats; its id."""
    async with connections() as session:
        api = MatchApi(session, url)
        host = await api.guest("Host")
        rules = {"clock": {"kind": "none"}}
        created = await api.create(host, you=None, rules=rules, spectators=True)
        return str(created["id"])


async def look(url: str, match_id: str) -> Any:
    """Fetch a match as somebody without a seat sees it."""
    async with connections() as session:
        return await MatchApi(session, url).view(match_id)


def start_bot(folder: Path, url: str, match_id: str) -> subprocess.Popen[str]:
    program = folder / "bot.py"
    program.write_text(PROGRAMS["bot.py"])
    return subprocess.Popen(
        [sys.executable, str(program), url, match_id],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def stopped(bots: list[subprocess.Popen[str]]) -> bool:
    return any(bot.poll() is not None for bot in bots)


def said(bot: subprocess.Popen[str]) -> str:
    output, _ = bot.communicate(timeout=CEILING_S)
    assert bot.returncode == 0, output
    return output


def test_two_of_the_bots_play_a_game_and_outlive_a_killed_gateway(
    worker: Service, lexicons: Path, tmp_path: Path
) -> None:
    port = free_port()
    settings: Any = {"TILEWRIGHT_DATA_DIR": str(tmp_path)}
    bots: list[subprocess.Popen[str]] = []
    try:
        with gateway_process([worker.url], lexicons, port=port, **settings) as gateway:
            url = gateway.url

            def playing() -> bool:
                return stopped(bots) or asyncio.run(look(url, match_id))["turn_number"] > 4

            match_id = ""
            while not bots or stopped(bots):
                # a match that is over before anybody looks is followed by another
                for bot in bots:
                    said(bot)
                match_id = asyncio.run(free_match(url))
                bots = [start_bot(tmp_path, url, match_id) for _ in range(2)]
                wait_until(playing)
            gateway.kill()
        with gateway_process([worker.url], lexicons, port=port, **settings):
            outputs = [said(bot) for bot in bots]
            ended = asyncio.run(look(url, match_id))
    finally:
        for bot in bots:
            bot.kill()
            bot.wait()
    assert ended["phase"] == "ended"
    assert outputs[0] == outputs[1] != ""
    assert outputs[0].startswith("won by Robot")
    assert sum(seat["score"] for seat in ended["seats"]) > 300, "they have played real words"


def test_a_bot_without_a_seat_says_so(worker: Service, lexicons: Path, tmp_path: Path) -> None:
    with gateway_process([worker.url], lexicons) as gateway:
        bot = start_bot(tmp_path, gateway.url, "no-such-match-xx")
        output, _ = bot.communicate(timeout=CEILING_S)
    assert bot.returncode == 1
    assert output.startswith("no seat: ")
