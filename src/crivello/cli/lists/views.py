"""Players of lists and files as lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from crivello.cli.console import Console
from crivello.model.player import Player
from crivello.words import N_
from crivello.words.columns import LEFT, RIGHT, align, clean

if TYPE_CHECKING:
    from crivello.lists import ListedPlayer

HEADS = (
    N_("Id"),
    N_("Title"),
    N_("Name"),
    N_("Fed"),
    N_("Born"),
    N_("Standard"),
    N_("Rapid"),
    N_("Blitz"),
)
SIDES = RIGHT + LEFT * 3 + LEFT + RIGHT * 3


def listed_lines(players: Iterable[ListedPlayer], console: Console) -> list[str]:
    """A line for each player of a list, under a heading."""
    rows = [[console.say(head) for head in HEADS]]
    rows += [
        [
            clean(str(one.fide_id or one.national_id)),
            one.title.value if one.title else "",
            clean(one.name),
            clean(one.federation),
            one.birth[:4],
            *(str(one.of_pace(pace).rating or "") for pace in ("standard", "rapid", "blitz")),
        ]
        for one in players
    ]
    return align(rows, SIDES, console.width, shrink=(2,))


PLAYER_HEADS = (
    N_("Title"),
    N_("Name"),
    N_("Rtg"),
    N_("Fed"),
    N_("FIDE id"),
    N_("Birth"),
    N_("Sex"),
)


def player_lines(players: Sequence[Player], console: Console) -> list[str]:
    """A line for each player of a tournament to be, under a heading."""
    rows = [[console.say(head) for head in PLAYER_HEADS]]
    rows += [
        [
            one.title.value if one.title else "",
            clean(one.name),
            str(one.rating or ""),
            clean(one.federation),
            str(one.fide_id or ""),
            clean(one.birth),
            one.sex.value if one.sex else "",
        ]
        for one in players
    ]
    return align(rows, LEFT * 2 + RIGHT + LEFT + RIGHT + LEFT * 2, console.width, shrink=(1,))
