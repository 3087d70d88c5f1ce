"""Team events: the matches and the standings of the teams, as data and tables.

Where the players are paired, not the teams, the matches follow from the games: a match is all
boards of a round between the members of two teams.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from crivello.model.history import histories
from crivello.model.matches import MatchTournament
from crivello.model.player import Player
from crivello.model.result import Award, Bye, Result, is_undecided
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen
from crivello.standings.table import Cell, Table, TableColumns
from crivello.words import N_, Translator

WON, DRAWN = 2, 1
"""Match points (C.04.6)."""


@frozen
class TeamMatch:
    """A match of two teams, each named by its place in the settings (from 1); points are in
    units.
    """

    round: int
    first: int
    """The team with White on the first board."""
    second: int
    first_points: int
    """The first team's points on the boards that are over."""
    second_points: int
    complete: bool
    """True if every board has its result."""
    adjourned: int = 0
    """The number of adjourned boards."""
    none_over: bool = False
    """True if no board is over, so there are no points to show."""


@frozen
class TeamRow:
    team: int
    played: int
    won: int
    drawn: int
    lost: int
    match_points: int
    points: int
    """The points of all boards, in units."""


def team_of(tournament: Tournament) -> dict[int, int]:
    """Return the team of each player, as its place in the settings (from 1)."""
    teams = tournament.settings.teams
    return {player: place for place, team in enumerate(teams, 1) for player in team.members}


def matches(tournament: Tournament) -> list[TeamMatch]:
    """Return all matches, round by round, in the order of their first boards."""
    team = team_of(tournament)
    past = histories(tournament, tournament.next_round)
    found: list[TeamMatch] = []
    for number in range(1, tournament.paired_rounds + 1):
        this = tournament.round(number)
        boards: dict[frozenset[int], list[int]] = {}
        order: dict[frozenset[int], tuple[int, int]] = {}
        open_boards: set[frozenset[int]] = set()
        adjourned: Counter[frozenset[int]] = Counter()
        for game in this.games:
            if game.white not in team or game.black not in team:
                continue
            pair = frozenset((team[game.white], team[game.black]))
            if len(pair) < 2:  # both in the same team: not a match
                continue
            order.setdefault(pair, (team[game.white], team[game.black]))
            boards.setdefault(pair, []).extend((game.white, game.black))
            if is_undecided(game.result):
                open_boards.add(pair)
            adjourned[pair] += game.result is Result.ADJOURNED
        # On an empty board the point goes to the player who appeared.
        alone = [player for player, bye in this.byes if bye is Bye.FULL_POINT and player in team]
        for pair, players in boards.items():
            here = [*players, *(player for player in alone if team[player] in pair)]
            points = dict.fromkeys(pair, 0)
            over = [
                (player, entry)
                for player in here
                if (entry := past[player].entries[number - 1]).award is not Award.ADJOURNED
            ]
            for player, entry in over:
                points[team[player]] += entry.points
            first, second = order[pair]
            found.append(
                TeamMatch(
                    number,
                    first,
                    second,
                    points[first],
                    points[second],
                    pair not in open_boards,
                    adjourned[pair],
                    not over,
                )
            )
    return found


def team_rows(tournament: Tournament) -> list[TeamRow]:
    """Return the results of the teams, by match points, then board points, then place in the
    settings.
    """
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
    """Build the tables of a team event: the standings of the teams and all matches; none without a
    match.

    If the teams themselves are paired, the standings table already shows them. The tables are then
    all matches, and the players by board.
    """
    if isinstance(tournament, MatchTournament):
        if not tournament.teams:
            return []
        names = [team.name for team in tournament.teams]
        places = {team.competitor: at for at, team in enumerate(tournament.teams, start=1)}
        played = [
            TeamMatch(
                number,
                places[match.white],
                places[match.black],
                *match.points_so_far,
                not is_undecided(match.result),
                sum(board.is_adjourned for board in match.boards),
                not any(board.is_over for board in match.boards),
            )
            for number, these in enumerate(tournament.matches, start=1)
            for match in these
            if match.boards
        ]
        people = tournament.individual
        return [_matches(people, played, names, words), _boards(tournament, words)]
    found = matches(tournament)
    names = [team.name for team in tournament.settings.teams]
    return [_teams(tournament, words), _matches(tournament, found, names, words)] if found else []


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


def _matches(
    tournament: Tournament, found: list[TeamMatch], names: list[str], words: Translator
) -> Table:
    say, settings = words.say, tournament.settings
    unit = settings.scoring.unit
    known = [one.complete or (one.adjourned and not one.none_over) for one in found]
    both = list(zip(found, known, strict=True))
    first = (match.first_points if shown else None for match, shown in both)
    second = (match.second_points if shown else None for match, shown in both)
    columns = TableColumns(words)
    columns.number("round", say("Round"), (match.round for match in found), leading=True)
    columns.text("first", say("Team"), (names[m.first - 1] for m in found), shrinks=True)
    columns.score("first_points", say("Points"), first, unit)
    columns.score("second_points", say("Points"), second, unit, right=False)
    columns.text("second", say("Team"), (names[m.second - 1] for m in found), shrinks=True)
    if any(match.adjourned for match in found):
        columns.cells("remark", say("Remark"), (_remark(match, words) for match in found))
    return columns.table("matches", (settings.name, say("Matches")))


MATCH_ADJOURNED = N_("match adjourned")
ADJOURNED_BOARDS = N_("one board adjourned", "{count} boards adjourned")


def _remark(match: TeamMatch, words: Translator) -> Cell:
    if not match.adjourned:
        return Cell("", None)
    template = MATCH_ADJOURNED if match.none_over else ADJOURNED_BOARDS
    return Cell(words.say(template, count=match.adjourned), "adjourned")


@frozen
class MemberRow:
    """The results of one player of a team."""

    board: int
    """The place in the team, from 1."""
    player: Player
    team: str
    games: int
    """The number of games played."""
    points: int
    """The points in these games, in units."""


def board_rows(event: MatchTournament) -> list[MemberRow]:
    """Return the players by board, best first: by share of the points, then by games."""
    people = event.individual
    past = histories(people, len(people.rounds) + 1)
    rows = []
    for team in event.teams:
        for board, player in enumerate(team.members, start=1):
            played = [
                entry
                for entry in past[player].entries
                if entry.played and entry.award is not Award.ADJOURNED
            ]
            points = sum(entry.points for entry in played)
            found = people.player[player]
            rows.append(MemberRow(board, found, team.name, len(played), points))

    def place(row: MemberRow) -> tuple[int, Fraction, int, int]:
        share = Fraction(row.points, row.games) if row.games else Fraction(-1)
        return row.board, -share, -row.games, row.player.number

    return sorted(rows, key=place)


def _boards(event: MatchTournament, words: Translator) -> Table:
    say, people = words.say, event.individual
    rows = board_rows(event)
    columns = TableColumns(words)
    columns.number("board", say("Board"), (row.board for row in rows), leading=True)
    columns.text("player", say("Player"), (row.player.name for row in rows), shrinks=True)
    columns.text("team", say("Team"), (row.team for row in rows), shrinks=True)
    columns.number("games", say("Games"), (row.games for row in rows))
    points = (row.points for row in rows)
    columns.score("points", say("Points"), points, people.settings.scoring.unit)
    note = say(BY_BOARD)
    return columns.table("boards", (people.settings.name, say("Players by board")), (note,))


BY_BOARD = N_(
    "By the place in the team; the best share of the points comes first, then more games. Games "
    "that were not played, or have no result yet, do not count."
)
