"""`crivello ratings`: performance, expected score and rating change."""

from __future__ import annotations

from functools import partial

from crivello.cli.console import Console
from crivello.cli.files import write_text
from crivello.cli.options import Arguments
from crivello.cli.sources import Source, answer_each, given_paths
from crivello.cli.standings.tables import chosen_form, rendered
from crivello.cli.tournaments import load
from crivello.model.errors import Illegal
from crivello.standings.rating_views import player_rating_table, rating_table
from crivello.standings.ratings import rating_changes
from crivello.standings.standings import last_complete_round
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
    wanted = arguments.number("--round")
    after = last_complete_round(tournament) if wanted is None else wanted
    if after > tournament.paired_rounds:
        raise Illegal(
            N_("There is no round {round} yet; rounds paired so far: {paired}."),
            round=after,
            paired=tournament.paired_rounds,
        )
    changes = rating_changes(tournament, after)
    words = translator(console.language)
    player = arguments.number("--player")
    if player is None:
        view = rating_table(tournament, changes, after, words)
    else:
        view = player_rating_table(tournament, changes, player, words)
    return rendered([view], chosen_form(arguments, console), console)
