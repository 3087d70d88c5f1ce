"""Other results of matches: what may have stood at their boards when the next round was paired."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from crivello.model.matches import (
    Match,
    MatchTournament,
    by_team,
    by_two_games,
    with_primary_score,
)
from crivello.model.result import Colour, Result
from crivello.model.settings import Scoring
from crivello.model.tournament import Game

BoardResults = Mapping[int, Result]
"""Boards of a match, from 0, and their results with White first."""
MANY_BOARDS = 8
"""With more boards than these, only one or two of them, or all, are taken as open."""
WINS = (Result.WHITE_WINS, Result.BLACK_WINS)


def some_open(match: Match) -> Iterator[BoardResults]:
    """Yield what stood at the boards while one of them, or two, … but not all were open."""
    boards = _boards_over(match)
    most = len(boards) if len(boards) <= MANY_BOARDS else 3
    for size in range(1, most):
        for these in combinations(boards, size):
            yield dict.fromkeys(these, Result.ADJOURNED)


def all_open(match: Match) -> Iterator[BoardResults]:
    """Yield what stood at the boards while none of them was over."""
    yield dict.fromkeys(_boards_over(match), Result.ADJOURNED)


def one_won(match: Match) -> Iterator[BoardResults]:
    """Yield each board with another winner."""
    for board, game in _boards_over(match).items():
        yield from ({board: won} for won in WINS if game.result is not won)


def all_forfeited(match: Match, results: Iterable[Result]) -> Iterator[BoardResults]:
    """Yield every board forfeited, as `results` have it for the side named first."""
    for result in results:
        yield {
            board: result if game.white == match.boards[board].home else result.mirrored
            for board, game in _boards_over(match).items()
        }


def _boards_over(match: Match) -> dict[int, Game]:
    return {
        at: board.game
        for at, board in enumerate(match.boards)
        if board.game is not None and board.is_over
    }


def distinct(
    event: MatchTournament, number: int, match: Match, variants: Iterable[BoardResults]
) -> Iterator[tuple[MatchTournament, Match]]:
    """Yield the event and the match with those results that give the match other points.

    Boards are not told apart otherwise: nothing else decides about a pairing of teams.
    """
    scoring = event.individual.settings.scoring
    seen = {_standing(match)}
    for results in variants:
        standing = _standing(_with_boards(match, results, scoring))
        if results and standing not in seen:
            seen.add(standing)
            changed = with_results(event, number, match, results)
            then = match_of(changed, number, match)
            assert then is not None
            yield changed, then


def _standing(match: Match) -> tuple[tuple[int, int], bool]:
    return match.points, match.played


def _with_boards(match: Match, results: BoardResults, scoring: Scoring) -> Match:
    boards = list(match.boards)
    for at, result in results.items():
        board = boards[at]
        assert board.game is not None
        game = replace(board.game, result=result)
        sides = (Colour.WHITE, Colour.BLACK)
        if game.white != board.home:
            sides = sides[::-1]
        points = [scoring.points(result.of(side), side) for side in sides]
        boards[at] = replace(board, game=game, points=(points[0], points[1]))
    return replace(match, boards=tuple(boards))


def match_of(event: MatchTournament, number: int, game: Game | Match) -> Match | None:
    """Return the match of the same competitors."""
    pair = {game.white, game.black}
    same = (one for one in event.round_matches(number) if {one.white, one.black} == pair)
    return next(same, None)


def with_results(
    event: MatchTournament, number: int, match: Match, results: BoardResults
) -> MatchTournament:
    """Return the event with other results at boards of a match, and what follows from them."""
    people = event.individual
    rounds = list(people.rounds)
    for at, result in results.items():
        place = number - 1 if event.teams else 2 * (number - 1) + at
        old, this = match.boards[at].game, rounds[place]
        games = tuple(replace(one, result=result) if one == old else one for one in this.games)
        rounds[place] = replace(this, games=games)
    people = replace(people, rounds=tuple(rounds))
    team_event = people.settings.team_event
    found = by_team(people, team_event) if team_event is not None else by_two_games(people)
    found = with_primary_score(found, event.settings.options.primary_score)
    after = match_of(found, number, match)
    assert after is not None
    return replace(
        event,
        rounds=tuple(
            replace(this, games=tuple(_with_result(game, after) for game in this.games))
            if at == number
            else this
            for at, this in enumerate(event.rounds, start=1)
        ),
        matches=found.matches,
        points=found.points,
        secondary=found.secondary,
        colourless=found.colourless,
    )


def _with_result(game: Game, match: Match) -> Game:
    if {game.white, game.black} != {match.white, match.black}:
        return game
    result = match.result
    if result is not None and game.white != match.white:
        result = result.mirrored
    return replace(game, result=result)
