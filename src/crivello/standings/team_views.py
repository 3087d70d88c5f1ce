"""Teams and their matches as tables, in the user's language."""

from __future__ import annotations

from crivello.model.tournament import Tournament
from crivello.standings.table import Cell, Column, Table, scored, text_cell, whole
from crivello.standings.teams import matches, team_rows
from crivello.words import Translator


def team_tables(tournament: Tournament, words: Translator) -> list[Table]:
    """How the teams stand, and all matches; nothing for an event without matches."""
    played = matches(tournament)
    if not played:
        return []
    return [_teams(tournament, words), _matches(tournament, words)]


def _teams(tournament: Tournament, words: Translator) -> Table:
    say, unit = words.say, tournament.settings.scoring.unit
    columns = (
        Column("number", say("No."), right=True, leading=True),
        Column("team", say("Team"), leading=True, shrinks=True),
        Column("played", say("Matches"), right=True),
        Column("won", say("Wins"), right=True),
        Column("drawn", say("Draws"), right=True),
        Column("lost", say("Losses"), right=True),
        Column("match_points", say("Match points"), right=True),
        Column("points", say("Points"), right=True),
    )
    rows = tuple(
        (
            whole(row.team),
            text_cell(tournament.settings.teams[row.team - 1].name),
            whole(row.played),
            whole(row.won),
            whole(row.drawn),
            whole(row.lost),
            whole(row.match_points),
            scored(row.points, unit, words.language),
        )
        for row in team_rows(tournament)
    )
    title = (tournament.settings.name, say("Teams"))
    note = say("By match points, then by points; the tie-breaks of the event are not applied.")
    return Table("teams", title, columns, rows, (note,))


def _matches(tournament: Tournament, words: Translator) -> Table:
    say, unit = words.say, tournament.settings.scoring.unit
    names = [team.name for team in tournament.settings.teams]
    columns = (
        Column("round", say("Round"), right=True, leading=True),
        Column("first", say("Team"), shrinks=True),
        Column("first_points", say("Points"), right=True),
        Column("second_points", say("Points")),
        Column("second", say("Team"), shrinks=True),
    )
    unknown = Cell("", None)
    rows = tuple(
        (
            whole(match.round),
            text_cell(names[match.first - 1]),
            scored(match.first_points, unit, words.language) if match.complete else unknown,
            scored(match.second_points, unit, words.language) if match.complete else unknown,
            text_cell(names[match.second - 1]),
        )
        for match in matches(tournament)
    )
    return Table("matches", (tournament.settings.name, say("Matches")), columns, rows)
