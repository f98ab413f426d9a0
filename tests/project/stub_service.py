"""A service for the supervisor's tests: marks its start, is ready, and stops as it is told.

Usage: ``stub_service.py NAME FOLDER MODE``. Files in FOLDER tell what happened: ``NAME.ready``
holds the process id while it runs, ``events`` gets a line for every start and stop.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path


def main() -> int:
    name, folder, mode = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    events = folder / "events"

    def note(what: str) -> None:
        with events.open("a") as file:
            file.write(f"{name} {what}\n")

    note("started")
    if mode == "fail":
        print("the reason it fails")
        print("a second line", file=sys.stderr)
        return 7
    if mode == "long-lines":
        print("x" * 300_000)
    asked = threading.Event()
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    else:
        signal.signal(signal.SIGTERM, lambda *_: asked.set())
    ready = folder / f"{name}.ready"
    ready.with_suffix(".new").write_text(str(os.getpid()))
    ready.with_suffix(".new").replace(ready)
    while not asked.is_set():
        time.sleep(0.01)
    if mode == "slow-stop":
        time.sleep(0.3)
    note("stopped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
