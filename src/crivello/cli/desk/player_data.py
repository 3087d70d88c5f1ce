"""Data of a player as KEY=VALUE words; the keys are the columns of a table of players."""

from __future__ import annotations

from collections.abc import Mapping

from crivello.cli.desk.pairs import unknown_key
from crivello.formats.csv_players import COLUMNS, MISFIT, TAG
from crivello.formats.one_player import UNFIT, read_player, with_data
from crivello.model.errors import Malformed, Problem
from crivello.model.player import Player
from crivello.model.sentence import Sentence
from crivello.words import N_

KEYS = tuple(column.replace("_", "-") for column in COLUMNS if column != "number")
"""All but the number, which the rules give; beside them ``tag:KEY``."""
NEAR_DATA = N_("A player has no {word!r}; did you mean {near}?")
UNKNOWN_DATA = N_("A player has no {word!r}. He can have: {known}.")


def player_of(data: Mapping[str, str]) -> Player:
    """A player with these data; without an id."""
    return _read(_typed(data))


def _typed(data: Mapping[str, str]) -> dict[str, str]:
    """A birth as people write it: the year is enough, and the day may come first."""
    from crivello.lists.fields import Misfit, birth

    text = data.get("birth", "").strip()
    if not text:
        return dict(data)
    try:
        read = birth(text)
    except Misfit as misfit:
        problem = Problem(Sentence(MISFIT, name="birth"), found=text, expected=str(misfit))
        raise Malformed(UNFIT, [problem]) from None
    return {**data, "birth": f"{read}/00/00" if len(read) == 4 else read}


def _read(data: Mapping[str, str]) -> Player:
    """As a line of a table is read."""
    for key in data:
        if key not in KEYS and not (key.startswith(TAG) and len(key) > len(TAG)):
            raise unknown_key(key, (*KEYS, TAG + "…"), NEAR_DATA, UNKNOWN_DATA)
    return read_player({key.replace("-", "_"): value for key, value in data.items()})


def data_of(player: Player) -> dict[str, str]:
    """The same words for a player who is there."""
    tags = dict(player.tags)
    data = {
        "name": player.name,
        "title": player.title.value if player.title else "",
        "rating": "" if player.rating is None else str(player.rating),
        "estimate": "" if player.estimate is None else str(player.estimate),
        "federation": player.federation,
        "fide-id": "" if player.fide_id is None else str(player.fide_id),
        "birth": player.birth,
        "sex": player.sex.value if player.sex else "",
        "club": tags.pop("club", ""),
    }
    return data | {TAG + key: value for key, value in tags.items()}


def changed(player: Player, data: Mapping[str, str]) -> Player:
    """The player with other data; an empty value takes something away."""
    return with_data(player, _read({**data_of(player), **_typed(data)}))
