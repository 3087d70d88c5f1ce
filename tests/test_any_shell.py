"""The suite gives the same result from any shell, and in the background of one."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHILD = "import signal; assert signal.getsignal(signal.SIGINT) is signal.default_int_handler"
SUITE = f"""
import subprocess, sys, tests.conftest
subprocess.run([sys.executable, "-c", {CHILD!r}], check=True)
"""


def test_what_is_started_in_the_background_hears_ctrl_c() -> None:
    deaf = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable]
    assert subprocess.run([*deaf, "-c", CHILD], capture_output=True).returncode == 1
    done = subprocess.run([*deaf, "-c", SUITE], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
