"""The settings of a tournament, with points as exact numbers.

The core counts points in units, whole numbers of which several make a point, because it adds and
compares millions of them. Only the classes that contain points are declared again here; the types
of their fields show which fields are points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, get_args, get_origin

from crivello.front.score import Score
from crivello.front.taking import (
    Takes,
    differences,
    field_types,
    taken,
    takes_what_people_write,
)
from crivello.model import settings as model
from crivello.model.reprs import value_repr
from crivello.standard.classes import KW_ONLY, field

Number = Fraction | float | str
"""A value accepted as points: 1, 0.5, "½", `Score` …"""


@takes_what_people_write
class Scoring:
    """The points of results and byes.

    Values that are not given follow from others: Black's from White's, those of forfeits and byes
    from similar results.

    >>> Scoring()
    Scoring()
    >>> football = Scoring(win=3, draw=1)
    >>> football, football.full_point_bye, football.pairing_allocated_bye
    (Scoring(win=Score('3'), draw=Score('1')), Score('3'), Score('3'))
    >>> Scoring(pairing_allocated_bye="½").pairing_allocated_bye
    Score('½')
    """

    win: Takes[Number, Score] = taken(default=1)
    draw: Takes[Number, Score] = taken(default=0.5)
    loss: Takes[Number, Score] = taken(default=0)
    _: KW_ONLY
    black_win: Takes[Number | None, Score] = taken(default=None, like="win")
    """For colours that score differently, like the next two; by default as for White."""
    black_draw: Takes[Number | None, Score] = taken(default=None, like="draw")
    black_loss: Takes[Number | None, Score] = taken(default=None, like="loss")
    forfeit_win: Takes[Number | None, Score] = taken(default=None, like="win")
    forfeit_loss: Takes[Number, Score] = taken(default=0)
    pairing_allocated_bye: Takes[Number | None, Score] = taken(default=None, like="win")
    """Like a win (C.04.1: 3)."""
    half_point_bye: Takes[Number | None, Score] = taken(default=None, like="draw")
    full_point_bye: Takes[Number | None, Score] = taken(default=None, like="win")
    zero_point_bye: Takes[Number, Score] = taken(default=0)
    adjourned: Takes[Number | None, Score] = taken(default=None, like="draw")
    """The points of an open game in the pairing."""

    def __repr__(self) -> str:
        return f"Scoring({', '.join(f'{name}={value!r}' for name, value in differences(self))})"


_OF_WHITE = {"win": "white_win", "draw": "white_draw", "loss": "white_loss"}
"""The fields of the core with other names."""


@takes_what_people_write
class PointsAdjustment(model.PointsAdjustment):
    """Points apart from the scoring: a bonus, a penalty, or another award for some players.

    With an `award`, these players get `points` for that award instead of the usual ones. Without
    it, `points` is a bonus or, if negative, a penalty.

    >>> PointsAdjustment([7], "-½", round=3)
    PointsAdjustment((7,), Score('-½'), round=3)
    """

    players: Takes[Iterable[int], tuple[int, ...]]
    points: Takes[Number, Score]  # type: ignore[assignment]

    __repr__ = value_repr


@takes_what_people_write
class Acceleration(model.Acceleration):
    """Virtual points: by a method (`baku-2016`, `baku-2025`, `baku-2026`) or for single players.

    >>> Acceleration("baku-2026")
    Acceleration(method='baku-2026')
    >>> Acceleration(virtual={1: [1, 1, "½"]})
    Acceleration(virtual=((1, (Score('1'), Score('1'), Score('½'))),))
    """

    virtual: Takes[
        Mapping[int, Iterable[Number]] | Iterable[tuple[int, Iterable[Number]]],
        tuple[tuple[int, tuple[Score, ...]], ...],
    ] = taken(default=())  # type: ignore[assignment]

    __repr__ = value_repr


@takes_what_people_write
class Settings(model.Settings):
    """Everything that is announced about a tournament, except its players.

    >>> Settings(name="Open", rounds=7, scoring=Scoring(win=3, draw=1))
    Settings(name='Open', rounds=7, scoring=Scoring(win=Score('3'), draw=Score('1')))
    """

    scoring: Scoring = field(default_factory=Scoring)  # type: ignore[assignment]
    acceleration: Acceleration = field(default_factory=Acceleration)
    adjustments: tuple[PointsAdjustment, ...] = ()

    __repr__ = value_repr


CORE = {
    Scoring: model.Scoring,
    PointsAdjustment: model.PointsAdjustment,
    Acceleration: model.Acceleration,
    Settings: model.Settings,
}
"""The classes that hold points, and the classes of the core with points in units."""


def public_settings(settings: model.Settings) -> Settings:
    """Return the settings with points as numbers instead of units."""
    unit = settings.scoring.unit
    whole: Settings = _exchange(
        Settings, settings, lambda points: Score(points, unit), lambda kind, values: kind(**values)
    )
    return whole


def model_settings(settings: Settings) -> model.Settings:
    """Return the settings with points in units instead of numbers.

    A point has the fewest units with which every value, and half a point, is whole.
    """
    parts = {2}
    _exchange(Settings, settings, lambda score: parts.add(score.denominator), lambda *_: None)
    unit = lcm(*parts)

    def make(kind: Any, values: dict[str, Any]) -> Any:
        return CORE[kind](**values, **({"unit": unit} if kind is Scoring else {}))

    whole: model.Settings = _exchange(Settings, settings, lambda score: int(score * unit), make)
    return whole


def _exchange(
    kind: Any,
    value: Any,
    points: Callable[[Any], Any],
    make: Callable[[Any, dict[str, Any]], Any],
) -> Any:
    """Return `value` with all points converted, from the core to the library or back.

    `kind` is its type in the library; `points` converts each `Score`, and `make` builds each of the
    classes that contain points.
    """
    inside = get_args(kind)
    if kind is Score:
        return points(value)
    if kind in CORE:
        to_core = type(value) is kind
        values = {}
        for name, declared in field_types(kind).items():
            of_core = _OF_WHITE.get(name, name) if kind is Scoring else name
            old, new = (name, of_core) if to_core else (of_core, name)
            values[new] = _exchange(declared, getattr(value, old), points, make)
        return make(kind, values)
    if value is None or not inside:
        return value
    if get_origin(kind) is not tuple:  # a value that may be missing
        return _exchange(inside[0], value, points, make)
    kinds = inside[:1] * len(value) if inside[1:] == (Ellipsis,) else inside
    return tuple(_exchange(one, cell, points, make) for one, cell in zip(kinds, value, strict=True))
