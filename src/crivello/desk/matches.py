"""The boards of a match at the desk: who sits there, and what their results add up to.

The competitors of a section are registered, paired and published like players. What a match adds
are line-ups, which players who meet for two games have not, and the results of its boards.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace

from crivello.model.keys import has_two_games
from crivello.model.matches import Match, MatchBoard
from crivello.model.player import Player
from crivello.model.result import Colour, Result, is_undecided
from crivello.model.settings import Settings, TeamEvent
from crivello.model.tournament import Game

USUAL_BOARDS = 4
"""The number of boards where none is announced."""
Seats = tuple[int | None, ...]
"""Ids, the first board first; None: the board is empty."""
Games = tuple[Game | None, ...]
"""The games of one match."""


# Line-ups and boards


def strength(members: Iterable[Player], boards: int) -> int | None:
    """The average rating of the first boards; players without a rating do not count."""
    rated = [one.rating for one in list(members)[:boards] if one.rating]
    return round(sum(rated) / len(rated)) if rated else None


def boards_of(settings: Settings, white: int, black: int, lineups: Mapping[int, Seats]) -> Games:
    """The games of a match that are to be played; colours by the pattern of the event."""
    if has_two_games(settings.system):
        return Game(white, black), Game(black, white)
    event = settings.team_event or TeamEvent()
    found: list[Game | None] = []
    for board, (home, guest) in enumerate(zip(lineups[white], lineups[black], strict=True)):
        if home is None or guest is None:
            found.append(None)
        elif event.colour(board) is Colour.WHITE:
            found.append(Game(home, guest))
        else:
            found.append(Game(guest, home))
    return tuple(found)


def is_home(match: Game, lineups: Mapping[int, Seats], player: int) -> bool:
    """Does the player belong to the competitor named first?"""
    return player in lineups[match.white] if lineups else player == match.white


def seats_at(
    match: Game, lineups: Mapping[int, Seats], board: int
) -> tuple[int | None, int | None]:
    """Who sits at a board, from 1: of the competitor named first, and of the other."""
    if not lineups:
        return match.white, match.black
    return lineups[match.white][board - 1], lineups[match.black][board - 1]


def results_from_home(
    match: Game, lineups: Mapping[int, Seats], games: Games
) -> tuple[Result | None, ...]:
    """The results of the boards, those of the competitor named first first; None: open."""

    def from_home(game: Game | None) -> Result | None:
        if game is None or game.result is None:
            return None
        home = is_home(match, lineups, game.white)
        return game.result if home else game.result.mirrored

    return tuple(map(from_home, games))


def with_results(
    match: Game,
    lineups: Mapping[int, Seats],
    games: Games,
    results: tuple[Result | None, ...],
) -> Games:
    """The boards with these results, as `results_from_home` has them."""

    def enter(game: Game | None, result: Result | None) -> Game | None:
        if game is None or result is None:
            return None if game is None else replace(game, result=None)
        home = is_home(match, lineups, game.white)
        return replace(game, result=result if home else result.mirrored)

    return tuple(enter(*one) for one in zip(games, results, strict=True))


def undecided_boards(games: Games) -> list[int]:
    """The boards, from 1, whose game has no result or is adjourned."""
    return [at for at, game in enumerate(games, start=1) if game and is_undecided(game.result)]


def figures_of(results: Iterable[Result | None]) -> str:
    """The results of the boards of a match in a row, an open one as a dot."""
    return "  ".join("·" if result is None else result.figures for result in results)


def turn_game(game: Game) -> Game:
    """With the colours the other way round than before, and without its result."""
    return Game(game.black, game.white, reversed=not game.reversed)


def with_turned(games: Games, boards: Container[int]) -> Games:
    """The boards with the colours reversed at these, from 1."""
    return tuple(
        turn_game(game) if game is not None and board in boards else game
        for board, game in enumerate(games, start=1)
    )


def as_sent(games: Games) -> Games:
    """The boards as they are sent for rating."""
    return tuple(None if game is None else game.for_rating() for game in games)


def result_of(
    settings: Settings, match: Game, lineups: Mapping[int, Seats], games: Games
) -> Result | None:
    """What the boards give for the match: see `Match.decide`."""
    scoring = settings.scoring
    found = []
    for board, game in enumerate(games, start=1):
        home, guest = seats_at(match, lineups, board)
        points = [0, 0]
        if game is None:  # a player alone at a board has the point
            points = [scoring.full_point_bye * (one is not None) for one in (home, guest)]
        elif game.result is not None:
            sides = (Colour.WHITE, Colour.BLACK)
            if not is_home(match, lineups, game.white):
                sides = sides[::-1]
            points = [scoring.points(game.result.of(side), side) for side in sides]
        found.append(MatchBoard(home, guest, game, (points[0], points[1])))
    whole = Match(match.white, match.black, tuple(found))
    return whole.decide(two_games=not lineups).result
