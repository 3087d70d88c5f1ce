"""Tables in the requested format; and `crivello card` and `ratings`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial

from crivello.cli.console import Console
from crivello.cli.options import Arguments, UsageError
from crivello.cli.sources import (
    Source,
    answer_each,
    given_paths,
    given_player,
    is_of_desk,
    load,
    load_with_pace,
    today,
)
from crivello.formats.trf.canonical_form import by_number
from crivello.model.errors import Illegal, not_paired_yet
from crivello.model.tournament import Tournament
from crivello.reports.working_crosstable import card_facts
from crivello.standings.crosstable import Crosstable, card_table, crosstable
from crivello.standings.ratings import player_rating_table, rating_changes, rating_table
from crivello.standings.standings import last_complete_round
from crivello.standings.table import Table, as_csv, as_text
from crivello.systems.registry import find
from crivello.systems.request import edition_for_tables
from crivello.words import N_, translator

NOT_FOR_TERMINAL = N_("{form} is not for a terminal; name a file with --output.")


def chosen_form(arguments: Arguments, console: Console) -> str:
    return "json" if console.json else arguments.get("--to") or "text"


def _page(tables: Sequence[Table], several: str, console: Console) -> str:
    """Return one page; its title has the lines that all tables have in common."""
    from crivello.reports.document import Cards, Document
    from crivello.reports.layout import as_page

    first = tables[0]
    if len(tables) == 1:
        return as_page(Document(first.name, first.title, (first,)), console.language)
    common = tuple(line for line in first.title if all(line in one.title for one in tables))
    title = common if any(common) else (console.say("Tournament"),)
    return as_page(Document(several, title, (Cards(tuple(tables)),)), console.language)


def render_tables(
    tables: Sequence[Table], form: str, console: Console, several: str = ""
) -> str | bytes:
    """Return the tables as one answer; `several` is the name in JSON of an answer with many
    tables.
    """
    match form:
        case "csv":
            return as_csv(tables)
        case "xlsx" | "parquet":
            from crivello.reports.exports import as_xlsx
            from crivello.reports.parquet import as_parquet

            if console.output == "-" and sys.stdout.isatty():
                raise UsageError(NOT_FOR_TERMINAL, form=form.upper())
            return as_xlsx(tables) if form == "xlsx" else as_parquet(tables)
        case "html":
            return _page(tables, several, console)
        case "json":
            from crivello.reports.views.tables import table_view, tables_view

            if several:
                return console.view(several, tables_view(tables))
            return console.view(tables[0].name, table_view(tables[0]))
        case _:
            return "\n".join(as_text(table, console.width) for table in tables)


def answer_files(
    arguments: Arguments,
    console: Console,
    answer: Callable[[Arguments, Console, Source], str | bytes],
) -> int:
    """Write the answers for all files named; return the exit code."""
    form = chosen_form(arguments, console)
    one = partial(answer, arguments, console)
    return console.write(*answer_each(given_paths(arguments), form, console, one))


def crosstable_of(
    arguments: Arguments, console: Console, source: Source
) -> tuple[Tournament, str, Crosstable]:
    """Return the tournament of a file, its edition, and its crosstable after `--round`."""
    by_id = chosen_form(arguments, console) == "json"
    tournament = load(source, console, arguments, tolerant=True, by_id=by_id)
    tournament = tournament if by_id else by_number(tournament)
    key = edition_for_tables(tournament, arguments.get("--system"), today())
    table = crosstable(tournament, find(key).field_rules, arguments.number("--round"))
    return tournament, key, table


def card(arguments: Arguments, console: Console) -> int:
    """Run `crivello card`: show the pairing cards of the players."""
    return answer_files(arguments, console, _cards)


def _cards(arguments: Arguments, console: Console, source: Source) -> str | bytes:
    form = chosen_form(arguments, console)
    tournament, key, table = crosstable_of(arguments, console, source)
    player = given_player(arguments, tournament, by_number=is_of_desk(source))
    rows = [row for row in table.rows if player in (None, row.player.id)]
    words = translator(console.language)
    facts = {} if form == "json" else card_facts(tournament, find(key), table.rounds, words)
    cards = [
        card_table(tournament, table, row, words, facts.get(row.player.id, ())) for row in rows
    ]
    if not cards:
        raise Illegal(N_("The tournament has no players."))
    return render_tables(cards, form, console, "cards")


def ratings(arguments: Arguments, console: Console) -> int:
    """Run `crivello ratings`: show performance, expected score and rating change."""
    return answer_files(arguments, console, _ratings)


def _ratings(arguments: Arguments, console: Console, source: Source) -> str | bytes:
    tournament, pace = load_with_pace(source, console, arguments)
    wanted = arguments.number("--round")
    after = last_complete_round(tournament) if wanted is None else wanted
    if after > tournament.paired_rounds:
        raise not_paired_yet(after, tournament.paired_rounds)
    changes = rating_changes(tournament, after, pace)
    words = translator(console.language)
    player = given_player(arguments, tournament)
    if player is None:
        view = rating_table(tournament, changes, after, words, pace)
    else:
        view = player_rating_table(tournament, changes, after, player, words, pace)
    return render_tables([view], chosen_form(arguments, console), console)
