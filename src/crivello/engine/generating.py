"""Generate tournaments for ``-g``, by the settings of each program's configuration files.

The same key can have different meanings: ``ForfeitRate=20`` is one game in twenty for bbpPairings,
and twenty games in a thousand for JaVaFo.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from crivello.audit.generator import RandomNumbers, generate, replay
from crivello.audit.recipe import Rate, Recipe, points_of, read_recipe, with_amounts
from crivello.model.errors import Illegal, Malformed, Problem, Severity
from crivello.model.grammar import nearest_word
from crivello.model.sentence import N_, Sentence
from crivello.model.settings import Acceleration, Scoring
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import BAKU_2016

ATTEMPTS = 20
"""Attempts to draw a tournament that does not end before its last round."""

Reader = Callable[[str, int], tuple[Recipe, list[Problem]]]
"""A function from the text of a configuration (empty: none) and the seed to a recipe and
warnings.
"""


def bbp_recipe(text: str, seed: int) -> tuple[Recipe, list[Problem]]:
    """Return the recipe in a configuration of bbpPairings; raise `Malformed` for unknown keys, as
    bbpPairings does.
    """
    recipe, unknown = read_recipe(text)
    if unknown:
        raise Malformed(N_("The configuration of the generator cannot be read."), unknown)
    return recipe, []


DRAWN = {
    "PlayersNumber": (15, 415),
    "RoundsNumber": (5, 17),
    "ForfeitRate": (10, 100),
    "QuickgameRate": (0, 20),
    "ZPBRate": (0, 20),
    "HPBRate": (5, 45),
    "FPBRate": (0, 2),
    "HighestRating": (2400, 2800),
    "LowestRating": (1400, 2300),
    "Groups": (0, 10),
    "Separator": (20, 70),
}
"""JaVaFo's settings, and the range from which it draws those that a file leaves out."""
SCORES = {
    "WWPoints": "white_win",
    "BWPoints": "black_win",
    "WDPoints": "white_draw",
    "BDPoints": "black_draw",
    "WLPoints": "white_loss",
    "BLPoints": "black_loss",
    "ZPBPoints": "zero_point_bye",
    "HPBPoints": "half_point_bye",
    "FPBPoints": "full_point_bye",
    "PABPoints": "pairing_allocated_bye",
    "FWPoints": "forfeit_win",
    "FLPoints": "forfeit_loss",
}


