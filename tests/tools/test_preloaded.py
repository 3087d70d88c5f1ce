"""A forked process behaves like a newly started one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.preloaded import ROOT, Forked
from tests.support.waiting import SECONDS, until

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

ABOUT_ITSELF = """
import json, os, signal, sys, threading, time
print(json.dumps({
    "words": sys.argv[1:], "main": sys.modules["__main__"].__name__, "folder": os.getcwd(),
    "first": sys.path[0], "environment": dict(os.environ), "zone": time.tzname,
    "files": sorted(map(int, os.listdir("/dev/fd"))), "threads": threading.active_count(),
    "handlers": {str(one): str(signal.getsignal(one)) for one in signal.valid_signals()},
    "blocked": sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])), "mask": os.umask(0),
    "group": os.getpgrp(), "session": os.getsid(0), "given": sys.stdin.read(),
    "streams": [(one.encoding, one.isatty()) for one in (sys.stdin, sys.stdout, sys.stderr)],
}))
"""
WAITING = """
import sys
try:
    print("ready", flush=True)
    sys.stdin.read()
except KeyboardInterrupt:
    sys.exit(130)
"""


def module(folder: Path, text: str) -> str:
    path = folder / "given_module.py"
    if not path.exists():  # the process before may be about to read it
        path.write_text(text, encoding="utf-8")
    return "given_module"


def forked(folder: Path, text: str, *words: str) -> Forked:
    """Run a module with this text in a forked process, with its streams connected to us."""
    return Forked(
        module(folder, text),
        *words,
        env=os.environ | {"TZ": "Asia/Tokyo", "ONLY": "here"},
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def end(process: Forked, given: str = "") -> tuple[int, str, str]:
    """Return the exit code and everything that the process has written; for small texts only."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdin, process.stdout, process.stderr:
        process.stdin.write(given)
        process.stdin.close()
        said = process.stdout.read(), process.stderr.read()
        return (process.wait(SECONDS), *said)


def test_it_begins_as_a_started_one_does(tmp_path: Path) -> None:
    process = forked(tmp_path, ABOUT_ITSELF, "a", "ü")
    started = subprocess.run(
        [sys.executable, "-m", "given_module", "a", "ü"],
        input="Größe",
        env=os.environ | {"TZ": "Asia/Tokyo", "ONLY": "here"},
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert end(process, "Größe") == (0, started.stdout, "")


@pytest.mark.parametrize(
    ("text", "code", "out", "err"),
    [
        ("print('done')", 0, "done\n", ""),
        ("import sys; print('half', end=''); sys.exit(3)", 3, "half", ""),
        ("import sys; sys.exit('a reason')", 1, "", "a reason\n"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", -signal.SIGTERM, "", ""),
        (
            "import atexit; atexit.register(print, 'at last'); raise SystemExit(0)",
            0,
            "at last\n",
            "",
        ),
        ("import threading; threading.Timer(0.01, print, ['late']).start()", 0, "late\n", ""),
    ],
)
def test_it_ends_as_a_started_one_does(
    tmp_path: Path, text: str, code: int, out: str, err: str
) -> None:
    assert end(forked(tmp_path, text)) == (code, out, err)


def test_an_error_is_a_traceback(tmp_path: Path) -> None:
    code, out, err = end(forked(tmp_path, "1 / 0"))
    assert (code, out) == (1, "")
    assert err.endswith("ZeroDivisionError: division by zero\n")


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_reaches_it_and_no_other(tmp_path: Path, sig: signal.Signals) -> None:
    first, second = forked(tmp_path, WAITING), forked(tmp_path, WAITING)
    for one in (first, second):
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    assert first.poll() is None
    with pytest.raises(subprocess.TimeoutExpired):
        first.wait(0.01)
    first.send_signal(sig)
    code = 130 if sig == signal.SIGINT else -sig
    assert first.wait(SECONDS) == first.poll() == code
    first.kill()  # of no effect
    assert second.poll() is None
    assert end(second) == (0, "", "")
    assert end(first) == (code, "", "")


def test_two_have_different_chances(tmp_path: Path) -> None:
    text = "import random, secrets; print(random.random(), secrets.token_hex())"
    assert end(forked(tmp_path, text)) != end(forked(tmp_path, text))


def test_nothing_is_left_when_the_tests_have_ended(tmp_path: Path) -> None:
    """This holds however the tests ended; here a process that kills itself stands in for them."""
    module(tmp_path, "import time; time.sleep(3600)")
    text = f"""
import os, signal
from pathlib import Path
from tests.support import preloaded
preloaded.MODULES = ()
process = preloaded.Forked("given_module", env=os.environ, cwd=Path({str(tmp_path)!r}))
print(process.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    tests = subprocess.run(
        [sys.executable, "-c", text], env=environment, capture_output=True, text=True
    )
    assert tests.returncode == -signal.SIGKILL
    until(lambda: not is_there(int(tests.stdout)))


def is_there(process: int) -> bool:
    """Return True if the process runs; a killed process that was not yet waited for does not."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return False
