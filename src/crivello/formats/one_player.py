"""One player from words by column, by the rules of a line of a table of players."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import replace

from crivello.formats.csv_players import read_players
from crivello.model.errors import N_, Malformed
from crivello.model.player import Player

UNFIT = N_("The data of the player cannot be used.")


def read_player(data: Mapping[str, str]) -> Player:
    """The player, without id and number; `data` is what stands in each column."""
    table = io.StringIO()
    rows = csv.writer(table)
    rows.writerow(data)
    rows.writerow([value.replace("\r", " ").replace("\n", " ") for value in data.values()])
    try:
        (player,) = read_players(table.getvalue())
    except Malformed as error:
        # The line and column are those of a table that nobody has seen.
        problems = [replace(one, line=None, column=None) for one in error.problems]
        raise Malformed(UNFIT, problems) from None
    return replace(player, id=0, number=0)


def with_data(known: Player, read: Player) -> Player:
    """A player who is known, with the data of a table; whether he plays is none of them."""
    return replace(
        known,
        name=read.name,
        title=read.title,
        rating=read.rating,
        estimate=read.estimate,
        federation=read.federation,
        fide_id=read.fide_id,
        birth=read.birth,
        sex=read.sex,
        tags=read.tags,
    )
