"""The services that measurements start."""

from __future__ import annotations

import http.client
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

from tests.support.processes import gateway_process


def test_a_measured_gateway_limits_nobody(tmp_path: Path, english_lexicon_file: Path) -> None:
    (tmp_path / "en.gaddag").symlink_to(english_lexicon_file)
    with gateway_process(["http://127.0.0.1:9"], tmp_path, wait=False) as gateway:
        gateway.wait_for("/livez")
        connection = http.client.HTTPConnection(urlsplit(gateway.url).netloc, timeout=30)
        statuses: Counter[int] = Counter()
        # twice as many as an address may send at once where limits stand
        for _ in range(2_000):
            connection.request("GET", "/v1/layouts")
            answer = connection.getresponse()
            answer.read()
            statuses[answer.status] += 1
        connection.close()
    assert statuses == {200: 2_000}
