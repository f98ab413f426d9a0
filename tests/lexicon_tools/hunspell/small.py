"""Small dictionaries made for a test, expanded by us and judged by the program itself."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from lexicon_tools.hunspell import expand

HUNSPELL = "hunspell"


def write(
    folder: Path, affixes: str, entries: Sequence[str], encoding: str = "utf-8"
) -> tuple[Path, Path]:
    """Write the two files of a dictionary; SET says UTF-8 unless the affixes begin with it."""
    aff, dic = folder / "small.aff", folder / "small.dic"
    head = "" if affixes.startswith("SET ") else "SET UTF-8\n"
    aff.write_bytes((head + affixes).encode(encoding))
    dic.write_bytes("\n".join([str(len(entries)), *entries, ""]).encode(encoding))
    return aff, dic


def words(aff: Path, dic: Path, **options: Any) -> list[str]:
    """Return all words of a dictionary."""
    return "".join(expand(aff, dic, **options)).splitlines()


def rejected(aff: Path, forms: Iterable[str]) -> set[str]:
    """Return the forms that ``hunspell -l`` says are misspelt."""
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    command = [HUNSPELL, "-l", "-i", "utf-8", "-d", str(aff.with_suffix(""))]
    text = "".join(f"{form}\n" for form in forms)
    done = subprocess.run(
        command, input=text.encode(), capture_output=True, check=True, env=environment
    )
    return set(done.stdout.decode().split())
