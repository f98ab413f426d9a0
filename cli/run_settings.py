"""What `tilewright run` reads from the environment, and which process listens where."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.errors import TilewrightError

PREFIX = "TILEWRIGHT_"
LOOPBACK = "127.0.0.1"
PORT_STEP = 10  # between processes of one kind, so that 8000, 8010 and 8001, 8011 never meet
MAX_PROCESSES = 64
HIGHEST_PORT = 65_535


class RunError(TilewrightError):
    """The services cannot be started as the settings say; the text says what to change."""

    code = "run"


@dataclass(frozen=True)
class Address:
    """Where one process listens, and the variable that moves it."""

    host: str
    port: int
    variable: str

    @property
    def url(self) -> str:
        """The address as a client on this machine writes it."""
        host = {"0.0.0.0": LOOPBACK, "::": "::1", "": LOOPBACK}.get(self.host, self.host)  # noqa: S104
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


@dataclass(frozen=True)
class RunSettings:
    """Addresses and directories of one run."""

    gateways: tuple[Address, ...]
    workers: tuple[Address, ...]
    worker_urls: str
    lexicon_dir: Path

    @classmethod
    def read(
        cls, environment: Mapping[str, str], gateways: int | None, workers: int | None
    ) -> RunSettings:
        """Read the settings; numbers given on the command line come before the environment.

        Raises
        ------
        RunError
            If a value is no number, out of range, puts two processes on one port, or several
            gateways on one SQLite file.
        """
        gateway_count = _count(environment, "GATEWAYS", gateways)
        worker_count = _count(environment, "WORKERS", workers)
        if gateway_count + worker_count == 0:
            raise RunError("Nothing to run: expected at least one gateway or worker, got none.")
        worker_addresses = _addresses(environment, "WORKER", 8001, worker_count)
        own_urls = ",".join(address.url for address in worker_addresses)
        worker_urls = environment.get(PREFIX + "WORKER_URLS") or own_urls
        if not worker_urls:
            raise RunError(
                "A gateway without workers of its own needs the addresses of others: "
                "set TILEWRIGHT_WORKER_URLS, or start at least one worker."
            )
        data_dir = Path(environment.get(PREFIX + "DATA_DIR") or "var")
        lexicon_dir = environment.get(PREFIX + "LEXICON_DIR")
        settings = cls(
            gateways=_addresses(environment, "GATEWAY", 8000, gateway_count),
            workers=worker_addresses,
            worker_urls=worker_urls,
            lexicon_dir=Path(lexicon_dir) if lexicon_dir else data_dir / "lexicons",
        )
        _check_distinct([*settings.gateways, *settings.workers])
        if gateway_count > 1:
            _check_shared_store(environment.get(PREFIX + "DATABASE_URL"), gateway_count)
        return settings


def _number(environment: Mapping[str, str], name: str, default: int, highest: int) -> int:
    text = environment.get(PREFIX + name)
    if not text:
        return default
    if text.isascii() and text.isdecimal() and int(text) <= highest:
        return int(text)
    raise RunError(f"{PREFIX}{name}: expected a number from 0 to {highest}, got {text!r}.")


def _count(environment: Mapping[str, str], name: str, given: int | None) -> int:
    if given is None:
        return _number(environment, name, 1, MAX_PROCESSES)
    if 0 <= given <= MAX_PROCESSES:
        return given
    option = f"--{name.lower()}"
    raise RunError(f"{option}: expected a number from 0 to {MAX_PROCESSES}, got {given}.")


def _addresses(
    environment: Mapping[str, str], kind: str, default_port: int, count: int
) -> tuple[Address, ...]:
    host = environment.get(f"{PREFIX}{kind}_HOST") or LOOPBACK
    variable = f"{PREFIX}{kind}_PORT"
    first = _number(environment, f"{kind}_PORT", default_port, HIGHEST_PORT)
    last = first + PORT_STEP * max(count - 1, 0)
    if first == 0 or last > HIGHEST_PORT:
        raise RunError(
            f"{variable}: expected ports from 1 to {HIGHEST_PORT}, got {first} to {last} "
            f"({count} processes, {PORT_STEP} apart)."
        )
    return tuple(Address(host, first + PORT_STEP * i, variable) for i in range(count))


def _check_shared_store(database_url: str | None, gateway_count: int) -> None:
    from gateway.storage.urls import dialect_of, parse  # noqa: PLC0415 - one gateway has no need

    try:
        shared = database_url and dialect_of(parse(database_url)) == "postgresql"
    except ValueError as error:
        raise RunError(f"{PREFIX}DATABASE_URL: {error}.") from error
    if not shared:
        raise RunError(
            f"Expected one gateway on an SQLite file, got {gateway_count}: several need a "
            f"database they can share. Set {PREFIX}DATABASE_URL=postgresql://"
            "user:password@host/name, or run one gateway with as many workers as you like."
        )


def _check_distinct(addresses: list[Address]) -> None:
    seen: dict[int, Address] = {}
    for address in addresses:
        other = seen.setdefault(address.port, address)
        if other is not address:
            raise RunError(
                f"Port {address.port} is asked for twice, by {other.variable} and "
                f"{address.variable}: choose another for one of them."
            )


def check_free(address: Address) -> None:
    """Make sure that nothing listens on an address yet.

    Raises
    ------
    RunError
        Naming the variable that chooses another port.
    """
    try:
        family, kind, protocol, _, target = socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        host_variable = address.variable.replace("_PORT", "_HOST")
        raise RunError(
            f"{host_variable}: no address of this machine is called {address.host!r} ({error})."
        ) from error
    with socket.socket(family, kind, protocol) as probe:
        if os.name == "posix":  # as the services do: a port in TIME_WAIT is free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(target)
        except OSError as error:
            raise RunError(_refusal(address, error)) from error


def _refusal(address: Address, error: OSError) -> str:
    where = f"port {address.port} on {address.host}"
    remedy = f"choose another, for example: {address.variable}={address.port + 100} make run"
    if error.errno == errno.EADDRINUSE:
        return f"Another program listens on {where} already. Stop it, or {remedy}"
    return f"This user cannot listen on {where} ({error.strerror}): {remedy}"
