"""The lexicons this gateway has mapped, and how a request names one."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gateway.problems import Kind, ProblemError
from lexicon_tools.directory import LexiconDirectory, Listing, Refused
from lexicon_tools.manifest import now_utc
from lexicon_tools.reader import Lexicon
from lexicon_tools.store import default_name, find
from lexicon_tools.turns import SharedWork

log = logging.getLogger("tilewright.gateway.lexicons")

RESCAN_S = 1.0

Served = Callable[[Collection[Lexicon]], Awaitable[None]]
"""Waits until the workers serve new lexicons, or that cannot be waited for."""


@dataclass(frozen=True)
class RefusedLexicon:
    """A file of the directory that was not taken, and why."""

    file: str
    reason: str


@dataclass(frozen=True)
class Shelf:
    """What one look at the directory found.

    Attributes
    ----------
    lexicons
        Every lexicon that is served, by name and then the one installed last first. Of files with
        the same words and tiles there is one, and further ones that are current by their names.
    refused
        Files that were not taken.
    by_reference
        ``name``, ``name@version`` and full sha256 to lexicon; of several files under one
        reference the one installed last.
    names
        Their names, the one that was installed first of all at the front.
    arriving
        Lexicons that the workers may not serve yet: only the sha256 names them.
    """

    lexicons: tuple[Lexicon, ...] = ()
    refused: tuple[RefusedLexicon, ...] = ()
    by_reference: Mapping[str, Lexicon] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    arriving: tuple[Lexicon, ...] = ()

    @classmethod
    def of(
        cls,
        listing: Listing,
        arriving: Collection[Lexicon] = (),
        staying: Sequence[Lexicon] = (),
    ) -> Shelf:
        """Sort what was found onto a shelf, and what stays though it is not found any more."""
        here = [each for each in (*listing.lexicons, *staying) if each not in arriving]
        references: dict[str, Lexicon] = {}
        for lexicon in here:
            for reference in (lexicon.name, f"{lexicon.name}@{lexicon.version}", lexicon.sha256):
                references.setdefault(reference, lexicon)
        unique: list[Lexicon] = []
        seen: set[str] = set()
        for lexicon in sorted(here, key=lambda lexicon: lexicon.name):
            if lexicon.sha256 not in seen or references[lexicon.name] is lexicon:
                unique.append(lexicon)
            seen.add(lexicon.sha256)
        names = (*listing.names, *(lexicon.name for lexicon in staying))
        coming = tuple(lexicon for lexicon in listing.lexicons if lexicon in arriving)
        for lexicon in coming:
            references.setdefault(lexicon.sha256, lexicon)
        return cls(
            tuple(unique),
            tuple(RefusedLexicon(item.path.name, _reason(item)) for item in listing.refused),
            references,
            tuple(name for name in dict.fromkeys(names) if name in references),
            coming,
        )


class RemovedError(ProblemError):
    """``unknown-lexicon``: it was there when the request came, and was removed meanwhile."""

    def __init__(self, sha256: str, available: Sequence[str]) -> None:
        super().__init__(
            Kind.UNKNOWN_LEXICON,
            f"Expected an installed lexicon, got the one with SHA-256 {sha256[:12]}..., which has "
            "just been removed; name another.",
            extra={"available": list(available)},
        )


class LexiconRegistry:
    """Lexicons of a directory, looked at again when a file of it changes.

    A file that goes away or turns out bad later takes nothing from requests under way: a
    mapping lives as long as somebody holds it. While the gateway runs, a new lexicon goes by
    its name only once the workers serve it, so that no request is sent to one that does not.

    Parameters
    ----------
    directory
        Where the ``*.gaddag`` files are.
    default
        Reference used by a request that names none; without it
        :func:`lexicon_tools.store.default_name` says which.
    served
        Waits for the workers; without it nothing is waited for.
    """

    def __init__(
        self, directory: Path, default: str | None = None, served: Served | None = None
    ) -> None:
        self.directory = directory
        self.loaded_at: str | None = None
        self.look = SharedWork(self._look)
        self._wanted_default = default
        self._served = served
        self._changed: Callable[[], None] = lambda: None
        self._shelf = Shelf()
        self._directory = LexiconDirectory(directory)
        self._listing: Listing | None = None
        self._arriving: frozenset[Lexicon] = frozenset()
        self._staying: tuple[Lexicon, ...] = ()
        # a look is taken on a thread, and lexicons arrive on the event loop
        self._lock = threading.Lock()
        self._waiting: set[asyncio.Task[None]] = set()

    @property
    def shelf(self) -> Shelf:
        """What there is now."""
        return self._shelf

    @property
    def default(self) -> Lexicon | None:
        """Lexicon of a request that names none."""
        reference = self._wanted_default or default_name(self._shelf.names)
        return None if reference is None else self._shelf.by_reference.get(reference)

    async def know(self, reference: str | None) -> None:
        """Look at the directory at once if nothing is known by a reference.

        Another gateway, or whoever installed it, may know a lexicon before this one has looked.
        """
        known = self._shelf.by_reference
        if (self.default is None) if reference is None else (reference not in known):
            with contextlib.suppress(OSError):
                await self.look()

    def find(self, reference: str | None) -> Lexicon:
        """Return the lexicon a request names.

        Raises
        ------
        ProblemError
            ``unknown-lexicon``, with those there are.
        """
        found = self._shelf.by_reference.get(reference) if reference is not None else self.default
        if found is not None:
            return found
        available = self._available()
        asked = f"got {reference[:64]!r}" if reference is not None else "none was named"
        raise ProblemError(
            Kind.UNKNOWN_LEXICON,
            f"Expected an installed lexicon, {asked}; "
            + (
                f"installed: {', '.join(available)}."
                if available
                else "none is installed: build one with `tilewright lexicon build`."
            ),
            extra={"available": available},
        )

    def find_installed(self, reference: str | None) -> Lexicon:
        """Return the lexicon a request names, for what is pinned to it.

        Where the one that is served has been removed already, another one of the name takes its
        place, which the workers may not serve yet.

        Raises
        ------
        ProblemError
            ``unknown-lexicon``.
        """
        found = self.find(reference)
        if self.is_installed(found.sha256):
            return found
        other = find(filter(_is_there, self._listed()), reference or found.name)
        if other is None:
            raise self._removed(found.sha256)
        return other

    def is_installed(self, sha256: str) -> bool:
        """Whether a lexicon was there at the last look and has not been removed since."""
        return any(lexicon.sha256 == sha256 and _is_there(lexicon) for lexicon in self._listed())

    def check_installed(self, sha256: str) -> None:
        """Make sure that a lexicon has not been removed since the last look.

        Whoever pins something to it notes that in the store first and asks then: pruning looks
        into the store after it has taken the file out of its place.

        Raises
        ------
        RemovedError
            If it has.
        """
        if not self.is_installed(sha256):
            raise self._removed(sha256)

    def _removed(self, sha256: str) -> RemovedError:
        return RemovedError(sha256, self._available())

    def _listed(self) -> Sequence[Lexicon]:
        return () if self._listing is None else self._listing.lexicons

    def _available(self) -> list[str]:
        versions = (reference for reference in self._shelf.by_reference if "@" in reference)
        return sorted(versions, key=lambda reference: reference.partition("@")[0])

    def refresh(self) -> bool:
        """Look at the directory; True where it changed since the last time. Blocks on reading."""
        listing = self._directory.look()
        if listing is None:
            return False
        with self._lock:
            present = frozenset(listing.lexicons)
            if self._listing is not None and self._served is not None:
                known = {lexicon.sha256 for lexicon in self._shelf.by_reference.values()}
                new = frozenset(lexicon for lexicon in present if lexicon.sha256 not in known)
                self._arriving = (self._arriving & present) | new
                # replaced in its very place: the old one serves on until the new one is served
                self._staying = tuple(lex for lex in self._shelf.lexicons if lex not in present)
            self._listing = listing
            self._put_up()
        log.info(
            "lexicons mapped",
            extra={
                "lexicons": [f"{lex.name}@{lex.version}" for lex in self._shelf.lexicons],
                "arriving": [f"{lex.name}@{lex.version}" for lex in self._shelf.arriving],
                "refused": [f"{item.file}: {item.reason}" for item in self._shelf.refused],
            },
        )
        return True

    async def arrived(self) -> None:
        """Wait until every lexicon that is arriving goes by its name."""
        while self._waiting:
            await asyncio.wait(list(self._waiting))

    async def keep_fresh(self, changed: Callable[[], None], every_s: float = RESCAN_S) -> None:
        """Look at the directory now and then, for ever; the event loop stays free.

        ``changed`` is called where something did.
        """
        self._changed = changed
        try:
            while True:
                try:
                    await self.look()
                except OSError as error:
                    log.warning("lexicon directory not readable", extra={"reason": error.strerror})
                await asyncio.sleep(every_s)
        finally:
            for task in self._waiting:
                task.cancel()

    async def _look(self) -> None:
        before = self._arriving
        if not await asyncio.to_thread(self.refresh):
            return
        self._changed()
        new = self._arriving - before
        if new:
            task = asyncio.create_task(self._take_up(new))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    async def _take_up(self, new: frozenset[Lexicon]) -> None:
        """Let lexicons go by their names once the workers serve them."""
        try:
            if self._served is not None:
                await self._served(new)
        finally:
            with self._lock:
                self._arriving -= new
                self._put_up()
        self._changed()
        log.info("lexicons served", extra={"lexicons": [f"{n.name}@{n.version}" for n in new]})

    def _put_up(self) -> None:
        if self._listing is not None:
            if not self._arriving:
                self._staying = ()
            self._shelf = Shelf.of(self._listing, self._arriving, self._staying)
            self.loaded_at = now_utc().isoformat(timespec="milliseconds")


def _is_there(lexicon: Lexicon) -> bool:
    return lexicon.path.exists()


def _reason(item: Refused) -> str:
    """Return why a file was refused, without the path of it: that is nobody else's business."""
    return str(item.reason).removeprefix(f"{item.path}: ")
