"""Processes of the program that need not import it first.

`python -m crivello desk` needs more than a second of CPU time before it listens, nearly all of it
for imports. Here one process does the imports for all tests of a worker (`main`), and forks for
each program that a test starts. The result is a process like any other, with streams, environment,
folder and signals as at the start of Python, and it runs the module as `python -m` does. Nothing
but imports happens before.

Variables that only Python itself reads (`PYTHON…`) are set too late to have an effect. Tests of the
start itself, of imports, of limits and of closed streams start Python.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
MODULES = (
    "crivello.cli.dispatch",
    "crivello.cli.desk_session",
    "crivello.web.start",
    "uvicorn.loops.asyncio",
)
"""With what they import, all that a desk needs, and nearly all that a command needs."""


# In the tests


class Forked:
    """The part of `subprocess.Popen` that tests need, for a forked process."""

    def __init__(
        self,
        module: str,
        *words: str,
        env: Mapping[str, str],
        cwd: Path | None = None,
        stdin: int | None = None,
        stdout: int | None = None,
        stderr: int | None = None,
        source: Path = ROOT / "src",
    ) -> None:
        self.stdin: IO[str] | None = None
        self.stdout: IO[str] | None = None
        self.stderr: IO[str] | None = None
        self.returncode: int | None = None
        self._turn = threading.Lock()
        self._news, far = socket.socketpair()
        with ExitStack() as passed:
            passed.enter_context(far)
            given, self.stdin = _stream(stdin, 0, passed)
            out, self.stdout = _stream(stdout, 1, passed)
            if stderr == subprocess.STDOUT:
                err = out
            else:
                err, self.stderr = _stream(stderr, 2, passed)
            socket.send_fds(_helper(source), [b"."], [far.fileno(), given, out, err])
        start = [module, *words], dict(env), str((cwd or Path()).absolute())
        self._news.sendall(json.dumps(start).encode() + b"\n")
        self.pid = int(self._hear())

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        with self._turn:
            if self.returncode is None:
                self._news.settimeout(timeout)
                try:
                    self.returncode = os.waitstatus_to_exitcode(int(self._hear()))
                except (TimeoutError, BlockingIOError):
                    raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0) from None
                self._news.close()
            return self.returncode

    def send_signal(self, sig: int) -> None:
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, sig)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _hear(self) -> bytes:
        """Read a number, which the helper writes as eight bytes."""
        heard = self._news.recv(8, socket.MSG_WAITALL)
        assert heard, "the helper has ended"
        return heard


Program = Forked | subprocess.Popen[str]


def start_program(
    module: str,
    *words: str,
    env: Mapping[str, str],
    cwd: Path | None = None,
    stdin: int | None = None,
    stdout: int | None = None,
    stderr: int | None = None,
    source: Path = ROOT / "src",
) -> Program:
    """Start `python -m module words`, by forking where possible; `source` is the folder of the
    package.
    """
    if hasattr(os, "fork"):
        return Forked(
            module, *words,
            env=env, cwd=cwd, stdin=stdin, stdout=stdout, stderr=stderr, source=source,
        )  # fmt: skip
    return subprocess.Popen(
        [sys.executable, "-m", module, *words],
        env=env,
        cwd=cwd,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        text=True,
    )


def _stream(kind: int | None, number: int, passed: ExitStack) -> tuple[int, IO[str] | None]:
    """Return the process's end of a stream and ours; `passed` closes the others."""
    if kind is None:
        return number, None
    if kind == subprocess.DEVNULL:
        null = os.open(os.devnull, os.O_RDWR)
        passed.callback(os.close, null)
        return null, None
    if kind != subprocess.PIPE:
        return kind, None
    ends = os.pipe()
    theirs, ours = ends if number == 0 else ends[::-1]
    passed.callback(os.close, theirs)
    return theirs, open(ours, "w" if number == 0 else "r", encoding="utf-8")


@cache
def _helper(source: Path) -> socket.socket:
    """Return the socket of the helper process that imported the package; it ends with this
    process.
    """
    ours, far = socket.socketpair()
    with far:
        helper = subprocess.Popen(
            [sys.executable, "-m", "tests.support.preloaded", str(far.fileno()), *MODULES],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[far.fileno()],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": f"{source}{os.pathsep}{ROOT}"},
        )
    atexit.register(helper.wait)
    atexit.register(ours.close)  # before that
    return ours


# In the helper


def main() -> None:
    """Serve requests; whatever continues after that is a forked process."""
    code: list[int] = []
    atexit.register(_leave, code)  # the first one registered is called last
    requests = socket.socket(fileno=int(sys.argv[1]))
    for name in sys.argv[2:]:
        import_module(name)
    gc.collect()
    gc.freeze()  # whoever is forked does not write to these pages when it looks for garbage
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # Ctrl-C ends the tests, they end us
    module = _serve(requests)
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if isinstance(end.code, int):
            code.append(end.code)
        raise


def _leave(code: list[int]) -> None:
    """End without finalizing the imported modules, which would take as long as everything else."""
    if code:
        with suppress(OSError):  # Python says so
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code[0])


def _serve(requests: socket.socket) -> str:
    """Fork for each request until the tests have ended; in a fork, return what to run."""
    ended, wake = socket.socketpair()
    ended.setblocking(False)
    wake.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake.fileno())
    running: dict[int, socket.socket] = {}
    while True:
        ready, _, _ = select.select([requests, ended], [], [])
        if ended in ready:
            ended.recv(1000)
            _tell_the_end(running)
        if requests not in ready:
            continue
        byte, numbers, _, _ = socket.recv_fds(requests, 1, 4)
        if not byte:
            for process in running:
                os.kill(process, signal.SIGKILL)
            sys.exit()
        news = socket.socket(fileno=numbers[0])
        process = os.fork()
        if not process:
            for other in (requests, ended, wake, *running.values()):
                other.detach()
            return _begin(news, numbers[1:])
        running[process] = news
        news.sendall(b"%8d" % process)
        for number in numbers[1:]:
            os.close(number)


def _tell_the_end(running: dict[int, socket.socket]) -> None:
    """Send the exit codes of all processes that have ended."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            process, status = found
            with running.pop(process) as news, suppress(OSError):  # nobody may wait for it
                news.sendall(b"%8d" % status)


def _begin(news: socket.socket, streams: list[int]) -> str:
    """Set up a forked process like a newly started Python; return what to run."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    with news.makefile(encoding="utf-8") as lines:
        words, environment, folder = json.loads(lines.readline())
    news.detach()
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)
    sys.argv[:] = words
    sys.path[0] = folder
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, "utf-8", "backslashreplace", closefd=False)  # noqa: SIM115
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    module: str = words[0]
    return module


if __name__ == "__main__":
    main()
