"""A hall with teams or matches of two games: tables, deputies, phones, screens, print."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from crivello.desk import Desk
from crivello.desk import actions as a
from crivello.desk.events import TeamLineup
from crivello.desk.roles import DeviceRole
from crivello.model.result import Result
from crivello.web.network.codes import Invitation
from crivello.web.network.device_store import DeviceStore
from tests.desk import matches
from tests.desk.desks import A
from tests.web.network.conftest import (
    Hall,
    Phone,
    RealHall,
    envelope,
    opened,
    really,
    seen_of,
)

STATE = "/deputy/demo/A/state"


def make(folder: Path, two_games: bool) -> None:
    """Publish the first round of four teams at two boards, or of six players."""
    with matches.double_swiss(folder) if two_games else matches.league(folder) as desk:
        matches.publish(desk)
    (folder / "t.crivello").rename(folder / "demo.crivello")


@pytest.fixture
def league(tmp_path: Path) -> Iterator[Hall]:
    make(tmp_path, two_games=False)
    with opened(tmp_path) as found:
        yield found


@pytest.fixture(params=[False, True], ids=["teams", "two games"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hall]:
    make(tmp_path, request.param)
    with opened(tmp_path) as found:
        yield found


def results(hall: Hall, match: int = 1) -> list[Result | None]:
    """Return the results of the boards of a match, from the side named first."""
    with hall.desk() as desk:
        this = desk.section(A).rounds[-1]
        return [*this.table(match).results]


def at_table(hall: Hall, match: int = 1) -> Phone:
    phone = hall.phone()
    answer = phone.open(hall.fragment(hall.table(match, round=1)))
    assert answer.status_code == 200, answer.text
    phone.state("/table/state")
    return phone


def propose(phone: Phone, game: int, result: str, confirmed: str = "") -> dict[str, Any]:
    state = phone.state("/table/state")
    (found,) = [one for one in state["games"] if one["game"] == game]
    kind = "confirm" if confirmed else "propose"
    answer = phone.send("/table/propose", kind, result, seen_of(state, found["row"]))
    assert answer.status_code in (200, 409), answer.text
    told: dict[str, Any] = answer.json()
    return told


def stages(told: dict[str, Any]) -> list[str]:
    return [game["stage"] for game in told["games"]]


def entry(
    one: dict[str, Any], result: str, key: str = "key-0001", sure: bool = False
) -> dict[str, Any]:
    return envelope("result", result, one["all"], id=key, sure=sure)


def board(phone: Phone, table: str) -> dict[str, Any]:
    """Return a board on a deputy's page; its `all` has the fields of an entry."""
    state = phone.state(STATE)
    (found,) = [one for one in state["boards"] if one["table"] == table]
    return {**found, "all": seen_of(state, found["seen"])}


# The phones of a match


def test_two_phones_agree_board_by_board(either: Hall) -> None:
    one, other = at_table(either), at_table(either)
    assert stages(propose(one, 2, "1")) == ["open", "proposed"]
    assert results(either) == [None, None]
    assert stages(propose(other, 2, "1")) == ["open", "entered"]
    assert results(either) == [None, Result.WHITE_WINS]
    propose(other, 1, "=")
    done = propose(one, 1, "=")
    assert (done["stage"], stages(done)) == ("entered", ["entered", "entered"])
    assert results(either) == [Result.DRAW, Result.WHITE_WINS]
    assert results(either, 2) == [None, None]
    with either.desk() as desk:
        assert desk.section(A).rounds[0].games[0].result is Result.WHITE_WINS
        author = desk.log[-1].event.author
    assert author is not None
    assert (author.role, author.device) == (DeviceRole.TABLE, "A 1: table 1")


def test_phones_that_disagree_on_a_board_wait_for_the_arbiter(league: Hall) -> None:
    one, other, deputy = at_table(league), at_table(league), league.deputy()
    propose(one, 1, "1")
    assert stages(propose(other, 1, "0")) == ["disagree", "open"]
    assert sorted(board(deputy, "1.1")["proposed"]) == ["0", "1"]
    assert board(deputy, "1.2")["proposed"] == []
    answer = deputy.post("/deputy/demo/A/results", entry(board(deputy, "1.1"), "0"))
    assert answer.status_code == 200
    assert results(league) == [Result.BLACK_WINS, None]
    assert stages(one.state("/table/state")) == ["entered", "open"]


