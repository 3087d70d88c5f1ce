"""A playing hall as network namespaces: one for the laptop, one for the devices, joined by a cable.

Both are created here and removed afterwards; nothing outside them is reached.
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
from crivello.desk.actions import (
    DrawColour,
    EnterResults,
    OpenSection,
    Pair,
    Publish,
    PublishResults,
    Register,
    RollCall,
)
from crivello.desk.events import ResultsEntered
from crivello.desk.roles import DeviceRole
from crivello.model.player import Player
from crivello.model.result import KEY_OF, Colour, Result
from crivello.model.settings import Settings
from crivello.web.network.codes import Codes, Invitation
from crivello.web.network.device_store import BOOK, LINKS, DeviceStore
from crivello.web.network.guard import cookie_name
from crivello.web.session import Sessions
from tests.support.waiting import SECONDS

LAPTOP = "10.77.0.1"
ROOT = Path(__file__).resolve().parents[2]
RESULTS = ("1", "=", "0")
RIVALS = ("1", "0")
"""What the first two deputies enter at the same tables."""
KEPT = "0"
"""What devices want that come back too late; the slips say otherwise."""
FROM_SLIPS = Result.WHITE_WINS
KEPT_TABLES = 7
"""The devices of every seventh table come back too late."""


Weather = dict[str, float]
BAD_WIFI: Weather = {
    "delay": 0.01, "jitter": 0.05, "loss": 0.03, "duplicate": 0.05, "reorder": 0.1,
}  # fmt: skip
"""See `hall_air`."""


@dataclass
class HallNetworks:
    """The two networks of the laptop and of the devices."""

    laptop: str
    hall: str
    air: dict[str, int] = field(default_factory=dict)
    """What happened to packets between them, once it is over."""


@contextmanager
def namespaces(
    devices: int, weather: Weather | None = None, seed: int = 1
) -> Iterator[HallNetworks]:
    """Create two networks joined by a cable, or by a simulated Wi-Fi; the far end has `devices`
    addresses.
    """
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
    """Create a tournament with a published round 1 in which every player has a game."""
    path = folder / "hall.crivello"
    settings = Settings(name="Hall", start="2026/03/01", rounds=5, system="dutch-2026")
    players = tuple(
        Player(id=n + 1, number=0, name=f"Player {n + 1:03}", rating=2500 - n)
        for n in range(2 * boards)
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
    """`crivello network` in the namespace of the laptop; it can be killed and restarted."""

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
        """Kill the listener, as a power cut would; `ip netns exec` is replaced by the program, so
        there is one process.
        """
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


@dataclass
class Played:
    """The outcome of an evening."""

    told: dict[str, Any] = field(default_factory=dict)
    """What devices were told, of all rounds together."""
    wanted: dict[str, str] = field(default_factory=dict)
    """The result that devices want at each table, by round and number: ``2/14``."""
    kept: dict[str, str] = field(default_factory=dict)
    """The same for tables whose devices come back too late."""
    entered: dict[str, list[str]] = field(default_factory=dict)
    """What devices have entered at each table, in order."""
    listed: list[str] = field(default_factory=list)
    """Entries that the arbiter finds as arrived late."""
    seconds: float = 0.0
    kills: int = 0
    air: dict[str, int] = field(default_factory=dict)
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
    rounds: int = 2,
    seed: int = 1,
    during: Callable[[], None] = lambda: None,
) -> Played:
    """Play some rounds: most tables have two phones, the others are entered by deputies.

    At `rivals` further tables two deputies enter different results, neither having seen the
    other's. One more phone sends requests as fast as it can, over `flooding` connections. In each
    round but the last some phones and tablets are offline after a tap; the arbiter enters those
    results from the slips, publishes, and pairs. In the next round the devices send what they have
    kept.
    """
    chance = random.Random(seed)
    tables = phones // 2
    boards = tables + deputies * max(2, tables // 10) + rivals
    path = tournament(folder, boards)
    state = folder / "network"
    state.mkdir(mode=0o700, exist_ok=True)
    devices = phones + deputies + 1  # one floods
    played = Played()
    with namespaces(devices, weather, seed) as networks:
        listener = HallListener(path, state, networks.laptop)
        listener.start()
        try:
            plan = _plan(path, state, phones, deputies)
            plan |= {"cut": cut, "spread": spread, "flooding": flooding}
            for number in range(1, rounds + 1):
                plan["seed"] = seed + number
                wanted, kept = _plan_round(plan, path, state, rivals, number < rounds, chance)
                played.wanted |= {f"{number}/{board}": one for board, one in wanted.items()}
                played.kept |= {f"{number}/{board}": one for board, one in kept.items()}
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
                    more = kills if number == 1 else 0
                    played.kills += _kill_now_and_then(
                        listener, crowd, more, len(wanted), path, during
                    )
                    assert crowd.stdout is not None
                    told = json.loads(crowd.stdout.read())
                played.seconds += time.monotonic() - begun
                _add_told(played.told, told, number)
                plan["devices"] = told["kept"]
                if number < rounds:
                    plan["published"] = _publish_next(path)
        finally:
            listener.stop()
    store = DeviceStore(state / BOOK)
    played.listed = [one.envelope.id for one in store.late_arrivals("hall", "A")]
    store.close()
    played.entered = _entered(path)
    played.air = networks.air
    return played


def _add_told(all_of_it: dict[str, Any], told: dict[str, Any], number: int) -> None:
    """Add the notices of a round to those of all rounds; tables are named with the round."""
    for name in ("acknowledged", "rivals"):
        found = {f"{number}/{board}": one for board, one in told[name].items()}
        all_of_it.setdefault(name, {}).update(found)
    all_of_it.setdefault("refused", {}).update(told["refused"])
    for name in ("errors", "late"):
        all_of_it.setdefault(name, []).extend(told[name])
    for name in ("cut", "sent", "again"):
        all_of_it[name] = all_of_it.get(name, 0) + told[name]
    for name in ("median", "most"):
        all_of_it[name] = max(all_of_it.get(name, 0.0), told[name])
    flooded = all_of_it.setdefault("flooded", {})
    for status, times in told["flooded"].items():
        flooded[status] = flooded.get(status, 0) + times


def _publish_next(path: Path) -> int:
    """Enter missing results as the arbiter, publish them, and pair and publish the next round.

    Return the number of the last event; devices wait until the listener knows it.
    """
    with Desk.open(path, "chief") as desk:
        games = desk.section("A").rounds[-1].games
        missing = [n for n, game in enumerate(games, start=1) if game.result is None]
        desk.act(EnterResults("A", tuple((n, FROM_SLIPS) for n in missing)))
        desk.act(PublishResults("A"))
        desk.act(Pair("A"))
        last = desk.act(Publish("A")).sequence
    assert last is not None
    return last


def faults(played: Played) -> list[str]:
    """Return the faults of an evening: entries that are missing, double, or refused without a
    reason.
    """
    told = played.told
    wrong = list(told["errors"])
    wrong += [f"refused {key}: {why}" for key, why in told["refused"].items()]
    for board, result in played.wanted.items():
        if played.entered.get(board) != [result]:
            wrong.append(f"table {board}: wanted {result}, found {played.entered.get(board)}")
        if told["acknowledged"].get(board) != result:
            wrong.append(f"table {board}: never acknowledged")
    for board, entries in told["rivals"].items():
        counts = [result for result, status, _ in entries if status == 200]
        refused = [text for _, status, text in entries if status == 409]
        if len(counts) != 1 or played.entered.get(board) != counts:
            wrong.append(f"table {board}: {entries}, found {played.entered.get(board)}")
        elif not all("1-0" in text and "0-1" in text for text in refused):
            wrong.append(f"table {board}: refused without both values: {refused}")
    for board in played.kept:
        if board in played.entered:
            wrong.append(f"table {board}: entered though it came too late")
    known = {*played.wanted, *told["rivals"]}
    wrong += [f"table {board}: nobody meant it" for board in played.entered if board not in known]
    lost = {*told["late"]} - {*played.listed}
    wrong += [f"{key}: refused as late, but not on the arbiter's list" for key in sorted(lost)]
    return wrong


def _kill_now_and_then(
    listener: HallListener,
    crowd: subprocess.Popen[str],
    kills: int,
    boards: int,
    path: Path,
    during: Callable[[], None],
) -> int:
    """Kill the listener each time a certain share of the boards is entered."""
    done = 0
    with Desk.open(path) as desk:
        while crowd.poll() is None:
            during()
            desk.refresh()
            results = sum(game.result is not None for game in desk.section("A").rounds[-1].games)
            if done < kills and results >= boards * (done + 1) / (kills + 1):
                listener.kill()
                listener.start()
                done += 1
            time.sleep(0.05)
    return done


def _plan(path: Path, state: Path, phones: int, deputies: int) -> dict[str, Any]:
    """Return the part of the plan that is equal in all rounds: addresses, and the sessions of
    tablets.
    """
    sessions = Sessions(state)
    plan: dict[str, Any] = {
        "host": LAPTOP,
        "port": 8443,
        "authority": (state / "authority.pem").read_text(encoding="ascii"),
        "public": "/public/hall/A",
        "published": 0,
        "deputies": "/deputy/hall/A",
        "floods": [address(phones + deputies)],
        "count": phones,
        "sessions": [],
        "devices": {},
    }
    store = DeviceStore(state / BOOK)
    for number in range(deputies):
        session = secrets.token_urlsafe(32)
        store.ask(session, f"DEPUT{number}", "test", address(phones + number))
        until = time.time() + 36000
        store.approve(f"DEPUT{number}", f"tablet {number}", frozenset(), until, ["hall"])
        plan["sessions"].append((cookie_name(sessions, DeviceRole.DEPUTY), session))
    store.close()
    return plan


def _plan_round(
    plan: dict[str, Any],
    path: Path,
    state: Path,
    rivals: int,
    keeps: bool,
    chance: random.Random,
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the entries of each device in this round, with the results that it enters and
    keeps.
    """
    codes = Codes(Sessions(state).derived_key(LINKS))
    with Desk.open(path) as desk:
        number = len(desk.section("A").rounds)
        games = desk.section("A").rounds[-1].games
    phones, deputies = plan["count"], len(plan["sessions"])
    tables, usual = phones // 2, len(games) - rivals
    wanted = {str(board): chance.choice(RESULTS) for board in range(1, usual + 1)}
    rest = list(range(tables + 1, usual + 1))
    kept_at = {*range(1, tables + 1, KEPT_TABLES), *rest[::KEPT_TABLES]} if keeps else set()
    kept = {str(board): KEPT for board in kept_at}
    wanted = {board: result for board, result in wanted.items() if board not in kept}
    store = DeviceStore(state / BOOK)
    plan["phones"] = []
    for at in range(phones):
        board = at // 2 + 1
        game = games[board - 1]
        one = Invitation(DeviceRole.TABLE, "hall", "A", number, board, (game.white, game.black))
        plan["phones"].append(
            {
                "address": address(at),
                "board": board,
                "code": codes.fragment(one, store.number(one.name)),
                "key": f"phone-{number}-{at:04}",
                "own": secrets.token_hex(24),
                "result": KEPT if board in kept_at else wanted[str(board)],
                "keeps": board in kept_at,
                **plan["devices"].get(address(at), {}),
            }
        )
    store.close()
    plan["tablets"] = [
        {
            "address": address(phones + at),
            "cookie": cookie,
            "session": session,
            "entries": [
                {"board": board, "key": f"board-{number}-{board:04}", "result": wanted[str(board)]}
                for board in rest[at::deputies]
                if board not in kept_at
            ],
            "rivals": [
                {"board": board, "key": f"rival-{number}-{at}-{board:04}", "result": RIVALS[at]}
                for board in range(usual + 1, len(games) + 1)
                if at < len(RIVALS)
            ],
            "keeps": [
                {"board": board, "key": f"kept-{number}-{board:04}", "result": KEPT}
                for board in rest[at::deputies]
                if board in kept_at
            ],
            "kept": plan["devices"].get(address(phones + at), {}).get("kept", []),
        }
        for at, (cookie, session) in enumerate(plan["sessions"])
    ]
    return wanted, kept


def _entered(path: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    with Desk.open(path) as desk:
        assert desk.verify() == []
        for item in desk.log:
            event = item.event
            if isinstance(event, ResultsEntered) and event.author is not None:
                for one in event.results:
                    place = f"{event.round}/{one.board}"
                    found.setdefault(place, []).append(KEY_OF[one.result])
    return found
