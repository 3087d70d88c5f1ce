"""Random sequences of actions, undo and reopening, compared with a simple model.

The model keeps a copy of itself for each action; undo restores the copy.
"""

from __future__ import annotations

import tempfile
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from crivello.desk import Desk, Refusal
from crivello.desk import actions as a
from crivello.desk.events import (
    ChangeCase,
    LotsDrawn,
    Presence,
    RequestedBye,
    TeamEntry,
    TeamLineup,
)
from crivello.desk.refusals import LotsStay
from crivello.desk.state import DeskState
from crivello.model.consistency import errors
from crivello.model.errors import Impossible
from crivello.model.matches import MatchTournament
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.rules.draw import shuffle
from tests.desk.desks import A, Clock, fresh
from tests.desk.matches import double_swiss, league
from tests.support.samples import sample

ROUNDS = 4
WHITE_AWAY = {Result.BLACK_WINS_BY_FORFEIT, Result.DOUBLE_FORFEIT}
BLACK_AWAY = {Result.WHITE_WINS_BY_FORFEIT, Result.DOUBLE_FORFEIT}


@dataclass
class Model:
    """The facts that an arbiter with a notebook would know."""

    registered: set[int] = field(default_factory=set)
    listed: set[int] = field(default_factory=set)
    present: set[int] = field(default_factory=set)
    """Players who have arrived but are not admitted yet."""
    gone: set[int] = field(default_factory=set)
    byes: dict[tuple[int, int], Bye] = field(default_factory=dict)
    rounds: list[dict[int, Result | None]] = field(default_factory=list)
    """For each round the results by board."""
    draft: bool = False
    asked: set[int] = field(default_factory=set)
    """No-shows; the next pairing waits for their answers."""
    said: set[int] = field(default_factory=set)
    """No-shows who continue after the last round."""
    points: dict[int, int] = field(default_factory=dict)
    """Bonus and penalty points by player."""


def without_record(state: DeskState) -> DeskState:
    """Return the state without the exceptions that remain after a publication was withdrawn."""
    section = state.section(A)
    return state.with_section(replace(section, taken_back=()))


def lots_stay(desk: Desk) -> bool:
    """Return True if the last action was a drawing of lots, which then refuses to be undone."""
    counting = [item for item in desk.log if not item.of_the_log]
    last = [item.event for item in counting if item.sequence not in desk.undone][-1]
    if not isinstance(last, LotsDrawn):
        return False
    with pytest.raises(LotsStay):
        desk.undo(reason="undo")
    return True


