"""A gateway process stays small: the kernels and their compiler never get in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rules.alphabet import ENGLISH
from tests.support.lexicons import build_lexicon


def test_the_gateway_never_imports_the_compiler_or_the_kernels(tmp_path: Path) -> None:
    build_lexicon(["AA"], ENGLISH, tmp_path)
    program = (
        "import sys, gateway.server, cli.gateway\n"
        "from pathlib import Path\n"
        "from gateway.app import create_app\n"
        "from gateway.words.registry import LexiconRegistry\n"
        "create_app()\n"
        "assert 'numpy' not in sys.modules, 'which only an unlisted lexicon calls for'\n"
        "assert 'alembic' not in sys.modules, 'which only an older store calls for'\n"
        "registry = LexiconRegistry(Path(sys.argv[1]))\n"
        "registry.refresh()\n"
        "assert registry.find('mini')\n"
        "bad = [name for name in sys.modules if name.split('.')[0] in {'numba', 'llvmlite'}"
        " or name.startswith(('solver_worker.', 'lexicon_tools.kernels', 'training'))"
        " and name != 'solver_worker.protocol']\n"
        "print(sorted(bad))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
