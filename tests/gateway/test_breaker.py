"""The circuit breaker: its states and what moves it between them."""

from __future__ import annotations

from gateway.workers.breaker import MAX_OPEN_FACTOR, Breaker


def opened(failures: int = 3, open_s: float = 10.0) -> Breaker:
    """Return a breaker that opened at 0 seconds."""
    breaker = Breaker(failures, open_s)
    for _ in range(failures):
        breaker.failed(0.0, trial=breaker.begin())
    return breaker


def test_it_opens_after_so_many_failures_in_a_row() -> None:
    breaker = Breaker(3, 10.0)
    for _ in range(2):
        breaker.failed(0.0, trial=breaker.begin())
    assert breaker.allows(0.0)
    breaker.succeeded(trial=breaker.begin())
    for _ in range(2):
        breaker.failed(0.0, trial=breaker.begin())
    assert breaker.state(0.0) == "closed", "a success in between starts the count anew"
    breaker.failed(0.0, trial=breaker.begin())
    assert breaker.state(0.0) == "open"
    assert not breaker.allows(9.9)


def test_half_open_lets_one_trial_through() -> None:
    breaker = opened()
    assert breaker.state(10.0) == "half-open"
    assert breaker.allows(10.0)
    trial = breaker.begin()
    assert trial
    assert not breaker.allows(10.0), "one at a time"
    breaker.succeeded(trial=trial)
    assert breaker.state(10.0) == "closed"
    assert breaker.allows(10.0)


def test_a_failed_trial_doubles_the_time_up_to_a_limit() -> None:
    breaker = opened()
    now_s = 0.0
    factor = 1
    for _ in range(8):
        now_s += 10.0 * factor
        assert not breaker.allows(now_s - 0.1)
        assert breaker.allows(now_s)
        breaker.failed(now_s, trial=breaker.begin())
        factor = min(factor * 2, MAX_OPEN_FACTOR)
    assert factor == MAX_OPEN_FACTOR
    breaker.succeeded(trial=True)
    for _ in range(3):
        breaker.failed(now_s, trial=breaker.begin())
    assert breaker.allows(now_s + 10.0), "after a success the time starts small again"


def test_an_abandoned_trial_makes_room_for_another() -> None:
    breaker = opened()
    breaker.abandoned(trial=breaker.begin())
    assert breaker.allows(10.0)
    assert breaker.state(10.0) == "half-open"


def test_a_request_from_before_it_opened_is_no_trial() -> None:
    breaker = Breaker(3, 10.0)
    early = breaker.begin()
    for _ in range(3):
        breaker.failed(0.0, trial=breaker.begin())
    breaker.succeeded(trial=early)
    assert breaker.state(5.0) == "open", "an old success closes nothing"
    trial = breaker.begin()
    breaker.failed(10.0, trial=early)
    breaker.abandoned(trial=early)
    assert not breaker.allows(10.0), "the trial is still under way"
    breaker.succeeded(trial=trial)
    assert breaker.state(10.0) == "closed"
