"""Where a page of a list ends, as text that nobody needs to understand."""

from __future__ import annotations

import base64

from gateway.problems import ProblemError, field_problem
from gateway.reasons import FieldCode


def pack(text: str) -> str:
    """Write the key of a list's entry so that it passes in an address."""
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def unpack(cursor: str) -> str:
    """Read what :func:`pack` wrote.

    Raises
    ------
    ValueError
        If it is something else. Another spelling of the same is for the caller to find: it writes
        the key it has read, which must give ``cursor`` again.
    """
    padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
    return base64.b64decode(padded, b"-_", validate=True).decode()


def refused() -> ProblemError:
    """Return what is answered to a cursor that no page before gave."""
    return field_problem(
        "/cursor",
        FieldCode.CURSOR,
        "Expected the `next` of the page before, got something else; leave it out to begin anew.",
    )
