"""`tilewright bag verify`: where it reads from, what it says, how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from cli.bag import export_address
from tests.project.tree import ROOT

MATCH: dict[str, Any] = json.loads((ROOT / "tests/data/bag_vectors.json").read_text("utf-8"))[
    "match"
]
EXPORT = "/v1/matches/abc_DEF-1/export?format=json"


def verify(*words: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cli.main", "bag", "verify", *words],
        cwd=ROOT,
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def tampered() -> dict[str, Any]:
    """The match with one tile of a draw changed for a better one."""
    match: dict[str, Any] = json.loads(json.dumps(MATCH))
    stood = next(event for event in match["events"] if event["type"] == "stood")
    stood["data"]["drawn"][0] = 3
    return match


def test_a_fair_match_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(MATCH))
    done = verify(str(file))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].split()[1] == lines[1].split()[2], "the two hashes"
    assert lines[4].split() == ["0", "6", "0", "start", "?[CH]A", "holds"]
    assert lines[-3].split() == ["6", "1", "begins,", "drawn", "holds"]
    assert lines[-1] == "Everything holds: the commitment, who begins, and all 6 draws."


def test_a_tampered_match_from_standard_input() -> None:
    done = verify("-", given=json.dumps(tampered()))
    assert done.returncode == 1
    assert "DOES NOT HOLD; the seed gives AS" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("It does not hold: 4 of 6 draws")


def test_a_seat_that_begins_against_the_draw_is_told() -> None:
    match = json.loads(json.dumps(MATCH))
    match["events"][5]["data"]["first"] = 0
    done = verify("-", given=json.dumps(match))
    assert done.returncode == 1
    assert "begins, drawn   DOES NOT HOLD; the seed gives seat 1" in done.stdout
    last = done.stdout.splitlines()[-1]
    assert last == "It does not hold: another seat begins than the seed gives."


@pytest.mark.parametrize(
    ("version", "told", "expected"),
    [
        (2, {"first_by": "set"}, "begins, as the match was set up"),
        (1, {}, "begins; the record does not say who chose it"),
    ],
)
def test_who_begins_need_not_be_drawn(version: int, told: dict[str, str], expected: str) -> None:
    match = json.loads(json.dumps(MATCH))
    started = match["events"][5]
    del started["data"]["first_by"]
    started["data"] |= told
    started["version"] = version
    done = verify("-", given=json.dumps(match))
    assert done.returncode == 0
    assert expected in done.stdout
    assert done.stdout.splitlines()[-1] == "Everything holds: the commitment and all 6 draws."


def test_quiet_prints_the_verdict_alone() -> None:
    done = verify("-", "--quiet", given=json.dumps(MATCH))
    assert done.stdout == "Everything holds: the commitment, who begins, and all 6 draws.\n"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("no json", "Expected JSON from standard input"),
        pytest.param("[" * 100_000, "Expected JSON from standard input", id="deep"),
        pytest.param(" " * 20_000_000, "at most 16777216 bytes from standard input", id="long"),
        ("[]", "Expected an object with a list of events"),
        ('{"events": []}', "Expected an object with a list of events"),
        (json.dumps({**MATCH, "complete": False}), "still goes on"),
        (json.dumps({"events": MATCH["events"][:-1]}), "still goes on"),
        (json.dumps({"events": MATCH["events"][3:]}), "from its first"),
        ('{"events": [{"type": "created"}]}', "Expected an event as an object"),
    ],
)
def test_what_is_no_finished_record_is_refused_in_words(given: str, expected: str) -> None:
    done = verify("-", given=given)
    assert done.returncode == 1
    assert expected in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("place", ["none.json", ".", "/dev/zero"])
def test_what_cannot_be_read_is_named(place: str, tmp_path: Path) -> None:
    path = tmp_path / place
    done = verify(str(path))
    assert done.returncode == 1
    assert f"Expected the record of a match in {path}, which cannot be read" in done.stderr


class Answers(BaseHTTPRequestHandler):
    """Has the match at its address and a problem everywhere else."""

    def do_GET(self) -> None:
        found = self.path == EXPORT
        body = MATCH if found else {"type": "unknown-match", "detail": "There is no such match."}
        self.send_response(200 if found else 404)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_match_by_the_link_of_its_page(site: str) -> None:
    assert verify(f"{site}/#/match/abc_DEF-1", "--quiet").returncode == 0
    assert verify(f"{site}{EXPORT}", "--quiet").returncode == 0


def test_a_match_that_is_not_there_is_told_with_the_reason(site: str) -> None:
    done = verify(f"{site}/#/bag/another")
    assert done.returncode == 1
    assert "got status 404: There is no such match." in done.stderr


def test_a_service_that_is_away_is_told() -> None:
    done = verify("http://127.0.0.1:1/#/match/abc")
    assert done.returncode == 1
    assert "is the service running?" in done.stderr


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("https://a.example/#/match/x_1", "https://a.example/v1/matches/x_1/export?format=json"),
        ("http://a/b/#/bag/x-1", "http://a/b/v1/matches/x-1/export?format=json"),
        ("http://a/v1/matches/x/export?format=json", "http://a/v1/matches/x/export?format=json"),
    ],
)
def test_links_of_the_page_become_addresses(link: str, address: str) -> None:
    assert export_address(link) == address
