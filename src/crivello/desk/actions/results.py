"""Results: enter, forfeit no-shows, publish, end a round, correct."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from crivello.desk import events as e
from crivello.desk import notices as n
from crivello.desk.actions.action import Context, Plan
from crivello.desk.events import Effect, EnteredResult
from crivello.desk.matches import (
    as_sent,
    result_of,
    results_from_home,
    with_results,
    with_turned,
)
from crivello.desk.notices import Notice
from crivello.desk.preconditions import published_round
from crivello.desk.refusals import (
    NameTheBoard,
    NoBoardThere,
    NoMatches,
    NoSuchBoard,
    NotPlaying,
    NotYetCorrection,
)
from crivello.desk.rounds import deadline_passed, effect_now
from crivello.desk.state import DeskState, PublishedRound, Section, losers_by_forfeit
from crivello.desk.warnings import warn_of_forfeits
from crivello.model.classes import frozen
from crivello.model.keys import is_round_robin
from crivello.model.result import Result
from crivello.model.sentence import PlayerRef, Sentence
from crivello.model.tournament import Game
from crivello.rules.handling import Article


@frozen
class EnterResults:
    """Results by board, as many as there are: all of them, or none if one does not fit."""

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
            one if isinstance(one, EnteredResult) else _board_entry(this, number, *one)
            for one in self.results
        )
        return _plan_of_results(section, number, entered)


def _plan_of_results(section: Section, number: int, entered: tuple[EnteredResult, ...]) -> Plan:
    """The results, and the question to those who lose the last round by forfeit."""
    event = e.ResultsEntered(section.key, number, entered)
    given = [Game(one.white, one.black, one.result) for one in entered]
    lost = losers_by_forfeit(given) - section.asked - section.play_on
    more = section.settings.rounds is None or number < section.settings.rounds
    if number < len(section.rounds) or not more or is_round_robin(section.settings.system):
        return Plan(event)
    return Plan(event, warn_of_forfeits(n.FORFEITED, section.settings, lost))


@frozen
class BoardResult:
    match: int
    """1 for the first match of the published list."""
    board: int
    """Of the match, or which of its two games; from 1."""
    result: Result | None
    """Seen from the side of the competitor named first; None: it is taken back."""
    turned: bool = False
    """They played with the colours the other way round; the result is seen as ever."""


@frozen
class EnterBoards:
    """Results of boards of matches; the matches get theirs once all boards have one."""

    section: str
    results: tuple[BoardResult, ...]
    round: int | None = None
    """None: the round that is being played."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        number = self.round or len(section.rounds)
        this = published_round(section, number)
        changes: dict[int, dict[int, BoardResult]] = {}
        for one in self.results:
            _board_entry(this, number, one.match, None)
            changes.setdefault(one.match, {})[one.board] = one
        entered = (_match(section, this, match, these) for match, these in changes.items())
        return _plan_of_results(section, number, tuple(entered))


def _match(
    section: Section,
    this: PublishedRound,
    match: int,
    results: Mapping[int, BoardResult],
    for_rating: bool = False,
) -> EnteredResult:
    """A match with these results of its boards along with those that it has."""
    if not this.boards:
        raise NoMatches()
    game, games = this.games[match - 1], this.boards[match - 1]
    seen = list(results_from_home(game, this.lineups, as_sent(games) if for_rating else games))
    for board, one in results.items():
        if not 1 <= board <= len(seen) or games[board - 1] is None:
            raise NoBoardThere(
                board=board, white=PlayerRef(game.white), black=PlayerRef(game.black)
            )
        seen[board - 1] = one.result
    turned = tuple(sorted(board for board, one in results.items() if one.turned and one.result))
    after = with_results(game, this.lineups, with_turned(games, turned), tuple(seen))
    whole = result_of(section.settings, game, this.lineups, after)
    return EnteredResult(
        match, game.white, game.black, whole, games=tuple(seen), turned_games=turned
    )


