"""Actions on results: enter, forfeit for no-shows, publish, end a round, correct."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from crivello.desk import events as e
from crivello.desk import notices as n
from crivello.desk.actions.action import Context, Plan
from crivello.desk.events import Effect, EnteredResult
from crivello.desk.notices import Notice
from crivello.desk.preconditions import published_round
from crivello.desk.refusals import (
    NameTheBoard,
    NoBoardThere,
    NoSuchBoard,
    NoSuchGame,
    NotPlaying,
    NotYetCorrection,
)
from crivello.desk.rounds import deadline_passed, effect_now
from crivello.desk.state import DeskState, PublishedRound, Section, losers_by_forfeit
from crivello.desk.warnings import warn_of_forfeits
from crivello.model.keys import is_round_robin
from crivello.model.result import Result
from crivello.model.sentence import PlayerRef, Sentence
from crivello.model.tables import BoardResult, GameTable, Results
from crivello.model.tournament import Game
from crivello.rules.handling import Article
from crivello.standard.classes import frozen


@frozen
class EnterResults:
    """Enter results by board: all of them, or none if one is refused."""

    section: str
    results: tuple[tuple[int, Result | None] | EnteredResult, ...]
    """(board, result), None to take a result back; or with the players who are meant, so that it
    is refused if another program has changed that board in the meantime."""
    round: int | None = None
    """None: the round that is being played."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        number = self.round or len(section.rounds)
        this = published_round(section, number)
        entered = tuple(
            one if isinstance(one, EnteredResult) else _plain_entry(this, number, *one)
            for one in self.results
        )
        return _plan_of_results(section, number, entered)


@frozen
class EnterBoards:
    """Enter results by table and board: all of them, or none if one is refused.

    A table of two players has one board. A match gets its result once all its boards have one.
    """

    section: str
    results: tuple[BoardResult, ...]
    round: int | None = None
    """None: the round that is being played."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        number = self.round or len(section.rounds)
        this = published_round(section, number)
        changes: dict[int, list[BoardResult]] = {}
        for one in self.results:
            changes.setdefault(one.match, []).append(one)
        entered = (
            _entry(section, number, find_table(this, number, place), these)
            for place, these in changes.items()
        )
        return _plan_of_results(section, number, tuple(entered))


def _plan_of_results(section: Section, number: int, entered: tuple[EnteredResult, ...]) -> Plan:
    """Return a plan to enter the results, with a warning about players who lost by forfeit.

    The arbiter is to say whether these players continue.
    """
    event = e.ResultsEntered(section.key, number, entered)
    given = [Game(one.white, one.black, one.result) for one in entered]
    lost = losers_by_forfeit(given) - section.asked - section.play_on
    more = section.settings.rounds is None or number < section.settings.rounds
    if number < len(section.rounds) or not more or is_round_robin(section.settings.system):
        return Plan(event)
    return Plan(event, warn_of_forfeits(n.FORFEITED, section.settings, lost))


def find_table(this: PublishedRound, number: int, place: int) -> GameTable:
    """Return the table at this place of the published list; raise `NoSuchBoard` if there is
    none.
    """
    if not 1 <= place <= len(this.games):
        raise NoSuchBoard.among(number, place, this.games)
    return this.table(place)


def _plain_entry(
    this: PublishedRound, number: int, place: int, result: Result | None
) -> EnteredResult:
    pair = find_table(this, number, place).pair
    return EnteredResult(place, pair.white, pair.black, result)


def _entry(
    section: Section,
    number: int,
    table: GameTable,
    results: Iterable[BoardResult],
    stood: Results | None = None,
) -> EnteredResult:
    """Return the entry of a table: `results`, and for its other boards the results they have.

    `stood`: the results to begin with, if not the present ones.
    """
    seen, turned = list(table.results if stood is None else stood), []
    for one in results:
        require_game(table, one.board)
        if one.players not in (None, table.players(one.board)):
            white, black = map(PlayerRef, one.players)
            raise NoSuchGame(round=number, white=white, black=black, board=table.label(one.board))
        seen[one.board - 1] = one.result
        if table.turns(one):
            turned.append(one.board)
    return EnteredResult.of_table(table, section.settings, tuple(seen), tuple(sorted(turned)))


def require_game(table: GameTable, board: int) -> None:
    """Raise `NoBoardThere` if no two players sit at this board of the table."""
    if not table.has_game(board):
        white, black = table.pair.white, table.pair.black
        raise NoBoardThere(board=board, white=PlayerRef(white), black=PlayerRef(black))


def _was_played(result: Result | None) -> bool:
    return result not in (None, Result.ADJOURNED) and result.played


@frozen
class MarkNoShows:
    """Record players who did not appear, and forfeit their games.

    The arbiter is asked whether they continue.
    """

    section: str
    players: tuple[int, ...]
    plays_on: bool | None = None
    """What they have said already (see `AnswerNoShows`); None: they are still to be asked."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        number = len(section.rounds)
        this = published_round(section, number)
        results = []
        for table in this.all_tables:
            both = {table.pair.white, table.pair.black}
            if both & set(self.players):
                # Those marked before who have not answered are still not there.
                forfeit = _forfeit(table.pair, both & {*self.players, *section.no_shows})
                forfeited = [BoardResult(table.place, board, forfeit) for board in table.boards]
                results.append(_entry(section, number, table, forfeited))
        seated = {player for one in results for player in (one.white, one.black)}
        for player in self.players:
            section.registration(player)
            if player not in seated:
                raise NotPlaying(player=PlayerRef(player), round=number)
        notices = []
        for one in results:
            games = this.table(one.board).games
            played = [game for game in games if game is not None and _was_played(game.result)]
            for game in played:
                both_of = {"white": PlayerRef(game.white), "black": PlayerRef(game.black)}
                notices.append(Notice(Sentence(n.RESULT_FORFEITED, **both_of, was=game.result)))
            others = {one.white, one.black} - {*self.players}
            if not played and one.result is Result.DOUBLE_FORFEIT and others:
                both_of = {"white": PlayerRef(one.white), "black": PlayerRef(one.black)}
                notices.append(Notice(Sentence(n.NEITHER_APPEARED, **both_of)))
        event = e.NoShows(self.section, number, self.players, tuple(results), self.plays_on)
        return Plan(event, tuple(notices))


