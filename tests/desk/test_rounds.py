"""Byes, absences, drafts, results, no-shows, adjourned games, tables."""

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
from crivello.desk.events import ChangeCase, RequestedBye
from crivello.desk.exceptions import RECORDED
from crivello.desk.publications import has_unpublished_results
from crivello.formats.trf import write_trf
from crivello.model.history import histories
from crivello.model.result import Bye, Result
from crivello.model.sentence import PlayerRef, Sentence
from crivello.model.tournament import Game
from tests.desk.desks import A, enter, fresh, play, publish


def templates(outcome: object) -> set[object]:
    return {notice.sentence.template for notice in getattr(outcome, "notices")}  # noqa: B009


def seated(desk: Desk, number: int) -> set[int]:
    this = desk.section(A).rounds[number - 1]
    return {p for g in this.games for p in (g.white, g.black)}


def test_requested_byes_for_any_round(tmp_path: Path) -> None:
    # C.04.2.D.4 (1)
    desk = fresh(tmp_path, 8, announced=Announcement(half_point_byes=1, full_point_byes=True))
    desk.act(a.RequestByes(A, (RequestedBye(1, 3, Bye.HALF_POINT),)))
    outcome = desk.act(a.RequestByes(A, (RequestedBye(2, 3, Bye.FULL_POINT),)))
    assert templates(outcome) == {n.FULL_POINT_BYE, RECORDED}
    outcome = desk.act(a.RequestByes(A, (RequestedBye(3, 5, Bye.HALF_POINT),)))
    assert templates(outcome) == {n.BYE_NEAR_THE_END}
    desk.act(a.CancelByes(A, ((3, 5),)))
    play(desk, 3, Result.DRAW)
    assert seated(desk, 3) == {3, 4, 5, 6, 7, 8}
    score = {p: h.score for p, h in histories(desk.tournament(A), 4).items()}
    assert (score[1], score[2], score[3]) == (3, 4, 3)


def test_a_second_half_point_bye_is_told(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8, announced=Announcement(half_point_byes=2))
    assert not desk.act(a.RequestByes(A, (RequestedBye(1, 1, Bye.HALF_POINT),))).notices
    outcome = desk.act(a.RequestByes(A, (RequestedBye(1, 3, Bye.HALF_POINT),)))
    told, recorded = outcome.notices
    assert told.sentence == Sentence(n.HALF_POINT_BYES, player=PlayerRef(1), count=2)
    assert str(recorded) == "Recorded as an exception: several half-point byes."


def test_half_point_byes_end_with_an_announced_round(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8, announced=Announcement(half_point_byes_until=3))
    desk.act(a.RequestByes(A, (RequestedBye(1, 3, Bye.HALF_POINT),)))
    with pytest.raises(r.ByeAfterLimit) as refusal:
        desk.act(a.RequestByes(A, (RequestedBye(2, 4, Bye.HALF_POINT),)))
    assert refusal.value.sentence.values == {"limit": 3, "round": 4}