def _was_played(result: Result | None) -> bool:
    return result not in (None, Result.ADJOURNED) and result.played


@frozen
class MarkNoShows:
    """These did not appear: their games are forfeited, and each is asked about."""

    section: str
    players: tuple[int, ...]
    plays_on: bool | None = None
    """What they have said already (see `AnswerNoShows`); None: they are still to be asked."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        number = len(section.rounds)
        this = published_round(section, number)
        results = []
        for board, game in enumerate(this.games, start=1):
            both = {game.white, game.black}
            if both & set(self.players):
                # Those marked before who have not answered are still not there.
                gone = both & {*self.players, *section.no_shows}
                result = _forfeit(game, gone)
                if this.boards:
                    forfeited = {
                        place: BoardResult(board, place, result)
                        for place, one in enumerate(this.boards[board - 1], start=1)
                        if one is not None
                    }
                    results.append(_match(section, this, board, forfeited))
                else:
                    results.append(EnteredResult(board, game.white, game.black, result))
        seated = {player for one in results for player in (one.white, one.black)}
        for player in self.players:
            section.registration(player)
            if player not in seated:
                raise NotPlaying(player=PlayerRef(player), round=number)
        notices = []
        for one in results:
            games = this.boards[one.board - 1] if this.boards else (this.games[one.board - 1],)
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
    """Do they continue, or have they withdrawn? (C.04.2: 3.2; old D.2: withdrawn if unexplained)"""

    section: str
    players: tuple[int, ...]
    plays_on: bool

    def decide(self, state: DeskState, context: Context) -> Plan:
        return Plan(e.NoShowsAnswered(self.section, self.players, self.plays_on))


@frozen
class PublishResults:
    """From now on the deadline for corrections runs (C.04.2: 4.2, 4.3).

    It is refused while a result is missing: see `preconditions`.
    """

    section: str

    def decide(self, state: DeskState, context: Context) -> Plan:
        # C.04.2.D.7 (1)
        return Plan(e.ResultsPublished(self.section, len(state.section(self.section).rounds)))


@frozen
class EndRound:
    section: str

    def decide(self, state: DeskState, context: Context) -> Plan:
        return Plan(e.RoundEnded(self.section, len(state.section(self.section).rounds)))


@frozen
class CorrectResult:
    """A wrong result or wrong colours after publication (C.04.2: 4.3); needs a reason.

    With `turned` the players had the colours the other way round, and `result` is that of the
    one who really had White first; of a match it is seen from the side named first all the same.
    """

    section: str
    round: int
    board: int
    result: Result
    turned: bool = False
    game: int | None = None
    """Of a match: which of its boards, or of its two games; seen from the side named first."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        section = state.section(self.section)
        this = published_round(section, self.round)
        was = _board_entry(this, self.round, self.board, None)
        was = replace(was, result=this.games[self.board - 1].result)
        games: tuple[Result | None, ...] = ()
        result = self.result
        effect = effect_now(section, self.round)
        if this.boards:
            if self.game is None:
                raise NameTheBoard()
            late = effect is Effect.RATING
            was = replace(was, games=_match(section, this, self.board, {}, late).games)
            one = BoardResult(self.board, self.game, self.result, self.turned)
            right = _match(section, this, self.board, {self.game: one}, late)
            games, result = right.games, right.result or self.result
        if effect is None:
            raise NotYetCorrection(round=self.round)
        event = e.ResultCorrected(
            self.section, self.round, was, result, effect, self.turned, games, self.game
        )
        return Plan(event, _notices(section, self.round, effect, context))


@frozen
class AdjustPoints:
    """A bonus, or with negative points a penalty; needs a reason.

    It counts in the standings and in the pairings after the round that is being played.
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


def _board_entry(
    this: PublishedRound, number: int, board: int, result: Result | None
) -> EnteredResult:
    if not 1 <= board <= len(this.games):
        raise NoSuchBoard.among(number, board, this.games)
    game = this.games[board - 1]
    return EnteredResult(board, game.white, game.black, result)


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
