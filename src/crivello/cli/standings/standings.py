"""`crivello standings`: show the standings, the working of tie-breaks, and why a player ranks above
another.
"""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.options import Arguments
from crivello.cli.sources import Source, given_player, load
from crivello.cli.standings.tables import answer_files, chosen_form, render_tables
from crivello.model.errors import Illegal
from crivello.model.grammar import read_codes
from crivello.model.matches import has_teams
from crivello.model.player_lookup import candidates, find_two
from crivello.model.tournament import Tournament
from crivello.standings.categories import parse_category
from crivello.standings.sheet import EventFormat
from crivello.standings.standings import Standings, standings
from crivello.standings.statistics import statistics, statistics_table, upsets_table
from crivello.standings.teams import team_tables
from crivello.standings.unplayed import IN_FORCE, find_edition
from crivello.standings.wording import standings_table, why, working_table
from crivello.words import translator


def run(arguments: Arguments, console: Console) -> int:
    return answer_files(arguments, console, _of_source)


def _of_source(arguments: Arguments, console: Console, source: Source) -> str | bytes:
    of_players = "--player" in arguments or "--why" in arguments
    by_id = chosen_form(arguments, console) == "json" and not of_players
    tournament = load(source, console, arguments, tolerant=True, by_id=by_id)
    return _answer(tournament, _standings(tournament, arguments), arguments, console)


def _standings(tournament: Tournament, arguments: Arguments) -> Standings:
    codes = arguments.get("--tie-breaks")
    edition = arguments.get("--edition")
    return standings(
        tournament,
        arguments.number("--round"),
        None if codes is None else read_codes(codes),
        IN_FORCE if edition is None else find_edition(edition),
        EventFormat.ROUND_ROBIN if "--round-robin" in arguments else None,
    )


def _answer(
    tournament: Tournament, table: Standings, arguments: Arguments, console: Console
) -> str | bytes:
    words = translator(console.language).of_teams(has_teams(tournament))
    form = chosen_form(arguments, console)
    pair = arguments.get("--why")
    if pair is not None:
        one, two = find_two(candidates(tournament.players), pair, Illegal)
        said = why(tournament, table, one, two, words)
        if form == "json":
            return console.view("why", {"text": said})
        return said + "\n"
    player = given_player(arguments, tournament)
    if player is not None:
        return render_tables([working_table(tournament, table, player, words)], form, console)
    if "--statistics" in arguments:
        found = statistics(tournament, table.round)
        views = [statistics_table(tournament, found, words)]
        if found.upsets and form != "csv":  # one kind of lines in a CSV
            views.append(upsets_table(tournament, found, words))
        return render_tables(views, form, console, "statistics")
    text = arguments.get("--category")
    category = None if text is None else parse_category(text, tournament)
    if form == "json":
        from crivello.reports.views.tables import standings_view

        return console.view("standings", standings_view(tournament, table, words, category))
    tables = [standings_table(tournament, table, words, category, "--deciding" in arguments)]
    if category is None and form != "csv":  # one kind of lines in a CSV
        tables += team_tables(tournament, words)
    return render_tables(tables, form, console, "standings")
