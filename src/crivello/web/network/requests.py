"""What an arbiter does when a request of a player is accepted."""

from __future__ import annotations

from crivello.desk.actions import Action, RequestByes, Withdraw
from crivello.desk.events import RequestedBye
from crivello.model.result import Bye
from crivello.web.network.book import PlayerRequest

BYE, LEAVE = "bye", "leave"
HALF = "half"


def grant_action(section: str, asked: PlayerRequest, choice: str) -> Action:
    """The action that gives a player what was asked for."""
    if asked.kind == BYE:
        bye = Bye.HALF_POINT if choice == HALF else Bye.ZERO_POINT
        return RequestByes(section, (RequestedBye(asked.player, asked.round, bye),))
    return Withdraw(section, (asked.player,))
