"""Phones at a table: proposing, agreeing, disagreeing, accepting; and expired codes."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path
from typing import Any

import pytest

from crivello.desk.actions import EnterResults, PublishResults
from crivello.desk.roles import DeviceRole
from crivello.model.result import Result
from crivello.web.network.codes import Invitation
from crivello.web.network.device_store import DEVICES_OF_A_TABLE
from tests.web.network.conftest import Hall, Phone, envelope, opened, seen_of

BOARD = 5


def propose(phone: Phone, result: str, key: str = "", confirmed: str = "") -> dict[str, Any]:
    state = phone.state("/table/state")
    seen = seen_of(state, state.get("row", {}))
    kind = "confirm" if confirmed else "propose"
    more = {"id": key} if key else {}
    answer = phone.send("/table/propose", kind, result, seen, **more)
    assert answer.status_code in (200, 409), answer.text
    told: dict[str, Any] = answer.json()
    return told


def board_of(deputy: Phone, number: int = BOARD) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a table on a deputy's page, and the fields of an entry there."""
    state = deputy.state("/deputy/demo/A/state")
    (found,) = [one for one in state["boards"] if one["seen"]["board"] == number]
    return found, seen_of(state, found["seen"])


def test_two_phones_that_agree_enter_the_result(hall: Hall) -> None:
    one, other = hall.at_table(BOARD), hall.at_table(BOARD)
    assert propose(one, "1")["stage"] == "proposed"
    assert hall.results()[BOARD - 1] is None
    assert one.state("/table/state")["mine"] == "1"
    assert propose(other, "1")["stage"] == "entered"
    assert hall.results()[BOARD - 1] is Result.WHITE_WINS
    with hall.desk() as desk:
        last = desk.log[-1]
    assert last.event.author is not None
    assert last.event.author.role is DeviceRole.TABLE
    assert last.event.author.device == "A 4: table 5"
    assert last.entry.reason == "A 4: table 5 a, A 4: table 5 b"
    assert one.state("/table/state")["stage"] == "entered"


def test_two_phones_that_disagree_wait_for_the_arbiter(hall: Hall) -> None:
    one, other = hall.at_table(BOARD), hall.at_table(BOARD)
    propose(one, "1")
    assert propose(other, "0")["stage"] == "disagree"
    assert hall.results()[BOARD - 1] is None
    deputy = hall.deputy()
    board, _ = board_of(deputy)
    assert sorted(board["proposed"]) == ["0", "1"]
    # One thinks better of it: then they agree.
    assert propose(one, "0")["stage"] == "entered"
    assert hall.results()[BOARD - 1] is Result.BLACK_WINS


def test_a_deputy_accepts_what_one_phone_proposes(hall: Hall) -> None:
    one, deputy = hall.at_table(BOARD), hall.deputy()
    propose(one, "=")
    board, seen = board_of(deputy)
    assert board["proposed"] == ["="]
    assert deputy.send("/deputy/demo/A/results", "result", "=", seen).status_code == 200
    assert hall.results()[BOARD - 1] is Result.DRAW
    assert one.state("/table/state")["stage"] == "entered"


def test_one_phone_is_enough_only_where_the_arbiter_allows_it(hall: Hall) -> None:
    one = hall.at_table(BOARD)
    propose(one, "1")
    assert propose(one, "1", confirmed="yes")["stage"] == "proposed"
    assert hall.results()[BOARD - 1] is None


def test_one_phone_and_a_confirmation(lenient: Hall) -> None:
    one = lenient.at_table(BOARD)
    assert propose(one, "1")["stage"] == "confirm"
    assert lenient.results()[BOARD - 1] is None
    assert propose(one, "1", confirmed="yes")["stage"] == "entered"
    assert lenient.results()[BOARD - 1] is Result.WHITE_WINS


