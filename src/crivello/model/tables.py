"""The tables of a round: the competitors who meet there, and the games they play.

Two players play one game at their table. The competitors of a match (two teams, or two players who
meet for two games) play one on each of its boards. Whatever the number of boards, results are
entered, corrected and shown in one way: from the point of view of the side that the pairing names
first.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from crivello.model.keys import has_two_games
from crivello.model.matches import Match, MatchBoard
from crivello.model.player import Player
from crivello.model.result import Colour, Result, is_undecided
from crivello.model.sentence import N_
from crivello.model.settings import Settings, TeamEvent
from crivello.model.tournament import Game
from crivello.standard.classes import field, frozen, replace

MATCH_BOARDS = N_("Table {table} takes {boards} results, but got {found}.")
USUAL_BOARDS = 4
"""The number of boards where none is announced."""
Seats = tuple[int | None, ...]
"""Ids, the first board first; None: the board is empty."""
Games = tuple[Game | None, ...]
"""The games of one table, the first board first; None: a player is missing."""
Results = tuple[Result | None, ...]
"""The results of one table, seen from the side named first; None: open."""


@frozen
class BoardResult:
    """The result of one board of a table."""

    match: int
    """The table: 1 for the first of the published list."""
    board: int
    """Which of its boards, or of its two games; from 1. A table of two players has one."""
    result: Result | None
    """Seen from the side named first; None: it is taken back."""
    turned: bool | None = None
    """True if they played with reversed colours, False if with those of the pairing; None: the
    colours stay as recorded. The result is seen from the side named first all the same."""
    players: tuple[int, int] | None = None
    """Who is meant to sit there, the side named first leading; refused if others do."""


@frozen
class GameTable:
    """The competitors who meet at a table, and the games they play there."""

    place: int
    """1 for the first table of the published list."""
    number: int
    """The number of the table in the hall."""
    pair: Game
    """The competitors, and the result of their match."""
    games: Games
    """One, or those of the boards of a match."""
    is_match: bool = False
    lineups: Mapping[int, Seats] = field(default_factory=dict)
    """Of teams: who sits at their boards."""

    @property
    def results(self) -> Results:
        """The results of the boards, from the point of view of the side named first."""
        return tuple(
            None if game is None else self._change_sides(game, game.result) for game in self.games
        )

    @property
    def boards(self) -> list[int]:
        """The boards, counted from 1, at which two players sit."""
        return [at for at, game in enumerate(self.games, start=1) if game is not None]

    @property
    def undecided_boards(self) -> list[int]:
        """The boards whose game has no result or is adjourned."""
        return [at for at in self.boards if is_undecided(self.results[at - 1])]

    def label(self, board: int) -> str:
        """Return a board as people name it: ``5``, or ``5.2`` for a board of a match."""
        return f"{self.number}.{board}" if self.is_match else str(self.number)

    def seats(self, board: int) -> tuple[int | None, int | None]:
        """Return the two players at a board, that of the side named first leading; None for an
        empty seat.
        """
        return _find_seats(self.pair, self.lineups, board)

    def players(self, board: int) -> tuple[int, int]:
        """Return the two players at a board that has a game."""
        home, guest = self.seats(board)
        assert home is not None
        assert guest is not None
        return home, guest

    def is_home(self, player: int) -> bool:
        """Return True if the player belongs to the side named first."""
        return _is_home(self.pair, self.lineups, player)

    def has_game(self, board: int) -> bool:
        """Return True if two players sit at this board."""
        return 1 <= board <= len(self.games) and self.games[board - 1] is not None

    def turns(self, one: BoardResult) -> bool:
        """Return True if this entry changes the recorded colours of its board."""
        game = self.games[one.board - 1] if self.has_game(one.board) else None
        if game is None or one.result is None or one.turned is None:
            return False
        return one.turned is not game.reversed

    def with_results(
        self, settings: Settings, results: Results, turned: Container[int] = ()
    ) -> GameTable:
        """Return the table with these results of all its boards.

        `turned` are the boards whose colours have to be reversed.
        """
        played = (
            turn_game(game) if game is not None and board in turned else game
            for board, game in enumerate(self.games, start=1)
        )
        games = self._enter(played, results)
        if not self.is_match:
            (game,) = games
            assert game is not None
            return replace(self, pair=game, games=games)
        result = result_of(settings, self.pair, self.lineups, games)
        return replace(self, pair=replace(self.pair, result=result), games=games)

    def with_rating_results(
        self, results: Results, boards: Container[int], turned: bool
    ) -> GameTable:
        """Return the table with other results for rating on these boards; the results that count in
        the tournament stay.

        If `turned`, the colours are reversed for rating.
        """
        sent = self._enter(self.games, results)
        games = tuple(
            replace(old, rating_result=new.result, rating_reversed=turned)
            if old is not None and new is not None and board in boards
            else old
            for board, (old, new) in enumerate(zip(self.games, sent, strict=True), start=1)
        )
        pair = self.pair if self.is_match else games[0]
        assert pair is not None
        return replace(self, pair=pair, games=games)

    def for_rating(self) -> GameTable:
        """Return the table with its games as they are sent for rating."""
        games = tuple(None if game is None else game.for_rating() for game in self.games)
        return replace(self, games=games)

    def _enter(self, games: Iterable[Game | None], results: Results) -> Games:
        return tuple(
            game and replace(game, result=self._change_sides(game, result))
            for game, result in zip(games, results, strict=True)
        )

    def _change_sides(self, game: Game, result: Result | None) -> Result | None:
        """Convert a result between the point of view of the side named first and that of White."""
        return result if result is None or self.is_home(game.white) else result.mirrored


def games_of_match(
    settings: Settings, white: int, black: int, lineups: Mapping[int, Seats]
) -> Games:
    """Return the games of a match that are to be played, with the colours that the event announces
    for the boards.
    """
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


def turn_game(game: Game) -> Game:
    """Return the game with reversed colours and without its result."""
    return Game(game.black, game.white, reversed=not game.reversed)


def figures_of(results: Iterable[Result | None]) -> str:
    """Return the results of a match's boards in one line; an open board is a dot."""
    return "  ".join("·" if result is None else result.figures for result in results)


