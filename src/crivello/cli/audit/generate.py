"""`crivello generate`: make a random tournament, complete with pairings and results."""

from __future__ import annotations

import secrets
from dataclasses import replace
from fractions import Fraction
from typing import Any

from crivello.audit.generator import draw_recipe, generate, replay
from crivello.audit.recipe import Recipe, points_of, read_recipe, with_points
from crivello.cli.commands import RATES, RATINGS, SCORING, SIZE
from crivello.cli.console import Console
from crivello.cli.errors import warn
from crivello.cli.files import display_name, read_bytes
from crivello.cli.options import Arguments, UsageError
from crivello.cli.sources import load, today
from crivello.cli.tournament.convert import convert_text
from crivello.engine.generating import check_limits
from crivello.model.grammar import is_number, read_codes, split_list
from crivello.model.keys import has_two_games, is_round_robin, pairs_matches, resolve
from crivello.model.matches import MatchTournament, has_teams
from crivello.model.tournament import Tournament
from crivello.standings.tie_breaks import parse_list
from crivello.systems.registry import find
from crivello.systems.request import choose_edition
from crivello.words import N_
from crivello.words.columns import clean

# From options and configuration files to the recipe


def recipe_of(arguments: Arguments, console: Console, start: Recipe) -> Recipe:
    """Return the recipe of the configuration file and the options; options take precedence."""
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
    return check_recipe(replace(recipe, **given))


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
    console.source = display_name(path)
    text = read_bytes(path).decode("utf-8-sig", "replace")
    recipe, warnings = read_recipe(text, start)
    warn(warnings, console)
    return recipe


def check_recipe(recipe: Recipe) -> Recipe:
    """Return the recipe, or raise an error if no tournament can have its settings."""
    check_limits(recipe)
    for name, share in (
        ("--draws", recipe.draw_percentage),
        ("--upsets", recipe.upset_percentage),
    ):
        if share > 100:
            raise UsageError(N_("{option} must be a percentage from 0 to 100."), option=name)
    return recipe


# The command


def run(arguments: Arguments, console: Console) -> int:
    seed = _seed(arguments, console)
    tournament = make_tournament(arguments, console, seed)
    form = arguments.get("--to") or "trf26"
    text, lost = convert_text(without_entries(tournament), form)
    console.write_tournament(arguments.get("--output") or "-", text, tournament, form)
    for loss in lost:
        console.remark(clean(console.say(loss)))
    remark_early_end(tournament, console)
    return 0


def make_tournament(arguments: Arguments, console: Console, seed: int) -> Tournament:
    wanted = arguments.get("--system")
    path = arguments.get("--model")
    if path is None:
        system = Recipe().system if wanted is None else resolve(wanted, today())
        find(system)  # raises if there is no such edition
        recipe = _recipe(arguments, console, system, seed)
        return _with_command(generate(recipe, seed), recipe, seed)
    for option in (*SIZE.values(), RATINGS):
        if option.name in arguments:
            raise UsageError(
                N_("{option} cannot be combined with --model, which takes it from the file."),
                option=option.name,
            )
    model = load(path, console)
    if "--tie-breaks" in arguments:
        codes = _codes(arguments, has_teams(model))
        settings = replace(model.settings, tie_breaks=codes, standings_order=("PTS", *codes))
        model = replace(model, settings=settings)
    recipe = recipe_of(arguments, console, Recipe())
    return replay(model, with_system(recipe, choose_edition(model, wanted, today())), seed)


def _recipe(arguments: Arguments, console: Console, system: str, seed: int) -> Recipe:
    """Return the recipe of the options; if they do not describe a tournament, draw a whole
    recipe.
    """
    text = arguments.get("--ratings")
    ratings = () if text is None else _ratings(text)
    if ratings:
        arguments.refuse_together("--ratings", "--players")
    if _says_something(arguments):
        recipe = replace(recipe_of(arguments, console, Recipe()), system=system)
    else:
        recipe = draw_recipe(system, seed, len(ratings) or None)
    given: dict[str, Any] = {"ratings": ratings}
    if ratings:
        given["players"] = len(ratings)
    if "--tie-breaks" in arguments:
        teams = pairs_matches(system) and not has_two_games(system)
        given["tie_breaks"] = _codes(arguments, teams)
    return check_recipe(replace(recipe, **given))


