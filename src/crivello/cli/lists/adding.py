"""A player for `crivello add` from a list, by his FIDE id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from crivello.desk.player_data import read_player
from crivello.model.errors import WordError
from crivello.model.player import Player
from crivello.words import N_

NO_ID = N_("Say with fide-id=… whom to take from the list.")
NOT_ON_THE_LIST = N_("Nobody on the list {name} has the FIDE id {fide_id}.")


def from_list(data: Mapping[str, str], name: str | None, pace: str) -> Player:
    """The player with these data, and what the list knows of him beside them."""
    from crivello import lists

    given = read_player({"name": "?", **data})
    player = given if data.get("name") else replace(given, name="")
    if player.fide_id is None:
        raise WordError(NO_ID)
    with lists.open_list(name or lists.FIDE) as opened:
        if opened.find(player.fide_id) is None:
            raise WordError(NOT_ON_THE_LIST, name=opened.about.name, fide_id=player.fide_id)
        return lists.completed(player, opened, pace)
