"""What the documents promise is there, and what is there is in the documents."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic_settings import BaseSettings

from cli.main import SUB_COMMANDS
from gateway.app import create_app
from gateway.problems import Kind, status_of
from gateway.reasons import FieldCode, Reason
from gateway.settings import Settings
from rules.game.reasons import GameReason
from rules.placement import Reason as RuleOfMove
from solver_worker import problems as worker_problems
from solver_worker.settings import WorkerSettings
from tests.project.tree import ROOT, project_files, shown

DOCUMENTS = sorted(project_files(".md"))
VARIABLE = re.compile(r"\bTILEWRIGHT_[A-Z0-9_]*[A-Z0-9]\b")
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z-]*):", read("Makefile"), re.M))


def table_rows(text: str) -> list[list[str]]:
    """Return the cells of every table row, backticks kept."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def section(text: str, heading: str) -> str:
    """Return what stands below a heading of the second level."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    assert found, heading
    return found.group(1)


@pytest.mark.parametrize("path", DOCUMENTS, ids=shown)
def test_links_lead_somewhere(path: Path) -> None:
    broken = []
    for target in LINK.findall(path.read_text("utf-8")):
        if re.match(r"https?:|mailto:", target):
            continue
        name, _, anchor = target.partition("#")
        aim = (path.parent / name).resolve() if name else path
        if not aim.exists() or (anchor and anchor not in anchors(aim)):
            broken.append(target)
    assert broken == []


def anchors(path: Path) -> set[str]:
    """Return the anchors of a document's headings, as hosts of repositories make them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=shown)
def test_make_commands_exist(path: Path) -> None:
    code = re.findall(r"`([^`\n]+)`|^ *((?:[A-Z_]+=\S+ )*make\b.*)$", path.read_text("utf-8"), re.M)
    named = {
        word
        for pieces in code
        for command in pieces
        for word in re.findall(r"(?:^|\s)make ([a-z][a-z-]*)", command)
    }
    assert named - make_targets() == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=shown)
def test_tilewright_commands_exist(path: Path) -> None:
    text = path.read_text("utf-8")
    named = set(re.findall(r"(?:`|^(?:\S+/)?)tilewright ([a-z]+)\b", text, re.M))
    assert named - set(SUB_COMMANDS) == set()


def test_the_readme_names_the_two_commands() -> None:
    assert {"run", "test"} <= set(re.findall(r"^make ([a-z]+)", read("README.md"), re.M))


def setting_fields() -> dict[str, list[object]]:
    """Return variable -> default in each settings class that has it."""
    classes: tuple[type[BaseSettings], ...] = (Settings, WorkerSettings)
    fields: dict[str, list[object]] = {}
    for settings in classes:
        for name, field in settings.model_fields.items():
            fields.setdefault(f"TILEWRIGHT_{name.upper()}", []).append(field.default)
    return fields


def variables_in_code() -> set[str]:
    sources = [
        path
        for path in project_files(".py", ".js", ".yml", "Makefile", "Dockerfile")
        if "project" not in path.relative_to(ROOT).parts
    ]
    found = {name for path in sources for name in VARIABLE.findall(path.read_text("utf-8"))}
    return found | set(setting_fields())


def test_every_variable_is_documented_and_every_documented_one_is_used() -> None:
    rows = table_rows(read("docs/reference/configuration.md"))
    documented = {name for row in rows for name in VARIABLE.findall(row[0])}
    assert documented == variables_in_code()


def test_documents_name_no_variable_that_is_not_there() -> None:
    known = variables_in_code()
    unknown = {
        f"{shown(path)}: {name}"
        for path in DOCUMENTS
        for name in VARIABLE.findall(path.read_text("utf-8"))
        if name not in known
    }
    assert unknown == set()


def test_documented_defaults_are_the_real_ones() -> None:
    rows = table_rows(read("docs/reference/configuration.md"))
    stated = {row[0].strip("`"): row[1] for row in rows if row[0].startswith("`TILEWRIGHT_")}
    wrong = {}
    for name, defaults in setting_fields().items():
        for default in defaults:
            text = ",".join(default) if isinstance(default, tuple) else str(default)
            expected = "none" if default in {None, ()} else f"`{text}`"
            if not re.match(rf"{re.escape(expected)}(:|$)", stated[name]):
                wrong[name] = (stated[name], expected)
    assert wrong == {}


def test_gateway_problems_are_documented() -> None:
    rows = table_rows(section(read("docs/reference/problems.md"), "Gateway"))
    stated = {row[0].strip("`"): row[1] for row in rows if row[0].startswith("`")}
    assert stated == {kind.value: str(status_of(kind)) for kind in Kind}


def test_reasons_and_codes_are_documented() -> None:
    stated = set(re.findall(r"`([a-z]+(?:-[a-z]+)*)`", read("docs/reference/problems.md")))
    assert {*map(str, RuleOfMove), *map(str, GameReason), *Reason, *FieldCode} <= stated


def test_worker_problems_are_documented() -> None:
    text = read("docs/reference/problems.md")
    kinds = [
        each for each in vars(worker_problems).values() if isinstance(each, worker_problems.Kind)
    ]
    rows = table_rows(section(text, "Worker")) + table_rows(section(text, "Gateway"))
    stated = {row[0].strip("`"): row[1] for row in rows if row[0].startswith("`")}
    assert len(kinds) > 8
    assert {kind.type: str(int(kind.status)) for kind in kinds}.items() <= stated.items()


def asked(operation: dict[str, Any], schemas: dict[str, Any]) -> set[str]:
    """Return the names that a request may give: parameters of the query, members of the body."""
    names = {each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"}
    for media in operation.get("requestBody", {"content": {}})["content"].values():
        names |= set(schemas[media["schema"]["$ref"].rpartition("/")[2]]["properties"])
    return names


@pytest.mark.parametrize(
    "heading",
    [
        "POST /v1/moves",
        "POST /v1/hints",
        "POST /v1/score",
        "POST /v1/cross-sets",
        "POST /v1/words/check",
        "GET /v1/words/search",
        "POST /v1/matches",
        "GET /v1/matches",
        "GET /v1/leaderboards",
        "POST /v1/proposals",
        "GET /v1/proposals",
    ],
)
def test_the_reference_names_all_that_a_request_may_say(heading: str) -> None:
    document = create_app(Settings()).openapi()
    method, path = heading.split()
    names = asked(document["paths"][path][method.lower()], document["components"]["schemas"])
    text = read("docs/reference/http-api.md")
    told = section(text, heading) + section(text, "A position")
    assert names
    assert names <= set(re.findall(r"\w+", " ".join(re.findall(r'`[^`]*`|"\w+"', told))))


def test_the_trademark_is_only_named_to_say_which_games_are_meant() -> None:
    naming = {
        shown(path)
        for path in project_files(".md", ".py", ".js", ".html", ".css", "NOTICE", ".toml", ".yml")
        if "scrabble" in path.read_text("utf-8").lower() and path != Path(__file__)
    }
    assert naming <= {"README.md", "NOTICE"}
    assert "trademark" in read("README.md")


def test_decisions_are_numbered_without_gaps_and_carry_their_number() -> None:
    files = sorted((ROOT / "docs/adr").glob("[0-9]*.md"))
    assert [int(path.name[:4]) for path in files] == list(range(1, len(files) + 1))
    for path in files:
        text = path.read_text("utf-8")
        assert text.startswith(f"# {path.name[:4]}: ")
        assert re.search(r"^- Status: (proposed|accepted|replaced by )", text, re.M)
        assert set(re.findall(r"^## (.+)$", text, re.M)) >= {"Context", "Decision", "Consequences"}
