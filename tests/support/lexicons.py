"""Lexicons for tests: mini ones, and the English one, built once per checkout."""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Iterable
from pathlib import Path

from lexicon_tools.builder import build
from lexicon_tools.sources import DEFAULT_NAME, default_common, default_source
from lexicon_tools.store import install
from rules.alphabet import ENGLISH, Alphabet

ROOT = Path(__file__).parents[2]


def build_lexicon(
    words: Iterable[str], alphabet: Alphabet, tmp_path: Path, name: str = "mini", form: str = "auto"
) -> Path:
    """Build a lexicon of a few words and return its file; no word may be rejected."""
    path = tmp_path / f"{name}.gaddag"
    report = build(list(words), alphabet, name, "1", path, form=form)
    assert report.summary.rejections == []
    return path


def put(directory: Path, word: str, version: str = "1", name: str = "mini") -> Path:
    """Install a lexicon of one English word in a directory and return its file there."""
    file = directory.parent / "built.gaddag"
    build([word], ENGLISH, name, version, file)
    return install(file, directory)


def english_file() -> Path:
    """Return the English lexicon, built unless this checkout has it already.

    It is kept under a hash of all it is made from. A lock lets one test process build it while
    the others wait.
    """
    directory = ROOT / "build" / "test-lexicons"
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{DEFAULT_NAME}-{_ingredients()}.gaddag"
    with (directory / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            build(default_source(), ENGLISH, DEFAULT_NAME, "1", path, common=default_common())
    return path


def _ingredients() -> str:
    digest = hashlib.sha256()
    sources = [*(ROOT / "lexicon_tools").rglob("*.py"), *(ROOT / "rules").glob("*.py")]
    for source in [*sorted(sources), default_source(), default_common()]:
        digest.update(str(source.relative_to(ROOT)).encode() + b"\0")
        digest.update(hashlib.sha256(source.read_bytes()).digest())
    return digest.hexdigest()[:16]
