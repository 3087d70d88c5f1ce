"""`crivello norms`: requirement by requirement, met, not met or not to be checked."""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.files import write_text
from crivello.cli.options import Arguments
from crivello.cli.standings.tables import chosen_form, rendered
from crivello.cli.tournaments import given
from crivello.standings.norms.check import field_of, norm_checks
from crivello.standings.norms.views import norm_table, player_norm_tables
from crivello.standings.standings import last_complete_round
from crivello.words import translator


def run(arguments: Arguments, console: Console) -> int:
    tournament = given(arguments, console, tolerant=True)
    wanted = arguments.number("--round")
    after = last_complete_round(tournament) if wanted is None else wanted
    checks = norm_checks(tournament, after)
    field = field_of(tournament, after)
    words = translator(console.language)
    form = chosen_form(arguments, console)
    player = arguments.number("--player")
    if player is None:
        text = rendered([norm_table(tournament, checks, field, after, words)], form, console)
    else:
        views = player_norm_tables(tournament, checks, field, player, words)
        # One kind of lines in a CSV: the requirements.
        text = rendered(views[:1] if form == "csv" else views, form, console, "player-norms")
    write_text(arguments.get("--output") or "-", text)
    return 0