def javafo_recipe(text: str, seed: int) -> tuple[Recipe, list[Problem]]:
    """Return the recipe in a configuration of JaVaFo, with a warning for each unknown key.

    Rates are in thousandths, and missing settings are drawn.
    """
    counts, points, unknown = _read_javafo_settings(text)
    rng = RandomNumbers(seed)
    drawn = {key: rng.between(*limits) for key, limits in DRAWN.items()}
    if "RoundsNumber" not in counts:  # few players cannot play many rounds
        players = counts.get("PlayersNumber", drawn["PlayersNumber"])
        drawn["RoundsNumber"] = max(1, min(drawn["RoundsNumber"], players // 2))
    if "HighestRating" not in counts:
        drawn["HighestRating"] = max(drawn["HighestRating"], counts.get("LowestRating", 0))
    if "LowestRating" not in counts:
        drawn["LowestRating"] = min(drawn["LowestRating"], counts.get("HighestRating", 9999))
    found = drawn | counts
    highest, lowest = found["HighestRating"], found["LowestRating"]
    recipe = Recipe(
        players=found["PlayersNumber"],
        rounds=found["RoundsNumber"],
        highest_rating=highest,
        lowest_rating=lowest,
        middle=(highest + lowest) // 2 - found["Separator"],
        deviation=(highest - lowest) // (found["Groups"] + 1),
        forfeit_rate=_convert_rate(found["ForfeitRate"]),
        short_rate=_convert_rate(found["QuickgameRate"]),
        zero_point_bye_rate=_convert_rate(found["ZPBRate"]),
        half_point_bye_rate=_convert_rate(found["HPBRate"]),
        full_point_bye_rate=_convert_rate(found["FPBRate"]),
        scoring=with_amounts(Scoring(), points),
    )
    return recipe, unknown


def _read_javafo_settings(
    text: str,
) -> tuple[dict[str, int], dict[str, Fraction], list[Problem]]:
    """Return the counts and the points in a properties file, with a warning for each unknown
    key.
    """
    counts: dict[str, int] = {}
    points: dict[str, Fraction] = {}
    unknown: list[Problem] = []
    wrong: list[Problem] = []
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        if not content or content[0] in "#!":
            continue
        key, _, value = (part.strip() for part in content.replace(":", "=", 1).partition("="))
        amount = points_of(value)
        if key in DRAWN and value.isascii() and value.isdigit() and len(value) < 7:
            counts[key] = int(value)
        elif key in SCORES and amount is not None:
            points[SCORES[key]] = amount
        elif key in DRAWN or key in SCORES:
            wrong.append(
                Problem(Sentence(N_("{key} needs a number."), key=key), line=number, found=value)
            )
        else:
            unknown.append(
                Problem(
                    Sentence(
                        N_(
                            "{key} is not a setting of the generator and is ignored."
                            "{near:| Did you mean {}?}"
                        ),
                        key=key,
                        near=nearest_word(key, (*DRAWN, *SCORES)),
                    ),
                    line=number,
                    severity=Severity.WARNING,
                )
            )
    if wrong:
        raise Malformed(N_("The configuration of the generator cannot be read."), wrong)
    return counts, points, unknown


def _convert_rate(rate: int) -> Rate:
    return Fraction(1000, rate) if rate else 0


def make(recipe: Recipe, seed: int, baku: bool) -> Tournament:
    """Return a random tournament; if it cannot be paired to the end, others are tried.

    With `baku`, it is accelerated if the Baku rules apply.
    """
    check_limits(recipe)
    if recipe.draw_percentage > 100:
        raise Illegal(N_("{key} must be a percentage from 0 to 100."), key="DrawPercentage")
    if baku and _is_feasible(recipe.rounds, recipe.scoring):
        recipe = replace(recipe, acceleration=BAKU_2016.key)
    return _complete(lambda one: generate(recipe, one), seed)


def make_like(model: Tournament, system: str, seed: int, baku: bool) -> Tournament:
    """Return a tournament with the players of `model` and new results."""
    settings = model.settings
    rounds = settings.rounds or len(model.rounds)
    plain = settings.acceleration == Acceleration()
    if baku and plain and _is_feasible(rounds, settings.scoring):
        settings = replace(settings, acceleration=Acceleration(method=BAKU_2016.key))
    model = replace(model, settings=replace(settings, rounds=rounds))
    recipe = replace(Recipe(), system=system)
    return _complete(lambda one: replay(model, recipe, one), seed)


def _complete(draw: Callable[[int], Tournament], seed: int) -> Tournament:
    first = tournament = draw(seed)
    for attempt in range(1, ATTEMPTS):
        if tournament.paired_rounds == tournament.settings.rounds:
            return tournament
        tournament = draw(seed + attempt * 2**64)
    return first


def _is_feasible(rounds: int, scoring: Scoring) -> bool:
    """Return True if the Baku rules of 2016 apply: nine rounds or more, and the usual points."""
    usual = (scoring.white_win, scoring.black_win, 2 * scoring.white_draw, 2 * scoring.black_draw)
    return rounds >= BAKU_2016.least_rounds and set(usual) == {scoring.unit}


def check_limits(recipe: Recipe) -> None:
    """Raise `Illegal` for ratings and sizes that no tournament can have."""
    if recipe.lowest_rating > recipe.highest_rating:
        raise Illegal(
            N_("The lowest rating ({lowest}) is above the highest ({highest})."),
            lowest=recipe.lowest_rating,
            highest=recipe.highest_rating,
        )
    if not 1 <= recipe.players <= 9999 or not 1 <= recipe.rounds <= 99:
        raise Illegal(N_("A report file has room for 1 to 9999 players and 1 to 99 rounds."))
