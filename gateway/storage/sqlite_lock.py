"""A lock beside the SQLite file: one gateway, or one command that changes it, at a time."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import IO, Self

from gateway.storage.errors import StorageError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class FileLock:
    """An exclusive lock that ends with the process at the latest, however that ends.

    Use :meth:`take`. The file stays: removing it would let two processes lock two files of the
    same name.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    @classmethod
    def take(cls, database: Path) -> Self:
        """Lock ``database`` by a file of its name and ``.lock``.

        Raises
        ------
        StorageError
            If another process holds it, naming its process id.
        """
        path = database.with_name(database.name + ".lock")
        try:
            file = path.open("a+", encoding="ascii")
        except OSError as error:
            raise StorageError(
                f"Expected to be able to write {path}, got {error.strerror}; choose another "
                "folder with TILEWRIGHT_DATA_DIR or TILEWRIGHT_DATABASE_URL"
            ) from error
        try:
            _lock(file)
        except OSError:
            file.seek(0)
            holder = file.read(32).strip()
            file.close()
            raise StorageError(
                f"{database} is in use by another gateway"
                f"{f' (process {holder})' if holder else ''}: an SQLite file serves one. Stop "
                "that one, or keep the matches in PostgreSQL to run several: set "
                "TILEWRIGHT_DATABASE_URL=postgresql://user:password@host/name for each"
            ) from None
        file.seek(0)
        file.truncate()
        file.write(f"{os.getpid()}\n")
        file.flush()
        return cls(file)

    def release(self) -> None:
        """Give the lock back."""
        with contextlib.suppress(OSError):
            self._file.close()


if sys.platform == "win32":

    def _lock(file: IO[str]) -> None:
        file.seek(1024)  # a byte that nobody writes, so that the holder's id stays readable
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
