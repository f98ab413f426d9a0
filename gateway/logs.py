"""Structured log lines: one JSON object a line, facts about a request but never its payload."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import TextIO

_TELLING_VALUES = ("aiosqlite",)
"""They write at DEBUG what they are handed: racks, seeds, hashes of tokens."""

_FRAMES = 12
"""Innermost frames of a fault that a line names."""

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """Write a record as one JSON object: time, level, logger, message, then its extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Render ``record`` as one line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line.update((k, v) for k, v in vars(record).items() if k not in _STANDARD)
        if record.exc_info and record.exc_info[1] is not None:
            line.update(where(record.exc_info[1]))
        return json.dumps(line, ensure_ascii=False, default=str)


def where(fault: BaseException) -> dict[str, object]:
    """Say what kind of fault arose and where; its text is left out, since it may quote data.

    Racks, words and what a person sent stand in such texts.
    """
    frames = traceback.extract_tb(fault.__traceback__)[-_FRAMES:]
    return {
        "fault": type(fault).__name__,
        "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }


def set_up(level: str, stream: TextIO | None = None) -> None:
    """Send every log line of the process to ``stream`` (standard error) as JSON."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _TELLING_VALUES:
        logging.getLogger(name).setLevel(logging.INFO)
