"""`tilewright run` with the real worker and the real gateway."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from cli.run import example, find_lexicons
from cli.run_settings import PORT_STEP, RunSettings
from rules.alphabet import ENGLISH
from tests.project.tree import ROOT
from tests.support.lexicons import build_lexicon
from tests.support.processes import CACHE_DIR, free_port
from tests.support.signals import disposition

CEILING_S = 180.0
WORDS = ["TILE", "TILES", "STILES", "WRIGHT", "WRIGHTS", "RIGHT", "WIT", "HIT", "IT", "ES"]


def wait_until(condition: Callable[[], bool], what: str) -> None:
    give_up = time.monotonic() + CEILING_S
    while not condition():
        assert time.monotonic() < give_up, what
        time.sleep(0.02)


def children_of(pid: int) -> dict[str, int]:
    """Return 'worker' and 'gateway' -> process id of the children of a supervisor."""
    found = {}
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError, IndexError):
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if parent == pid and words[-2] in {b"worker", b"gateway"} and b"cli.main" in words:
                found[words[-2].decode()] = int(entry.name)
    return found


def is_there(pid: int) -> bool:
    """Say whether a process runs; one that nobody has waited for yet does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


class Run:
    """A running `tilewright run` and all it has printed."""

    def __init__(self, environment: dict[str, str], *words: str) -> None:
        self.gateway_port = int(environment["TILEWRIGHT_GATEWAY_PORT"])
        self.worker_port = int(environment["TILEWRIGHT_WORKER_PORT"])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cli.main", "run", *words],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        self.lines.extend(line.rstrip("\n") for line in iter(self.process.stdout.readline, ""))

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def wait_for(self, text: str) -> None:
        def there() -> bool:
            assert self.process.poll() is None or text in self.text, self.text
            return text in self.text

        wait_until(there, f"{text!r} was not printed:\n{self.text}")

    def children(self) -> dict[str, int]:
        return children_of(self.process.pid)

    def end(self) -> int:
        code = self.process.wait(CEILING_S)
        self._reader.join(CEILING_S)
        assert self.process.stdout
        self.process.stdout.close()
        return code

    def post(self, path: str, body: object) -> tuple[int, dict[str, object]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.gateway_port, timeout=30)
        with contextlib.closing(connection):
            headers = {"content-type": "application/json"}
            connection.request("POST", path, json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return settings with free ports and a lexicon of a few words."""
    lexicons = tmp_path / "lexicons"
    lexicons.mkdir()
    build_lexicon(WORDS, ENGLISH, lexicons, name="few")
    kept = {k: v for k, v in os.environ.items() if not k.startswith("TILEWRIGHT_")}
    return kept | {
        "TILEWRIGHT_DATA_DIR": str(tmp_path),
        "TILEWRIGHT_CACHE_DIR": str(CACHE_DIR),
        # and those of a second gateway and a second worker
        "TILEWRIGHT_GATEWAY_PORT": str(free_port(PORT_STEP)),
        "TILEWRIGHT_WORKER_PORT": str(free_port(PORT_STEP)),
        "TILEWRIGHT_WORKER_THREADS": "1",
    }


@contextlib.contextmanager
def running(environment: dict[str, str], *words: str) -> Iterator[Run]:
    run = Run(environment, *words)
    try:
        run.wait_for("Ctrl-C stops it")
        yield run
    finally:
        if run.process.poll() is None:
            run.process.kill()
        run.end()


MOVES = {
    "lexicon": "few",
    "cgp": "15/15/15/15/15/15/15/5TILES5/15/15/15/15/15/15/15 WRIGHT?/ 0/0 0",
}


def test_it_starts_answers_the_printed_example_and_stops_on_ctrl_c(
    environment: dict[str, str],
) -> None:
    with running(environment) as run:
        run.wait_for("curl -s")
        wait_until(lambda: bool(re.search(r"-d '.*'", run.text)), "the example's body")
        assert f"Open  http://127.0.0.1:{run.gateway_port}/" in run.text
        found = re.search(r"^  curl .*\\\n.*$", run.text, re.M)
        assert found
        words = shlex.split(found.group().replace("\\\n", " "))
        url, body = words[2], words[words.index("-d") + 1]
        assert urlsplit(url).port == run.gateway_port
        status, answer = run.post(urlsplit(url).path, json.loads(body))
        assert status == 200
        assert answer["moves"]
        children = run.children()
        assert set(children) == {"worker", "gateway"}
        run.process.send_signal(signal.SIGINT)
        assert run.end() == 0, run.text
        assert not any(is_there(pid) for pid in children.values())
    assert run.lines[-1].endswith("stopped")
    assert "killing" not in run.text


def test_the_example_asks_the_largest_english_lexicon(tmp_path: Path) -> None:
    build_lexicon(WORDS, ENGLISH, tmp_path, name="few")
    build_lexicon(["QI"], ENGLISH, tmp_path, name="newer")
    settings = RunSettings.read({}, 1, 1)
    assert '"lexicon":"few"' in example(settings, find_lexicons(tmp_path))


def test_sigterm_stops_it_too(environment: dict[str, str]) -> None:
    with running(environment) as run:
        children = run.children()
        run.process.terminate()
        assert run.end() == 0
        assert not any(is_there(pid) for pid in children.values())


def test_a_closed_terminal_stops_it_but_not_under_nohup(environment: dict[str, str]) -> None:
    with disposition(signal.SIGHUP, signal.SIG_DFL), running(environment) as run:
        run.process.send_signal(signal.SIGHUP)
        assert run.end() == 0
    # As nohup leaves it to its command.
    with disposition(signal.SIGHUP, signal.SIG_IGN), running(environment) as run:
        status = Path(f"/proc/{run.process.pid}/status").read_text()
        ignored = int(status.partition("SigIgn:")[2].split()[0], 16)
        assert ignored & 1 << (signal.SIGHUP - 1)
        run.process.terminate()
        assert run.end() == 0


@pytest.mark.parametrize("name", ["worker", "gateway"])
def test_a_killed_service_comes_back(environment: dict[str, str], name: str) -> None:
    with running(environment) as run:
        before = run.children()
        os.kill(before[name], signal.SIGKILL)
        run.wait_for(f"{name} is back")
        after = run.children()
        assert after[name] != before[name]
        other = ({"worker", "gateway"} - {name}).pop()
        assert after[other] == before[other]
        wait_until(lambda: run.post("/v1/moves", MOVES)[0] == 200, "moves are answered again")


def test_nothing_outlives_a_killed_supervisor(environment: dict[str, str]) -> None:
    with running(environment) as run:
        children = run.children()
        assert len(children) == 2
        run.process.kill()
        run.process.wait(CEILING_S)
        for name, pid in children.items():
            wait_until(lambda pid=pid: not is_there(pid), f"{name} ends with its supervisor")  # type: ignore[misc]


def test_several_of_each_kind(environment: dict[str, str], postgres_url: str) -> None:
    shared = environment | {"TILEWRIGHT_DATABASE_URL": postgres_url}
    with running(shared, "--workers", "2", "--gateways", "2") as run:
        for port in (run.gateway_port, run.gateway_port + 10):
            run.gateway_port = port
            assert run.post("/v1/moves", MOVES)[0] == 200
        assert {line.split(" ")[0] for line in run.lines if " | " in line} <= {
            "tilewright", "worker-1", "worker-2", "gateway-1", "gateway-2",
        }  # fmt: skip


def refused(environment: dict[str, str], *words: str) -> str:
    """Return what a run that cannot start says; no process may be left behind."""
    run = Run(environment, *words)
    try:
        assert run.end() == 1, run.text
    finally:
        run.process.kill()
    return run.text


@pytest.mark.parametrize("kind", ["GATEWAY", "WORKER"])
def test_a_port_that_is_taken_is_named_with_its_variable(
    environment: dict[str, str], kind: str
) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        variable = f"TILEWRIGHT_{kind}_PORT"
        said = refused({**environment, variable: str(port)})
    assert f"port {port} on 127.0.0.1" in said
    assert f"{variable}={port + 100} make run" in said


def test_an_empty_lexicon_folder_is_named_with_what_to_do(
    environment: dict[str, str], tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    said = refused({**environment, "TILEWRIGHT_LEXICON_DIR": str(empty)})
    assert str(empty) in said
    assert "make lexicons" in said
    assert "TILEWRIGHT_LEXICON_DIR" in said


def test_a_refused_lexicon_is_named_with_the_reason(
    environment: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "broken.gaddag").write_bytes(b"not a lexicon")
    said = refused({**environment, "TILEWRIGHT_LEXICON_DIR": str(folder)})
    assert "broken.gaddag: " in said


def test_a_service_that_cannot_start_ends_the_run_with_its_own_words(
    environment: dict[str, str],
) -> None:
    said = refused({**environment, "TILEWRIGHT_WORKER_QUEUE": "many"})
    assert "worker did not start, tried 3 times" in said
    assert said.count("TILEWRIGHT_WORKER_QUEUE") >= 2, "once in the log, once at the end"
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("changes", "words", "expected"),
    [
        ({"TILEWRIGHT_GATEWAY_PORT": "eight"}, (), "TILEWRIGHT_GATEWAY_PORT: expected a number"),
        ({"TILEWRIGHT_GATEWAY_PORT": "0"}, (), "expected ports from 1 to 65535"),
        ({"TILEWRIGHT_GATEWAY_PORT": "99999"}, (), "from 0 to 65535, got '99999'"),
        ({"TILEWRIGHT_GATEWAY_HOST": "no.such.host.invalid"}, (), "TILEWRIGHT_GATEWAY_HOST"),
        ({"TILEWRIGHT_WORKERS": "65"}, (), "TILEWRIGHT_WORKERS: expected a number from 0 to 64"),
        ({}, ("--workers", "-1"), "--workers: expected a number from 0 to 64, got -1"),
        ({}, ("--workers", "0", "--gateways", "0"), "Nothing to run"),
        ({}, ("--workers", "0"), "set TILEWRIGHT_WORKER_URLS"),
        ({}, ("--gateways", "2"), "Set TILEWRIGHT_DATABASE_URL=postgresql://"),
        (
            {"TILEWRIGHT_DATABASE_URL": "sqlite:///matches.db"},
            ("--gateways", "2"),
            "Expected one gateway on an SQLite file, got 2",
        ),
        (
            {"TILEWRIGHT_DATABASE_URL": "mysql://localhost/matches"},
            ("--gateways", "2"),
            "TILEWRIGHT_DATABASE_URL: expected an address",
        ),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    environment: dict[str, str], changes: dict[str, str], words: tuple[str, ...], expected: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "run", *words],
        cwd=ROOT,
        env=environment | changes,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert expected in done.stderr
    assert done.stdout == ""


def test_two_services_on_one_port_are_refused(environment: dict[str, str]) -> None:
    same = {**environment, "TILEWRIGHT_WORKER_PORT": environment["TILEWRIGHT_GATEWAY_PORT"]}
    assert "is asked for twice" in refused(same)
