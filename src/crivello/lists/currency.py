"""Are the lists of the day those that the players' ratings came from? Asked before round 1."""

from __future__ import annotations

import os
from collections.abc import Iterable

from crivello.lists.changes import differences
from crivello.lists.list_player import FIDE
from crivello.lists.rating_list import About, NotLoaded, open_list
from crivello.model.player import Player
from crivello.model.quick import frozen
from crivello.model.sentence import N_, ListOf, Sentence

OLDER = N_(
    "The list {name} is of {month}, and the tournament starts in {start}: load the list of "
    "that month."
)
CHANGED = N_(
    "The list {name} of {month} has another rating or title for one player: {players}.",
    "The list {name} of {month} has another rating or title for {count} players: {players}.",
)
SHOWN = 12
"""How many players a sentence names."""
_DECISIVE = ("rating", "national", "title")


@frozen
class ListCheck:
    """What a loaded list says of the players before round 1."""

    about: About
    start: str
    """The month in which the tournament starts; empty if it is not announced."""
    changed: tuple[int, ...]
    """Ids of those whose rating or title is another one there."""

    @property
    def older(self) -> bool:
        return bool(self.start) and self.about.period < self.start

    def sentences(self) -> list[Sentence]:
        name, month = self.about.name, self.about.period
        said = []
        if self.older:
            said.append(Sentence(OLDER, name=name, month=month, start=self.start))
        if self.changed:
            players = ListOf.players(self.changed, SHOWN)
            count = len(self.changed)
            said.append(Sentence(CHANGED, name=name, month=month, count=count, players=players))
        return said


def check_lists(
    players: Iterable[Player],
    pace: str,
    start: str,
    folder: str | os.PathLike[str] | None = None,
) -> list[ListCheck]:
    """FIDE's list, and every other one that a rating was taken from; those that are loaded."""
    people = [player for player in players if player.fide_id]
    marks = {one.rating_list for one in people}
    marks |= {record.rating_list for one in people for record in one.national}
    names = dict.fromkeys([FIDE, *sorted(mark.split(" ")[0] for mark in marks if mark)])
    month = start[:7].replace("/", "-")
    found = []
    for name in names if people else ():
        try:
            with open_list(name, folder) as opened:
                changed = []
                for player in people:
                    listed = opened.find(player.fide_id or 0)
                    fields = () if listed is None else differences(player, listed, pace)
                    if any(one.field in _DECISIVE for one in fields):
                        changed.append(player.id)
                found.append(ListCheck(opened.about, month, tuple(changed)))
        except NotLoaded:
            continue
    return found
