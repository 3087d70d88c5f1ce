"""A player's own page: published data, and requests to the arbiter."""

from __future__ import annotations

from pathlib import Path

from crivello.desk.actions import EnterResults, Pair, Publish, PublishResults, RollCall
from crivello.desk.roles import DeviceRole
from crivello.model.result import Result
from crivello.web.network.codes import Invitation
from crivello.web.network.player_page import MOST_OPEN
from tests.desk.desks import Clock, fresh
from tests.web.network.conftest import Hall, opened


def test_a_personal_link_is_used_once(hall: Hall) -> None:
    one = Invitation(DeviceRole.PLAYER, "demo", "A", subject=3)
    fragment = hall.fragment(one)
    phone = hall.phone()
    assert phone.open(fragment).json() == {"state": "done", "to": "/me"}
    assert phone.open(fragment).status_code == 200  # the same phone
    assert hall.phone().open(fragment).status_code == 403
    hall.store.renew(one)
    assert hall.phone().open(fragment).status_code == 403
    assert hall.phone().open(hall.fragment(one)).status_code == 200


def test_a_link_opened_before_the_first_round_says_when_it_begins_to_work(tmp_path: Path) -> None:
    with fresh(tmp_path, clock=Clock()) as desk:
        player = desk.section("A").listed_players[0]
        desk.act(RollCall("A", tuple(one.id for one in desk.section("A").listed_players)))
    (tmp_path / "t.crivello").rename(tmp_path / "demo.crivello")
    with opened(tmp_path) as hall:
        one = Invitation(DeviceRole.PLAYER, "demo", "A", subject=player.id)
        answer = hall.phone().open(hall.fragment(one))
        assert answer.status_code == 410
        assert "as soon as round 1 is published" in answer.json()["text"]
        nobody = Invitation(DeviceRole.PLAYER, "demo", "A", subject=999)
        assert "not valid" in hall.phone().open(hall.fragment(nobody)).json()["text"]


def test_the_seat_and_where_to_read_more(hall: Hall) -> None:
    phone = hall.player(11)
    state = phone.state("/me/state")
    assert state["notice"] == "Round 4 is published: table 4, White."
    assert state["name"] == "11 Nancy"
    for link in state["links"]:
        assert phone.get(link["url"]).status_code == 200, link


def test_a_new_round_is_told(hall: Hall) -> None:
    phone = hall.player(11)
    before = phone.get("/events/now").json()["demo"]
    with hall.desk() as desk:
        boards = [n for n, result in enumerate(hall.results(), start=1) if result is None]
        desk.act(EnterResults("A", tuple((n, Result.DRAW) for n in boards)))
        hall.look()
        assert phone.get("/events/now").json()["demo"] == before  # nobody hears of that
        assert "result" not in phone.state("/me/state")
        desk.act(PublishResults("A"))
        desk.act(Pair("A"))
        hall.look()
        after_results = phone.get("/events/now").json()["demo"]
        assert after_results > before
        assert phone.state("/me/state")["result"] == "Your result of round 4: 1"
        desk.act(Publish("A"))
    hall.look()
    assert phone.get("/events/now").json()["demo"] > after_results
    assert phone.state("/me/state")["notice"].startswith("Round 5 is published: table ")


def test_what_a_player_asks_for_changes_nothing_by_itself(hall: Hall) -> None:
    phone = hall.player(3)
    with hall.desk() as desk:
        before = len(desk.log)
    seen = phone.state("/me/state")["seen"]
    for _ in range(2):  # sent twice
        assert phone.send("/me/ask", "ask", "bye 5", seen, id="ask-0001").status_code == 200
    (asked,) = phone.state("/me/state")["asked"]
    assert asked == "You asked for a bye in round 5. The arbiter has not answered yet."
    phone.send("/me/ask", "ask", "leave", seen)
    with hall.desk() as desk:
        assert len(desk.log) == before
    assert [one.player for one in hall.store.requests("demo", "A")] == [3, 3]


def test_what_cannot_be_asked_for(hall: Hall) -> None:
    phone = hall.player(3)
    seen = phone.state("/me/state")["seen"]
    for wanted in ("bye 4", "bye 99", "bye", "win 5", "leave 5", "bye x", ""):
        assert phone.send("/me/ask", "ask", wanted, seen).status_code == 409, wanted
    for change in ({"player": 4}, {"round": 3}, {"event": "demo#0"}):
        assert phone.send("/me/ask", "ask", "bye 5", seen | change).status_code == 409, change
    assert hall.store.requests("demo", "A") == []
    for _ in range(MOST_OPEN):
        assert phone.send("/me/ask", "ask", "bye 5", seen).status_code == 200
    assert phone.send("/me/ask", "ask", "leave", seen).status_code == 409
    assert len(hall.store.requests("demo", "A")) == MOST_OPEN


def test_a_round_that_was_shown_on_the_network_is_no_slip_any_more(hall: Hall) -> None:
    with hall.desk() as desk:
        boards = [n for n, result in enumerate(hall.results(), start=1) if result is None]
        desk.act(EnterResults("A", tuple((n, Result.DRAW) for n in boards)))
        desk.act(PublishResults("A"))
        desk.act(Pair("A"))
        published = desk.act(Publish("A")).sequence
        assert not desk.needs_case(published)
        hall.look()
        assert hall.phone().get("/public/demo/A/standings").status_code == 200
        hall.look()
        assert desk.needs_case(published)
