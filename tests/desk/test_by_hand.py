"""Pairings by hand are judged at once; published ones change only in the cases of the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from crivello.desk import Desk, by_hand
from crivello.desk import actions as a
from crivello.desk import notices as n
from crivello.desk import refusals as r
from crivello.desk.announcement import Announcement
from crivello.desk.events import Boards, ChangeCase, Presence, Remark, RequestedBye
from crivello.desk.preconditions import possible_cases
from crivello.desk.rounds import no_shows, without_opponent
from crivello.model.consistency import errors
from crivello.model.history import histories
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.sentence import ListOf, PairRef, PlayerRef, Sentence
from crivello.model.settings import Apart
from crivello.systems.judgement import Defect
from crivello.systems.registry import find
from crivello.words import Language, say
from tests.desk.desks import A, enter, fresh, play, publish


def draft_of(desk: Desk) -> Boards:
    draft = desk.section(A).draft
    assert draft is not None
    return draft.boards


def published(desk: Desk) -> Boards:
    return tuple((game.white, game.black) for game in desk.section(A).rounds[-1].games)


def levels(desk: Desk) -> list[tuple[str, str]]:
    draft = desk.section(A).draft
    assert draft is not None
    return [(remark.level, remark.article) for remark in draft.remarks]


def test_helpers() -> None:
    boards = ((1, 2), (3, 4), (5, 6))
    assert by_hand.swap_players(boards, 2, 3) == ((1, 3), (2, 4), (5, 6))
    assert by_hand.turn_board(boards, 4) == ((1, 2), (4, 3), (5, 6))
    assert by_hand.pair_players(boards, None, 1, 4) == (((1, 4), (2, 3), (5, 6)), None)
    assert by_hand.pair_players(boards, 7, 7, 1) == (((7, 1), (3, 4), (5, 6)), 2)
    assert by_hand.pair_players(boards, None, 8, 9) == (((1, 2), (3, 4), (5, 6), (8, 9)), None)


@pytest.mark.parametrize("system", ["dutch-2026", "dubov-2026", "lim-1999"])
def test_each_change_is_judged(tmp_path: Path, system: str) -> None:
    desk = fresh(tmp_path, 8, system=system)
    play(desk, 1, Result.DRAW)
    desk.act(a.Pair(A))
    right = draft_of(desk)
    one, two = published(desk)[0]
    # Two who have met.
    outcome = desk.act(a.ChangeDraft(A, *by_hand.pair_players(right, None, one, two)))
    assert (Defect.ABSOLUTE.value, "C.04.1: 2") in levels(desk)
    assert by_hand.MET in [notice.sentence.template for notice in outcome.notices]
    # Only a colour.
    desk.act(a.ChangeDraft(A, by_hand.turn_board(right, right[0][0]), None))
    assert Defect.COLOUR.value in dict(levels(desk))
    # And back to what the engine says: nothing to remark.
    outcome = desk.act(a.ChangeDraft(A, right, None))
    assert levels(desk) == []
    assert outcome.notices == ()
    # The whole difference, whenever somebody asks.
    assert a.judge_draft(desk.section(A)).added == ()
    desk.act(a.ChangeDraft(A, by_hand.turn_board(right, right[0][0]), None))
    verdict = a.judge_draft(desk.section(A))
    assert (verdict.missing, verdict.added) == ((right[0],), (right[0][::-1],))


def test_the_difference_to_the_engine(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    section = desk.section(A)
    boards = ((1, 6), (5, 2), (3, 7), (8, 4))
    verdict = by_hand.judge(find("dutch-2026"), section.tournament, 1, boards, None)
    assert verdict.missing == ((1, 5), (6, 2))
    assert verdict.added == ((1, 6), (5, 2))
    (remark,) = verdict.remarks
    assert remark.level == Defect.ORDER.value


def test_the_bye_again_and_three_colours_running(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 5, rounds=4)
    play(desk, 1)
    bye = desk.section(A).rounds[0].bye
    assert bye is not None
    others = [p for p in range(1, 6) if p != bye]
    desk.act(a.PairByHand(A, ((others[0], others[1]), (others[2], others[3])), bye))
    assert (Defect.ABSOLUTE.value, "C.04.1: 4") in levels(desk)
    white = desk.section(A).rounds[0].games[0].white
    rest = [p for p in range(1, 6) if p != white]
    for _ in range(2):
        desk.act(a.PairByHand(A, ((white, rest[0]), (rest[1], rest[2])), rest[3]))
        desk.act(a.Publish(A), reason="by hand")
        enter(desk)
        rest = [*rest[1:], rest[0]]
    assert (Defect.COLOUR.value, "C.04.1: 6-7") in [
        (remark.level, remark.article) for remark in desk.section(A).rounds[2].draft.remarks
    ]


def test_some_boards_by_hand_and_the_rest_by_the_engine(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 9)
    desk.act(a.PairByHand(A, ((8, 1),), rest=True))
    draft = desk.section(A).draft
    assert draft is not None
    assert draft.boards[0] == (8, 1)
    assert len(draft.boards) == 4
    assert draft.by_hand
    assert draft.bye == 9
    with pytest.raises(r.PairingIncomplete):
        desk.act(a.PairByHand(A, ((8, 1), (2, 3)), bye=9, rest=False))


def test_who_has_a_bye_is_named_with_it_and_plays_once_it_is_cancelled(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 9)
    desk.act(a.RequestByes(A, (RequestedBye(5, 1, Bye.HALF_POINT),)))
    by_hand = a.PairByHand(A, ((1, 5),), rest=True)
    with pytest.raises(r.HasBye) as refusal:
        desk.act(by_hand)
    assert "5 has a half-point bye in round 1: cancel it" in say(refusal.value, Language.EN)
    assert "5 ha un bye da mezzo punto nel turno 1: annullalo" in say(refusal.value, Language.IT)
    desk.act(a.CancelByes(A, ((5, 1),)))
    desk.act(by_hand)
    draft = desk.section(A).draft
    assert draft is not None
    assert draft.boards[0] == (1, 5)


def test_published_for_a_rematch_by_either_edition(tmp_path: Path) -> None:
    # C.04.2.D.10 (1)
    desk = fresh(tmp_path, 8, system="dutch-2017")
    play(desk, 1, Result.DRAW)
    one, two = published(desk)[0]
    desk.act(a.Pair(A))
    right = draft_of(desk)
    wrong, _ = by_hand.pair_players(right, None, one, two)
    desk.act(a.ChangeDraft(A, wrong, None))
    desk.act(a.Publish(A), reason="by hand")
    change = a.ChangePublished(A, right, None, ChangeCase.ALREADY_MET)
    outcome = desk.act(change, reason="they have met")
    changed, recorded = outcome.notices
    assert changed.sentence.template == n.PUBLISHED_CHANGED
    assert str(recorded) == "Recorded as an exception: published pairing changed."
    assert set(published(desk)) == set(right)
    (told,) = desk.published_changes(A)
    assert (told.round, told.case, told.reason) == (2, ChangeCase.ALREADY_MET, "they have met")


def test_two_without_an_opponent_may_be_paired_after_publication(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    desk.act(a.Absent(A, (8,)))
    publish(desk)
    before = published(desk)
    bye = desk.section(A).rounds[0].bye
    assert bye is not None
    tables = desk.section(A).rounds[0].tables
    case = ChangeCase.WITHOUT_OPPONENT
    desk.act(a.ChangePublished(A, (*before, (bye, 8)), None, case), reason="both agree")
    this = desk.section(A).rounds[0]
    assert this.bye is None
    assert (this.games[-1].white, this.games[-1].black) == (bye, 8)
    assert this.tables[:-1] == tables
    assert desk.section(A).byes == {}
    enter(desk)
    publish(desk)


def test_whose_opponent_did_not_appear_is_without_one(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 9)
    publish(desk)
    bye = desk.section(A).rounds[0].bye
    assert bye is not None
    assert without_opponent(desk.section(A)) == [bye]
    (one, no_show), (other, second), *kept = published(desk)
    desk.act(a.MarkNoShows(A, (no_show, second)))
    assert set(without_opponent(desk.section(A))) == {one, other, bye}
    case = ChangeCase.WITHOUT_OPPONENT
    boards = ((one, other), *kept)
    for wrong in (
        ((one, kept[0][0]), (other, kept[0][1]), *kept[1:]),  # those two have their game
        ((one, bye), *kept),  # and what of the other who came?
        ((one, second), *kept),
    ):
        left = None if bye in {player for pair in wrong for player in pair} else bye
        with pytest.raises((r.CaseUnfit, r.PairingIncomplete, r.GameHasResult)):
            desk.act(a.ChangePublished(A, wrong, left, case), reason="both agree")
    desk.act(a.ChangePublished(A, boards, bye, case), reason="both agree")
    assert published(desk) == boards
    enter(desk, Result.DRAW)
    with pytest.raises(r.NoShowsOpen):  # they are still to say whether they play on
        desk.act(a.Pair(A))
    desk.act(a.AnswerNoShows(A, (no_show, second), plays_on=True))
    past = histories(desk.tournament(A), 2)
    assert (past[one].score, past[other].score) == (1, 1)
    assert past[one].met == {other}
    assert (past[no_show].score, past[no_show].entries[0].opponent) == (0, None)
    publish(desk)
    assert errors(desk.tournament(A)) == []


def test_the_bye_may_play_who_came_in_vain(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 9)
    publish(desk)
    bye = desk.section(A).rounds[0].bye
    assert bye is not None
    (one, no_show), *kept = published(desk)
    marked = desk.act(a.MarkNoShows(A, (no_show,)))
    case = ChangeCase.WITHOUT_OPPONENT
    with pytest.raises(r.CaseUnfit):  # the bye is not for who did not appear
        desk.act(a.ChangePublished(A, ((bye, one), *kept), no_show, case), reason="both agree")
    boards, nobody = by_hand.pair_players(
        published(desk), bye, bye, one, no_shows(desk.section(A).rounds[0].games)
    )
    assert (boards, nobody) == (((bye, one), *kept), None)
    change = a.ChangePublished(A, boards, nobody, case)
    changed = desk.act(change, reason="both agree")
    assert desk.section(A).rounds[0].bye is None
    with pytest.raises(r.WouldFall) as caught:  # without the forfeit it could not have been
        desk.undo(marked.sequence)
    assert caught.value.events == (changed.sequence,)


def test_without_opponent_is_no_case_before_2026(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8, system="dutch-2017")
    publish(desk)
    (one, no_show), (other, second), *kept = published(desk)
    desk.act(a.MarkNoShows(A, (no_show, second)))
    change = a.ChangePublished(A, ((one, other), *kept), None, ChangeCase.WITHOUT_OPPONENT)
    with pytest.raises(r.CaseUnfit):
        desk.act(change, reason="both agree")


@pytest.mark.parametrize(
    ("case", "system", "fits"),
    [
        (ChangeCase.CHIEF_ARBITER, "dutch-2017", True),
        (ChangeCase.ALREADY_MET, "dutch-2026", False),
        (ChangeCase.EVENT_RULES, "dutch-2026", True),
        (ChangeCase.EVENT_RULES, "dutch-2017", False),
        (ChangeCase.WITHOUT_OPPONENT, "dutch-2026", False),
        (ChangeCase.LATE_ENTRY, "dutch-2026", False),
        (ChangeCase.TOP_BOARDS, "dutch-2026", True),
    ],
)
def test_the_named_cases(tmp_path: Path, case: ChangeCase, system: str, fits: bool) -> None:
    """Two boards of the last round exchange their players."""
    desk = fresh(tmp_path, 8, rounds=1, system=system, announced=Announcement(changes_allowed=True))
    publish(desk)
    boards = by_hand.swap_players(published(desk), published(desk)[0][1], published(desk)[1][1])
    action = a.ChangePublished(A, boards, None, case)
    if fits:
        desk.act(action, reason="told in the log")
        assert published(desk) == boards
    else:
        with pytest.raises(r.CaseUnfit):
            desk.act(action, reason="told in the log")


def offered(desk: Desk) -> set[ChangeCase]:
    return set(possible_cases(desk.section(A)))


def test_only_the_cases_that_can_apply_are_offered(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 9, rounds=2)
    assert offered(desk) == set()
    publish(desk)
    always = ChangeCase.CHIEF_ARBITER
    assert offered(desk) == {always}  # one has no opponent, and nobody else
    desk.act(a.MarkNoShows(A, (published(desk)[0][1],)))
    assert offered(desk) == {always, ChangeCase.WITHOUT_OPPONENT}
    desk.act(a.AnswerNoShows(A, (published(desk)[0][1],), plays_on=True))
    desk.act(a.EnterResults(A, tuple((board, Result.DRAW) for board in (2, 3, 4))))
    first = desk.section(A).rounds[0].games[1]
    boards = ((first.white, first.black),)
    desk.act(a.PairByHand(A, boards, rest=True))
    desk.act(a.Publish(A), reason="by hand")
    assert offered(desk) == {always, ChangeCase.ALREADY_MET, ChangeCase.TOP_BOARDS}


def test_before_2026_there_is_one_named_case(tmp_path: Path) -> None:
    # C.04.2.D.10 (1)
    allowed = Announcement(changes_allowed=True)
    desk = fresh(tmp_path, 8, rounds=1, system="dutch-2017", announced=allowed)
    publish(desk)
    assert offered(desk) == {ChangeCase.CHIEF_ARBITER}


def test_a_late_entry_is_let_into_the_round(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 7)
    play(desk, 1)
    publish(desk)
    desk.act(a.Register(A, (Player(id=20, number=0, name="Late", rating=1500),)))
    desk.act(a.RollCall(A, (20,), Presence.PRESENT))
    desk.act(a.Admit(A, (20,)))
    bye = desk.section(A).rounds[-1].bye
    assert bye is not None
    boards = (*published(desk), (bye, 20))
    desk.act(a.ChangePublished(A, boards, None, ChangeCase.LATE_ENTRY), reason="all agree")
    assert desk.tournament(A).player[20].entered == 2
    enter(desk)
    publish(desk)


def test_both_colours_against_the_rules_are_told_on_the_way(tmp_path: Path) -> None:
    # C.04.1: 8
    desk = fresh(tmp_path, 8)
    play(desk, 1, Result.DRAW)
    desk.act(a.Pair(A))
    right = draft_of(desk)
    white, black = right[0]
    outcome = desk.act(a.ChangeDraft(A, by_hand.turn_board(right, white), None))
    (told,) = (one for one in outcome.notices if one.sentence.template == by_hand.BOTH_COLOURS)
    assert (told.article, set(told.players)) == ("C.04.1: 8", {white, black})


def test_an_alteration_ends_with_a_comparison_and_a_reason(tmp_path: Path) -> None:
    # C.04.2.A.5 (1)
    desk = fresh(tmp_path, 8)
    desk.act(a.Pair(A))
    right = draft_of(desk)
    wrong = by_hand.swap_players(right, right[0][0], right[1][0])
    desk.act(a.ChangeDraft(A, wrong, None))
    with pytest.raises(r.ReasonMissing):
        desk.act(a.Publish(A))
    desk.act(a.ChangeDraft(A, right, None))  # back to what the rules give
    desk.act(a.Publish(A))
    assert desk.section(A).exceptions == ()
    desk.undo()
    desk.act(a.ChangeDraft(A, wrong, None))
    desk.act(a.Publish(A), reason="the sponsor")
    (one,) = desk.section(A).exceptions
    assert (one.kind.value, one.round, one.done.reason) == ("by hand", 1, "the sponsor")
    assert one.remarks


def test_who_never_meets_is_named_when_they_are_paired_by_hand(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    desk.act(a.SetApart(A, (Apart((1, 2)),)))
    outcome = desk.act(a.PairByHand(A, ((1, 2),), rest=True))
    (told,) = (one for one in outcome.notices if one.sentence.template == by_hand.NOT_TO_MEET)
    assert set(told.players) == {1, 2}
    assert (Defect.ABSOLUTE.value, "") in levels(desk)


def test_a_remark_comes_back_from_the_log_with_its_players() -> None:
    kinds: tuple[dict[str, Any], ...] = (
        {"one": PlayerRef(3), "other": PlayerRef(7)},
        {"player": PlayerRef(3), "players": ListOf.players([7, 12])},
        {"players": ListOf.players([])},
        {"round": "4"},
    )
    for values in kinds:
        sentence = Sentence(" ".join(f"{{{name}}}" for name in values), **values)
        assert Remark.of("absolute", "", sentence).sentence == sentence


@pytest.mark.parametrize(
    "values",
    [
        {"pair": PairRef(3, 7)},
        {"pairs": ListOf.pairs([(3, 7)])},
        {"who": PlayerRef(3)},
        {"players": ListOf.pairs([(3, 7)])},
    ],
)
def test_a_remark_keeps_nothing_that_would_come_back_as_ids(values: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        Remark.of("absolute", "", Sentence("", **values))
