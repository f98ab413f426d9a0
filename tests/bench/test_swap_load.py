"""Swaps under traffic: a few of them, with real processes."""

from __future__ import annotations

from pathlib import Path

from tests.bench.swap_load import SwapPlan, drive


def test_no_request_fails_while_lexicons_are_swapped(tmp_path: Path) -> None:
    figures = drive(SwapPlan(swaps=5, clients=3, tables=2, words=20_000), tmp_path)
    swapped = figures["with"]
    assert swapped["failures"] == {}
    assert figures["without"]["failures"] == {}
    assert figures["versions_seen"] >= 5
    assert swapped["requests"] > 0
    assert swapped["turns"] > 0
    assert figures["removed"] > 0
    assert figures["lost"] == 0
    # the worker answers by checksum for a while for what was removed, the gateway keeps nothing
    assert figures["worker_maps"] <= 6
    assert figures["gateway_maps"] <= 4