def test_a_phone_alone_never_agrees_with_itself(hall: Hall) -> None:
    one = hall.at_table(BOARD)
    for _ in range(5):
        propose(one, "1")
    # The same code again on the same phone is the same phone.
    assert one.open(hall.fragment(hall.table(BOARD))).status_code == 200
    propose(one, "1")
    assert hall.results()[BOARD - 1] is None
    assert len(hall.store.proposals()) == 1


def test_the_same_proposal_sent_again_is_one(hall: Hall) -> None:
    one = hall.at_table(BOARD)
    state = one.state("/table/state")
    first = envelope("propose", "1", seen_of(state, state["row"]))
    second = envelope("propose", "0", seen_of(state, state["row"]))
    answers = [one.post("/table/propose", body) for body in (first, second, first)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert answers[0].json()["text"] == answers[2].json()["text"]  # late, and reordered
    (word,) = hall.store.proposals()
    assert word.result == "0"
    # One that was tapped before, and comes for the first time after the other.
    earlier = envelope("propose", "=", seen_of(state, state["row"]), at=first["at"] - 5)
    assert one.post("/table/propose", earlier).status_code == 200
    assert [word.result for word in hall.store.proposals()] == ["0"]


def test_a_phone_has_one_open_proposal(hall: Hall) -> None:
    one = hall.at_table(BOARD)
    for number in range(40):
        propose(one, "1=0"[number % 3])
    assert hall.store._file._rows("SELECT count(*) FROM proposal") == [(1,)]


def test_both_at_the_same_moment_enter_it_once(hall: Hall) -> None:
    phones = [hall.at_table(BOARD), hall.at_table(BOARD)]
    with hall.desk() as desk:
        before = len(desk.log)
    threads = [threading.Thread(target=propose, args=(phone, "1")) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert hall.results()[BOARD - 1] is Result.WHITE_WINS
    with hall.desk() as desk:
        assert len(desk.log) == before + 1


def test_a_result_that_is_there_is_never_overwritten(hall: Hall) -> None:
    one = hall.at_table(BOARD)
    with hall.desk() as desk:
        desk.act(EnterResults("A", ((BOARD, Result.BLACK_WINS),)))
    hall.look()
    told = propose(one, "1")
    assert told["state"] == "late"
    assert "0-1" in told["text"]
    assert "1-0" in told["text"]
    assert hall.results()[BOARD - 1] is Result.BLACK_WINS
    assert propose(one, "0")["stage"] == "entered"


@pytest.mark.parametrize("result", ["+", "-", "f", "z", "a", "x", "", "u1", "1-0", "nonsense"])
def test_a_table_proposes_a_win_a_draw_or_a_loss(hall: Hall, result: str) -> None:
    one = hall.at_table(BOARD)
    assert propose(one, result)["state"] == "refused"
    assert hall.store.proposals() == []


# Codes


def test_a_code_is_for_two_phones(hall: Hall) -> None:
    fragment = hall.fragment(hall.table(BOARD))
    for _ in range(DEVICES_OF_A_TABLE):
        assert hall.phone().open(fragment).status_code == 200
    third = hall.phone().open(fragment)
    assert third.status_code == 403
    assert "all the devices" in third.json()["text"]


def test_a_new_code_makes_the_old_one_void_and_its_phones_nobody(hall: Hall) -> None:
    old = hall.fragment(hall.table(BOARD))
    one = hall.at_table(BOARD)
    propose(one, "1")
    hall.store.renew(hall.table(BOARD))
    assert one.get("/table/state").status_code == 401
    assert one.send("/table/propose", "propose", "1", {}).status_code == 401
    assert hall.phone().open(old).status_code == 403
    assert hall.store.proposals() == []
    assert hall.phone().open(hall.fragment(hall.table(BOARD))).status_code == 200


def test_a_code_is_void_after_the_round(hall: Hall) -> None:
    fragment = hall.fragment(hall.table(BOARD))
    one = hall.at_table(BOARD)
    with hall.desk() as desk:
        open_boards = [n for n, result in enumerate(hall.results(), start=1) if result is None]
        desk.act(EnterResults("A", tuple((n, Result.DRAW) for n in open_boards)))
        desk.act(PublishResults("A"))
    hall.look()
    late = hall.phone().open(fragment)
    assert late.status_code == 410
    assert "round 4" in late.json()["text"]
    state = one.state("/table/state")
    assert (state["stage"], state["counted"]) == ("over", ["½-½"])
    assert "row" not in state
    assert hall.results()[BOARD - 1] is Result.DRAW


def test_a_code_is_for_its_own_table(hall: Hall) -> None:
    """The names in a link can be changed, but not its secret."""
    fragment = hall.fragment(hall.table(5))
    parts = fragment.split("/")
    one = hall.at_table(5)
    for place, value in ((4, "6"), (3, "3"), (2, "B"), (1, "other"), (5, "99"), (0, "p")):
        forged = [*parts]
        forged[place] = value
        assert hall.phone().open("/".join(forged)).status_code in (403, 429)
    # An entry for another table has no proof that this phone was ever shown it.
    state = one.state("/table/state")
    for change in ({"board": 6}, {"table": "6"}, {"round": 3}, {"white": 1}, {"colour": "b"}):
        seen = seen_of(state, state["row"]) | change
        assert one.send("/table/propose", "propose", "1", seen).status_code == 409, change
    assert hall.store.proposals() == []
    assert hall.store.late_arrivals("demo", "A") == []


def test_a_code_is_void_when_the_pairing_changes(hall: Hall) -> None:
    wrong = Invitation(DeviceRole.TABLE, "demo", "A", 4, 5, (1, 2))
    assert hall.phone().open(hall.codes.fragment(wrong, 0)).status_code == 410


def test_what_waits_is_kept_over_a_restart(hall: Hall, tmp_path: Path) -> None:
    from crivello.web.network.device_store import DeviceStore

    propose(hall.at_table(BOARD), "1")
    again = DeviceStore(tmp_path / "state" / "book.sqlite")
    assert [word.result for word in again.proposals()] == ["1"]
    again.close()


def test_screens_show_codes_only_where_the_arbiter_allows_it(
    hall: Hall, tmp_path_factory: pytest.TempPathFactory, demonstration: Path
) -> None:
    assert "data:image/svg" not in hall.screen().get("/screen/show").text
    folder = tmp_path_factory.mktemp("other")
    shutil.copy(demonstration, folder)
    with opened(folder, screen_codes=True) as other:
        page = other.screen().get("/screen/show").text
        # All seven: which results are entered is not for everybody.
        assert page.count("data:image/svg") == 7


def test_a_code_whose_answer_was_lost_is_shown_again_by_the_same_phone(hall: Hall) -> None:
    """On a bad Wi-Fi the cookie may never arrive: that phone does not count as a second one."""
    fragment = hall.fragment(hall.table(BOARD))
    mine, others = {"code": fragment, "own": "a" * 48}, {"code": fragment, "own": "b" * 48}
    for _ in range(3):
        assert hall.phone().post("/open", mine).status_code == 200
    assert hall.phone().post("/open", others).status_code == 200
    assert hall.phone().post("/open", {"code": fragment, "own": "c" * 48}).status_code == 403
    # A short secret, which could be guessed, is none.
    table = hall.fragment(hall.table(6))
    for _ in range(2):
        assert hall.phone().post("/open", {"code": table, "own": "d"}).status_code == 200
    assert hall.phone().post("/open", {"code": table, "own": "d"}).status_code == 403


def test_a_result_that_was_taken_back_can_be_agreed_on_again(hall: Hall) -> None:
    one, other = hall.at_table(BOARD), hall.at_table(BOARD)
    for _ in range(2):
        for phone in (one, other):
            propose(phone, "1")
        assert hall.results()[BOARD - 1] is Result.WHITE_WINS
        with hall.desk() as desk:
            desk.act(EnterResults("A", ((BOARD, None),)))
        hall.look()
