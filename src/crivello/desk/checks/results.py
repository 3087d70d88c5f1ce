"""Results: entered, forfeited, published, corrected."""

from __future__ import annotations

from crivello.desk import events as e
from crivello.desk import refusals as r
from crivello.desk.checks.dispatch import check
from crivello.desk.checks.pairing import results_there
from crivello.desk.checks.players import listed
from crivello.desk.events import Effect
from crivello.desk.rounds import effect_now
from crivello.desk.state import DeskState, PublishedRound, Section
from crivello.model.result import Result
from crivello.model.sentence import PlayerRef
from crivello.model.tournament import Game


@check.register
def _(event: e.ResultsEntered, state: DeskState) -> None:
    section = state.section(event.section)
    if not event.results:
        raise r.NobodyNamed()
    _entries(section, event.round, event.results)


@check.register
def _(event: e.NoShows, state: DeskState) -> None:
    section = state.section(event.section)
    if not event.players:
        raise r.NobodyNamed()
    _entries(section, event.round, event.results)
    named = {player for one in event.results for player in (one.white, one.black)}
    for player in event.players:
        if player not in named:
            raise r.NotPlaying(player=PlayerRef(player), round=event.round)


def published(section: Section, number: int) -> PublishedRound:
    if not 1 <= number <= len(section.rounds):
        raise r.NotPublished(round=number)
    return section.rounds[number - 1]


def _entries(section: Section, number: int, results: tuple[e.Entered, ...]) -> None:
    this = published(section, number)
    closed = bool(this.results_published) or number < len(section.rounds)
    for one in results:
        game = _game(this, number, one)
        # An adjourned game gets its result whenever it is over (C.04.2: 3.1).
        still_open = game.result in (None, Result.ADJOURNED)
        if closed and (not still_open or one.result is None):
            raise r.ResultStands(
                round=number, white=PlayerRef(one.white), black=PlayerRef(one.black)
            )


def _game(this: PublishedRound, number: int, one: e.Entered) -> Game:
    if 1 <= one.board <= len(this.games):
        game = this.games[one.board - 1]
        if (game.white, game.black) == (one.white, one.black):
            return game
    raise r.NoSuchGame(
        round=number, white=PlayerRef(one.white), black=PlayerRef(one.black), board=one.board
    )


@check.register
def _(event: e.NoShowsAnswered, state: DeskState) -> None:
    section = state.section(event.section)
    if not event.players:
        raise r.NobodyNamed()
    for player in event.players:
        if player not in section.asked:
            raise r.NotAsked(player=PlayerRef(player))


@check.register
def _(event: e.ResultsPublished, state: DeskState) -> None:
    section = state.section(event.section)
    this = published(section, event.round)
    if this.results_published or event.round < len(section.rounds):
        raise r.AlreadyPublished(round=event.round)
    results_there(section, event.round)


@check.register
def _(event: e.RoundEnded, state: DeskState) -> None:
    section = state.section(event.section)
    this = published(section, event.round)
    if this.ended or event.round < len(section.rounds):
        raise r.AlreadyEnded(round=event.round)
    results_there(section, event.round)


@check.register
def _(event: e.ResultCorrected, state: DeskState) -> None:
    section = state.section(event.section)
    this = published(section, event.round)
    game = _game(this, event.round, event.was)
    effect = effect_now(section, event.round)
    if effect is None or game.result is None:
        raise r.NotYetCorrection(round=event.round)
    if effect is not event.effect or game.result is not event.was.result:
        raise r.EffectUnfit()
    corrected = event.result.mirrored if event.turned else event.result
    if effect is Effect.RATING:
        changed = (corrected, event.turned) != (_sent(game), game.rating_reversed)
    else:
        changed = event.turned or corrected is not game.result
    if not changed:
        raise r.NothingChanged()


def _sent(game: Game) -> Result | None:
    return game.rating_result or game.result


@check.register
def _(event: e.PointsAdjusted, state: DeskState) -> None:
    section = state.section(event.section)
    if not event.players:
        raise r.NobodyNamed()
    for player in event.players:
        section.registration(player)
        if section.order:
            listed(section, player)
    if event.points == 0:
        raise r.NothingChanged()
    # Points of an earlier round would change the scores that later pairings were made with.
    if event.round != len(section.rounds):
        raise r.PointsOfAnotherRound(round=event.round, now=len(section.rounds))
