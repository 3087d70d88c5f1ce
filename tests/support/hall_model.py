"""Random evenings of a hall against a simple model of what each person meant.

Phones and tablets run the real queue (`queue.js`) under node; the desk, the records and the pages
that answer are the real ones, called without a network in between. A `Meant` is written down at
every tap, from what the device showed at that moment. Two things must hold, whatever happens:

- nothing is entered that its device did not mean, for that very game, as its last word on it;
- nothing meant is lost silently: it is entered, or the device still shows it.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import shutil
import subprocess
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import Response
from playwright._impl._driver import compute_driver_executable
from starlette.requests import Request

from crivello.desk import Desk
from crivello.desk import events as e
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
from crivello.desk.events import ChangeCase
from crivello.desk.permissions import TICKED
from crivello.desk.roles import DeviceRole
from crivello.model.errors import CrivelloError
from crivello.model.player import Player
from crivello.model.result import KEY_OF, Colour, Result
from crivello.model.settings import Settings
from crivello.web.envelope import FORFEITED
from crivello.web.network import deputies, table_phones
from crivello.web.network.app import NetworkReach, create_network_app
from crivello.web.network.codes import Codes, Invitation, of_table
from crivello.web.network.device_store import DeviceStore
from crivello.web.network.entrance import still_good
from crivello.web.network.guard import NetworkUser
from crivello.web.rendering import STATIC
from crivello.web.round.page_actions import Rearrange, Rearrangement
from crivello.web.session import Sessions
from crivello.web.view import SectionPage

RUNNER = Path(__file__).with_name("queue_runner.js")
KEY = b"a key of links for the tests"
RESULTS = ("1", "=", "0")
ROUNDS = 7
PLAYERS = 10
SEQUENCES_OF_A_FILE = 8
STEPS = 14
LAST = 100_000
"""The most tournament files of one run."""


class Fault(AssertionError):
    """Raised if an invariant is broken."""


class Runner:
    """The process that runs the queues of all devices."""

    def __init__(self) -> None:
        node = compute_driver_executable()[0]
        self._process = subprocess.Popen(
            [node, str(RUNNER), str(STATIC / "queue.js")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def ask(self, post: Any = None, **asked: Any) -> Any:
        """Run a step of a device; `post` answers the requests that it sends."""
        self._say(asked)
        while True:
            assert self._process.stdout is not None
            told = json.loads(self._process.stdout.readline())
            if "post" not in told:
                return told["done"]
            self._say(post(told["post"]["url"], told["post"]["body"]))

    def _say(self, value: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(value) + "\n")
        self._process.stdin.flush()

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()


@dataclass(frozen=True)
class Meant:
    """One tap: the device, the wish, and the game."""

    round: int
    board: int
    players: tuple[int, int]
    kind: str
    wanted: str

    @property
    def game(self) -> tuple[int, int, tuple[int, int]]:
        return self.round, self.board, self.players


@dataclass
class Device:
    name: str
    role: DeviceRole
    session: str = ""
    online: bool = True
    open: bool = True
    """Its page is open."""
    shown: dict[str, Any] | None = None
    """What the page shows."""
    taps: dict[tuple[int, ...], Meant] = field(default_factory=dict)
    """The last word of its user, by the place that was tapped."""
    heard: dict[tuple[int, ...], str] = field(default_factory=dict)
    """What the last entry about a place wanted that the desk has answered as done."""
    said: dict[tuple[int, int, tuple[int, int]], str] = field(default_factory=dict)
    """The last result for each game that has reached the desk."""
    unheard: set[str] = field(default_factory=set)
    """Entries whose answer was lost."""
    time: int = 0

    @property
    def place(self) -> str:
        return "table" if self.role is DeviceRole.TABLE else "deputy"


def place_of(body: dict[str, Any]) -> tuple[int, ...]:
    seen = body["seen"]
    return tuple(seen.get(name, 0) for name in ("round", "board", "player"))


def make_template(path: Path) -> None:
    """Create a small tournament in round 1."""
    settings = Settings(name="Evening", start="2026/03/01", rounds=ROUNDS, system="dutch-2026")
    players = tuple(
        Player(id=n + 1, number=0, name=f"P{n + 1}", rating=2000 - n) for n in range(PLAYERS)
    )
    with Desk.create(path, OpenSection("A", settings), "chief") as desk:
        desk.act(Register("A", players))
        desk.act(RollCall("A", tuple(one.id for one in players)))
        desk.act(DrawColour("A", Colour.WHITE))
        desk.act(Pair("A"))
        desk.act(Publish("A"))


class Evening:
    """A sequence of tournament files, with the same listener."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.chance = folder, random.Random(seed)
        self.template = folder / "template"
        make_template(self.template)
        (folder / "state").mkdir(mode=0o700)
        self.runner = Runner()
        self.count: Counter[str] = Counter()
        self.number = -1
        self.sequences = 0
        self.apps: dict[bool, FastAPI] = {}
        self.store = DeviceStore(folder / "state" / "book.sqlite")
        self.codes = Codes(KEY)
        sessions = Sessions()
        files = tuple(f"t{n}" for n in range(LAST))
        for one_phone in (False, True):
            reach = NetworkReach(files, {}, time.time() + 1e6, one_phone)
            self.apps[one_phone] = create_network_app(
                folder, reach, sessions=sessions, store=self.store, key=KEY
            )
        self.desk: Desk | None = None
        self.steps: list[str] = []

    # The hall

    @property
    def name(self) -> str:
        return f"t{self.number}"

    @property
    def arbiter(self) -> Desk:
        assert self.desk is not None
        return self.desk

    def begin_file(self) -> None:
        self.end_file()
        self.number += 1
        shutil.copy(self.template, self.folder / f"{self.name}.crivello")
        self.desk = Desk.open(self.folder / f"{self.name}.crivello", "chief")
        self.one_phone = self.chance.random() < 0.5
        self.app = self.apps[self.one_phone]
        self.runner.ask(do="forget")
        phones = [Device(f"phone {n}", DeviceRole.TABLE) for n in range(3)]
        tablets = [Device(f"tablet {n}", DeviceRole.DEPUTY) for n in range(2)]
        self.devices = [*phones, *tablets]
        for one in self.devices:
            self.come_in(one)
        self.checked = len(self.arbiter.log)

    def end_file(self) -> None:
        if self.desk is None:
            return
        self.desk.close()
        self.desk = None
        for path in self.folder.glob(f"{self.name}.crivello*"):
            path.unlink()
        with suppress(CrivelloError):
            self.app.state.desktop.desks.file(self.name)  # it is gone: closes it

    def close(self) -> None:
        self.end_file()
        self.runner.close()
        for app in self.apps.values():
            app.state.desktop.desks.close()
        self.store.close()

    def look(self) -> None:
        """Let the listener read what the arbiter has written."""
        file = self.app.state.desktop.desks.file(self.name)
        file.look()
        file.submit(lambda desk: None).result()

    # What a device asks the listener for; None: nobody knows it any more

    def request(self, device: Device) -> Request | None:
        row = self.store.find(device.session)
        if row is None or row.state != "active":
            return None
        scope = {
            "type": "http", "method": "POST", "path": "/", "headers": [], "query_string": b"",
            "app": self.app, "state": {"user": NetworkUser(session=device.session, row=row)},
        }  # fmt: skip
        return Request(scope)

    def fetch(self, device: Device) -> None:
        """Reload the page of a device."""
        request = self.request(device)
        if request is None or not device.online or not device.open:
            return
        if device.role is DeviceRole.TABLE:
            answer: Response = table_phones.state(request)
        else:
            answer = deputies.state(SectionPage(request, self.name, "A"))
        device.shown = json.loads(bytes(answer.body))

    def post(self, device: Device, url: str, body: dict[str, Any]) -> dict[str, Any]:
        """Deliver an entry, or lose it on its way there or back; check the effect."""
        if not device.online or self.chance.random() < 0.12:
            return {"lost": True}
        request = self.request(device)
        if request is None:
            self.count["no access"] += 1
            return {"status": 401, "found": {}}
        sent = json.loads(json.dumps(body))
        first = self.store.find_arrival(body["id"]) is None
        if device.role is DeviceRole.TABLE:
            place = body["seen"]
            players = place["white"], place["black"]
            device.said[place["round"], place["board"], players] = body["wanted"]
        if device.role is DeviceRole.TABLE:
            answer = table_phones.propose(request, sent)
        else:
            page = SectionPage(request, self.name, "A")
            handler = {
                "result": deputies.enter,
                "absent": deputies.no_shows,
                "publish-results": deputies.publish,
            }[body["kind"]]
            answer = handler(page, sent)
        found = json.loads(bytes(answer.body))
        self.count[f"{body['kind']} {found['state']}"] += 1
        self.check_events(device, body)
        if answer.status_code == 200:
            device.heard[place_of(body)] = body["wanted"]
            if first:
                self.check_done(device, body)
        elif first:
            self.check_refused(device, body)
        if self.chance.random() < 0.12:
            self.count["answer lost"] += 1
            device.unheard.add(body["id"])
            return {"lost": True}
        device.unheard.discard(body["id"])
        if "seen" in found:
            device.shown = found  # the page shows how things stand now
        return {"status": answer.status_code, "found": found}

    # The invariant

    def check_events(self, device: Device, body: dict[str, Any]) -> None:
        """Check that the entry of a device is what its user meant by the last tap there."""
        self.arbiter.refresh()
        new = self.arbiter.log[self.checked :]
        self.checked = len(self.arbiter.log)
        for item in new:
            event = item.event
            if event.author is None:
                continue
            meant = device.taps.get(place_of(body))
            if meant is None:
                raise Fault(f"{device.name} never tapped {event}")
            if isinstance(event, e.ResultsPublished):
                if (meant.kind, meant.round) != ("publish-results", event.round):
                    raise Fault(f"{device.name} meant {meant}, published {event.round}")
                continue
            assert isinstance(event, e.ResultsEntered | e.NoShows)
            (one,) = event.results
            entered = event.round, one.board, (one.white, one.black)
            code = "x" if one.result is None else KEY_OF[one.result]
            wanted = FORFEITED[meant.wanted] if meant.kind == "absent" else meant.wanted
            same = code == wanted or (
                meant.kind == "absent" and one.result is Result.DOUBLE_FORFEIT
            )
            if entered != meant.game or not same:
                raise Fault(f"{device.name} meant {meant}, entered {entered} {code}")
            if device.role is DeviceRole.TABLE:
                self.check_agreed(device, meant)

    def check_agreed(self, device: Device, meant: Meant) -> None:
        """Check that two phones entered the result, or one that was asked to confirm it."""
        phones = [one for one in self.devices if one.role is DeviceRole.TABLE]
        same = [one for one in phones if one.said.get(meant.game) == meant.wanted]
        enough = meant.kind == "confirm" if self.one_phone and len(same) < 2 else len(same) >= 2
        if not enough:
            raise Fault(f"{meant}: entered by {[one.name for one in same]}")

    def check_done(self, device: Device, body: dict[str, Any]) -> None:
        """Check that a result acknowledged for the first time is in the file at this moment."""
        seen = body["seen"]
        if body["kind"] == "publish-results":
            if not self.arbiter.section("A").rounds[seen["round"] - 1].results_published:
                raise Fault(f"{device.name}: acknowledged, not published: {body}")
            return
        row = self.store.find(device.session)
        if device.role is DeviceRole.TABLE and row is not None and row.invitation is not None:
            words = self.store.proposals(row.invitation.name)
            if any((one.device, one.result) == (row.name, body["wanted"]) for one in words):
                return
        game = self.arbiter.section("A").rounds[seen["round"] - 1].games[seen["board"] - 1]
        now = "x" if game.result is None else KEY_OF[game.result]
        wanted = FORFEITED[body["wanted"]] if body["kind"] == "absent" else body["wanted"]
        both_away = body["kind"] == "absent" and game.result is Result.DOUBLE_FORFEIT
        if now != wanted and not both_away:
            raise Fault(f"{device.name}: acknowledged, but {now} is there: {body}")

    def check_refused(self, device: Device, body: dict[str, Any]) -> None:
        """Check that entries too late for the round are listed, and that an own entry can be
        corrected.
        """
        seen, section = body["seen"], self.arbiter.section("A")
        known = self.store.find_arrival(body["id"])
        over = seen["round"] != len(section.rounds) or section.rounds[-1].results_published
        if over and (known is None or known.state != "late"):
            raise Fault(f"{device.name}: not on the arbiter's list: {body}")
        row = self.store.find(device.session)
        if over or row is None or body["kind"] != "result":
            return
        game = section.rounds[-1].games[seen["board"] - 1]
        authors = [
            item.event.author
            for item in self.arbiter.log
            if item.sequence not in self.arbiter.undone
            and isinstance(item.event, e.ResultsEntered | e.NoShows)
            and item.event.round == seen["round"]
            and any(one.board == seen["board"] for one in item.event.results)
        ]
        own = bool(authors) and authors[-1] is not None and authors[-1].key in device.unheard
        if own and (game.white, game.black) == (seen["white"], seen["black"]):
            raise Fault(f"{device.name} cannot correct its own entry: {body}, {authors[-1]}")

    def check_kept(self) -> None:
        """Check that the last tap for each game was entered, or is still shown on its device."""
        for device in self.devices:
            kept = self.runner.ask(do="all", device=device.name, role=device.place)
            by_place = {place_of(one): one for one in kept}
            for place, meant in device.taps.items():
                entry = by_place.get(place)
                if entry is not None:
                    if entry["wanted"] != meant.wanted or entry["kind"] != meant.kind:
                        raise Fault(f"{device.name} shows {entry}, meant {meant}")
                    if entry["state"] == "refused" and not entry["answer"]:
                        raise Fault(f"{device.name}: refused without a reason: {entry}")
                    self.count[f"kept: {entry['state']}"] += 1
                elif device.heard.get(place) != meant.wanted:
                    raise Fault(f"{device.name} lost {meant}; heard {device.heard.get(place)}")
                else:
                    self.count["kept: done"] += 1
            for entry in kept:
                if place_of(entry) not in device.taps:
                    raise Fault(f"{device.name} shows what was never tapped: {entry}")

    # What can happen

    def come_in(self, device: Device) -> None:
        """Scan the code of a table of the current round, or be approved as a deputy."""
        self.look()
        if device.role is DeviceRole.DEPUTY:
            device.session = secrets.token_hex(16)
            code = secrets.token_hex(4).upper()
            self.store.ask(device.session, code, "", secrets.token_hex(4))
            name = f"{self.name} {device.name} {secrets.token_hex(4)}"
            self.store.approve(code, name, frozenset(TICKED), time.time() + 1e6, [self.name])
        else:
            section = self.arbiter.section("A")
            if not section.rounds:
                return
            board = self.chance.choice((1, 1, 2))
            invitation = of_table(self.name, section, board)
            self.admit(device, invitation)
        self.fetch(device)

    def admit(self, device: Device, invitation: Invitation) -> None:
        snapshot = self.app.state.desktop.desks.file(self.name).snapshot
        if not still_good(invitation, snapshot):
            return
        device.session = device.session or secrets.token_hex(16)
        with suppress(CrivelloError):  # two phones have used it
            about = f"{invitation.name}"
            self.store.admit(device.session, invitation, 2, time.time() + 1e6, about)

    def tap(self, device: Device) -> None:
        """Tap a random result that the page shows."""
        shown = device.shown
        if shown is None or not device.open:
            return
        if device.role is DeviceRole.TABLE:
            if shown.get("stage") not in ("open", "proposed", "disagree", "confirm"):
                return
            kind, wanted, row = "propose", self.chance.choice(RESULTS), shown["row"]
            if shown["stage"] == "confirm" and self.chance.random() < 0.6:
                kind, wanted = "confirm", shown["mine"]
            self.enter(device, "/table/propose", kind, wanted, shown["seen"] | row, False)
            return
        if shown["published"] or not shown["boards"]:
            return
        if shown["publish"] and all(one["seen"].get("shown") for one in shown["boards"]):
            waiting = self.runner.ask(do="all", device=device.name, role=device.place)
            quiet = not any(one["state"] != "refused" for one in waiting)
            if quiet and self.chance.random() < 0.5:
                seen = shown["seen"] | shown["publish"]
                self.enter(device, "publish-results", "publish-results", "", seen, False)
                return
        row = self.chance.choice(shown["boards"][:3])["seen"]
        kind, wanted = "result", self.chance.choice((*RESULTS, "x"))
        if self.chance.random() < 0.2 and not row.get("shown"):
            kind, wanted = "absent", self.chance.choice("wb")
        if row.get("shown", "") == ("" if wanted == "x" else wanted):
            return  # the page does not offer it
        sure = bool(row.get("shown")) or kind == "absent"
        self.enter(device, "", kind, wanted, shown["seen"] | row, sure)

    def enter(
        self, device: Device, url: str, kind: str, wanted: str, seen: dict[str, Any], sure: bool
    ) -> None:
        # The clock of a device may be set back.
        device.time += self.chance.choice((1, 1000, -5000))
        entry: dict[str, Any] = {
            "role": device.place,
            "url": url,
            "kind": kind,
            "wanted": wanted,
            "seen": seen,
        }
        entry |= {"sure": sure, "label": kind}
        players = seen.get("white", 0), seen.get("black", 0)
        meant = Meant(seen["round"], seen.get("board", 0), players, kind, wanted)
        device.taps[place_of(entry)] = meant
        device.heard.pop(place_of(entry), None)
        asked = {"device": device.name, "entry": entry, "time": 10**12 + device.time}
        self.runner.ask(do="add", **asked)
        self.send(device)

    def send(self, device: Device) -> None:
        if device.open and device.online:
            self.runner.ask(
                lambda url, body: self.post(device, url, body),
                do="send",
                device=device.name,
                role=device.place,
            )

    def publish(self) -> None:
        """Enter missing results as the arbiter, publish them, and pair and publish the next
        round.
        """
        rounds = self.arbiter.section("A").rounds
        if len(rounds) >= ROUNDS:
            return
        games = rounds[-1].games if rounds else ()
        missing = [n for n, game in enumerate(games, start=1) if game.result is None]
        results = (Result.DRAW, Result.WHITE_WINS)
        try:
            if missing:
                entered = tuple((n, self.chance.choice(results)) for n in missing)
                self.arbiter.act(EnterResults("A", entered))
            if rounds and not rounds[-1].results_published:
                self.arbiter.act(PublishResults("A"))
            if self.chance.random() < 0.8:
                self.arbiter.act(Pair("A"))
                self.arbiter.act(Publish("A"))
        except CrivelloError:
            self.count["arbiter refused"] += 1

    def correct(self) -> None:
        """Enter, change or remove a result of the round as the arbiter."""
        result = self.chance.choice((Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, None))
        with suppress(CrivelloError):
            self.arbiter.act(EnterResults("A", ((self.chance.choice((1, 2, 3)), result),)))

    def undo(self) -> None:
        """Undo the last action, whatever it was, including a publication."""
        with suppress(CrivelloError):
            self.arbiter.undo(case=ChangeCase.CHIEF_ARBITER, reason="a mistake")

    def rearrange(self) -> None:
        """Change the published pairing of the first tables, or the colours of one."""
        rounds = self.arbiter.section("A").rounds
        if not rounds:
            return
        one, other = rounds[-1].games[0].white, rounds[-1].games[1].white
        kind = self.chance.choice((Rearrangement.SWAP, Rearrangement.TURN))
        action = Rearrange("A", kind, one, other, ChangeCase.CHIEF_ARBITER)
        try:
            self.arbiter.act(action, reason="a mistake")
            self.count["pairing changed"] += 1
        except CrivelloError:
            self.count["arbiter refused"] += 1

    def restart_desk(self) -> None:
        """Restart the listener with its files and records."""
        desks = self.app.state.desktop.desks
        desks.file(self.name).close()
        desks._files.pop(self.name)
        self.store.close()
        self.store.__init__(self.folder / "state" / "book.sqlite")  # type: ignore[misc]

    def step(self) -> None:
        device = self.chance.choice(self.devices)
        what = self.chance.choices(
            ("tap", "offline", "online", "close", "scan", "publish", "correct", "undo", "withdraw",
             "rearrange", "revoke", "restart desk", "restart phone", "look"),
            (40, 8, 12, 3, 9, 7, 6, 3, 2, 4, 2, 1, 3, 10),
        )[0]  # fmt: skip
        self.steps.append(f"{what}: {device.name}")
        self.count[what] += 1
        if what == "tap":
            self.tap(device)
        elif what == "offline":
            device.online = False
        elif what in ("online", "look"):
            device.online = device.online or what == "online"
            self.fetch(device)
            self.send(device)
        elif what == "close":
            device.open, device.shown = False, None
        elif what == "scan":
            device.open, device.online = True, True
            self.come_in(device) if device.role is DeviceRole.TABLE else self.fetch(device)
            self.send(device)
        elif what == "publish":
            self.publish()
        elif what == "correct":
            self.correct()
        elif what == "undo":
            self.undo()
        elif what == "withdraw":  # with another result the next round may be paired otherwise
            for _ in range(self.chance.choice((2, 3, 3))):
                self.undo()
            self.correct()
            self.publish()
        elif what == "rearrange":
            self.rearrange()
        elif what == "revoke":
            row = self.store.find(device.session)
            if row is not None:
                self.store.revoke(row.id)
        elif what == "restart desk":
            self.restart_desk()
        elif what == "restart phone":
            self.runner.ask(do="restart", device=device.name)
            device.open = True
            self.fetch(device)
        self.arbiter.refresh()
        self.checked = len(self.arbiter.log)
        if self.chance.random() < 0.7:
            self.look()

    def run_sequence(self) -> None:
        """Run some steps; then bring every device online, and check everything."""
        if self.sequences % SEQUENCES_OF_A_FILE == 0:
            self.begin_file()
        self.sequences += 1
        self.steps = []
        try:
            for _ in range(self.chance.randint(4, STEPS)):
                self.step()
            self.check_kept()
            for device in self.devices:
                device.open = device.online = True
                if self.request(device) is None and self.chance.random() < 0.5:
                    self.come_in(device)
                self.fetch(device)
                for _ in range(self.chance.randint(0, 6)):
                    self.send(device)
            self.check_kept()
        except Fault as fault:
            raise Fault(f"{fault}\n" + "\n".join(self.steps)) from None


def run(folder: Path, sequences: int, seed: int) -> Counter[str]:
    """Run sequences; raise a `Fault` with the steps that led to it."""
    evening = Evening(folder, seed)
    try:
        for _ in range(sequences):
            evening.run_sequence()
    finally:
        evening.close()
    return evening.count


def main() -> None:
    """Run as many sequences as the environment says, and report what happened."""
    import sys
    import tempfile

    sequences, seed = int(sys.argv[1]), int(sys.argv[2])
    begun = time.monotonic()
    place = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=place) as folder:
        count = run(Path(folder), sequences, seed)
    print(f"{sequences} sequences, {time.monotonic() - begun:.0f} s, seed {seed}")
    for what, number in sorted(count.items()):
        print(f"  {what}: {number}")


if __name__ == "__main__":
    main()
