"""Run a command that dies with the process that started it.

The supervisor starts every service through this file. A child asks the kernel to kill it when its
parent is gone, whatever the reason (``kill -9``, out of memory), and then becomes the service.
Doing this here, in a fresh single-threaded process, is safe; doing it in a ``preexec_fn`` between
fork and exec of a threaded parent is not.

Usage: ``python -I -S child.py PARENT_PID COMMAND [ARGUMENT ...]``
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1  # linux/prctl.h
EXIT_NO_PARENT = 70


def die_with_parent(parent_pid: int) -> None:
    """Have the kernel kill this process when ``parent_pid`` ends.

    Raises
    ------
    SystemExit
        If the parent ended before the kernel was asked, so that no signal would ever come.
    """
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) != 0:
            error = ctypes.get_errno()
            raise OSError(error, f"prctl(PR_SET_PDEATHSIG): {os.strerror(error)}")
    if os.getppid() != parent_pid:
        sys.exit(EXIT_NO_PARENT)


def main() -> None:
    """Tie this process to its parent and become the command."""
    parent_pid, command = int(sys.argv[1]), sys.argv[2:]
    die_with_parent(parent_pid)
    os.execv(command[0], command)  # noqa: S606 - the command is the supervisor's own


if __name__ == "__main__":
    main()
