"""A check before round 1: do the players' ratings come from the rating lists of the first day?"""

from __future__ import annotations

import os
from collections.abc import Iterable

from crivello.lists.changes import differences, has_wrong_id
from crivello.lists.list_player import FIDE
from crivello.lists.rating_list import ListInfo, NotLoaded, open_list
from crivello.model.player import Player
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.standard.classes import frozen

OLDER = N_(
    "The list {name} is from {month}, but the tournament starts in {start}: load "
    "the list of that month."
)
CHANGED = N_(
    "The list {name} of {month} has a different rating or title for one player: {players}.",
    "The list {name} of {month} has a different rating or title for {count} players: {players}.",
)
WRONG_IDS = N_(
    "On the list {name} of {month} the FIDE id of one player belongs to another person: {players}.",
    "On the list {name} of {month} the FIDE ids of {count} players belong to other people: "
    "{players}.",
)
SHOWN = 12
"""The most players that a sentence names."""
_DECISIVE = ("rating", "national", "title")


@frozen
class ListCheck:
    """The differences between a loaded list and the players' data before round 1."""

    about: ListInfo
    start: str
    """The month in which the tournament starts; empty if it is not announced."""
    changed: tuple[int, ...]
    """Ids of players whose rating or title is different on the list."""
    wrong_ids: tuple[int, ...] = ()
    """Ids of players whose FIDE id belongs to another person on the list."""

    @property
    def older(self) -> bool:
        return bool(self.start) and self.about.period < self.start

    def sentences(self) -> list[Sentence]:
        name, month = self.about.name, self.about.period
        said = []
        if self.older:
            said.append(Sentence(OLDER, name=name, month=month, start=self.start))
        for template, people in ((CHANGED, self.changed), (WRONG_IDS, self.wrong_ids)):
            if people:
                players = ListOf.players(people, SHOWN)
                values = {"name": name, "month": month, "count": len(people), "players": players}
                said.append(Sentence(template, **values))
        return said


def check_lists(
    players: Iterable[Player],
    pace: str,
    start: str,
    folder: str | os.PathLike[str] | None = None,
) -> list[ListCheck]:
    """Check the players against FIDE's list and every other list with a rating of theirs, if it is
    loaded.
    """
    people = [player for player in players if player.fide_id]
    marks = {one.rating_list for one in people}
    marks |= {record.rating_list for one in people for record in one.national}
    names = dict.fromkeys([FIDE, *sorted(mark.split(" ")[0] for mark in marks if mark)])
    month = start[:7].replace("/", "-")
    found = []
    for name in names if people else ():
        try:
            with open_list(name, folder) as opened:
                changed, wrong = [], []
                for player in people:
                    listed = opened.find(player.fide_id or 0)
                    if listed is None:
                        continue
                    if has_wrong_id(player, listed):
                        wrong.append(player.id)
                    if any(one.field in _DECISIVE for one in differences(player, listed, pace)):
                        changed.append(player.id)
                found.append(ListCheck(opened.about, month, tuple(changed), tuple(wrong)))
        except NotLoaded:
            continue
    return found
