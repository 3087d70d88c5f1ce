"""A tap belongs to its round: if it arrives late it is not entered, and the arbiter decides on
it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from crivello.desk import Desk
from crivello.desk.actions import (
    DrawColour,
    EnterResults,
    OpenSection,
    Pair,
    Publish,
    PublishResults,
    Register,
    RollCall,
)
from crivello.desk.events import ChangeCase
from crivello.desk.permissions import TICKED
from crivello.model.player import Player
from crivello.model.result import KEY_OF, Colour, Result
from crivello.model.settings import Settings
from crivello.web.app import create_app
from crivello.web.network.waiting import waiting_for_arbiter
from crivello.web.round.page_actions import Rearrange, Rearrangement
from crivello.web.session import Sessions
from tests.web.asking import Client
from tests.web.conftest import ORIGIN, Site
from tests.web.network.conftest import Hall, Phone, envelope, opened, seen_of
from tests.web.network.test_deputies import STATE, board, entry
from tests.web.network.test_tables import propose

RESULTS = "/deputy/demo/A/results"


def finish(hall: Hall, publish: bool = True, pair: bool = True) -> None:
    """End the round, and publish the next one."""
    with hall.desk() as desk:
        games = desk.section("A").rounds[-1].games
        missing = [n for n, game in enumerate(games, start=1) if game.result is None]
        if missing:
            desk.act(EnterResults("A", tuple((n, Result.DRAW) for n in missing)))
        if publish:
            desk.act(PublishResults("A"))
        if publish and pair:
            desk.act(Pair("A"))
            desk.act(Publish("A"))
    hall.look()


def codes(hall: Hall, round: int) -> list[str]:
    with hall.desk() as desk:
        games = desk.section("A").rounds[round - 1].games
        return [KEY_OF[game.result] if game.result else "" for game in games]


def late(hall: Hall) -> list[tuple[int, str, str]]:
    """Return the round, table and result of each entry on the arbiter's list."""
    listed = hall.store.late_arrivals("demo", "A")
    return [
        (one.envelope.seen.round, one.envelope.seen.table, one.envelope.wanted) for one in listed
    ]


def kept_tap(phone: Phone, result: str, kind: str = "propose") -> dict[str, Any]:
    state = phone.state("/table/state")
    return envelope(kind, result, seen_of(state, state["row"]))


def test_a_tap_of_the_last_round_is_not_entered_in_this_one(lenient: Hall) -> None:
    """With one phone for a table, what it kept is not entered at its table of the next round."""
    phone = lenient.at_table(5)
    propose(phone, "0")
    kept = kept_tap(phone, "0", "confirm")
    finish(lenient)
    assert phone.open(lenient.fragment(lenient.table(5, round=5))).status_code == 200
    phone.state("/table/state")
    answer = phone.post("/table/propose", kept)
    assert answer.status_code == 409
    assert answer.json()["state"] == "late"
    assert "round 4, table 5" in answer.json()["text"]
    assert set(codes(lenient, 5)) == {""}
    assert lenient.store.proposals() == []
    assert late(lenient) == [(4, "5", "0")]


def test_two_phones_with_kept_taps_do_not_agree_on_another_game(hall: Hall) -> None:
    phones = [hall.at_table(5), hall.at_table(5)]
    kept = [kept_tap(phone, "1") for phone in phones]
    finish(hall)
    for phone, tap in zip(phones, kept, strict=True):
        phone.open(hall.fragment(hall.table(6, round=5)))
        phone.state("/table/state")
        assert phone.post("/table/propose", tap).status_code == 409
    assert set(codes(hall, 5)) == {""}
    assert late(hall) == [(4, "5", "1"), (4, "5", "1")]


def test_a_late_tap_that_is_the_result_already_is_done(lenient: Hall) -> None:
    phone = lenient.at_table(5)
    propose(phone, "=")
    kept = kept_tap(phone, "=", "confirm")
    finish(lenient)
    assert codes(lenient, 4)[4] == "="
    answer = phone.post("/table/propose", kept)
    assert answer.status_code == 200
    assert late(lenient) == []


