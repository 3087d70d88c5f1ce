"""Warnings that come before a problem occurs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import notices as n
from crivello.desk.events import RequestedBye
from crivello.desk.limits import REPORT_NAME
from crivello.desk.notices import Notice
from crivello.model.errors import Impossible
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Apart
from tests.desk.desks import A, enter, fresh, play

HARD = {
    n.NEXT_IMPOSSIBLE,
    n.NEXT_BY_RESULTS,
    n.LATER_HARD,
    n.LATER_IMPOSSIBLE,
    n.NOBODY_FOR_THE_BYE,
}


def pair(desk: Desk) -> dict[object, Notice]:
    return {notice.sentence.template: notice for notice in desk.act(a.Pair(A)).notices}


def test_numbers_freeze_with_round_4(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 12, rounds=7)
    for number in range(1, 6):
        assert (n.NUMBERS_FREEZE in pair(desk)) == (number == 4)
        desk.act(a.Publish(A), reason="by hand")
        enter(desk)


def test_the_bye_only_once(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 7)
    notices = pair(desk)
    draft = desk.section(A).draft
    assert draft is not None
    assert notices[n.BYE_ONCE].players == (draft.bye,)


def test_nobody_left_for_the_bye(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 3, rounds=5)
    seen = []
    for _ in range(3):
        notices = pair(desk)
        seen.append({n.LAST_FOR_THE_BYE, n.NOBODY_FOR_THE_BYE} & notices.keys())
        desk.act(a.Publish(A), reason="by hand")
        enter(desk, Result.DRAW)
    assert seen == [set(), {n.LAST_FOR_THE_BYE}, {n.NOBODY_FOR_THE_BYE}]


def test_the_next_round_is_impossible(tmp_path: Path) -> None:
    """Four players can play three rounds; the warning comes with the third round, not after it."""
    desk = fresh(tmp_path, 4, rounds=4)
    warned = []
    for _ in range(3):
        notices = pair(desk)
        warned.append(n.NEXT_IMPOSSIBLE in notices)
        desk.act(a.Publish(A), reason="by hand")
        enter(desk, Result.DRAW)
    assert warned == [False, False, True]
    with pytest.raises(Impossible):
        desk.act(a.Pair(A))


def test_opponents_run_out_later(tmp_path: Path) -> None:
    """Four players are to play four rounds; this is proved impossible from the first pairing on."""
    desk = fresh(tmp_path, 4, rounds=4)
    notice = pair(desk)[n.LATER_IMPOSSIBLE]
    assert (notice.sentence.values, notice.players) == ({"round": 4}, (1, 2, 3, 4))


def test_nothing_is_called_proven_while_somebody_is_away(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 4, rounds=4)
    desk.act(a.RequestByes(A, (RequestedBye(1, 4, Bye.HALF_POINT),)))
    notices = pair(desk)
    assert n.LATER_IMPOSSIBLE not in notices
    assert notices[n.LATER_HARD].sentence.values == {"round": 4}


def test_nobody_left_for_the_bye_later(tmp_path: Path) -> None:
    """Three players have the bye once each, so a fourth round is impossible."""
    desk = fresh(tmp_path, 3, rounds=4)
    assert pair(desk)[n.LATER_IMPOSSIBLE].sentence.values == {"round": 4}


@pytest.mark.parametrize("rounds", [5, 7])
def test_everybody_against_everybody_is_possible(tmp_path: Path, rounds: int) -> None:
    """The pairing that works is not the first one found; the search continues until it is
    certain.
    """
    desk = fresh(tmp_path, rounds + 1, rounds=rounds)
    assert not pair(desk).keys() & {n.LATER_HARD, n.LATER_IMPOSSIBLE}


@pytest.mark.parametrize(
    ("system", "told"),
    [
        ("dutch-2026", n.NEXT_BY_RESULTS),
        ("lim-1999", n.NEXT_BY_RESULTS),
        ("dubov-2026", n.NEXT_IMPOSSIBLE),
        ("burstein-2026", n.NEXT_IMPOSSIBLE),
    ],
)
def test_the_last_round_has_exceptions_in_some_systems(
    tmp_path: Path, system: str, told: str
) -> None:
    """1 and 4 will have had White twice, 2 and 3 Black twice; only 1-4 and 2-3 are left."""
    desk = fresh(tmp_path, 4, rounds=3, system=system)
    desk.act(a.PairByHand(A, ((1, 2), (4, 3))))
    desk.act(a.Publish(A), reason="by hand")
    enter(desk)
    outcome = desk.act(a.PairByHand(A, ((1, 3), (4, 2))))
    found = {notice.sentence.template: notice for notice in outcome.notices}
    assert {n.NEXT_BY_RESULTS, n.NEXT_IMPOSSIBLE} & found.keys() == {told}
    assert found[told].sentence.values["round"] == 3
    assert set(found[told].players) == {1, 2, 3, 4}


def test_colours_alone_make_the_next_round_impossible(tmp_path: Path) -> None:
    """The rounds are the same two, but the third is not the last one, so there is no exception."""
    desk = fresh(tmp_path, 4, rounds=4)
    desk.act(a.PairByHand(A, ((1, 2), (4, 3))))
    desk.act(a.Publish(A), reason="by hand")
    enter(desk)
    outcome = desk.act(a.PairByHand(A, ((1, 3), (4, 2))))
    assert n.NEXT_IMPOSSIBLE in [notice.sentence.template for notice in outcome.notices]
    desk.act(a.Publish(A), reason="by hand")
    enter(desk)
    with pytest.raises(Impossible):
        desk.act(a.Pair(A))


def test_a_large_field_is_looked_at_too(tmp_path: Path) -> None:
    """A player who can meet no other player from round 2 on is named when round 1 is paired."""
    desk = fresh(tmp_path, 602, rounds=3)
    desk.act(a.SetApart(A, tuple(Apart((1, other), 2) for other in range(2, 603))))
    notice = pair(desk)[n.NEXT_IMPOSSIBLE]
    assert 1 in notice.players
    assert str(notice).count(",") < 20


def test_tie_breaks_by_rating_with_unrated_players(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 6)
    desk.act(
        a.Register(A, (Player(id=0, number=0, name="Unrated"), Player(id=0, number=0, name="Too")))
    )
    for codes, told in ((("BH", "ARO"), True), (("BH", "ARO/U1200"), False), (("BH",), False)):
        desk.act(a.ChangeSettings(A, replace(desk.section(A).settings, tie_breaks=codes)))
        notices = pair(desk)
        assert (n.RATING_TIE_BREAKS in notices) == told
        if told:
            assert set(notices[n.RATING_TIE_BREAKS].players) == {7, 8}
            assert notices[n.RATING_TIE_BREAKS].sentence.values["example"] == "ARO/U1000"


@pytest.mark.parametrize("players", [8, 9, 30])
def test_no_warning_without_need(tmp_path: Path, players: int) -> None:
    desk = fresh(tmp_path, players, rounds=5)
    for _ in range(3):
        assert not pair(desk).keys() & HARD
        desk.act(a.Publish(A), reason="by hand")
        enter(desk)
    play(desk, 1)


def test_adjourned_games_that_are_no_draws_are_named_with_both_values(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    settings = desk.section(A).settings
    worth = replace(settings, scoring=replace(settings.scoring, adjourned=0))
    changed = desk.act(a.ChangeSettings(A, worth))
    (notice,) = [one for one in changed.notices if one.sentence.template == n.ADJOURNED_OTHERWISE]
    assert str(notice.sentence) == (
        "Adjourned games count 0 points for the pairing, not as draws (½) as the rules say."
    )
    back = desk.act(a.ChangeSettings(A, settings))
    assert n.ADJOURNED_OTHERWISE not in {one.sentence.template for one in back.notices}


def test_a_name_as_long_as_a_report_allows_is_not_cut(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 2)
    fits, long = "x" * REPORT_NAME, "y" * (REPORT_NAME + 1)
    assert desk.act(a.Register(A, (Player(fits, id=0, number=0, rating=2000),))).notices == ()
    (notice,) = desk.act(a.Register(A, (Player(long, id=0, number=0, rating=2000),))).notices
    assert long[:REPORT_NAME] in str(notice.sentence)
