"""A hall in network namespaces: one for the laptop, one for the devices, a cable between them.

Both are made here and removed afterwards; nothing outside them is reached.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from crivello.desk import Desk
from crivello.desk.actions import DrawColour, OpenSection, Pair, Publish, Register, RollCall
from crivello.desk.roles import DeviceRole
from crivello.model.player import Player
from crivello.model.result import Colour
from crivello.model.settings import Settings
from crivello.web.network.book import BOOK, LINKS, Book
from crivello.web.network.codes import Codes, Invitation
from crivello.web.network.guard import cookie_name
from crivello.web.session import Sessions
from tests.support.waiting import SECONDS

LAPTOP = "10.77.0.1"
ROOT = Path(__file__).resolve().parents[2]
RESULTS = ("1", "=", "0")
RIVALS = ("1", "0")
"""What the first two deputies enter at the same tables."""


Weather = dict[str, float]
BAD_WIFI: Weather = {
    "delay": 0.01, "jitter": 0.05, "loss": 0.03, "duplicate": 0.05, "reorder": 0.1,
}  # fmt: skip
"""See `hall_air`."""


@dataclass
class HallNetworks:
    """Two networks, of the laptop and of the devices."""

    laptop: str
    hall: str
    air: dict[str, int] = field(default_factory=dict)
    """What happened to packets between them, once it is over."""


@contextmanager
def namespaces(
    devices: int, weather: Weather | None = None, seed: int = 1
) -> Iterator[HallNetworks]:
    """Two networks; between them a cable, or the air. `devices` addresses are at the far end."""
    mark = secrets.token_hex(3)
    made = HallNetworks(f"crv-l-{mark}", f"crv-h-{mark}")
    near, far = f"cl{mark}", f"ch{mark}"
    air = None
    try:
        for name in (made.laptop, made.hall):
            ip("netns", "add", name)
            ip("-n", name, "link", "set", "lo", "up")
        if weather is None:
            ends = ("netns", made.laptop, "type", "veth", "peer", far, "netns", made.hall)
            ip("link", "add", near, *ends)
        else:
            air = _air(near, far, weather, seed)
            ip("link", "set", near, "netns", made.laptop)
            ip("link", "set", far, "netns", made.hall)
        ip("-n", made.laptop, "addr", "add", f"{LAPTOP}/16", "dev", near)
        lines = "".join(f"addr add {address(n)}/16 dev {far}\n" for n in range(devices))
        ip("-n", made.hall, "-batch", "-", given=lines)
        ip("-n", made.laptop, "link", "set", near, "up")
        ip("-n", made.hall, "link", "set", far, "up")
        yield made
    finally:
        if air is not None:
            told, _ = air.communicate(timeout=60)
            made.air = json.loads(told)
        for name in (made.laptop, made.hall):
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


def _air(near: str, far: str, weather: Weather, seed: int) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "tests.support.hall_air", near, far]
    made = subprocess.Popen(
        [*words, json.dumps(weather), str(seed)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert made.stdout is not None
    assert made.stdout.readline() == "ready\n"
    return made


def address(number: int) -> str:
    return f"10.77.{1 + number // 200}.{1 + number % 200}"


def ip(*words: str, given: str | None = None) -> None:
    subprocess.run(["ip", *words], input=given, check=True, capture_output=True, text=True)


def tournament(folder: Path, boards: int) -> Path:
    """Round 1 is published; every player has a game."""
    path = folder / "hall.crivello"
    settings = Settings(name="Hall", start="2026/03/01", rounds=5, system="dutch-2026")
    players = tuple(
        Player(n + 1, 0, name=f"Player {n + 1:03}", rating=2500 - n) for n in range(2 * boards)
    )
    with Desk.create(path, OpenSection("A", settings), "chief") as desk:
        desk.act(Register("A", players))
        desk.act(RollCall("A", tuple(one.id for one in players)))
        desk.act(DrawColour("A", Colour.WHITE))
        desk.act(Pair("A"))
        desk.act(Publish("A"))
    return path


@dataclass
class HallListener:
    """`crivello network` in the namespace of the laptop; it can be killed and started again."""

    path: Path
    state: Path
    laptop: str
    port: int = 8443
    process: subprocess.Popen[str] | None = None

    def start(self) -> dict[str, Any]:
        words = ["ip", "netns", "exec", self.laptop, sys.executable, "-m", "crivello", "network"]
        options = ["--address", LAPTOP, "--port", str(self.port), "--while-open"]
        self.process = subprocess.Popen(
            [*words, str(self.path), *options, "--state", str(self.state)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}", "CRIVELLO_LANG": "en"},
        )
        assert self.process.stdout is not None
        told: dict[str, Any] = json.loads(self.process.stdout.readline())
        return told

    def kill(self) -> None:
        """As a power cut would. `ip netns exec` becomes the program: there is one process."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._end()

    def stop(self) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        self.process.stdin.close()
        self._end()

    def _end(self) -> None:
        assert self.process is not None
        self.process.wait(SECONDS)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


@dataclass(frozen=True)
class Played:
    """What came of a round."""

    told: dict[str, Any]
    wanted: dict[str, str]
    """The result of each board, by its number."""
    entered: dict[str, list[str]]
    """What the file says was entered at each board, in order."""
    seconds: float
    kills: int
    air: dict[str, int]
    """What happened to packets; empty if there was a cable."""


