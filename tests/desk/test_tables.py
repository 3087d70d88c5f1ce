"""A game is a table with one board: results by board work for both."""

from __future__ import annotations

from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import refusals as r
from crivello.desk.actions import BoardResult
from crivello.desk.descriptions import describe_event
from crivello.model.result import Result
from tests.desk.desks import A, fresh, publish


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Four tables, paired 1-5, 6-2, 3-7, 8-4."""
    opened = fresh(tmp_path)
    publish(opened)
    return opened


def game(desk: Desk, table: int) -> tuple[int, int, Result | None, bool]:
    one = desk.section(A).rounds[0].games[table - 1]
    return one.white, one.black, one.result, one.reversed


def test_the_results_of_games_are_entered_by_board(desk: Desk) -> None:
    results = (BoardResult(1, 1, Result.WHITE_WINS), BoardResult(2, 1, Result.DRAW))
    by_board = desk.act(a.EnterBoards(A, results)).event
    desk.undo()
    plain = desk.act(a.EnterResults(A, ((1, Result.WHITE_WINS), (2, Result.DRAW)))).event
    assert by_board == plain


def test_with_reversed_colours_the_result_is_still_seen_from_the_side_named_first(
    desk: Desk,
) -> None:
    before = game(desk, 1)
    done = desk.act(a.EnterBoards(A, (BoardResult(1, 1, Result.WHITE_WINS, turned=True),)))
    assert game(desk, 1) == (before[1], before[0], Result.BLACK_WINS, True)
    assert "0-1, with reversed colours" in str(describe_event(done.event).sentence)


def test_a_table_of_two_players_has_one_board(desk: Desk) -> None:
    with pytest.raises(r.NoBoardThere):
        desk.act(a.EnterBoards(A, (BoardResult(1, 2, Result.DRAW),)))
    with pytest.raises(r.NoSuchBoard):
        desk.act(a.EnterBoards(A, (BoardResult(9, 1, Result.DRAW),)))


def test_others_than_the_players_who_are_meant_are_refused(desk: Desk) -> None:
    white, black, _, _ = game(desk, 1)
    with pytest.raises(r.NoSuchGame):
        desk.act(a.EnterBoards(A, (BoardResult(1, 1, Result.DRAW, players=(black, white)),)))
    desk.act(a.EnterBoards(A, (BoardResult(1, 1, Result.DRAW, players=(white, black)),)))
    assert game(desk, 1)[2] is Result.DRAW


def test_a_correction_may_name_the_only_board(desk: Desk) -> None:
    desk.act(a.EnterResults(A, tuple((table, Result.DRAW) for table in range(1, 5))))
    desk.act(a.PublishResults(A))
    with pytest.raises(r.NoBoardThere):
        desk.act(a.CorrectResult(A, 1, 1, Result.WHITE_WINS, game=2), reason="the sheet")
    desk.act(a.CorrectResult(A, 1, 1, Result.WHITE_WINS, game=1), reason="the sheet")
    assert game(desk, 1)[2] is Result.WHITE_WINS
