"""The switch of the network at the desk; the network is off until it is turned on here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from crivello.desk.lookup import last_time
from crivello.formats.codec import DecodeError, decode, encode
from crivello.model.errors import CrivelloError
from crivello.standard.classes import frozen
from crivello.web.network.device_store import BOOK, FOLDER
from crivello.web.ports import OPTION, PORT, PUBLIC_OPTION, PUBLIC_PORT, PortTaken, TakenPort
from crivello.web.session import private
from crivello.words import N_

START_SECONDS = 60
LAST = "last.json"
"""The file that stores the last choices."""
USUAL_HOURS = 10
"""How long the network stays on if the arbiter chooses no time."""
NOT_ON = N_("The network could not be turned on. {reason}")
NO_STATE = N_("The desk has no folder in which to remember devices; the network stays off.")


class NotOn(CrivelloError, code="network-not-on"):
    """The listener did not start."""


@frozen
class OpenNetwork:
    """The network that is on, as the listener describes it in the first line of its output."""

    secure: str
    plain: str
    name: str
    """The address with a name in ``.local``; empty if the name is not announced."""
    fingerprint: str
    authority: str
    until: float
    files: tuple[str, ...]
    one_phone: bool

    def to_line(self) -> str:
        return json.dumps(encode(self))

    @staticmethod
    def from_line(line: str) -> OpenNetwork:
        """Return the network from a line; raise `ValueError` or `DecodeError` if `to_line` did not
        write it.
        """
        opened: OpenNetwork = decode(OpenNetwork, json.loads(line))
        return opened


def read_until(word: str | None) -> datetime:
    """Return the next moment at which a clock shows this time; ten hours from now without one."""
    now = datetime.now(UTC)
    if word is None:
        return now + timedelta(hours=USUAL_HOURS)
    return last_time(word, now) + timedelta(days=1)


@frozen
class NetworkChoices:
    """What the arbiter chooses when turning the network on."""

    files: tuple[str, ...]
    address: str
    until: float
    """When the network ends, at most a day from now."""
    plain: bool = True
    """True to offer the public pages without TLS as well."""
    one_phone: bool = False
    screen_codes: bool = False
    port: int = PORT
    public_port: int = PUBLIC_PORT

    @property
    def until_time(self) -> str:
        """The time of day at which it ends, as it is typed."""
        return datetime.fromtimestamp(self.until).astimezone().strftime("%H:%M")

    @property
    def is_over(self) -> bool:
        """True if the chosen time has passed."""
        return self.until <= time.time()

    def with_port(self, taken: TakenPort, port: int) -> NetworkChoices:
        """Return the same choices with another port in place of a taken one."""
        if taken.is_public:
            return replace(self, public_port=port)
        return replace(self, port=port)

    def options(self) -> list[str]:
        """Return the choices as options of `crivello network`."""
        words = ["--only", json.dumps(self.files), "--address", self.address]
        words += ["--until", self.until_time, OPTION, str(self.port)]
        words += [PUBLIC_OPTION, str(self.public_port)] if self.plain else ["--no-http"]
        words += ["--one-phone"] if self.one_phone else []
        words += ["--screen-codes"] if self.screen_codes else []
        return words


@frozen
class FailedStart:
    """An attempt to turn the network on that failed because a port was taken."""

    choices: NetworkChoices
    taken: TakenPort


@frozen
class LastNetwork:
    """The last choices for the network, as the desk stores them."""

    choices: NetworkChoices
    on: bool
    """True if the arbiter has not turned the network off since then."""


class Switch:
    """Starts and stops the process of the listener, which ends with the desk.

    The last choices are stored in a file, so that the next desk can offer to resume.
    """

    def __init__(self, tournaments: Path, folder: Path | None) -> None:
        """Prepare a switch; `folder` is where the desk stores its key and its sessions."""
        self._tournaments = tournaments
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None
        self._opened: OpenNetwork | None = None
        self.failed: FailedStart | None = None
        """Why the last attempt failed, until another one succeeds or the network is turned off."""
        self.last = None if self.folder is None else _read_last(self.folder / LAST)
        self._lock = threading.Lock()

    @property
    def folder(self) -> Path | None:
        """The folder of the device store."""
        return None if self._folder is None else self._folder / FOLDER

    @property
    def store(self) -> Path | None:
        """The file of the device store; None if the network was never on."""
        if self.folder is None or not (self.folder / BOOK).is_file():
            return None
        return self.folder / BOOK

    @property
    def opened(self) -> OpenNetwork | None:
        """The network that is on; None if it is off."""
        if self._process is None or self._process.poll() is not None:
            return None
        return self._opened

    @property
    def pid(self) -> int | None:
        """The process id of the listener; None if it does not run."""
        return None if self._process is None else self._process.pid

    @property
    def interrupted(self) -> NetworkChoices | None:
        """The choices of a network that ended without being turned off; None if there is none."""
        if self.opened is not None or self.last is None or not self.last.on:
            return None
        return self.last.choices

    def on(self, choices: NetworkChoices, language: str) -> OpenNetwork:
        """Start the listener and wait until devices can reach it."""
        if self._folder is None:
            raise NotOn(NO_STATE)
        with self._lock:
            self._stop()
            self.failed = None
            words = ["network", str(self._tournaments), "--while-open", *choices.options()]
            words += ["--state", str(self.folder)]
            process = subprocess.Popen(
                [sys.executable, "-m", "crivello", *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env=os.environ | {"CRIVELLO_LANG": language},
            )
            self._process = process
            said: list[str] = []
            assert process.stdout is not None
            assert process.stderr is not None
            reader = threading.Thread(target=_collect, args=(process.stderr, said), daemon=True)
            reader.start()
            timer = threading.Timer(START_SECONDS, process.kill)
            timer.start()
            line = process.stdout.readline()
            timer.cancel()
            try:
                self._opened = OpenNetwork.from_line(line)
            except (ValueError, DecodeError):
                self._stop()
                reader.join(5)
                self._report_taken(choices, line)
                raise NotOn(NOT_ON, reason=" ".join(said[-3:])) from None
            self._remember(LastNetwork(_with_ports_of(self._opened, choices), on=True))
            return self._opened

    def _report_taken(self, choices: NetworkChoices, line: str) -> None:
        """Raise `PortTaken` if the listener reports a taken port in this line."""
        try:
            taken = TakenPort.from_line(line)
        except (ValueError, DecodeError):
            return
        self.failed = FailedStart(choices, taken)
        raise PortTaken(choices.address, taken)

    def off(self) -> None:
        """Turn the network off, by decision of the arbiter."""
        with self._lock:
            self._stop()
            self.failed = None
            if self.last is not None:
                self._remember(replace(self.last, on=False))

    def close(self) -> None:
        """Stop the listener because the desk ends; the next desk can resume it."""
        with self._lock:
            self._stop()

    def _remember(self, last: LastNetwork) -> None:
        self.last = last
        assert self.folder is not None
        part = self.folder / f"{LAST}.part"
        with suppress(OSError):  # without the file the next desk asks for everything again
            private(self.folder)
            part.write_text(json.dumps(encode(last)), encoding="utf-8")
            part.replace(self.folder / LAST)

    def _stop(self) -> None:
        process, self._process, self._opened = self._process, None, None
        if process is None:
            return
        with suppress(OSError):
            assert process.stdin is not None
            process.stdin.close()
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout is not None
        process.stdout.close()


def _read_last(path: Path) -> LastNetwork | None:
    try:
        last: LastNetwork = decode(LastNetwork, json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, DecodeError):
        return None
    return last


def _with_ports_of(opened: OpenNetwork, choices: NetworkChoices) -> NetworkChoices:
    """Return the choices with the ports actually used, where any free port was asked for."""
    return replace(
        choices,
        port=urlsplit(opened.secure).port or choices.port,
        public_port=urlsplit(opened.plain).port or choices.public_port,
    )


def _collect(stream: IO[str], said: list[str]) -> None:
    with stream:
        for line in stream:
            said.append(line.strip())
            del said[:-20]