def test_what_a_deputy_kept_counts_in_no_other_round(hall: Hall) -> None:
    deputy = hall.deputy("tablet 2", frozenset(TICKED))
    state = deputy.state(STATE)
    table = seen_of(state, state["boards"][4]["seen"])
    absent = envelope("absent", "w", table, sure=True)
    finish(hall, publish=False)
    state = deputy.state(STATE)
    publish = envelope("publish-results", "", seen_of(state, state["publish"]))
    finish(hall)
    with hall.desk() as desk:
        before = len(desk.log)
    finish_5 = deputy.post("/deputy/demo/A/publish-results", publish)
    assert (finish_5.status_code, finish_5.json()["state"]) == (409, "late")
    answer = deputy.post("/deputy/demo/A/no-shows", absent)
    assert (answer.status_code, answer.json()["state"]) == (409, "late")
    assert deputy.post(RESULTS, entry(table, "1", "key-late")).status_code == 409
    with hall.desk() as desk:
        assert len(desk.log) == before
        assert not desk.section("A").rounds[4].results_published
        assert not desk.section("A").asked
    assert set(codes(hall, 5)) == {""}
    # The last word of the device about the table is listed, not each of them.
    assert sorted(late(hall)) == [(4, "", ""), (4, "5", "1")]


def test_a_publication_of_other_results_than_were_shown_is_refused(hall: Hall) -> None:
    deputy = hall.deputy("tablet 2", frozenset(TICKED))
    finish(hall, publish=False)
    state = deputy.state(STATE)
    publish = envelope("publish-results", "", seen_of(state, state["publish"]))
    with hall.desk() as desk:
        desk.act(EnterResults("A", ((5, Result.WHITE_WINS),)))
    hall.look()
    assert deputy.post("/deputy/demo/A/publish-results", publish).status_code == 409
    with hall.desk() as desk:
        assert not desk.section("A").rounds[3].results_published


def test_an_answer_about_a_player_belongs_to_its_round(hall: Hall) -> None:
    deputy = hall.deputy()
    seen = board(deputy, 5)
    path = "/deputy/demo/A/no-shows"
    assert deputy.send(path, "absent", "w", seen, sure=True).status_code == 200
    state = deputy.state(STATE)
    kept = envelope("answer", "off", seen_of(state, state["asked"][0]["seen"]))
    again = dict(kept, id="another-id-1", wanted="on")
    assert deputy.post("/deputy/demo/A/answer", again).status_code == 200
    assert deputy.post("/deputy/demo/A/answer", kept).status_code == 409
    with hall.desk() as desk:
        assert not desk.section("A").asked


def test_the_pairing_the_colours_and_the_event_are_part_of_it(hall: Hall) -> None:
    deputy = hall.deputy()
    seen = board(deputy, 5)
    for change in (
        {"white": seen["black"], "black": seen["white"]},
        {"colour": "b"},
        {"table": "6"},
        {"event": "demo#000000000000"},
        {"event": "other"},
        {"section": "B"},
        {"board": 99},
        {"round": 3},
        {"round": 9},
    ):
        body = envelope("result", "1", seen | change)
        answer = deputy.post(RESULTS, body)
        assert (answer.status_code, answer.json()["state"]) == (409, "late"), change
    assert hall.results()[4] is None


def test_an_id_is_answered_the_same_whenever_it_comes(hall: Hall) -> None:
    """A refused entry stays refused, even if the table is again as the page showed it."""
    deputy = hall.deputy()
    seen = board(deputy, 5)
    kept = entry(seen, "1")
    with hall.desk() as desk:
        desk.act(EnterResults("A", ((5, Result.DRAW),)))
    hall.look()
    first = deputy.post(RESULTS, kept)
    with hall.desk() as desk:
        desk.undo()
    hall.look()
    second = deputy.post(RESULTS, kept)
    assert first.status_code == second.status_code == 409
    assert first.json()["text"] == second.json()["text"]
    assert hall.results()[4] is None
    assert late(hall) == [(4, "5", "1")]


def test_an_id_that_another_entry_has_used_does_nothing(hall: Hall) -> None:
    deputy, other = hall.deputy(), hall.deputy("tablet 3")
    assert deputy.post(RESULTS, entry(board(deputy, 5), "1")).status_code == 200
    assert other.post(RESULTS, entry(board(other, 6), "0")).status_code == 409
    assert hall.results()[4:6] == [Result.WHITE_WINS, None]


def test_a_phone_whose_last_word_was_refused_proposes_nothing(hall: Hall) -> None:
    one, other = hall.at_table(5), hall.at_table(5)
    propose(one, "1")
    kept = kept_tap(one, "=")
    with hall.desk() as desk:
        desk.act(EnterResults("A", ((5, Result.BLACK_WINS),)))
    assert one.post("/table/propose", kept).status_code == 409
    with hall.desk() as desk:
        desk.undo()
    hall.look()
    propose(other, "1")
    assert hall.results()[4] is None


