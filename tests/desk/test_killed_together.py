"""Web, command line and library work on one file, and are killed at random moments.

Every writer registers players under its own names and records which were acknowledged. All of these
must be in the file once, and for each killed program at most one more, written but not yet
acknowledged. `make stress WHAT=kill` kills 500 times; the tests kill CRIVELLO_KILLS times.
"""

from __future__ import annotations

import http.client
import itertools
import json
import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk.events import PlayersRegistered
from crivello.store.errors import Locked
from crivello.web.session import Sessions, desk_folder, state_folder
from tests.desk.desks import A, fresh
from tests.support.preloaded import Program, start_program
from tests.support.waiting import SECONDS

KILLS = int(os.environ.get("CRIVELLO_KILLS", "3"))
OF_ONE_FILE = 50
"""The number of players after which a new file is used, so that the last ones are not slow."""
ROOT = Path(__file__).resolve().parents[2]
SHARES = {"library": 0.5, "command line": 0.3, "web": 0.2}
"""The share of the kills for each kind of program, so that the quickest to start is not always
killed.
"""


@dataclass
class Work:
    """The state that the writers of one file share."""

    path: Path
    kills: int
    seed: int
    acknowledged: set[str] = field(default_factory=set)
    killed: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    meeting: threading.Barrier = field(default_factory=lambda: threading.Barrier(len(WRITERS)))
    """A barrier at which the writers wait: first for the slowest to start, the web, then for
    all.
    """

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {
            "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
            "XDG_STATE_HOME": str(self.path.parent / "state"),
            "CRIVELLO_LANG": "en",
        }

    @property
    def over(self) -> bool:
        return all(map(self.enough, SHARES)) or bool(self.faults)

    def meet(self) -> None:
        self.meeting.wait(SECONDS)

    def enough(self, kind: str) -> bool:
        """Return True if this kind of program has been killed often enough."""
        return self.killed[kind] >= SHARES[kind] * self.kills

    def start(self, *words: str, remarks: int = subprocess.DEVNULL) -> Program:
        return start_program(
            *words,
            stdout=subprocess.PIPE,
            stderr=remarks,
            cwd=ROOT,
            env=self.environment,
        )

    def kill(self, kind: str, child: Program) -> str:
        """Kill a program; return its standard output."""
        child.send_signal(signal.SIGKILL)
        assert child.stdout is not None
        said = child.stdout.read()
        child.stdout.close()
        with self.lock:
            self.killed[kind] += child.wait() == -signal.SIGKILL
        return said


def library(work: Work, name: str, rng: random.Random) -> None:
    first = 0
    work.meet()
    while not work.over:
        child = work.start("tests.desk.busy_library", str(work.path), name, str(first))
        assert child.stdout is not None
        said = child.stdout.readline()  # it is at work
        if not first:
            work.meet()
        time.sleep(rng.uniform(0, 0.3))
        while work.enough("library") and not work.over:
            time.sleep(0.1)
        said += work.kill("library", child)
        work.acknowledged.update(said.split("\n")[:-1])
        first += 10_000


def command_line(work: Work, name: str, rng: random.Random) -> None:
    usual = 0.0
    for number in itertools.count():
        if work.over:
            return
        one = f"{name} {number}"
        words = ("crivello", "add", one, "-t", str(work.path))
        begun = time.monotonic()
        child = work.start(*words)
        if not usual or work.enough("command line"):
            assert child.stdout is not None
            child.stdout.read()
            child.stdout.close()
            if not usual:
                usual = time.monotonic() - begun
                work.meet()
                work.meet()
        else:
            time.sleep(rng.uniform(0.3, 1.5) * usual)
            work.kill("command line", child)
        if child.wait() == 0:
            work.acknowledged.add(one)


