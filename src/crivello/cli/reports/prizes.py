"""`crivello prizes`: who wins how much, and why."""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.files import read_bytes, shown, write_text
from crivello.cli.options import Arguments, UsageError
from crivello.cli.standings.tables import chosen_form, rendered
from crivello.cli.tournaments import given
from crivello.standings.prizes.awards import award
from crivello.standings.prizes.reading import read_prizes
from crivello.standings.prizes.views import player_prize_table, prize_table
from crivello.standings.standings import standings
from crivello.words import N_, translator

ONE_INPUT = N_("Only one of the two files can be standard input.")


def run(arguments: Arguments, console: Console) -> int:
    path = arguments.require("PRIZES")
    if path == arguments.get("FILE") == "-":
        raise UsageError(ONE_INPUT)
    data = read_bytes(path)
    tournament = given(arguments, console, tolerant=True)
    codes = arguments.get("--tie-breaks")
    table = standings(
        tournament,
        arguments.number("--round"),
        None if codes is None else [code for code in codes.split(",") if code.strip()],
    )
    console.source = shown(path)
    awards = award(read_prizes(data, tournament), table)
    words = translator(console.language)
    player = arguments.number("--player")
    if player is None:
        view = prize_table(tournament, awards, words)
    else:
        view = player_prize_table(tournament, awards, player, words)
    text = rendered([view], chosen_form(arguments, console), console)
    write_text(arguments.get("--output") or "-", text)
    return 0
