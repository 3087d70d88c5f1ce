"""Data of a player as people type them, by key; the keys are the columns of a table of players.

>>> player = read_player({"name": "Rossi, Anna", "rating": "2000", "birth": "1.3.1990"})
>>> player.birth, change_player(player, {"fide-id": "812345"}).fide_id
('1990/03/01', 812345)
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from crivello.desk.events import TeamEntry
from crivello.desk.setting_grammar import NO_VALUE
from crivello.formats.csv_players import COLUMNS, TAG, read_players
from crivello.model.errors import Malformed, Problem, Remedy, RemedyKind, WordError, about
from crivello.model.grammar import unknown_key
from crivello.model.names import fold
from crivello.model.player import NationalRecord, Player
from crivello.model.player_fields import TEAM_FIELD, TYPED_FIELDS
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.words.federation_names import read_federation

DATA_KEYS = tuple(column for column in COLUMNS if column != "number")
"""All but the number, which the rules give; besides them ``tag:KEY``. ``-`` may stand for ``_``."""
NEAR_DATA = N_("{word!r} is not a field of a player; did you mean {near}?")
UNKNOWN_DATA = N_("{word!r} is not a field of a player. Fields: {known}.")
UNFIT = N_("The player's data are not valid.")
NO_NAME = N_("A player needs a name.")
_YEAR_ONLY = "/00/00"


def read_player(data: Mapping[str, str], before: Mapping[str, str] | None = None) -> Player:
    """Return a player with these data and without an id; a date of birth may be just the year."""
    columns = {_column(key): " ".join(value.splitlines()) for key, value in data.items()}
    if not columns.get("name", "").strip():
        with about("name"):
            raise WordError(NO_NAME)
    federation = columns.get("federation", "")
    if federation and (before is None or federation != before["federation"]):
        with about("federation"):  # a registered player may have another one, from a file
            columns["federation"] = read_federation(federation)
    table = io.StringIO()
    csv.writer(table).writerows((columns, columns.values()))
    try:
        (read,) = read_players(table.getvalue())
    except Malformed as error:
        raise Malformed(UNFIT, [_unfit(one, tuple(columns)) for one in error.problems]) from None
    birth = read.birth + _YEAR_ONLY if len(read.birth) == 4 else read.birth
    return replace(read, id=0, number=0, birth=birth)


def _unfit(problem: Problem, columns: tuple[str, ...]) -> Problem:
    """Return the problem with the key of its field instead of a line and column.

    The line and column are those of a table that only `read_player` has seen.
    """
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
    """Return the data of a registered player as they would be typed."""
    data = {field.key: field.text(player) for field in TYPED_FIELDS}
    data["birth"] = player.birth.removesuffix(_YEAR_ONLY)
    return data | {TAG + key: value for key, value in player.tags if key not in data}


def change_player(player: Player, data: Mapping[str, str]) -> Player:
    """Return the player with these data changed; an empty value removes the old one."""
    before = player_data(player)
    after = before | {_column(key): value.strip() for key, value in data.items()}
    same = after["birth"] == before["birth"]  # a file may have a date that cannot be typed
    read = read_player(after | ({"birth": ""} if same else {}), before)
    changes = {field.key: getattr(read, field.key) for field in TYPED_FIELDS if not field.tag}
    changes |= {
        "birth": player.birth if same else read.birth,
        "national": _national(player, read),
        "rating_list": player.rating_list if read.rating == player.rating else "",
        "tags": read.tags,
    }
    return replace(player, **changes)


_RATED = re.compile(r"(?P<name>.*[^\s0-9])\s+(?P<rating>[0-9]{3,4})")


def read_members(lines: Iterable[str], known: Iterable[Player] = ()) -> tuple[Player, ...]:
    """Read the players of a team, one per line in board order, such as ``Rossi, Anna; 2105;
    812345``.

    The parts are name, rating and FIDE id; a rating may also follow the name after a space. A
    player with the name or FIDE id of one in `known` keeps that player's id.
    """
    people = list(known)
    found = []
    for line in filter(str.strip, lines):
        parts = [part.strip() for part in re.split("[;\t]", line.strip())]
        if len(parts) == 1 and (rated := _RATED.fullmatch(parts[0])):
            parts = [rated["name"].strip(), rated["rating"]]
        if len(parts) > len(MEMBER_KEYS):
            raise WordError(NO_MEMBER_LINE, line=line.strip()[:60])
        data = {key: part for key, part in zip(MEMBER_KEYS, parts, strict=False) if part}
        try:
            player = read_player(data)
        except Malformed as error:
            detail = error.problems[0].sentence if error.problems else error.sentence
            raise WordError(UNFIT_MEMBER, line=line.strip()[:60], detail=detail) from None
        same = next((one for one in people if _is_same(one, player)), None)
        if same is not None:
            people.remove(same)
            player = change_player(same, data)
        found.append(player)
    return tuple(found)


MEMBER_KEYS = ("name", "rating", "fide-id")
UNFIT_MEMBER = N_("{line!r} cannot be used. {detail}")
NO_MEMBER_LINE = N_("{line!r} has too many parts: name; rating; FIDE id.")


def teams_of(players: Iterable[Player]) -> tuple[TeamEntry, ...]:
    """Return the players of a table as teams, by the column `TEAM_FIELD`, in the order of the
    table.
    """
    teams: dict[str, list[Player]] = {}
    without = []
    for player in players:
        tags = dict(player.tags)
        name = tags.pop(TEAM_FIELD.key, "").strip()
        if not name:
            without.append(player.name)
        teams.setdefault(name, []).append(replace(player, tags=tuple(tags.items())))
    if without:
        error = WordError(NO_TEAM, count=len(without), players=ListOf(tuple(without), NAMED))
        error.remedy = Remedy(RemedyKind.NAME_COLUMNS, TEAM_FIELD.key, "…")
        raise error
    return tuple(
        TeamEntry(Player(name, id=0, number=0), tuple(members)) for name, members in teams.items()
    )


NAMED = 12
NO_TEAM = N_(
    "One player has no team: {players}.",
    "{count} players have no team: {players}.",
)


def _is_same(known: Player, player: Player) -> bool:
    if player.fide_id is not None and known.fide_id is not None:
        return player.fide_id == known.fide_id
    return fold(known.name) == fold(player.name)


def member_line(player: Player) -> str:
    """Return a player as a line that `read_members` can read."""
    data = player_data(player)
    parts = [data["name"], data["rating"], data["fide_id"]]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return "; ".join(parts)


def _national(player: Player, read: Player) -> tuple[NationalRecord, ...]:
    """Return the player's national records with the national rating that `read` has.

    It is set in the first record with a rating. The other fields of that record are kept, except
    its rating list.
    """
    rating, records = read.national_rating, player.national
    if rating == player.national_rating:
        return records
    if not records:
        return read.national
    place = next((at for at, one in enumerate(records) if one.rating), 0)
    changed = replace(records[place], rating=rating, rating_list="")
    return (*records[:place], changed, *records[place + 1 :])