def _codes(arguments: Arguments, teams: bool = False) -> tuple[str, ...]:
    codes = read_codes(arguments.require("--tie-breaks"))
    return tuple(key.code for key in parse_list(codes, teams) if key.code != "PTS")


def _says_something(arguments: Arguments) -> bool:
    options = [option.name for option in (SIZE | RATES).values()]
    return any(
        name in arguments for name in (*options, *(name for name, _, _ in SCORING), "--config")
    )


def _ratings(text: str) -> tuple[int, ...]:
    """Return ratings typed as ``2400,2310,1995``, or those in a file, one on each line."""
    words = split_list(text)
    if not all(map(is_number, words)):
        words = split_list(read_bytes(text).decode("utf-8-sig", "replace"))
    if not words or not all(is_number(word, 4) for word in words):
        raise UsageError(
            N_("{option} needs ratings such as 2400,2310,1995, or a file of them."),
            option="--ratings",
        )
    return tuple(map(int, words))


def _with_command(tournament: Tournament, recipe: Recipe, seed: int) -> Tournament:
    """Return the tournament with a comment: the command that generates it again, all options
    included.
    """
    words = ["crivello", "generate", "--seed", str(seed), "--system", recipe.system]
    plain = Recipe()
    for name, option in (SIZE | RATES).items():
        if name == "rounds" and is_round_robin(recipe.system):
            continue  # they follow from the number of players
        value = getattr(recipe, name)
        if name == "players" and recipe.ratings:
            words += [RATINGS.name, ",".join(map(str, recipe.ratings))]
        elif name in SIZE or value != getattr(plain, name):
            words += [option.name, *([] if value is True else [str(value)])]
    unit = recipe.scoring.unit
    for (name, _, _), field in zip(SCORING, WORTH, strict=True):
        worth = Fraction(getattr(recipe.scoring, field), unit)
        if worth != Fraction(getattr(plain.scoring, field), plain.scoring.unit):
            words += [name, f"{float(worth):g}"]
    if recipe.tie_breaks:
        words += ["--tie-breaks", ",".join(recipe.tie_breaks)]
    settings = replace(tournament.settings, comments=(" ".join(words),))
    if isinstance(tournament, MatchTournament):  # the file is that of its games
        people = tournament.individual
        own = replace(people.settings, comments=settings.comments)
        tournament = replace(tournament, individual=replace(people, settings=own))
    return replace(tournament, settings=settings)


WORTH = ("white_win", "white_draw", "white_loss", "pairing_allocated_bye")
"""The fields of the scoring that `SCORING` sets."""


def without_entries(tournament: Tournament) -> Tournament:
    """Return a finished tournament without late entries and withdrawals, as its rounds imply
    them.
    """
    if tournament.paired_rounds != tournament.settings.rounds:
        return tournament
    if isinstance(tournament, MatchTournament):
        tournament = replace(tournament, individual=_all_there(tournament.individual))
    return _all_there(tournament)


def _all_there(tournament: Tournament) -> Tournament:
    players = tuple(replace(p, entered=1, withdrawn_after=None) for p in tournament.players)
    return replace(tournament, players=players)


def with_system(recipe: Recipe, key: str) -> Recipe:
    find(key)  # raises if there is no such edition
    return replace(recipe, system=key)


def remark_early_end(tournament: Tournament, console: Console) -> None:
    rounds = tournament.settings.rounds
    if rounds is not None and tournament.paired_rounds < rounds:
        sentence = N_("Round {round} cannot be paired; the tournament ends before it.")
        console.remark(console.say(sentence, round=tournament.next_round))


def _seed(arguments: Arguments, console: Console) -> int:
    """Return the seed given, or a random one, which is shown so that the tournament can be made
    again.
    """
    seed = arguments.number("--seed")
    if seed is None:
        seed = secrets.randbelow(10**9)
        console.remark(console.say("Seed: {seed}", seed=seed))
    return seed
