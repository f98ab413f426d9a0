"""The requests in the documents, sent to real services, give the answers that stand there."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.project.tree import ROOT, project_files, shown
from tests.support.processes import Service, gateway_process, worker_process

EXAMPLE = re.compile(
    r"<!-- example: (\w+) -->\n```sh\n(.*?)```\n\s*<!-- answer: (\w+) -->\n```json\n(.*?)```", re.S
)
BODY = re.compile(
    r"curl -s http://127\.0\.0\.1:8000(/v1/\S+) -H 'content-type[^']*' \\\n\s*-d '([^']*)'"
)
DOCUMENTS = {shown(path): path.read_text("utf-8") for path in project_files(".md")}
WITH_ANSWERS = [
    pytest.param(command, answer, id=f"{name}-{label}")
    for name, text in DOCUMENTS.items()
    for label, command, _, answer in EXAMPLE.findall(text)
]
REQUESTS = [
    pytest.param(path, body, id=f"{name}-{number}")
    for name, text in DOCUMENTS.items()
    for number, (path, body) in enumerate(BODY.findall(text), start=1)
]


@pytest.fixture(scope="module")
def gateway(
    english_lexicon_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Service]:
    """Run the services with the English lexicon and what the how-tos add to it."""
    data = tmp_path_factory.mktemp("data")
    lexicons = data / "lexicons"
    lexicons.mkdir()
    shutil.copy(english_lexicon_file, lexicons)
    layouts = data / "layouts"
    layouts.mkdir()
    (layouts / "small.txt").write_text(layout_of_the_how_to())
    with (
        worker_process(lexicons, TILEWRIGHT_DATA_DIR=str(data)) as worker,
        gateway_process([worker.url], lexicons, TILEWRIGHT_DATA_DIR=str(data)) as service,
    ):
        yield service


def layout_of_the_how_to() -> str:
    found = re.search(r"<<'END'\n(.*?) *END\n", DOCUMENTS["docs/how-to/custom-layout.md"], re.S)
    assert found
    return "".join(f"{line.strip()}\n" for line in found.group(1).splitlines())


def post(service: Service, path: str, body: str) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
    with contextlib.closing(connection):
        connection.request("POST", path, body.encode(), {"content-type": "application/json"})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())


def without_timings(answer: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with the names of its timings in the place of their values."""
    timed = {"timings_us": sorted(answer["timings_us"])} if "timings_us" in answer else {}
    return answer | timed


@pytest.mark.parametrize(("command", "expected"), WITH_ANSWERS)
def test_documented_answers_are_real(gateway: Service, command: str, expected: str) -> None:
    words = shlex.split(command.replace("\\\n", " "))
    address = urlsplit(words[2])
    if "-d" in words:
        status, answer = post(gateway, address.path, words[words.index("-d") + 1])
    else:
        status, body = gateway.get(f"{address.path}?{address.query}")
        answer = json.loads(body)
    assert status == 200
    assert without_timings(answer) == without_timings(json.loads(expected))


@pytest.mark.parametrize(("path", "body"), REQUESTS)
def test_documented_requests_are_understood(gateway: Service, path: str, body: str) -> None:
    if '"lexicon":"own"' in body:  # built by the reader; here the English one stands in
        body = body.replace('"lexicon":"own"', '"lexicon":"en"')
    status, answer = post(gateway, path, body)
    assert status == 200, answer
    assert answer.get("moves", True), "an example with moves shows some"


def test_documents_have_examples() -> None:
    assert len(WITH_ANSWERS) >= 4
    assert len(REQUESTS) >= 7
    assert (ROOT / "README.md").read_text("utf-8").count("<!-- answer: ") == 1


def test_documented_addresses_are_those_of_the_gateway(gateway: Service) -> None:
    status, body = gateway.get("/openapi.json")
    assert status == 200
    served = {
        f"{method.upper()} {path}"
        for path, methods in json.loads(body)["paths"].items()
        for method in methods
    }
    text = DOCUMENTS["docs/reference/http-api.md"]
    documented = set(re.findall(r"^\| `((?:GET|POST|DELETE) /[^`]*)`", text, re.M))
    assert documented == served
