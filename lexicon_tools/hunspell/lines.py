"""The lines of a dictionary's files: bytes, since flags need not be text of the encoding."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lexicon_tools.decoding import text_encoding
from lexicon_tools.errors import HunspellError

_MARK = codecs.BOM_UTF8
_MOST_DIGITS = 9
_TIS = re.compile(r"TIS620-?2533", re.IGNORECASE)
_ISO = re.compile(r"ISO-?8859-?(\d{1,2})", re.IGNORECASE)
_WINDOWS = re.compile(r"(?:microsoft-?)?cp-?(125\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file.

    Attributes
    ----------
    path : Path
        The file.
    number : int
        Which line, from 1.
    data : bytes
        The line without its end.
    """

    path: Path
    number: int
    data: bytes

    @property
    def is_indented(self) -> bool:
        """Whether it begins with a blank: Hunspell takes no command there."""
        return self.data[:1].isspace()

    def refuse(self, expected: str, got: str, remedy: str = "") -> HunspellError:
        """Return the error that says what was expected here and what came."""
        remedy = remedy or "get the dictionary again, or correct the line"
        return HunspellError(
            f"{self.path}, line {self.number}: expected {expected}, got {got}; {remedy}.",
            path=self.path,
            line=self.number,
        )

    def decoded(self, data: bytes, encoding: str) -> str:
        """Return a part of the line as text.

        Raises
        ------
        HunspellError
            If it is none in the encoding.
        """
        try:
            return data.decode(encoding)
        except UnicodeDecodeError as error:
            found = data[error.start : error.end].hex(" ")
            raise self.refuse(
                f"{encoding.upper()} text, as the affix file's SET says",
                f"the bytes {found}",
                "pass the two files of one dictionary",
            ) from error


def read_lines(path: Path) -> Iterator[Line]:
    """Yield the lines of a file that are not empty.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    data = path.read_bytes().removeprefix(_MARK)
    for number, line in enumerate(data.split(b"\n"), start=1):
        kept = line.rstrip()
        if kept:
            yield Line(path, number, kept)


def number_of(digits: bytes) -> int:
    """Return the number that digits write; of more than nine of them one too large for any use.

    What are no digits write 0.
    """
    kept = digits.strip().lstrip(b"0")
    if not kept.isdigit():
        return 0
    return int(kept) if len(kept) <= _MOST_DIGITS else 10**_MOST_DIGITS


def codec_name(named: str) -> str | None:
    """Return Python's name of an encoding that ``SET`` names, None if there is none.

    It is always one in which ASCII is ASCII.
    """
    iso, windows = _ISO.fullmatch(named), _WINDOWS.fullmatch(named)
    if iso:
        named = f"iso8859-{iso[1]}"
    elif windows:
        named = f"cp{windows[1]}"
    elif _TIS.fullmatch(named):
        named = "tis-620"
    found = text_encoding(named)
    if found is None:
        return None
    try:
        ascii_kept = b"/ 0.".decode(found) == "/ 0."
    except UnicodeError:
        return None
    return found if ascii_kept else None
