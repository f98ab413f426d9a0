"""How far a long job is, on a terminal and in a log."""

from __future__ import annotations

import io

import pytest

from cli.stages import TELL_EVERY_S, Stages


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_log_has_a_line_for_each_stage() -> None:
    clock, log = Clock(), io.StringIO()
    with Stages(log, clock) as stages:
        stages.show("read")
        clock.now_s += 1.25
        stages.show("write")
        clock.now_s += 0.5
    assert log.getvalue() == "read: 1.25 s\nwrite: 0.50 s\n"


def test_a_log_is_told_now_and_then_what_is_left_of_a_long_stage() -> None:
    clock, log = Clock(), io.StringIO()
    with Stages(log, clock) as stages:
        stages.show("fold", 0, 400)
        for done in (100, 200, 300, 400):
            clock.now_s += TELL_EVERY_S * 0.6
            stages.show("fold", done, 400)
    assert log.getvalue() == "fold: 50%, about 12 s left\nfold: 24.00 s\n"


def test_a_stage_of_unknown_length_promises_nothing() -> None:
    clock, log = Clock(), io.StringIO()
    with Stages(log, clock) as stages:
        stages.show("sort")
        clock.now_s += TELL_EVERY_S * 3
        stages.show("sort", 5)
    assert log.getvalue() == "sort: 30.00 s\n"


def test_what_fails_is_named() -> None:
    log = io.StringIO()

    def divide() -> None:
        with Stages(log, Clock()) as stages:
            stages.show("divide")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        divide()
    assert log.getvalue() == "divide: failed\n"


def test_a_terminal_sees_a_bar_with_its_share_and_both_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    terminal = Terminal()
    with Stages(terminal) as stages:
        stages.show("fold", 1, 4)
    shown = terminal.getvalue()
    assert "fold" in shown
    assert "left" in shown
    assert "100%" in shown
