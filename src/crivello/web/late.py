"""Late entries: who would get which number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crivello.desk.numbers import order_with
from crivello.desk.refusals import AlreadyListed, NobodyNamed, NotStarted
from crivello.web.view import SectionPage


@dataclass(frozen=True, slots=True)
class NumberChange:
    name: str
    before: int
    """0 for somebody new."""
    after: int


@dataclass(frozen=True, slots=True)
class Admission:
    players: Sequence[int]
    new: Sequence[NumberChange]
    moves: Sequence[NumberChange]
    round: int


def admission(page: SectionPage, players: tuple[int, ...]) -> Admission:
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
    new = [NumberChange(names[player].name, 0, order.index(player) + 1) for player in players]
    moved = [NumberChange(names[one.player].name, one.before, one.after) for one in moves]
    return Admission(players, new, moved, section.next_round)
