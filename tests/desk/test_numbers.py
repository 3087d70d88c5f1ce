"""Pairing numbers and late entries by C.04.2: 2.3-2.5."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import events as e
from crivello.desk import notices as n
from crivello.desk import refusals as r
from crivello.desk.announcement import Announcement
from crivello.desk.exceptions import ExceptionClass
from crivello.model.history import histories
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.rules.draw import shuffle
from tests.desk.desks import A, enter, fresh, play, publish, settings


def order(desk: Desk) -> list[int]:
    return [p.id for p in sorted(desk.section(A).listed_players, key=lambda p: p.number)]


def late(desk: Desk, rating: int) -> object:
    desk.act(a.Register(A, (Player(id=20, number=0, name="Late", rating=rating),)))
    return desk.act(a.Admit(A, (20,)))


def correct(desk: Desk, player: int, rating: int) -> object:
    kept = desk.section(A).registrations[player].player
    return desk.act(a.Correct(A, replace(kept, rating=rating)))


def said(outcome: object) -> set[object]:
    return {notice.sentence.template for notice in getattr(outcome, "notices")}  # noqa: B009


def test_a_correction_renumbers_until_round_4_is_paired(tmp_path: Path) -> None:
    # C.04.2.B.3 (3, 4); C.04.2.D.8 (3)
    desk = fresh(tmp_path, 12, rounds=7)
    play(desk, 3)
    before = desk.tournament(A)
    outcome = correct(desk, 12, 2900)
    assert said(outcome) == {n.NUMBERS_MOVE, n.RATING_AFTER_START}
    assert order(desk) == [12, *range(1, 12)]
    # Ids stay, and with them everything that happened.
    assert [r.games for r in desk.tournament(A).rounds] == [r.games for r in before.rounds]
    play(desk, 1)
    outcome = correct(desk, 12, 1000)
    assert said(outcome) == {n.NUMBERS_STAY, n.RATING_AFTER_START}
    assert order(desk) == [12, *range(1, 12)]
    assert desk.tournament(A).player[12].rating == 1000


def corrected(desk: Desk, **ratings: int) -> object:
    kept = desk.section(A).registrations
    return desk.act(
        a.CorrectPlayers(
            A, tuple(replace(kept[int(p[1:])].player, rating=r) for p, r in ratings.items())
        )
    )


def test_several_corrections_are_one_action(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 12, rounds=7)
    before = desk.state
    corrected(desk, _12=2900, _11=2950, _1=desk.section(A).registrations[1].player.rating or 0)
    assert order(desk) == [11, 12, *range(1, 11)]
    desk.undo()
    assert desk.state == before
    play(desk, 3)
    outcome = corrected(desk, _12=2900, _11=2950)
    assert said(outcome) == {n.NUMBERS_MOVE, n.RATING_AFTER_START}
    assert order(desk) == [11, 12, *range(1, 11)]
    play(desk, 1)
    outcome = corrected(desk, _12=1000, _11=1000)
    assert said(outcome) == {n.NUMBERS_STAY, n.RATING_AFTER_START}
    assert order(desk) == [11, 12, *range(1, 11)]
    with pytest.raises(r.NothingChanged):
        corrected(desk, _12=1000)
    with pytest.raises(r.FideIdTwice):
        desk.act(
            a.CorrectPlayers(
                A, (Player(id=1, number=0, fide_id=9), Player(id=2, number=0, fide_id=9))
            )
        )


@pytest.mark.parametrize(
    ("system", "rounds", "expected"),
    [
        ("dutch-2017", 3, [20, *range(1, 13)]),
        ("dutch-2017", 4, [*range(1, 13), 20]),
        ("dutch-2026", 4, [20, *range(1, 13)]),
    ],
)
def test_a_late_entry_by_edition(
    tmp_path: Path, system: str, rounds: int, expected: list[int]
) -> None:
    # C.04.2.C.2 (4)
    desk = fresh(tmp_path, 12, rounds=7, system=system)
    play(desk, rounds)
    outcome = late(desk, 2900)
    assert order(desk) == expected
    assert (n.NUMBERS_MOVE in said(outcome)) == (expected[0] == 20)
    player = desk.tournament(A).player[20]
    assert player.entered == rounds + 1
    play(desk, 1)
    assert 20 in {p for g in desk.section(A).rounds[-1].games for p in (g.white, g.black)} | {
        desk.section(A).rounds[-1].bye
    }


@pytest.mark.parametrize(("missed", "points"), [(Bye.ZERO_POINT, 0), (Bye.HALF_POINT, 2)])
def test_points_for_missed_rounds_are_a_setting(tmp_path: Path, missed: Bye, points: int) -> None:
    # C.04.2.C.2 (3)
    desk = fresh(tmp_path, 8, announced=Announcement(missed_rounds=missed))
    play(desk, 2)
    late(desk, 2000)
    assert histories(desk.tournament(A), 3)[20].score == points


def test_points_for_missed_rounds_are_no_byes_that_were_asked_for(tmp_path: Path) -> None:
    """One half-point bye is allowed; player 20 has two half points for the rounds missed."""
    announced = Announcement(missed_rounds=Bye.HALF_POINT, half_point_byes=1)
    desk = fresh(tmp_path, 8, announced=announced)
    play(desk, 2)
    late(desk, 2000)
    desk.act(a.RequestByes(A, (e.RequestedBye(20, 4, Bye.HALF_POINT),)))
    with pytest.raises(r.TooManyByes):
        desk.act(a.RequestByes(A, (e.RequestedBye(20, 5, Bye.HALF_POINT),)))


def test_two_exchange_their_numbers_until_they_are_frozen(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)

    with pytest.raises(r.ReasonMissing):
        desk.act(a.ExchangeNumbers(A, 2, 3))
    desk.act(a.ExchangeNumbers(A, 2, 3), reason="equal in everything, by lot")
    assert order(desk) == [1, 3, 2, 4, 5, 6, 7, 8]
    publish(desk)
    desk.act(a.ExchangeNumbers(A, 7, 8), reason="as announced")
    assert order(desk) == [1, 3, 2, 4, 5, 6, 8, 7]
    eight = desk.section(A).registrations[5].player
    corrected = desk.act(a.Correct(A, replace(eight, rating=2900)))
    assert order(desk) == [5, 1, 3, 2, 4, 6, 8, 7]  # the exchanges stay
    assert str(corrected.notices[0]) == (
        "5 players get other pairing numbers: 5 → 1; 1 → 2; 2 → 3; 3 → 4; 4 → 5."
    )
    desk.undo()
    assert order(desk) == [1, 3, 2, 4, 5, 6, 8, 7]
    enter(desk, Result.DRAW)
    play(desk, 3, Result.DRAW)
    with pytest.raises(r.NumbersFrozen):
        desk.act(a.ExchangeNumbers(A, 1, 2), reason="too late")
    with pytest.raises(r.NothingChanged):
        desk.act(a.ExchangeNumbers(A, 1, 1), reason="nobody")


def test_lots_are_drawn_for_everybody_and_can_be_drawn_again_by_the_seed(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    event = desk.act(a.DrawLots(A)).event
    assert isinstance(event, e.LotsDrawn)
    assert tuple(one.id for one in desk.section(A).lots) == event.players
    assert list(event.players) == shuffle(range(1, 9), event.seed)
    with pytest.raises(r.ReasonMissing):
        desk.act(a.DrawLots(A))
    with pytest.raises(r.ExceptionAsked):
        desk.act(a.DrawLots(A), reason="somebody was forgotten", ask=True)
    desk.act(a.DrawLots(A, "a word"), reason="somebody was forgotten")
    assert [one.id for one in desk.section(A).lots] == shuffle(range(1, 9), "a word")
    assert [one.kind for one in desk.section(A).exceptions] == [ExceptionClass.RULE]
    for number in (len(desk.log) - 1, len(desk.log)):
        with pytest.raises(r.LotsStay):
            desk.undo(number)


def test_lots_hold_in_their_section_only(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    desk.act(a.OpenSection("B", settings()))
    desk.act(a.RegisterAlso("B", tuple(range(1, 9))))
    desk.act(a.DrawLots(A))
    assert desk.section("B").lots == ()
    player = desk.section(A).registrations[1].player
    desk.act(a.Correct(A, replace(player.with_tag("ext", "1.5"), name="Other, Name")))
    there = desk.section("B").registrations[1].player
    assert (there.name, there.tags) == ("Other, Name", ())
