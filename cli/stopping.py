"""Being told to end in the midst of work."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_ENDING: Final = (signal.SIGTERM, signal.SIGHUP)
_SIGNALLED: Final = 128


@contextmanager
def stoppable() -> Iterator[None]:
    """Let a signal to end clear up as Ctrl-C does, so that nothing half done is left.

    The process leaves with what shells show for the signal, 143 for SIGTERM.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # What is ignored, as SIGHUP below `nohup`, stays so.
    heeded = [number for number in _ENDING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, _leave) for number in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, _frame: object) -> None:
    raise SystemExit(_SIGNALLED + number)
