"""Words people use, out of what packages of Debian have in many languages.

``help/gl``     LibreOffice's help, pages
``program/nb``  what LibreOffice itself says, catalogues of messages
``game/pl``     the words of a game
"""

from __future__ import annotations

import gzip
import random
import struct
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from lexicon_tools.corpus import read_corpus
from lexicon_tools.hunspell import Skips
from lexicon_tools.hunspell.affixes import read_affixes
from tests.lexicon_tools.hunspell.agreement import SEED, accepted, files, is_asked

_HELP = Path("/usr/share/libreoffice/help")
_PROGRAM = Path("/usr/lib/libreoffice/program/resource")
_GAME = Path("/usr/share/tanglet/gamedata")
_SHORTCUTS = str.maketrans("", "", "_~")
"""Signs before the letter of a menu that a key stands for, in the midst of words."""


def accepted_tokens(
    name: str, corpora: Iterable[str], most: int, folder: Path, *, script: str = "LATIN"
) -> list[str]:
    """Return tokens that a dictionary's program accepts.

    Parameters
    ----------
    name : str
        The dictionary.
    corpora : iterable of str
        Where they stand: of each random ones, until there are enough.
    most : int
        How many.
    folder : Path
        Where files may be written.
    script : str
        What the names of their letters begin with.
    """
    encoding = read_affixes(files(name)[0], Skips()).encoding
    found: dict[str, None] = {}
    for corpus in corpora:
        tokens = sorted(token for token in _tokens(corpus, folder) if is_asked(token))
        random.Random(SEED).shuffle(tokens)
        compared = [token for token in tokens if _is_compared(token, encoding, script)]
        found |= dict.fromkeys(accepted(name, compared[: 4 * most]))
        if len(found) >= most:
            break
    return list(found)[:most]


def _is_compared(token: str, encoding: str, script: str) -> bool:
    """Say whether a token can tell something: the program lets all pass that it cannot write."""
    try:
        token.encode(encoding)
    except UnicodeEncodeError:
        return False
    return not token.isupper() and all(_script(letter).startswith(script) for letter in token)


@cache
def _script(letter: str) -> str:
    return unicodedata.name(letter, "")


def _tokens(corpus: str, folder: Path) -> Iterable[str]:
    kind, _, language = corpus.partition("/")
    if kind == "help":
        return read_corpus([_HELP / language])
    if kind == "program":
        text = folder / f"{language}.txt"
        text.write_text("\n".join(_messages(_PROGRAM / language)).translate(_SHORTCUTS), "utf-8")
        return read_corpus([text])
    packed = (_GAME / language / "words").read_bytes()
    return gzip.decompress(packed).decode().lower().split()


def _messages(folder: Path) -> Iterable[str]:
    """Yield what the catalogues say: a table of lengths and places, as GNU gettext lays it out."""
    for catalogue in sorted(folder.rglob("*.mo")):
        data = catalogue.read_bytes()
        count, _originals, table = struct.unpack_from("<3I", data, 8)
        for length, place in struct.iter_unpack("<2I", data[table : table + 8 * count]):
            yield data[place : place + length].decode()
