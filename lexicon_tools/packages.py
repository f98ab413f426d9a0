"""Bringing the packages that languages name, without installing them.

Debian's own client downloads a package as any user (``apt-get download``), and ``dpkg-deb``
unpacks it into a folder of ours. A package that is installed already is used where it is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from lexicon_tools.errors import PackageError
from lexicon_tools.languages import Package

PROGRAMS = ("apt-get", "dpkg-deb")
_VERSION = "tilewright-version"
_ENDINGS = {"hunspell": (".aff", ".dic")}

Tell = Callable[[str, int, int], None]
"""Called with the stage, how much of it is done, and how much there is (0: not known)."""


def bring(package: Package, folder: Path, tell: Tell, system: Path = Path("/")) -> list[Path]:
    """Return the files of a package, downloading it unless they are there.

    Parameters
    ----------
    package : Package
        What is wanted.
    folder : Path
        Where downloaded packages are kept, one folder each.
    tell : callable
        Told about the stage.
    system : Path
        Where installed packages are.

    Raises
    ------
    PackageError
        If the package is not there and cannot be downloaded; says which files to give.
    """
    kept = folder / package.name
    if _are_there(package, system):
        return _files(package, system)
    if _are_there(package, kept) and (kept / _VERSION).exists():
        return _files(package, kept)
    _download(package, kept, tell)
    if not _are_there(package, kept):
        expected = ", ".join(map(str, _files(package, Path("/"))))
        raise PackageError(
            f"Expected {expected} in the package {package.name}, got none of that name; give the "
            "files yourself: tilewright lexicon build --language CODE FILE..."
        )
    return _files(package, kept)


def version(package: Package, folder: Path, system: Path = Path("/")) -> str:
    """Return the upstream version of a package that was brought, fit for the name of a lexicon.

    Parameters
    ----------
    package, folder, system
        As `bring` had them.

    Raises
    ------
    PackageError
        If the system does not know the version of a package whose files it has.
    """
    if _are_there(package, system):
        return upstream(
            _run(["dpkg-query", "-W", "-f=${Version}", package.name], Path("/"), package)
        )
    return upstream((folder / package.name / _VERSION).read_text("utf-8"))


def upstream(text: str) -> str:
    """Return the upstream part of a Debian version: ``1:7.5.0-1`` is ``7.5.0``.

    What a lexicon's version may not hold (``+``, ``~``) becomes ``-``.
    """
    without_epoch = text.strip().partition(":")[2] or text.strip()
    without_revision = without_epoch.rpartition("-")[0] or without_epoch
    return re.sub(r"[^A-Za-z0-9._-]", "-", without_revision)[:64]


def _files(package: Package, root: Path) -> list[Path]:
    endings = _ENDINGS.get(package.kind, ("",))
    return [root / f"{package.path}{ending}" for ending in endings]


def _are_there(package: Package, root: Path) -> bool:
    return all(file.exists() for file in _files(package, root))


def _download(package: Package, target: Path, tell: Tell) -> None:
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        raise _unavailable(package, f"this system has no {' and no '.join(missing)}")
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".fetch-", dir=target.parent) as name:
        work = Path(name).resolve()  # the clients run in there
        tell(f"download {package.name}", 0, 0)
        _run(["apt-get", "download", "-q", package.name], work, package)
        archives = list(work.glob("*.deb"))
        if len(archives) != 1:
            raise _unavailable(package, f"apt-get brought {len(archives)} files")
        tell(f"unpack {package.name}", 0, 0)
        unpacked = work / "files"
        _run(["dpkg-deb", "-x", str(archives[0]), str(unpacked)], work, package)
        known = _run(["dpkg-deb", "-f", str(archives[0]), "Version"], work, package)
        (unpacked / _VERSION).write_text(known, "utf-8")
        if target.exists():
            shutil.rmtree(target)
        unpacked.rename(target)


def _run(command: list[str], work: Path, package: Package) -> str:
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(  # noqa: S603 - the system's package client
        command, cwd=work, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["nothing"])[-1]
        raise _unavailable(package, f"{command[0]} failed and said: {said}")
    return done.stdout


def _unavailable(package: Package, why: str) -> PackageError:
    files = ", ".join(str(file) for file in _files(package, Path("/")))
    return PackageError(
        f"Expected to download the Debian package {package.name}, got nothing: {why}; install it "
        f"or get its files ({files}) and pass them: tilewright lexicon build --language CODE FILE"
    )
