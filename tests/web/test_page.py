"""The page's modules: their own tests, their types, and what must hold for their sources."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from scripts import page_modules
from scripts.page_modules import code_of
from tests.web.toolchain import ROOT, WEB, node, package_file

MAX_LINES = 300
EFFECTS = {"api.js", "main.js", "stream/connection.js"}
"""Modules with effects, besides the `index.js` of each part and what lies in a folder `effects`."""
EFFECT_WORDS = re.compile(
    r"\b(?:document|window|localStorage|sessionStorage|navigator|history|location|fetch"
    r"|setTimeout|setInterval|requestAnimationFrame|addEventListener)\b"
    r"|\bMath\.random\b|\bDate\.now\b|\bnew Date\b"
)
UNSAFE = ("unsafe-html", "unsafeHTML", "innerHTML", "eval(", "new Function", "javascript:")


def own_modules() -> list[Path]:
    return [path for path in sorted(WEB.rglob("*.js")) if "vendor" not in path.parts]


def own_styles() -> list[Path]:
    return sorted((WEB / "styles").glob("*.css"))


def may_have_effects(path: Path) -> bool:
    name = path.relative_to(WEB).as_posix()
    return name in EFFECTS or path.name == "index.js" or path.parent.name == "effects"


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_pure_modules() -> None:
    files = sorted(str(path) for path in (ROOT / "tests" / "web").glob("*.test.js"))
    done = run(node(), "--test", "--test-reporter=spec", *files)
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"^. pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed, done.stdout
    assert int(passed[1]) > 100


def test_types() -> None:
    compiler = package_file("typescript/bin/tsc")
    done = run(node(), str(compiler), "--project", "tsconfig.json")
    assert done.returncode == 0, done.stdout + done.stderr


def test_type_check_finds_faults(tmp_path: Path) -> None:
    (tmp_path / "wrong.js").write_text("/** @type {number} */\nexport const one = 'two';\n")
    config = (ROOT / "tsconfig.json").read_text("utf-8")
    (tmp_path / "tsconfig.json").write_text(config.replace("web/**/*.js", "*.js"))
    done = run(
        node(),
        str(package_file("typescript/bin/tsc")),
        "--project",
        str(tmp_path / "tsconfig.json"),
    )
    assert done.returncode != 0
    assert "wrong.js" in done.stdout


@pytest.mark.parametrize("path", own_modules(), ids=lambda path: str(path.relative_to(WEB)))
def test_module(path: Path) -> None:
    text = path.read_text("utf-8")
    code = code_of(path)
    # a language is one file, so that a translator has one to fill
    assert len(text.splitlines()) <= MAX_LINES or path.parent == WEB / "messages"
    assert text.startswith("/**"), "a module begins with what it is for"
    for imported in re.findall(r"""(?:from|import)\s*\(?\s*['"]([^'"]+)['"]""", code):
        assert imported.startswith("."), f"{imported} is no relative import"
        assert (path.parent / imported).is_file(), f"{imported} is not there"
    for unsafe in UNSAFE:
        assert unsafe not in code
    assert not re.search(r"<[a-z][^>]*\sstyle\s*=", code), "style attributes break the CSP"
    assert not re.search(r"<[a-z][^>]*\son[a-z]+\s*=", code), "inline handlers break the CSP"
    assert "http://" not in code.replace("http://www.w3.org", "")
    assert "https://" not in code
    if not may_have_effects(path):
        found = EFFECT_WORDS.search(code)
        assert found is None, f"{found and found[0]}: effects belong into {sorted(EFFECTS)}"


def test_case_rules_are_data() -> None:
    """No tile is ever made by changing the case of another text."""
    for path in own_modules():
        code = code_of(path)
        if "model" in path.parts or "state" in path.parts:
            assert "toLowerCase" not in code, path
            assert "toUpperCase" not in code, path


def test_the_document_has_nothing_inline() -> None:
    text = (WEB / "index.html").read_text("utf-8")
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", text)
    assert "importmap" not in text
    assert re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL) == [""]
    for address in re.findall(r'(?:src|href)="([^"]+)"', text):
        assert (WEB / address).is_file(), address


def test_every_module_is_fetched_at_once() -> None:
    """Without the hints a browser learns of each module only from the one that imports it."""
    remedy = "run `python -m scripts.page_modules`"
    assert (WEB / "index.html").read_text("utf-8") == page_modules.index_text(), remedy
    assert (WEB / "modules.js").read_text("utf-8") == page_modules.lists_text(), remedy
    languages = (WEB / "messages" / "languages.js").read_text("utf-8")
    assert languages == page_modules.languages_text(), remedy
    assert "main.js" not in page_modules.hints()
    assert "shell/index.js" in page_modules.hints()
    assert "analysis/view/board.js" in page_modules.module_lists()["analysis"]


@pytest.mark.parametrize("path", own_styles(), ids=lambda path: path.name)
def test_style_sheet(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
    for address in re.findall(r"url\(([^)]*)\)", text):
        assert (path.parent / address.strip("\"'")).is_file(), address
    assert "@import" not in text
    if path.name != "tokens.css":
        colours = re.findall(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(", text)
        assert colours == [], "colours are custom properties of tokens.css"


def test_every_colour_has_two_themes() -> None:
    text = (WEB / "styles" / "tokens.css").read_text("utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    colour = r"(?:#[0-9a-f]{3,6}|rgb\([^)]*\))"
    both = re.compile(rf"light-dark\({colour}, {colour}\)")
    assert len(both.findall(text)) > 30
    assert re.search(colour, both.sub("", text)) is None


def test_every_custom_property_is_used_and_there() -> None:
    styles = "".join(path.read_text("utf-8") for path in own_styles())
    code = "".join(path.read_text("utf-8") for path in own_modules())
    set_here = set(re.findall(r"(--[a-z0-9-]+):", styles + code))
    set_here |= set(re.findall(r"setProperty\('(--[a-z0-9-]+)'", code))
    used = set(re.findall(r"var\((--[a-z0-9-]+)", styles))
    assert used == set_here
