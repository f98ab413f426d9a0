"""The lexicons and layouts a worker serves, looked up by what a request calls them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Literal, TypeVar

from lexicon_tools.directory import Listing
from lexicon_tools.reader import Lexicon
from rules.errors import RulesError
from rules.layouts import Layout, builtin_layouts, parse_layouts
from solver_worker.errors import UnknownLayoutError, UnknownLexiconError
from solver_worker.protocol import LexiconStatus, RefusedFile

MAX_LAYOUT_BYTES = 1_048_576

A = TypeVar("A")
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Holdings:
    """What was found on disk, before anything is made ready for the engine.

    Attributes
    ----------
    lexicons
        Open and verified, the one installed last first.
    layouts
        By name, the built-in ones included.
    refused
        Files that were not taken.
    """

    lexicons: tuple[Lexicon, ...]
    layouts: Mapping[str, Layout]
    refused: tuple[RefusedFile, ...]


@dataclass(frozen=True, slots=True)
class MappedLexicon(Generic[A]):
    """A lexicon with its arrays and its part of every answer."""

    lexicon: Lexicon
    arrays: A
    ref_json: bytes
    """``{"name":...,"version":...,"sha256":...}``."""


@dataclass(frozen=True, slots=True)
class MappedLayout(Generic[B]):
    """A layout with its arrays and its name as JSON."""

    layout: Layout
    arrays: B
    name_json: bytes


class Registry(Generic[A, B]):
    """Everything requests can name.

    Parameters
    ----------
    lexicons
        The one installed last first; of several with one name the first is current.
    layouts
        By name.
    leaving
        Lexicons that are no longer there for anybody but who names them by checksum.
    """

    def __init__(
        self,
        lexicons: Sequence[MappedLexicon[A]],
        layouts: Mapping[str, MappedLayout[B]],
        leaving: Sequence[MappedLexicon[A]] = (),
    ) -> None:
        self.lexicons = tuple(lexicons)
        self.layouts = layouts
        self.leaving = tuple(leaving)
        self._by_reference: dict[str, MappedLexicon[A]] = {}
        for mapped in self.lexicons:
            lexicon = mapped.lexicon
            for reference in (lexicon.name, f"{lexicon.name}@{lexicon.version}", lexicon.sha256):
                self._by_reference.setdefault(reference, mapped)
        for mapped in self.leaving:
            self._by_reference.setdefault(mapped.lexicon.sha256, mapped)

    def having(
        self, lexicons: Sequence[MappedLexicon[A]], leaving: Sequence[MappedLexicon[A]]
    ) -> Registry[A, B]:
        """Return a registry of other lexicons with the same layouts."""
        return Registry(lexicons, self.layouts, leaving)

    def lexicon(self, reference: str) -> MappedLexicon[A]:
        """Look a lexicon up by name, ``name@version`` or SHA-256.

        Raises
        ------
        UnknownLexiconError
            If none answers to that.
        """
        try:
            return self._by_reference[reference]
        except KeyError:
            raise UnknownLexiconError(reference, self.available()) from None

    def layout(self, name: str) -> MappedLayout[B]:
        """Look a layout up by name.

        Raises
        ------
        UnknownLayoutError
            If there is none.
        """
        try:
            return self.layouts[name]
        except KeyError:
            raise UnknownLayoutError(name, sorted(self.layouts)) from None

    def available(self) -> list[str]:
        """Name every lexicon as ``name@version``."""
        names = (f"{m.lexicon.name}@{m.lexicon.version}" for m in self.lexicons)
        return list(dict.fromkeys(names))


def holdings_of(listing: Listing, layout_dir: Path) -> Holdings:
    """Take the lexicons that were found and read every layout.

    A file that cannot be taken is reported in ``refused`` and otherwise ignored.
    """
    layouts, refused_layouts = read_layouts(layout_dir)
    return Holdings(listing.lexicons, layouts, (*refused_files(listing), *refused_layouts))


def refused_files(listing: Listing) -> tuple[RefusedFile, ...]:
    """Name what was refused as ``/health`` does."""
    return tuple(RefusedFile(file=item.path.name, reason=item.reason) for item in listing.refused)


def make_registry(
    holdings: Holdings,
    lexicon_arrays: Callable[[Lexicon], A],
    layout_arrays: Callable[[Layout], B],
) -> Registry[A, B]:
    """Cast everything that was found to the arrays an engine takes."""
    return Registry(
        [map_lexicon(lexicon, lexicon_arrays) for lexicon in holdings.lexicons],
        {
            name: MappedLayout(layout, layout_arrays(layout), _json(name))
            for name, layout in holdings.layouts.items()
        },
    )


def map_lexicon(lexicon: Lexicon, arrays: Callable[[Lexicon], A]) -> MappedLexicon[A]:
    """Cast a lexicon to the arrays an engine takes."""
    return MappedLexicon(lexicon, arrays(lexicon), _ref_json(lexicon))


def lexicon_form(lexicon: Lexicon) -> Literal["narrow", "wide"]:
    """Name the form of a lexicon's arcs; kernels are compiled for each."""
    return "wide" if lexicon.wide else "narrow"


def lexicon_status(lexicon: Lexicon) -> LexiconStatus:
    """Describe a lexicon for ``/health``."""
    return LexiconStatus(
        name=lexicon.name,
        version=lexicon.version,
        sha256=lexicon.sha256,
        words=lexicon.word_count,
        bytes=lexicon.nbytes,
        alphabet=lexicon.alphabet.name,
        form=lexicon_form(lexicon),
    )


def read_layouts(layout_dir: Path) -> tuple[dict[str, Layout], list[RefusedFile]]:
    """Read the built-in layouts and those of the ``*.txt`` files of a directory.

    Names are taken once: a file that uses a name again is refused as a whole.
    """
    layouts = dict(builtin_layouts())
    refused = []
    for path in sorted(layout_dir.glob("*.txt")):
        try:
            found = parse_layouts(_read_text(path))
            _check_new(found, layouts)
        except (OSError, ValueError, RulesError) as error:
            refused.append(RefusedFile(file=path.name, reason=str(error)))
        else:
            layouts |= found
    return layouts, refused


def _read_text(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        text = file.read(MAX_LAYOUT_BYTES + 1)
    if len(text) > MAX_LAYOUT_BYTES:
        raise ValueError(
            f"Expected at most {MAX_LAYOUT_BYTES} characters of layouts, got more; split the file."
        )
    return text


def _check_new(found: Iterable[str], known: Mapping[str, Layout]) -> None:
    for name in found:
        if name in known:
            raise ValueError(f"Expected a new name for a layout, got '{name}' again; rename it.")


def _ref_json(lexicon: Lexicon) -> bytes:
    return _json({"name": lexicon.name, "version": lexicon.version, "sha256": lexicon.sha256})


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
