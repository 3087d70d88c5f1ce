"""Sections, settings, registration, roll-call, and drawing the colour."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import events as e
from crivello.desk import notices as n
from crivello.desk import refusals as r
from crivello.desk.announcement import Announcement, Arbiter, Pace
from crivello.desk.events import Presence
from crivello.desk.exceptions import RECORDED
from crivello.model.errors import CrivelloError, Illegal, Unsupported
from crivello.model.player import Player
from crivello.model.result import Colour
from crivello.model.settings import Acceleration, Scoring, Settings
from tests.desk.desks import A, Clock, fresh, people, publish, settings


def said(outcome: object) -> set[object]:
    return {notice.sentence.template for notice in getattr(outcome, "notices")}  # noqa: B009


def test_all_settings_are_kept(tmp_path: Path) -> None:
    full = Settings(
        name="Open",
        city="Lione",
        federation="FRA",
        start="2026/03/01",
        end="2026/03/05",
        round_dates=("2026/03/01", "2026/03/02"),
        time_control="90 min + 30 s",
        rounds=2,
        system="dutch",
        scoring=Scoring(pairing_allocated_bye=1),
        tie_breaks=("BH/C1", "SB"),
        initial_colour=None,
    )
    announced = Announcement(
        pace=Pace.RAPID,
        round_times=("15:00", "10:00"),
        chief_arbiter=Arbiter("Ann", 123),
        deputy_arbiters=(Arbiter("Bob"),),
        correction_minutes=20,
    )
    path = tmp_path / "open.crivello"
    Desk.create(path, a.OpenSection(A, full, announced)).close()
    with Desk.open(path) as desk:
        section = desk.section(A)
        assert section.announced == replace(announced, fide_mode=True)  # by default
        # The edition is decided when the section is opened, by the day of the start.
        assert section.settings == replace(full, system="dutch-2026")


def test_an_unknown_system_is_refused_and_no_file_is_left(tmp_path: Path) -> None:
    # C.04.2.A.1 (1)
    with pytest.raises(Unsupported):
        Desk.create(tmp_path / "t.crivello", a.OpenSection(A, settings(5, "swiss")))
    assert list(tmp_path.iterdir()) == []


def test_fide_mode_is_on_and_what_is_discouraged_warns(tmp_path: Path) -> None:
    # C.04.2: 1.1, 1.4
    # C.04.4 (1)
    desk = fresh(tmp_path)
    assert desk.section(A).announced.fide_mode
    assert not desk.section(A).announced.full_point_byes
    quiet = desk.act(a.ChangeSettings(A, settings(), Announcement(correction_minutes=30)))
    assert quiet.notices == ()
    assert said(desk.act(a.LeaveFideMode(A), reason="a club evening")) == {
        n.NOT_FIDE_MODE,
        RECORDED,
    }
    loud = a.ChangeSettings(
        A,
        replace(settings(), system="dubov-2018", scoring=Scoring(pairing_allocated_bye=1)),
        Announcement(full_point_byes=True),
    )
    assert said(desk.act(loud)) == {
        n.SYSTEM_DEPRECATED,
        n.EDITION_OUTDATED,
        n.FULL_POINT_BYES_ON,
        RECORDED,
        n.BYE_VALUE,
        n.NO_DEADLINE,
    }


def test_sections_have_players_and_schedule_in_common(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 4)
    desk.act(a.SetSchedule(city="Lione", start="2026/03/01", round_times=("15:00",)))
    desk.act(a.OpenSection("B", Settings(name="B", rounds=3, system="dutch")))
    assert desk.section("B").settings.city == "Lione"
    assert desk.section("B").announced.round_times == ("15:00",)
    desk.act(a.Register("B", (Player(id=0, number=0, name="New"),)))
    assert list(desk.section("B").registrations) == [5]  # ids are common
    desk.act(a.MovePlayer(A, 2, "B"))
    assert 2 not in desk.section(A).registrations
    assert desk.section("B").registrations[2].player.name == "Player 002"
    desk.act(a.SetSchedule(city="Roma"))
    assert {s.settings.city for s in desk.state.sections.values()} == {"Roma"}
    # Each is a tournament of its own.
    publish(desk)
    assert desk.section("B").rounds == ()


def test_one_player_in_two_sections(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 4)
    desk.act(a.OpenSection("B", settings()))
    desk.act(a.RegisterAlso("B", (2, 3)))
    assert list(desk.section("B").registrations) == [2, 3]
    with pytest.raises(r.PlayerExists):  # they are there already
        desk.act(a.RegisterAlso("B", (2,)))
    with pytest.raises(r.PlayerExists):  # an id is one person
        desk.act(a.Register("B", (Player(id=1, number=0, name="Somebody else"),)))
    with pytest.raises(r.PlayerExists):
        desk.act(a.MovePlayer(A, 2, "B"))
    publish(desk)
    desk.act(a.Withdraw(A, (2,)))
    assert desk.section("B").registrations[2].player.withdrawn_after is None


def test_an_unknown_tie_break_is_refused_at_once(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    with pytest.raises(CrivelloError, match="XYZ"):
        desk.act(a.ChangeSettings(A, replace(settings(), tie_breaks=("BH", "XYZ"))))


def test_an_acceleration_that_does_not_apply_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(Illegal):
        Desk.create(
            tmp_path / "t.crivello",
            a.OpenSection(A, replace(settings(5), acceleration=Acceleration("baku-2016"))),
        )


def test_the_border_of_group_a_is_fixed_with_round_1(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 12, rounds=9)
    accelerated = replace(settings(9), acceleration=Acceleration("baku-2026"))
    desk.act(a.ChangeSettings(A, accelerated))
    publish(desk)
    assert desk.section(A).settings.acceleration.last_of_group_a == 6
    desk.act(a.Correct(A, replace(desk.section(A).registrations[12].player, rating=2900)))
    assert desk.tournament(A).settings.acceleration.last_of_group_a == 6
    desk.act(a.ChangeSettings(A, accelerated))  # an address was changed, say
    assert desk.section(A).settings.acceleration.last_of_group_a == 6
    desk.act(a.ChangeSettings(A, replace(desk.section(A).settings, city="Trieste")))
    assert desk.section(A).settings.acceleration.last_of_group_a == 6


def test_too_few_rounds_are_told_once_and_not_to_a_late_entry(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8, rounds=3)
    assert said(desk.act(a.Register(A, people(1, 9)))) == {n.ROUNDS_TOO_FEW}
    assert said(desk.act(a.Register(A, people(1, 10)))) == set()
    other = fresh(tmp_path, 8, rounds=3, name="other.crivello")
    publish(other)
    assert said(other.act(a.Register(A, people(1, 9)))) == set()


def test_arbiters_stand_on_the_report(tmp_path: Path) -> None:
    announced = Announcement(chief_arbiter=Arbiter("Ann", 123), deputy_arbiters=(Arbiter("Bob"),))
    desk = fresh(tmp_path, announced=announced)
    assert desk.tournament(A).settings.chief_arbiter == "Ann (123)"
    assert desk.tournament(A).settings.deputy_arbiters == ("Bob",)


def test_registration_gives_ids_that_are_never_used_again(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 2)
    desk.act(a.Register(A, (Player(id=0, number=0, name="C"), Player(id=0, number=0, name="D"))))
    assert list(desk.section(A).registrations) == [1, 2, 3, 4]
    desk.undo()
    desk.act(a.Register(A, (Player(id=0, number=0, name="E"),)))
    assert list(desk.section(A).registrations) == [1, 2, 5]


def test_roll_call(tmp_path: Path) -> None:
    # C.04.2: 4.1
    # C.04.2.C.1 (1); C.04.2.C.2 (1)
    desk = fresh(tmp_path, 6)
    desk.act(a.RollCall(A, (1, 2, 3)))
    desk.act(a.RollCall(A, (4,), Presence.PRESENT))
    outcome = desk.act(a.Pair(A))
    (notice,) = [one for one in outcome.notices if one.sentence.template == n.UNCONFIRMED]
    assert notice.players == (5, 6)
    desk.act(a.LeaveOutUnconfirmed(A))
    assert [p.id for p in desk.section(A).listed_players] == [1, 2, 3, 4]
    outcome = desk.act(a.Pair(A))
    assert n.UNCONFIRMED not in said(outcome)
    desk.act(a.Publish(A))
    assert {p.id for p in desk.tournament(A).players} == {1, 2, 3, 4}
    # Who shows up later is a late entry with the id they had.
    before = desk.state
    desk.act(a.Admit(A, (5,)))
    assert desk.tournament(A).player[5].entered == 2
    assert desk.section(A).registrations[5].presence is Presence.PRESENT
    # One action, one undo: they are left out as they were.
    desk.undo()
    assert desk.state == before
    assert desk.section(A).registrations[5].presence is Presence.LEFT_OUT


def test_who_was_called_before_he_is_admitted_stays_admitted_without_the_call(
    tmp_path: Path,
) -> None:
    """Older files record such an admission as two events."""
    desk = fresh(tmp_path, 6)
    publish(desk)
    desk.act(a.Register(A, people(1, 20)))
    called = desk.act(a.RollCall(A, (20,), Presence.PRESENT))
    desk.act(a.Admit(A, (20,)))
    admitted = desk.state
    assert desk.falls_with(called.sequence) == []
    desk.undo(called.sequence)
    assert desk.state == admitted
    assert Desk.open(desk.path).state == admitted


def test_the_colour_is_drawn_and_recorded(tmp_path: Path) -> None:
    desk = Desk.create(tmp_path / "t.crivello", a.OpenSection(A, settings()), clock=Clock())
    drawn = set()
    for _ in range(40):
        desk.act(a.DrawColour(A))
        drawn.add(desk.section(A).settings.initial_colour)
    assert drawn == {Colour.WHITE, Colour.BLACK}
    desk.act(a.Register(A, people(4)))
    desk.act(a.DrawColour(A, Colour.BLACK))
    desk.act(a.Pair(A))
    draft = desk.section(A).draft
    assert draft is not None
    assert draft.boards == ((3, 1), (2, 4))


def test_a_last_day_before_the_first_is_told(tmp_path: Path) -> None:
    def told(start: str, end: str) -> list[str]:
        return [str(one.sentence) for one in desk.act(a.SetSchedule(start=start, end=end)).notices]

    desk = fresh(tmp_path, 4)
    assert told("2026/03/02", "2026-03-01") == [
        "The last day, 2026-03-01, is before the first one, 2026/03/02."
    ]
    assert told("2026/03/01", "2026-03-01") == told("2026/03/01", "2026/03/09") == []
    assert told("2026/03/01", "") == told("", "2026/03/01") == []


def test_arbiters_who_are_not_known_leave_their_records_empty(tmp_path: Path) -> None:
    settings = fresh(tmp_path, 4).section(A).tournament.settings
    assert (settings.chief_arbiter, settings.deputy_arbiters) == ("", ())


def test_the_border_is_recorded_when_round_1_is_published(tmp_path: Path) -> None:
    """The event stores the player's id, which does not change when the numbers do."""
    desk = fresh(tmp_path, 12, rounds=9)
    first = replace(desk.section(A).registration(12).player, rating=2900)
    desk.act(a.Correct(A, first))
    desk.act(a.ChangeSettings(A, replace(settings(9), acceleration=Acceleration("baku-2026"))))
    desk.act(a.Pair(A))
    published = desk.act(a.Publish(A)).event
    assert isinstance(published, e.RoundPublished)
    sixth = next(one for one in desk.section(A).listed_players if one.number == 6)
    assert published.last_of_group_a == sixth.id == 5
