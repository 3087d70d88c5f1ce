"""Recipes of random tournaments, and the configuration files that set them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from fractions import Fraction
from math import lcm
from typing import Any

from crivello.model.errors import Malformed, Problem, Severity, WordError
from crivello.model.grammar import is_number, nearest_word, read_points
from crivello.model.keys import NEWEST
from crivello.model.sentence import N_, Sentence
from crivello.model.settings import OPTION_BY_KEY, Options, Scoring
from crivello.standard.classes import frozen

Rate = int | Fraction
"""A rate of r means once in r times on average; 0 means never."""


@frozen
class Recipe:
    """The settings of the generator."""

    players: int = 50
    rounds: int = 9
    highest_rating: int = 2600
    lowest_rating: int = 1400
    bell: bool = False
    """True: ratings are concentrated in the middle (each is the mean of three draws)."""
    middle: int | None = None
    """If set, ratings are normally distributed around this one, within the limits."""
    deviation: int = 200
    """The standard deviation of ratings around `middle`."""
    rating_error: int = 0
    """The standard deviation of ratings around the strengths; results are drawn from the
    strengths.
    """
    clubs: int = 0
    """The number of clubs; each player belongs to a random one. With 0 there are no clubs."""
    white_advantage: int = 0
    """The value of having White, in rating points."""
    draw_percentage: int = 30
    """The percentage of draws between equals; it shrinks as the expected score nears 0 or 100 %."""
    upset_percentage: int = 0
    """The percentage of games whose result is drawn as if the players were equal."""
    forfeit_rate: Rate = 0
    """The rate of forfeits per game: one player does not come."""
    double_forfeit_rate: Rate = 0
    unusual_rate: Rate = 0
    """The rate of unusual results per game: 0-0, ½-0 and 0-½ played, or less than one move."""
    short_rate: Rate = 0
    """The rate of games of less than one move with an ordinary result."""
    withdrawal_rate: Rate = 0
    """The rate of withdrawals per player, before each round after the first."""
    late_entry_rate: Rate = 0
    """The rate of late entries per player, each in a random later round of the first half."""
    half_point_bye_rate: Rate = 0
    """The rate of byes per player in each round, as are the next two."""
    full_point_bye_rate: Rate = 0
    zero_point_bye_rate: Rate = 0
    forbidden_pairs: int = 0
    acceleration: str | None = None
    """A method, such as ``baku-2026``."""
    system: str = NEWEST
    scoring: Scoring = field(default_factory=Scoring)
    """The points of single games."""
    choices: tuple[tuple[str, str], ...] = ()
    """Options of the system as people type them, each a key and a word."""
    boards: int = 4
    """The number of boards of a team match."""
    ratings: tuple[int, ...] = ()
    """The ratings of all players; if empty, ratings are drawn."""
    tie_breaks: tuple[str, ...] = ()
    """The announced tie-breaks, which decide the ranks; if empty, points and pairing numbers do."""

    @property
    def has_absences(self) -> bool:
        """True if players may withdraw or request byes."""
        return bool(
            self.withdrawal_rate
            or self.half_point_bye_rate
            or self.full_point_bye_rate
            or self.zero_point_bye_rate
        )

    @property
    def options(self) -> Options:
        options = Options()
        for key, word in self.choices:
            options = OPTION_BY_KEY[key].put(options, word)
        return options


_COUNTS = {
    "PlayersNumber": "players",
    "RoundsNumber": "rounds",
    "DrawPercentage": "draw_percentage",
    "ForfeitRate": "forfeit_rate",
    "RetiredRate": "withdrawal_rate",
    "HalfPointByeRate": "half_point_bye_rate",
    "HighestRating": "highest_rating",
    "LowestRating": "lowest_rating",
}
_POINTS = {
    "PointsForWin": ("white_win", "black_win", "forfeit_win", "full_point_bye"),
    "PointsForDraw": ("white_draw", "black_draw", "half_point_bye", "adjourned"),
    "PointsForLoss": ("white_loss", "black_loss"),
    "PointsForZPB": ("zero_point_bye",),
    "PointsForForfeitLoss": ("forfeit_loss",),
    "PointsForPAB": ("pairing_allocated_bye",),
}


def read_recipe(text: str, start: Recipe | None = None) -> tuple[Recipe, list[Problem]]:
    """Return the recipe in ``Key=Value`` lines with ``#`` comments, and warnings for unknown keys.

    The keys are those of the generators in use today; keys missing from the text keep their value
    in `start`.
    """
    recipe = start or Recipe()
    problems: list[Problem] = []
    warnings: list[Problem] = []
    counts: dict[str, Any] = {}
    points: dict[str, Fraction] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.split("#", 1)[0]
        if not content.strip():
            continue
        key, equals, value = (part.strip() for part in content.partition("="))
        column = content.find("=") + 2
        amount = points_of(value)
        if not equals:
            sentence = Sentence(N_("Write each line as Key=Value, or begin it with #."))
            problems.append(Problem(sentence, number, 1, content.strip(), "Key=Value"))
        elif key in _COUNTS and is_number(value, 6):
            counts[_COUNTS[key]] = int(value)
        elif key in _COUNTS:
            sentence = Sentence(N_("{key} needs a whole number."), key=key)
            problems.append(Problem(sentence, number, column, value, "0-999999"))
        elif key in _POINTS and amount is not None:
            points[key] = amount
        elif key in _POINTS:
            sentence = Sentence(N_("{key} needs a number of points."), key=key)
            problems.append(Problem(sentence, number, column, value, "0.5"))
        else:
            unknown = N_(
                "{key} is not a setting of the generator and is ignored.{near:| Did you mean {}?}"
            )
            known, near = ", ".join((*_COUNTS, *_POINTS)), nearest_word(key, (*_COUNTS, *_POINTS))
            warning = Problem(Sentence(unknown, key=key, near=near), number, 1, key, known)
            warnings.append(replace(warning, severity=Severity.WARNING))
    if problems:
        raise Malformed(N_("The configuration of the generator cannot be read."), problems)
    return replace(recipe, scoring=with_points(recipe.scoring, points), **counts), warnings


def points_of(text: str) -> Fraction | None:
    """Return points as people write them; None for any other text."""
    try:
        return read_points(text)
    except WordError:
        return None


def with_points(scoring: Scoring, points: dict[str, Fraction]) -> Scoring:
    """Return the scoring with points by key; a bye is worth a win unless the keys set it."""
    if not points:
        return scoring
    if "PointsForWin" in points:
        points.setdefault("PointsForPAB", points["PointsForWin"])
    return with_amounts(
        scoring, {name: amount for key, amount in points.items() for name in _POINTS[key]}
    )


def with_amounts(scoring: Scoring, amounts: Mapping[str, Fraction]) -> Scoring:
    """Return the scoring with other points, given by the names of its fields."""
    unit = lcm(scoring.unit, *(amount.denominator for amount in amounts.values()))
    names = [name for name in Scoring.__dataclass_fields__ if name != "unit"]
    values = {name: getattr(scoring, name) * (unit // scoring.unit) for name in names}
    return Scoring(unit=unit, **values | {name: int(amounts[name] * unit) for name in amounts})
