"""`crivello lots`: draw the numbers of a round robin, with a log."""

from __future__ import annotations

import secrets
from dataclasses import replace

from crivello.cli.console import Console
from crivello.cli.files import is_tournament_file
from crivello.cli.options import Arguments, UsageError
from crivello.cli.sources import given_path, load
from crivello.cli.tournament.convert import convert_text
from crivello.formats.trf.canonical_form import by_number
from crivello.model.grammar import is_number, read_numbers
from crivello.model.keys import ROUND_ROBIN, is_round_robin
from crivello.model.tournament import Tournament
from crivello.reports.views.round_robin import log_of_draw, lots_view, scheveningen_view
from crivello.rules.draw import LAST_ROUNDS, DrawMethod, draw_numbers, groups_by, with_numbers
from crivello.rules.round_robin import schedule_of
from crivello.rules.scheveningen import scheveningen_table
from crivello.words import N_, translator
from crivello.words.columns import clean

NOBODY_HAS = N_(
    "No player has a {what!r}, so there are no groups. Try --by federation or --by club."
)
NO_GROUPS = N_("{option} needs groups: name them with --by, such as --by federation.")


def run(arguments: Arguments, console: Console) -> int:
    path = given_path(arguments)
    tournament = load(path, console, arguments, by_id=True)  # lots are drawn by permanent ids
    wanted = arguments.get("--system") or tournament.settings.system
    if not is_round_robin(wanted):
        wanted = ROUND_ROBIN
    tournament = replace(tournament, settings=replace(tournament.settings, system=wanted))
    for option in ("--method", "--seed"):
        arguments.refuse_together("--numbers", option)
    numbers = arguments.get("--numbers")
    order = read_numbers(numbers or "")
    if is_tournament_file(path):
        ids = {player.number: player.id for player in tournament.players}
        order = tuple(ids.get(number, 0) for number in order)
    by_hand = DrawMethod.HAND.value if numbers is not None else None
    method = DrawMethod(by_hand or arguments.get("--method") or "lot")
    by = arguments.get("--by")
    groups = groups_by(tournament.players, by) if by else {}
    if by and not groups:
        raise UsageError(NOBODY_HAS, what=by)
    if not groups and method not in (DrawMethod.HAND, DrawMethod.LOT):
        raise UsageError(NO_GROUPS, option=f"--method {method.value}")
    seed = arguments.get("--seed") or str(secrets.randbelow(10**9))
    last = arguments.number("--last") or LAST_ROUNDS
    drawn = draw_numbers(tournament, method, seed, groups, last, order)
    numbered = with_rounds(with_numbers(tournament, drawn.order))
    words = translator(console.language)
    lines = [] if order else [console.say("Seed: {seed}", seed=seed)]
    lines += map(clean, log_of_draw(tournament, drawn, words))
    names = {player.id: clean(player.name) for player in tournament.players}
    lines += [f"{number:>3}  {names[player]}" for number, player in enumerate(drawn.order, start=1)]
    output = arguments.get("--output")
    if output is not None:
        form = arguments.get("--to") or "trf26"
        text, _ = convert_text(by_number(numbered), form)
        console.write_tournament(output, text, numbered, form)
        console.output = "-"
    if console.json:
        return console.write_view("lots", lots_view(tournament, drawn, words))
    return console.write_lines(lines)


def with_rounds(tournament: Tournament) -> Tournament:
    """Return the tournament with its number of rounds; if none is announced, that of the Berger
    table.
    """
    settings = tournament.settings
    rounds = settings.rounds or len(schedule_of(len(tournament.players), settings))
    return replace(tournament, settings=replace(settings, rounds=rounds))


def scheveningen(arguments: Arguments, console: Console) -> int:
    """Run `crivello scheveningen`: show who meets whom in each round, White first."""
    text = arguments.require("BOARDS")
    if not is_number(text):
        raise UsageError(N_("BOARDS is a number of boards, such as 6."))
    table = scheveningen_table(int(text))
    if console.json:
        return console.write_view("scheveningen", scheveningen_view(table))
    lines = [
        f"{console.say('Round {round}', round=number)}: {'  '.join(map(str, games))}"
        for number, games in enumerate(table, start=1)
    ]
    return console.write_lines(lines)
