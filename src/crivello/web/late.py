"""Late entries: who would get which number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crivello.desk.numbers import order_with
from crivello.desk.refusals import AlreadyListed, NobodyNamed, NotStarted
from crivello.web.view import Page


@dataclass(frozen=True, slots=True)
class Moved:
    name: str
    before: int
    """0 for somebody new."""
    after: int


@dataclass(frozen=True, slots=True)
class Arrival:
    players: Sequence[int]
    new: Sequence[Moved]
    moves: Sequence[Moved]
    round: int


def arrival(page: Page, players: tuple[int, ...]) -> Arrival:
    """What the admission of these players would do to the numbers."""
    section = page.section
    if not players:
        raise NobodyNamed()
    if not section.order:
        raise NotStarted()
    for player in players:
        section.registration(player)
        if player in section.order:
            raise AlreadyListed(player=player)
    order, moves = order_with(section, players)
    names = page.names
    new = [Moved(names[player].name, 0, order.index(player) + 1) for player in players]
    moved = [Moved(names[one.player].name, one.before, one.after) for one in moves]
    return Arrival(players, new, moved, section.next_round)
