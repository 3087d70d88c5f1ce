"""`crivello prizes` and `norms`: show who wins how much and why, and who has made a title norm."""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.files import display_name, is_tournament_file, read_bytes
from crivello.cli.options import Arguments, UsageError
from crivello.cli.sources import (
    given_path,
    given_player,
    given_tournament,
    load_with_pace,
    must_have_prizes,
    one_source,
)
from crivello.cli.standings.tables import chosen_form, render_tables
from crivello.formats.trf.canonical_form import by_number
from crivello.model.grammar import read_codes
from crivello.model.matches import has_teams, people_after
from crivello.standings.norms import field_of, norm_checks, norm_table, player_norm_tables
from crivello.standings.prizes.awards import award
from crivello.standings.prizes.prize_lists import read_prizes
from crivello.standings.prizes.wording import player_prize_table, prize_table
from crivello.standings.standings import last_complete_round, standings
from crivello.words import N_, translator

ONE_INPUT = N_("Only one of the two files can be standard input.")


def prizes(arguments: Arguments, console: Console) -> int:
    named = arguments.require("PRIZES")
    if "FILE" not in arguments.lists and named and is_tournament_file(named):
        # only the tournament was named
        arguments.values["FILE"], arguments.lists["FILE"] = named, [named]
        named = ""
    path = must_have_prizes(arguments, console, named, "crivello prizes prizes.toml")
    if path == arguments.get("FILE") == "-":
        raise UsageError(ONE_INPUT)
    data = read_bytes(path)
    tournament = given_tournament(arguments, console, tolerant=True)
    codes = arguments.get("--tie-breaks")
    table = standings(
        tournament,
        arguments.number("--round"),
        None if codes is None else read_codes(codes),
    )
    console.source = display_name(path)
    awards = award(read_prizes(data, tournament), table)
    words = translator(console.language).of_teams(has_teams(tournament))
    player = given_player(arguments, tournament)
    if player is None:
        view = prize_table(tournament, awards, words)
    else:
        view = player_prize_table(tournament, awards, player, words)
    text = render_tables([view], chosen_form(arguments, console), console)
    return console.write(text)


def norms(arguments: Arguments, console: Console) -> int:
    """Run `crivello norms`: show each requirement as met, not met, or impossible to check."""
    tournament, pace = load_with_pace(one_source(given_path(arguments)), console, arguments)
    wanted = arguments.number("--round")
    after = last_complete_round(tournament) if wanted is None else wanted
    people, after = people_after(tournament, after)
    tournament = by_number(people)
    checks = norm_checks(tournament, after, pace)
    field = field_of(tournament, after, pace)
    words = translator(console.language)
    form = chosen_form(arguments, console)
    player = given_player(arguments, tournament)
    if player is None:
        text = render_tables([norm_table(tournament, checks, field, after, words)], form, console)
    else:
        views = player_norm_tables(tournament, checks, field, after, player, words)
        # One kind of lines in a CSV: the requirements.
        text = render_tables(views[:1] if form == "csv" else views, form, console, "player-norms")
    return console.write(text)