def web(work: Work, name: str, rng: random.Random) -> None:
    folder = str(work.path.parent)
    state = state_folder(work.environment)
    key = Sessions(desk_folder(state, work.path.parent)).api_key
    numbers = itertools.count()
    while not work.over:
        words = ("crivello", "desk", folder, "--no-browser", "--port", "0")
        child = work.start(*words, remarks=subprocess.STDOUT)
        assert child.stdout is not None
        said = child.stdout.readline()  # it listens
        link = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        assert link, said
        port = int(link[1])
        timer = threading.Timer(rng.uniform(0, 0.5), child.send_signal, (signal.SIGKILL,))
        for number in numbers:
            one = f"{name} {number}"
            try:
                done = register(port, key, one)
            except (OSError, http.client.HTTPException):
                break  # killed, and nothing was acknowledged
            if done:
                work.acknowledged.add(one)
            if done and not timer.is_alive() and not timer.finished.is_set():
                if not work.killed["web"]:
                    work.meet()
                    work.meet()
                timer.start()  # it is at work
        timer.join()
        work.kill("web", child)
        while work.enough("web") and not work.over:
            time.sleep(0.1)


def register(port: int, key: str, name: str) -> bool:
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        player = {"id": 0, "number": 0, "name": name}
        body = {"action": "Register", "section": A, "players": [player]}
        head = {"authorization": f"Bearer {key}", "content-type": "application/json"}
        asking.request("POST", "/api/v1/tournaments/t/actions", json.dumps(body), head)
        answer = asking.getresponse()
        answer.read()
        return answer.status == 200
    finally:
        asking.close()


def reader(work: Work, name: str, rng: random.Random) -> None:
    """Check again and again that the file is intact, whatever journal exists at the moment."""
    last = 0
    while not work.over:
        try:
            with Desk.open(work.path) as desk:
                faults = desk.verify()
                if faults or len(desk.log) < last:
                    work.faults.append(f"{faults} {last} {len(desk.log)}")
                last = len(desk.log)
        except Locked:
            continue  # the others write all the time: refused, and said so
        time.sleep(rng.uniform(0, 0.2))


Writer = Callable[[Work, str, random.Random], None]
WRITERS: tuple[Writer, ...] = (library, library, command_line, web)


def run(work: Work) -> None:
    def guarded(writer: Writer, number: int) -> None:
        try:
            writer(work, f"{writer.__name__}-{number}", random.Random(work.seed + number))
        except BaseException as error:  # noqa: BLE001
            work.faults.append(repr(error))

    threads = [
        threading.Thread(target=guarded, args=(writer, number))
        for number, writer in enumerate((*WRITERS, reader))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.slow
def test_writers_of_all_kinds_killed_on_one_file(tmp_path: Path) -> None:
    killed: Counter[str] = Counter()
    acknowledged = events = more = 0
    for seed in itertools.count():
        left = KILLS - killed.total()
        if left <= 0:
            break
        folder = tmp_path / str(seed)
        folder.mkdir()
        fresh(folder, 0).close()
        work = Work(folder / "t.crivello", min(left, OF_ONE_FILE), seed)
        run(work)
        assert not work.faults
        with Desk.open(work.path) as desk:
            assert desk.verify() == []
            there = Counter(
                player.name
                for item in desk.log
                if isinstance(item.event, PlayersRegistered)
                for player in item.event.players
            )
            state, size = desk.state, len(desk.log)
        assert set(there.values()) == {1}
        assert not work.acknowledged - set(there), "acknowledged and lost"
        shutil.copy(work.path, folder / "copy.crivello")  # the file alone is everything
        with Desk.open(folder / "copy.crivello") as copy:
            assert copy.state == state
        extra = set(there) - work.acknowledged
        assert len(extra) <= work.killed.total()
        killed += work.killed
        acknowledged += len(work.acknowledged)
        events += size
        more += len(extra)
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(killed.items()))
        print(
            f"{killed.total()} kills ({kinds}): {acknowledged} registrations acknowledged, none "
            f"lost; {more} on disk without an answer; {events} events",
            flush=True,
        )
    assert set(SHARES) == set(killed)