@frozen
class AnswerNoShows:
    """Record whether players who did not appear continue or withdraw (C.04.2: 3.2).

    Under the rules before 2026 (D.2), those who give no reason are withdrawn.
    """

    section: str
    players: tuple[int, ...]
    plays_on: bool

    def decide(self, state: DeskState, context: Context) -> Plan:
        return Plan(e.NoShowsAnswered(self.section, self.players, self.plays_on))


@frozen
class PublishResults:
    """Publish the results of the round; the time for reporting errors begins (C.04.2: 4.2, 4.3).

    Refused while a result is missing; see `preconditions`.
    """

    section: str

    def decide(self, state: DeskState, context: Context) -> Plan:
        # C.04.2.D.7 (1)
        return Plan(e.ResultsPublished(self.section, len(state.section(self.section).rounds)))


@frozen
class EndRound:
    """End the round being played; corrections of the round before it then count for rating only."""

    section: str

    def decide(self, state: DeskState, context: Context) -> Plan:
        return Plan(e.RoundEnded(self.section, len(state.section(self.section).rounds)))


@frozen
class CorrectResult:
    """Correct a result, or the colours, after publication (C.04.2: 4.3); needs a reason.

    `result` begins with the player who really had White; in a match it begins with the side named
    first.
    """

    section: str
    round: int
    board: int
    result: Result
    turned: bool | None = None
    """True if they played with reversed colours, False if with those of the pairing; None: the
    colours stay as recorded."""
    game: int | None = None
    """Of a match: which of its boards, or of its two games; seen from the side named first."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        this = published_round(section, self.round)
        table = find_table(this, self.round, self.board)
        if table.is_match and self.game is None:
            raise NameTheBoard()
        board = 1 if self.game is None else self.game
        require_game(table, board)
        effect = effect_now(section, self.round)
        if effect is None:
            raise NotYetCorrection(round=self.round)
        stood = table.for_rating() if effect is Effect.RATING else table
        one = BoardResult(self.board, board, self.result, self.turned)
        turns = table.turns(one)
        if turns and not table.is_match:
            one = replace(one, result=self.result.mirrored)
        right = _entry(section, self.round, table, [one], stood.results)
        was = replace(right, result=table.pair.result, turned=False, turned_games=(), restored=())
        event = e.ResultCorrected(
            self.section,
            self.round,
            replace(was, games=stood.results) if table.is_match else was,
            right.result or self.result,
            effect,
            turns,
            right.games,
            self.game if table.is_match else None,
            bool(right.restored),
        )
        return Plan(event, _notices(section, self.round, effect, context))


@frozen
class AdjustPoints:
    """Give bonus points, or with negative points a penalty; needs a reason.

    The points count in the standings and pairings after the round that is being played.
    """

    section: str
    players: tuple[int, ...]
    points: int
    """In the unit of the scoring: with the usual one, 1 is half a point."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        number = len(state.section(self.section).rounds)
        notice = Notice(Sentence(n.POINTS_FROM_THE_START))
        if number:
            notice = Notice(Sentence(n.POINTS_ADJUSTED, round=number))
        return Plan(e.PointsAdjusted(self.section, self.players, self.points, number), (notice,))


def _forfeit(game: Game, gone: set[int]) -> Result:
    if len(gone) == 2:
        return Result.DOUBLE_FORFEIT
    absent_white = game.white in gone
    return Result.BLACK_WINS_BY_FORFEIT if absent_white else Result.WHITE_WINS_BY_FORFEIT


def _notices(section: Section, number: int, effect: Effect, context: Context) -> tuple[Notice, ...]:
    article = Article.CORRECTIONS.of(section.settings)
    if effect is Effect.NEXT:
        return (Notice(Sentence(n.CHANGED_AFTER_PAIRING, round=number + 1), article),)
    if effect is Effect.RATING:
        return (Notice(Sentence(n.RATING_ONLY), article),)
    if deadline_passed(section, number, context.now):
        return (Notice(Sentence(n.AFTER_THE_DEADLINE), article),)
    return ()
