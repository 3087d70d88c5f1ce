"""Folding events into a state: serializable to JSON, deterministic, and independent of how the log
is split.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crivello.desk import Desk, Refusal
from crivello.desk import actions as a
from crivello.desk.announcement import Announcement
from crivello.desk.descriptions import describe_event
from crivello.desk.events import (
    TYPES,
    ChangeCase,
    KeyStep,
    Presence,
    RequestedBye,
    TeamEntry,
    TeamLineup,
    from_json,
    to_json,
)
from crivello.desk.fold import apply, apply_all
from crivello.desk.log import EventLog
from crivello.desk.state import DeskState
from crivello.formats.codec import DecodeError, decode, encode
from crivello.model.errors import Malformed
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Apart
from crivello.words import Language, say
from tests.desk.desks import A, enter, fresh, play, publish
from tests.desk.matches import team


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A tournament with every kind of event, and with undo and redo in between."""
    desk = fresh(tmp_path_factory.mktemp("rich"), 9, announced=Announcement(half_point_byes=2))
    desk.act(a.SetSchedule(city="Lione"))
    desk.act(a.ChangeSettings(A, desk.section(A).settings, Announcement(half_point_byes=3)))
    desk.act(a.OpenSection("B", desk.section(A).settings))
    desk.act(
        a.Register(A, (Player(id=0, number=0, name="Moves"), Player(id=0, number=0, name="Leaves")))
    )
    desk.act(a.MovePlayer(A, 10, "B"))
    desk.act(a.Remove(A, (11,)))
    desk.undo()
    desk.redo()
    desk.act(a.RollCall(A, tuple(range(1, 10))))
    desk.act(a.ExchangeNumbers(A, 8, 9), reason="by lot")
    desk.act(a.ExchangeNumbers(A, 9, 8), reason="a mistake")
    desk.act(a.DrawLots(A))
    desk.act(a.SetApart(A, (Apart((1, 2)),), (Apart((3, 4, 5), 1, 2, "club"),)))
    desk.act(a.SetMeetings(A, ((6, 7), (8, 4))))
    desk.act(a.SetMeetings(A, ()))
    desk.act(a.FixTables(A, ((5, 7),)))
    desk.act(a.RequestByes(A, tuple(RequestedBye(9, n, Bye.HALF_POINT) for n in (1, 2))))
    desk.act(a.CancelByes(A, ((9, 2),)))
    desk.act(a.Pair(A))
    desk.act(a.Discard(A))
    publish(desk)
    enter(desk)
    desk.act(a.MarkNoShows(A, (desk.section(A).rounds[0].games[0].white,)))
    desk.act(a.AnswerNoShows(A, tuple(desk.section(A).asked), plays_on=True))
    desk.act(a.PublishResults(A))
    desk.act(a.CorrectResult(A, 1, 2, Result.DRAW), reason="sheet")
    desk.act(a.EndRound(A))
    desk.act(a.AdjustPoints(A, (3, 4), -1), reason="noise")
    desk.act(a.Correct(A, Player(id=9, number=0, name="Better", rating=2500)))
    desk.act(a.CorrectPlayers(A, (Player(id=9, number=0, name="Better", rating=2501),)))
    desk.act(a.RegisterAlso("B", (9,)))
    desk.act(a.CorrectPlayers(A, (Player(id=9, number=0, name="Best", rating=2501),)))
    desk.act(a.Register(A, (Player(id=0, number=0, name="Late", rating=2100),)))
    desk.act(a.RollCall(A, (12,), Presence.PRESENT))
    desk.act(a.Admit(A, (12,)))
    desk.act(a.Pair(A))
    draft = desk.section(A).draft
    assert draft is not None
    turned = ((draft.boards[0][1], draft.boards[0][0]), *draft.boards[1:])
    desk.act(a.ChangeDraft(A, turned, draft.bye))
    desk.act(a.Publish(A), reason="by hand")
    change = a.ChangePublished(A, draft.boards, draft.bye, ChangeCase.CHIEF_ARBITER)
    desk.act(change, reason="colours")
    enter(desk)
    desk.act(a.Withdraw(A, (8,)))
    desk.act(a.Return(A, (8,)))
    desk.act(a.Expel(A, (7,)))
    robin = replace(desk.section(A).settings, system="roundrobin", rounds=3)
    desk.act(a.OpenSection("R", robin))
    desk.act(a.Register("R", tuple(Player(id=0, number=0, name=f"Robin {n}") for n in range(4))))
    desk.act(a.PublishSchedule("R", "lot", "7"))
    desk.act(a.LeaveFideMode("R"), reason="a club evening")
    desk.act(a.RecordOnlineKey("R", KeyStep.ASKED))
    desk.act(a.RecordOnlineKey("R", KeyStep.RECEIVED, 222557))
    teams = replace(desk.section(A).settings, system="team", rounds=3)
    desk.act(a.OpenSection("T", teams))
    desk.act(a.RegisterTeams("T", (team(1), team(2))))
    lions = desk.section("T").listed_players[0].id
    kept = desk.section("T").registration(lions)
    desk.act(a.ChangeTeam("T", TeamEntry(kept.player, kept.members, "Somebody")))
    seats = (kept.members[0].id, kept.members[2].id, None, None)
    desk.act(a.SetLineups("T", (TeamLineup(lions, seats),)))
    play(desk, 1)
    desk.undo()
    desk.undo(case=ChangeCase.CHIEF_ARBITER, reason="wrong list")
    desk.undo()
    desk.redo()
    desk.redo()
    desk.redo()
    return desk


