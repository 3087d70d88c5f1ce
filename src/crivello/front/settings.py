"""The settings of a tournament, with points as numbers.

The core counts points in units, whole numbers of which some make a point: it adds and
compare millions of them. Here they are changed into one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import field, fields
from fractions import Fraction
from math import lcm
from typing import Any

from crivello.front.player import as_tuple
from crivello.front.score import Score
from crivello.model import settings as model
from crivello.model.reprs import value_repr
from crivello.model.result import Award, Colour
from crivello.standard.classes import frozen

Number = Fraction | float | str
"""A value accepted as points: 1, 0.5, "½", `Score` …"""


def _score(value: Any) -> Any:
    """Return the score of a number; any other value stays, for `validate` to report."""
    from crivello.model.errors import WordError

    if isinstance(value, bool) or not isinstance(value, int | float | str | Fraction):
        return value
    try:
        return Score(value)
    except WordError:
        return value


@frozen
class Scoring:
    """The points of results and byes.

    What is not given follows: Black from White, forfeits and byes from what they are like.

    >>> Scoring()
    Scoring()
    >>> football = Scoring(win=3, draw=1)
    >>> football, football.full_point_bye, football.pairing_allocated_bye
    (Scoring(win=Score('3'), draw=Score('1')), Score('3'), Score('3'))
    >>> Scoring(pairing_allocated_bye="½").pairing_allocated_bye
    Score('½')
    """

    win: Score
    draw: Score
    loss: Score
    black_win: Score
    """For colours that score differently, like the next two; by default as for White."""
    black_draw: Score
    black_loss: Score
    forfeit_win: Score
    """Like a win."""
    forfeit_loss: Score
    pairing_allocated_bye: Score
    """Like a win (C.04.1: 3)."""
    half_point_bye: Score
    """Like a draw."""
    full_point_bye: Score
    """Like a win."""
    zero_point_bye: Score
    adjourned: Score
    """The points of an open game in the pairing; by default like a draw."""

    def __init__(
        self,
        win: Number = 1,
        draw: Number = 0.5,
        loss: Number = 0,
        *,
        black_win: Number | None = None,
        black_draw: Number | None = None,
        black_loss: Number | None = None,
        forfeit_win: Number | None = None,
        forfeit_loss: Number = 0,
        pairing_allocated_bye: Number | None = None,
        half_point_bye: Number | None = None,
        full_point_bye: Number | None = None,
        zero_point_bye: Number = 0,
        adjourned: Number | None = None,
    ) -> None:
        given = dict(locals())
        for one in fields(self):
            value, like = given[one.name], _LIKE.get(one.name)
            object.__setattr__(
                self, one.name, _score(given[like] if value is None and like else value)
            )

    def __repr__(self) -> str:
        parts = []
        for one in fields(self):
            value = getattr(self, one.name)
            like = getattr(self, _LIKE[one.name]) if one.name in _LIKE else _DEFAULT[one.name]
            if value != like:
                parts.append(f"{one.name}={value!r}")
        return f"Scoring({', '.join(parts)})"


_DEFAULT = {"win": 1, "draw": 0.5, "loss": 0, "forfeit_loss": 0, "zero_point_bye": 0}
_LIKE = {
    "black_win": "win",
    "black_draw": "draw",
    "black_loss": "loss",
    "forfeit_win": "win",
    "pairing_allocated_bye": "win",
    "half_point_bye": "draw",
    "full_point_bye": "win",
    "adjourned": "draw",
}
"""The defaults of points that are not given."""
_OF_WHITE = {"win": "white_win", "draw": "white_draw", "loss": "white_loss"}
"""The fields of the model with other names."""


@frozen
class PointsAdjustment:
    """Points outside the scoring: a bonus, a penalty, or another award for some players.

    With an `award`, these players get `points` for that award instead of the usual ones;
    without, `points` is a bonus or, negative, a penalty.

    >>> PointsAdjustment([7], "-½", round=3)
    PointsAdjustment((7,), Score('-½'), round=3)
    """

    players: tuple[int, ...]
    points: Score
    round: int | None = None
    """None: in every round for an award, from the start for a bonus or penalty."""
    award: Award | None = None

    __repr__ = value_repr

    def __init__(
        self,
        players: Iterable[int],
        points: Number,
        round: int | None = None,
        award: Award | None = None,
    ) -> None:
        object.__setattr__(self, "players", as_tuple(players))
        object.__setattr__(self, "points", _score(points))
        object.__setattr__(self, "round", round)
        object.__setattr__(self, "award", award)


@frozen
class Acceleration:
    """Virtual points: by a method (`baku-2016`, `baku-2025`, `baku-2026`) or player by player.

    >>> Acceleration("baku-2026")
    Acceleration(method='baku-2026')
    >>> Acceleration(virtual={1: [1, 1, "½"]})
    Acceleration(virtual=((1, (Score('1'), Score('1'), Score('½'))),))
    """

    method: str | None = None
    virtual: tuple[tuple[int, tuple[Score, ...]], ...] = ()
    """(player id, points of round 1, 2, …); where given, it overrides the method."""
    last_of_group_a: int | None = None
    """Id of the player who marks the border of group A, once it has been drawn."""

    __repr__ = value_repr

    def __init__(
        self,
        method: str | None = None,
        virtual: Mapping[int, Iterable[Number]] | Iterable[tuple[int, Iterable[Number]]] = (),
        last_of_group_a: int | None = None,
    ) -> None:
        rows: Any = tuple(virtual.items()) if isinstance(virtual, Mapping) else as_tuple(virtual)
        rows = tuple(map(_virtual, rows)) if isinstance(rows, tuple) else rows
        object.__setattr__(self, "method", method)
        object.__setattr__(self, "virtual", rows)
        object.__setattr__(self, "last_of_group_a", last_of_group_a)


def _virtual(row: Any) -> Any:
    """Return the virtual points of one player; a value of another form stays."""
    row = as_tuple(row)
    if not (isinstance(row, tuple) and len(row) == 2):
        return row
    points = as_tuple(row[1])
    return row[0], tuple(map(_score, points)) if isinstance(points, tuple) else points


@frozen
class Settings(model.Settings):
    """All that is announced of a tournament except its players.

    >>> Settings(name="Open", rounds=7, scoring=Scoring(win=3, draw=1))
    Settings(name='Open', rounds=7, scoring=Scoring(win=Score('3'), draw=Score('1')))
    """

    # The same fields in the same order; these three with numbers in place of units.
    scoring: Scoring = field(default_factory=Scoring)  # type: ignore[assignment]
    acceleration: Acceleration = field(default_factory=Acceleration)  # type: ignore[assignment]
    adjustments: tuple[PointsAdjustment, ...] = ()  # type: ignore[assignment]

    __repr__ = value_repr

    def __post_init__(self) -> None:
        for one in fields(self):
            object.__setattr__(self, one.name, as_tuple(getattr(self, one.name)))
        colour: Any = self.initial_colour
        if isinstance(colour, str):
            with suppress(ValueError):  # `validate` reports a text that does not name a colour
                object.__setattr__(self, "initial_colour", Colour(colour))


_NAMES = [one.name for one in fields(model.Settings)]


def public_settings(settings: model.Settings) -> Settings:
    """Return the settings with points as numbers instead of units."""
    scoring, unit = settings.scoring, settings.scoring.unit
    points = {
        one.name: Score(getattr(scoring, _OF_WHITE.get(one.name, one.name)), unit)
        for one in fields(Scoring)
    }
    acceleration = settings.acceleration
    values = {name: getattr(settings, name) for name in _NAMES} | {
        "scoring": Scoring(**points),
        "acceleration": Acceleration(
            acceleration.method,
            tuple(
                (player, tuple(Score(one, unit) for one in of))
                for player, of in acceleration.virtual
            ),
            acceleration.last_of_group_a,
        ),
        "adjustments": tuple(
            PointsAdjustment(one.players, Score(one.points, unit), one.round, one.award)
            for one in settings.adjustments
        ),
    }
    return Settings(**values)


def model_settings(settings: Settings) -> model.Settings:
    """Return the settings with points in units: the fewest units per point that make every value,
    and half a point, whole.
    """
    points = {one.name: getattr(settings.scoring, one.name) for one in fields(Scoring)}
    virtual = settings.acceleration.virtual
    unit = lcm(
        2,
        *(value.denominator for value in points.values()),
        *(one.denominator for _, of in virtual for one in of),
        *(one.points.denominator for one in settings.adjustments),
    )
    values = {name: getattr(settings, name) for name in _NAMES} | {
        "scoring": model.Scoring(
            unit, **{_OF_WHITE.get(name, name): int(value * unit) for name, value in points.items()}
        ),
        "acceleration": model.Acceleration(
            settings.acceleration.method,
            tuple((player, tuple(int(one * unit) for one in of)) for player, of in virtual),
            settings.acceleration.last_of_group_a,
        ),
        "adjustments": tuple(
            model.PointsAdjustment(one.players, int(one.points * unit), one.round, one.award)
            for one in settings.adjustments
        ),
    }
    return model.Settings(**values)
