"""Statistics as tables, in the user's language."""

from __future__ import annotations

from fractions import Fraction

from crivello.model.result import Bye
from crivello.model.tournament import Tournament
from crivello.standings.statistics import Statistics, Tally
from crivello.standings.table import Cell, Column, Table, scored, text_cell, whole
from crivello.standings.views import shown_player
from crivello.words import N_, Translator, decimal_points

MOST_UPSETS = 10
"""How many of them the table of upsets shows."""

_BYES = {
    Bye.PAIRING_ALLOCATED: N_("Pairing-allocated byes: {count}"),
    Bye.HALF_POINT: N_("Half-point byes: {count}"),
    Bye.FULL_POINT: N_("Full-point byes: {count}"),
    Bye.ZERO_POINT: N_("Zero-point byes: {count}"),
}


def _percent(rate: Fraction, words: Translator) -> Cell:
    """To one place, half up; exact for programs."""
    tenths = (2000 * rate + 1) // 2
    text = decimal_points(int(tenths), 10, words.language, 1)
    return Cell(f"{text} %", str(rate))


def statistics_table(tournament: Tournament, found: Statistics, words: Translator) -> Table:
    """Results by colour and title."""
    say = words.say
    groups: list[tuple[str, str, Tally]] = [
        ("white", say("White"), found.white),
        ("black", say("Black"), found.black),
        *(
            (title or "untitled", title or say("no title"), tally)
            for title, tally in found.by_title
        ),
    ]
    columns = (
        Column("group", say("Group"), leading=True),
        Column("games", say("Games"), right=True),
        Column("wins", say("Wins"), right=True),
        Column("draws", say("Draws"), right=True),
        Column("losses", say("Losses"), right=True),
        Column("points", say("Points"), right=True),
        Column("score_rate", say("Score"), right=True),
    )
    rows = tuple(
        (
            Cell(shown, key),
            whole(tally.games),
            whole(tally.wins),
            whole(tally.draws),
            whole(tally.losses),
            scored(tally.half_points, 2, words.language),
            _percent(tally.score_rate, words),
        )
        for key, shown, tally in groups
    )
    title = (tournament.settings.name, say("Statistics after round {round}", round=found.rounds))
    return Table("statistics", title, columns, rows, tuple(_notes(found, words)))


def _notes(found: Statistics, words: Translator) -> list[str]:
    rate = _percent(found.draw_rate, words).text
    upsets = _percent(Fraction(len(found.upsets), max(found.decided, 1)), words).text
    return [
        words.say("Draws: {rate} of the games played", rate=rate),
        words.say("Won by the lower rated: {rate} of the decided games", rate=upsets),
        words.say("Games not played: {count}", count=found.forfeits),
        *(words.say(_BYES[bye], count=count) for bye, count in found.byes),
    ]


def upsets_table(tournament: Tournament, found: Statistics, words: Translator) -> Table:
    """The games that the lower rated won, the largest difference first."""
    say = words.say
    columns = (
        Column("round", say("Round"), right=True, leading=True),
        Column("winner", say("Winner"), shrinks=True),
        Column("winner_rating", say("Rating"), right=True),
        Column("loser", say("Loser"), shrinks=True),
        Column("loser_rating", say("Rating"), right=True),
        Column("difference", say("Difference"), right=True),
    )
    players = tournament.player
    rows = tuple(
        (
            whole(upset.round),
            text_cell(shown_player(players[upset.winner])),
            whole(players[upset.winner].rating),
            text_cell(shown_player(players[upset.loser])),
            whole(players[upset.loser].rating),
            whole(upset.difference),
        )
        for upset in found.upsets[:MOST_UPSETS]
    )
    title = (tournament.settings.name, say("Upsets after round {round}", round=found.rounds))
    return Table("upsets", title, columns, rows)
