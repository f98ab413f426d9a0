"""``tilewright admin``, beside a running gateway, on both kinds of store."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cli import admin
from cli.main import main
from gateway.accounts import administration, players
from gateway.accounts.sessions import BELIEVED_S
from tests.gateway.accounts.asking import PASSWORD, account, guest, log_in
from tests.gateway.accounts.conftest import NewName, cheap_passwords
from tests.gateway.server import Gateway

Admin = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(
    people: Gateway, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Admin:
    """Run the command with the gateway's store; its exit code, output and errors."""
    url = people.parts.database.url.set(drivername=people.parts.database.dialect)
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", url.render_as_string(hide_password=False))
    monkeypatch.setattr(administration, "Passwords", cheap_passwords)

    def command(*words: str) -> tuple[int, str, str]:
        code = main(["admin", *words])
        told = capsys.readouterr()
        return code, told.out, told.err

    return command


def test_roles_are_given_shown_and_taken(people: Gateway, run: Admin, new_name: NewName) -> None:
    name = new_name()
    ada = account(people, name)
    assert run("grant", name) == (0, f"{name}: admin\n", "")
    assert run("grant", name.upper(), "--role", "reviewer") == (0, f"{name}: admin, reviewer\n", "")
    assert run("grant", name) == (0, f"{name}: admin, reviewer\n", "")
    code, listed, _ = run("list")
    assert code == 0
    assert f"{name}: admin, reviewer\n" in listed
    time.sleep(BELIEVED_S)
    assert ada.who().json()["player"]["roles"] == ["admin", "reviewer"], "within seconds"
    assert run("revoke", name, "--role", "admin") == (0, f"{name}: reviewer\n", "")
    assert run("revoke", name) == (0, f"{name}: no role\n", "")
    assert f"{name}: " not in run("list")[1]


def test_a_password_is_replaced_and_sessions_end(
    people: Gateway, run: Admin, new_name: NewName, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = new_name()
    ada = account(people, name)
    monkeypatch.setattr("sys.stdin", io.StringIO("staple of the battery\n"))
    code, told, _ = run("reset-password", name)
    assert (code, told.startswith(f"{name}: another password")) == (0, True)
    assert "staple" not in told
    assert log_in(people, name).status_code == 401
    assert log_in(people, name, "staple of the battery").status_code == 200
    time.sleep(BELIEVED_S)
    assert ada.who().status_code == 401


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_password_is_asked_for_twice_on_a_terminal(
    people: Gateway, run: Admin, new_name: NewName, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = new_name()
    account(people, name)
    monkeypatch.setattr("sys.stdin", Terminal())
    answers = iter(["staple of the battery", "staple of a battery"])
    monkeypatch.setattr("getpass.getpass", lambda _: next(answers))
    code, _, error = run("reset-password", name)
    assert code == 1
    assert "the same password twice" in error
    assert log_in(people, name, PASSWORD).status_code == 200
    monkeypatch.setattr("getpass.getpass", lambda _: "staple of the battery")
    assert run("reset-password", name)[0] == 0
    assert log_in(people, name, "staple of the battery").status_code == 200


@pytest.mark.parametrize("password", ["", "seven77", "x" * 257])
def test_a_password_is_long_enough(
    people: Gateway, run: Admin, new_name: NewName, monkeypatch: pytest.MonkeyPatch, password: str
) -> None:
    name = new_name()
    account(people, name)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
    code, _, error = run("reset-password", name)
    assert code == 1
    assert f"8 to 256 characters, got one of {len(password)}" in error
    assert log_in(people, name).status_code == 200


@pytest.mark.parametrize("words", [("grant",), ("revoke",), ("reset-password",)])
def test_only_accounts_can_be_named(
    people: Gateway, run: Admin, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    guest(people, "Only a guest")
    for name in ("Only a guest", "nobody at all", "\x1b", "-"):
        monkeypatch.setattr("sys.stdin", io.StringIO("staple of the battery\n"))
        code, out, error = run(*words, name)
        assert (code, out) == (1, "")
        assert "Expected the name of an account" in error
        assert "\x1b" not in error


def test_a_store_that_is_not_there_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("TILEWRIGHT_DATABASE_URL", raising=False)
    assert main(["admin", "list"]) == 1
    assert "Expected a store at" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "tilewright.db").touch()
    assert main(["admin", "list"]) == 1
    assert "has the gateway been started on it once?" in capsys.readouterr().err


def test_a_setting_that_makes_no_sense_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TILEWRIGHT_DATABASE_URL", "mysql://nobody:secret@here/x")
    assert main(["admin", "list"]) == 1
    error = capsys.readouterr().err
    assert "TILEWRIGHT_DATABASE_URL" in error
    assert "secret" not in error


def test_a_role_is_one_of_those_there_are(run: Admin, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["admin", "grant", "Ada", "--role", "king"])
    assert left.value.code == 2
    assert "king" in capsys.readouterr().err
    assert players.ROLES == admin.ROLES
