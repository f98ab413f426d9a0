"""Being told to end in the midst of work."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

_ENDING: Final = (signal.SIGTERM, signal.SIGHUP)
_SIGNALLED: Final = 128
_AGAIN_S: Final = 0.02

_Hook = Callable[[Any], object]


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
    hook = sys.unraisablehook
    sys.unraisablehook = _sending_again(hook)
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave(number: int, _frame: object) -> None:
    raise SystemExit(_SIGNALLED + number)


def _sending_again(otherwise: _Hook) -> _Hook:
    """Return what sends a signal once more that came where Python drops what is raised.

    The compiler calls back while it works, and nothing gets out of there.
    """

    def dropped(what: Any) -> None:
        error = what.exc_value
        if isinstance(error, KeyboardInterrupt):
            number = int(signal.SIGINT)
        elif isinstance(error, SystemExit) and isinstance(error.code, int):
            number = error.code - _SIGNALLED
        else:
            otherwise(what)
            return
        again = threading.Timer(_AGAIN_S, os.kill, (os.getpid(), number))
        again.daemon = True
        again.start()

    return dropped
