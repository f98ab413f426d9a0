"""Lists the modules the page fetches at once, at its start and for each screen, and its languages.

A browser learns of a module only from the one that imports it. The hints in ``web/index.html``
and the lists in ``web/modules.js`` spare it the chain. Every module ``web/messages/<code>.js`` is a
language, listed in ``web/messages/languages.js``. ``python -m scripts.page_modules`` writes all
three anew after modules were added or removed, and a test compares.
"""

from __future__ import annotations

import re
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent / "web"
HINT = re.compile(r'( *)<link rel="modulepreload" href="[^"]+" />\n')


def code_of(path: Path) -> str:
    """Return the text of a module without its comments."""
    text = path.read_text("utf-8")
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)


def imports_of(path: Path) -> set[Path]:
    """Return what a module imports as it starts, not what it fetches later."""
    found = re.findall(r"""(?:from|import)\s*['"](\.[^'"]+)['"]""", code_of(path))
    return {(path.parent / name).resolve() for name in found}


def needed_by(entry: Path) -> set[Path]:
    """Return a module and everything it imports, directly or not."""
    needed: set[Path] = set()
    todo = {entry.resolve()}
    while todo:
        path = todo.pop()
        needed.add(path)
        todo |= imports_of(path) - needed
    return needed


def screens() -> dict[str, Path]:
    """Return the entry of each screen by its name."""
    found = re.findall(r"(\w+): \{ load: \(\) => import\('([^']+)'\)", code_of(WEB / "screens.js"))
    return {name: (WEB / address).resolve() for name, address in found}


def hints() -> list[str]:
    """Return the modules that the page needs at its start, besides the first."""
    return _addresses(needed_by(WEB / "main.js") - {(WEB / "main.js").resolve()})


def module_lists() -> dict[str, list[str]]:
    """Return what each screen needs beyond that."""
    start = needed_by(WEB / "main.js")
    return {name: _addresses(needed_by(entry) - start) for name, entry in screens().items()}


def index_text() -> str:
    """Return ``index.html`` with its hints as they should be."""
    text = (WEB / "index.html").read_text("utf-8")
    lines = "".join(f'    <link rel="modulepreload" href="{one}" />\n' for one in hints())
    first = HINT.search(text)
    assert first is not None
    bare = HINT.sub("", text)
    return bare[: first.start()] + lines + bare[first.start() :]


def lists_text() -> str:
    """Return ``modules.js`` as it should be."""
    entries = "".join(_entry(name, lists) for name, lists in module_lists().items())
    return (
        "/** What each screen fetches; written by `python -m scripts.page_modules`. */\n\n"
        "export const MODULES = {\n" + entries + "};\n"
    )


def languages() -> dict[str, str]:
    """Return the name of each language, as it calls itself, by its code."""
    found = {}
    for path in sorted((WEB / "messages").glob("*.js")):
        name = re.search(r"^export const name = '([^']+)';", path.read_text("utf-8"), re.MULTILINE)
        if name:
            found[path.stem] = name[1]
    return found


def languages_text() -> str:
    """Return ``messages/languages.js`` as it should be."""
    entries = "".join(
        f"  {code}: {{ name: '{name}', load: () => import('./{code}.js') }},\n"
        for code, name in languages().items()
    )
    return (
        "/** The languages the page speaks; written by `python -m scripts.page_modules`. */\n\n"
        "/** @type {Record<string, {name: string, "
        "load: () => Promise<import('../text.js').Catalogue>}>} */\n"
        "export const LANGUAGES = {\n" + entries + "};\n"
    )


def _entry(name: str, addresses: list[str]) -> str:
    if not addresses:
        return f"  {name}: [],\n"
    lines = "".join(f"    './{one}',\n" for one in addresses)
    return f"  {name}: [\n{lines}  ],\n"


def _addresses(paths: set[Path]) -> list[str]:
    return sorted(path.relative_to(WEB).as_posix() for path in paths)


def main() -> None:
    """Write the three files."""
    index, lists = index_text(), lists_text()
    (WEB / "messages" / "languages.js").write_text(languages_text(), "utf-8")
    (WEB / "index.html").write_text(index, "utf-8")
    (WEB / "modules.js").write_text(lists, "utf-8")


if __name__ == "__main__":
    main()
