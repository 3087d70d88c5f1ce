"""Rounds paired again from what was known then: the same, made by hand, or different."""

from __future__ import annotations

from pathlib import Path

import pytest

from crivello.desk import Desk, Rederivation, by_hand
from crivello.desk import actions as a
from crivello.desk import refusals as r
from crivello.desk.events import ChangeCase, Presence, RoundPaired, RoundPublished, to_json
from crivello.model.result import Bye, Result
from crivello.model.settings import Apart
from crivello.store import NewEntry
from crivello.systems.registry import find
from tests.desk.desks import A, enter, fresh, people, play, publish

SAME, BY_HAND, DIFFERENT = Rederivation.SAME, Rederivation.BY_HAND, Rederivation.DIFFERENT


def statuses(desk: Desk) -> list[Rederivation]:
    before = desk.state
    found = [one.status for one in desk.rederive(A)]
    assert desk.state == before
    return found


def eventful(folder: Path, system: str = "dutch-2026") -> Desk:
    """Return a desk in which much became known only after a round was paired."""
    desk = fresh(folder, 11, rounds=6, system=system)
    desk.act(
        a.SetApart(A, forbidden=(Apart((1, 6)),), keep_apart=(Apart((2, 3, 7), 1, 3, "club"),))
    )
    play(desk, 1)
    desk.act(a.Register(A, people(1, 20, rating=2395)))
    desk.act(a.RollCall(A, (20,), Presence.PRESENT))
    desk.act(a.Admit(A, (20,)))
    play(desk, 1, Result.BLACK_WINS)
    desk.act(a.Absent(A, (4,)))
    publish(desk)
    desk.act(a.CorrectResult(A, 2, 1, Result.WHITE_WINS), reason="counts from the next pairing on")
    enter(desk)
    desk.act(a.Withdraw(A, (5,)))
    play(desk, 1)
    return desk


@pytest.mark.parametrize("system", ["dutch-2026", "dutch-2017", "dubov-2026", "burstein-2026"])
def test_what_came_later_does_not_disturb(tmp_path: Path, system: str) -> None:
    desk = eventful(tmp_path, system)
    assert statuses(desk) == [SAME] * 4
    # The tournament of today would give another third round: its results were others.
    known = desk.tournament_at_pairing(A, 3)
    assert known.rounds[1].games[0].result is Result.BLACK_WINS
    assert desk.tournament(A).rounds[1].games[0].result is Result.WHITE_WINS
    assert known.round(3).byes == ((4, Bye.ZERO_POINT),)
    assert known.player[5].withdrawn_after is None
    assert 20 not in desk.tournament_at_pairing(A, 1).player


def test_an_engine_that_knows_no_groups_gives_the_same(tmp_path: Path) -> None:
    desk = eventful(tmp_path)
    for number, this in enumerate(desk.section(A).rounds, start=1):
        pairing = find("dutch-2026").pair(desk.tournament_at_pairing(A, number), number)
        assert tuple((b.white, b.black) for b in pairing.boards) == this.draft.boards


def test_a_released_pair_is_released_again(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 6)
    desk.act(a.SetApart(A, keep_apart=(Apart((1, 2, 3, 4, 5), name="club"),)))
    play(desk, 2)
    assert desk.section(A).rounds[0].draft.released
    assert statuses(desk) == [SAME, SAME]


def test_made_or_changed_by_hand(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    desk.act(a.PairByHand(A, ((8, 1),), rest=True))
    desk.act(a.Publish(A), reason="by hand")
    enter(desk)
    desk.act(a.Pair(A))
    draft = desk.section(A).draft
    assert draft is not None
    turned = by_hand.turn_board(draft.boards, draft.boards[0][0])
    desk.act(a.ChangeDraft(A, turned, None))
    desk.act(a.Publish(A), reason="by hand")
    enter(desk)
    publish(desk)
    boards = tuple((game.white, game.black) for game in desk.section(A).rounds[2].games)
    changed = by_hand.turn_board(boards, boards[0][0])
    desk.act(a.ChangePublished(A, changed, None, ChangeCase.CHIEF_ARBITER), reason="lame hand")
    enter(desk)
    play(desk, 1)
    assert statuses(desk) == [BY_HAND, BY_HAND, BY_HAND, SAME]
    third = list(desk.rederive(A))[2]
    assert (third.missing, third.added) == ((boards[0],), (changed[0],))
    assert (third.round, third.system) == (3, "dutch-2026")


def test_by_hand_as_the_engine_would_is_the_same(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 4)
    desk.act(a.PairByHand(A, ((4, 2), (1, 3))))
    desk.act(a.Publish(A), reason="by hand")
    assert statuses(desk) == [SAME]


def test_corrected_colours_are_not_another_pairing(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    play(desk, 1)
    desk.act(a.PublishResults(A))
    desk.act(a.CorrectResult(A, 1, 1, Result.DRAW, turned=True), reason="wrong seats")
    play(desk, 1)
    assert statuses(desk) == [SAME, SAME]


def test_an_undone_pairing_is_not_the_one(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 8)
    publish(desk)
    first = desk.log[-2].sequence
    desk.undo(first, along=True, case=ChangeCase.CHIEF_ARBITER, reason="somebody came")
    desk.act(a.Register(A, people(1, 9)))
    publish(desk)
    assert statuses(desk) == [SAME]
    assert len(desk.tournament_at_pairing(A, 1).players) == 9


def test_a_pairing_of_another_engine_is_different(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 4)
    desk.act(a.Pair(A))
    paired = desk.log[-1].event
    assert isinstance(paired, RoundPaired)
    desk.undo()
    other = RoundPaired(
        A, 1, paired.system, "0.0", ((1, 2), (3, 4)), None, paired.basis, paired.order
    )
    for event in (other, RoundPublished(A, 1, (1, 2))):
        time = desk.log[-1].entry.time
        entry = NewEntry(time, "old program", "", type(event).__name__, to_json(event))
        desk._log.append(entry, len(desk.log))
        desk.refresh()
    (found,) = desk.rederive(A)
    assert (found.status, found.program) == (DIFFERENT, "0.0")
    assert found.recorded == ((1, 2), (3, 4))
    assert set(found.rederived) == set(paired.boards)


def test_a_round_that_the_rules_cannot_pair(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 2, rounds=2)
    play(desk, 1)
    desk.act(a.PairByHand(A, ((1, 2),)))
    desk.act(a.Publish(A), reason="by hand")
    same, again = desk.rederive(A)
    assert (same.status, again.status) == (SAME, BY_HAND)
    assert again.rederived == ()


def test_a_round_without_a_pairing(tmp_path: Path) -> None:
    desk = fresh(tmp_path, 4)
    with pytest.raises(r.NotPublished):
        desk.tournament_at_pairing(A, 1)
    with pytest.raises(r.NoSuchSection):
        list(desk.rederive("B"))
    assert list(desk.rederive(A)) == []
