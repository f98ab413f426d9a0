"""What the environment sets of a worker, where that is more than a value."""

from __future__ import annotations

import pytest

from solver_worker.settings import WorkerSettings


def test_an_empty_token_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compose passes variables on that are not set as empty ones."""
    monkeypatch.setenv("TILEWRIGHT_ADMIN_TOKEN", "")
    assert WorkerSettings().admin_token is None


def test_the_severity_may_be_written_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gateway takes it so, and one environment sets both."""
    monkeypatch.setenv("TILEWRIGHT_LOG_LEVEL", "debug")
    assert WorkerSettings().log_level == "DEBUG"
