"""Permissions: the only module that decides which role may do what.

A `Device` is on the network and has a role. An interface asks `Device.may` before it shows or
accepts anything. The desk calls `require` before it writes an event, so that an action offered by
mistake is refused. The chief arbiter at the computer itself is not a device and may do everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from crivello.desk import events as e
from crivello.desk.refusals import NotAllowed
from crivello.desk.roles import Author, DeviceRole
from crivello.desk.state import DeskState
from crivello.model.result import Result
from crivello.standard.classes import frozen


class May(Enum):
    """A permission that a role can have."""

    READ = "read"
    """What is published."""
    SHOW = "show"
    """The pages of a projector."""
    CARD = "card"
    """Notices to one player, and proposals to the arbiter: a bye, a withdrawal."""
    PROPOSE = "propose"
    """The result of one game, or of the boards of one match."""
    RESULTS = "results"
    """Enter results, and accept those that tables propose."""
    NO_SHOWS = "no-shows"
    ROLL_CALL = "roll-call"
    PRINT = "print"
    """Pages for the players, as they are published."""
    ABSENCES = "absences"
    """Requested byes and withdrawals, also those that players propose."""
    PUBLISH_RESULTS = "publish-results"


ALWAYS: Mapping[DeviceRole, frozenset[May]] = {
    DeviceRole.CHIEF: frozenset(May),
    DeviceRole.DEPUTY: frozenset({May.READ, May.RESULTS, May.NO_SHOWS, May.ROLL_CALL, May.PRINT}),
    DeviceRole.TABLE: frozenset({May.READ, May.PROPOSE}),
    DeviceRole.PLAYER: frozenset({May.READ, May.CARD}),
    DeviceRole.SCREEN: frozenset({May.READ, May.SHOW}),
    DeviceRole.EVERYBODY: frozenset({May.READ}),
}
TICKED = (May.ABSENCES, May.PUBLISH_RESULTS)
"""What a deputy may only if the chief arbiter ticks it."""

EVENTS: Mapping[type[e.Event], May] = {
    e.ResultsEntered: May.RESULTS,
    e.NoShows: May.NO_SHOWS,
    e.NoShowsAnswered: May.NO_SHOWS,
    e.RollCalled: May.ROLL_CALL,
    e.ByesRequested: May.ABSENCES,
    e.ByesCancelled: May.ABSENCES,
    e.PlayersLeft: May.ABSENCES,
    e.ResultsPublished: May.PUBLISH_RESULTS,
}
"""What a device may write; every other event is the chief arbiter's."""
AGREED = frozenset({Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS})
"""Results on which the players of a table can agree by themselves."""


@frozen
class GamePlace:
    """One game or match, for which the code of a table is valid."""

    section: str
    round: int
    board: int


@frozen
class Device:
    """A device on the network: its role, its name, and what it may do."""

    role: DeviceRole
    name: str
    ticked: frozenset[May] = frozenset()
    """Of a deputy: what the chief arbiter allows beyond the usual."""
    seat: GamePlace | None = None
    """Of a table."""

    @property
    def may(self) -> frozenset[May]:
        extra = self.ticked & frozenset(TICKED) if self.role is DeviceRole.DEPUTY else frozenset()
        return ALWAYS[self.role] | extra

    def author(self, key: str = "") -> Author:
        return Author(self.role, self.name, key)


NOBODY = Device(DeviceRole.EVERYBODY, "")


def require(device: Device, event: e.Event, state: DeskState) -> None:
    """Raise `NotAllowed` unless this device may write this event now."""
    if device.role is DeviceRole.TABLE:
        allowed = device.seat is not None and _is_own_result(device.seat, event, state)
    else:
        allowed = EVENTS.get(type(event)) in device.may
    if isinstance(event, e.PlayersLeft) and event.expelled:
        allowed = False
    if not allowed:
        raise NotAllowed(device=device.name or device.role.value)


def _is_own_result(seat: GamePlace, event: e.Event, state: DeskState) -> bool:
    """Return True if the event is one result of this table on which its players can agree."""
    if not isinstance(event, e.ResultsEntered) or len(event.results) != 1:
        return False
    (one,) = event.results
    if GamePlace(event.section, event.round, one.board) != seat or one.turned or one.turned_games:
        return False
    table = state.section(seat.section).rounds[seat.round - 1].table(seat.board)
    both = zip(table.results, one.seen, strict=False)
    entered = [new for old, new in both if old is not new]
    return len(entered) == 1 and entered[0] in AGREED
