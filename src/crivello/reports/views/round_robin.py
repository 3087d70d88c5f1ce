"""Views of round robins: the numbers drawn, all rounds of the table, player against player."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, TypedDict

from crivello.formats.codec import letters
from crivello.model.player import Player
from crivello.model.tournament import Tournament
from crivello.reports.views.elements import (
    AwardLetter,
    ColourLetter,
    NumberView,
    PersonView,
    Points,
    exact_number,
    exact_points,
)
from crivello.reports.views.round import PairView
from crivello.reports.views.tables import TieBreakView, number_of
from crivello.rules.draw import DrawMethod, NumbersDrawn
from crivello.rules.scheveningen import ScheveningenGame
from crivello.standings.round_robin import GridOrder, Meeting, grid_beside, grid_table, progress
from crivello.standings.standings import Standings, StandingsRow
from crivello.standings.wording import value_cell
from crivello.systems.roundrobin.judge import boards_of
from crivello.systems.roundrobin.system import RoundRobin
from crivello.words import Translator


def _person(player: Player, number: int | None = None) -> PersonView:
    return PersonView(id=player.id, number=number or player.number, name=player.name)


class LotsView(TypedDict):
    tournament: str
    """The name of the tournament."""
    method: Annotated[str, DrawMethod]
    seed: str | None
    """The seed of the draw, which gives the same numbers again; null for numbers set by hand."""
    players: list[PersonView]
    """The players with the numbers drawn, from number 1."""
    log: list[str]
    """The log of the draw, step by step."""


def lots_view(tournament: Tournament, drawn: NumbersDrawn, words: Translator) -> LotsView:
    people = tournament.player
    return LotsView(
        tournament=tournament.settings.name,
        method=drawn.method.value,
        seed=None if drawn.method is DrawMethod.HAND else drawn.seed,
        players=[
            _person(people[player], number) for number, player in enumerate(drawn.order, start=1)
        ],
        log=log_of_draw(tournament, drawn, words),
    )


def log_of_draw(tournament: Tournament, drawn: NumbersDrawn, words: Translator) -> list[str]:
    """Return the log of a draw, with players as id and name."""
    names = {player.id: f"{player.id} {player.name}" for player in tournament.players}
    naming = words.with_names(names.get)
    return [naming.say(sentence) for sentence in drawn.log]


class ScheduledBoardView(TypedDict):
    board: int
    """The place of the board in the list."""
    white: PersonView
    black: PersonView


class ScheduledRoundView(TypedDict):
    round: int
    cycle: int
    """The cycle, from 1."""
    table_round: int
    """The round of the Berger table."""
    boards: list[ScheduledBoardView]
    free: PersonView | None
    """The player without an opponent, if the number of players is odd."""


class ScheduleView(TypedDict):
    """All rounds of the Berger table, with the players' present numbers."""

    tournament: str
    """The name of the tournament."""
    system: str
    rounds: list[ScheduledRoundView]


def schedule_view(tournament: Tournament, system: RoundRobin) -> ScheduleView:
    people = tournament.player
    rounds = []
    for number, step in enumerate(system.all_rounds(tournament), start=1):
        boards = [
            ScheduledBoardView(
                board=place, white=_person(people[one.white]), black=_person(people[one.black])
            )
            for place, one in enumerate(boards_of(step), start=1)
        ]
        rounds.append(
            ScheduledRoundView(
                round=number,
                cycle=step.cycle,
                table_round=step.table_round,
                boards=boards,
                free=None if step.free is None else _person(people[step.free]),
            )
        )
    return ScheduleView(tournament=tournament.settings.name, system=system.key, rounds=rounds)


class MeetingView(TypedDict):
    round: int
    colour: ColourLetter
    result: AwardLetter | None
    """The award of this player; null before the game is played."""


class GridCellView(TypedDict):
    opponent: int
    """The id of the opponent."""
    games: list[MeetingView]
    """The games in the order of the rounds; empty before one is paired."""


class GridRowView(TypedDict):
    rank: int
    id: int
    number: int
    title: str | None
    name: str
    rating: int | None
    points: Points
    points_number: NumberView
    tie_breaks: list[TieBreakView]
    against: list[GridCellView]
    """The cells for all other players, in the order of the rows."""


class RemainingView(PairView):
    round: int


class GridView(TypedDict):
    """The results of each player against each other player."""

    tournament: str
    """The name of the tournament."""
    round: int
    """The round after which points and ranks are counted."""
    by: Annotated[str, GridOrder]
    """The order of the rows."""
    games: int
    """The games of the rounds paired so far."""
    played: int
    """The number of games with a result."""
    provisional: bool
    """True if a game that counts is missing or adjourned, so that points and ranks are not
    final.
    """
    rows: list[GridRowView]
    remaining: list[RemainingView]
    """Games that are paired and still to be played, with players by id."""
    left_early: list[int]
    """Ids of players whose games do not count for the standings."""
    notes: list[str]


def grid_view(
    tournament: Tournament, table: Standings, words: Translator, by: GridOrder
) -> GridView:
    found = grid_beside(tournament, table, by)
    rows = {row.player.id: row for row in table.rows}
    done = progress(tournament)
    return GridView(
        tournament=tournament.settings.name,
        round=table.round,
        by=by.value,
        games=done.games,
        played=done.played,
        provisional=table.open_games > 0,
        rows=[
            GridRowView(
                rank=rows[player.id].rank,
                id=player.id,
                number=player.number,
                title=player.title.value if player.title else None,
                name=player.name,
                rating=player.rating,
                points=exact_points(rows[player.id].score, table.unit),
                points_number=exact_number(Fraction(rows[player.id].score, table.unit)),
                tie_breaks=_tie_breaks(table, rows[player.id], words),
                against=[
                    GridCellView(
                        opponent=other.id,
                        games=[
                            _meeting(one) for one in found.meetings.get((player.id, other.id), ())
                        ],
                    )
                    for other in found.players
                    if other.id != player.id
                ],
            )
            for player in found.players
        ],
        remaining=[
            RemainingView(round=number, white=game.white, black=game.black)
            for number, game in done.open
        ],
        left_early=list(found.left_early),
        notes=list(grid_table(tournament, table, words, by).notes[1:]),
    )


def _tie_breaks(table: Standings, row: StandingsRow, words: Translator) -> list[TieBreakView]:
    return [
        TieBreakView(code=key.code, value=raw, number=number_of(raw))
        for index, key in enumerate(table.keys)
        if key.rule.code != "PTS"
        for raw in [value_cell(table, index, row, words).raw]
    ]


def _meeting(one: Meeting) -> MeetingView:
    return MeetingView(
        round=one.round,
        colour=letters(one.colour),
        result=None if one.award is None else letters(one.award),
    )


class ScheveningenGameView(TypedDict):
    white: str
    """`A1` or `B1`: the team, and the player's number in it."""
    black: str


class ScheveningenRoundView(TypedDict):
    round: int
    games: list[ScheveningenGameView]


class ScheveningenView(TypedDict):
    """A Scheveningen match: each player of a team meets every player of the other team."""

    boards: int
    rounds: list[ScheveningenRoundView]


def scheveningen_view(table: tuple[tuple[ScheveningenGame, ...], ...]) -> ScheveningenView:
    return ScheveningenView(
        boards=len(table),
        rounds=[
            ScheveningenRoundView(
                round=number,
                games=[ScheveningenGameView(white=one.white, black=one.black) for one in games],
            )
            for number, games in enumerate(table, start=1)
        ],
    )
