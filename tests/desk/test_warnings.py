"""Warnings before it is too late."""

from __future__ import annotations

from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import notices as n
from crivello.desk.notices import Notice
from crivello.model.errors import Impossible
from crivello.model.result import Result
from tests.desk.desks import A, enter, fresh, play


def pair(desk: Desk) -> dict[object, Notice]:
    return {notice.template: notice for notice in desk.act(a.Pair(A)).notices}


def test_numbers_freeze_with_round_4(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 12, rounds=7)
    for number in range(1, 6):
        assert (n.NUMBERS_FREEZE in pair(desk)) == (number == 4)
        desk.act(a.Publish(A))
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
        desk.act(a.Publish(A))
        enter(desk, Result.DRAW)
    assert seen == [set(), {n.LAST_FOR_THE_BYE}, {n.NOBODY_FOR_THE_BYE}]


def test_the_next_round_is_impossible(tmp_path: Path) -> None:
    """Four players can play three rounds; the warning comes with the third, not after it."""
    desk = fresh(tmp_path, 4, rounds=4)
    warned = []
    for _ in range(3):
        notices = pair(desk)
        warned.append(n.NEXT_IMPOSSIBLE in notices)
        desk.act(a.Publish(A))
        enter(desk, Result.DRAW)
    assert warned == [False, False, True]
    with pytest.raises(Impossible):
        desk.act(a.Pair(A))


def test_opponents_run_short_later(tmp_path: Path) -> None:
    """Four players and four rounds: known from the first pairing on."""
    desk = fresh(tmp_path, 4, rounds=4)
    notices = pair(desk)
    assert notices[n.LATER_HARD].values == {"round": 4}


@pytest.mark.parametrize("players", [8, 9, 30])
def test_no_warning_without_need(tmp_path: Path, players: int) -> None:
    desk = fresh(tmp_path, players, rounds=5)
    for _ in range(3):
        assert not pair(desk).keys() & {n.NEXT_IMPOSSIBLE, n.LATER_HARD, n.NOBODY_FOR_THE_BYE}
        desk.act(a.Publish(A))
        enter(desk)
    play(desk, 1)
