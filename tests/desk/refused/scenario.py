"""Common parts of the scenarios of refusals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from crivello.desk import Desk, Refusal
from crivello.desk import actions as a
from crivello.desk import events as e
from crivello.model.result import Bye
from tests.desk.desks import A, fresh, publish

Scenario = Callable[[Path], object]
SCENARIOS: list[tuple[type[Refusal], Scenario]] = []

HALF, FULL, ZERO = Bye.HALF_POINT, Bye.FULL_POINT, Bye.ZERO_POINT


def refused(kind: type[Refusal]) -> Callable[[Scenario], Scenario]:
    """Register a scenario that ends in this refusal."""

    def note(scenario: Scenario) -> Scenario:
        SCENARIOS.append((kind, scenario))
        return scenario

    return note


def request(player: int, number: int, bye: Bye) -> a.RequestByes:
    return a.RequestByes(A, (e.RequestedBye(player, number, bye),))


def boards_of(desk: Desk) -> e.Boards:
    return tuple((game.white, game.black) for game in desk.section(A).rounds[-1].games)


def started(p: Path, count: int = 8) -> Desk:
    desk = fresh(p, count)
    publish(desk)
    return desk
