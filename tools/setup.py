"""Set up the environment `.venv` of this clone: `make setup`, `make run`, `make test`.

Called by the Python of the computer, before anything is installed: standard library only. A line on
standard error shows the present step and its duration.

    python3 tools/setup.py EXTRAS        for example: all,mdns or dev
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ENVIRONMENT = ".venv"
PYTHON = os.path.join(ENVIRONMENT, "Scripts" if os.name == "nt" else "bin", "python")
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
PATIENT = ("--retries", "10", "--timeout", "60")
EVERY = 0.5
"""Seconds between two checks of a running command."""
NEXT_LINE = 10
"""Seconds after which a log (not a terminal) gets another line."""
NO_VENV = (
    "python3 -m venv does not work here. On Debian and Ubuntu it is a package of its own:\n"
    "    apt-get install python3-venv"
)


class SetupError(Exception):
    """Raised if a command failed; its output is the message."""


def main(extras: str) -> int:
    started = time.monotonic()
    try:
        if not Path(PYTHON).exists():
            make_environment()
        install(extras)
    except SetupError as error:
        print(f"\nThe set-up failed:\n{error}", file=sys.stderr)
        return 1
    taken = time.monotonic() - started
    print(f"crivello: {ENVIRONMENT} is ready ({taken:.0f} s).", file=sys.stderr)
    return 0


def make_environment() -> None:
    """Make an empty environment with uv, which takes a fifth of pip's time to install packages."""
    what = f"making {ENVIRONMENT}"
    try:
        # Unpacking pip would take as long as all the rest: the computer's own pip is tried first.
        run([sys.executable, "-m", "venv", "--clear", "--without-pip", ENVIRONMENT], what)
        pip = [sys.executable, "-m", "pip", "--python", PYTHON, *PIP[2:]]
        run([*pip, "--retries", "0", "uv"], what)
        run([PYTHON, "-m", "uv", "pip", "install", "--quiet", "--python", PYTHON, "pip"], what)
    except SetupError:
        try:
            run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT], what)
        except SetupError as error:
            raise SetupError(f"{error}\n{NO_VENV}") from None


def install(extras: str) -> None:
    """Install this clone with its extras by uv, or by pip if uv finds no packages."""
    wanted = ["--editable", f".[{extras}]" if extras else "."]
    what = "downloading and installing packages"
    try:
        run([PYTHON, *PIP, *PATIENT, "uv"], what)
        run([PYTHON, "-m", "uv", "pip", "install", "--quiet", "--python", PYTHON, *wanted], what)
    except SetupError:  # uv reads no settings of pip: another index, another certificate
        run([PYTHON, *PIP, *PATIENT, *wanted], what)


def run(command: Sequence[str], what: str) -> None:
    """Run a command, showing its purpose and how long it has run."""
    started = shown = time.monotonic()
    terminal = sys.stderr.isatty()
    if not terminal:
        print(f"crivello: {what} …", file=sys.stderr, flush=True)
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        while True:
            try:
                process.wait(EVERY)
                break
            except subprocess.TimeoutExpired:
                now = time.monotonic()
                text = f"crivello: {what} … {now - started:.0f} s"
                if terminal:
                    print(f"\r{text} ", end="", file=sys.stderr, flush=True)
                elif now - shown >= NEXT_LINE:
                    shown = now
                    print(text, file=sys.stderr, flush=True)
        if terminal:
            print("\r" + " " * 70 + "\r", end="", file=sys.stderr, flush=True)
        if process.returncode:
            output.seek(0)
            raise SetupError(output.read().decode(errors="replace").strip())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
