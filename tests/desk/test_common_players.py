"""A player of several sections is corrected in all of them by one action, or in none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import events as e
from crivello.desk import notices as n
from crivello.desk import refusals as r
from crivello.desk.announcement import Announcement, Pace
from crivello.model.player import Player, Sex, Title
from crivello.model.result import Colour
from crivello.model.sentence import PlayerRef
from tests.desk.desks import A, fresh, play, publish, settings


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk with six players in A; 2 and 3 also play in B (rapid) and C (standard)."""
    desk = fresh(tmp_path, 6)
    desk.act(a.OpenSection("B", settings(), Announcement(pace=Pace.RAPID)))
    desk.act(a.OpenSection("C", settings()))
    for section in "BC":
        desk.act(a.RegisterAlso(section, (2, 3)))
    return desk


def known(desk: Desk, section: str, player: int = 2) -> Player:
    return desk.section(section).registrations[player].player


def test_who_he_is_changes_everywhere(desk: Desk) -> None:
    before = desk.state
    new = replace(
        known(desk, A),
        name="Due, Ada",
        title=Title.WFM,
        federation="ITA",
        fide_id=77,
        birth="1999/00/00",
        sex=Sex("w"),
        tags=(("club", "Lione"),),
    )
    outcome = desk.act(a.Correct(A, new))
    assert isinstance(outcome.event, e.CorrectedInSections)
    assert [one.section for one in outcome.event.corrections] == [A, "B", "C"]
    assert known(desk, A) == known(desk, "B") == known(desk, "C") == new
    desk.undo()
    assert desk.state == before
    desk.redo()
    assert known(desk, "C") == new
    desk.act(a.Correct("B", replace(new, tags=())))
    assert {known(desk, key).tags for key in (A, "B", "C")} == {()}


def test_a_rating_goes_where_the_pace_is_the_same_and_it_was_the_same(desk: Desk) -> None:
    outcome = desk.act(a.Correct(A, replace(known(desk, A), rating=2500, tags=(("k", "10"),))))
    assert (known(desk, "B").rating, known(desk, "B").tags) == (2390, ())
    assert (known(desk, "C").rating, known(desk, "C").tags) == (2500, (("k", "10"),))
    (stays,) = outcome.notices
    assert stays.sentence.template is n.RATING_ELSEWHERE
    assert stays.sentence.values == {"player": PlayerRef(2), "section": "B", "rating": 2390}
    desk.act(a.Correct("C", replace(known(desk, "C"), rating=2510), only_here=True))
    outcome = desk.act(a.Correct(A, replace(known(desk, A), name="X", rating=2520)))
    assert [known(desk, key).rating for key in (A, "B", "C")] == [2520, 2390, 2510]
    assert [known(desk, key).name for key in (A, "B", "C")] == ["X"] * 3
    assert {one.sentence.values["section"] for one in outcome.notices} == {"B", "C"}


def test_only_here(desk: Desk) -> None:
    outcome = desk.act(a.Correct(A, replace(known(desk, A), name="X"), only_here=True))
    assert isinstance(outcome.event, e.PlayerCorrected)
    assert [known(desk, key).name for key in (A, "B", "C")] == ["X", "Player 002", "Player 002"]


def test_if_one_section_refuses_nothing_changes(desk: Desk) -> None:
    desk.act(a.Register("C", (Player(id=0, number=0, name="Owner", fide_id=9),)))
    before = desk.state
    with pytest.raises(r.FideIdTwice, match=r"7 already has the FIDE id 9\."):
        desk.act(a.Correct(A, replace(known(desk, A), fide_id=9)))
    with pytest.raises(r.FideIdTwice):  # not in this section either
        desk.act(a.Correct(A, replace(known(desk, A), fide_id=9), only_here=True))
    assert desk.state == before


def test_numbers_follow_in_each_section(desk: Desk) -> None:
    publish(desk)
    for action in (a.DrawColour("C", Colour.WHITE), a.Pair("C"), a.Publish("C")):
        desk.act(action)
    outcome = desk.act(a.Correct(A, replace(known(desk, A, 3), name="Tre", rating=2900)))
    assert desk.section(A).order == (3, 1, 2, 4, 5, 6)
    assert desk.section("C").order == (3, 2)
    moves = [str(one) for one in outcome.notices if one.article == "C.04.2: 2.3"]
    assert moves == [
        "3 players get other pairing numbers: 3 → 1; 1 → 2; 2 → 3.",
        "Section C: 2 players get other pairing numbers: 2 → 1; 1 → 2.",
    ]
    # Where they stand in a section is their own there.
    desk.act(a.Withdraw("C", (3,)))
    desk.act(a.Correct(A, replace(known(desk, A, 3), name="Three")))
    assert known(desk, "C", 3).name == "Three"
    assert known(desk, "C", 3).withdrawn_after == 1
    assert known(desk, A, 3).withdrawn_after is None


def test_an_earlier_common_correction_is_undone_as_a_whole(desk: Desk) -> None:
    outcome = desk.act(a.Correct(A, replace(known(desk, A), name="X")))
    play(desk, 1)
    desk.undo(outcome.sequence)
    assert {known(desk, key).name for key in (A, "B", "C")} == {"Player 002"}


def test_a_list_corrects_several_in_all_their_sections(desk: Desk) -> None:
    outcome = desk.act(
        a.CorrectPlayers(A, tuple(replace(known(desk, A, p), name=f"New {p}") for p in (1, 2, 3)))
    )
    assert isinstance(outcome.event, e.CorrectedInSections)
    assert [len(one.players) for one in outcome.event.corrections] == [3, 2, 2]
    assert known(desk, "B", 3).name == "New 3"
