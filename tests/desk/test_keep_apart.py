"""Forbidden pairs never meet; pairs of groups kept apart are released one by one, from the
bottom.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from crivello.audit.checker import Verdict, check
from crivello.desk import Desk, by_hand
from crivello.desk import actions as a
from crivello.desk import notices as n
from crivello.desk import refusals as r
from crivello.desk.keep_apart import in_force, release_order, with_forbidden_pairs
from crivello.formats.trf import read_trf, write_trf
from crivello.model.errors import Impossible
from crivello.model.player import Player
from crivello.model.sentence import PlayerRef
from crivello.model.settings import Apart
from crivello.systems.judgement import Defect
from crivello.systems.registry import find
from tests.desk.desks import A, fresh, people, play, publish


def pairs(desk: Desk) -> set[frozenset[int]]:
    return {frozenset((g.white, g.black)) for r in desk.section(A).rounds for g in r.games}


def test_forbidden_pairs_of_later_say_from_and_until_when(tmp_path: Path) -> None:
    """The report file states the pairs in force for every round, and the checker confirms it."""
    desk = fresh(tmp_path)
    desk.act(a.SetApart(A, (Apart((2, 6)), Apart((1, 2)))))
    play(desk, 1)
    met = desk.section(A).rounds[0].games[0]
    now = Apart((met.white, met.black))
    desk.act(a.SetApart(A, (Apart((1, 2)), now), by_decision=True), reason="a quarrel")
    assert desk.section(A).settings.forbidden == (
        Apart((1, 2)),
        replace(now, first_round=2),
        Apart((2, 6), last_round=1),
    )
    play(desk, 1)
    kept = desk.section(A).settings.forbidden
    # What is over stays in the file.
    desk.act(a.SetApart(A, kept[:2], by_decision=True), reason="tidying up")
    assert desk.section(A).settings.forbidden == kept
    report = read_trf(write_trf(desk.tournament(A), "trf26").encode()).tournament
    verdicts = [one.verdict for one in check(report, find("dutch-2026"))]
    assert verdicts == [Verdict.SAME] * 2


def test_forbidden_pairs_never_meet(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 6)
    desk.act(a.SetApart(A, forbidden=(Apart((1, 4)),)))
    play(desk, 3)
    assert frozenset((1, 4)) not in pairs(desk)
    everybody = tuple(Apart((1, other)) for other in range(2, 7))
    desk.act(a.SetApart(A, forbidden=everybody, by_decision=True), reason="a quarrel")
    with pytest.raises(Impossible):
        desk.act(a.Pair(A))


def test_groups_are_off_by_default_and_made_from_tags(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 0)
    clubs = ("Lione", "Roma", "Lione", "Roma", "Torino", "Lione")
    desk.act(
        a.Register(
            A,
            tuple(
                Player(id=i, number=0, rating=2000 - i, tags=(("club", club),))
                for i, club in enumerate(clubs, start=1)
            ),
        )
    )
    assert desk.section(A).settings.keep_apart == ()
    outcome = desk.act(a.KeepTagApart(A, "club", 1, 3))
    assert [notice.sentence.template for notice in outcome.notices] == [n.GROUPS_KEPT_APART]
    assert desk.section(A).settings.keep_apart == (
        Apart((1, 3, 6), 1, 3, "club: Lione"),
        Apart((2, 4), 1, 3, "club: Roma"),
    )
    desk.act(a.KeepTagApart(A, "club", 1, 2))  # in place of the other, not beside it
    assert {group.last_round for group in desk.section(A).settings.keep_apart} == {2}


def test_a_group_is_kept_apart_for_its_rounds_and_exported(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    group = Apart((1, 5, 2, 6), 1, 2, "club: Roma")
    desk.act(a.SetApart(A, keep_apart=(group,)))
    play(desk, 3)
    members = set(map(frozenset, combinations(group.players, 2)))
    early = {frozenset((g.white, g.black)) for r in desk.section(A).rounds[:2] for g in r.games}
    assert not early & members
    assert desk.section(A).rounds[0].draft.apart == (Apart((1, 5, 2, 6), 1, 1, "club: Roma"),)
    assert desk.section(A).rounds[2].draft.apart == ()
    # A checker that knows only the report reproduces every round.
    again = read_trf(write_trf(desk.tournament(A), "trf26").encode()).tournament
    verdicts = {report.verdict for report in check(again, find("dutch-2026"))}
    assert verdicts == {Verdict.SAME}


def test_pairs_are_released_one_at_a_time_from_the_bottom(tmp_path: Path) -> None:
    """Of six players five are of one club: two pairs of the club must meet, the lowest ones."""
    desk = fresh(tmp_path, 6)
    group = Apart((1, 2, 3, 4, 5), name="club: Roma")
    desk.act(a.SetApart(A, keep_apart=(group,)))
    outcome = desk.act(a.Pair(A))
    draft = desk.section(A).draft
    assert draft is not None
    order = release_order(find("dutch-2026"), desk.tournament(A), 1, [group])
    assert order[:4] == ((4, 5), (3, 5), (3, 4), (2, 5))
    assert draft.released == order[: len(draft.released)]
    assert n.RELEASED in [notice.sentence.template for notice in outcome.notices]
    # One fewer would not do: the literal order, without the halving.
    system, tournament = find("dutch-2026"), desk.tournament(A)
    for count in range(len(draft.released)):
        apart = in_force([group], order[:count], 1)
        with pytest.raises(Impossible):
            system.pair(with_forbidden_pairs(tournament, apart), 1)
    boards = {frozenset(pair) for pair in draft.boards}
    kept = set(map(frozenset, combinations(group.players, 2))) - set(map(frozenset, draft.released))
    assert not boards & kept


def test_lowest_score_first(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    play(desk, 1)  # White wins: 1, 3, 6, 8 lead
    group = Apart(tuple(range(1, 9)), name="all")
    order = release_order(find("dutch-2026"), desk.tournament(A), 2, [group])
    score = {1: 2, 3: 2, 6: 2, 8: 2}
    highest = [max(score.get(one, 0), score.get(other, 0)) for one, other in order]
    assert highest == sorted(highest)
    assert order[0] == (5, 7)


def test_when_even_all_releases_do_not_help(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 2)
    play(desk, 1)
    family = (Apart((1, 2)),)
    desk.act(a.SetApart(A, keep_apart=family, by_decision=True), reason="one family")
    with pytest.raises(Impossible):
        desk.act(a.Pair(A))


def test_by_hand_against_a_group_is_told(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 4)
    desk.act(a.SetApart(A, keep_apart=(Apart((1, 2), name="family"),)))
    outcome = desk.act(a.PairByHand(A, ((1, 2), (3, 4))))
    assert by_hand.NOT_TO_MEET in [notice.sentence.template for notice in outcome.notices]
    draft = desk.section(A).draft
    assert draft is not None
    assert draft.apart == (Apart((1, 2), 1, 1, "family"),)


def test_a_large_group_is_one_line(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 0)
    desk.act(a.Register(A, people(40)))
    desk.act(a.SetApart(A, keep_apart=(Apart(tuple(range(1, 41, 2)), name="fed"),)))
    publish(desk)
    assert len(desk.section(A).rounds[0].draft.apart) == 1


def test_a_pair_announced_for_round_1_may_be_apart_later(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    desk.act(a.SetApart(A, (Apart((1, 2), first_round=2), Apart((3, 4)))))
    desk.act(a.SetMeetings(A, ((1, 2),)))
    with pytest.raises(r.MeetsForbidden) as refused:
        desk.act(a.SetMeetings(A, ((4, 3),)))
    values = refused.value.sentence.values
    assert (values["white"], values["black"]) == (PlayerRef(4), PlayerRef(3))


def test_a_pair_by_hand_that_is_kept_apart_is_a_breach_without_an_article(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 4)
    desk.act(a.SetApart(A, (Apart((1, 4)),)))
    desk.act(a.PairByHand(A, ((1, 4), (3, 2)), None))
    draft = desk.section(A).draft
    assert draft is not None
    (found,) = [one for one in draft.remarks if "are not to meet" in str(one.sentence)]
    assert (found.level, found.article, found.players) == (Defect.ABSOLUTE.value, "", (1, 4))
