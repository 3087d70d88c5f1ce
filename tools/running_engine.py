"""Run an engine for platforms as a process: for tests, measurements and replayed calls."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlencode

START_SECONDS = 120
"""The limit for the start, far more than it takes on a busy machine."""


class Answer:
    """One response of the engine."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.text = response.read().decode()

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text)
        return found


class RunningEngine:
    def __init__(self, process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
        self.process = process
        self._errors = errors
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def said(self) -> str:
        """The engine's standard error so far."""
        self._errors.seek(0)
        return self._errors.read().decode()

    @property
    def workers(self) -> list[int]:
        """The ids of the engine's worker processes, if the system lists them (Linux)."""
        folder = Path(f"/proc/{self.process.pid}/task")
        while folder.exists():
            # A thread that ends meanwhile passes its children on to another: look again.
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                tasks = [(task / "children").read_text().split() for task in folder.iterdir()]
                return sorted(int(child) for children in tasks for child in children)
        return []

    def connect(self, seconds: float = 300, client: str = "") -> http.client.HTTPConnection:
        """Return a connection; `client` is the address of this computer from which it comes."""
        source = (client, 0) if client else None
        return http.client.HTTPConnection("127.0.0.1", self.port, seconds, source)

    def get(self, path: str) -> Answer:
        connection = self.connect()
        try:
            connection.request("GET", path)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def ask(self, path: str, data: bytes, **parameters: object) -> Answer:
        """Post a tournament to an address below ``/v1/``; return the response."""
        return self.ask_from("", path, data, **parameters)

    def ask_from(self, client: str, path: str, data: bytes, **parameters: object) -> Answer:
        """Post a tournament from another address of this computer; return the response."""
        connection = self.connect(client=client)
        try:
            connection.request("POST", address(path, **parameters), data)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def metric(self, name: str) -> float:
        """Return the value of a line of ``/metrics``, by its name with labels; 0 if there is
        none.
        """
        for line in self.get("/metrics").text.splitlines():
            if line.startswith(f"{name} "):
                return float(line.rpartition(" ")[2])
        return 0.0

    def stop(self) -> int:
        """Ask the engine to stop; return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(START_SECONDS)

    def begin(self) -> None:
        """Wait until the engine listens and is ready."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            found = re.search(r"http://127\.0\.0\.1:([0-9]+)", self.said)
            if found:
                self.port = int(found[1])
                if self.get("/ready").status == 200:
                    return
            time.sleep(0.02)
        raise RuntimeError(f"the engine did not start: {self.said}")


def address(path: str, **parameters: object) -> str:
    given = {name: value for name, value in parameters.items() if value is not None}
    return f"/v1/{path}" + (f"?{urlencode(given, doseq=True)}" if given else "")


@contextmanager
def running(*options: str) -> Iterator[RunningEngine]:
    """Start an engine with these options and wait until it is ready; end it after the block."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "crivello", "engine", "--listen", "127.0.0.1:0", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            env=os.environ | {"LC_ALL": "C.UTF-8", "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        engine = RunningEngine(process, errors)
        try:
            engine.begin()
            yield engine
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
