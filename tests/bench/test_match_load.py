"""The load of live matches: it reads streams rightly, sees what is lost, and runs."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.bench.match_hall import missed
from tests.bench.match_load import MatchPlan, run_match_load
from tests.support.match_api import MatchApi, connections
from tests.support.match_stream import Frame, FrameReader, Listener

STREAM = (
    "event: hello\ndata: {}\n\n"
    ": a comment\n\n"
    "event: match\nid: 1.0\ndata: first\ndata: second\n\n"
    "event: presence\ndata:{}\n\n"
    "id: 2.0\n\n"
    "data: plain\n\n"
)
FRAMES = [
    Frame("hello", "{}", ""),
    Frame("match", "first\nsecond", "1.0"),
    Frame("presence", "{}", "1.0"),
    Frame("message", "plain", "2.0"),
]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_frames_are_read_however_they_are_cut(ending: str, size: int) -> None:
    raw = STREAM.replace("\n", ending).encode()
    reader = FrameReader()
    found = [
        frame
        for start in range(0, len(raw), size)
        for frame in reader.feed(raw[start : start + size])
    ]
    assert found == FRAMES


def listener_after(*frames: tuple[str, list[int]]) -> Listener:
    """A listener that has heard event 3, and then frames with an id and numbers of events."""

    async def listen() -> Listener:
        async with connections() as session:
            heard = Listener(MatchApi(session, "http://nowhere"), None, "m", "3.0", ignore)
            for last_id, seqs in frames:
                data = {"events": [{"seq": seq} for seq in seqs], "view": {}}
                heard._take(Frame("match", json.dumps(data), last_id), 0.0)
            return heard

    return asyncio.run(listen())


def ignore(events: list[Any], view: Any, arrived: float) -> None:
    pass


@pytest.mark.parametrize(
    ("frames", "lost"),
    [
        ([("4.0", [4]), ("6.0", [5, 6])], 0),
        ([("4.0", [4]), ("6.0", [6])], 1),
        ([("6.0", [5, 6])], 1),
        ([("4.0", [4]), ("4.0", [4]), ("6.0", [5, 6])], 1),
        ([("4.0", [4])], 2),
        ([], 3),
    ],
    ids=["whole", "gap", "gap at once", "twice", "behind", "silent"],
)
def test_what_is_missed_up_to_event_six(frames: list[tuple[str, list[int]]], lost: int) -> None:
    assert missed(listener_after(*frames), 6) == lost


def test_a_small_load_runs_and_loses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = MatchPlan(matches=3, interval_s=0.5, listeners=(2, 9), seconds=2, results=tmp_path)
    assert run_match_load(plan) == 0
    (file,) = tmp_path.glob("load-matches-*.json")
    runs = json.loads(file.read_text("utf-8"))["runs"]
    assert [run["listeners"] for run in runs] == [2, 9]
    for run in runs:
        assert run["turns"] > 0
        assert run["lost"] == 0
        assert run["refused"] == {}
        assert run["gateway_cpu_share"] > 0
    # two players of one match hear of each other; then six players and three spectators listen
    assert runs[1]["events"] > runs[1]["turns"]
    assert "listeners" in capsys.readouterr().out
