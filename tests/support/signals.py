"""Signals as commands meet them, whatever the tests were started below."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_AGAIN_S = 10.0

Action = signal.Handlers | Callable[[int, FrameType | None], object]


@contextmanager
def disposition(number: signal.Signals, action: Action) -> Iterator[None]:
    """Let a signal be ignored or not, here and in commands started meanwhile.

    Tests may run under ``nohup``, which ignores SIGHUP for all that it starts.
    """
    before = signal.signal(number, action)
    try:
        yield
    finally:
        signal.signal(number, before)


def said_when_ended(process: subprocess.Popen[bytes], number: signal.Signals) -> str:
    """Tell a process to end, until it does; what it said on its standard error.

    A signal that comes in the moment before a read begins is heeded only when that ends: Python
    looks for signals before it, and nothing wakes it then.
    """
    while True:
        process.send_signal(number)
        try:
            return process.communicate(timeout=_AGAIN_S)[1].decode()
        except subprocess.TimeoutExpired:
            continue