def test_who_sits_where_with_which_colour(either: Hall) -> None:
    told = at_table(either).state("/table/state")
    assert [game["place"] for game in told["games"]] == ["1.1", "1.2"]
    first, second = told["games"]
    assert "(White)" in first["white"]
    assert "(Black)" in second["white"]
    assert "(White)" in second["black"]


def test_a_board_with_a_result_is_never_overwritten_by_phones(either: Hall) -> None:
    one, other = at_table(either), at_table(either)
    with either.desk() as desk:
        forfeited = a.BoardResult(1, 1, Result.WHITE_WINS_BY_FORFEIT)
        desk.act(a.EnterBoards(A, (forfeited,)))
    either.look()
    told = propose(one, 1, "0")
    assert told["state"] == "late"
    assert "0-1" in told["text"]
    # The other board is theirs all the same.
    propose(one, 2, "0")
    propose(other, 2, "0")
    assert results(either) == [Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS]


@pytest.mark.parametrize("game", [0, 3, -1, "1", None, True])
def test_a_board_that_the_match_does_not_have(league: Hall, game: Any) -> None:
    one = at_table(league)
    state = one.state("/table/state")
    seen = seen_of(state, state["games"][0]["row"]) | {"game": game}
    answer = one.send("/table/propose", "propose", "1", seen)
    assert answer.status_code == 409
    assert league.store.proposals() == []


def test_one_phone_and_a_confirmation_at_a_board(tmp_path: Path) -> None:
    make(tmp_path, two_games=True)
    with opened(tmp_path, one_phone=True) as hall:
        one = at_table(hall)
        assert stages(propose(one, 1, "1")) == ["confirm", "open"]
        confirmed = propose(one, 1, "1", confirmed="yes")
        assert stages(confirmed) == ["entered", "open"]
        assert results(hall) == [Result.WHITE_WINS, None]


def test_a_match_of_teams_has_two_phones_for_each_board(either: Hall) -> None:
    with either.desk() as desk:
        most = 4 if desk.section(A).has_teams else 2
    fragment = either.fragment(either.table(1, round=1))
    for _ in range(most):
        assert either.phone().open(fragment).status_code == 200
    assert either.phone().open(fragment).status_code == 403


