"""The worked tournaments of the booklets at the desk, from registration to the report."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from crivello.audit.checker import Verdict, check
from crivello.desk import Desk
from crivello.desk.actions import (
    Absent,
    Admit,
    AnswerNoShows,
    ChangeDraft,
    DrawColour,
    EnterResults,
    MarkNoShows,
    OpenSection,
    Pair,
    Publish,
    Register,
    RequestByes,
    RollCall,
)
from crivello.desk.announcement import Announcement
from crivello.desk.events import Presence, RequestedBye
from crivello.formats.trf import read_trf, write_trf
from crivello.model.history import histories
from crivello.model.result import Bye, Colour
from crivello.model.settings import Settings
from crivello.systems.registry import find
from tests.desk.desks import A, Clock
from tests.support.cases import BYES, RESULTS, Case, load, tournament

CASES = [
    ("dutch-2016-held", "dutch-2017"),
    ("dutch-2011-held", "dutch-2011"),
    ("dubov-2018-held", "dubov-2018"),
]


@pytest.mark.parametrize(("name", "system"), CASES)
@pytest.mark.parametrize("late", [False, True])
def test_a_worked_tournament_at_the_desk(
    name: str, system: str, late: bool, tmp_path: Path
) -> None:
    """With `late`, players absent in round 1 enter late, with half a point for the missed round."""
    case = load(name)
    path = tmp_path / "event.crivello"
    desk = _registered(case, system, path, late)
    for number, entry in enumerate(case["rounds"], start=1):
        _round(desk, case, entry, number, late)
        # Everything is in the file: go on with a desk that knows nothing else.
        desk.close()
        desk = Desk.open(path, clock=Clock())
    assert desk.verify() == []
    final = desk.tournament(A)
    _as_in_the_booklet(case, desk, late)
    _report(desk, system, expect_different={4} if name.startswith("dubov") else set())
    assert len(final.rounds) == case["number_of_rounds"]


def _registered(case: Case, system: str, path: Path, late: bool) -> Desk:
    settings = Settings(name=case["id"], rounds=case["number_of_rounds"], system=system)
    announced = Announcement(fide_mode=False, missed_rounds=Bye.HALF_POINT)
    first = OpenSection(A, settings, announced)
    desk = Desk.create(path, first, "arbiter", clock=Clock(), reason="an edition of its time")
    away = {absence["player"] for absence in case["rounds"][0]["absences"]}
    players = tournament(case).players
    # The booklets number the players; registration comes in any order.
    desk.act(Register(A, tuple(p for p in reversed(players) if not late or p.id not in away)))
    desk.act(RollCall(A, tuple(p.id for p in players if not late or p.id not in away)))
    desk.act(DrawColour(A, Colour[case["initial_colour"]["value"].upper()]))
    return desk


def _round(desk: Desk, case: Case, entry: Case, number: int, late: bool) -> None:
    away = {absence["player"]: BYES[absence["kind"]] for absence in entry["absences"]}
    if late and number == 1:
        pass
    elif away:
        half = tuple(p for p, bye in away.items() if bye is Bye.HALF_POINT)
        zero = tuple(p for p, bye in away.items() if bye is Bye.ZERO_POINT)
        if half:
            desk.act(RequestByes(A, tuple(RequestedBye(p, number, Bye.HALF_POINT) for p in half)))
        if zero:
            desk.act(Absent(A, zero))
    if late and number == 2:
        missed = {absence["player"] for absence in case["rounds"][0]["absences"]}
        newcomers = tuple(p for p in tournament(case).players if p.id in missed)
        if newcomers:
            ids = tuple(p.id for p in newcomers)
            desk.act(Register(A, newcomers))
            desk.act(RollCall(A, ids, Presence.PRESENT))
            desk.act(Admit(A, ids))
    desk.act(Pair(A))
    boards = tuple((pair["white"], pair["black"]) for pair in entry["pairings"])
    bye = entry["pab"]["player"] if entry["pab"] else None
    draft = desk.section(A).draft
    assert draft is not None
    if entry["published_is_expected"]:
        assert (draft.boards, draft.bye) == (boards, bye)
    else:
        # The booklet published another round than its own rules give: so does the arbiter.
        right = tuple((p["white"], p["black"]) for p in entry["pairing_by_rules"]["pairings"])
        assert set(draft.boards) == set(right)
        outcome = desk.act(ChangeDraft(A, boards, bye))
        assert outcome.notices  # the rules object
    desk.act(Publish(A), reason="by hand")
    no_shows = []
    results = []
    for board, pair in enumerate(entry["pairings"], start=1):
        if pair["result"] == "0F-1F":
            no_shows.append(pair["white"])
        else:
            results.append((board, RESULTS[pair["result"]]))
    desk.act(EnterResults(A, tuple(results)))
    if no_shows:
        desk.act(MarkNoShows(A, tuple(no_shows)))
        desk.act(AnswerNoShows(A, tuple(no_shows), plays_on=True))


def _as_in_the_booklet(case: Case, desk: Desk, late: bool) -> None:
    """Check that players, scores and colours are those of the booklet's data."""
    ours, theirs = desk.tournament(A), tournament(case)
    assert [p.id for p in sorted(ours.players, key=lambda p: p.number)] == [
        p.id for p in theirs.players
    ]
    after = case["number_of_rounds"] + 1
    mine, stated = histories(ours, after), histories(theirs, after)
    for player in stated:
        assert mine[player].score == stated[player].score
        assert mine[player].colours == stated[player].colours
        assert mine[player].met == stated[player].met


def _report(desk: Desk, system: str, expect_different: set[int]) -> None:
    """Read the report file back, and check it round by round."""
    text = write_trf(desk.tournament(A), "trf26")
    again = read_trf(text.encode()).tournament
    again = replace(again, settings=replace(again.settings, system=system))
    reports = list(check(again, find(system)))
    different = {report.round for report in reports if report.verdict is not Verdict.SAME}
    assert different == expect_different
