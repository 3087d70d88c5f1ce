"""`crivello generate`: a random tournament, complete with pairings and results."""

from __future__ import annotations

import secrets
from dataclasses import replace
from fractions import Fraction
from typing import Any

from crivello.audit.generator import generate, replay
from crivello.audit.recipe import Recipe, points_of, read_recipe, with_points
from crivello.cli.commands import RATES, SCORING, SIZE
from crivello.cli.console import Console
from crivello.cli.errors import warn
from crivello.cli.files import read_bytes, shown, write_bytes
from crivello.cli.options import Arguments, UsageError
from crivello.cli.sources import load, today
from crivello.cli.tournament.convert import convert_text
from crivello.engine.generating import refuse_nonsense
from crivello.model.keys import resolve
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from crivello.systems.request import choose_edition
from crivello.words import N_
from crivello.words.columns import clean

# From options and configuration files to the recipe


def recipe_of(arguments: Arguments, console: Console, start: Recipe) -> Recipe:
    """The recipe that the configuration file and the options ask for; options win."""
    recipe = start
    config = arguments.get("--config")
    if config is not None:
        recipe = recipe_of_file(config, console, recipe)
    given: dict[str, Any] = {}
    for field, option in (SIZE | RATES).items():
        if option.name not in arguments:
            continue
        if not option.value:
            given[field] = True
        elif not option.number:
            given[field] = arguments.get(option.name)
        elif field not in SIZE or "-" not in arguments.require(option.name):
            given[field] = int(arguments.require(option.name))
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
    """Refuse settings that no tournament can have."""
    refuse_nonsense(recipe)
    for name, share in (
        ("--draws", recipe.draw_percentage),
        ("--upsets", recipe.upset_percentage),
    ):
        if share > 100:
            raise UsageError(N_("{option} is a share of 0 to 100 percent."), option=name)
    return recipe


# The command


def run(arguments: Arguments, console: Console) -> int:
    seed = _seed(arguments, console)
    tournament = make_tournament(arguments, console, seed)
    text, lost = convert_text(without_entries(tournament), arguments.get("--to") or "trf26")
    write_bytes(arguments.get("--output") or "-", text.encode())
    for loss in lost:
        console.remark(clean(console.say(loss)))
    tell_early_end(tournament, console)
    return 0


def make_tournament(arguments: Arguments, console: Console, seed: int) -> Tournament:
    wanted = arguments.get("--system")
    path = arguments.get("--model")
    if path is None:
        recipe = recipe_of(arguments, console, Recipe())
        system = recipe.system if wanted is None else resolve(wanted, today())
        return generate(with_system(recipe, system), seed)
    for option in SIZE.values():
        if option.name in arguments:
            raise UsageError(
                N_("{option} cannot be combined with --model: the file says it."),
                option=option.name,
            )
    model = load(path, console)
    recipe = recipe_of(arguments, console, Recipe())
    return replay(model, with_system(recipe, choose_edition(model, wanted, today())), seed)


def without_entries(tournament: Tournament) -> Tournament:
    """A finished tournament without entries and withdrawals: its rounds tell as much."""
    if tournament.paired_rounds != tournament.settings.rounds:
        return tournament
    players = tuple(replace(p, entered=1, withdrawn_after=None) for p in tournament.players)
    return replace(tournament, players=players)


def with_system(recipe: Recipe, key: str) -> Recipe:
    find(key)  # raises if there is no such edition
    return replace(recipe, system=key)


def tell_early_end(tournament: Tournament, console: Console) -> None:
    rounds = tournament.settings.rounds
    if rounds is not None and tournament.paired_rounds < rounds:
        sentence = N_("Round {round} cannot be paired; the tournament ends before it.")
        console.remark(console.say(sentence, round=tournament.next_round))


def _seed(arguments: Arguments, console: Console) -> int:
    """The given seed, or a random one, which is shown: it makes the same tournament again."""
    seed = arguments.number("--seed")
    if seed is None:
        seed = secrets.randbelow(10**9)
        console.remark(console.say("Seed: {seed}", seed=seed))
    return seed
