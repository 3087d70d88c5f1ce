"""Variants of a match: the results its boards may have had when the next round was paired."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from crivello.model.matches import Match, MatchTournament, with_match
from crivello.model.result import Colour, Result
from crivello.model.settings import Scoring
from crivello.model.tournament import Game

BoardResults = Mapping[int, Result]
"""Results of boards of a match, by board from 0, with White first."""
MANY_BOARDS = 8
"""In matches with more boards, one or two of them, or all, are taken as open, but no other
number.
"""
WINS = (Result.WHITE_WINS, Result.BLACK_WINS)


def some_open(match: Match) -> Iterator[BoardResults]:
    """Yield variants of a match with some of its boards open: first with one, then with two, but
    never all.
    """
    boards = _boards_over(match)
    most = len(boards) if len(boards) <= MANY_BOARDS else 3
    for size in range(1, most):
        for these in combinations(boards, size):
            yield dict.fromkeys(these, Result.ADJOURNED)


def all_open(match: Match) -> Iterator[BoardResults]:
    """Yield the variant of a match with all boards open."""
    yield dict.fromkeys(_boards_over(match), Result.ADJOURNED)


def one_won(match: Match) -> Iterator[BoardResults]:
    """Yield a variant of a match for each board and each other winner of it."""
    for board, game in _boards_over(match).items():
        yield from ({board: won} for won in WINS if game.result is not won)


def all_forfeited(match: Match, results: Iterable[Result]) -> Iterator[BoardResults]:
    """Yield a variant for each of the `results`, which all boards have for the team named first."""
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
    """Yield the event and the match for each variant that gives the match other points.

    Variants with equal points are tried only once, as only the points affect a pairing of teams.
    """
    scoring = event.individual.settings.scoring
    seen = {(match.points, match.played)}
    for results in variants:
        then = _with_boards(match, results, scoring).decide(two_games=not event.teams)
        if (then.points, then.played) not in seen:
            seen.add((then.points, then.played))
            yield with_match(event, number, then), then


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
    """Return the match of the two competitors of `game` in this round; None if there is none."""
    pair = {game.white, game.black}
    same = (one for one in event.round_matches(number) if {one.white, one.black} == pair)
    return next(same, None)