def play(
    folder: Path,
    *,
    phones: int,
    deputies: int,
    cut: float,
    kills: int,
    spread: float,
    weather: Weather | None = None,
    rivals: int = 0,
    flooding: int = 8,
    seed: int = 1,
    during: Callable[[], None] = lambda: None,
) -> Played:
    """A whole round: two phones at most tables, the other tables by deputies.

    At `rivals` more tables two deputies enter different results, each having seen none. One more
    phone asks as fast as it can, over `flooding` connections.
    """
    chance = random.Random(seed)
    tables = phones // 2
    boards = tables + deputies * max(2, tables // 10) + rivals
    path = tournament(folder, boards)
    state = folder / "network"
    state.mkdir(mode=0o700, exist_ok=True)
    devices = phones + deputies + 1  # one floods
    with namespaces(devices, weather, seed) as networks:
        listener = HallListener(path, state, networks.laptop)
        listener.start()
        try:
            plan, wanted = _plan(path, state, phones, deputies, boards, rivals, chance)
            plan |= {"cut": cut, "spread": spread, "seed": seed, "flooding": flooding}
            (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
            begun = time.monotonic()
            words = ["ip", "netns", "exec", networks.hall, sys.executable]
            words += ["-m", "tests.support.hall_phones"]
            with subprocess.Popen(
                [*words, str(folder / "plan.json")],
                stdout=subprocess.PIPE,
                text=True,
                cwd=ROOT,
                env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
            ) as crowd:
                done = _kill_now_and_then(listener, crowd, kills, len(wanted), path, during)
                assert crowd.stdout is not None
                told = json.loads(crowd.stdout.read())
            seconds = time.monotonic() - begun
        finally:
            listener.stop()
    return Played(told, wanted, _entered(path), seconds, done, networks.air)


def faults(played: Played) -> list[str]:
    """What is wrong; nothing, if every entry is there once or was refused with its reason."""
    told = played.told
    wrong = list(told["errors"])
    wrong += [f"refused {key}: {why}" for key, why in told["refused"].items()]
    for board, result in played.wanted.items():
        if played.entered.get(board) != [result]:
            wrong.append(f"board {board}: wanted {result}, found {played.entered.get(board)}")
        if told["acknowledged"].get(board) != result:
            wrong.append(f"board {board}: never acknowledged")
    for board, entries in told["rivals"].items():
        counts = [result for result, status, _ in entries if status == 200]
        refused = [text for _, status, text in entries if status == 409]
        if len(counts) != 1 or played.entered.get(board) != counts:
            wrong.append(f"board {board}: {entries}, found {played.entered.get(board)}")
        elif not all("1-0" in text and "0-1" in text for text in refused):
            wrong.append(f"board {board}: refused without both values: {refused}")
    return wrong


def _kill_now_and_then(
    listener: HallListener,
    crowd: subprocess.Popen[str],
    kills: int,
    boards: int,
    path: Path,
    during: Callable[[], None],
) -> int:
    """Kill the listener whenever another part of the boards is in."""
    done = 0
    with Desk.open(path) as desk:
        while crowd.poll() is None:
            during()
            desk.refresh()
            results = sum(game.result is not None for game in desk.section("A").rounds[0].games)
            if done < kills and results >= boards * (done + 1) / (kills + 1):
                listener.kill()
                listener.start()
                done += 1
            time.sleep(0.05)
    return done


def _plan(
    path: Path,
    state: Path,
    phones: int,
    deputies: int,
    boards: int,
    rivals: int,
    chance: random.Random,
) -> tuple[dict[str, Any], dict[str, str]]:
    sessions = Sessions(state)
    codes = Codes(sessions.derived_key(LINKS))
    with Desk.open(path) as desk:
        games = desk.section("A").rounds[0].games
    usual = boards - rivals
    wanted = {str(board): chance.choice(RESULTS) for board in range(1, usual + 1)}
    plan: dict[str, Any] = {
        "host": LAPTOP,
        "port": 8443,
        "authority": (state / "authority.pem").read_text(encoding="ascii"),
        "public": "/public/hall/A",
        "deputies": "/deputy/hall/A",
        "floods": [address(phones + deputies)],
        "phones": [],
        "tablets": [],
    }
    book = Book(state / BOOK)
    for number in range(phones):
        board = number // 2 + 1
        game = games[board - 1]
        one = Invitation(DeviceRole.TABLE, "hall", "A", 1, board, (game.white, game.black))
        plan["phones"].append(
            {
                "address": address(number),
                "board": board,
                "code": codes.fragment(one, book.number(one.name)),
                "key": f"phone-{number:04}",
                "own": secrets.token_hex(24),
                "result": wanted[str(board)],
            }
        )
    rest = list(range(phones // 2 + 1, usual + 1))
    for number in range(deputies):
        session = secrets.token_urlsafe(32)
        book.ask(session, f"DEPUT{number}", "test", address(phones + number))
        until = time.time() + 36000
        book.approve(f"DEPUT{number}", f"tablet {number}", frozenset(), until, ["hall"])
        plan["tablets"].append(
            {
                "address": address(phones + number),
                "cookie": cookie_name(sessions, DeviceRole.DEPUTY),
                "session": session,
                "entries": [
                    {"board": board, "key": f"board-{board:04}", "result": wanted[str(board)]}
                    for board in rest[number::deputies]
                ],
                "rivals": [
                    {"board": board, "key": f"rival-{board:04}", "result": RIVALS[number]}
                    for board in range(usual + 1, boards + 1)
                    if number < len(RIVALS)
                ],
            }
        )
    book.close()
    return plan, wanted


def _entered(path: Path) -> dict[str, list[str]]:
    from crivello.desk.events import ResultsEntered
    from crivello.model.result import KEY_OF

    found: dict[str, list[str]] = {}
    with Desk.open(path) as desk:
        assert desk.verify() == []
        for item in desk.log:
            if isinstance(item.event, ResultsEntered):
                assert item.event.author is not None
                for one in item.event.results:
                    found.setdefault(str(one.board), []).append(KEY_OF[one.result])
    return found
