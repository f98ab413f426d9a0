"""What log lines hold, and what they never do."""

from __future__ import annotations

import io
import json
import logging

from gateway.logs import JsonLines


def test_a_fault_is_named_by_kind_and_place_and_never_by_its_text() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logger = logging.Logger("tilewright.trial")
    logger.addHandler(handler)
    try:
        int("the rack AEINRST")
    except ValueError:
        logger.exception("bot failed", extra={"match": "m1"})
    line = json.loads(stream.getvalue())
    assert (line["message"], line["match"], line["fault"]) == ("bot failed", "m1", "ValueError")
    assert [place.rpartition(" ")[2] for place in line["at"]] == [
        "test_a_fault_is_named_by_kind_and_place_and_never_by_its_text"
    ]
    assert "AEINRST" not in stream.getvalue()
