"""The `tilewright` command as a person meets it."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from cli.main import SUB_COMMANDS, build_parser
from tests.project.tree import ROOT


def tilewright(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cli.main", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def subparsers_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def every_parser() -> dict[str, argparse.ArgumentParser]:
    """Return 'lexicon build' -> its parser, for every command and, at any depth, what it does."""
    found = {}
    todo = [(name, subparsers_of(build_parser(name))[name]) for name in SUB_COMMANDS]
    while todo:
        name, parser = todo.pop()
        inner = subparsers_of(parser)
        # a group within a command, such as `lexicon proposals`, does nothing by itself
        if name in SUB_COMMANDS or not inner:
            found[name] = parser
        todo += [(f"{name} {word}", each) for word, each in inner.items()]
    return found


def options_of(parser: argparse.ArgumentParser) -> set[str]:
    names = {name for action in parser._actions for name in action.option_strings}
    return {name for name in names if name.startswith("--")} - {"--help"}


def test_version() -> None:
    done = tilewright("--version")
    assert (done.returncode, done.stdout) == (0, f"tilewright {version('tilewright')}\n")


def test_help_lists_every_command() -> None:
    done = tilewright("--help")
    assert done.returncode == 0
    assert set(re.findall(r"^    ([a-z]+) ", done.stdout, re.M)) == set(SUB_COMMANDS)


def test_help_does_not_load_the_machinery() -> None:
    program = (
        "import sys; from cli.main import build_parser; build_parser(None).format_help();"
        "print(sorted({'numba', 'numpy', 'fastapi', 'pydantic', 'aiohttp'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", SUB_COMMANDS)
def test_every_command_has_help(name: str) -> None:
    done = tilewright(name, "--help")
    assert done.returncode == 0, done.stderr
    assert f"tilewright {name}" in done.stdout
    assert len(done.stdout.splitlines()) > 4, "more than a usage line"


def test_summaries_in_the_overview_are_those_of_the_commands() -> None:
    for name, command in SUB_COMMANDS.items():
        for action in build_parser(name)._actions:
            if isinstance(action, argparse._SubParsersAction):
                given = {each.dest: each.help for each in action._choices_actions}
                assert given[name] == command.summary


def test_no_command_is_a_mistake_that_names_the_choices() -> None:
    done = tilewright()
    assert done.returncode == 2
    assert "COMMAND" in done.stderr


def test_an_unknown_command_is_a_mistake_that_names_the_choices() -> None:
    done = tilewright("wrok")
    assert done.returncode == 2
    assert all(name in done.stderr for name in SUB_COMMANDS)


def test_the_reference_lists_every_command_and_option() -> None:
    text = (ROOT / "docs/reference/cli.md").read_text("utf-8")
    sections = dict(
        re.findall(r"^#{2,3} tilewright ([a-z -]+)\n(.*?)(?=^#{2,3} |\Z)", text, re.M | re.S)
    )
    parsers = every_parser()
    assert set(sections) == set(parsers)
    for name, parser in parsers.items():
        documented = set(re.findall(r"^\| `(--[a-z-]+)", sections[name], re.M))
        assert documented == options_of(parser), name


TALKATIVE = """
import sys
import cli.run
from cli.main import main

def add_parser(subparsers):
    subparsers.add_parser("run").set_defaults(func=lambda options: print("x" * 1_000_000))

cli.run.add_parser = add_parser
sys.exit(main(["run"]))
"""


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    """As in `tilewright lexicon words en.gaddag | head`."""
    with subprocess.Popen(
        [sys.executable, "-c", TALKATIVE],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == ("", 0)