class AtTheDesk(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.model = Model()
        self.past: list[Model] = []
        self.future: list[Model] = []

    @initialize(count=st.integers(2, 9))
    def create(self, count: int) -> None:
        self.clock = Clock()
        self.desk = fresh(Path(self.folder.name), count, rounds=ROUNDS, clock=self.clock)
        self.model.registered = set(range(1, count + 1))
        self.ids = count

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            self.desk.close()
        self.folder.cleanup()

    def done(self, change: Model) -> None:
        self.past.append(self.model)
        self.future = []
        self.model = change

    def next_round(self) -> int:
        return len(self.model.rounds) + 1

    def attempt(self, action: a.Action, expected: bool, change: Model) -> None:
        before = self.desk.state
        length = len(self.desk.log)
        refusal = None
        try:
            self.desk.act(action, reason="test")
        except Refusal as found:
            refusal = found
        assert (refusal is None) == expected, (action, refusal)
        if refusal is None:
            self.done(change)
        else:
            assert self.desk.state == before
            assert len(self.desk.log) == length

    # Players

    @rule(name=st.text(max_size=5))
    def register(self, name: str) -> None:
        change = deepcopy(self.model)
        self.ids += "\0" not in name
        change.registered.add(self.ids)
        self.attempt(a.Register(A, (Player(id=0, number=0, name=name),)), "\0" not in name, change)

    @rule(player=st.integers(1, 12))
    def remove(self, player: int) -> None:
        change = deepcopy(self.model)
        fits = player in self.model.registered - self.model.listed
        change.registered.discard(player)
        change.present.discard(player)
        change.byes = {k: b for k, b in change.byes.items() if k[0] != player}
        change.points.pop(player, None)
        self.attempt(a.Remove(A, (player,)), fits, change)

    @rule(player=st.integers(1, 12))
    def arrive(self, player: int) -> None:
        change = deepcopy(self.model)
        fits = player in self.model.registered - self.model.listed
        change.present.add(player)
        self.attempt(a.RollCall(A, (player,), Presence.PRESENT), fits, change)

    @rule(player=st.integers(1, 12))
    def admit(self, player: int) -> None:
        model, change = self.model, deepcopy(self.model)
        fits = bool(model.rounds) and len(model.rounds) < ROUNDS
        fits = fits and player in model.registered - model.listed
        change.listed.add(player)
        change.present.add(player)
        self.attempt(a.Admit(A, (player,)), fits, change)

    @rule(player=st.integers(1, 12), number=st.integers(1, ROUNDS), half=st.booleans())
    def bye(self, player: int, number: int, half: bool) -> None:
        model, change = self.model, deepcopy(self.model)
        fits = player in model.registered and player not in model.gone
        fits = fits and number >= self.next_round()
        kind = Bye.HALF_POINT if half else Bye.ZERO_POINT
        if half:
            others = [k for k, b in model.byes.items() if k[0] == player and b is kind]
            fits = fits and not [k for k in others if k[1] != number]
        change.byes[player, number] = kind
        self.attempt(a.RequestByes(A, (RequestedBye(player, number, kind),)), fits, change)

    @rule(player=st.integers(1, 12), back=st.booleans())
    def leave(self, player: int, back: bool) -> None:
        model, change = self.model, deepcopy(self.model)
        if back:
            change.gone.discard(player)
            fits = player in model.registered and player in model.gone
            self.attempt(a.Return(A, (player,)), fits, change)
        else:
            change.gone.add(player)
            change.asked.discard(player)
            fits = bool(model.rounds) and player in model.listed - model.gone
            self.attempt(a.Withdraw(A, (player,)), fits, change)

    @rule(player=st.integers(1, 12), points=st.integers(-2, 2))
    def adjust(self, player: int, points: int) -> None:
        model, change = self.model, deepcopy(self.model)
        fits = points != 0 and player in (model.listed if model.rounds else model.registered)
        change.points[player] = change.points.get(player, 0) + points
        self.attempt(a.AdjustPoints(A, (player,), points), fits, change)

    @rule(seed=st.sampled_from(["one", "two"]))
    def draw_lots(self, seed: str) -> None:
        """Draw lots for the tie-break LOT: each player gets one, by the seed."""
        listed = [player.id for player in self.desk.section(A).listed_players]
        self.attempt(a.DrawLots(A, seed), bool(listed), deepcopy(self.model))
        if listed:
            lots = [player.id for player in self.desk.section(A).lots]
            assert lots == list(shuffle(listed, seed))

    # Rounds

    def to_pair(self) -> set[int]:
        everybody = self.model.listed if self.model.rounds else self.model.registered
        away = {player for player, number in self.model.byes if number == self.next_round()}
        return everybody - away - self.model.gone

    @rule()
    def pair(self) -> None:
        model, change = self.model, deepcopy(self.model)
        fits = len(model.rounds) < ROUNDS and len(self.to_pair()) > 1 and not model.asked
        fits = fits and all(None not in this.values() for this in model.rounds)
        change.draft = True
        try:
            self.attempt(a.Pair(A), fits, change)
        except Impossible:
            assert fits
            return
        if fits:
            draft = self.desk.section(A).draft
            assert draft is not None
            seated = {player for board in draft.boards for player in board}
            assert seated | ({draft.bye} - {None}) == self.to_pair()

    @precondition(lambda self: self.model.draft)
    @rule()
    def publish(self) -> None:
        model, change = self.model, deepcopy(self.model)
        draft = self.desk.section(A).draft
        assert draft is not None
        try:
            self.desk.act(a.Publish(A))
        except Refusal:
            # The notebook does not know what a pairing depends on; pairing again must help.
            if len(self.to_pair()) > 1 and not model.asked:
                try:
                    self.desk.act(a.Pair(A))
                except (Refusal, Impossible):
                    return
                self.done(deepcopy(model))
                draft = self.desk.section(A).draft
                assert draft is not None
                self.desk.act(a.Publish(A))
            else:
                return
        change.draft = False
        if not model.rounds:
            change.listed = set(model.registered)
        change.rounds.append(dict.fromkeys(range(1, len(draft.boards) + 1)))
        change.said = set()
        self.done(change)

    @precondition(lambda self: self.model.rounds)
    @rule(board=st.integers(1, 5), result=st.sampled_from([*Result, None]))
    def enter(self, board: int, result: Result | None) -> None:
        change = deepcopy(self.model)
        fits = board in change.rounds[-1]
        change.rounds[-1][board] = result
        if fits:
            game = self.desk.section(A).rounds[-1].games[board - 1]
            change.asked -= {game.white, game.black}
        self.attempt(a.EnterResults(A, ((board, result),)), fits, change)

    @precondition(lambda self: self.model.rounds)
    @rule(board=st.integers(1, 5), plays_on=st.booleans())
    def no_show(self, board: int, plays_on: bool) -> None:
        if board not in self.model.rounds[-1]:
            return
        change = deepcopy(self.model)
        game = self.desk.section(A).rounds[-1].games[board - 1]
        change.rounds[-1][board] = Result.BLACK_WINS_BY_FORFEIT
        change.asked -= {game.white, game.black}
        change.asked.add(game.white)
        change.said.discard(game.white)
        self.attempt(a.MarkNoShows(A, (game.white,)), True, change)
        change = deepcopy(self.model)
        change.asked.discard(game.white)
        if plays_on:
            change.said.add(game.white)
        else:
            change.gone.add(game.white)
        self.attempt(a.AnswerNoShows(A, (game.white,), plays_on), True, change)

    # Undo

    @precondition(lambda self: self.past)
    @rule()
    def undo(self) -> None:
        if lots_stay(self.desk):
            return
        self.desk.undo(case=ChangeCase.CHIEF_ARBITER, reason="undo")
        self.future.append(self.model)
        self.model = self.past.pop()

    @precondition(lambda self: self.future)
    @rule()
    def redo(self) -> None:
        self.desk.redo()
        self.past.append(self.model)
        self.model = self.future.pop()

    @precondition(lambda self: len(self.past) > 1)
    @rule(place=st.integers(0, 30))
    def undo_an_earlier_one_and_redo_it(self, place: int) -> None:
        """Undo an earlier action with all that depends on it, check the result, and redo it."""
        before = self.desk.state
        counting = [item.sequence for item in self.desk.log if not item.of_the_log]
        counting = [sequence for sequence in counting[1:] if sequence not in self.desk.undone]
        chosen = counting[place % len(counting)]
        try:
            self.desk.undo(chosen, along=True, case=ChangeCase.CHIEF_ARBITER, reason="test")
        except LotsStay:
            assert self.desk.state == before
            return
        assert errors(self.desk.tournament(A)) == []
        with Desk.open(self.desk.path) as other:
            assert other.state == self.desk.state
        self.desk.redo()
        assert without_record(self.desk.state) == without_record(before)

    @rule()
    def reopen(self) -> None:
        before = self.desk.state
        self.desk.close()
        self.desk = Desk.open(self.desk.path, clock=self.clock)
        assert self.desk.state == before

    def silent(self) -> set[int]:
        """Return the players who lost the last round by forfeit and have not answered since."""
        model = self.model
        if not model.rounds or len(model.rounds) == ROUNDS:
            return set()
        games = self.desk.section(A).rounds[-1].games
        lost = set()
        for board, result in model.rounds[-1].items():
            game = games[board - 1]
            lost |= {game.white} if result in WHITE_AWAY else set()
            lost |= {game.black} if result in BLACK_AWAY else set()
        away = {player for player, number in model.byes if number == self.next_round()}
        return lost - model.said - model.gone - away

    @invariant()
    def the_notebook_agrees(self) -> None:
        if not hasattr(self, "desk"):
            return
        section, model = self.desk.section(A), self.model
        assert set(section.registrations) == model.registered
        assert set(section.order) == model.listed
        assert section.byes == model.byes
        assert section.no_shows == model.asked
        assert section.asked == model.asked | self.silent()
        points: dict[int, int] = {}
        for given in section.settings.adjustments:
            for player in given.players:
                points[player] = points.get(player, 0) + given.points
        assert points == model.points
        assert (section.draft is not None) == model.draft
        assert [
            {board: game.result for board, game in enumerate(this.games, start=1)}
            for this in section.rounds
        ] == model.rounds
        gone = {
            player
            for player, one in section.registrations.items()
            if one.player.withdrawn_after is not None
        }
        assert gone == model.gone

    @invariant()
    def the_tournament_is_sound(self) -> None:
        if hasattr(self, "desk"):
            assert errors(self.desk.tournament(A)) == []


AtTheDesk.TestCase.settings = settings(
    max_examples=sample(40),
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestAtTheDesk = pytest.mark.slow(AtTheDesk.TestCase)


# Matches


class OfMatches(RuleBasedStateMachine):
    """Random actions on teams or matches of two games, each of which undo must reverse."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.past: list[DeskState] = []
        self.future: list[DeskState] = []

    @initialize(count=st.integers(3, 6), two_games=st.booleans())
    def create(self, count: int, two_games: bool) -> None:
        folder = Path(self.folder.name)
        self.desk = double_swiss(folder, count) if two_games else league(folder, count)

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            self.desk.close()
        self.folder.cleanup()

    def attempt(self, action: a.Action) -> bool:
        before, length = self.desk.state, len(self.desk.log)
        try:
            self.desk.act(action, reason="test")
        except (Refusal, Impossible):
            assert self.desk.state == before
            assert len(self.desk.log) == length
            return False
        self.past.append(before)
        self.future = []
        return True

    @rule(kind=st.sampled_from([a.Pair, a.Publish, a.PublishResults, a.EndRound]))
    def step(self, kind: type[a.Pair]) -> None:
        self.attempt(kind(A))

    @precondition(lambda self: self.desk.section(A).rounds)
    @rule(
        match=st.integers(1, 3),
        board=st.integers(1, 3),
        result=st.sampled_from([*Result, None]),
        turned=st.booleans(),
    )
    def enter(self, match: int, board: int, result: Result | None, turned: bool) -> None:
        one = a.BoardResult(match, board, result, turned)
        if self.attempt(a.EnterBoards(A, (one,))):
            this = self.desk.section(A).rounds[-1]
            assert this.table(match).results[board - 1] is result

    @precondition(lambda self: self.desk.section(A).rounds)
    @rule(results=st.lists(st.sampled_from(list(Result)), min_size=2, max_size=2))
    def enter_all(self, results: list[Result]) -> None:
        for match, games in enumerate(self.desk.section(A).rounds[-1].boards, start=1):
            found = tuple(
                a.BoardResult(match, board, result)
                for board, (game, result) in enumerate(zip(games, results, strict=True), start=1)
                if game is not None
            )
            if found:
                self.attempt(a.EnterBoards(A, found))

    @precondition(lambda self: self.desk.section(A).has_teams)
    @rule(team=st.integers(1, 30), seats=st.lists(st.integers(0, 30), min_size=2, max_size=2))
    def line_up(self, team: int, seats: list[int]) -> None:
        ids = list(self.desk.section(A).registrations)
        chosen = ids[team % len(ids)]
        members = [one.id for one in self.desk.section(A).registration(chosen).members]
        players = tuple([*members, None][seat % (len(members) + 1)] for seat in seats)
        self.attempt(a.SetLineups(A, (TeamLineup(chosen, players),)))

    @precondition(lambda self: self.desk.section(A).has_teams)
    @rule(team=st.integers(1, 30))
    def turn_the_board_order(self, team: int) -> None:
        ids = list(self.desk.section(A).registrations)
        kept = self.desk.section(A).registration(ids[team % len(ids)])
        entry = TeamEntry(kept.player, kept.members[::-1], kept.captain)
        self.attempt(a.ChangeTeam(A, entry))

    @precondition(lambda self: self.desk.section(A).rounds)
    @rule(competitor=st.integers(0, 30), plays_on=st.booleans())
    def no_show(self, competitor: int, plays_on: bool) -> None:
        ids = list(self.desk.section(A).registrations)
        self.attempt(a.MarkNoShows(A, (ids[competitor % len(ids)],), plays_on))

    @rule(seed=st.sampled_from(["one", "two"]))
    def draw_lots(self, seed: str) -> None:
        assert self.attempt(a.DrawLots(A, seed))

    @precondition(lambda self: self.past)
    @rule()
    def undo(self) -> None:
        if lots_stay(self.desk):
            return
        self.future.append(self.desk.state)
        self.desk.undo(case=ChangeCase.CHIEF_ARBITER, reason="undo")
        assert without_record(self.desk.state) == without_record(self.past.pop())

    @precondition(lambda self: self.future)
    @rule()
    def redo(self) -> None:
        self.past.append(self.desk.state)
        self.desk.redo()
        assert without_record(self.desk.state) == without_record(self.future.pop())

    @invariant()
    def the_log_says_it_all(self) -> None:
        if not hasattr(self, "desk"):
            return
        with Desk.open(self.desk.path) as other:
            assert other.state == self.desk.state

    @invariant()
    def the_event_is_sound(self) -> None:
        """Check that matches are those that were paired, with the results that their boards
        give.
        """
        if not hasattr(self, "desk"):
            return
        event = self.desk.tournament(A)
        assert isinstance(event, MatchTournament)
        assert errors(event.individual) == []
        for number, this in enumerate(self.desk.section(A).rounds, start=1):
            derived = {one.white: one for one in event.round_matches(number)}
            for pair, games in zip(this.games, this.boards, strict=True):
                if any(games):
                    match = derived[pair.white]
                    assert (match.black, match.result) == (pair.black, pair.result)


OfMatches.TestCase.settings = settings(
    max_examples=sample(20),
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestOfMatches = pytest.mark.slow(OfMatches.TestCase)
