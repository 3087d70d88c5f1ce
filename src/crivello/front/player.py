"""A player as programs write one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import FrozenInstanceError, fields
from typing import Any

from crivello.model import player as model
from crivello.model.player import NationalRecord, Sex, Title


class Player(model.Player):
    """A participant; the name is enough, everything else has its default.

    >>> Player("Carlsen", 2830, title="GM", federation="NOR")
    Player('Carlsen', rating=2830, title=Title.GM, federation='NOR')

    `id` never changes; `number`, the pairing number, may. Both are 0 until the player is in a
    tournament, which gives them out (C.04.2: 2). `entered` is the first round in which the player
    counts, `withdrawn_after` the last one before they left. `estimate` stands for a rating that
    is missing or not reliable in the initial order. `tags` are groups such as
    ``{"club": "Lione"}``.
    """

    __slots__ = ()

    def __init__(
        self,
        name: str = "",
        rating: int | None = None,
        *,
        title: Title | str | None = None,
        federation: str = "",
        fide_id: int | None = None,
        birth: str = "",
        sex: Sex | str | None = None,
        tags: Mapping[str, str] | Iterable[tuple[str, str]] = (),
        id: int = 0,
        number: int = 0,
        entered: int = 1,
        withdrawn_after: int | None = None,
        expelled: bool = False,
        rank: int | None = None,
        national: Iterable[NationalRecord] = (),
        estimate: int | None = None,
        rating_list: str = "",
    ) -> None:
        with suppress(ValueError):  # `validate` reports a text that does not name a title
            title = Title(title.upper()) if isinstance(title, str) else title
        with suppress(ValueError):
            sex = Sex(sex.lower()) if isinstance(sex, str) else sex
        super().__init__(
            name,
            rating,
            id=id,
            number=number,
            title=title,  # type: ignore[arg-type]
            federation=federation,
            fide_id=fide_id,
            birth=birth,
            sex=sex,  # type: ignore[arg-type]
            tags=tuple(tags.items()) if isinstance(tags, Mapping) else as_tuple(tags),
            entered=entered,
            withdrawn_after=withdrawn_after,
            expelled=expelled,
            rank=rank,
            national=as_tuple(national),
            estimate=estimate,
            rating_list=rating_list,
        )

    def __setattr__(self, name: str, value: Any) -> None:
        if hasattr(self, name):  # only the first time, when the player is made
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        blank = Player()
        parts = [
            f"{name}={getattr(self, name)!r}"
            for name in ORDER
            if getattr(self, name) != getattr(blank, name)
        ]
        return f"Player({', '.join([repr(self.name), *parts])})"

    def __str__(self) -> str:
        return str(self.name or self.number or "?")


_NAMES = [field.name for field in fields(model.Player)]
ORDER = ("rating", *(one for one in _NAMES if one not in ("name", "rating", "id", "number")))
ORDER = (*ORDER, "id", "number")


def as_tuple(values: Any) -> Any:
    """Return lists and the like as tuples; any other value stays, for `validate` to report."""
    return tuple(values) if isinstance(values, list | set | frozenset) else values


def public_player(player: model.Player) -> Player:
    return Player(**{name: getattr(player, name) for name in _NAMES})


def model_player(player: model.Player) -> model.Player:
    return model.Player(**{name: getattr(player, name) for name in _NAMES})