def test_who_is_not_entitled_gets_no_half_point_bye(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    three = desk.section(A).registrations[3].player
    desk.act(a.Correct(A, replace(three, tags=(("half-point-byes", "no"),))))
    with pytest.raises(r.NotEntitled):
        desk.act(a.RequestByes(A, (RequestedBye(3, 1, Bye.HALF_POINT),)))
    desk.act(a.RequestByes(A, (RequestedBye(3, 1, Bye.ZERO_POINT),)))
    desk.act(a.RequestByes(A, (RequestedBye(4, 1, Bye.HALF_POINT),)))


def test_adjourned_games_that_are_no_draws_are_warned_of(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    section = desk.section(A)
    scoring = replace(section.settings.scoring, adjourned=0)
    settings = replace(section.settings, scoring=scoring)
    assert n.ADJOURNED_OTHERWISE in templates(
        desk.act(a.ChangeSettings(A, settings, section.announced))
    )
    publish(desk)
    enter(desk, Result.DRAW)
    desk.act(a.EnterResults(A, ((1, Result.ADJOURNED),)))
    told = templates(desk.act(a.Pair(A)))
    assert n.ADJOURNED_OTHERWISE in told
    assert n.ADJOURNED not in told


def test_away_gone_expelled_and_back(tmp_path: Path) -> None:
    # C.04.2: 3.2, 3.3
    # C.04.2.D.3 (1)
    desk = fresh(tmp_path, 8)
    play(desk, 1)
    desk.act(a.Absent(A, (1, 2)))
    play(desk, 1)
    assert seated(desk, 2) == {3, 4, 5, 6, 7, 8}
    desk.act(a.Withdraw(A, (3,)))
    desk.act(a.Expel(A, (4,)))
    play(desk, 1)
    assert seated(desk, 3) == {1, 2, 5, 6, 7, 8}
    desk.act(a.Return(A, (3,)))
    publish(desk)
    assert 3 in seated(desk, 4) | {desk.section(A).rounds[3].bye}
    players = desk.tournament(A).player
    assert players[3].withdrawn_after is None
    assert (players[4].withdrawn_after, players[4].expelled) == (2, True)


def test_preview_writes_nothing_and_a_draft_can_be_discarded(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    before = len(desk.log)
    kept = a.preview(desk.section(A))
    assert kept.pairing.trace
    assert len(desk.log) == before
    desk.act(a.Pair(A))
    draft = desk.section(A).draft
    assert draft is not None
    assert draft.boards == tuple((b.white, b.black) for b in kept.pairing.boards)
    assert desk.tournament(A).paired_rounds == 0  # a draft is not public
    desk.act(a.Discard(A))
    assert desk.section(A).draft is None


def test_a_draft_of_another_field_is_paired_again(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    desk.act(a.Pair(A))
    desk.act(a.Absent(A, (8,)))
    desk.act(a.Pair(A))
    desk.act(a.Publish(A))
    assert 8 not in seated(desk, 1)


def test_results_of_every_kind(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 2 * len(Result))
    publish(desk)
    desk.act(a.EnterResults(A, tuple(enumerate(Result, start=1))))
    assert [game.result for game in desk.section(A).rounds[0].games] == list(Result)
    desk.act(a.EnterResults(A, ((1, None),)))
    assert desk.section(A).rounds[0].games[0].result is None
    desk.act(a.EnterResults(A, ((1, Result.DRAW),)))
    write_trf(desk.tournament(A), "trf26")


def test_missing_results_are_listed_before_pairing(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    publish(desk)
    desk.act(a.EnterResults(A, ((1, Result.DRAW), (3, Result.ADJOURNED))))
    with pytest.raises(r.ResultsMissing) as refusal:
        desk.act(a.Pair(A))
    assert [str(problem) for problem in refusal.value.problems] == [
        "Round 1, table 2: 6 – 2 has no result.",
        "Round 1, table 4: 8 – 4 has no result.",
    ]


def test_no_shows_in_bulk(tmp_path: Path) -> None:
    # C.04.2.D.2 (1)
    desk = fresh(tmp_path, 8)
    publish(desk)
    games = desk.section(A).rounds[0].games
    desk.act(a.EnterResults(A, ((3, Result.DRAW), (4, Result.DRAW))))
    absent = (games[0].white, games[1].white, games[1].black)
    desk.act(a.MarkNoShows(A, absent))
    results = [game.result for game in desk.section(A).rounds[0].games]
    assert results[:2] == [Result.BLACK_WINS_BY_FORFEIT, Result.DOUBLE_FORFEIT]
    assert desk.section(A).asked == set(absent)
    desk.act(a.AnswerNoShows(A, absent[:1], plays_on=True))
    desk.act(a.AnswerNoShows(A, absent[1:], plays_on=False))
    publish(desk)
    gone = {p.id for p in desk.tournament(A).players if p.withdrawn_after is not None}
    assert gone == set(absent[1:])


@pytest.mark.parametrize("plays_on", [True, False])
def test_who_did_not_appear_and_has_answered_takes_one_event(
    tmp_path: Path, plays_on: bool
) -> None:
    desk = fresh(tmp_path, 8)
    publish(desk)
    enter(desk, Result.DRAW)
    before = desk.section(A)
    game = before.rounds[0].games[0]
    outcome = desk.act(a.MarkNoShows(A, (game.white,), plays_on))
    after = desk.section(A)
    assert after.rounds[0].games[0].result is Result.BLACK_WINS_BY_FORFEIT
    assert after.asked == set()
    left = after.registration(game.white).player.withdrawn_after
    assert left == (None if plays_on else 1)
    desk.undo(outcome.sequence)
    assert desk.section(A) == before


def test_no_shows_of_older_files_are_still_to_be_asked() -> None:
    event = e.from_json("NoShows", '{"section":"A","round":1,"players":[1],"results":[]}')
    assert event == e.NoShows(A, 1, (1,), ())


def test_both_of_a_game_did_not_appear_one_after_the_other(tmp_path: Path) -> None:
    """Marking the second player as absent does not make the first one the winner."""
    desk = fresh(tmp_path, 8)
    publish(desk)
    game = desk.section(A).rounds[0].games[0]
    desk.act(a.MarkNoShows(A, (game.white,)))
    outcome = desk.act(a.MarkNoShows(A, (game.black,)))
    assert [notice.sentence.template for notice in outcome.notices] == [n.NEITHER_APPEARED]
    assert desk.section(A).rounds[0].games[0].result is Result.DOUBLE_FORFEIT
    assert desk.section(A).asked == {game.white, game.black}
    desk.act(a.AnswerNoShows(A, (game.white, game.black), plays_on=True))
    assert desk.section(A).asked == set()


def test_whoever_loses_by_forfeit_is_asked_and_paired_without_an_answer(tmp_path: Path) -> None:
    """This holds however the forfeit was entered, until the next round is published."""
    # C.04.2.D.2 (1)
    # C.04.2: 3.2
    desk = fresh(tmp_path, 8)
    publish(desk)
    games = desk.section(A).rounds[0].games
    forfeits = ((1, Result.BLACK_WINS_BY_FORFEIT), (2, Result.DOUBLE_FORFEIT))
    outcome = desk.act(a.EnterResults(A, (*forfeits, (3, Result.DRAW), (4, Result.DRAW))))
    lost = {games[0].white, games[1].white, games[1].black}
    (asked,) = outcome.notices
    assert (asked.sentence.template, set(asked.players)) == (n.FORFEITED, lost)
    assert desk.section(A).asked == lost
    desk.act(a.RequestByes(A, (RequestedBye(games[0].white, 2, Bye.ZERO_POINT),)))
    assert desk.section(A).asked == lost - {games[0].white}  # who has asked for a bye has said it
    desk.act(a.AnswerNoShows(A, (games[1].white,), plays_on=True))
    outcome = desk.act(a.Pair(A))
    (paired,) = [one for one in outcome.notices if one.sentence.template == n.FORFEITED_AND_PAIRED]
    assert (paired.players, paired.article) == ((games[1].black,), "C.04.2: 3.2")
    assert desk.section(A).asked == {games[1].black}
    desk.act(a.AnswerNoShows(A, (games[1].black,), plays_on=False))
    assert desk.tournament(A).player[games[1].black].withdrawn_after == 1
    with pytest.raises(r.DraftStale):
        desk.act(a.Publish(A))
    publish(desk)
    assert desk.section(A).asked == set()


def test_after_the_last_round_nobody_is_asked(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 4, rounds=1)
    publish(desk)
    outcome = desk.act(a.EnterResults(A, ((1, Result.BLACK_WINS_BY_FORFEIT),)))
    assert outcome.notices == ()
    assert desk.section(A).asked == set()


def test_the_question_stays_when_the_opponent_is_paired_again(tmp_path: Path) -> None:
    # C.04.2: 4.4
    desk = fresh(tmp_path, 8)
    publish(desk)
    games = desk.section(A).rounds[0].games
    forfeits = ((1, Result.WHITE_WINS_BY_FORFEIT), (2, Result.WHITE_WINS_BY_FORFEIT))
    desk.act(a.EnterResults(A, forfeits))
    here = (games[0].white, games[1].white)
    boards = (here, *((one.white, one.black) for one in games[2:]))
    case = e.ChangeCase.WITHOUT_OPPONENT
    desk.act(a.ChangePublished(A, boards, None, case), reason="both want to play")
    assert desk.section(A).asked == {games[0].black, games[1].black}


def test_who_played_after_all_is_not_asked(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 4)
    publish(desk)
    enter(desk)
    desk.act(a.MarkNoShows(A, (desk.section(A).rounds[0].games[0].white,)))
    desk.act(a.EnterResults(A, ((1, Result.DRAW),)))
    assert desk.section(A).asked == set()


def test_adjourned_games_pair_as_draws_and_end_later(tmp_path: Path) -> None:
    # C.04.2.D.1 (1)
    desk = fresh(tmp_path, 8)
    publish(desk)
    enter(desk, Result.DRAW)
    desk.act(a.EnterResults(A, ((1, Result.ADJOURNED),)))
    outcome = desk.act(a.Pair(A))
    assert n.ADJOURNED in templates(outcome)
    boards = desk.section(A).draft
    desk.act(a.Publish(A))
    desk.act(a.EnterResults(A, ((1, Result.BLACK_WINS),), round=1))
    game = desk.section(A).rounds[0].games[0]
    assert game.result is Result.BLACK_WINS
    assert boards is not None
    assert [Game(*b) for b in boards.boards] == list(desk.section(A).rounds[1].games)


def test_table_numbers(tmp_path: Path) -> None:
    announced = Announcement(first_table=101, skipped_tables=(102, 105))
    desk = fresh(tmp_path, 12, announced=announced)
    publish(desk)
    assert desk.section(A).rounds[0].tables == (101, 103, 104, 106, 107, 108)
    enter(desk)
    fixed = desk.section(A).rounds[0].games[3].white
    desk.act(a.FixTables(A, ((fixed, 103),)))
    publish(desk)
    this = desk.section(A).rounds[1]
    place = next(i for i, g in enumerate(this.games) if fixed in (g.white, g.black))
    assert this.tables[place] == 103
    others = [table for i, table in enumerate(this.tables) if i != place]
    assert others == [101, 104, 106, 107, 108]


def test_two_with_fixed_tables_meet(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 4)
    desk.act(a.FixTables(A, ((1, 9), (3, 5))))
    publish(desk)  # 1-3, 4-2
    assert desk.section(A).rounds[0].tables == (5, 1)


def test_only_half_point_byes_are_counted(tmp_path: Path) -> None:
    announced = Announcement(half_point_byes=2)
    desk = fresh(tmp_path, 8, announced=announced)
    mixed = (RequestedBye(3, 1, Bye.HALF_POINT), RequestedBye(3, 2, Bye.ZERO_POINT))
    assert n.HALF_POINT_BYES not in templates(desk.act(a.RequestByes(A, mixed)))
    again = desk.act(a.RequestByes(A, (RequestedBye(3, 3, Bye.HALF_POINT),)))
    (notice,) = [one for one in again.notices if one.sentence.template == n.HALF_POINT_BYES]
    assert notice.sentence.values["count"] == 2


def test_one_result_is_enough_to_be_unpublished(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    publish(desk)
    assert not has_unpublished_results(desk.section(A))
    desk.act(a.EnterResults(A, ((2, Result.DRAW),)))
    assert has_unpublished_results(desk.section(A))
    enter(desk)
    desk.act(a.PublishResults(A))
    assert not has_unpublished_results(desk.section(A))


def test_the_answer_to_a_result_names_its_table(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8, announced=Announcement(first_table=101))
    publish(desk)
    entered = desk.act(a.EnterResults(A, ((2, Result.DRAW),)))
    assert "102" in str(entered.answer.sentence)
    taken_back = desk.undo()
    assert str(taken_back.answer.sentence) == f"Undone: “{entered.answer.sentence}”"
    back = desk.redo()
    assert str(back.answer.sentence) == f"Redone: “{entered.answer.sentence}”"


def test_the_answer_to_an_undo_counts_what_was_undone_along(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    publish(desk)
    published = desk.log[-1].sequence
    enter(desk)
    undone = desk.undo(published, along=True, case=ChangeCase.CHIEF_ARBITER, reason="wrong")
    assert str(undone.answer.sentence).startswith("Undone, with one more action: “")
