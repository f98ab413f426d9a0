"""A gateway process stays small: the kernels and their compiler never get in."""

from __future__ import annotations

import subprocess
import sys


def test_the_gateway_never_imports_the_compiler_or_the_kernels() -> None:
    program = (
        "import sys, gateway.server, cli.gateway\n"
        "from gateway.app import create_app\n"
        "create_app()\n"
        "bad = [name for name in sys.modules if name.split('.')[0] in {'numba', 'llvmlite'}"
        " or name.startswith(('solver_worker.', 'lexicon_tools.kernels', 'training'))"
        " and name != 'solver_worker.protocol']\n"
        "print(sorted(bad))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
