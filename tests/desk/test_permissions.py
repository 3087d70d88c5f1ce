"""Permissions: every event for every role, the author in the log, and undo by device."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk import events as e
from crivello.desk import refusals as r
from crivello.desk.permissions import EVENTS, TICKED, Device, GamePlace, May, require
from crivello.desk.roles import Author, DeviceRole
from crivello.desk.state import DeskState
from crivello.model.result import Result
from tests.desk.desks import A, Clock, fresh, publish

TABLET = Device(DeviceRole.DEPUTY, "tablet 2")
TABLE = Device(DeviceRole.TABLE, "table 1", seat=GamePlace(A, 1, 1))
DEVICES = [
    TABLET,
    Device(DeviceRole.DEPUTY, "tablet 3", ticked=frozenset(May)),
    TABLE,
    Device(DeviceRole.PLAYER, "player 4"),
    Device(DeviceRole.SCREEN, "screen"),
    Device(DeviceRole.EVERYBODY, ""),
]


def result(board: int, result: Result | None = Result.DRAW) -> a.EnterResults:
    return a.EnterResults(A, ((board, result),))


def blank(kind: type[e.Event]) -> e.Event:
    """Return an event of a kind without any values."""
    return object.__new__(kind)


@pytest.mark.parametrize("device", DEVICES, ids=lambda one: one.name)
def test_only_what_is_named_can_be_written_by_a_device(device: Device) -> None:
    for kind in e.TYPES.values():
        if kind is e.PlayersLeft or device.role is DeviceRole.TABLE:
            continue  # asked below, with what they say
        if EVENTS.get(kind) in device.may:
            require(device, blank(kind), DeskState())
        else:
            with pytest.raises(r.NotAllowed):
                require(device, blank(kind), DeskState())


def test_a_deputy_may_what_is_usual_and_what_is_ticked() -> None:
    assert TABLET.may == {May.READ, May.RESULTS, May.NO_SHOWS, May.ROLL_CALL, May.PRINT}
    ticked = Device(DeviceRole.DEPUTY, "tablet 3", ticked=frozenset(May))
    assert ticked.may == TABLET.may | set(TICKED)
    require(ticked, e.PlayersLeft(A, (1,)), DeskState())
    with pytest.raises(r.NotAllowed):
        require(TABLET, e.PlayersLeft(A, (1,)), DeskState())
    with pytest.raises(r.NotAllowed):
        require(ticked, e.PlayersLeft(A, (1,), expelled=True), DeskState())


def test_ticks_help_nobody_but_a_deputy() -> None:
    for role in (DeviceRole.TABLE, DeviceRole.PLAYER, DeviceRole.SCREEN, DeviceRole.EVERYBODY):
        assert Device(role, "x", ticked=frozenset(May)).may == Device(role, "x").may


def test_a_table_writes_one_result_of_its_own_game(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    publish(desk)
    before = len(desk.log)
    wrong: list[a.Action] = [
        result(2),
        result(1, None),
        result(1, Result.WHITE_WINS_BY_FORFEIT),
        result(1, Result.ADJOURNED),
        a.EnterResults(A, ((1, Result.DRAW), (2, Result.DRAW))),
        a.MarkNoShows(A, (desk.section(A).rounds[0].games[0].white,)),
        a.PublishResults(A),
    ]
    for action in wrong:
        with pytest.raises((r.NotAllowed, r.ResultsMissing)):
            desk.act(action, by=TABLE)
    game = desk.section(A).rounds[0].games[0]
    turned = e.EnteredResult(1, game.white, game.black, Result.WHITE_WINS, turned=True)
    with pytest.raises(r.NotAllowed):
        desk.act(a.EnterResults(A, (turned,)), by=TABLE)
    with pytest.raises(r.NotAllowed):
        desk.act(result(1), by=Device(DeviceRole.TABLE, "table 1"))  # no seat
    assert len(desk.log) == before
    desk.act(result(1), by=TABLE)
    assert desk.section(A).rounds[0].games[0].result is Result.DRAW


def test_the_log_says_role_and_device_also_after_it_is_read_again(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    publish(desk)
    desk.act(result(1), by=TABLET, key="k1")
    desk.act(result(2))
    again = Desk.open(desk.path)
    first, second = again.log[-2:]
    assert first.event.author == Author(DeviceRole.DEPUTY, "tablet 2", "k1")
    assert first.entry.actor == "tablet 2"
    assert second.event.author is None
    assert second.entry.actor == "arbiter"
    assert '"author"' not in second.entry.payload  # as every version has written it
    assert again.verify() == []


def test_an_entry_that_is_sent_again_is_done_once(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    publish(desk)
    first = desk.act(result(1), by=TABLET, key="k1")
    last = len(desk.log)
    again = desk.act(result(1), by=TABLET, key="k1")
    assert (again.sequence, again.event) == (first.sequence, first.event)
    # Also if the board has changed since, and after the program was started again.
    desk.act(result(1, Result.WHITE_WINS))
    other = Desk.open(desk.path)
    assert other.act(result(1), by=TABLET, key="k1").sequence == first.sequence
    assert other.section(A).rounds[0].games[0].result is Result.WHITE_WINS
    assert len(other.log) == last + 1
    # Keys belong to their device.
    other.act(result(2), by=Device(DeviceRole.DEPUTY, "tablet 9"), key="k1")
    assert other.section(A).rounds[0].games[1].result is Result.DRAW


def test_a_page_of_this_computer_can_name_its_entries_too(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    publish(desk)
    first = desk.act(result(1), key="k1")
    assert first.event.author == Author(DeviceRole.CHIEF, "", "k1")
    desk.act(result(1, Result.WHITE_WINS))
    assert Desk.open(desk.path).act(result(1), key="k1").sequence == first.sequence
    assert desk.section(A).rounds[0].games[0].result is Result.WHITE_WINS


def test_what_the_desk_took_back_does_not_come_back_by_itself(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    publish(desk)
    entered = desk.act(result(1), by=TABLET, key="k1")
    desk.undo(entered.sequence)
    desk.act(result(1), by=TABLET, key="k1")
    assert desk.section(A).rounds[0].games[0].result is None


def test_take_back_what_a_device_entered_since(tmp_path: Path) -> None:
    clock = Clock()
    desk = fresh(tmp_path, clock=clock)
    publish(desk)
    desk.act(result(1), by=TABLET)
    clock.forward(10)
    then = clock()
    desk.act(result(2), by=TABLET)
    desk.act(result(3))
    desk.act(result(4), by=TABLET)
    outcome = desk.undo_device("tablet 2", then)
    assert isinstance(outcome.event, e.Undone)
    assert len(outcome.event.events) == 2
    results = [game.result for game in desk.section(A).rounds[0].games]
    assert results == [Result.DRAW, None, Result.DRAW, None]
    desk.redo()
    assert all(game.result for game in desk.section(A).rounds[0].games)
    desk.undo_device("tablet 2")
    results = [game.result for game in desk.section(A).rounds[0].games]
    assert results == [None, None, Result.DRAW, None]
    with pytest.raises(r.NothingToUndo):
        desk.undo_device("tablet 2")
    with pytest.raises(r.NothingToUndo):
        desk.undo_device("tablet 7", then - timedelta(days=1))


def test_what_rests_on_a_device_falls_only_when_asked(tmp_path: Path) -> None:
    desk = fresh(tmp_path)
    publish(desk)
    for board in (1, 2, 3, 4):
        desk.act(result(board), by=TABLET)
    desk.act(a.PublishResults(A))
    with pytest.raises(r.WouldFall):
        desk.undo_device("tablet 2")
    desk.undo_device("tablet 2", along=True)
    assert not desk.section(A).rounds[0].results_published


@pytest.mark.parametrize(
    ("device", "named"),
    [(DEVICES[3], "player 4"), (Device(DeviceRole.EVERYBODY, ""), "everybody")],
)
def test_a_refusal_names_the_device_or_its_role(device: Device, named: str) -> None:
    with pytest.raises(r.NotAllowed) as refused:
        require(device, blank(e.RoundPublished), DeskState())
    assert refused.value.sentence.values["device"] == named
