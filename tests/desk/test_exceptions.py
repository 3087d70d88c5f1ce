"""Exceptions to the rules: derived from the log, confirmed first, listed, printed, written into
files.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crivello.audit.file_report import assumptions
from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import refusals as r
from crivello.desk.announcement import Announcement
from crivello.desk.events import ChangeCase, RequestedBye, ResultsEntered
from crivello.desk.exceptions import CONSEQUENCES, NAMES, ExceptionClass, from_comment
from crivello.desk.publications import published_section
from crivello.formats.trf import read_trf, write_trf
from crivello.model.result import Bye, Result
from crivello.model.settings import Apart
from crivello.reports.pages import page, view
from crivello.reports.subject import Subject
from crivello.standings.table import Table
from crivello.words import COMPLETE_LANGUAGES, Language, say
from tests.desk.desks import A, Clock, enter, fresh, play, publish, settings

HALF, FULL = Bye.HALF_POINT, Bye.FULL_POINT


def kinds(desk: Desk) -> list[str]:
    return [one.kind.value for one in desk.section(A).exceptions]


def asked_then_done(desk: Desk, action: a.Action, reason: str = "") -> ExceptionClass:
    """Check that the question changes nothing, and that the confirmed action is recorded once."""
    before, log = desk.state, len(desk.log)
    with pytest.raises(r.ExceptionAsked) as question:
        desk.act(action, reason=reason, ask=True)
    assert (desk.state, len(desk.log)) == (before, log)
    done = desk.act(action, reason=reason)
    (one,) = done.exceptions
    (told,) = question.value.problems
    assert str(told.sentence) == f"{one.what} {CONSEQUENCES[one.kind]}"
    assert desk.section(A).exceptions[-1].kind is one.kind
    assert desk.section(A).exceptions[-1].done.reason == reason
    return one.kind


def bye(player: int, number: int, kind: Bye) -> a.RequestByes:
    return a.RequestByes(A, (RequestedBye(player, number, kind),))


def test_the_usual_is_no_exception(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    desk.act(bye(8, 2, HALF), ask=True)
    desk.act(a.SetApart(A, (Apart((1, 2)),)), ask=True)
    desk.act(a.ChangeSettings(A, replace(settings(), tie_breaks=("BH",))), ask=True)
    play(desk, 2)
    desk.act(a.Absent(A, (3,)), ask=True)
    assert kinds(desk) == []


def test_every_class_is_asked_for_and_recorded(tmp_path: Path) -> None:
    clock = Clock()
    desk = fresh(tmp_path, 9, clock=clock, announced=Announcement(half_point_byes=2))
    seen = []

    def do(action: a.Action, reason: str = "") -> None:
        clock.forward(1)
        seen.append(asked_then_done(desk, action, reason))

    rules = desk.section(A).announced
    do(a.ChangeSettings(A, settings(), replace(rules, full_point_byes=True)))
    do(bye(9, 1, FULL))
    desk.act(bye(8, 1, HALF))
    do(bye(8, 2, HALF))
    play(desk, 1)
    desk.act(a.PublishResults(A))
    do(a.Expel(A, (6,)), "abusive")
    do(a.SetApart(A, (Apart((1, 2)),), by_decision=True), "a quarrel")
    do(a.ChangeSettings(A, replace(settings(), tie_breaks=("BH",)), rules), "as printed")
    desk.act(a.Pair(A))
    draft = desk.section(A).draft
    assert draft is not None
    (white, black), *others = draft.boards
    desk.act(a.ChangeDraft(A, ((black, white), *others), draft.bye))
    do(a.Publish(A), "the hall asked for it")
    change = a.ChangePublished(A, draft.boards, draft.bye, ChangeCase.CHIEF_ARBITER)
    do(change, "a mistake")
    enter(desk)
    desk.act(a.EndRound(A))
    do(a.CorrectResult(A, 1, 1, Result.DRAW), "found later")
    do(a.LeaveFideMode(A), "a club evening")
    kind = ExceptionClass
    assert seen == [
        kind.RULE,
        kind.FULL_POINT_BYE,
        kind.HALF_POINT_BYES,
        kind.EXPULSION,
        kind.RULE,
        kind.RULE,
        kind.BY_HAND,
        kind.PUBLISHED_CHANGE,
        kind.RATING_ONLY,
        kind.RULE,
    ]
    assert kinds(desk) == [one.value for one in seen]
    # It is derived: whoever opens the file finds the same.
    desk.close()
    with Desk.open(tmp_path / "t.crivello") as again:
        assert kinds(again) == [one.value for one in seen]
        assert {*again.section(A).exceptions} == {*desk.section(A).exceptions}


def test_what_is_undone_or_cancelled_is_none(tmp_path: Path) -> None:
    desk = fresh(tmp_path, announced=Announcement(half_point_byes=2, full_point_byes=True))
    allowed = kinds(desk)
    desk.act(bye(8, 2, FULL))
    desk.act(bye(7, 2, HALF))
    desk.act(bye(7, 3, HALF))
    assert len(kinds(desk)) == len(allowed) + 2
    desk.act(a.CancelByes(A, ((8, 2), (7, 3))))
    assert kinds(desk) == allowed
    desk.act(bye(8, 2, FULL))
    desk.act(bye(8, 2, HALF))  # it takes the place of the other
    assert kinds(desk) == allowed
    publish(desk)
    desk.act(a.Withdraw(A, (1,)))
    desk.undo()
    assert kinds(desk) == allowed


def test_a_publication_taken_back_after_its_grace_stays_one(tmp_path: Path) -> None:
    clock = Clock()
    desk = fresh(tmp_path, clock=clock)
    publish(desk)
    desk.undo()  # a slip
    desk.act(a.Publish(A))
    assert kinds(desk) == []
    clock.forward(6)
    desk.undo(case=ChangeCase.CHIEF_ARBITER, reason="wrong list")
    assert kinds(desk) == ["published pairing changed"]
    desk.act(a.Publish(A))
    (one,) = desk.section(A).exceptions
    assert (one.round, one.done.reason, one.done.actor) == (1, "wrong list", "arbiter")


def test_results_taken_back_after_their_grace_stay_one(tmp_path: Path) -> None:
    clock = Clock()
    desk = fresh(tmp_path, clock=clock)
    play(desk, 1)
    desk.act(a.PublishResults(A))
    desk.undo()  # a slip
    desk.act(a.PublishResults(A))
    entered = next(one.sequence for one in desk.log if isinstance(one.event, ResultsEntered))
    clock.forward(6)
    for event in (len(desk.log), entered):  # an undo of results takes the publication along
        assert desk.needs_reason(event)
        with pytest.raises(r.ReasonMissing):
            desk.undo(event, along=True)
    assert kinds(desk) == []
    desk.undo(reason="the wrong slip")
    (one,) = desk.section(A).exceptions
    assert str(one.what) == "The publication of the results of round 1 was withdrawn."
    assert (one.kind, one.done.reason) == (ExceptionClass.PUBLISHED_CHANGE, "the wrong slip")


def test_a_withdrawal_is_not_an_exception(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    publish(desk)
    desk.act(a.MarkNoShows(A, (1,)))
    for action in (a.AnswerNoShows(A, (1,), plays_on=False), a.Withdraw(A, (2,))):
        done = desk.act(action, ask=True)
        assert not [one for one in done.notices if "exception" in str(one)]
    assert kinds(desk) == []


def test_tie_breaks_change_after_the_start_only_with_a_reason(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    publish(desk)
    announced = desk.section(A).announced
    change = a.ChangeSettings(A, replace(settings(), tie_breaks=("BH", "SB")), announced)
    with pytest.raises(r.ReasonMissing):
        desk.act(change)
    desk.act(change, reason="as printed on the poster")
    (one,) = desk.section(A).exceptions
    assert str(one.what) == "Tie-breaks were changed after round 1: – became BH, SB."
    assert one.done.reason == "as printed on the poster"


def test_undo_is_no_way_around_the_record(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    desk.act(a.ChangeSettings(A, replace(settings(), tie_breaks=("BH",))))
    announced = len(desk.log)
    desk.act(a.DrawLots(A))
    with pytest.raises(r.LotsStay):
        desk.undo()
    publish(desk)
    with pytest.raises(r.AnnouncedBeforeStart):
        desk.undo(announced)
    # What is changed later can be taken back: the event is as it was announced again.
    desk.act(a.ChangeSettings(A, replace(settings(), tie_breaks=("SB",))), reason="a slip")
    desk.undo()
    assert desk.section(A).settings.tie_breaks == ("BH",)
    assert kinds(desk) == []
    # Before round 1 nothing has been promised to anybody.
    desk.act(a.OpenSection("B", settings()))
    desk.act(a.ChangeSettings("B", replace(settings(), tie_breaks=("BH",))))
    desk.undo()
    assert desk.section("B").settings.tie_breaks == ()


def test_all_rounds_taken_back_after_their_grace_stay_one(tmp_path: Path) -> None:
    clock = Clock()
    desk = fresh(tmp_path, 4, rounds=3, system="roundrobin", clock=clock)
    desk.act(a.PublishSchedule(A))
    desk.undo()  # a slip
    desk.act(a.PublishSchedule(A))
    clock.forward(6)
    with pytest.raises(r.CaseMissing):
        desk.undo()
    desk.undo(case=ChangeCase.CHIEF_ARBITER, reason="wrong numbers")
    (one,) = desk.section(A).exceptions
    assert str(one.what) == "The publication of all rounds was withdrawn."


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (
            {"half_point_byes_until": 3},
            "The last round with half-point byes was changed after round 1: 5 to 3.",
        ),
        (
            {"correction_minutes": 90},
            "The deadline for reporting errors was changed after round 1: 30 to 90 minutes.",
        ),
        (
            {"half_point_byes": 2},
            "Half-point byes for each player were changed after round 1: 1 to 2.",
        ),
        (
            {"changes_allowed": True},
            "Changes of published pairings were allowed after round 1.",
        ),
        (
            {"missed_rounds": HALF},
            "What a late entry gets for missed rounds was changed after round 1.",
        ),
    ],
)
def test_a_rule_switched_after_the_start(tmp_path: Path, change: dict[str, Any], what: str) -> None:
    desk = fresh(tmp_path)
    publish(desk)
    announced = replace(desk.section(A).announced, **change)
    assert asked_then_done(desk, a.ChangeSettings(A, settings(), announced)) is ExceptionClass.RULE
    assert [str(one.what) for one in desk.section(A).exceptions] == [what]


def test_numbers_exchanged_by_hand(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    asked_then_done(desk, a.ExchangeNumbers(A, 2, 3), "equal in everything, by lot")
    (one,) = desk.section(A).exceptions
    assert one.players == (2, 3)


def test_a_lot_is_typed_once(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    first, second, *_ = desk.section(A).listed_players
    desk.act(a.Correct(A, first.with_tag("lot", "2")), ask=True)
    desk.act(a.Correct(A, second.with_tag("lot", "1")), ask=True)
    again = a.Correct(A, first.with_tag("lot", "1"))
    assert asked_then_done(desk, again) is ExceptionClass.RULE
    (one,) = desk.section(A).exceptions
    assert str(one.what) == "The lot of 1 was changed from 2 to 1."
    (gone,) = desk.act(a.Correct(A, second.with_tag("lot", "")), reason="a slip").exceptions
    assert str(gone.what) == "The lot of 2 was changed from 1 to –."


def test_full_point_byes_announced_from_the_start_are_one(tmp_path: Path) -> None:
    desk = fresh(tmp_path, announced=Announcement(full_point_byes=True))
    assert [str(one.what) for one in desk.section(A).exceptions] == [
        "Full-point byes were switched on."
    ]
    # A file of another program states nothing: its byes are the exceptions.
    desk.act(
        a.OpenSection("I", settings(), Announcement(full_point_byes=True), imported=True), ask=True
    )
    assert desk.section("I").exceptions == ()


def test_what_players_do_not_know_yet_is_not_in_public_files(tmp_path: Path) -> None:
    desk = fresh(tmp_path, announced=Announcement(half_point_byes=2))
    desk.act(bye(8, 2, HALF))
    desk.act(bye(8, 3, HALF))
    play(desk, 1)
    desk.act(a.Expel(A, (1,)), reason="abusive")
    assert published_section(desk.section(A)).exceptions == ()
    play(desk, 1)
    assert [one.kind.value for one in published_section(desk.section(A)).exceptions] == [
        "expulsion"
    ]


def test_in_the_report_file_and_back(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    play(desk, 1)
    desk.act(a.Expel(A, (3,)), reason="abusive | twice")
    report = write_trf(Subject.of_desk(desk, A).tournament, "trf26")
    line = (
        "Exception: expulsion | round 1 | Expelled after round 1: 3 Player 003. | "
        "reason: abusive / twice | 2026-03-01 09:00 arbiter"
    )
    assert f"### {line}\n" in report.replace("\r", "\n")
    back = read_trf(report.encode()).tournament
    assert back.settings.comments == ("FIDE mode: on", line)
    found = from_comment(line)
    assert found is not None
    assert (found.kind, found.round) == (ExceptionClass.EXPULSION, 1)
    assert from_comment("a plain comment") is None
    assert from_comment("Exception: of another program | round 1") is None
    # A print made from the file lists it as well.
    assert "Expelled after round 1: 3 Player 003." in page(
        "exceptions", Subject.of_tournament(back)
    )


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_on_the_page_and_the_tournament_report(tmp_path: Path, language: Language) -> None:
    desk = fresh(tmp_path)
    play(desk, 1)
    assert say("No exception is recorded.", language) in page(
        "exceptions", Subject.of_desk(desk, A), language=language
    )
    desk.act(a.Expel(A, (3,)), reason="abusive")
    subject = Subject.of_desk(desk, A)
    for name in ("exceptions", "event-report"):
        text = page(name, subject, language=language)
        assert "3 Player 003" in text
        assert "abusive" in text
        assert say(NAMES[ExceptionClass.EXPULSION], language) in text
    (table,) = view("exceptions", subject).blocks
    assert isinstance(table, Table)
    assert [row[0].raw for row in table.rows] == ["expulsion"]


def test_every_class_has_a_name_and_a_consequence_in_both_languages() -> None:
    for table in (NAMES, CONSEQUENCES):
        assert table.keys() == set(ExceptionClass)
        for text in table.values():
            assert say(text, Language.EN) != say(text, Language.IT)


def test_what_a_file_does_not_say_is_an_assumption(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    play(desk, 1)
    whole = desk.tournament(A)
    assert assumptions(whole, "dutch-2026") == ()
    bare = replace(
        whole, settings=replace(whole.settings, initial_colour=None, rounds=None, system="dutch")
    )
    assumed = assumptions(bare, "dutch-2017", states_points=False)
    assert assumed == (
        ("colour", "white"),
        ("rounds", "1"),
        ("scoring", "1-½-0"),
        ("system", "dutch-2017"),
    )
    desk.act(a.OpenSection("I", settings(), imported=True, assumed=assumed))
    found = desk.section("I").exceptions
    assert [one.kind for one in found] == [ExceptionClass.ASSUMPTION] * 4
    assert [str(one.what) for one in found] == [
        "The file does not state the initial colour; assumed: white.",
        "The file does not state the number of rounds; assumed: 1.",
        "The file does not state the points; assumed: 1-½-0.",
        "The file does not state the edition of the system; assumed: dutch-2017.",
    ]


def test_players_who_continue_after_a_forfeit_are_no_exception(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    publish(desk)
    absent = desk.section(A).rounds[0].games[0].white
    desk.act(a.MarkNoShows(A, (absent,)))
    assert desk.act(a.AnswerNoShows(A, (absent,), plays_on=True)).exceptions == ()
    assert kinds(desk) == []


def test_the_statement_of_fide_mode_has_the_whole_day(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    desk.act(a.LeaveFideMode(A), reason="a school event")
    assert "2026-03-01" in str(desk.section(A).fide_mode)


def test_another_lot_before_round_1_belongs_to_no_round(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    for lot in ("3", "5"):
        player = desk.section(A).registration(1).player.with_tag("lot", lot)
        done = desk.act(a.Correct(A, player), reason="a slip of paper")
    assert [one.round for one in done.exceptions] == [None]


def test_another_lot_in_a_correction_of_two_sections_is_recorded_once(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    desk.act(a.OpenSection("B", settings()))
    desk.act(a.RegisterAlso("B", (1,)))
    player = desk.section(A).registration(1).player.with_tag("lot", "3")
    desk.act(a.Correct(A, player, only_here=True))
    other = replace(player.with_tag("lot", "5"), name="Another name")
    done = desk.act(a.Correct(A, other), reason="a slip of paper")
    assert desk.section("B").registration(1).player.name == "Another name"
    for found in (done.exceptions, desk.section(A).recorded):
        assert [str(one.what) for one in found] == ["The lot of 1 was changed from 3 to 5."]
    assert desk.section("B").recorded == ()


def test_numbers_exchanged_before_round_1_belong_to_no_round(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    (before,) = desk.act(a.ExchangeNumbers(A, 2, 3), reason="by lot").exceptions
    assert before.round is None
    publish(desk)
    (after,) = desk.act(a.ExchangeNumbers(A, 2, 3), reason="by lot").exceptions
    assert after.round == 1


def test_a_publication_that_is_taken_back_is_listed_with_its_round_and_case(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    play(desk, 1)
    publish(desk)
    desk.undo(case=ChangeCase.CHIEF_ARBITER, reason="wrong results")
    (change,) = desk.published_changes(A)
    assert (change.round, change.case, change.taken_back) == (2, ChangeCase.CHIEF_ARBITER, True)
    assert change.reason == "wrong results"


@pytest.mark.parametrize("topic", ["colour", "rounds", "scoring", "system"])
def test_what_was_assumed_of_a_file_is_recorded(tmp_path: Path, topic: str) -> None:
    opening = a.OpenSection(A, settings(), imported=True, assumed=((topic, "a value"),))
    desk = Desk.create(tmp_path / "t.crivello", opening, actor="arbiter", clock=Clock())
    (found,) = desk.section(A).exceptions
    assert str(found.what).endswith("assumed: a value.")
