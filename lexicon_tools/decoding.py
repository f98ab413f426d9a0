"""From the bytes of a word list to text, piece by piece.

A byte order mark says which Unicode form the bytes are in. Without one the first 64 KiB tell:
lines that end with a sign of two bytes are UTF-16; bytes beyond ASCII none of which is UTF-8 and
all of which Latin-1 has signs for are Latin-1; all else is UTF-8. Files that end in ``.xz`` or
``.gz`` are unpacked on the way.
"""

from __future__ import annotations

import codecs
import gzip
import lzma
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, cast

from lexicon_tools.errors import UndecodableTextError, WordListError

PIECE_BYTES = 1 << 20
MOST_LINE_CHARACTERS = 1 << 16
"""A longer line is no word, and a file that has one is most likely no list."""

MOST_TEXT_CHARACTERS = 1 << 26
"""What is longer is no line of a text: a whole book may be one, and a device never ends."""

HEAD_BYTES = 1 << 16
"""What the encoding is told from."""

BY_MARK, BY_BYTES, BY_CALLER = "its byte order mark", "its first bytes", "what was passed"
"""What tells an encoding."""

_MARK = "\ufeff"
_UTF8_PAIR = re.compile(rb"[\xc2-\xf4][\x80-\xbf]")
_NO_LATIN1 = re.compile(rb"[\x00\x80-\x9f]")

# UTF-32's mark begins with UTF-16's: longest first.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


_NO_TEXTS = frozenset({"idna", "punycode", "raw_unicode_escape", "unicode_escape"})
"""What Python counts among the encodings of texts, and no text is in."""


def text_encoding(name: str) -> str | None:
    """Return Python's name of an encoding of texts; None if there is none of this name."""
    try:
        found = codecs.lookup(name).name
        # Python has encodings of bytes, too, and one that never works.
        is_text = "A".encode(found).decode(found) == "A"
    except (LookupError, ValueError):
        return None
    return found if is_text and found.replace("-", "_") not in _NO_TEXTS else None


def read_pieces(path: Path) -> Iterator[bytes]:
    """Yield a file's bytes, unpacked, in pieces.

    Raises
    ------
    WordListError
        If packed data is damaged.
    OSError
        If the file cannot be read.
    """
    try:
        with _opened(path) as file:
            while piece := file.read(PIECE_BYTES):
                yield piece
    except (lzma.LZMAError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise WordListError(
            f"{path}: expected a whole {path.suffix} file, got damaged data ({error}); get the "
            "word list again."
        ) from error


def _opened(path: Path) -> IO[bytes]:
    if path.suffix == ".xz":
        return lzma.open(path, "rb")
    if path.suffix == ".gz":
        return cast(IO[bytes], gzip.open(path, "rb"))
    return path.open("rb")


def decoded_lines(
    pieces: Iterable[bytes],
    source: str,
    most_characters: int = MOST_LINE_CHARACTERS,
    encoding: str | None = None,
    on_encoding: Callable[[str, str], None] | None = None,
) -> Iterator[str]:
    """Yield text in NFC that ends with a line, but for the last piece.

    Parameters
    ----------
    pieces : iterable of bytes
        The list, cut anywhere.
    source : str
        What to call it in messages.
    most_characters : int
        How long a line may be; `MOST_TEXT_CHARACTERS` for texts that are no lists.
    encoding : str, optional
        What the bytes are in, where it is known; else they tell by themselves.
    on_encoding : callable, optional
        Given the encoding and what told it, unless it is plain UTF-8.

    Raises
    ------
    UndecodableTextError
        If bytes are not in the encoding the list is in; names the line.
    WordListError
        If a line is longer, or there is no such encoding.
    """
    if encoding is not None and text_encoding(encoding) is None:
        raise WordListError(
            f"{source}: expected to be told an encoding of texts, got {encoding!r}; name one such "
            "as utf-16-le or cp1252."
        )
    told = BY_CALLER
    if encoding is None:
        encoding, told, pieces = _encoding(pieces)
    if on_encoding and (told == BY_MARK or codecs.lookup(encoding).name != "utf-8"):
        on_encoding(encoding.upper(), told)
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    rest = ""
    lines = 0
    begun = False
    for piece, final in _with_last(pieces):
        fault = None
        try:
            text = rest + decoder.decode(piece, final)
        except UnicodeDecodeError as error:
            fault = error
            text = rest + bytes(error.object[: error.start]).decode(encoding)
        except UnicodeError as error:
            # UTF-16 and UTF-32 whose mark has to tell the order of their bytes, and is not there.
            raise UndecodableTextError(
                f"{source}: expected {encoding.upper()} text, got other bytes ({error}); say with "
                "--encoding what it is in.",
                line=1,
            ) from error
        if fault is not None:
            raise _undecodable(source, encoding, fault, lines + _line_ends(text) + 1)
        if text and not begun:
            # The mark of an encoding that the caller named is no part of the first word.
            begun, text = True, text.removeprefix(_MARK)
        cut = len(text) if final else max(text.rfind("\n"), text.rfind("\r", 0, -1)) + 1
        rest = text[cut:]
        lines += _line_ends(text[:cut])
        if len(rest) > most_characters and not final:
            wanted, remedy = "one word a line", "a list of words, one a line"
            if most_characters == MOST_TEXT_CHARACTERS:
                wanted, remedy = "text", "texts, pages or lists"
            raise WordListError(
                f"{source}, line {lines + 1}: expected {wanted}, got a line of more than "
                f"{most_characters} characters; pass {remedy}."
            )
        if cut:
            yield unicodedata.normalize("NFC", text[:cut])


def _encoding(pieces: Iterable[bytes]) -> tuple[str, str, Iterator[bytes]]:
    """Tell the encoding; give it, what told it, and the bytes without the mark."""
    iterator = iter(pieces)
    head = b""
    for piece in iterator:
        head += piece
        if len(head) >= HEAD_BYTES:
            break
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding, BY_MARK, _chained(head[len(mark) :], iterator)
    return _unmarked_encoding(head[:HEAD_BYTES]), BY_BYTES, _chained(head, iterator)


def _unmarked_encoding(head: bytes) -> str:
    if 0 in head:
        # No list holds the sign 0, but every line of UTF-16 ends with one.
        if _ends(head, 0) > _ends(head, 1):
            return "utf-16-le"
        if _ends(head, 1) > _ends(head, 0):
            return "utf-16-be"
    try:
        codecs.getincrementaldecoder("utf-8")("strict").decode(head)
    except UnicodeDecodeError:
        if not (_UTF8_PAIR.search(head) or _NO_LATIN1.search(head)):
            return "iso-8859-1"
    return "utf-8"


def _ends(head: bytes, at: int) -> int:
    """Count ends of lines in UTF-16 whose lower bytes stand at even (0) or odd places."""
    lower, upper = head[at::2], head[1 - at :: 2]
    return sum(1 for low, up in zip(lower, upper, strict=False) if up == 0 and low in b"\r\n")


def _chained(head: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield head
    yield from rest


def _with_last(pieces: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Yield the pieces, then an empty one that is the last."""
    for piece in pieces:
        yield piece, False
    yield b"", True


def _line_ends(text: str) -> int:
    """Count the ends of lines: LF, CR LF and CR."""
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def _undecodable(
    source: str, encoding: str, error: UnicodeDecodeError, line: int
) -> UndecodableTextError:
    found = bytes(error.object[error.start : error.end]).hex(" ")
    return UndecodableTextError(
        f"{source}, line {line}: expected {encoding.upper()} text, got the bytes {found}; save "
        "the list as UTF-8, or say with --encoding what it is in.",
        line=line,
    )
