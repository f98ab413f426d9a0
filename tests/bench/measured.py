"""Runs a command and prints its wall clock and peak memory as JSON.

The kernel counts the memory of the process that forks into a child's peak, so a large benchmark
process would measure itself; this small one starts the command in its stead:
``python -S measured.py COMMAND [ARGUMENT ...]``.
"""

from __future__ import annotations

import json
import os
import sys
import time


def main(command: list[str]) -> int:
    """Run ``command``; its exit code."""
    began = time.perf_counter()
    child = os.posix_spawn(
        command[0],
        command,
        os.environ,
        file_actions=[(os.POSIX_SPAWN_DUP2, sys.stderr.fileno(), sys.stdout.fileno())],
    )
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - began
    print(json.dumps({"seconds": seconds, "peak_bytes": usage.ru_maxrss * 1_024}))
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
