"""Every reason for which an action does not happen, met at a real desk, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import Desk, Refusal
from crivello.desk import actions as a
from crivello.desk import events as e
from crivello.desk import refusals as r
from crivello.desk.announced import Announced
from crivello.desk.checks import check
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Apart
from crivello.words import Language, say
from tests.desk.desks import A, enter, fresh, people, play, publish, settings

Scenario = Callable[[Path], object]
SCENARIOS: list[tuple[type[Refusal], Scenario]] = []

HALF, FULL, ZERO = Bye.HALF_POINT, Bye.FULL_POINT, Bye.ZERO_POINT


def refused(kind: type[Refusal]) -> Callable[[Scenario], Scenario]:
    """The scenario ends in this refusal."""

    def note(scenario: Scenario) -> Scenario:
        SCENARIOS.append((kind, scenario))
        return scenario

    return note


def _all(kind: type[Refusal]) -> set[type[Refusal]]:
    """The refusals of the desk; a door may add its own, with tests of its own."""
    known = {one for sub in kind.__subclasses__() for one in (sub, *_all(sub))}
    return {one for one in known if one.__module__.startswith("crivello.desk.")}


def test_every_refusal_has_a_scenario() -> None:
    assert _all(Refusal) == {kind for kind, _ in SCENARIOS}


@pytest.mark.parametrize(
    ("kind", "scenario"), SCENARIOS, ids=[f"{k.__name__}-{i}" for i, (k, _) in enumerate(SCENARIOS)]
)
def test_refused_with_a_sentence_and_without_a_trace(
    kind: type[Refusal], scenario: Scenario, tmp_path: Path
) -> None:
    with pytest.raises(Refusal) as caught:
        scenario(tmp_path)
    refusal = caught.value
    assert type(refusal) is kind
    english, italian = say(refusal, Language.EN), say(refusal, Language.IT)
    assert english == str(refusal)
    assert italian != english
    assert "{" not in english + italian
    for path in tmp_path.glob("*.crivello"):
        with Desk.open(path) as desk:
            assert desk.verify() == []


def request(player: int, number: int, bye: Bye) -> a.RequestByes:
    return a.RequestByes(A, (e.RequestedBye(player, number, bye),))


# Names and settings

refused(r.NoSuchSection)(lambda p: fresh(p).act(a.Pair("B")))
refused(r.SectionExists)(lambda p: fresh(p).act(a.OpenSection(A, settings())))
refused(r.NoSuchPlayer)(lambda p: fresh(p).act(a.Absent(A, (99,))))
refused(r.PlayerExists)(lambda p: fresh(p).act(a.Register(A, people(1))))
refused(r.NobodyNamed)(lambda p: fresh(p).act(a.Register(A, ())))
refused(r.NobodyNamed)(lambda p: fresh(p, 0).act(a.LeaveOutUnconfirmed(A)))
refused(r.NoRounds)(lambda p: fresh(p).act(a.ChangeSettings(A, settings(0))))
refused(r.TooManyRounds)(lambda p: fresh(p).act(a.ChangeSettings(A, settings(100))))
refused(r.ByeValues)(
    lambda p: fresh(p).act(a.ChangeSettings(A, settings(), Announced(missed_rounds=FULL)))
)
refused(r.GroupTooSmall)(lambda p: fresh(p).act(a.SetApart(A, (Apart((1,)),))))
refused(r.TableTaken)(lambda p: fresh(p).act(a.FixTables(A, ((1, 5), (2, 5)))))


@refused(r.FideIdTwice)
def _(p: Path) -> None:
    fresh(p).act(a.Register(A, (Player(20, 0, fide_id=7), Player(21, 0, fide_id=7))))


@refused(r.FideIdTwice)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.Register(A, (Player(20, 0, fide_id=7), Player(21, 0, fide_id=8))))
    desk.act(a.Correct(A, Player(21, 0, fide_id=7)))


@refused(r.TextTooLong)
def _(p: Path) -> None:
    fresh(p).act(a.Register(A, (Player(0, 0, "x" * 300),)))


@refused(r.ReasonMissing)
def _(p: Path) -> None:
    desk = fresh(p, 7)
    publish(desk)
    section = desk.section(A)
    boards = e_boards(desk)
    turned = ((boards[0][1], boards[0][0]), *boards[1:])
    desk.act(a.ChangePublished(A, turned, section.rounds[-1].bye, e.ChangeCase.CHIEF_ARBITER))


@refused(r.SettingFixed)
def _(p: Path) -> None:
    desk = fresh(p)
    publish(desk)
    desk.act(a.ChangeSettings(A, settings(7)))


@refused(r.SettingFixed)
def _(p: Path) -> None:
    desk = fresh(p)
    publish(desk)
    desk.act(a.DrawColour(A, Colour.BLACK))


# Players


def e_boards(desk: Desk) -> e.Boards:
    return tuple((game.white, game.black) for game in desk.section(A).rounds[-1].games)


def started(p: Path, count: int = 8) -> Desk:
    desk = fresh(p, count)
    publish(desk)
    return desk


refused(r.AlreadyListed)(lambda p: started(p).act(a.Remove(A, (1,))))
refused(r.AlreadyListed)(lambda p: started(p).act(a.RollCall(A, (1,))))
refused(r.NotStarted)(lambda p: fresh(p).act(a.Withdraw(A, (1,))))
refused(r.NotStarted)(lambda p: fresh(p).act(a.Admit(A, (1,))))
refused(r.HasNotLeft)(lambda p: started(p).act(a.Return(A, (1,))))
refused(r.NoBye)(lambda p: fresh(p).act(request(1, 1, Bye.PAIRING_ALLOCATED)))
refused(r.ByeTooLate)(lambda p: started(p).act(request(1, 1, ZERO)))
refused(r.NoSuchRound)(lambda p: fresh(p).act(request(1, 6, ZERO)))
refused(r.FullPointByesOff)(lambda p: fresh(p).act(request(1, 1, FULL)))
refused(r.NoSuchBye)(lambda p: fresh(p).act(a.CancelByes(A, ((1, 1),))))


@refused(r.NotListed)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.Register(A, people(1, 20)))
    desk.act(a.Withdraw(A, (20,)))


@refused(r.NotArrived)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.Register(A, people(1, 20)))
    desk.act(a.Admit(A, (20,)))


@refused(r.ListChanged)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.Register(A, people(1, 20)))
    desk.act(a.RollCall(A, (20,), e.Presence.PRESENT))
    check(e.PlayersAdmitted(A, (20,), (20, 2, 1, 3, 4, 5, 6, 7, 8)), desk.state)


@refused(r.NumbersFrozen)
def _(p: Path) -> None:
    """Only an undo can meet this: a correction of round 3 that would come after round 4."""
    desk = fresh(p, 10, system="dutch-2017")
    play(desk, 4)
    player = replace(desk.section(A).registrations[10].player, rating=2900)
    order = (10, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    check(e.PlayerCorrected(A, player, order), desk.state)


@refused(r.HasLeft)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.Withdraw(A, (1,)))
    desk.act(a.Expel(A, (1,)))


@refused(r.WasExpelled)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.Expel(A, (1,)))
    desk.act(a.Return(A, (1,)))


@refused(r.TooManyByes)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(request(1, 1, HALF))
    desk.act(request(1, 2, HALF))


@refused(r.ByeAfterLimit)
def _(p: Path) -> None:
    fresh(p, announced=Announced(half_point_byes_until=3)).act(request(1, 4, HALF))


# Pairing

refused(r.TooFewPlayers)(lambda p: fresh(p, 1).act(a.Pair(A)))
refused(r.WrongRound)(lambda p: fresh(p).act(a.Pair(A, round=2)))
refused(r.PairingIncomplete)(lambda p: fresh(p).act(a.PairByHand(A, ((1, 2), (1, 3)))))
refused(r.PairingIncomplete)(lambda p: fresh(p).act(a.PairByHand(A, ((1, 2), (3, 4)))))
refused(r.NoDraft)(lambda p: fresh(p).act(a.Publish(A)))
refused(r.NoDraft)(lambda p: fresh(p).act(a.Discard(A)))
refused(r.NotPublished)(lambda p: fresh(p).act(a.EnterResults(A, ((1, Result.DRAW),))))


@refused(r.ColourNotDrawn)
def _(p: Path) -> None:
    desk = Desk.create(p / "t.crivello", a.OpenSection(A, settings()))
    desk.act(a.Register(A, people(4)))
    desk.act(a.Pair(A))


@refused(r.AllRoundsPaired)
def _(p: Path) -> None:
    desk = fresh(p, rounds=1)
    play(desk, 1)
    desk.act(a.Pair(A))


@refused(r.ResultsMissing)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.EnterResults(A, ((1, Result.DRAW),)))
    desk.act(a.Pair(A))


@refused(r.NoShowsOpen)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.MarkNoShows(A, (1,)))
    desk.act(a.Pair(A))


@refused(r.DraftStale)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.Pair(A))
    desk.act(a.Absent(A, (1,)))
    desk.act(a.Publish(A))


@refused(r.TablesUnfit)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.Pair(A))
    check(e.RoundPublished(A, 1, (1, 2, 3, 3)), desk.state)


@refused(r.NothingChanged)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.Pair(A))
    draft = desk.section(A).draft
    assert draft is not None
    desk.act(a.ChangeDraft(A, draft.boards, draft.bye))


@refused(r.RoundOver)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.EndRound(A))
    desk.act(
        a.ChangePublished(A, e_boards(desk)[::-1], None, e.ChangeCase.CHIEF_ARBITER), reason="x"
    )


@refused(r.GameHasResult)
def _(p: Path) -> None:
    desk = started(p)
    desk.act(a.EnterResults(A, ((1, Result.DRAW),)))
    first, *others = e_boards(desk)
    boards = (first[::-1], *others)
    desk.act(a.ChangePublished(A, boards, None, e.ChangeCase.CHIEF_ARBITER), reason="x")


@refused(r.CaseUnfit)
def _(p: Path) -> None:
    desk = started(p)
    (one, two), (three, four), *others = e_boards(desk)
    boards = ((one, four), (three, two), *others)
    desk.act(a.ChangePublished(A, boards, None, e.ChangeCase.ALREADY_MET), reason="x")


# Results

refused(r.NoSuchBoard)(lambda p: started(p).act(a.EnterResults(A, ((9, Result.DRAW),))))
refused(r.NotAsked)(lambda p: started(p).act(a.AnswerNoShows(A, (1,), True)))


@refused(r.NoSuchGame)
def _(p: Path) -> None:
    """Only an undo can meet this: the result of a board that was paired otherwise."""
    entered = e.Entered(1, 7, 8, Result.DRAW)
    check(e.ResultsEntered(A, 1, (entered,)), started(p).state)


@refused(r.ResultStands)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.PublishResults(A))
    desk.act(a.EnterResults(A, ((1, Result.DRAW),)))


@refused(r.NotPlaying)
def _(p: Path) -> None:
    desk = started(p, 7)
    bye = desk.section(A).rounds[-1].bye
    assert bye is not None
    desk.act(a.MarkNoShows(A, (bye,)))


@refused(r.AlreadyPublished)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.PublishResults(A))
    desk.act(a.PublishResults(A))


@refused(r.AlreadyEnded)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.EndRound(A))
    desk.act(a.EndRound(A))


@refused(r.NotYetCorrection)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.CorrectResult(A, 1, 1, Result.DRAW), reason="x")


@refused(r.EffectUnfit)
def _(p: Path) -> None:
    desk = started(p)
    enter(desk)
    desk.act(a.PublishResults(A))
    was = e.Entered(1, *e_boards(desk)[0], Result.WHITE_WINS)
    check(e.ResultCorrected(A, 1, was, Result.DRAW, e.Effect.RATING), desk.state)


refused(r.NothingChanged)(lambda p: started(p).act(a.AdjustPoints(A, (1,), 0), reason="x"))
refused(r.NobodyNamed)(lambda p: started(p).act(a.AdjustPoints(A, (), 1), reason="x"))
refused(r.NoSuchPlayer)(lambda p: started(p).act(a.AdjustPoints(A, (99,), 1), reason="x"))
refused(r.ReasonMissing)(lambda p: started(p).act(a.AdjustPoints(A, (1,), 1)))


@refused(r.PointsOfAnotherRound)
def _(p: Path) -> None:
    """Only an undo can meet this: points of a round that is then no longer published."""
    check(e.PointsAdjusted(A, (1,), 1, 2), started(p).state)


# Undo

refused(r.NothingToRedo)(lambda p: fresh(p).redo())
refused(r.CannotUndo)(lambda p: fresh(p).undo(77))


@refused(r.NothingToUndo)
def _(p: Path) -> None:
    desk = Desk.create(p / "t.crivello", a.OpenSection(A, settings()))
    desk.undo()


@refused(r.CaseMissing)
def _(p: Path) -> None:
    started(p).undo()


@refused(r.WouldFall)
def _(p: Path) -> None:
    desk = started(p)
    desk.undo(2)  # the registration that everything stands on


@refused(r.DoesNotFit)
def _(p: Path) -> None:
    desk = fresh(p)
    desk.act(a.Remove(A, (1,)))
    desk.undo()
    publish(desk)
    desk.redo()
