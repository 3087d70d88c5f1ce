"""Players as people name them on a page: typed numbers and names, and data filled in a form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from crivello.formats.csv_players import COLUMNS, TAG
from crivello.formats.one_player import read_player, with_data
from crivello.lists.folding import fold
from crivello.model.errors import Malformed
from crivello.model.player import Player
from crivello.web.forms import Fields
from crivello.words import N_

DATA = tuple(column for column in COLUMNS if column != "number")
"""The fields of a form, named like the columns of a table of players; the rules give the number."""

NOBODY_TYPED = N_("Type a number or the beginning of a name.")
NO_NUMBER = N_("Nobody has the number {number}.")
NOBODY_CALLED = N_("Nobody here is called {typed!r}.")
SEVERAL = N_("Several players fit: {names}. Type more of the name, or the number.")
NO_NAME = N_("A player needs a name.")
SHOWN = 6


def find(typed: str, players: Iterable[Player]) -> Player:
    """The one player meant by a pairing number or by beginnings of words of his name."""
    everybody = list(players)
    typed = typed.strip()
    if not typed:
        raise Malformed(NOBODY_TYPED)
    if typed.isascii() and typed.isdecimal() and len(typed) < 7:
        numbered = [player for player in everybody if player.number == int(typed)]
        if not numbered:
            raise Malformed(NO_NUMBER, number=int(typed))
        return numbered[0]
    wanted = _words(typed)
    fitting = [player for player in everybody if wanted and _fits(wanted, player.name)]
    exact = [player for player in fitting if sorted(_words(player.name)) == sorted(wanted)]
    if len(exact) == 1:
        return exact[0]
    if not fitting:
        raise Malformed(NOBODY_CALLED, typed=typed[:60])
    if len(fitting) > 1:
        names = ", ".join(f"{one.number or '–'} {one.name}" for one in fitting[:SHOWN])
        raise Malformed(SEVERAL, names=names + (", …" if len(fitting) > SHOWN else ""))
    return fitting[0]


def find_all(typed: str, players: Iterable[Player]) -> tuple[int, ...]:
    """Ids of several, with commas between them; plain numbers also with blanks."""
    everybody = list(players)
    parts = [part.strip() for part in typed.replace(";", ",").split(",") if part.strip()]
    words = [
        word
        for part in parts
        for word in (part.split() if part.replace(" ", "").isdecimal() else [part])
    ]
    if not words:
        raise Malformed(NOBODY_TYPED)
    return tuple(dict.fromkeys(find(word, everybody).id for word in words))


def _words(text: str) -> list[str]:
    """Without accents and capitals; digits too, as in teams and teaching examples."""
    return re.findall(r"\w+", fold(text))


def _fits(wanted: Iterable[str], name: str) -> bool:
    has = _words(name)
    return all(any(word.startswith(one) for word in has) for one in wanted)


def data_of(player: Player) -> dict[str, str]:
    """What a form shows of a player."""
    return {
        "name": player.name,
        "title": player.title.value if player.title else "",
        "rating": "" if player.rating is None else str(player.rating),
        "estimate": "" if player.estimate is None else str(player.estimate),
        "federation": player.federation,
        "fide_id": "" if player.fide_id is None else str(player.fide_id),
        "birth": player.birth.removesuffix("/00/00"),
        "sex": player.sex.value if player.sex else "",
        "club": dict(player.tags).get("club", ""),
    }


def player_of(form: Fields, known: Player | None = None) -> Player:
    """The player of a form; of one who is known, what the form does not show stays."""
    data = {column: form.text(column) for column in DATA}
    if not data["name"]:
        raise Malformed(NO_NAME)
    if re.fullmatch(r"[0-9]{4}", data["birth"]):
        data["birth"] += "/00/00"  # only the year is known
    read = read_player(data)
    if known is None:
        return read
    tags = {key: value for key, value in known.tags if key != "club"} | dict(read.tags)
    return with_data(known, replace(read, tags=tuple(sorted(tags.items()))))


def tag_keys(players: Iterable[Player]) -> list[str]:
    """Kinds of groups the players belong to, beside the federation."""
    return sorted({key for player in players for key, _ in player.tags if key != "k"})


__all__ = ["DATA", "TAG", "data_of", "find", "find_all", "player_of", "tag_keys"]