def test_every_kind_of_event_is_there(rich: Desk) -> None:
    assert {type(item.event).__name__ for item in rich.log} == TYPES.keys()


def test_every_kind_of_event_has_a_sentence(rich: Desk) -> None:
    for item in rich.log:
        told = describe_event(item.event)
        english, italian = say(told, Language.EN), say(told, Language.IT)
        assert english != italian
        assert "{" not in english + italian


def test_events_survive_json(rich: Desk) -> None:
    for item in rich.log:
        assert from_json(item.entry.type, to_json(item.event)) == item.event
        assert to_json(item.event) == item.entry.payload


@pytest.mark.parametrize("every", [0, 1, 2, 7, 1000])
def test_equal_however_it_is_cut(rich: Desk, every: int) -> None:
    """The log is folded at once, event by event and in random pieces, with states cached at
    intervals.
    """
    entries = [item.entry for item in rich.log]
    rng = random.Random(every)
    for _ in range(20):
        history = EventLog(snapshot_every=every)
        rest = entries
        while rest:
            size = rng.choice((1, 1, 2, 5, 20, len(entries)))
            history.extend(rest[:size])
            rest = rest[size:]
        assert history.state == rich.state
        assert history.undone == rich.undone
        assert history.highest_id == 24


@pytest.mark.parametrize("every", range(1, 12))
def test_undo_and_redo_begin_at_the_first_event_they_name(tmp_path: Path, every: int) -> None:
    """Round 1 is undone with everything that depends on it, and redone, with states cached at
    intervals.
    """
    desk = fresh(tmp_path, 8)
    absent = desk.act(a.Absent(A, (8,)))
    publish(desk)
    enter(desk, Result.DRAW)
    after = desk.state
    case = ChangeCase.CHIEF_ARBITER
    desk.undo(absent.sequence, along=True, case=case, reason="they are here")
    assert desk.section(A).rounds == ()
    undone = desk.state
    desk.redo()
    history = EventLog(snapshot_every=every)
    for item in desk.log[:-1]:
        history.extend([item.entry])
    assert _forgetful(history.state) == _forgetful(undone)
    history.extend([desk.log[-1].entry])
    assert _forgetful(history.state) == _forgetful(after)


@pytest.mark.parametrize("every", [1, 3, 10])
def test_kept_states_do_not_change_what_there_was_before_an_event(rich: Desk, every: int) -> None:
    entries = [item.entry for item in rich.log]
    kept, plain = EventLog(snapshot_every=every), EventLog(snapshot_every=len(entries) + 1)
    for history in (kept, plain):
        history.extend(entries)
    for entry in entries:
        assert kept.state_before(entry.sequence) == plain.state_before(entry.sequence)


def test_results_taken_together_are_as_one_by_one(tmp_path: Path) -> None:
    """The results of two rounds and two sections arrive in any order, with no-shows in between."""
    desk = fresh(tmp_path, 12)
    desk.act(a.OpenSection("B", desk.section(A).settings))
    desk.act(a.RegisterAlso("B", tuple(range(1, 9))))
    desk.act(a.DrawColour("B", Colour.BLACK))
    for key in (A, "B"):
        desk.act(a.Pair(key))
        desk.act(a.Publish(key))
    enter(desk, Result.ADJOURNED)
    publish(desk)
    rng = random.Random(4)
    for _ in range(60):
        key, number, boards = rng.choice(((A, 2, 6), ("B", 1, 4)))
        board = rng.randrange(1, boards + 1)
        if rng.random() < 0.1:
            player = desk.section(key).rounds[-1].games[board - 1].black
            desk.act(a.MarkNoShows(key, (player,)))
        else:
            desk.act(a.EnterResults(key, ((board, rng.choice(list(Result))),), number))
    for board in range(1, 7):
        desk.act(a.EnterResults(A, ((board, Result.DRAW),), 1))
    events = [(item.event, item.meta) for item in desk.log]
    state = DeskState()
    for event, meta in events:
        state = apply(state, event, meta)
    assert apply_all(DeskState(), events) == state == desk.state


