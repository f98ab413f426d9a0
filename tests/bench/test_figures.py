"""The arithmetic of measurements and what they print."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from cli.main import main
from tests.bench.figures import compare, leaves, machine, reference_us, save, spread
from tests.bench.load import by_class, unanswered
from tests.bench.report import comparison_text, figures_text, table
from tests.bench.workload import POSITIONS, read_positions, request_body, run_command
from tests.bench.wrk import Run, WrkError, drive

FIGURES = {
    "requests": 3,
    "errors": {"connect": 0, "read": 0, "write": 0, "timeout": 0, "status": 1},
}


def a_run(mean: float, reference: float) -> dict[str, object]:
    figures = {"kernels": {"all_us": spread([mean, mean])}, "rates": {"requests_per_s": mean * 2}}
    return {"machine": {}, "reference_us": reference, "figures": figures}


def test_a_spread_names_mean_median_percentiles_and_worst() -> None:
    found = spread([float(value) for value in range(1, 101)])
    assert found == {"count": 100, "mean": 50.5, "median": 50.5, "p95": 95, "p99": 99, "max": 100}


def test_a_spread_of_one_value_is_that_value() -> None:
    assert set(spread([7.0]).values()) == {1, 7.0}


def test_a_spread_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        spread([])


def test_leaves_are_all_numbers_with_dotted_names() -> None:
    assert dict(leaves({"a": {"b": 1, "c": "text", "d": True}, "e": 2.5})) == {"a.b": 1, "e": 2.5}


def test_compare_gives_ratios_of_what_both_runs_have() -> None:
    rows = {name: ratio for name, _, _, ratio in compare(a_run(10, 1), a_run(5, 1))}
    assert rows["kernels.all_us.mean"] == 0.5
    assert rows["rates.requests_per_s"] == 0.5


def test_a_comparison_corrects_times_and_rates_for_the_machine() -> None:
    text = comparison_text(a_run(10, 100), a_run(20, 200))
    cells = {line.split()[0]: line.split()[1:] for line in text.splitlines() if "." in line}
    assert cells["kernels.all_us.mean"] == ["10", "20", "2.000", "1.000"]
    assert cells["rates.requests_per_s"] == ["20", "40", "2.000", "4.000"]


def test_figures_print_with_every_number() -> None:
    text = figures_text({"part": {"times_us": spread([1.0, 3.0]), "ratio": 1.91}})
    assert "part.times_us" in text
    assert "1.91" in text
    assert text.count("3") >= 3


def test_a_table_aligns_its_columns() -> None:
    lines = table(("name", "n"), [("a", "1"), ("long", "1,000")]).splitlines()
    assert lines[2] == "a         1"
    assert lines[3] == "long  1,000"


def test_saved_figures_read_back(tmp_path: Path) -> None:
    path = save({"machine": machine(), "figures": {}}, "bench", tmp_path / "results")
    found = json.loads(path.read_text(encoding="utf-8"))
    assert found["machine"]["cores"] >= 1
    assert found["machine"]["cpu"]
    assert path.name.startswith("bench-")


def test_the_reference_takes_time() -> None:
    assert reference_us(1) > 0


def test_statuses_are_counted_by_class() -> None:
    assert by_class({"200": 5, "204": 1, "503": 2, "422": 3}) == {"2xx": 6, "5xx": 2, "4xx": 3}


def test_unanswered_requests_are_no_status() -> None:
    assert unanswered(FIGURES) == 0
    assert unanswered({"errors": {"connect": 1, "read": 2, "write": 0, "timeout": 4}}) == 7


def test_positions_become_requests() -> None:
    positions = read_positions(POSITIONS)
    assert len(positions) == 2_142
    body = json.loads(request_body(positions[0], 20))
    assert (body["rack"], body["limit"]) == ("AAERTW?", 20)
    assert body["board"][6] == "........D......"


def test_a_command_is_timed_and_its_memory_taken(tmp_path: Path) -> None:
    ended = run_command(["--version"], tmp_path)
    assert ended.seconds > 0
    assert 1_000_000 < ended.peak_bytes < 200_000_000


def test_a_command_that_fails_says_why(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="no-such-command"):
        run_command(["no-such-command"], tmp_path)


def fake_wrk(directory: Path, script: str) -> None:
    path = directory / "wrk"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run("http://127.0.0.1:1", "/v1/moves", tmp_path / "bodies", 16, 3, keep_alive=False)


def test_wrk_is_told_what_to_do_and_its_figures_are_read(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_figures = f"echo '{json.dumps(FIGURES)}' > \"$last\""
    fake_wrk(tmp_path, f'echo "$@" > {tmp_path}/told\nfor last; do :; done\n{write_figures}')
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert drive(run) == FIGURES
    told = (tmp_path / "told").read_text(encoding="utf-8")
    assert "--connections=16" in told
    assert "--duration=3s" in told
    assert f"{tmp_path}/bodies /v1/moves no no" in told


def test_wrk_that_fails_is_said(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_wrk(tmp_path, "echo unable to connect >&2\nexit 1")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(WrkError, match="unable to connect"):
        drive(run)


def test_without_wrk_the_command_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["load", "--url", "http://127.0.0.1:1", "--seconds", "1"]) == 2
    assert "apt-get install wrk" in capsys.readouterr().err


def test_bench_compares_two_saved_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for number, mean in enumerate((10.0, 5.0)):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(a_run(mean, 1)), encoding="utf-8")
        files.append(str(path))
    for words in (["bench", "compare", *files], ["bench", "--compare", *files]):
        assert main(words) == 0
        assert "0.500" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["bench", "compare", "one.json"], ["bench", "nonsense"]])
def test_bench_says_what_it_takes(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "expected" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--only", "lexicons"], ["--languages", "xx"]])
def test_bench_refuses_parts_and_languages_it_does_not_know(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["bench", *arguments])
    assert ended.value.code == 2
    assert f"got {arguments[-1]}" in capsys.readouterr().err
