"""Everything about a gateway that can be set, from ``TILEWRIGHT_*`` environment variables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from gateway.storage.urls import parse as parse_database_url
from gateway.storage.urls import sqlite_url

CommaList = Annotated[tuple[str, ...], NoDecode]


class Settings(BaseSettings):
    """Settings of the gateway; each is the environment variable ``TILEWRIGHT_`` + its name.

    Attributes
    ----------
    gateway_host, gateway_port
        Where to listen; loopback unless told.
    worker_urls
        Base addresses of the move-generation workers, comma separated.
    data_dir, lexicon_dir
        Root of everything kept on disk; the lexicons, ``<data_dir>/lexicons`` by default.
        Extra layouts are read from ``<data_dir>/layouts/*.txt``.
    database_url
        Where matches, players and sessions are kept; an SQLite file in ``data_dir`` by default.
    database_pool, database_timeout_ms
        Connections to PostgreSQL, and the longest time of one statement and of the wait for a
        free connection.
    heartbeat_ms
        How often a sign of life is kept; a longer silence is given back to the clocks.
    open_match_days
        Days after which a match that never found its players is given up.
    matches_per_player
        Matches not yet over that one player may have set up (0 is no limit).
    web_dir
        The page's files; the ``web`` folder beside the packages by default.
    default_lexicon
        Lexicon of a request that names none; by default `en` if it is there, else the name that
        was installed first.
    admin_token
        Bearer token of whoever may have lexicons looked for, here and at the workers; without
        it only administrators may.
    lexicon_grace_days
        Days that a lexicon stays after another one of its name was installed, though no match
        needs it.
    proposals
        Names of the lexicons that players may propose words for, comma separated; ``all``, or
        ``off``.
    bot_delay_ms
        Time a bot takes before it moves, about.
    deadline_ms
        Time a request may take from its arrival to the worker's answer.
    connect_timeout_ms
        Time to open a connection to a worker.
    worker_connections
        Requests that may be under way with one worker; beyond that ``worker-overloaded``.
    probe_interval_ms, probe_timeout_ms
        How often a worker's readiness is asked, and how long its answer may take.
    breaker_failures, breaker_open_ms
        Failures in a row that take a worker out of use, and for how long at first.
    max_body_bytes, max_answer_bytes
        Largest request body, and largest worker answer that is read.
    rate_limit, rate_burst
        Requests a second for one session, and for all requests without one of one client
        address (0 is no limit), and how many may come at once; twice the rate by default. Only
        ``/v1/`` is counted.
    address_rate_limit
        Requests a second for one client address, whatever their sessions (0 is no limit); twice
        as many may come at once.
    sessions_per_minute, logins_per_minute
        Guests and accounts that one address may create, and its logins, a minute and at once (0
        is no limit).
    password_tries_per_minute
        Wrong passwords for one name, a minute and at once (0 is no limit).
    session_days
        Days after which a session that is not used is over.
    cookie_secure
        Whether the session's cookie is for https alone; ``auto`` where the request came by it.
    cors_origins
        Origins whose pages may call this API, comma separated; none by default.
    trusted_proxies
        Addresses whose ``X-Forwarded-For`` is believed, comma separated; none by default.
    streams, streams_per_session
        Streams of events open at once: all, and of one player (or of one address without a
        session).
    shutdown_ms
        Time that open requests get when the gateway is asked to stop.
    log_level, access_log
        Severity from which lines are written; whether each request gets a line.
    """

    model_config = SettingsConfigDict(
        env_prefix="TILEWRIGHT_", env_ignore_empty=True, extra="ignore", frozen=True
    )

    gateway_host: str = "127.0.0.1"
    gateway_port: Annotated[int, Field(ge=0, le=65_535)] = 8000
    worker_urls: CommaList = ("http://127.0.0.1:8001",)
    data_dir: Path = Path("var")
    lexicon_dir: Path | None = None
    # it may hold a password
    database_url: Annotated[str | None, Field(repr=False)] = None
    database_pool: Annotated[int, Field(ge=2, le=500)] = 10
    database_timeout_ms: Annotated[int, Field(ge=100, le=600_000)] = 5000
    heartbeat_ms: Annotated[int, Field(ge=50, le=600_000)] = 5000
    open_match_days: Annotated[float, Field(gt=0, le=3650, allow_inf_nan=False)] = 7.0
    matches_per_player: Annotated[int, Field(ge=0, le=1_000_000)] = 100
    web_dir: Path | None = None
    default_lexicon: str | None = None
    admin_token: SecretStr | None = None
    lexicon_grace_days: Annotated[float, Field(ge=0, le=36_500, allow_inf_nan=False)] = 7.0
    proposals: CommaList = ("all",)
    bot_delay_ms: Annotated[int, Field(ge=0, le=600_000)] = 1500
    deadline_ms: Annotated[int, Field(ge=10, le=600_000)] = 5000
    connect_timeout_ms: Annotated[int, Field(ge=1, le=60_000)] = 500
    worker_connections: Annotated[int, Field(ge=1, le=10_000)] = 256
    probe_interval_ms: Annotated[int, Field(ge=10, le=60_000)] = 1000
    probe_timeout_ms: Annotated[int, Field(ge=10, le=60_000)] = 1000
    breaker_failures: Annotated[int, Field(ge=1, le=1000)] = 5
    breaker_open_ms: Annotated[int, Field(ge=1, le=600_000)] = 1000
    max_body_bytes: Annotated[int, Field(ge=1024)] = 1_048_576
    max_answer_bytes: Annotated[int, Field(ge=1024)] = 67_108_864
    rate_limit: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 50.0
    rate_burst: Annotated[int, Field(ge=1)] | None = None
    address_rate_limit: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 500.0
    sessions_per_minute: Annotated[int, Field(ge=0)] = 120
    logins_per_minute: Annotated[int, Field(ge=0)] = 120
    password_tries_per_minute: Annotated[int, Field(ge=0)] = 10
    session_days: Annotated[int, Field(ge=1, le=3650)] = 30
    cookie_secure: Literal["auto", "always", "never"] = "auto"
    cors_origins: CommaList = ()
    trusted_proxies: CommaList = ()
    streams: Annotated[int, Field(ge=1, le=1_000_000)] = 5000
    streams_per_session: Annotated[int, Field(ge=1, le=100_000)] = 20
    shutdown_ms: Annotated[int, Field(ge=0, le=600_000)] = 5000
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    access_log: bool = False

    @field_validator("worker_urls", "cors_origins", "trusted_proxies", "proposals", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("worker_urls")
    @classmethod
    def _check_urls(cls, urls: tuple[str, ...]) -> tuple[str, ...]:
        if not urls:
            raise ValueError("expected at least one worker address, got none")
        cleaned = tuple(url.rstrip("/") for url in urls)
        for url in cleaned:
            parts = urlsplit(url)
            if parts.scheme not in {"http", "https"} or not parts.hostname:
                raise ValueError(
                    f"expected an address like http://host:8001, got {url!r}; "
                    "separate several with commas"
                )
        if len(set(cleaned)) != len(cleaned):
            raise ValueError("expected each worker address once, got one twice")
        return cleaned

    @field_validator("database_url")
    @classmethod
    def _check_database(cls, url: str | None) -> str | None:
        if url is not None:
            parse_database_url(url)
        return url

    @field_validator("proposals")
    @classmethod
    def _check_proposals(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        if not names or ({"all", "off"} & set(names) and len(names) > 1):
            raise ValueError(
                f"expected `all`, `off` or names of lexicons, got {','.join(names)!r}; "
                "`all` and `off` stand alone"
            )
        return names

    @model_validator(mode="after")
    def _check_origins(self) -> Self:
        for origin in self.cors_origins:
            parts = urlsplit(origin)
            if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path:
                raise ValueError(
                    f"expected an origin like https://example.org, got {origin!r}; "
                    "an origin has no path, and `*` is not taken"
                )
        return self

    @property
    def lexicons_path(self) -> Path:
        """Directory of the lexicon files."""
        return self.lexicon_dir or self.data_dir / "lexicons"

    @property
    def layouts_path(self) -> Path:
        """Directory of extra layouts."""
        return self.data_dir / "layouts"

    @property
    def store_url(self) -> str:
        """Address of the store: the one that is set, or the file in the data directory."""
        return self.database_url or sqlite_url(self.data_dir / "tilewright.db")

    @property
    def burst(self) -> int:
        """Requests that one session, or one address without, may send at once."""
        return self.rate_burst or max(1, round(2 * self.rate_limit))
