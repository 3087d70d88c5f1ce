"""Queries from a loaded rating list: who is not on it, and what it says otherwise."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

from crivello.lists import FIDE, NotLoaded, PlayerList, differences, open_list
from crivello.lists.changes import FIELDS
from crivello.model.player import Player
from crivello.model.sentence import N_, Sentence, Template
from crivello.model.tournament import Tournament
from crivello.reports.queries import Level, Query

NOT_LISTED = N_("{player}: the FIDE id {fide_id} is not on the loaded list.")
DIFFERENT = N_("{player}: the {field} is {registered}, but {listed} on the loaded list.")
NOT_HERE = N_("{player}: the {field} is missing; the loaded list has {listed}.")
NOT_THERE = N_("{player}: the {field} is {registered}, but the loaded list has none.")
_COLUMNS = {
    "name": "15-47",
    "rating": "49-52",
    "title": "11-13",
    "federation": "54-56",
    "birth": "70-79",
    "sex": "10",
}
"""What a report tells of a player, and where; his K is not in it."""


def list_queries(
    tournament: Tournament,
    pace: str = "standard",
    name: str = FIDE,
    folder: str | os.PathLike[str] | None = None,
) -> list[Query] | None:
    """What a rating officer would see beside the list; None if it is not loaded."""
    with suppress(NotLoaded), open_list(name, folder) as opened:
        players = sorted(tournament.players, key=lambda player: player.number)
        return [query for player in players for query in _of_player(player, opened, pace)]
    return None


def _of_player(player: Player, opened: PlayerList, pace: str) -> Iterator[Query]:
    if player.fide_id is None:
        return
    shown = f"{player.number} {player.name}".rstrip()
    listed = opened.find(player.fide_id)
    if listed is None:
        values = {"player": shown, "fide_id": player.fide_id}
        yield Query(
            Level.QUERY,
            "not-listed",
            Sentence(NOT_LISTED, **values),
            player.number,
            None,
            "001: 58-68",
        )
        return
    for found in differences(player, listed, pace):
        if found.field not in _COLUMNS:
            continue
        template: Template = DIFFERENT
        if not found.registered:
            template = NOT_HERE
        elif not found.listed:
            template = NOT_THERE
        yield Query(
            Level.QUERY,
            f"listed-{found.field}",
            Sentence(
                template,
                player=shown,
                field=Sentence(FIELDS[found.field]),
                registered=found.registered,
                listed=found.listed,
            ),
            player.number,
            None,
            f"001: {_COLUMNS[found.field]}",
        )