def test_every_prefix_is_what_the_desk_showed_then(rich: Desk) -> None:
    whole = EventLog()
    for number, item in enumerate(rich.log, start=1):
        whole.extend([item.entry])
        at_once = EventLog()
        at_once.extend([one.entry for one in rich.log[:number]])
        assert at_once.state == whole.state


def test_what_happened_is_valid_by_its_own_checks(rich: Desk) -> None:
    """Folding all events again with all checks raises no refusal."""
    history = EventLog()
    history.extend([item.entry for item in rich.log])
    assert history.without(set(history.undone))[0] == []


def _forgetful(state: DeskState) -> DeskState:
    """Return the state without the exceptions of undone publications."""
    sections = {key: replace(one, taken_back=()) for key, one in state.sections.items()}
    return replace(state, sections=sections)


def test_undo_of_any_event_is_either_clean_or_told(rich: Desk, tmp_path: Path) -> None:
    copy = tmp_path / rich.path.name
    copy.write_bytes(rich.path.read_bytes())
    with Desk.open(copy) as desk:
        for item in list(desk.log):
            before = desk.state
            try:
                desk.undo(item.sequence, along=True, case=ChangeCase.CHIEF_ARBITER, reason="test")
            except Refusal:
                assert desk.state == before
                continue
            fresh_view = EventLog()
            fresh_view.extend([one.entry for one in desk.log])
            assert fresh_view.without(set(fresh_view.undone))[0] == []
            desk.redo()
            assert _forgetful(desk.state) == _forgetful(before)


def test_what_is_not_taken_is_always_named(rich: Desk) -> None:
    """Every event is tried, and each event again with one of its values replaced."""
    unnamed: list[object] = []
    for item in rich.log:
        value = json.loads(item.entry.payload)
        kind: Any = type(item.event)
        for changed in (value, *_variants(value)):
            try:
                event = decode(kind, changed)
            except DecodeError as wrong:
                unnamed += [] if wrong.misfits else [changed]
            else:
                assert decode(kind, encode(event)) == event
    assert unnamed == []


def _variants(value: object) -> Iterator[object]:
    yield from (None, 1, 10**13, True, "", "w", "\ud800", [], {})
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {name: one for name, one in value.items() if name != key}
            yield from ({**value, key: other} for other in _variants(inner))
        yield {**value, "more": 1}
    elif isinstance(value, list) and value:
        yield [*value, value[0]]
        yield from ([*value[:-1], other] for other in _variants(value[-1]))


@pytest.mark.parametrize(
    ("type_", "payload"),
    [
        ("Castled", "{}"),
        ("PairingDiscarded", "no json"),
        ("PairingDiscarded", "[]"),
        ("PairingDiscarded", '{"section": "A"}'),
        ("PairingDiscarded", '{"section": "A", "round": "1"}'),
        ("PairingDiscarded", '{"section": "A", "round": 1, "extra": 1}'),
    ],
)
def test_what_is_no_event_is_refused(type_: str, payload: str) -> None:
    with pytest.raises(Malformed):
        from_json(type_, payload)


@pytest.mark.parametrize(
    ("type_", "payload", "path"),
    [
        ("SectionOpened", {"section": A, "settings": {"rounds": 10**9}}, "/settings/rounds"),
        ("SettingsChanged", {"section": A, "settings": {"rounds": 1001}}, "/settings/rounds"),
        (
            "ByesRequested",
            {"section": A, "byes": [{"player": 1, "round": 10**9, "bye": "H"}]},
            "/byes/0/round",
        ),
    ],
)
def test_rounds_that_would_keep_us_busy_are_not_read(
    type_: str, payload: dict[str, Any], path: str
) -> None:
    """No interface accepts such numbers; the log was written by another program, with a valid chain
    of digests.
    """
    with pytest.raises(Malformed, match=f"cannot be read at {path}"):
        from_json(type_, json.dumps(payload))


def test_the_list_of_players_is_made_again_only_when_it_can_differ(tmp_path: Path) -> None:
    """Otherwise a list of thousands of players would be made for every result."""
    desk = fresh(tmp_path, 8)
    publish(desk)
    listed = desk.section(A).listed_players
    desk.act(a.EnterResults(A, ((1, Result.DRAW),)))
    assert desk.section(A).listed_players is listed
    desk.act(a.Correct(A, replace(desk.section(A).registration(8).player, name="Another")))
    assert [one.name for one in desk.section(A).listed_players if one.id == 8] == ["Another"]
