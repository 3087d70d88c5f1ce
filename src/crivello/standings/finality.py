"""What is final, and what is provisional because a game is missing or adjourned."""

from __future__ import annotations

from dataclasses import replace

from crivello.model.errors import Illegal, Remedy, Todo
from crivello.model.result import Result
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.standings.table import Table
from crivello.words import Language, Translator, say

PROVISIONAL = N_(
    "Provisional: one game has no final result.",
    "Provisional: {count} games have no final result.",
)
NOT_FINAL = N_(
    "One game has no final result: it is missing or adjourned. Nothing final is made before it has "
    "one, but a provisional file can be.",
    "{count} games have no final result: they are missing or adjourned. Nothing final is made "
    "before they have one, but a provisional file can be.",
)


class GamesOpen(Illegal, code="games-open"):
    """All rounds are paired, but a game is missing or adjourned."""

    remedy = Remedy(Todo.MARK_PROVISIONAL)


def open_games(tournament: Tournament, after: int | None = None) -> int:
    """Games of the rounds up to `after` (None: all) that are missing or adjourned."""
    last = tournament.paired_rounds if after is None else after
    return sum(
        game.result in (None, Result.ADJOURNED)
        for number in range(1, last + 1)
        for game in tournament.round(number).games
    )


def provisional_line(count: int, words: Translator) -> str:
    """What stands on every page; empty if nothing is open."""
    return words.say(PROVISIONAL, count=count) if count else ""


def mark_provisional(table: Table, count: int, words: Translator) -> Table:
    """The table, which says in its title and its data that so many games have no final result."""
    if not count:
        return table
    line = provisional_line(count, words)
    return replace(table, title=(*table.title, line), provisional=line)


def final(tournament: Tournament, provisional: bool = False) -> Tournament:
    """The tournament for a final file, if it is over and no game is open.

    If one is, `GamesOpen` is raised, or the file says in a comment that it is provisional. Before
    the last round is paired no file is taken for a final one.
    """
    count = open_games(tournament)
    over = tournament.paired_rounds >= (tournament.settings.rounds or tournament.paired_rounds)
    if not (over and count):
        return tournament
    if not provisional:
        raise GamesOpen(NOT_FINAL, count=count)
    settings = tournament.settings
    comments = (*settings.comments, say(PROVISIONAL, Language.EN, count=count))
    return replace(tournament, settings=replace(settings, comments=comments))