def strength(members: Iterable[Player], boards: int) -> int | None:
    """Return the average rating of the first `boards` members, without unrated ones; None if all
    are unrated.
    """
    rated = [one.rating for one in list(members)[:boards] if one.rating]
    return round(sum(rated) / len(rated)) if rated else None


def result_of(
    settings: Settings, pair: Game, lineups: Mapping[int, Seats], games: Games
) -> Result | None:
    """Return the result of a match by its boards: see `Match.decide`."""
    scoring = settings.scoring
    found = []
    for board, game in enumerate(games, start=1):
        home, guest = _find_seats(pair, lineups, board)
        points = [0, 0]
        if game is None:  # a player alone at a board has the point
            points = [scoring.full_point_bye * (one is not None) for one in (home, guest)]
        elif game.result is not None:
            sides = (Colour.WHITE, Colour.BLACK)
            if not _is_home(pair, lineups, game.white):
                sides = sides[::-1]
            points = [scoring.points(game.result.of(side), side) for side in sides]
        found.append(MatchBoard(home, guest, game, (points[0], points[1])))
    whole = Match(pair.white, pair.black, tuple(found))
    return whole.decide(two_games=not lineups).result


def _is_home(pair: Game, lineups: Mapping[int, Seats], player: int) -> bool:
    return player in lineups[pair.white] if lineups else player == pair.white


def _find_seats(
    pair: Game, lineups: Mapping[int, Seats], board: int
) -> tuple[int | None, int | None]:
    if not lineups:
        return pair.white, pair.black
    return lineups[pair.white][board - 1], lineups[pair.black][board - 1]
