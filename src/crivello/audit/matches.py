"""Random events of matches: teams with their boards, or two games for each pair."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

from crivello.audit.comparison import Pair
from crivello.audit.recipe import Recipe
from crivello.model.errors import Impossible
from crivello.model.keys import has_two_games
from crivello.model.matches import MatchTournament, event_of
from crivello.model.pairing import Board
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Acceleration, Team, TeamEvent
from crivello.model.tournament import Game, Round, Tournament
from crivello.standard.classes import frozen
from crivello.standings.standings import standings

SPREAD = (60, 20, -20, -60)
"""The strength of a team's first boards above the others, in rating points."""
Absences = Callable[[Tournament, int], Tournament]
"""A function that enters withdrawals and byes before a round."""
Strengths = Mapping[int, int]
Play = Callable[[Strengths, Board], Result]
"""A function that returns the result of a game."""


@frozen
class _PairedMatches:
    """A round that is paired and has yet to be played."""

    event: MatchTournament
    number: int
    boards: tuple[Board, ...]
    byes: Mapping[int, Bye]
    play: Callable[[Board], Result]


def play_matches(
    competitors: Tournament,
    strengths: Strengths,
    recipe: Recipe,
    absences: Absences,
    play: Play,
    pair: Pair,
) -> MatchTournament:
    """Generate a whole event of matches; it ends early if a round cannot be paired."""
    two_games = has_two_games(recipe.system)
    people, individual = (_make_two_games if two_games else _make_teams)(
        competitors, strengths, recipe
    )
    there = competitors
    for number in range(1, recipe.rounds + 1):
        there = absences(there, number)
        event = _event(individual, there)
        coming = Round(byes=there.round(number).byes)
        event = replace(event, rounds=(*event.rounds[: number - 1], coming))
        try:
            pairing = pair(event, number)
        except Impossible:
            break
        byes = dict(coming.byes)
        if pairing.bye is not None:
            byes[pairing.bye] = Bye.PAIRING_ALLOCATED
        met = {one for board in pairing.boards for one in board}
        byes |= {
            one.id: Bye.ZERO_POINT
            for one in there.players
            if one.id not in met and one.id not in byes
        }
        this = _PairedMatches(event, number, pairing.boards, byes, partial(play, people))
        individual = (_play_twice if two_games else _play_boards)(individual, this)
        there = replace(there, rounds=(*there.rounds[: number - 1], Round()))
    return _with_ranks(_event(individual, there))


def _event(individual: Tournament, there: Tournament) -> MatchTournament:
    """Return the event of these games, with the withdrawals and late entries of its competitors."""
    event = event_of(individual)
    assert isinstance(event, MatchTournament)
    if not event.teams:
        return replace(event, players=there.players)
    name = {one.id: one.name for one in event.players}
    return replace(event, players=tuple(replace(one, name=name[one.id]) for one in there.players))


def ranks(players: Iterable[Player], place: Mapping[int, int]) -> dict[int, int]:
    """Return ranks 1, 2, 3, … by `place`, and by pairing number if it is equal."""
    order = sorted(players, key=lambda one: (place[one.id], one.number))
    return {one.id: at for at, one in enumerate(order, start=1)}


def _with_ranks(event: MatchTournament) -> MatchTournament:
    """Return the event with ranks by score and announced tie-breaks, then by pairing number."""
    place = {row.player.id: row.rank for row in standings(event, event.paired_rounds).rows}
    rank = ranks(event.players, place)
    individual = event.individual
    if event.teams:
        teams = tuple(replace(team, rank=rank[team.number]) for team in event.teams)
        individual = replace(individual, settings=replace(individual.settings, teams=teams))
    else:
        people = tuple(replace(one, rank=rank[one.id]) for one in individual.players)
        individual = replace(individual, players=people)
    found = _event(individual, event)
    players = tuple(replace(one, rank=rank[one.id]) for one in event.players)
    return replace(found, players=players)


# Two games


def _make_two_games(
    competitors: Tournament, strengths: Strengths, recipe: Recipe
) -> tuple[Strengths, Tournament]:
    settings = replace(competitors.settings, rounds=2 * recipe.rounds)
    return strengths, replace(competitors, settings=settings)


def _play_twice(individual: Tournament, this: _PairedMatches) -> Tournament:
    halves = []
    for turned in (False, True):
        order = [Board(b.black, b.white) if turned else b for b in this.boards]
        games = tuple(Game(b.white, b.black, this.play(b)) for b in order)
        letters = tuple(
            (one, Bye.HALF_POINT if turned and bye is Bye.PAIRING_ALLOCATED else bye)
            for one, bye in this.byes.items()
        )
        halves.append(Round(games, letters))
    return replace(individual, rounds=(*individual.rounds[: 2 * this.number - 2], *halves))


# Teams


def _make_teams(
    competitors: Tournament, strengths: Strengths, recipe: Recipe
) -> tuple[Strengths, Tournament]:
    """Turn each competitor into a team whose boards are about as strong as the competitor."""
    boards = recipe.boards
    people: dict[int, int] = {}
    teams, players = [], []
    for team in competitors.players:
        first = (team.number - 1) * boards + 1
        members = tuple(range(first, first + boards))
        teams.append(Team(f"Team {team.number:03}", members, team.id, strength=team.rating))
        for board, player in enumerate(members):
            more = SPREAD[board % len(SPREAD)]
            people[player] = max(strengths[team.id] + more, 1)
            rating = max((team.rating or 0) + more, 1)
            players.append(Player(f"Player, {player:04}", id=player, number=player, rating=rating))
    settings = competitors.settings
    event = TeamEvent(
        boards=boards,
        colours="".join("WB"[board % 2] for board in range(boards)),
        acceleration=settings.acceleration,
        forbidden=settings.forbidden,
    )
    return people, Tournament(
        tuple(players),
        (),
        replace(
            settings,
            teams=tuple(teams),
            team_event=event,
            acceleration=Acceleration(),
            forbidden=(),
        ),
    )


def _play_boards(individual: Tournament, this: _PairedMatches) -> Tournament:
    games = []
    for match in this.boards:
        home, guest = (this.event.team[team].members for team in match)
        for board, (one, other) in enumerate(zip(home, guest, strict=True)):
            white, black = (other, one) if board % 2 else (one, other)
            games.append(Game(white, black, this.play(Board(white, black))))
    settings = individual.settings
    assert settings.team_event is not None
    byes = sorted(this.byes.items(), key=lambda bye: bye[0])
    free = tuple((this.number, team, bye) for team, bye in byes)
    team_event = replace(settings.team_event, byes=(*settings.team_event.byes, *free))
    return replace(
        individual,
        rounds=(*individual.rounds[: this.number - 1], Round(tuple(games))),
        settings=replace(settings, team_event=team_event),
    )
