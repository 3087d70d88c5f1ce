"""Deputies: how a device is approved, what it can enter, and that revoking it works at once."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from crivello.desk.actions import ChangeSettings, EnterResults
from crivello.desk.permissions import TICKED
from crivello.desk.roles import DeviceRole
from crivello.model.result import Result
from crivello.web.network.codes import plain_code
from crivello.web.network.common import event_end
from crivello.web.network.device_store import (
    CODE_SECONDS,
    KEPT_SECONDS,
    MOST_WAITING_OF_ONE_ADDRESS,
    DeviceStore,
    DeviceStoreError,
)
from crivello.web.network.guard import cookie_name
from tests.web.network.conftest import Hall, Phone, envelope, seen_of

STATE = "/deputy/demo/A/state"


def board(phone: Phone, number: int) -> dict[str, Any]:
    """Return the fields that a page sends with an entry at this table."""
    state = phone.state(STATE)
    (found,) = [one for one in state["boards"] if one["seen"]["board"] == number]
    return seen_of(state, found["seen"])


def entry(seen: dict[str, Any], result: str, key: str = "key-0001") -> dict[str, Any]:
    return envelope("result", result, seen, id=key)


def test_a_device_shows_a_code_and_is_nobody_until_it_is_typed(hall: Hall) -> None:
    phone = hall.phone()
    assert phone.post("/join").status_code == 303
    code = hall.waiting(phone).code
    assert code in phone.get("/join").text
    assert phone.get("/join/state").json() == {"state": "waiting"}
    assert phone.get(STATE).status_code == 401
    typed = plain_code(f" {code[:3].lower()}-{code[3:]} ")
    hall.store.approve(typed, "tablet 2", frozenset(), time.time() + 60, ["demo"])
    assert phone.get("/join/state").json() == {"state": "in"}
    assert phone.state(STATE)["round"] == 4
    # The code is used up.
    with pytest.raises(DeviceStoreError, match="No device shows this code"):
        hall.store.approve(code, "tablet 3", frozenset(), time.time() + 60, ["demo"])


def test_a_code_is_short_lived(hall: Hall, tmp_path: Any) -> None:
    now = [1000.0]
    store = DeviceStore(tmp_path / "other.sqlite", clock=lambda: now[0])
    store.ask("session", "ABCDEF", "", "10.0.0.1")
    now[0] += CODE_SECONDS + 1
    with pytest.raises(DeviceStoreError):
        store.approve("ABCDEF", "tablet", frozenset(), now[0] + 60, ["demo"])
    assert store.find("session") is None
    store.close()


def test_a_name_is_needed_and_is_nobody_elses(hall: Hall) -> None:
    hall.deputy("tablet 2")
    phone = hall.phone()
    phone.post("/join")
    code = hall.waiting(phone).code
    for name in ("", "  ", "tablet 2", " tablet  2 "):
        with pytest.raises(DeviceStoreError, match="a name that no other has had"):
            hall.store.approve(code, name, frozenset(), time.time() + 60, ["demo"])


def test_few_devices_of_one_address_wait_at_a_time(hall: Hall) -> None:
    for _ in range(MOST_WAITING_OF_ONE_ADDRESS):
        assert hall.phone().post("/join").status_code == 303
    assert hall.phone().post("/join").status_code == 503


def test_a_result_carries_role_device_and_key(hall: Hall) -> None:
    deputy = hall.deputy()
    answer = deputy.post("/deputy/demo/A/results", entry(board(deputy, 5), "1"))
    assert answer.status_code == 200
    assert answer.json()["boards"][4]["seen"]["shown"] == "1"
    with hall.desk() as desk:
        author = desk.log[-1].event.author
    assert author is not None
    assert (author.role, author.device, author.key) == (DeviceRole.DEPUTY, "tablet 2", "key-0001")


def test_sent_twice_or_late_it_is_done_once(hall: Hall) -> None:
    deputy = hall.deputy()
    first = entry(board(deputy, 5), "1")
    for _ in range(3):
        assert deputy.post("/deputy/demo/A/results", first).status_code == 200
    with hall.desk() as desk:
        count = len(desk.log)
        desk.act(EnterResults("A", ((5, Result.DRAW),)))
    hall.look()
    assert deputy.post("/deputy/demo/A/results", first).status_code == 200  # done, then
    assert hall.results()[4] is Result.DRAW
    with hall.desk() as desk:
        assert len(desk.log) == count + 1


def test_a_board_that_has_changed_since_is_refused_with_both_values(hall: Hall) -> None:
    deputy = hall.deputy()
    seen = board(deputy, 5)
    with hall.desk() as desk:
        desk.act(EnterResults("A", ((5, Result.DRAW),)))
    hall.look()
    answer = deputy.post("/deputy/demo/A/results", entry(seen, "1"))
    assert answer.status_code == 409
    assert "½-½" in answer.json()["text"]
    assert "1-0" in answer.json()["text"]
    assert hall.results()[4] is Result.DRAW
    # Having seen it, a deputy may change it, once asked.
    changed = entry(board(deputy, 5), "1", "key-0002")
    asked = deputy.post("/deputy/demo/A/results", changed)
    assert asked.status_code == 409
    assert "Change it to" in asked.json()["text"]
    assert hall.results()[4] is Result.DRAW
    sure = entry(board(deputy, 5), "1", "key-0003") | {"sure": True}
    assert deputy.post("/deputy/demo/A/results", sure).status_code == 200
    assert hall.results()[4] is Result.WHITE_WINS


@pytest.mark.parametrize(
    "change",
    [{"id": ""}, {"id": "short"}, {"id": "x" * 65}, {"wanted": ""}, {"wanted": "9"},
     {"id": ["a"]}, {"version": 0}, {"version": None}, {"at": 0}, {"at": "now"}, {"seen": None},
     {"kind": "absent"}, {"kind": "no-such-kind"}, {"seen": []}],
)  # fmt: skip
def test_what_makes_no_sense_changes_nothing(hall: Hall, change: dict[str, Any]) -> None:
    deputy = hall.deputy()
    before = hall.results()
    body = entry(board(deputy, 5), "1") | change
    assert deputy.post("/deputy/demo/A/results", body).status_code == 409
    assert hall.results() == before
    assert hall.store.late_arrivals("demo", "A") == []


WRITES = ("results", "no-shows", "answer", "roll-call", "publish-results", "requests")


def test_a_page_of_an_older_version_is_told_to_reload(hall: Hall) -> None:
    """It is refused for every role and every content: it names neither the round nor the state
    shown.
    """
    deputy, before = hall.deputy("tablet 2", frozenset(TICKED)), hall.results()
    old = {"key": "key-0001", "round": 4, "board": 5, "white": 1, "black": 2, "result": "1"}
    asked = [
        *((deputy, f"/deputy/demo/A/{name}") for name in WRITES),
        (hall.at_table(), "/table/propose"),
        (hall.player(3), "/me/ask"),
    ]
    for phone, path in asked:
        answer = phone.post(path, old)
        assert answer.status_code == 409, path
        assert "reload" in answer.json()["text"], path
    assert hall.results() == before
    assert hall.store.requests("demo", "A") == []


def test_no_shows_and_what_they_say(hall: Hall) -> None:
    deputy = hall.deputy()
    one = board(deputy, 5)
    path = "/deputy/demo/A/no-shows"
    assert deputy.send(path, "absent", "w", one).status_code == 409  # it has not been asked
    assert deputy.send(path, "absent", "w", one, sure=True).status_code == 200
    assert hall.results()[4] is Result.BLACK_WINS_BY_FORFEIT
    state = deputy.state(STATE)
    (asked,) = state["asked"]
    assert asked["seen"]["player"] == one["white"]
    seen = seen_of(state, asked["seen"])
    assert deputy.send("/deputy/demo/A/answer", "answer", "on", seen).status_code == 200
    assert deputy.state(STATE)["asked"] == []


def test_what_a_deputy_prints_is_published(hall: Hall) -> None:
    deputy = hall.deputy()
    listed = deputy.get("/deputy/demo/A/print").text
    assert "/deputy/demo/A/print/pairings-by-board" in listed
    page = deputy.get("/deputy/demo/A/print/results")
    assert page.status_code == 200
    assert "sha256-" in page.headers["content-security-policy"]
    assert deputy.get("/deputy/demo/A/print/event-report").status_code == 404


def test_slips_that_a_deputy_prints_carry_codes(hall: Hall) -> None:
    page = hall.deputy().get("/deputy/demo/A/print/slips").text
    assert page.count('class="code"') == 7
    secret = hall.fragment(hall.table(5)).rpartition("/")[2]
    assert secret not in page  # but in the picture


def test_a_deputy_who_was_revoked_a_moment_ago_does_nothing_more(hall: Hall) -> None:
    deputy = hall.deputy()
    body = entry(board(deputy, 5), "1")
    name = cookie_name(hall.sessions, DeviceRole.DEPUTY)
    found = hall.store.find(deputy.client.cookies[name])
    assert found is not None
    hall.store.revoke(found.id)
    assert deputy.post("/deputy/demo/A/results", body).status_code == 401
    assert deputy.get(STATE).status_code == 401
    assert hall.results()[4] is None
    assert deputy.get("/join/state").json() == {"state": "out"}


def test_all_devices_end_at_once(hall: Hall) -> None:
    phones = [(hall.deputy(), STATE), (hall.at_table(), "/table/state")]
    phones += [(hall.player(), "/me/state"), (hall.screen(), "/screen/show")]
    hall.store.revoke_all()
    for phone, path in phones:
        assert phone.get(path).status_code == 401


def test_a_device_expires(tmp_path: Any) -> None:
    now = [1000.0]
    store = DeviceStore(tmp_path / "other.sqlite", clock=lambda: now[0])
    store.ask("session", "ABCDEF", "", "10.0.0.1")
    store.approve("ABCDEF", "tablet", frozenset(), until=now[0] + 3600, files=["demo"])
    assert store.find("session") is not None
    now[0] += 3601
    assert store.find("session") is None
    store.close()


def test_a_device_of_one_event_is_nobody_at_another(hall: Hall) -> None:
    """The desk of a club has one store for all its tournaments."""
    phone = hall.phone()
    phone.post("/join")
    code = hall.waiting(phone).code
    hall.store.approve(code, "tablet 1", frozenset(), time.time() + 3600, ["last-week"])
    assert phone.get(STATE).status_code == 401
    assert phone.get("/deputy").status_code == 401
    assert phone.get("/join/state").json() == {"state": "out"}
    assert phone.post("/join").status_code == 303  # it can ask anew
    assert phone.get("/join/state").json() == {"state": "waiting"}


def test_the_event_ends_with_its_last_day(hall: Hall) -> None:
    desks = hall.app.state.desktop.desks
    soon, late = time.time() + 60, time.time() + 400 * 86400
    with hall.desk() as desk:
        before = desk.section("A").settings
        desk.act(ChangeSettings("A", replace(before, start="", end="", round_dates=())))
    hall.look()
    # No day is announced: two weeks.
    assert event_end(desks, ["demo"], soon) == pytest.approx(time.time() + 14 * 86400, abs=600)
    sunday = datetime.fromtimestamp(time.time() + 3 * 86400)
    with hall.desk() as desk:
        desk.act(ChangeSettings("A", replace(before, end=f"{sunday:%Y/%m/%d}", round_dates=())))
    hall.look()
    midnight = datetime(sunday.year, sunday.month, sunday.day) + timedelta(days=1)
    assert event_end(desks, ["demo"], soon) == midnight.timestamp()
    assert event_end(desks, ["demo"], late) == late  # never before the network is off


def test_what_is_long_over_is_forgotten(tmp_path: Any) -> None:
    now = [1000.0]
    store = DeviceStore(tmp_path / "other.sqlite", clock=lambda: now[0])
    store.ask("session", "ABCDEF", "", "10.0.0.1")
    store.approve("ABCDEF", "tablet", frozenset(), until=now[0] + 3600, files=["demo"])
    store.forget_old()
    assert store.find("session") is not None
    now[0] += KEPT_SECONDS + 7200
    store.forget_old()
    now[0] = 1000.0
    assert store.find("session") is None
    store.close()


def test_a_device_is_seen(tmp_path: Any) -> None:
    now = [1000.0]
    store = DeviceStore(tmp_path / "other.sqlite", clock=lambda: now[0])
    store.ask("session", "ABCDEF", "", "10.0.0.1")
    now[0] += 60
    store.find("session")
    (device,) = store.devices()
    assert device.seen == 1060.0
    store.close()


def test_a_deputy_leaves(hall: Hall) -> None:
    deputy = hall.deputy()
    assert deputy.post("/deputy/leave").status_code == 200
    assert deputy.get(STATE).status_code == 401


def test_requests_of_players_reach_a_deputy_who_may_decide(hall: Hall) -> None:
    player, deputy = hall.player(3), hall.deputy("tablet 3", frozenset(TICKED))
    seen = player.state("/me/state")["seen"]
    assert player.send("/me/ask", "ask", "bye 5", seen).status_code == 200
    state = deputy.state(STATE)
    (asked,) = state["requests"]
    assert (asked["kind"], asked["round"]) == ("bye", 5)
    seen = seen_of(state, asked["seen"])
    path = "/deputy/demo/A/requests"
    assert deputy.send(path, "request", "zero", seen, id="decide-01").status_code == 200
    assert deputy.send(path, "request", "zero", seen, id="decide-01").status_code == 200
    with hall.desk() as desk:
        assert (3, 5) in desk.section("A").byes
    assert "accepted" in player.state("/me/state")["asked"][0]
    assert deputy.state(STATE)["requests"] == []
    assert hall.deputy("tablet 4").state(STATE)["requests"] == []
