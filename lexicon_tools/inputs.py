"""Whatever words come in, read into one `WordReader`: lists, dictionaries, KWG files, archives.

====================  ==========================================================
``.kwg``, packed too  the words of a KWG file, by its tiles
``.aff`` or ``.dic``  a Hunspell dictionary, with the other file beside it
``.zip``              every file in it, each by its own name
all else              a word list, ``.xz`` and ``.gz`` unpacked on the way
====================  ==========================================================
"""

from __future__ import annotations

import errno
import lzma
import struct
import tempfile
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from lexicon_tools import kwg
from lexicon_tools.decoding import decoded_lines, read_pieces
from lexicon_tools.errors import WordListError
from lexicon_tools.hunspell import Report, expand
from lexicon_tools.languages import Language
from lexicon_tools.measuring import TileMeasure
from lexicon_tools.normalisation import WordReader
from lexicon_tools.summaries import Encoding
from rules.alphabet import Alphabet

Progress = Callable[[str, int, int], None]
"""Called with the stage, how much of it is done, and how much there is (0: not known)."""

ARCHIVE: Final = ".zip"

MOST_ARCHIVE_BYTES: Final = 1 << 31
"""What the files of an archive may have together, unpacked: many times the largest list."""

MOST_ARCHIVE_FILES: Final = 1_000

_CUT_SHORT = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, struct.error)
_NOT_UNPACKED = (RuntimeError, NotImplementedError, ValueError, OverflowError)

_OF_THE_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS})
"""Errors that an archive is not to blame for."""

DICTIONARY = frozenset({".aff", ".dic"})


def read_inputs(
    reader: WordReader,
    paths: Iterable[Path],
    alphabet: Alphabet,
    tell: Progress,
    *,
    language: Language | None = None,
    encoding: str | None = None,
) -> None:
    """Read files into ``reader``, each by what it is.

    Parameters
    ----------
    reader : WordReader
        Gathers the words.
    paths : iterable of Path
        The files; of a dictionary either file or both.
    alphabet : Alphabet
        Tiles of KWG files.
    tell : callable
        Told about the stage and how far it is.
    language : Language, optional
        Says what of a dictionary is left out, and what its capitals mean.
    encoding : str, optional
        What lists are in, where they do not tell by themselves.

    Raises
    ------
    WordListError
        If a file cannot be read as what it is.
    OSError
        If it cannot be read at all.
    """
    seen: set[Path] = set()
    for path in paths:
        if path.suffix in DICTIONARY:
            base = path.with_suffix("")
            if base not in seen:
                seen.add(base)
                _read_dictionary(reader, base, alphabet, tell, language)
        elif kwg.is_kwg(path):
            tell("read words", 0, 0)
            reader.add(kwg.read_words(path, alphabet), path.name)
        elif path.suffix.lower() == ARCHIVE:
            _read_archive(reader, path, alphabet, tell, language=language, encoding=encoding)
        else:
            _read_list(reader, path, tell, encoding)


def _read_dictionary(
    reader: WordReader,
    base: Path,
    alphabet: Alphabet,
    tell: Progress,
    language: Language | None,
) -> None:
    aff, dic = base.with_suffix(".aff"), base.with_suffix(".dic")
    for file in (aff, dic):
        if not file.is_file():
            raise WordListError(
                f"{file}: expected both files of a Hunspell dictionary side by side, found no such "
                "file; put it there."
            )
    report = Report(left_out=reader.summary.unread)
    forms = expand(
        aff,
        dic,
        skip=language.skips if language else None,
        longest=reader.longest,
        measure=TileMeasure(alphabet, language),
        suffixes=language.suffixes if language else 1,
        progress=tell,
        report=report,
    )
    texts = (unicodedata.normalize("NFC", text) for text in forms)
    capitals = language.capitals if language else "drop"
    reader.read(dic.name, texts, capitals=capitals, dictionary=True)
    if report.encoding != "utf-8":
        reader.summary.encodings.append(
            Encoding(dic.name, report.encoding.upper(), f"what {aff.name} says")
        )


def _read_archive(
    reader: WordReader,
    path: Path,
    alphabet: Alphabet,
    tell: Progress,
    *,
    language: Language | None,
    encoding: str | None,
) -> None:
    with tempfile.TemporaryDirectory(prefix="tilewright-") as folder:
        _unpack(path, Path(folder))
        files = sorted(file for file in Path(folder).rglob("*") if file.is_file())
        if not files:
            raise WordListError(
                f"{path}: expected word lists in the .zip file, got none; pack some, or pass the "
                "lists themselves."
            )
        if any(file.suffix.lower() == ARCHIVE for file in files):
            raise WordListError(
                f"{path}: expected no .zip file in a .zip file, got one; unpack it first."
            )
        read_inputs(reader, files, alphabet, tell, language=language, encoding=encoding)


def _unpack(path: Path, folder: Path) -> None:
    """Unpack an archive, unless that would fill the disk."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = [item for item in archive.infolist() if not item.is_dir()]
            # No more is ever unpacked of a member than it says it has.
            size = sum(item.file_size for item in members)
            if size <= MOST_ARCHIVE_BYTES and len(members) <= MOST_ARCHIVE_FILES:
                archive.extractall(folder, members)
                return
    except (*_CUT_SHORT, *_NOT_UNPACKED) as error:
        raise WordListError(
            f"{path}: expected a whole .zip file without a password, got one that cannot be "
            f"unpacked ({error or 'cut short'}); pack the lists again."
        ) from error
    except OSError as error:
        if error.errno in _OF_THE_DISK or error.filename == str(path):
            raise
        raise WordListError(
            f"{path}: expected a .zip file of files that fit into a folder, got one that cannot be "
            f"unpacked ({error.strerror or error}); pack the lists again."
        ) from error
    raise WordListError(
        f"{path}: expected at most {MOST_ARCHIVE_FILES:,} files of {MOST_ARCHIVE_BYTES:,} bytes in "
        f"all, got {len(members):,} of {size:,}; unpack it and pass the lists themselves."
    )


def _read_list(reader: WordReader, path: Path, tell: Progress, encoding: str | None) -> None:
    size = path.stat().st_size if path.suffix not in (".xz", ".gz") else 0

    def pieces() -> Iterable[bytes]:
        done = 0
        for piece in read_pieces(path):
            done += len(piece)
            tell("read words", done, size)
            yield piece

    tell("read words", 0, size)

    def note(name: str, told: str) -> None:
        reader.summary.encodings.append(Encoding(path.name, name, told))

    reader.read(path.name, decoded_lines(pieces(), str(path), encoding=encoding, on_encoding=note))