def test_a_book_of_before_there_were_matches_is_read(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    DeviceStore(path).close()
    import sqlite3

    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE proposal DROP COLUMN game")
    again = DeviceStore(path)
    assert again.proposals() == []
    again.close()


# Deputies


def test_a_deputy_enters_boards_and_what_changed_since_is_refused(either: Hall) -> None:
    deputy = either.deputy()
    seen = board(deputy, "1.2")
    answer = deputy.post("/deputy/demo/A/results", entry(seen, "1"))
    assert answer.status_code == 200
    assert results(either) == [None, Result.WHITE_WINS]
    stale = deputy.post("/deputy/demo/A/results", entry(seen, "0", "key-0002"))
    assert stale.status_code == 409
    assert "Table 1.2" in stale.json()["text"]
    changed = entry(board(deputy, "1.2"), "0", "key-0003", sure=True)
    assert deputy.post("/deputy/demo/A/results", changed).status_code == 200
    assert results(either) == [None, Result.BLACK_WINS]
    back = entry(board(deputy, "1.2"), "x", "key-0004", sure=True)
    assert deputy.post("/deputy/demo/A/results", back).status_code == 200
    assert results(either) == [None, None]


def test_a_line_up_that_changed_since_is_noticed(league: Hall) -> None:
    deputy = league.deputy()
    seen = board(deputy, "1.2")
    with league.desk() as desk:
        team = desk.section(A).rounds[0].games[0].white
        members = [one.id for one in desk.section(A).registration(team).members]
        desk.act(a.SetLineups(A, (TeamLineup(team, (members[0], members[2])),)))
    league.look()
    answer = deputy.post("/deputy/demo/A/results", entry(seen, "1"))
    assert answer.status_code == 409
    assert results(league) == [None, None]


@pytest.mark.parametrize("change", [{"game": 3}, {"game": 0}, {"board": 9}, {"round": 2}])
def test_what_makes_no_sense_changes_nothing_on_the_network(
    league: Hall, change: dict[str, int]
) -> None:
    deputy = league.deputy()
    body = entry(board(deputy, "1.1"), "1")
    body["seen"] |= change
    assert deputy.post("/deputy/demo/A/results", body).status_code == 409
    assert results(league) == [None, None]


def test_a_whole_team_does_not_appear(either: Hall) -> None:
    deputy = either.deputy()
    state = deputy.state(STATE)
    seen = seen_of(state, state["matches"][0]["seen"])
    path = "/deputy/demo/A/no-shows"
    assert deputy.send(path, "absent", "b", seen, sure=True).status_code == 200
    assert results(either) == [Result.WHITE_WINS_BY_FORFEIT] * 2
    asked = deputy.state(STATE)["asked"]
    assert [one["seen"]["player"] for one in asked] == [seen["black"]]


def test_a_deputy_prints_the_boards_and_the_cards_with_codes(either: Hall) -> None:
    deputy = either.deputy()
    assert "Match cards" in deputy.get("/deputy/demo/A/print").text
    cards = deputy.get("/deputy/demo/A/print/match-cards").text
    assert "Round 1, table 1" in cards
    assert cards.count("Scan to propose the result.") == len(deputy.state(STATE)["matches"])
    slips = deputy.get("/deputy/demo/A/print/slips").text
    assert "Table 1.2" in slips
    assert deputy.get("/deputy/demo/A/print/boards").status_code == 200


# Players and screens


def test_a_personal_page_says_table_and_colour(either: Hall) -> None:
    with either.desk() as desk:
        first = desk.section(A).rounds[0].games[0].white
    phone = either.phone()
    invitation = Invitation(DeviceRole.PLAYER, "demo", A, subject=first)
    assert phone.open(either.fragment(invitation)).status_code == 200
    state = phone.state("/me/state")
    assert state["notice"] == "Round 1 is published: table 1, White."
    for link in state["links"]:
        assert phone.get(link["url"]).status_code == 200, link


def test_a_screen_shows_the_matches(either: Hall) -> None:
    page = either.screen().get("/screen/show").text
    with either.desk() as desk:
        section = desk.section(A)
        name = section.registration(section.rounds[0].games[0].white).player.name
    assert name in page


# Over real TLS


@pytest.fixture
def real(tmp_path: Path) -> Iterator[RealHall]:
    make(tmp_path, two_games=False)
    with really(tmp_path) as found:
        yield found


def test_over_real_http_two_phones_enter_a_board(real: RealHall) -> None:
    from crivello.desk import Desk

    with Desk.open(real.folder / "demo.crivello", "chief") as desk:
        game = desk.section(A).rounds[0].games[1]
    table = Invitation(DeviceRole.TABLE, "demo", A, 1, 2, (game.white, game.black))
    fragment = real.codes.fragment(table, real.store.number(table.name))
    for expected in ("proposed", "entered"):
        status, headers, text = real.ask("POST", "/open", {"code": fragment})
        assert status == 200, text
        cookie = headers["set-cookie"].partition(";")[0]
        _, _, state = real.ask("GET", "/table/state", cookie=cookie)
        found = json.loads(state)
        token = found["csrf"]
        body = envelope("propose", "0", seen_of(found, found["games"][1]["row"]))
        status, _, text = real.ask(
            "POST", "/table/propose", body, cookie=cookie, x_csrf_token=token
        )
        assert status == 200, text
        assert json.loads(text)["games"][1]["stage"] == expected
    with Desk.open(real.folder / "demo.crivello", "chief") as desk:
        this = desk.section(A).rounds[0]
        seen = this.table(2).results
    assert seen == (None, Result.BLACK_WINS)


@pytest.mark.parametrize("two_games", [False, True])
def test_a_deputy_sees_what_is_adjourned(tmp_path: Path, two_games: bool) -> None:
    make(tmp_path, two_games)
    entered = ((1, 1, Result.ADJOURNED), (1, 2, Result.ADJOURNED), (2, 1, Result.DRAW))
    results = tuple(a.BoardResult(*one) for one in (*entered, (2, 2, Result.ADJOURNED)))
    with Desk.open(tmp_path / "demo.crivello", "Ann") as desk:
        desk.act(a.EnterBoards(A, results))
    with opened(tmp_path) as hall:
        state = hall.deputy().state(STATE)
    assert [one["text"] for one in state["matches"][:2]] == [
        "match adjourned",
        "½ – ½, one adjourned",
    ]
    assert [one["text"] for one in state["boards"][:4]] == [
        "adjourned", "adjourned", "½-½", "adjourned"
    ]  # fmt: skip
