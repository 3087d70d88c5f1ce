"""Team events: the matches and the standings of the teams, as data and tables.

Teams are not paired here. Matches follow from the games: a match is all boards of a round between
the members of two teams.
"""

from __future__ import annotations

from dataclasses import dataclass

from crivello.model.history import histories
from crivello.model.result import Bye
from crivello.model.tournament import Tournament
from crivello.standings.table import Table, TableColumns
from crivello.words import Translator

WON, DRAWN = 2, 1
"""Match points (C.04.6)."""


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Teams by their places in the settings, from 1; points in units."""

    round: int
    first: int
    """The team with White on the first board."""
    second: int
    first_points: int
    second_points: int
    complete: bool
    """Does every board have its result?"""


@dataclass(frozen=True, slots=True)
class TeamRow:
    team: int
    played: int
    won: int
    drawn: int
    lost: int
    match_points: int
    points: int
    """Of all boards, in units."""


def team_of(tournament: Tournament) -> dict[int, int]:
    """The team of each player, by its place in the settings."""
    teams = tournament.settings.teams
    return {player: place for place, team in enumerate(teams, 1) for player in team.members}


def matches(tournament: Tournament) -> list[TeamMatch]:
    """All matches, round by round, in the order of their first boards."""
    team = team_of(tournament)
    past = histories(tournament, tournament.next_round)
    found: list[TeamMatch] = []
    for number in range(1, tournament.paired_rounds + 1):
        this = tournament.round(number)
        boards: dict[frozenset[int], list[int]] = {}
        order: dict[frozenset[int], tuple[int, int]] = {}
        open_boards: set[frozenset[int]] = set()
        for game in this.games:
            if game.white not in team or game.black not in team:
                continue
            pair = frozenset((team[game.white], team[game.black]))
            if len(pair) < 2:  # both in the same team: not a match
                continue
            order.setdefault(pair, (team[game.white], team[game.black]))
            boards.setdefault(pair, []).extend((game.white, game.black))
            if game.result is None:
                open_boards.add(pair)
        # On an empty board the point goes to the player who appeared.
        alone = [player for player, bye in this.byes if bye is Bye.FULL_POINT and player in team]
        for pair, players in boards.items():
            here = [*players, *(player for player in alone if team[player] in pair)]
            points = dict.fromkeys(pair, 0)
            for player in here:
                points[team[player]] += past[player].entries[number - 1].points
            first, second = order[pair]
            scores, complete = (points[first], points[second]), pair not in open_boards
            found.append(TeamMatch(number, first, second, *scores, complete))
    return found


def team_rows(tournament: Tournament) -> list[TeamRow]:
    """The teams by match points, then board points, then as listed."""
    rows = []
    played = [match for match in matches(tournament) if match.complete]
    for place in range(1, len(tournament.settings.teams) + 1):
        results = [
            (match.first_points, match.second_points)
            if match.first == place
            else (match.second_points, match.first_points)
            for match in played
            if place in (match.first, match.second)
        ]
        won = sum(own > other for own, other in results)
        drawn = sum(own == other for own, other in results)
        points = sum(own for own, _ in results)
        lost, match_points = len(results) - won - drawn, WON * won + DRAWN * drawn
        rows.append(TeamRow(place, len(results), won, drawn, lost, match_points, points))
    return sorted(rows, key=lambda row: (-row.match_points, -row.points, row.team))


def team_tables(tournament: Tournament, words: Translator) -> list[Table]:
    """The standings of the teams and all matches; nothing for an event without matches."""
    found = matches(tournament)
    return [_teams(tournament, words), _matches(tournament, found, words)] if found else []


def _teams(tournament: Tournament, words: Translator) -> Table:
    say, settings = words.say, tournament.settings
    rows = team_rows(tournament)
    names = (settings.teams[row.team - 1].name for row in rows)
    points = (row.points for row in rows)
    columns = TableColumns(words)
    columns.number("number", say("No."), (row.team for row in rows), leading=True)
    columns.text("team", say("Team"), names, leading=True, shrinks=True)
    columns.number("played", say("Matches"), (row.played for row in rows))
    columns.number("won", say("Wins"), (row.won for row in rows))
    columns.number("drawn", say("Draws"), (row.drawn for row in rows))
    columns.number("lost", say("Losses"), (row.lost for row in rows))
    columns.number("match_points", say("Match points"), (row.match_points for row in rows))
    columns.score("points", say("Points"), points, settings.scoring.unit)
    note = say("By match points, then by points; the tie-breaks of the event are not applied.")
    return columns.table("teams", (settings.name, say("Teams")), (note,))


def _matches(tournament: Tournament, found: list[TeamMatch], words: Translator) -> Table:
    say, settings = words.say, tournament.settings
    unit, names = settings.scoring.unit, [team.name for team in settings.teams]
    first = (match.first_points if match.complete else None for match in found)
    second = (match.second_points if match.complete else None for match in found)
    columns = TableColumns(words)
    columns.number("round", say("Round"), (match.round for match in found), leading=True)
    columns.text("first", say("Team"), (names[m.first - 1] for m in found), shrinks=True)
    columns.score("first_points", say("Points"), first, unit)
    columns.score("second_points", say("Points"), second, unit, right=False)
    columns.text("second", say("Team"), (names[m.second - 1] for m in found), shrinks=True)
    return columns.table("matches", (settings.name, say("Matches")))
