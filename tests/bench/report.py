"""Figures as text."""

from __future__ import annotations

from collections.abc import Sequence

from tests.bench.figures import Figures, compare, leaves


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Set rows under headings, columns aligned: the first to the left, others to the right."""
    lines = [list(headings), *(list(row) for row in rows)]
    widths = [max(len(line[col]) for line in lines) for col in range(len(headings))]

    def text(line: Sequence[str]) -> str:
        cells = (
            cell.rjust(width) if col else cell.ljust(width)
            for col, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        return "  ".join(cells).rstrip()

    rule = "  ".join("-" * width for width in widths)
    return "\n".join([text(lines[0]), rule, *map(text, lines[1:])])


def number(value: float) -> str:
    """Write a figure with three or more significant digits."""
    if value == int(value) or abs(value) >= 1_000:
        return f"{value:,.0f}"
    return f"{value:,.1f}" if abs(value) >= 100 else f"{value:,.2f}"


def figures_text(figures: Figures) -> str:
    """Every figure of a run: distributions as one line each, the rest as plain lines."""
    spreads: list[list[str]] = []
    plain: list[list[str]] = []
    _sort_out(figures, "", spreads, plain)
    parts = []
    if spreads:
        parts.append(table(("figure", "mean", "median", "p95", "p99", "max"), spreads))
    if plain:
        parts.append(table(("figure", "value"), plain))
    return "\n\n".join(parts)


def comparison_text(before: Figures, after: Figures) -> str:
    """Every figure two runs share, with ratios plain and corrected by the machine's yardstick."""
    scale = before["reference_us"] / after["reference_us"]
    rows = []
    for name, old, new, ratio in compare(before, after):
        if name.endswith(".count"):
            continue
        plain = "-" if ratio is None else f"{ratio:.3f}"
        corrected = "-" if ratio is None else f"{ratio * _correction(name, scale):.3f}"
        rows.append([name, number(old), number(new), plain, corrected])
    note = (
        f"Reference workload: {before['reference_us']:,.0f} us before, "
        f"{after['reference_us']:,.0f} us after. `corrected` is the ratio had both machines run "
        "it equally fast; memory and counts are not corrected."
    )
    return table(("figure", "before", "after", "after/before", "corrected"), rows) + "\n\n" + note


def _correction(name: str, scale: float) -> float:
    """What a ratio is multiplied by: times shrink on a fast machine, rates grow."""
    unit = name.rpartition(".")[0] if name.rpartition(".")[2] in _SPREAD else name
    if any(part in name for part in ("_us", "_ms", "seconds")):
        return scale
    if unit.endswith("_per_s"):
        return 1 / scale
    return 1.0


_SPREAD = ("mean", "median", "p95", "p99", "max")


def _sort_out(
    figures: Figures, prefix: str, spreads: list[list[str]], plain: list[list[str]]
) -> None:
    for name, value in figures.items():
        if isinstance(value, dict) and all(key in value for key in _SPREAD):
            spreads.append([prefix + name, *(number(value[key]) for key in _SPREAD)])
        elif isinstance(value, dict):
            _sort_out(value, f"{prefix}{name}.", spreads, plain)
        else:
            for leaf, amount in leaves({name: value}, prefix):
                plain.append([leaf, number(amount)])
