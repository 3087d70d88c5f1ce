"""`crivello card`: the pairing cards of the players."""

from __future__ import annotations

from functools import partial

from crivello.cli.console import Console
from crivello.cli.files import write_text
from crivello.cli.options import Arguments
from crivello.cli.sources import Source, answer_each, given_paths
from crivello.cli.standings.tables import chosen_form, rendered
from crivello.cli.tournaments import load, today
from crivello.model.errors import Illegal
from crivello.standings.crosstable import crosstable
from crivello.standings.crosstable_views import card_table
from crivello.systems.registry import find
from crivello.systems.request import edition_for_tables
from crivello.words import N_, translator


def run(arguments: Arguments, console: Console) -> int:
    form = chosen_form(arguments, console)
    text, code = answer_each(
        given_paths(arguments), form, console, partial(_answer, arguments, console)
    )
    write_text(arguments.get("--output") or "-", text)
    return code


def _answer(arguments: Arguments, console: Console, source: Source) -> str:
    tournament = load(source, console, arguments, tolerant=True)
    key = edition_for_tables(tournament, arguments.get("--system"), today())
    table = crosstable(tournament, find(key).field_rules, arguments.number("--round"))
    player = arguments.number("--player")
    if player is not None and player not in tournament.player:
        raise Illegal(N_("There is no player {player}."), player=player)
    words = translator(console.language)
    cards = [
        card_table(tournament, table, row, words)
        for row in table.rows
        if player in (None, row.player.id)
    ]
    if not cards:
        raise Illegal(N_("The tournament has no players."))
    return rendered(cards, chosen_form(arguments, console), console, "cards")
