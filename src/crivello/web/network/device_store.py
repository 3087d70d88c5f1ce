"""The store of the network: devices, uses of links, proposals, in one file (`store.network_file`).

The listener writes which devices have come and what they propose; the desk writes what is approved,
revoked and accepted. Both read the file at every request, so what one writes applies to the other
at once. What has been acknowledged is on disk. Nothing in the store belongs to a tournament: what
counts becomes an event. Of a session, only a digest is stored.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path

from crivello.desk.actions import Action, RequestByes, Withdraw
from crivello.desk.events import RequestedBye
from crivello.desk.permissions import Device, GamePlace, May
from crivello.desk.roles import DeviceRole
from crivello.model.errors import CrivelloError
from crivello.model.result import Bye
from crivello.standard.classes import frozen
from crivello.store.network_file import (
    ArrivalRecord,
    DeviceRecord,
    NetworkFile,
    NewArrival,
    NewProposal,
    NewRequest,
    end_of_prefix,
)
from crivello.web.envelope import Envelope, from_json
from crivello.web.network.codes import Invitation
from crivello.words import N_

FOLDER = "network"
BOOK = "book.sqlite"
"""The path of the device store below the folder of the desk."""
LINKS = "links"
"""The purpose for which the key of the links is derived."""
SEEN_SECONDS = 5
"""How precisely the device store records when a device was last seen."""
ALIVE_SECONDS = 45
"""A device counts as connected if it was seen within this time; pages send a request more often."""
CODE_SECONDS = 5 * 60
"""How long a device waits for approval."""
MOST_WAITING = 30
MOST_WAITING_OF_ONE_ADDRESS = 3
DEVICES_OF_A_TABLE = 2
"""The most phones that may use the code of a table: one per player."""
DEVICES_OF_A_PLAYER = 1
"""The most devices that may use a personal link; the desk can make a new one."""
LONGEST_NAME = 40
KEPT_SECONDS = 30 * 86400
"""How long devices and proposals of past events are kept."""
MOST_ARRIVALS = 300
"""The most answers, and the most late entries, that are kept of one device."""

_BETWEEN = "/"
"""The separator of file names, which no file name contains."""

WAITING, ACTIVE, REVOKED = "waiting", "active", "revoked"
OPEN, ACCEPTED, DECLINED = "open", "accepted", "declined"
BYE, LEAVE = "bye", "leave"
HALF = "half"
DONE, REFUSED, LATE = "done", "refused", "late"
"""The possible answers to an entry."""
REPLACED, ENTERED, DROPPED = "replaced", "entered", "dropped"
"""The states of a late entry afterwards: a later entry has replaced it, or the arbiter has entered
or dropped it."""

TOO_MANY_WAITING = N_("Too many devices are asking for access. Ask the chief arbiter.")
NO_SUCH_CODE = N_("No device shows this code, or it is older than five minutes.")
NAME_NEEDED = N_("Give the device a name that no other has had, such as “tablet 2”.")
TAKEN = N_("This code has been used by all the devices it is for. Ask the arbiter.")


class DeviceStoreError(CrivelloError, code="network-book"):
    """Raised if the store refuses a request, such as a code that is not known."""


@frozen
class KnownDevice:
    """One browser that the device store knows."""

    id: int
    role: DeviceRole
    state: str
    name: str
    code: str
    ticked: frozenset[May]
    invitation: Invitation | None
    browser: str
    address: str
    since: float
    seen: float
    until: float
    files: frozenset[str] = frozenset()
    """The tournaments for which a deputy's device was approved."""

    @property
    def device(self) -> Device:
        """The device as `crivello.desk` represents it."""
        place = None
        if self.role is DeviceRole.TABLE and self.invitation is not None:
            one = self.invitation
            place = GamePlace(one.section, one.round, one.subject)
        return Device(self.role, self.name, self.ticked, place)


@frozen
class Proposal:
    """The last result that one device proposes for its table, or for one board of its match."""

    id: int
    device: str
    invitation: str
    game: int
    """In a match, the number of the board, from 1; else 0."""
    result: str
    time: float
    sides: str
    """The table, players and colours for which the result was proposed; see `Seen.sides`."""


@frozen
class PlayerRequest:
    """A request of a player to the arbiter: a bye or a withdrawal."""

    id: int
    device: str
    file: str
    section: str
    player: int
    kind: str
    round: int
    state: str
    time: float


@frozen
class Arrival:
    """An entry of a device with the answer that it got."""

    id: int
    device: str
    """The name of the device at that time."""
    envelope: Envelope
    state: str
    text: str
    """The answer that the device got."""
    time: float


