"""The word list that comes with Tilewright, and the common ones of its words."""

from __future__ import annotations

import hashlib
from pathlib import Path

from lexicon_tools.decoding import read_pieces
from lexicon_tools.errors import WordListError

DEFAULT_NAME = "en"
DEFAULT_ALPHABET = "english"
DEFAULT_TEXT_SHA256 = "0d6d47327b05142362f52844113497d0439bd0a7fc8d0bc33ee40ecff0216ac1"

DEFAULT_COMMON_SHA256 = "5141b1d34fd4208e10f78bb30c06d67fe72e8fe01a66d7dd98820fcc955d3e22"

_PATH = Path(__file__).parent / "data" / "enable.txt.xz"
_COMMON_PATH = Path(__file__).parent / "data" / "common-en.txt.xz"


def default_source() -> Path:
    """Return the file of the ENABLE word list, a public-domain list of A. Beale and M. Cooper.

    Raises
    ------
    WordListError
        If its text is not the one that was committed.
    """
    return checked_source(_PATH, DEFAULT_TEXT_SHA256)


def default_common() -> Path:
    """Return the file of the common ones of these words: SCOWL's sizes 10 to 35, by K. Atkinson.

    Raises
    ------
    WordListError
        If its text is not the one that was committed.
    """
    return checked_source(_COMMON_PATH, DEFAULT_COMMON_SHA256)


def checked_source(path: Path, sha256: str) -> Path:
    """Return a word list's file if its unpacked bytes have the SHA-256 given.

    Raises
    ------
    WordListError
        If they have not.
    """
    digest = hashlib.sha256()
    for piece in read_pieces(path):
        digest.update(piece)
    if digest.hexdigest() != sha256:
        raise WordListError(
            f"{path}: expected text with the SHA-256 {sha256}, got {digest.hexdigest()}; install "
            "Tilewright again."
        )
    return path
