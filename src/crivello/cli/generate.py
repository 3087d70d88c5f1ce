"""`crivello generate`: a random tournament, complete with pairings and results."""

from __future__ import annotations

from dataclasses import replace

from crivello.audit.generator import generate, replay
from crivello.audit.recipe import Recipe
from crivello.cli.console import Console
from crivello.cli.convert import converted
from crivello.cli.files import write_bytes
from crivello.cli.options import Arguments, UsageError
from crivello.cli.recipe_options import PLAYERS, ROUNDS
from crivello.cli.recipes import recipe_of
from crivello.cli.tournaments import load, today
from crivello.model.keys import resolve
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from crivello.systems.request import choose_edition
from crivello.words import N_
from crivello.words.columns import clean


def run(arguments: Arguments, console: Console) -> int:
    seed = _seed(arguments, console)
    tournament = made(arguments, console, seed)
    text, lost = converted(told_by_rounds(tournament), arguments.get("--to") or "trf26")
    write_bytes(arguments.get("--output") or "-", text.encode())
    for loss in lost:
        console.remark(clean(console.say(loss)))
    tell_early_end(tournament, console)
    return 0


def made(arguments: Arguments, console: Console, seed: int) -> Tournament:
    wanted = arguments.get("--system")
    path = arguments.get("--model")
    if path is None:
        recipe = recipe_of(arguments, console, Recipe())
        system = recipe.system if wanted is None else resolve(wanted, today())
        return generate(with_system(recipe, system), seed)
    for option in (PLAYERS.option, ROUNDS.option):
        if option.name in arguments:
            raise UsageError(
                N_("{option} does not go with --model: the file says it."), option=option.name
            )
    model = load(path, console)
    recipe = recipe_of(arguments, console, Recipe())
    return replay(model, with_system(recipe, choose_edition(model, wanted, today())), seed)


def told_by_rounds(tournament: Tournament) -> Tournament:
    """A finished tournament: its rounds tell who came late or left, and no file need do more."""
    if tournament.paired_rounds != tournament.settings.rounds:
        return tournament
    players = tuple(replace(p, entered=1, withdrawn_after=None) for p in tournament.players)
    return replace(tournament, players=players)


def with_system(recipe: Recipe, key: str) -> Recipe:
    find(key)  # it may be one that we do not have
    return replace(recipe, system=key)


def tell_early_end(tournament: Tournament, console: Console) -> None:
    rounds = tournament.settings.rounds
    if rounds is not None and tournament.paired_rounds < rounds:
        sentence = N_("Round {round} cannot be paired; the tournament ends before it.")
        console.remark(console.say(sentence, round=tournament.next_round))


def _seed(arguments: Arguments, console: Console) -> int:
    """The seed asked for, or any; then it is told, so that the tournament can be made again."""
    seed = arguments.number("--seed")
    return drawn_seed(console) if seed is None else seed


def drawn_seed(console: Console) -> int:
    import secrets

    seed = secrets.randbelow(10**9)
    console.remark(console.say("Seed: {seed}", seed=seed))
    return seed
