"""Differences between a rating list and the data of a registered player."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from crivello.lists.list_player import FIDE, ListedPlayer, is_fide
from crivello.lists.mapping import FIELD_NAMES
from crivello.lists.rating_list import NotLoaded, open_list
from crivello.model.names import words_of
from crivello.model.player import Player, Sex, Title
from crivello.standard.classes import frozen

K = "k"
"""The tag with a player's K, see `standings.ratings`."""

FIELDS = {
    field: FIELD_NAMES[field]
    for field in ("name", "rating", "national", "title", "federation", "birth", "sex", "k")
}
"""The fields that are compared, each as a sentence calls it."""


@frozen
class ListDifference:
    player: int
    """The permanent id of the player."""
    field: str
    """The field that differs, one of `FIELDS`."""
    registered: str
    """The value in the tournament; empty if it has none."""
    listed: str
    """The value on the list; empty if it has none."""

    @property
    def key(self) -> str:
        """The key with which the difference is accepted: ``12:rating``."""
        return f"{self.player}:{self.field}"


def has_wrong_id(player: Player, listed: ListedPlayer) -> bool:
    """Return True if name, federation and year of birth all differ: the FIDE id is another
    person's.

    If one of them is unknown, in the tournament or on the list, return False.
    """
    ours = (sorted(words_of(player.name)), player.federation, player.birth[:4].strip("0"))
    theirs = (sorted(words_of(listed.name)), listed.federation, listed.birth[:4].strip("0"))
    return all(one and two and one != two for one, two in zip(ours, theirs, strict=True))


def differences(
    player: Player, listed: ListedPlayer, pace: str = "standard"
) -> list[ListDifference]:
    """Return the differences in the order of `FIELDS`; none if the player has a wrong id.

    Fields missing from the list are ignored, except rating and title, where empty means none.
    FIDE's ratings are not compared with those of a federation's list.
    """
    # C.04.2.B.1 (4)
    if has_wrong_id(player, listed):
        return []
    new = listed.player(pace)
    national = listed.source and not is_fide(listed.source)
    found = []
    for field, read in _READ.items():
        if field == "rating" and national and player.rating_list and is_fide(player.rating_list):
            continue
        ours, theirs = read(player), read(new)
        if ours == theirs or (not theirs and field not in ("rating", "title")):
            continue
        if field == "birth" and theirs.endswith("/00/00") and ours[:4] == theirs[:4]:
            continue  # the list knows only the year
        found.append(ListDifference(player.id, field, ours, theirs))
    return found


def update_player(
    player: Player,
    listed: ListedPlayer,
    pace: str = "standard",
    fields: Collection[str] = tuple(FIELDS),
) -> Player:
    """Return the player with the values of the list in these fields."""
    new = listed.player(pace)
    for difference in differences(player, listed, pace):
        if difference.field in fields:
            player = _WRITE[difference.field](player, new)
    return player


def compare(
    player: Player,
    pace: str = "standard",
    name: str = FIDE,
    folder: str | os.PathLike[str] | None = None,
) -> tuple[ListDifference, ...]:
    """Return the differences between a player and a loaded list, where the player is found by FIDE
    id.

    Return nothing if the list is not loaded, or the player has no id or is not on it.
    """
    if player.fide_id is None:
        return ()
    try:
        with open_list(name, folder) as opened:
            listed = opened.find(player.fide_id)
    except NotLoaded:
        return ()
    return () if listed is None else tuple(differences(player, listed, pace))


def _tag(player: Player) -> str:
    return dict(player.tags).get(K, "")


def _with_tag(player: Player, new: Player) -> Player:
    tags = dict(player.tags) | {K: _tag(new)}
    return replace(player, tags=tuple(sorted(tags.items())))


def _value(one: Title | Sex | None) -> str:
    return "" if one is None else one.value


_READ: dict[str, Callable[[Player], str]] = {
    "name": lambda player: player.name,
    "rating": lambda player: str(player.rating or ""),
    "national": lambda player: str(player.national_rating or ""),
    "title": lambda player: _value(player.title),
    "federation": lambda player: player.federation,
    "birth": lambda player: player.birth,
    "sex": lambda player: _value(player.sex),
    "k": _tag,
}


def _field(name: str) -> Callable[[Player, Player], Player]:
    def write(player: Player, new: Player) -> Player:
        value: Any = getattr(new, name)
        return replace(player, **{name: value})

    return write


_WRITE: dict[str, Callable[[Player, Player], Player]] = {
    **{field: _field(field) for field in FIELDS if field != "k"},
    "rating": lambda player, new: replace(player, rating=new.rating, rating_list=new.rating_list),
    "k": _with_tag,
}
