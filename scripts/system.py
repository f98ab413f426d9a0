"""What comes from the system's package manager, and how to ask for it.

``python3 scripts/system.py wrk``        make sure that the program ``wrk`` is there
``python3 scripts/system.py languages``  make sure that the dictionaries of the long tests are
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

DICTIONARIES = Path("/usr/share/hunspell")
# What tests compare with: packages of Debian, each with a file that tells it is there. The second
# group is that of `make conformance`.
TEST_PACKAGES: dict[str, dict[str, Path]] = {
    "dictionaries": {
        "hunspell": Path("/usr/bin/hunspell"),
        "hunspell-gl": DICTIONARIES / "gl_ES.aff",
        "hunspell-es": DICTIONARIES / "es_ES.aff",
        "hunspell-pl": DICTIONARIES / "pl_PL.aff",
        "libreoffice-help-gl": Path("/usr/share/libreoffice/help/gl"),
        "tanglet-data": Path("/usr/share/tanglet/gamedata/pl/words"),
    },
    "languages": {
        "hunspell-ca": DICTIONARIES / "ca.aff",
        "hunspell-de-de": DICTIONARIES / "de_DE.aff",
        "hunspell-en-us": DICTIONARIES / "en_US.aff",
        "hunspell-fr-classical": DICTIONARIES / "fr.aff",
        "hunspell-hu": DICTIONARIES / "hu_HU.aff",
        "hunspell-is": DICTIONARIES / "is_IS.aff",
        "hunspell-it": DICTIONARIES / "it_IT.aff",
        "hunspell-no": DICTIONARIES / "nb_NO.aff",
        "hunspell-pt-pt": DICTIONARIES / "pt_PT.aff",
        "hunspell-sr": DICTIONARIES / "sr_RS.aff",
        "hunspell-tr": DICTIONARIES / "tr_TR.aff",
        "libreoffice-help-en-us": Path("/usr/share/libreoffice/help/en-US"),
        **{
            f"libreoffice-help-{code}": Path("/usr/share/libreoffice/help", code)
            for code in ("ca", "de", "es", "fr", "hu", "it", "pl", "pt", "tr")
        },
        **{
            f"libreoffice-l10n-{code}": Path("/usr/lib/libreoffice/program/resource", code)
            for code in ("is", "nb", "nn", "sr")
        },
    },
}

# Package manager -> (command that installs, names of its packages by what they bring)
MANAGERS: dict[str, tuple[tuple[str, ...], dict[str, tuple[str, ...]]]] = {
    "apt-get": (
        ("apt-get", "install", "-y", "--no-install-recommends"),
        {
            "venv": ("python3-venv",),
            "chromium": ("chromium", "fonts-dejavu-core"),
            "wrk": ("wrk",),
            **{what: tuple(packages) for what, packages in TEST_PACKAGES.items()},
        },
    ),
    "dnf": (("dnf", "install", "-y"), {"chromium": ("chromium",), "wrk": ("wrk",)}),
    "pacman": (("pacman", "-S", "--noconfirm", "--needed"), {"chromium": ("chromium",)}),
    "zypper": (("zypper", "--non-interactive", "install"), {"chromium": ("chromium",)}),
    "apk": (("apk", "add"), {"chromium": ("chromium", "font-dejavu"), "wrk": ("wrk",)}),
}


def manager() -> str | None:
    """Return the package manager of this system, None if it is none we know."""
    return next((name for name in MANAGERS if shutil.which(name)), None)


def packages(what: str) -> tuple[str, ...]:
    """Return the packages that bring a program here, empty if we know none."""
    name = manager()
    return MANAGERS[name][1].get(what, ()) if name else ()


def _as_root() -> list[str] | None:
    """Return the words that make a command run as root without a question, None if none do."""
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    if (
        sudo
        and subprocess.run([sudo, "-n", "true"], capture_output=True, check=False).returncode == 0
    ):
        return [sudo, "-n"]
    return None


def install(what: str) -> bool:
    """Install a program with the package manager; False where that is not possible."""
    name, prefix = manager(), _as_root()
    wanted = packages(what)
    if name is None or prefix is None or not wanted:
        return False
    print(f"setup: installing {' '.join(wanted)} with {name}", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if name == "apt-get":
        subprocess.run([*prefix, "apt-get", "update", "-q"], env=environment, check=False)
    command = [*prefix, *MANAGERS[name][0], *wanted]
    return subprocess.run(command, env=environment, check=False).returncode == 0


def advice(what: str) -> str:
    """Say what a person can type to get a program."""
    name, wanted = manager(), packages(what)
    if name is None or not wanted:
        return f"install {what} by your system's means"
    return f"run: sudo {' '.join((*MANAGERS[name][0], *wanted))}"


def ensure_venv_module() -> None:
    """Make sure that ``python -m venv`` can work; Debian packs a part of it apart."""
    if _has_venv():
        return
    own_version = "python{}.{}-venv".format(*sys.version_info[:2])
    if install("venv") and _has_venv():
        return
    sys.exit(
        f"setup: this Python ({sys.executable}) comes without the venv module. On Debian and "
        f"Ubuntu, run: sudo apt-get install {own_version}   (or choose another Python: "
        f"make PYTHON=/path/to/python3 ...)"
    )


def _has_venv() -> bool:
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))


def ensure_program(name: str) -> None:
    """Make sure that a program is on PATH, or leave saying how to get it."""
    if shutil.which(name) or (install(name) and shutil.which(name)):
        return
    sys.exit(f"setup: expected the program {name} on PATH, found none; {advice(name)}")


def ensure_test_packages(group: str) -> None:
    """Make sure that what tests compare with is there, or leave saying how to get it."""
    missing = _missing(group)
    if missing and install(group):
        missing = _missing(group)
    if missing:
        wanted = ", ".join(f"{path} (Debian: {name})" for name, path in missing.items())
        sys.exit(
            f"setup: tests compare with dictionaries and programs of the system; expected {wanted}"
            f", found none; {advice(group)}"
        )


def _missing(group: str) -> dict[str, Path]:
    return {name: path for name, path in TEST_PACKAGES[group].items() if not path.exists()}


if __name__ == "__main__":
    if sys.argv[1] in TEST_PACKAGES:
        ensure_test_packages(sys.argv[1])
    else:
        ensure_program(sys.argv[1])
