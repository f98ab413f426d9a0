"""Commands end when they are told to, wherever that reaches them."""

from __future__ import annotations

import ctypes
import signal
import sys
import threading

import pytest

from cli.stopping import stoppable
from tests.support.signals import disposition

CEILING_S = 60.0


@pytest.mark.parametrize(
    ("number", "raised"),
    [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, SystemExit), (signal.SIGHUP, SystemExit)],
)
def test_a_signal_in_the_midst_of_a_callback_is_heeded_after_it(
    number: signal.Signals, raised: type[BaseException], capsys: pytest.CaptureFixture[str]
) -> None:
    """What is raised in a function that C calls goes nowhere; the compiler calls such ones."""
    gone_on: list[bool] = []
    called_back = ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(number))

    def work() -> None:
        with stoppable():
            called_back()
            gone_on.append(True)
            threading.Event().wait(CEILING_S)

    action = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
    with disposition(number, action), pytest.raises(raised) as caught:
        work()
    assert gone_on == [True]
    if isinstance(caught.value, SystemExit):
        assert caught.value.code == 128 + number
    assert capsys.readouterr().err == ""


def test_other_errors_that_are_dropped_are_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: told.append(what.exc_value))

    def fail() -> None:
        raise ValueError("in C")

    with stoppable():
        ctypes.CFUNCTYPE(None)(fail)()
    assert [str(each) for each in told] == ["in C"]
