"""Checking and generating by the calling convention of other pairing programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from crivello.audit.checker import Answer, with_rounds
from crivello.audit.generator import generate as make
from crivello.audit.generator import replay
from crivello.audit.recipe import Recipe
from crivello.cli.checklist import checklist
from crivello.cli.console import Console
from crivello.cli.files import shown, write_bytes, write_text
from crivello.cli.generate import drawn_seed, tell_early_end
from crivello.cli.options import UsageError
from crivello.cli.recipes import recipe_of_file, sensible
from crivello.model.errors import Illegal, Impossible
from crivello.model.pairing import Board, RoundPairing
from crivello.model.tournament import Tournament
from crivello.rules.field import build_field
from crivello.systems.registry import System
from crivello.words import N_
from crivello.words.columns import LEFT, align

if TYPE_CHECKING:
    from crivello.cli.engine import Job


def check(job: Job) -> int:
    """``name: Round #n`` for every round; under it both pairings where they differ.

    Differences are findings, not errors: the exit code is 0.
    """
    list_path = job.list_path()
    tournament = with_rounds(job.tournament())
    system = job.system_of(tournament)
    lines: list[str] = []
    for number in _rounds(job, tournament):
        lines.append(f"{shown(job.path)}: Round #{number}")
        lines += _comparison(system, tournament, number, job.console)
    if list_path is not None:
        write_text(list_path, _lists(system, tournament, job.console))
    write_text("-", "".join(f"{line}\n" for line in lines))
    return 0


def _rounds(job: Job, tournament: Tournament) -> Iterator[int]:
    text = job.arguments.get("-c")
    if text is None:
        yield from range(1, tournament.paired_rounds + 1)
        return
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise UsageError(
            N_("{option} needs a whole number from {least}, not {value!r}."),
            option="-c",
            least=1,
            value=text,
        )
    if not 1 <= int(text) <= tournament.paired_rounds:
        raise Illegal(
            N_("There is no round {round} yet; rounds paired so far: {paired}."),
            round=int(text),
            paired=tournament.paired_rounds,
        )
    yield int(text)


def _comparison(system: System, tournament: Tournament, number: int, console: Console) -> list[str]:
    """Nothing for a round that is the same; else the checker's and the tournament's boards."""
    actual = Answer.actual(tournament.round(number))
    expected: RoundPairing | None = None
    try:
        expected = system.pair(tournament, number)
        ours = [_board(board) for board in expected.boards]
        ours += [] if expected.bye is None else [f"{expected.bye} 0"]
        if Answer.expected(expected) == actual:
            return []
    except Impossible:  # a discrepancy like any other
        ours = [console.say("no pairing")]
    place = {board: number for number, board in enumerate(expected.boards if expected else ())}
    boards = sorted(actual.boards, key=lambda b: (place.get(b, len(place)), b.white, b.black))
    theirs = [_board(board) for board in boards]
    theirs += [] if actual.bye is None else [f"{actual.bye} 0"]
    rows = [[console.say("Checker"), console.say("Tournament")]]
    for index in range(max(len(ours), len(theirs))):
        rows.append([column[index] if index < len(column) else "" for column in (ours, theirs)])
    return ["  " + line for line in align(rows, LEFT * 2)]


def _board(board: Board) -> str:
    return f"{board.white} {board.black}"


def _lists(system: System, tournament: Tournament, console: Console) -> str:
    """What was known of each player before each round that can be paired."""
    texts = []
    for number in range(1, tournament.paired_rounds + 1):
        try:
            pairing = system.pair(tournament, number)
        except Impossible:
            continue
        field = build_field(tournament, number, system.field_rules)
        texts.append(checklist(field, pairing, tournament, console))
    return "\n".join(texts)


def generate(job: Job) -> int:
    """A tournament from a model file, a configuration file, or by default settings."""
    arguments, console = job.arguments, job.console
    target = arguments.get("-o")
    if target is None:
        raise UsageError(N_("{operand} is missing."), operand="-o")
    config = arguments.get("-g")
    if job.path and config is not None:
        raise UsageError(N_("Generate from a tournament or from a configuration, not from both."))
    list_path = job.list_path()
    seed = arguments.number("-s")
    if seed is None:
        seed = drawn_seed(console)
    if job.path:
        model = job.tournament()
        system = job.system_of(model)
        tournament = replay(model, replace(Recipe(), system=system.key), seed)
    else:
        recipe = Recipe() if config is None else recipe_of_file(config, console, Recipe())
        system = job.system_of(Tournament())
        accelerated = "baku-2016" if "-b" in arguments else None
        recipe = replace(recipe, system=system.key, acceleration=accelerated)
        tournament = make(sensible(recipe), seed)
    from crivello.formats.trf import write_trf

    write_bytes(target, write_trf(tournament, "trfbx").encode())
    if list_path is not None:
        write_text(list_path, _lists(system, tournament, console))
    tell_early_end(tournament, console)
    return 0
