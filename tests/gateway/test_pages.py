"""The page's files are served as they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gateway.pages import find_web_dir
from tests.gateway.server import Gateway, running, settings_for

ROOT = Path(__file__).parents[2]


@pytest.fixture
def site(lexicon_dir: Path, tmp_path: Path) -> Iterator[Gateway]:
    """A gateway with a small page."""
    web = tmp_path / "web"
    (web / "vendor").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><title>Page</title>", encoding="utf-8")
    (web / "main.js").write_text("export const one = 1;", encoding="utf-8")
    (web / "style.css").write_text("body { margin: 0 }", encoding="utf-8")
    (web / "mark.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    (web / "vendor" / "font.woff2").write_bytes(b"wOF2")
    (web / "vendor" / "LICENSE").write_text("free", encoding="utf-8")
    (web / "odd.bin").write_bytes(b"\x00\x01")
    (web / ".secret").write_text("hidden", encoding="utf-8")
    (tmp_path / "outside.txt").write_text("outside", encoding="utf-8")
    (web / "link.txt").symlink_to(tmp_path / "outside.txt")
    with running(settings_for(lexicon_dir, tmp_path, web_dir=web)) as started:
        yield started


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/main.js", "text/javascript; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/mark.svg", "image/svg+xml"),
        ("/vendor/font.woff2", "font/woff2"),
        ("/vendor/LICENSE", "text/plain; charset=utf-8"),
        ("/odd.bin", "application/octet-stream"),
    ],
)
def test_each_file_has_its_type(site: Gateway, path: str, media_type: str) -> None:
    response = site.client.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"] == media_type
    assert response.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in response.headers["content-security-policy"]


def test_an_unchanged_file_is_304_and_a_changed_one_is_sent(site: Gateway, tmp_path: Path) -> None:
    tag = site.client.get("/main.js").headers["etag"]
    again = site.client.get("/main.js", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    (tmp_path / "web" / "main.js").write_text("export const one = 2; // changed", encoding="utf-8")
    changed = site.client.get("/main.js", headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert "changed" in changed.text


def test_head_sends_no_body(site: Gateway) -> None:
    response = site.client.head("/main.js")
    assert response.status_code == 200
    assert response.headers["content-length"] == "21"
    assert response.content == b""


@pytest.mark.parametrize(
    "path",
    [
        "/nope.js",
        "/vendor",
        "/vendor/",
        "/.secret",
        "/vendor/../.secret",
        "/%2e%2e/outside.txt",
        "/..%2foutside.txt",
        "/link.txt",
        "/main.js%00",
        "/" + "x" * 5000,
    ],
)
def test_what_is_not_the_page_is_404(site: Gateway, path: str) -> None:
    response = site.client.get(path)
    assert response.status_code == 404
    assert response.json()["type"] == "not-found"
    assert "outside" not in response.text


def test_a_page_takes_no_post(site: Gateway) -> None:
    response = site.client.post("/main.js", json={})
    assert response.status_code == 405
    assert response.headers["allow"] == "GET, HEAD"
    assert response.json()["type"] == "method-not-allowed"


def test_the_api_wins_over_files(site: Gateway) -> None:
    assert site.client.get("/v1/moves").status_code == 405
    assert site.client.get("/openapi.json").headers["content-type"] == "application/json"


def test_the_page_is_found_beside_the_packages(tmp_path: Path) -> None:
    assert find_web_dir(None) == ROOT / "web"
    assert find_web_dir(tmp_path) == tmp_path
