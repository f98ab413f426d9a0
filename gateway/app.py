"""Puts the gateway together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine, Mapping
from dataclasses import dataclass
from datetime import timedelta
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from gateway import openapi
from gateway.accounts.models import BODIES as PLAYER_BODIES
from gateway.accounts.page_routes import add_player_pages
from gateway.accounts.passwords import Passwords
from gateway.accounts.routes import add_accounts, add_sessions
from gateway.accounts.service import Accounts
from gateway.accounts.sessions import Sessions
from gateway.accounts.sweeping import keep_swept
from gateway.accounts.throttle import Throttle
from gateway.analysis.models import CrossSetsBody, HintsBody, MovesBody, ScoreBody
from gateway.analysis.routes import add_analysis
from gateway.analysis.service import Analysis
from gateway.catalogue.layouts import load_layouts
from gateway.catalogue.routes import add_catalogue
from gateway.matches.aid_routes import add_aids
from gateway.matches.dictionary import Dictionary
from gateway.matches.hints import HintBody, Hints
from gateway.matches.models import BODIES as MATCH_BODIES
from gateway.matches.routes import add_matches, add_seats
from gateway.matches.service import Matches, build_matches
from gateway.matches.stream_routes import add_streams
from gateway.matches.talk_routes import add_talk
from gateway.middleware.body_limit import BodyLimit
from gateway.middleware.buckets import TokenBuckets
from gateway.middleware.envelope import Envelope
from gateway.middleware.rate_limit import RateLimit
from gateway.pages import Pages, find_web_dir
from gateway.probes import add_probes
from gateway.proposals.models import BODIES as PROPOSAL_BODIES
from gateway.proposals.routes import add_proposals
from gateway.proposals.service import Proposals
from gateway.readiness import Readiness
from gateway.routing import DocumentedApp, RawRoute
from gateway.settings import Settings
from gateway.storage.database import Database
from gateway.words.arrivals import Arrivals
from gateway.words.models import WordsBody
from gateway.words.pruning import keep_pruned
from gateway.words.registry import LexiconRegistry
from gateway.words.reloading import Reloading, add_reload
from gateway.words.routes import add_words
from gateway.words.search import WordSearch
from gateway.workers.breaker import Breaker
from gateway.workers.client import HopClient
from gateway.workers.pool import WorkerPool
from gateway.workers.probe import keep_probing
from gateway.workers.worker import Worker
from rules.layouts import Layout

BODIES = (
    MovesBody,
    HintsBody,
    CrossSetsBody,
    ScoreBody,
    WordsBody,
    *PLAYER_BODIES,
    *MATCH_BODIES,
    HintBody,
    *PROPOSAL_BODIES,
)


@dataclass(frozen=True)
class Parts:
    """What a gateway is made of; tests reach in here, handlers are handed what they need."""

    lexicons: LexiconRegistry
    client: HopClient
    pool: WorkerPool
    readiness: Readiness
    database: Database
    sessions: Sessions
    accounts: Accounts
    matches: Matches


def create_app(settings: Settings | None = None) -> FastAPI:
    """Build the gateway.

    Parameters
    ----------
    settings
        Read from the environment by default.
    """
    settings = settings or Settings()
    layouts = load_layouts(settings.layouts_path)
    parts = _build_parts(settings, layouts)
    app = DocumentedApp(
        title="Tilewright gateway",
        summary="Every legal move, hints, scores and words for crossword board games.",
        description="Errors are RFC 9457 problem documents with a stable `type`.",
        version=version("tilewright"),
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lambda _: _running(settings, parts),
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.parts = parts
    app.router.route_class = RawRoute
    # one flat list, the hottest first: each included router would be searched on its own
    add_analysis(app.router, Analysis(parts.lexicons, layouts, parts.pool))
    add_matches(app.router, parts.matches)
    add_streams(app.router, parts.matches)
    add_talk(app.router, parts.matches)
    add_seats(app.router, parts.matches)
    search = WordSearch(parts.pool)
    add_aids(
        app.router,
        parts.matches,
        Hints(parts.matches.keeper, parts.matches.solver),
        Dictionary(parts.lexicons, search),
    )
    add_words(app.router, parts.lexicons, search)
    proposals = Proposals(parts.database, parts.lexicons, settings.proposals)
    add_reload(
        app.router,
        Reloading(parts.lexicons, parts.client, parts.pool.workers, settings),
        parts.sessions,
        settings.admin_token,
    )
    add_catalogue(app.router, parts.lexicons, layouts, proposals.takes)
    add_sessions(app.router, parts.sessions, parts.accounts)
    add_accounts(app.router, parts.sessions, parts.accounts)
    add_player_pages(app.router, parts.sessions, parts.database)
    add_proposals(app.router, proposals, parts.sessions)
    add_probes(app.router, parts.readiness)
    app.router.default = Pages(find_web_dir(settings.web_dir))
    app.openapi = lambda: openapi.describe(app, BODIES)  # type: ignore[method-assign]
    _add_middleware(app, settings, parts.sessions)
    return app


def _build_parts(settings: Settings, layouts: Mapping[str, Layout]) -> Parts:
    workers = [
        Worker(
            f"worker-{number}",
            url,
            Breaker(settings.breaker_failures, settings.breaker_open_ms / 1000),
        )
        for number, url in enumerate(settings.worker_urls, start=1)
    ]
    client = HopClient(
        connect_timeout_s=settings.connect_timeout_ms / 1000,
        max_answer_bytes=settings.max_answer_bytes,
    )
    lexicons = LexiconRegistry(
        settings.lexicons_path, settings.default_lexicon, Arrivals(client, workers).served
    )
    pool = WorkerPool(
        client,
        workers,
        deadline_s=settings.deadline_ms / 1000,
        connections=settings.worker_connections,
    )
    database = Database(
        settings.store_url,
        pool_size=settings.database_pool,
        timeout_ms=settings.database_timeout_ms,
    )
    sessions = Sessions(
        database,
        session_days=settings.session_days,
        cookie_secure=settings.cookie_secure,
        origins=settings.cors_origins,
    )
    matches = build_matches(settings, database, sessions, lexicons, layouts, pool=pool)
    return Parts(
        lexicons,
        client,
        pool,
        Readiness(lexicons, workers, database),
        database,
        sessions,
        _build_accounts(settings, database, sessions, matches),
        matches,
    )


def _build_accounts(
    settings: Settings, database: Database, sessions: Sessions, matches: Matches
) -> Accounts:
    throttle = Throttle(
        sessions_per_minute=settings.sessions_per_minute,
        logins_per_minute=settings.logins_per_minute,
        password_tries_per_minute=settings.password_tries_per_minute,
    )
    # accounts know nothing of matches but how a player leaves them all
    return Accounts(database, sessions, Passwords(), throttle, depart=matches.departing.depart)


@contextlib.asynccontextmanager
async def _running(settings: Settings, parts: Parts) -> AsyncIterator[None]:
    """Keep connections, probes and the lexicon watch for as long as the gateway runs."""
    jobs: list[Coroutine[Any, Any, None]] = [
        keep_probing(
            worker,
            parts.client,
            interval_s=settings.probe_interval_ms / 1000,
            timeout_s=settings.probe_timeout_ms / 1000,
            changed=parts.readiness.note,
        )
        for worker in parts.pool.workers
    ]
    jobs.append(parts.lexicons.keep_fresh(changed=parts.readiness.note))
    jobs.append(parts.database.keep_ready(changed=parts.readiness.note))
    jobs.append(keep_swept(parts.database))
    grace = timedelta(days=settings.lexicon_grace_days)
    jobs.append(keep_pruned(settings.lexicons_path, parts.database, grace))
    jobs.extend(parts.matches.jobs())
    async with parts.client, parts.database:
        parts.readiness.note()
        tasks = [asyncio.create_task(job) for job in jobs]
        try:
            yield
        finally:
            await parts.matches.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def _add_middleware(app: FastAPI, settings: Settings, sessions: Sessions) -> None:
    """Wrap the app, innermost first."""
    app.add_middleware(BodyLimit, limit_bytes=settings.max_body_bytes)
    own, wide = settings.rate_limit, settings.address_rate_limit
    if own > 0 or wide > 0:
        app.add_middleware(
            RateLimit,
            buckets=TokenBuckets(own, settings.burst) if own > 0 else None,
            address_buckets=TokenBuckets(wide, max(1, round(2 * wide))) if wide > 0 else None,
            sessions=sessions,
        )
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.cors_origins,
            allow_methods=["GET", "POST", "DELETE"],
            allow_credentials=True,
            allow_headers=[
                "Authorization",
                "Content-Type",
                "Idempotency-Key",
                "Tilewright-Invitation",
                "Last-Event-ID",
                "X-Request-Id",
            ],
            expose_headers=["Retry-After", "Server-Timing", "X-Request-Id"],
            max_age=600,
        )
    app.add_middleware(Envelope, access_log=settings.access_log)
