"""FIDE mode: new tournaments begin in it; leaving it is final."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from crivello.desk import Desk, Refusal
from crivello.desk import actions as a
from crivello.desk import notices as n
from crivello.desk import refusals as r
from crivello.desk.announcement import Announcement
from crivello.desk.events import Meta, SectionOpened, SettingsChanged, from_json, to_json
from crivello.desk.fide_mode import statement, superseded_refusal
from crivello.desk.publications import published_section
from crivello.formats.trf import read_trf, write_trf
from crivello.model.keys import SYSTEMS
from crivello.model.settings import Apart, Scoring, Settings, TeamEvent
from crivello.reports.pages import page, view
from crivello.reports.subject import Subject
from crivello.words import Language
from tests.desk.desks import A, Clock, fresh, play, publish, settings
from tests.desk.matches import league

WHY = "a club evening"


def opened(folder: Path, first: a.OpenSection, reason: str = "") -> Desk:
    return Desk.create(folder / "t.crivello", first, "Ann", clock=Clock(), reason=reason)


def said(desk: Desk) -> str:
    return str(desk.section(A).fide_mode)


def test_a_new_tournament_is_in_fide_mode(tmp_path: Path) -> None:
    desk = opened(tmp_path, a.OpenSection(A, settings()))
    assert desk.section(A).announced.fide_mode is True
    assert said(desk) == "FIDE mode: on"


def test_what_is_taken_over_states_nothing(tmp_path: Path) -> None:
    desk = opened(tmp_path, a.OpenSection(A, settings(5, "dutch-2017"), imported=True))
    assert desk.section(A).announced.fide_mode is None
    assert said(desk) == "FIDE mode: not stated"
    # What it has in common with the first section, a further one has not stated either.
    desk.act(a.OpenSection("B", settings(5, "dutch-2017")))
    assert desk.section("B").announced.fide_mode is None


def test_it_is_left_with_a_reason_and_for_good(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    with pytest.raises(r.ReasonMissing):
        desk.act(a.LeaveFideMode(A))
    desk.act(a.LeaveFideMode(A), reason=WHY)
    assert said(desk) == "Not in FIDE mode since 2026-03-01: a club evening"
    # Neither undo nor a later change brings it back, and the reason stays.
    desk.act(a.ChangeSettings(A, settings(7), Announcement()))
    assert desk.section(A).announced.fide_mode is False
    with pytest.raises(r.FideModeOver):
        desk.undo(len(desk.log) - 1)
    desk.close()
    with Desk.open(tmp_path / "t.crivello") as again:
        assert said(again) == "Not in FIDE mode since 2026-03-01: a club evening"


def test_a_tournament_can_be_opened_outside_it(tmp_path: Path) -> None:
    outside = a.OpenSection(A, settings(5, "dutch-2017"), Announcement(fide_mode=False))
    with pytest.raises(r.ReasonMissing):
        opened(tmp_path, outside)
    assert list(tmp_path.iterdir()) == []
    desk = opened(tmp_path, outside, WHY)
    assert said(desk) == f"Not in FIDE mode since 2026-03-01: {WHY}"


def test_what_has_not_stated_it_may_do_so_before_round_1(tmp_path: Path) -> None:
    desk = opened(tmp_path, a.OpenSection(A, settings(), imported=True))
    desk.act(a.ChangeSettings(A, settings(), Announcement(fide_mode=True)))
    assert said(desk) == "FIDE mode: on"
    desk.act(a.OpenSection("B", settings(5, "dutch-2017"), imported=True))
    with pytest.raises(r.EditionSuperseded):
        desk.act(a.ChangeSettings("B", settings(5, "dutch-2017"), Announcement(fide_mode=True)))


FORBIDDEN = [
    (Scoring(white_draw=2, black_draw=2), r.DrawsWorthTooMuch),
    (Scoring(pairing_allocated_bye=3), r.ByeWorthTooMuch),
    (Scoring(half_point_bye=3), r.ByeWorthTooMuch),
    (Scoring.of_points(*map(Fraction, ("1", "1/2", "0", "3/4"))), r.ByeWorthNoResult),
]


@pytest.mark.parametrize(("scoring", "refusal"), FORBIDDEN)
def test_points_that_fide_forbids(tmp_path: Path, scoring: Scoring, refusal: type[Refusal]) -> None:
    """They are refused in FIDE mode; outside it the same sentence is a warning."""
    odd = replace(settings(), scoring=scoring)
    desk = fresh(tmp_path)
    with pytest.raises(refusal):
        desk.act(a.ChangeSettings(A, odd))
    with pytest.raises(refusal):
        desk.act(a.OpenSection("B", odd))
    desk.act(a.LeaveFideMode(A), reason=WHY)
    warned = desk.act(a.ChangeSettings(A, odd)).notices
    assert refusal.template in [one.sentence.template for one in warned]


def test_match_points_that_fide_forbids(tmp_path: Path) -> None:
    with league(tmp_path) as desk:
        before = desk.section(A).settings
        event = replace(
            before.team_event or TeamEvent(), scoring=Scoring.of_units(3, 2, 0, 2, unit=1)
        )
        odd = replace(before, team_event=event)
        with pytest.raises(r.DrawnMatchesWorthTooMuch):
            desk.act(a.ChangeSettings(A, odd))
        desk.act(a.LeaveFideMode(A), reason=WHY)
        warned = desk.act(a.ChangeSettings(A, odd)).notices
        assert r.DrawnMatchesWorthTooMuch.template in [one.sentence.template for one in warned]


def test_undo_does_not_leave_it(tmp_path: Path) -> None:
    desk = opened(tmp_path, a.OpenSection(A, settings(), imported=True))
    desk.act(a.ChangeSettings(A, settings(), Announcement(fide_mode=True)))
    with pytest.raises(r.LeaveFideModeFirst):
        desk.undo()
    assert said(desk) == "FIDE mode: on"


@pytest.mark.parametrize(
    "scoring",
    [
        Scoring(),
        Scoring(pairing_allocated_bye=1),
        Scoring(pairing_allocated_bye=0),
        Scoring(1, 3, 3, 1, 1, forfeit_win=3, pairing_allocated_bye=2, full_point_bye=3),  # 3-1-0
    ],
)
def test_points_that_fide_allows(tmp_path: Path, scoring: Scoring) -> None:
    desk = fresh(tmp_path)
    desk.act(a.ChangeSettings(A, replace(settings(), scoring=scoring)))


def test_editions_that_a_later_one_has_replaced() -> None:
    def late(system: str, start: str = "", today: str = "2026-03-01") -> bool:
        return superseded_refusal(Settings(system=system, start=start), today) is not None

    assert {key for key in SYSTEMS if late(key)} == {
        key for key, one in SYSTEMS.items() if not one.in_force_now
    }
    assert not late("lim-1999")
    # A text that comes into force in time; a tournament of the past is no new one.
    assert not late("dutch-2017", today="2026-01-10")
    assert late("dutch-2017", "2026/02/07", today="2026-01-10")
    assert late("dutch-2017", "2018/02/07")


def test_a_replaced_edition_is_a_warning_outside_and_allowed_in_an_import(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    old = settings(5, "dutch-2017")
    with pytest.raises(r.EditionSuperseded):
        desk.act(a.OpenSection("B", old))
    outside = a.OpenSection("B", old, Announcement(fide_mode=False))
    warned = desk.act(outside, reason=WHY).notices
    assert n.EDITION_OUTDATED in [one.sentence.template for one in warned]
    desk.act(a.OpenSection("C", old, imported=True))
    assert str(desk.section("C").fide_mode) == "FIDE mode: not stated"


def test_tie_breaks_after_the_start_are_recorded_in_and_outside(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    publish(desk)
    before = desk.section(A)
    announced = replace(before.announced, fide_mode=None)
    change = a.ChangeSettings(A, replace(before.settings, tie_breaks=("BH",)), announced)
    with pytest.raises(r.ReasonMissing):
        desk.act(change)
    desk.act(a.LeaveFideMode(A), reason=WHY)
    with pytest.raises(r.ExceptionAsked):
        desk.act(change, ask=True)
    desk.act(change)
    assert [str(one.what) for one in desk.section(A).exceptions] == [
        "FIDE mode was left.",
        "Tie-breaks were changed after round 1: – became BH.",
    ]


def test_who_is_kept_apart_after_round_1(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    apart = (Apart((1, 5)),)
    desk.act(a.SetApart(A, apart))
    publish(desk)
    for change in (a.SetApart(A), a.SetApart(A, apart, (Apart((2, 3), name="club"),))):
        with pytest.raises(r.ApartAfterStart) as refusal:
            desk.act(change)
        assert refusal.value.article == "C.04.2: 1.5"
    decided = a.SetApart(A, by_decision=True)
    with pytest.raises(r.ReasonMissing):
        desk.act(decided)
    warned = desk.act(decided, reason="they are reconciled").notices
    assert n.APART_LATE in [one.sentence.template for one in warned]
    # Outside it is a warning.
    desk.act(a.LeaveFideMode(A), reason=WHY)
    warned = desk.act(a.SetApart(A, apart)).notices
    assert n.APART_LATE in [one.sentence.template for one in warned]


def test_earlier_files_state_nothing_and_nothing_is_refused_after_the_fact(tmp_path: Path) -> None:
    """Earlier versions had a switch, on by default, that was not stored in files."""
    desk = fresh(tmp_path)
    old = to_json(SectionOpened(A, settings(5, "dutch-2017"), Announcement()))
    assert "fide_mode" not in old
    event = from_json("SectionOpened", old)
    assert isinstance(event, SectionOpened)
    assert event.announced.fide_mode is None
    # Who had switched it off was outside, since then.
    off = from_json(
        "SettingsChanged", '{"section":"A","settings":{"rounds":5},"announced":{"fide_mode":false}}'
    )
    assert isinstance(off, SettingsChanged)
    assert off.announced.fide_mode is False
    assert str(statement(off.announced, Meta("2024-05-04T10:00:00", "Ann", ""))) == (
        "Not in FIDE mode since 2024-05-04"
    )
    desk.close()


@pytest.mark.parametrize("left", [False, True])
def test_prints_and_files_say_it(tmp_path: Path, left: bool) -> None:
    desk = fresh(tmp_path)
    play(desk, 1)
    if left:
        desk.act(a.LeaveFideMode(A), reason=WHY)
    text = f"Not in FIDE mode since 2026-03-01: {WHY}" if left else "FIDE mode: on"
    subject = Subject.of_desk(desk, A)
    for name in ("standings", "pairings-by-name", "players", "crosstable", "event-report"):
        assert view(name, subject).fide_mode == text
        assert f">{text} · Seal" in page(name, subject)
    assert view("slips", subject).fide_mode == ""  # they are cut into pieces
    italian = "Non in modalità FIDE dal 2026-03-01: " if left else "Modalità FIDE"
    assert view("standings", subject, language=Language.IT).fide_mode.startswith(italian)
    report = write_trf(Subject.of_desk(desk, A).tournament, "trf26")
    assert f"### {text}\n" in report.replace("\r", "\n")
    stated, *exceptions = read_trf(report.encode()).tournament.settings.comments
    assert stated == text
    assert [one.partition(" |")[0] for one in exceptions] == ["Exception: rule switched"] * left
    assert str(published_section(desk.section(A)).fide_mode) == text
