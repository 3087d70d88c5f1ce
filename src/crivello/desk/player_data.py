"""Data of a player by key, as people type them; the keys are the columns of a table of players.

>>> player = read_player({"name": "Rossi, Anna", "rating": "2000", "birth": "1.3.1990"})
>>> player.birth, change_player(player, {"fide-id": "812345"}).fide_id
('1990/03/01', 812345)
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import replace

from crivello.desk.setting_grammar import NO_VALUE
from crivello.formats.csv_players import COLUMNS, TAG, read_players
from crivello.model.errors import Malformed, Problem, WordError, about
from crivello.model.grammar import unknown_key
from crivello.model.player import NationalRecord, Player
from crivello.model.sentence import N_, Sentence

DATA_KEYS = tuple(column for column in COLUMNS if column != "number")
"""All but the number, which the rules give; besides them ``tag:KEY``. ``-`` may stand for ``_``."""
NEAR_DATA = N_("A player has no {word!r}; did you mean {near}?")
UNKNOWN_DATA = N_("A player has no {word!r}. A player can have: {known}.")
UNFIT = N_("The data of the player cannot be used.")
NO_NAME = N_("A player needs a name.")
_YEAR_ONLY = "/00/00"


def read_player(data: Mapping[str, str]) -> Player:
    """A player with these data, without an id; of a birth the year is enough."""
    columns = {_column(key): " ".join(value.splitlines()) for key, value in data.items()}
    if not columns.get("name", "").strip():
        with about("name"):
            raise WordError(NO_NAME)
    table = io.StringIO()
    csv.writer(table).writerows((columns, columns.values()))
    try:
        (read,) = read_players(table.getvalue())
    except Malformed as error:
        raise Malformed(UNFIT, [_unfit(one, tuple(columns)) for one in error.problems]) from None
    birth = read.birth + _YEAR_ONLY if len(read.birth) == 4 else read.birth
    return replace(read, id=0, number=0, birth=birth)


def _unfit(problem: Problem, columns: tuple[str, ...]) -> Problem:
    """By key: the line and column are those of a table that nobody has seen."""
    if problem.column is None or problem.expected is None:
        return replace(problem, line=None, column=None)
    key = columns[problem.column - 1]
    expected = Sentence(problem.expected)
    said = Sentence(NO_VALUE, key=key.replace("_", "-"), value=problem.found, expected=expected)
    return Problem(said, field=key)


def _column(key: str) -> str:
    if key.startswith(TAG) and len(key) > len(TAG):
        return key
    if (column := key.replace("-", "_")) not in DATA_KEYS:
        known = [one.replace("_", "-") for one in DATA_KEYS]
        raise unknown_key(key, (*known, TAG + "…"), NEAR_DATA, UNKNOWN_DATA)
    return column


def player_data(player: Player) -> dict[str, str]:
    """What would be typed for a player who is there."""
    tags = dict(player.tags)
    data = {
        "name": player.name,
        "title": player.title.value if player.title else "",
        "rating": "" if player.rating is None else str(player.rating),
        "estimate": "" if player.estimate is None else str(player.estimate),
        "national": str(player.national_rating or ""),
        "federation": player.federation,
        "fide_id": "" if player.fide_id is None else str(player.fide_id),
        "birth": player.birth.removesuffix(_YEAR_ONLY),
        "sex": player.sex.value if player.sex else "",
        "club": tags.pop("club", ""),
    }
    return data | {TAG + key: value for key, value in tags.items()}


def change_player(player: Player, data: Mapping[str, str]) -> Player:
    """The player with other data; an empty value takes something away."""
    before = player_data(player)
    after = before | {_column(key): value.strip() for key, value in data.items()}
    same = after["birth"] == before["birth"]  # that of a file may be one that nobody would type
    read = read_player(after | ({"birth": ""} if same else {}))
    return replace(
        player,
        name=read.name,
        title=read.title,
        rating=read.rating,
        rating_list=player.rating_list if read.rating == player.rating else "",
        estimate=read.estimate,
        national=_national(player, read),
        federation=read.federation,
        fide_id=read.fide_id,
        birth=player.birth if same else read.birth,
        sex=read.sex,
        tags=read.tags,
    )


def _national(player: Player, read: Player) -> tuple[NationalRecord, ...]:
    """The player's records with the rating that was typed; the rest of a record stays."""
    rating, records = read.national_rating, player.national
    if rating == player.national_rating:
        return records
    if not records:
        return read.national
    place = next((at for at, one in enumerate(records) if one.rating), 0)
    changed = replace(records[place], rating=rating, rating_list="")
    return (*records[:place], changed, *records[place + 1 :])