def test_phones_do_not_agree_across_a_change_of_colours(hall: Hall) -> None:
    one, other = hall.at_table(5), hall.at_table(5)
    propose(one, "1")
    with hall.desk() as desk:
        white = desk.section("A").rounds[-1].games[4].white
        turn = Rearrange("A", Rearrangement.TURN, white, case=ChangeCase.CHIEF_ARBITER)
        desk.act(turn, reason="wrong colours")
    hall.look()
    assert propose(other, "1")["stage"] == "proposed"
    assert hall.results()[4] is None
    assert propose(one, "1")["stage"] == "entered"
    assert hall.results()[4] is Result.WHITE_WINS


def test_a_deputy_corrects_an_entry_whose_answer_was_lost(hall: Hall) -> None:
    deputy = hall.deputy()
    seen = board(deputy, 5)
    first = envelope("result", "1", seen)
    assert deputy.post(RESULTS, first).status_code == 200  # the tablet never hears of it
    second = envelope("result", "=", seen, replaces=[first["id"]])
    assert deputy.post(RESULTS, second).status_code == 200
    assert hall.results()[4] is Result.DRAW
    # A third that names another entry does not replace what it never saw.
    third = envelope("result", "0", seen, replaces=["entry-unknown"])
    assert deputy.post(RESULTS, third).status_code == 409
    assert hall.results()[4] is Result.DRAW


def test_an_entry_that_was_replaced_does_nothing_when_it_comes_after_all(hall: Hall) -> None:
    deputy = hall.deputy()
    seen = board(deputy, 5)
    first = envelope("result", "1", seen)
    second = envelope("result", "x", seen, replaces=[first["id"]])
    assert deputy.post(RESULTS, second).status_code == 200
    assert deputy.post(RESULTS, first).status_code == 200
    assert hall.results()[4] is None
    assert late(hall) == []


def test_what_others_have_changed_is_not_corrected_blindly(hall: Hall) -> None:
    deputy, other = hall.deputy(), hall.deputy("tablet 3")
    seen = board(deputy, 5)
    first = envelope("result", "1", seen)
    assert deputy.post(RESULTS, first).status_code == 200
    changed = envelope("result", "0", board(other, 5), sure=True)
    assert other.post(RESULTS, changed).status_code == 200
    second = envelope("result", "=", seen, replaces=[first["id"]])
    assert deputy.post(RESULTS, second).status_code == 409
    assert hall.results()[4] is Result.BLACK_WINS


def test_a_new_device_brings_what_the_old_one_kept(hall: Hall) -> None:
    """The device was locked out, and joins again: its entries count for exactly what they name."""
    deputy = hall.deputy()
    kept = entry(board(deputy, 5), "1")
    hall.store.revoke_all()
    assert deputy.post(RESULTS, kept).status_code == 401
    again = hall.deputy("tablet 9")
    assert again.post(RESULTS, kept).status_code == 200
    assert again.post(RESULTS, kept).status_code == 200
    assert hall.results()[4] is Result.WHITE_WINS


def test_the_end_of_a_round_is_normal_for_a_table(hall: Hall) -> None:
    phone = hall.at_table(5)
    finish(hall, pair=False)
    state = phone.state("/table/state")
    assert state["stage"] == "over"
    assert state["text"].startswith("Thank you.")
    assert state["counted"] == ["½-½"]
    assert "round 5" in state["note"]
    with hall.desk() as desk:
        desk.act(Pair("A"))
        desk.act(Publish("A"))
    hall.look()
    assert "Scan the code of your new table" in phone.state("/table/state")["note"]


def test_after_the_last_round_no_other_pairing_is_promised(hall: Hall) -> None:
    finish(hall)
    finish(hall)
    phone = hall.phone()
    assert phone.open(hall.fragment(hall.table(1, round=6))).status_code == 200
    finish(hall, pair=False)
    note = phone.state("/table/state")["note"]
    assert note == "That was the last round. The standings are on the page Pairings and standings."


def test_the_text_for_two_phones(hall: Hall) -> None:
    assert "both sides" in hall.at_table().state("/table/state")["note"]


def test_the_text_for_one_phone(lenient: Hall) -> None:
    assert "on this phone" in lenient.at_table().state("/table/state")["note"]


# At the desk


@pytest.fixture
def arrived(hall: Hall) -> Hall:
    """Table 5 of round 4 has ½-½; a tablet and the phone of the table entered something else."""
    deputy, phone = hall.deputy(), hall.at_table(5)
    seen, tap = board(deputy, 5), kept_tap(phone, "0")
    finish(hall)
    deputy.post(RESULTS, entry(seen, "1"))
    phone.post("/table/propose", tap)
    return hall


