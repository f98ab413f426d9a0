"""Chromium for the end-to-end tests."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

QUIET = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--no-default-browser-check",
)


def chromium() -> str:
    """Return the browser that TILEWRIGHT_CHROMIUM names, else the first one on PATH."""
    named = os.environ.get("TILEWRIGHT_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        raise RuntimeError(
            f"expected one of {', '.join(NAMES)} on PATH or TILEWRIGHT_CHROMIUM to name a browser, "
            "found none; run `make setup-dev`, which installs one"
        )
    return found


@contextlib.contextmanager
def running_browser() -> Iterator[Browser]:
    """Start Chromium; closed at the end."""
    arguments = list(QUIET)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")  # Chromium's sandbox refuses to run as root
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        try:
            yield browser
        finally:
            browser.close()
