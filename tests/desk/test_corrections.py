"""The three possible effects of a correction (C.04.2: 4.3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from crivello.desk import actions as a
from crivello.desk import notices as n
from crivello.desk import refusals as r
from crivello.desk.descriptions import describe_event
from crivello.desk.events import Effect, EnteredResult, ResultCorrected
from crivello.model.history import histories
from crivello.model.result import Result
from tests.desk.desks import A, Clock, enter, fresh, play, publish


def effect(outcome: object) -> Effect:
    event = getattr(outcome, "event")  # noqa: B009
    assert isinstance(event, ResultCorrected)
    return event.effect


def test_in_time_it_counts_for_the_next_pairing(tmp_path: Path) -> None:
    # C.04.2.D.8 (1)
    clock = Clock()
    desk = fresh(tmp_path, 8, clock=clock)
    play(desk, 1)
    desk.act(a.PublishResults(A))
    clock.forward(29)
    desk.act(a.Pair(A))
    first = desk.section(A).draft
    outcome = desk.act(a.CorrectResult(A, 1, 1, Result.BLACK_WINS), reason="score sheet")
    assert effect(outcome) is Effect.NOW
    assert outcome.notices == ()
    loser = desk.section(A).rounds[0].games[0].white
    assert histories(desk.tournament(A), 2)[loser].score == 0
    publish(desk)  # what was paired before is stale, so it is paired again
    assert first is not None
    assert desk.section(A).rounds[1].draft.boards != first.boards


def test_after_the_deadline_but_before_the_pairing_it_counts_with_a_warning(
    tmp_path: Path,
) -> None:
    # C.04.2.D.8 (4)
    clock = Clock()
    desk = fresh(tmp_path, 8, clock=clock)
    play(desk, 1)
    desk.act(a.PublishResults(A))
    clock.forward(31)
    outcome = desk.act(a.CorrectResult(A, 1, 1, Result.DRAW), reason="score sheet")
    assert effect(outcome) is Effect.NOW
    assert [notice.sentence.template for notice in outcome.notices] == [n.AFTER_THE_DEADLINE]


def test_after_the_next_pairing_it_counts_for_the_one_after(tmp_path: Path) -> None:
    # C.04.2.D.8 (5)
    desk = fresh(tmp_path, 8)
    play(desk, 1)
    publish(desk)
    paired = desk.section(A).rounds[1].games
    outcome = desk.act(a.CorrectResult(A, 1, 1, Result.BLACK_WINS), reason="score sheet")
    assert effect(outcome) is Effect.NEXT
    assert desk.section(A).rounds[1].games == paired
    white = desk.section(A).rounds[0].games[0].white
    assert histories(desk.tournament(A), 2)[white].score == 0


def test_after_the_next_round_it_is_for_rating_only(tmp_path: Path) -> None:
    # C.04.2.D.8 (6)
    desk = fresh(tmp_path, 8)
    play(desk, 2)
    desk.act(a.EndRound(A))
    outcome = desk.act(a.CorrectResult(A, 1, 1, Result.BLACK_WINS), reason="score sheet")
    assert effect(outcome) is Effect.RATING
    game = desk.section(A).rounds[0].games[0]
    assert game.result is Result.WHITE_WINS
    assert game.rating_result is Result.BLACK_WINS
    assert desk.tournament(A).rounds[0].games[0] == game


def test_wrong_colours_for_rating_only(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    play(desk, 2)
    desk.act(a.EndRound(A))
    was = desk.section(A).rounds[0].games[0]
    outcome = desk.act(
        a.CorrectResult(A, 1, 1, Result.BLACK_WINS, turned=True), reason="wrong seats"
    )
    assert effect(outcome) is Effect.RATING
    game = desk.tournament(A).rounds[0].games[0]
    assert (game.white, game.black, game.result) == (was.white, was.black, was.result)
    assert histories(desk.tournament(A), 2)[was.white].colours == "W"
    # For rating: White was Black, and has still won.
    sent = desk.tournament(A).for_rating().rounds[0].games[0]
    assert (sent.white, sent.black, sent.result) == (was.black, was.white, Result.BLACK_WINS)
    assert sent.reversed
    assert sent.rating_result is None
    # The same again is nothing; back to what was stated is something.
    with pytest.raises(r.NothingChanged):
        desk.act(a.CorrectResult(A, 1, 1, Result.BLACK_WINS, turned=True), reason="again")
    desk.act(a.CorrectResult(A, 1, 1, Result.WHITE_WINS), reason="no, it was right")
    assert desk.tournament(A).for_rating().rounds[0].games[0] == was
    with pytest.raises(r.NothingChanged):
        desk.act(a.CorrectResult(A, 1, 1, Result.WHITE_WINS), reason="again")


def test_a_round_ends_at_the_latest_with_the_publication_of_the_next(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    play(desk, 2)
    publish(desk)
    outcome = desk.act(a.CorrectResult(A, 1, 1, Result.DRAW), reason="late")
    assert effect(outcome) is Effect.RATING


def test_wrong_colours(tmp_path: Path) -> None:
    # C.04.2.D.8 (2)
    desk = fresh(tmp_path, 8)
    play(desk, 1)
    desk.act(a.PublishResults(A))
    was = desk.section(A).rounds[0].games[0]
    desk.act(a.CorrectResult(A, 1, 1, Result.BLACK_WINS, turned=True), reason="wrong seats")
    game = desk.section(A).rounds[0].games[0]
    assert (game.white, game.black, game.reversed) == (was.black, was.white, True)
    assert game.result is Result.BLACK_WINS  # they still won, with the other colour
    assert histories(desk.tournament(A), 2)[was.white].colours == "B"


def test_wrong_colours_are_entered_with_the_result(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    publish(desk)
    was = desk.section(A).rounds[0].games[0]
    entered = EnteredResult(1, was.white, was.black, Result.BLACK_WINS, turned=True)
    outcome = desk.act(a.EnterResults(A, (entered,)))
    game = desk.section(A).rounds[0].games[0]
    assert (game.white, game.black, game.reversed) == (was.black, was.white, True)
    assert game.result is Result.BLACK_WINS
    assert histories(desk.tournament(A), 2)[was.white].colours == "B"
    told = describe_event(outcome.event)
    assert str(told.sentence) == (
        f"Round 1, {was.black} – {was.white}: 0-1, with reversed colours."
    )
    # The same as the correction after the results are published.
    desk.undo()
    enter(desk)
    desk.act(a.PublishResults(A))
    desk.act(a.CorrectResult(A, 1, 1, Result.BLACK_WINS, turned=True), reason="wrong seats")
    assert desk.section(A).rounds[0].games[0] == game


def test_before_publication_a_result_is_simply_entered_again(tmp_path: Path) -> None:
    # C.04.2: 4.2
    desk = fresh(tmp_path, 8)
    publish(desk)
    enter(desk)
    enter(desk, Result.DRAW)
    assert {game.result for game in desk.section(A).rounds[0].games} == {Result.DRAW}
