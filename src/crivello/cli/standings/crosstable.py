"""`crivello crosstable`: show all rounds of all players, as arbiters' handbooks print them."""

from __future__ import annotations

from textwrap import wrap

from crivello.cli.console import Console
from crivello.cli.options import Arguments
from crivello.cli.sources import Source, load, today
from crivello.cli.standings.tables import answer_files, chosen_form, crosstable_of, render_tables
from crivello.model.tournament import Tournament
from crivello.reports.working_crosstable import working_crosstable
from crivello.standings.crosstable import Crosstable, crosstable_table
from crivello.standings.finality import open_games, provisional_line
from crivello.standings.round_robin import GridOrder, grid_table, progress, remaining_table
from crivello.standings.standings import standings
from crivello.systems.registry import find
from crivello.systems.request import edition_for_tables
from crivello.words import decimal_points, translator
from crivello.words.columns import GAP, LEFT, RIGHT, align, clean, cut, pad, width


def run(arguments: Arguments, console: Console) -> int:
    arguments.refuse_together("--by", "--working")
    return answer_files(arguments, console, _answer)


def _answer(arguments: Arguments, console: Console, source: Source) -> str | bytes:
    form = chosen_form(arguments, console)
    by = arguments.get("--by")
    if by is not None:
        return _grid(arguments, console, source, form, GridOrder(by))
    if "--working" in arguments:
        tournament = load(source, console, arguments, tolerant=True)
        key = edition_for_tables(tournament, arguments.get("--system"), today())
        made = working_crosstable(
            tournament, find(key), arguments.number("--round"), translator(console.language)
        )
        if form == "json":
            from crivello.reports.views.tables import table_view

            return console.view("working-crosstable", table_view(made))
        return render_tables([made], form, console)
    tournament, key, table = crosstable_of(arguments, console, source)
    if form == "json":
        from crivello.reports.views.tables import crosstable_view

        return console.view("crosstable", crosstable_view(tournament, table, key))
    if form == "text":
        return as_text(tournament, table, console)
    view = crosstable_table(tournament, table, translator(console.language))
    return render_tables([view], form, console)


def _grid(
    arguments: Arguments, console: Console, source: Source, form: str, by: GridOrder
) -> str | bytes:
    """Return the crosstable of a round robin, player against player, then the games still to be
    played.
    """
    tournament = load(source, console, arguments, tolerant=True, by_id=form == "json")
    after = arguments.number("--round")
    table = standings(tournament, tournament.paired_rounds if after is None else after)
    words = translator(console.language)
    if form == "json":
        from crivello.reports.views.round_robin import grid_view

        return console.view("grid", grid_view(tournament, table, words, by))
    tables = [grid_table(tournament, table, words, by)]
    if form == "text" and progress(tournament).open:
        tables.append(remaining_table(tournament, words))
    return render_tables(tables, form, console)


LONGEST_NAME = 28
LEAST_NAME = 9


def as_text(tournament: Tournament, table: Crosstable, console: Console) -> str:
    """Return the crosstable as text, in blocks of as many rounds as fit next to the names."""
    players = _players(table, console)
    rounds = [_round(table, number, console) for number in range(1, table.rounds + 1)]
    if not rounds:  # nothing played yet: only what everybody begins with
        begin = [_score(row.score, table, console) for row in table.rows]
        rounds = [[console.say("Pts"), *begin]]
    least = min(len(players[0]) - len(players[0].lstrip()) + LEAST_NAME, max(map(width, players)))
    lines = [_title(tournament, table, console)]
    for block in _blocks(rounds, console.width - least):
        rows = list(zip(players, *block, strict=True))
        lines += ["", *align(rows, LEFT * len(rows[0]), console.width, shrink=(0,))]
    if table.rounds:
        lines += ["", *wrap(console.say(table.legend), console.width)]
    return "\n".join(lines) + "\n"


def _players(table: Crosstable, console: Console) -> list[str]:
    """Return the column of ids and names, with its heading."""
    digits = max((len(str(row.player.id)) for row in table.rows), default=1)
    names = [
        f"{row.player.id:>{digits}} {cut(clean(row.player.name), LONGEST_NAME)}"
        for row in table.rows
    ]
    return [" " * (digits + 1) + console.say("Player"), *names]


def _round(table: Crosstable, number: int, console: Console) -> list[str]:
    """Return the column of a round with its heading: aligned cells and scores."""
    cells = [row.cells[number - 1] for row in table.rows]
    words = translator(console.language)
    texts = [(table.text(cell, words), _score(cell.score, table, console)) for cell in cells]
    left, right = (max(map(width, column)) for column in zip(*texts, strict=True))
    return [
        str(number),
        *(f"{pad(text, left)} {pad(score, right, RIGHT)}" for text, score in texts),
    ]


def _score(units: int, table: Crosstable, console: Console) -> str:
    return decimal_points(units, table.unit, console.language, places=1)


def _blocks(columns: list[list[str]], room: int) -> list[list[list[str]]]:
    """Split columns into blocks, each with as many columns as fit into the room, at least one."""
    blocks: list[list[list[str]]] = [[]]
    used = 0
    for column in columns:
        needed = len(GAP) + max(map(width, column))
        if blocks[-1] and used + needed > room:
            blocks.append([])
            used = 0
        blocks[-1].append(column)
        used += needed
    return blocks


def _title(tournament: Tournament, table: Crosstable, console: Console) -> str:
    name = clean(tournament.settings.name)
    if table.rounds == 0:
        line = console.say("Before round 1")
    else:
        line = console.say("Crosstable after round {round}", round=table.rounds)
    count = open_games(tournament, table.rounds)
    return "\n".join(
        filter(None, (name, line, provisional_line(count, translator(console.language))))
    )
