"""Which database an address means, checked before anything is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

Dialect = Literal["sqlite", "postgresql"]

_EXPECTED = (
    "expected an address like sqlite:///var/tilewright.db or postgresql://user:password@host/name"
)
_OPTIONS = frozenset({"host", "port", "ssl"})
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}


def parse(text: str) -> URL:
    """Turn what a person writes into an address with the driver that is used here.

    Parameters
    ----------
    text
        ``sqlite:///file`` (a fourth slash makes the path absolute) or ``postgresql://...``;
        ``postgres://`` is taken too. Options of the latter are ``host``, ``port`` and
        ``sslmode``.

    Raises
    ------
    ValueError
        If it is no address, of another database, or of no file; a password is not repeated.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise ValueError(f"{_EXPECTED}, got one that cannot be read") from None
    name = url.get_backend_name()
    name = "postgresql" if name == "postgres" else name
    driver = _DRIVERS.get(name)
    if driver is None:
        raise ValueError(f"{_EXPECTED}, got one of {name!r}; no other database is supported")
    if name == "sqlite" and (url.database in {None, "", ":memory:"} or url.host or url.query):
        raise ValueError(
            f"{_EXPECTED}, got {text!r}: matches need a file of their own, "
            "without host or options; write three slashes before the path"
        )
    if name == "postgresql":
        url = _checked_postgresql(url)
    return url.set(drivername=driver)


def _checked_postgresql(url: URL) -> URL:
    if not url.database:
        raise ValueError(f"{_EXPECTED}, got one without the database's name at its end")
    options = dict(url.query)
    if "sslmode" in options:  # what PostgreSQL's own tools call it
        options["ssl"] = options.pop("sslmode")
    unknown = sorted(options.keys() - _OPTIONS)
    if unknown:
        raise ValueError(
            f"{_EXPECTED} with the options host, port and sslmode, got {', '.join(unknown)}"
        )
    return url.set(query=options)


def for_asyncpg(url: URL) -> str:
    """Write the address of a PostgreSQL database for its driver, the password included."""
    options = dict(url.query)
    if "ssl" in options:
        options["sslmode"] = options.pop("ssl")
    plain = url.set(drivername="postgresql", query=options)
    return plain.render_as_string(hide_password=False)


def dialect_of(url: URL) -> Dialect:
    """Which of the two databases it is."""
    return "sqlite" if url.get_backend_name() == "sqlite" else "postgresql"


def sqlite_file(url: URL) -> Path:
    """Return the database file of an SQLite address."""
    return Path(url.database or "")


def sqlite_url(path: Path) -> str:
    """Write the address of an SQLite file."""
    return f"sqlite:///{path}"
