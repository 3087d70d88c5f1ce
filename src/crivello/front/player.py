"""The class of a player, as programmers create one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from crivello.front.taking import (
    Takes,
    differences,
    made_from,
    taken,
    takes_what_people_write,
)
from crivello.model import player as model
from crivello.model.player import NationalRecord, Sex, Title
from crivello.standard.classes import KW_ONLY


@takes_what_people_write
class Player(model.Player):
    """A participant; only the name is required.

    >>> Player("Carlsen", 2830, title="GM", federation="NOR")
    Player('Carlsen', rating=2830, title=Title.GM, federation='NOR')

    `id` never changes; `number`, the pairing number, may. Both are 0 until the player is in a
    tournament, which assigns them (C.04.2: 2). `entered` is the first round in which the player
    counts, `withdrawn_after` the last one before they left. `estimate` is used in the initial order
    in place of a missing or unreliable rating. `tags` are groups such as ``{"club": "Lione"}``.
    """

    _: KW_ONLY
    id: int = 0
    number: int = 0
    title: Takes[Title | str | None, Title | None] = taken(default=None)
    sex: Takes[Sex | str | None, Sex | None] = taken(default=None)
    tags: Takes[Mapping[str, str] | Iterable[tuple[str, str]], tuple[tuple[str, str], ...]] = taken(
        default=()
    )
    national: Takes[Iterable[NationalRecord], tuple[NationalRecord, ...]] = taken(default=())

    def __repr__(self) -> str:
        parts = [one for one in differences(self) if one[0] != "name"]
        parts.sort(key=lambda one: (one[0] != "rating", one[0] in ("id", "number")))
        given = [f"{name}={value!r}" for name, value in parts]
        return f"Player({', '.join([repr(self.name), *given])})"

    def __str__(self) -> str:
        return str(self.name or self.number or "?")


def public_player(player: model.Player) -> Player:
    return made_from(Player, player)


def model_player(player: model.Player) -> model.Player:
    return made_from(model.Player, player)
