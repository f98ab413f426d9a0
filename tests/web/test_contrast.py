"""Contrast of text the style sheet draws, which no checker in a browser sees (WCAG 1.4.3)."""

from __future__ import annotations

import re

import pytest

from tests.web.toolchain import WEB

TEXT = 4.5
MARK = 3.0

PAIRS = [
    *[("tile-ink", ground, TEXT) for ground in ("tile", "tile-top")],
    *[("tile-soft", ground, TEXT) for ground in ("tile", "tile-top")],
    *[("tile-blank", ground, TEXT) for ground in ("tile", "tile-top")],
    *[(f"{kind}-{n}-ink", f"{kind}-{n}", TEXT) for kind in ("letter", "word") for n in (2, 3, 4)],
    *[("ink", ground, TEXT) for ground in ("ground", "surface", "sunk", "board", "accent-soft")],
    *[("ink-soft", ground, TEXT) for ground in ("ground", "surface", "sunk", "board")],
    ("ink", "note-soft", TEXT),
    ("on-accent", "accent", TEXT),
    ("on-accent", "accent-strong", TEXT),
    ("accent-strong", "accent-soft", TEXT),
    ("accent", "surface", TEXT),
    ("bad", "surface", TEXT),
    ("accent", "square", MARK),
    ("accent", "ground", MARK),
    ("tile-ring", "tile", MARK),
    ("line-strong", "surface", MARK),
]


def colours(theme: str) -> dict[str, str]:
    text = (WEB / "styles" / "tokens.css").read_text("utf-8")
    colour = "(#[0-9a-f]{3,6})"
    found = re.findall(rf"--([a-z0-9-]+): light-dark\({colour}, {colour}\);", text)
    return {name: light if theme == "light" else dark for name, light, dark in found}


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    channels = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground", "least"), PAIRS)
def test_contrast(theme: str, text: str, ground: str, least: float) -> None:
    found = colours(theme)
    assert contrast(found[text], found[ground]) >= least