@pytest.fixture
def desk_on(tmp_path: Path) -> Iterator[Callable[[Hall], Site]]:
    """Open the arbiter's desk on the folder and the records of a hall."""
    with ExitStack() as stack:

        def open_desk(hall: Hall) -> Site:
            place = tmp_path / "desk-state"
            place.mkdir()
            (place / "network").symlink_to(hall.folder / "state")
            sessions = Sessions(place)
            app = create_app(hall.folder, actor="chief", sessions=sessions)
            client = stack.enter_context(Client(app, base_url=ORIGIN, follow_redirects=True))
            assert client.get(f"/start?token={sessions.start_token()}").status_code == 200
            return Site(app, client, hall.folder)

        yield open_desk


def test_the_arbiter_sees_and_enters_it_where_it_was_meant(
    arrived: Hall, desk_on: Callable[[Hall], Site]
) -> None:
    desk = desk_on(arrived)
    page = desk.get("/t/demo/A/network").text
    assert "Arrived late, not entered" in page
    assert "tablet 2" in page
    assert page.index("Waiting for you") < page.index("Turn it on")
    listed = re.findall(r'id="late(\d+)"', page)
    assert len(listed) == 2
    assert "Change ½-½ to 1-0" in page
    assert "Change ½-½ to 0-1" in page
    desk.post("/t/demo/A/network/late", {"arrival": listed[0], "choice": "enter", "shown": "="})
    assert codes(arrived, 4)[4] == "1"
    assert set(codes(arrived, 5)) == {""}
    with arrived.desk() as file:
        assert "tablet 2" in file.log[-1].entry.reason
        assert "arrived late" in file.log[-1].entry.reason
    # What was shown with the other has changed: it asks to look again.
    answer = desk.post(
        "/t/demo/A/network/late", {"arrival": listed[1], "choice": "enter", "shown": "="}
    )
    assert "look again" in answer.text
    assert codes(arrived, 4)[4] == "1"
    desk.post("/t/demo/A/network/late", {"arrival": listed[1], "choice": "dropped"})
    assert late(arrived) == []
    assert "Arrived late" not in desk.get("/t/demo/A/network").text
    assert codes(arrived, 4)[4] == "1"


def test_what_cannot_be_entered_any_more_can_be_dropped(
    hall: Hall, desk_on: Callable[[Hall], Site]
) -> None:
    deputy = hall.deputy("tablet 2", frozenset(TICKED))
    finish(hall, publish=False)
    state = deputy.state(STATE)
    publish = envelope("publish-results", "", seen_of(state, state["publish"]))
    finish(hall)
    deputy.post("/deputy/demo/A/publish-results", publish)
    desk = desk_on(hall)
    page = desk.get("/t/demo/A/network").text
    assert "publish the results" in page
    assert "Enter" not in page[page.index('id="late"') : page.index("Turn it on")]
    (number,) = re.findall(r'id="late(\d+)"', page)
    desk.post("/t/demo/A/network/late", {"arrival": number, "choice": "dropped"})
    assert late(hall) == []


def test_one_phone_that_waits_is_counted(hall: Hall, desk_on: Callable[[Hall], Site]) -> None:
    desk = desk_on(hall)
    switch = desk.desktop.switch
    assert switch is not None
    section = desk.desktop.desks.file("demo").snapshot.section("A")
    assert waiting_for_arbiter(switch, "demo", section) == 0
    propose(hall.at_table(5), "1")
    assert waiting_for_arbiter(switch, "demo", section) == 1


def test_devices_are_listed_by_the_number_and_the_name_of_their_players(
    tmp_path: Path, desk_on: Callable[[Hall], Site]
) -> None:
    settings = Settings(name="Open", start="2026/03/01", rounds=3, system="dutch-2026")
    players = tuple(
        Player(id=n, number=0, name=f"Player of id {n}", rating=1500 + n) for n in range(1, 5)
    )
    with Desk.create(tmp_path / "demo.crivello", OpenSection("A", settings), "chief") as desk:
        desk.act(Register("A", players))
        desk.act(RollCall("A", tuple(one.id for one in players)))
        desk.act(DrawColour("A", Colour.WHITE))
        desk.act(Pair("A"))
        desk.act(Publish("A"))
    with opened(tmp_path) as hall:
        phone = hall.player(1)  # the lowest rating: number 4
        kept = envelope("ask", "bye 3", phone.state("/me/state")["seen"])
        finish(hall)
        assert phone.post("/me/ask", kept).status_code == 409
        page = desk_on(hall).get("/t/demo/A/network").text
    assert "A: 4 Player of id 1" in page
    assert re.search(r"request of a player.* on A: 4 Player of id 1<", page)
    assert "player 1 a" not in page
