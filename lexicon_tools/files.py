"""Putting a file in place whole or not at all."""

from __future__ import annotations

import errno
import gzip
import lzma
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO, cast


def check_output(path: Path, inputs: Iterable[Path] = ()) -> None:
    """Check, before long work is done for it, that a file can be put in its place.

    Parameters
    ----------
    path : Path
        The file to be.
    inputs : iterable of Path
        Files that are read for it, none of which it may be.

    Raises
    ------
    FileNotFoundError
        If its directory is not there.
    PermissionError
        If nothing may be written to its directory.
    IsADirectoryError, FileExistsError
        If something is there that must not be replaced: a directory, a device such as
        ``/dev/null``, or an input.
    """
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path.parent))
    if not path.exists():
        return
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not path.is_file():
        raise FileExistsError(errno.EEXIST, "No regular file, which is not replaced", str(path))
    if any(file.exists() and path.samefile(file) for file in inputs):
        raise FileExistsError(errno.EEXIST, "Output over one of the inputs", str(path))


def read_at_most(path: Path, most_bytes: int) -> bytes:
    """Read a small file, whatever it is that the path names.

    Raises
    ------
    OSError
        If it cannot be read, or is larger (EFBIG): a device may never end.
    """
    with path.open("rb") as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


_OF_THE_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Errors of writing, which do not say what file was written."""


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Write a file beside `path` and rename it to that once it is complete and on the disk.

    If the block fails, what was at `path` stays as it is and nothing is left behind. What is
    there and is no regular file is not replaced, see `check_output`.
    """
    check_output(path)
    with _temporary(path) as (file, name):
        yield file
        _settle(file)
        name.replace(path)
        _sync_directory(path.parent)


@contextmanager
def replacing_packed(path: Path) -> Iterator[IO[bytes]]:
    """Write like `replacing`, packed if the name ends in ``.xz`` or ``.gz``."""
    with replacing(path) as file:
        if path.suffix == ".xz":
            with lzma.open(file, "wb") as packed:
                yield packed
        elif path.suffix == ".gz":
            # Neither name nor time: the same words are the same bytes.
            with gzip.GzipFile("", "wb", 6, file, 0) as packed:
                yield cast(IO[bytes], packed)
        else:
            yield file


@contextmanager
def adding(path: Path, check: Callable[[Path], object]) -> Iterator[BinaryIO]:
    """Write like `replacing`, but never over a file, and only what passes a check.

    Parameters
    ----------
    path : Path
        The file to be.
    check : callable
        Given the complete file, still under its temporary name; raises if it must not be added.

    Raises
    ------
    FileExistsError
        If something is at `path` by the time the file is complete.
    """
    with _temporary(path) as (file, name):
        yield file
        _settle(file)
        check(name)
        os.link(name, path)
        try:
            _sync_directory(path.parent)
        except OSError:
            path.unlink()
            raise


@contextmanager
def _temporary(path: Path) -> Iterator[tuple[BinaryIO, Path]]:
    try:
        descriptor, text = tempfile.mkstemp(prefix=f"{path.name}.tmp", dir=path.parent)
    except OSError as error:
        error.filename = str(path)
        raise
    name = Path(text)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file, name
    except OSError as error:
        if error.errno in _OF_THE_DISK and error.filename is None:
            error.filename = str(path)
        raise
    finally:
        with suppress(FileNotFoundError):
            name.unlink()


def _settle(file: BinaryIO) -> None:
    """Give the file the rights new files get, and wait until the disk has it."""
    mask = os.umask(0)
    os.umask(mask)
    file.flush()
    os.fchmod(file.fileno(), 0o666 & ~mask)
    os.fsync(file.fileno())


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
