"""The layouts this gateway knows: the built-in ones and those of the data directory."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

from gateway.problems import Kind, ProblemError
from rules.errors import LayoutError
from rules.layouts import Layout, builtin_layouts, parse_layouts

log = logging.getLogger("tilewright.gateway.layouts")


def load_layouts(directory: Path) -> dict[str, Layout]:
    """Return every layout by name; a file that does not read is left out and logged.

    Parameters
    ----------
    directory
        Holds layout files (``*.txt``); need not exist.
    """
    layouts = dict(builtin_layouts())
    for path in sorted(directory.glob("*.txt")):
        try:
            extra = parse_layouts(path.read_text(encoding="utf-8"))
        except (LayoutError, OSError, UnicodeDecodeError) as error:
            log.warning("layout file refused", extra={"file": path.name, "reason": str(error)})
            continue
        for name, layout in extra.items():
            if name in layouts:
                log.warning("layout known already", extra={"file": path.name, "layout": name})
            else:
                layouts[name] = layout
    return layouts


def find_layout(layouts: Mapping[str, Layout], name: str) -> Layout:
    """Return the layout a request names.

    Raises
    ------
    ProblemError
        ``unknown-layout``, with those there are.
    """
    layout = layouts.get(name)
    if layout is None:
        available = sorted(layouts)
        raise ProblemError(
            Kind.UNKNOWN_LAYOUT,
            f"Expected a known layout, got {name[:64]!r}; known: {', '.join(available)}.",
            extra={"available": available},
        )
    return layout