class DeviceStore:
    """Reads and writes devices, proposals, requests and answered entries."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._file = NetworkFile(path)

    def forget_old(self) -> None:
        """Delete devices and proposals of past events."""
        self._file.forget(self._clock() - KEPT_SECONDS, ACTIVE)

    def close(self) -> None:
        self._file.close()

    # Devices

    def find(self, session: str) -> KnownDevice | None:
        """Return the device of a session and mark it as seen; None if it is revoked, expired or
        unknown.
        """
        row = self._file.device_of(_digest(session))
        now = self._clock()
        if row is None or row.state == REVOKED or row.until <= now:
            return None
        if now - row.seen >= SEEN_SECONDS:
            self._file.see(row.id, now)
        return _device(row)

    def devices(self) -> list[KnownDevice]:
        """Return all devices that have not expired, revoked ones too, the last seen first."""
        return [_device(row) for row in self._file.devices(self._clock())]

    def ask(self, session: str, code: str, browser: str, address: str) -> None:
        """Store that a device asks to be approved as a deputy's."""
        now = self._clock()
        with self._file.writing():
            waiting = self._file.devices_in(WAITING, now)
            here = [row for row in waiting if row.address == address]
            if len(waiting) >= MOST_WAITING or len(here) >= MOST_WAITING_OF_ONE_ADDRESS:
                raise DeviceStoreError(TOO_MANY_WAITING)
            row = self._add(session, DeviceRole.DEPUTY, WAITING, "", now + CODE_SECONDS)
            self._file.change_device(row._replace(code=code, browser=browser, address=address))

    def approve(
        self, code: str, name: str, ticked: frozenset[May], until: float, files: Collection[str]
    ) -> KnownDevice:
        """Approve the device that shows this code, for these tournaments.

        It then has access to them, and to no others, whenever the network is on.
        """
        name = " ".join(name.split())[:LONGEST_NAME]
        with self._file.writing():
            found = self._file.devices_with_code(code, WAITING, self._clock())
            if len(found) != 1:
                raise DeviceStoreError(NO_SUCH_CODE)
            if not name or self._file.has_device_named(name):
                raise DeviceStoreError(NAME_NEEDED)
            ticks = " ".join(sorted(one.value for one in ticked))
            approved = found[0]._replace(
                state=ACTIVE, name=name, ticked=ticks, code="", until=until,
                file=_BETWEEN.join(files),
            )  # fmt: skip
            self._file.change_device(approved)
        return _device(approved)

    def revoke(self, device: int) -> None:
        """Take all rights from a device, from its next request on."""
        with self._file.writing():
            self._file.end_devices(REVOKED, device)

    def revoke_all(self) -> None:
        with self._file.writing():
            self._file.end_devices(REVOKED)

    def admit(
        self, session: str, invitation: Invitation, most: int, until: float, about: str = ""
    ) -> KnownDevice:
        """Return the device of a browser that has shown a valid link; add it if it is new.

        At most `most` browsers can use a link; each may come again.
        """
        with self._file.writing():
            users = self._file.devices_invited(invitation.name, ACTIVE, self._clock())
            mine = self._file.device_of(_digest(session))
            if mine is not None and mine in users:
                return _device(mine)
            used = self._file.count_invited(invitation.name)
            if len(users) >= most:
                raise DeviceStoreError(TAKEN)
            subject = about or f"{invitation.role.value} {invitation.subject}"
            name = f"{subject} {chr(ord('a') + used % 26)}"
            if used >= 26:
                name += str(used // 26)
            row = self._add(session, invitation.role, ACTIVE, name, until)
            white, black = invitation.players
            row = row._replace(
                invitation=invitation.name, file=invitation.file, section=invitation.section,
                round=invitation.round, subject=invitation.subject, white=white, black=black,
            )  # fmt: skip
            self._file.change_device(row)
        return _device(row)

    def _add(
        self, session: str, role: DeviceRole, state: str, name: str, until: float
    ) -> DeviceRecord:
        """Store a new device for a session; an earlier device of the same session is revoked."""
        digest = _digest(session)
        self._file.replace_digest(digest, REVOKED)
        self._file.add_device(digest, role.value, state, name, self._clock(), until)
        row = self._file.device_of(digest)
        assert row is not None
        return row

    # Links

    def number(self, name: str) -> int:
        """Return how often the link of an invitation was renewed."""
        return self._file.renewals(name)

    def renew(self, invitation: Invitation) -> None:
        """Invalidate all earlier links of an invitation, and revoke the devices that came with
        them.

        A table has the same code whichever of its players has White.
        """
        turned = replace(invitation, players=invitation.players[::-1])
        with self._file.writing():
            for name in {invitation.name, turned.name}:
                self._file.end_invitation(name, REVOKED)

    # Proposals of tables

    def propose(
        self, device: KnownDevice, envelope: Envelope, game: int, result: str
    ) -> list[Proposal]:
        """Store a proposal; return the last one of each device for this game.

        A device has one open proposal for a game. A proposal that was tapped before it is ignored.
        """
        assert device.invitation is not None
        sides = envelope.seen.sides
        new = NewProposal(
            device.id, envelope.id, device.invitation.name, game, result, self._clock(),
            envelope.at, sides,
        )  # fmt: skip
        with self._file.writing():
            self._file.replace_proposal(new)
        words = self.proposals(device.invitation.table)
        return [one for one in words if (one.game, one.sides) == (game, sides)]

    def proposals(self, under: str = "") -> list[Proposal]:
        """Return the last proposal of each active device for each game: of one table, one round, or
        all.

        `under`: the name of an invitation, or the beginning of names up to a ``/``.
        """
        whole = under and not under.endswith("/")
        rows = self._file.proposals(under, under if whole else end_of_prefix(under), ACTIVE)
        last = {(row.invitation, row.game, row.device): row for row in rows}
        return [
            Proposal(
                row.id, row.name, row.invitation, row.game, row.result, row.time, row.sides
            )
            for row in last.values()
        ]  # fmt: skip

    def settle(self, table: str, game: int) -> None:
        """Delete the proposals for a game that has its result."""
        with self._file.writing():
            self._file.delete_proposals(table, game)

    # Entries and their answers

    def find_arrival(self, key: str) -> Arrival | None:
        """Return the entry with this key and its answer; None if it has not arrived."""
        row = self._file.arrival(key)
        return None if row is None else _arrival(row)

    def note_arrival(
        self, device: KnownDevice, envelope: Envelope, state: str, text: str = ""
    ) -> None:
        """Store how an entry was answered.

        It replaces earlier late entries of this device about the same place, and the entries that
        it names, even those that have not arrived. Proposals that the phone made before for the
        same game are deleted.
        """
        seen = envelope.seen
        new = NewArrival(
            envelope.id, device.id, device.name, seen.file, seen.section, envelope.place,
            envelope.as_json(), state, text, self._clock(),
        )  # fmt: skip
        before = envelope.at if state == DONE else envelope.at + 1
        file = self._file
        with file.writing():
            file.change_arrivals(device.id, envelope.place, LATE, REPLACED)
            for key in envelope.replaces:
                if key != envelope.id:
                    old = new._replace(key=key, state=REPLACED, text="")
                    file.add_or_change_arrival(old, LATE)
            file.add_arrival(new)
            file.delete_proposals_tapped(device.id, seen.game, seen.sides, before)
            file.forget_arrivals(device.id, LATE, MOST_ARRIVALS)

    def late_arrivals(self, file: str, section: str) -> list[Arrival]:
        """Return the entries that arrived too late and wait for the arbiter, the oldest first."""
        return [_arrival(row) for row in self._file.arrivals_in(file, section, LATE)]

    def settle_arrival(self, number: int, state: str) -> None:
        """Store that the arbiter has entered or dropped a late entry."""
        with self._file.writing():
            self._file.change_arrival(number, LATE, state)

    # Requests of players

    def request(self, device: KnownDevice, key: str, kind: str, round: int) -> None:
        assert device.invitation is not None
        one = device.invitation
        new = NewRequest(
            device.id, key, one.file, one.section, one.subject, kind, round, OPEN, self._clock()
        )
        with self._file.writing():
            self._file.add_request(new)

    def requests(self, file: str, section: str) -> list[PlayerRequest]:
        return [PlayerRequest(*row) for row in self._file.requests(file, section)]

    def answer(self, request: int, state: str) -> None:
        with self._file.writing():
            self._file.change_request(request, state)


def _digest(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()


def _device(row: DeviceRecord) -> KnownDevice:
    role = DeviceRole(row.role)
    invitation = None
    if row.invitation:
        players = (row.white, row.black)
        invitation = Invitation(role, row.file, row.section, row.round, row.subject, players)
    return KnownDevice(
        row.id, role, row.state, row.name, row.code,
        frozenset(May(one) for one in row.ticked.split()), invitation, row.browser,
        row.address, row.since, row.seen, row.until,
        frozenset(filter(None, row.file.split(_BETWEEN))),
    )  # fmt: skip


def _arrival(row: ArrivalRecord) -> Arrival:
    return Arrival(row.id, row.name, from_json(row.envelope), row.state, row.text, row.time)


def grant_action(section: str, asked: PlayerRequest, choice: str) -> Action:
    """Return the action that gives a player what they requested."""
    if asked.kind == BYE:
        bye = Bye.HALF_POINT if choice == HALF else Bye.ZERO_POINT
        return RequestByes(section, (RequestedBye(asked.player, asked.round, bye),))
    return Withdraw(section, (asked.player,))
