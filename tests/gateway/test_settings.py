"""Settings come from the environment and say what is wrong with them."""

from __future__ import annotations

import io
import json
import logging
import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from cli.main import main
from gateway import logs
from gateway.settings import Settings


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take our own variables out of the environment."""
    for name in list(os.environ):
        if name.startswith("TILEWRIGHT_"):
            monkeypatch.delenv(name)


def test_defaults_stay_on_this_machine() -> None:
    settings = Settings()
    assert (settings.gateway_host, settings.gateway_port) == ("127.0.0.1", 8000)
    assert settings.worker_urls == ("http://127.0.0.1:8001",)
    assert settings.lexicons_path == Path("var/lexicons")
    assert settings.cors_origins == ()
    assert settings.burst == 100


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "GATEWAY_PORT": "9000",
        "WORKER_URLS": "http://a:1/, http://b:2",
        "DATA_DIR": "/data",
        "CORS_ORIGINS": "https://one.example,https://two.example",
        "RATE_LIMIT": "0",
        "LOG_LEVEL": "debug",
        "WEB_DIR": "",
        "UNKNOWN": "is nobody's business",
    }.items():
        monkeypatch.setenv(f"TILEWRIGHT_{name}", value)
    settings = Settings()
    assert settings.gateway_port == 9000
    assert settings.worker_urls == ("http://a:1", "http://b:2")
    assert settings.lexicons_path == Path("/data/lexicons")
    assert settings.layouts_path == Path("/data/layouts")
    assert settings.cors_origins == ("https://one.example", "https://two.example")
    assert settings.rate_limit == 0
    assert settings.web_dir is None, "an empty variable is not set"
    assert settings.log_level == "DEBUG"
    monkeypatch.setenv("TILEWRIGHT_LEXICON_DIR", "/lexicons")
    assert Settings().lexicons_path == Path("/lexicons")


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("GATEWAY_PORT", "70000", "less than or equal to 65535"),
        ("WORKER_URLS", ",", "at least one worker address"),
        ("WORKER_URLS", "localhost:8001", "an address like http://host:8001"),
        ("WORKER_URLS", "http://a,http://a/", "each worker address once"),
        ("CORS_ORIGINS", "*", "an origin like https://example.org"),
        ("CORS_ORIGINS", "https://a.example/path", "an origin has no path"),
        ("RATE_LIMIT", "nan", "finite number"),
        ("RATE_LIMIT", "-1", "greater than or equal to 0"),
        ("DEADLINE_MS", "0", "greater than or equal to 10"),
        ("LOG_LEVEL", "loud", "'DEBUG'"),
    ],
)
def test_a_bad_setting_is_refused_with_its_name(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: str,
    expected: str,
) -> None:
    monkeypatch.setenv(f"TILEWRIGHT_{name}", value)
    with pytest.raises(ValidationError, match=expected):
        Settings()
    assert main(["gateway"]) == 2
    error = capsys.readouterr().err
    assert expected in error
    assert "TILEWRIGHT_" in error


def test_log_lines_are_json_objects() -> None:
    stream = io.StringIO()
    root = logging.getLogger()
    before = root.handlers[:], root.level
    try:
        logs.set_up("INFO", stream)
        logging.getLogger("x").info("hello %s", "you", extra={"count": 3, "path": Path("/p")})
        logging.getLogger("x").debug("not written")
        logging.getLogger("x").error("it failed", exc_info=ValueError("odd\nthing"))
    finally:
        root.handlers[:], level = before
        root.setLevel(level)
    first, second = (json.loads(line) for line in stream.getvalue().splitlines())
    assert (first["message"], first["level"], first["logger"]) == ("hello you", "INFO", "x")
    assert (first["count"], first["path"]) == (3, "/p")
    assert first["time"].endswith("+00:00")
    assert second["fault"] == "ValueError"


def test_an_empty_token_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compose passes variables on that are not set as empty ones."""
    monkeypatch.setenv("TILEWRIGHT_ADMIN_TOKEN", "")
    assert Settings().admin_token is None
