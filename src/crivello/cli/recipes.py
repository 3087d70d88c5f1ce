"""From options and configuration files to the recipe of a random tournament."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from crivello.audit.recipe import Recipe, points_of, read_recipe, with_points
from crivello.cli.console import Console
from crivello.cli.errors import warn
from crivello.cli.files import read_bytes, shown
from crivello.cli.options import Arguments, UsageError
from crivello.cli.recipe_options import CONFIG, PLAYERS, RATES, ROUNDS, SCORING
from crivello.model.errors import Illegal
from crivello.words import N_


def recipe_of(arguments: Arguments, console: Console, start: Recipe) -> Recipe:
    """The recipe that the configuration file and the options ask for; options win."""
    recipe = start
    config = arguments.get(CONFIG.name)
    if config is not None:
        recipe = recipe_of_file(config, console, recipe)
    given: dict[str, Any] = {}
    for setting in (PLAYERS, ROUNDS, *RATES):
        name = setting.option.name
        if name not in arguments:
            continue
        if not setting.option.value:
            given[setting.field] = True
        elif not setting.option.number:
            given[setting.field] = arguments.get(name)
        elif setting not in (PLAYERS, ROUNDS) or "-" not in arguments.require(name):
            given[setting.field] = int(arguments.require(name))
    given["scoring"] = with_points(recipe.scoring, _points(arguments))
    return sensible(replace(recipe, **given))


def _points(arguments: Arguments) -> dict[str, Fraction]:
    points = {}
    for name, key, _ in SCORING:
        if name in arguments:
            amount = points_of(arguments.require(name))
            if amount is None:
                raise UsageError(N_("{option} needs points, such as 0.5."), option=name)
            points[key] = amount
    return points


def recipe_of_file(path: str, console: Console, start: Recipe) -> Recipe:
    console.source = shown(path)
    text = read_bytes(path).decode("utf-8-sig", "replace")
    recipe, warnings = read_recipe(text, start)
    warn(warnings, console)
    return recipe


def sensible(recipe: Recipe) -> Recipe:
    """Refuse what no tournament can be."""
    if recipe.lowest_rating > recipe.highest_rating:
        raise Illegal(
            N_("The lowest rating ({lowest}) is above the highest ({highest})."),
            lowest=recipe.lowest_rating,
            highest=recipe.highest_rating,
        )
    for name, share in (
        ("--draws", recipe.draw_percentage),
        ("--upsets", recipe.upset_percentage),
    ):
        if share > 100:
            raise UsageError(N_("{option} is a share of 0 to 100 percent."), option=name)
    if not 1 <= recipe.players <= 9999 or not 1 <= recipe.rounds <= 99:
        raise Illegal(N_("A report file has room for 1 to 9999 players and 1 to 99 rounds."))
    return recipe
