"""Players of a tournament that has begun, without scripts: late entries, byes, withdrawals."""

from __future__ import annotations

import re

import pytest

from crivello.desk.actions import OpenSection
from crivello.desk.events import Presence
from crivello.model.result import Bye
from crivello.model.settings import Settings
from tests.web.conftest import Site
from tests.web.test_round import told

PLAYERS = "/t/demo/A/players"
SMALL = "/t/t/A/players"


def presences(site: Site) -> dict[int, Presence]:
    with site.desk("t") as desk:
        return {i: one.presence for i, one in desk.section("A").registrations.items()}


def publish(site: Site) -> None:
    site.post("/t/t/A/round/1/pair")
    site.post("/t/t/A/round/1/publish")


def test_a_late_entry_is_shown_with_who_moves(small: Site) -> None:
    # C.04.2.C.3 (2)
    publish(small)
    text = small.post(f"{SMALL}/add", {"name": "Late, Lia", "rating": 2365}).text
    assert "late entry, not admitted" in text
    page = small.post(f"{SMALL}/several", {"choice": "admit", "player": 9}).text
    assert "number 5, plays from round 2 on" in page
    moved = re.findall(r'<span class="no">(\d)</span> → <strong>(\d)</strong>', page)
    assert moved == [("5", "6"), ("6", "7"), ("7", "8"), ("8", "9")]
    done = small.post(f"{SMALL}/admit", {"player": 9}).text
    assert "is admitted as a late entry" in told(done)
    assert "C.04.2: 2.4" in told(done)
    with small.desk("t") as desk:
        assert desk.section("A").order == (1, 2, 3, 4, 9, 5, 6, 7, 8)
    assert "message refused" in told(small.post(f"{SMALL}/admit", {"player": 9}).text)


def test_one_undo_takes_an_admission_back(small: Site) -> None:
    publish(small)
    small.post(f"{SMALL}/add", {"name": "Late, Lia", "rating": 2365})
    with small.desk("t") as desk:
        before, events = desk.state, len(desk.log)
    small.post(f"{SMALL}/admit", {"player": 9})
    assert presences(small)[9] is Presence.PRESENT
    small.post("/t/t/A/log/undo", {"event": events + 1})
    with small.desk("t") as desk:
        assert desk.state == before
        assert len(desk.log) == events + 2


@pytest.mark.parametrize("query", ["", "?player=1", "?player=77", "?player=x"])
def test_nobody_else_can_be_admitted(site: Site, query: str) -> None:
    assert "message refused" in told(site.get(f"{PLAYERS}/admit{query}").text)


def test_byes_for_several(small: Site) -> None:
    fields = {"choice": "bye", "kind": "h", "round": 3, "player": 2}
    assert "half-point bye in round 3" in told(small.post(f"{SMALL}/several", fields).text)
    with small.desk("t") as desk:
        assert desk.section("A").byes == {(2, 3): Bye.HALF_POINT}
    nobody = small.post(f"{SMALL}/several", {"choice": "bye", "kind": "h", "round": 3}).text
    assert "message refused" in told(nobody)


@pytest.mark.parametrize("choice", ["", "x", "burn", "expel"])
def test_a_choice_that_is_none_does_nothing(site: Site, choice: str) -> None:
    assert "message refused" in told(
        site.post(f"{PLAYERS}/several", {"choice": choice, "player": 1}).text
    )


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("players/1/points", {"points": "1", "reason": "x"}),
        ("players/1/move", {"to": "B"}),
        ("players/1/mark", {"on": "1"}),
        ("round/4/change", {"one": 11, "other": 3, "case": "chief arbiter", "reason": "x"}),
    ],
)
def test_no_choice_stands_for_one_that_is_missing_or_unknown(
    site: Site, path: str, fields: dict[str, object]
) -> None:
    for choice in ({}, {"choice": "deed", "rearrangement": "deed", "mark": "deed"}):
        text = told(site.post(f"/t/demo/A/{path}", {**fields, **choice}).text)
        assert "Choose an action." in text


def test_leaving_and_coming_back(site: Site) -> None:
    text = site.post(f"{PLAYERS}/several", {"choice": "withdraw", "player": 5}).text
    assert "5 Elisa has withdrawn." in told(text)
    assert "withdrawn after round 4" in text
    text = site.post(f"{PLAYERS}/several", {"choice": "return", "player": 5}).text
    assert "plays again" in told(text)
    text = site.post(f"{PLAYERS}/several", {"choice": "absent", "player": 5}).text
    assert "zero-point bye in round 5" in text


# One player


def test_one_player_and_his_page(site: Site) -> None:
    text = site.get(f"{PLAYERS}/12").text
    assert "Oscar" in text
    assert "Round 2: zero-point bye" in text
    assert site.get(f"{PLAYERS}/99").status_code == 404


def test_data_are_corrected_and_the_rest_stays(small: Site) -> None:
    fields = {"name": "Player 001", "rating": 2355, "federation": "ITA"}
    publish(small)
    text = small.post(f"{SMALL}/1/data", fields).text
    assert "players get other pairing numbers" in told(text)
    with small.desk("t") as desk:
        assert desk.section("A").order.index(1) == 4
        assert desk.section("A").registrations[1].player.federation == "ITA"
    assert "message refused" in told(small.post(f"{SMALL}/1/data", fields).text)


def test_byes_of_one_player(small: Site) -> None:
    site = small
    data = {"csrf": site.csrf, "kind": "z", "round": ["2", "4"]}
    text = site.client.post(f"{SMALL}/3/byes", data=data).text
    assert "2 byes are entered" in told(text)
    assert "Round 2: zero-point bye" in text
    assert "Round 4: zero-point bye" in text
    text = site.post(f"{SMALL}/3/cancel-bye", {"round": 2}).text
    assert "Round 2: zero-point bye" not in text
    assert "Choose at least one round" in told(site.post(f"{SMALL}/3/byes", {"kind": "z"}).text)


def test_expelled_is_final(site: Site) -> None:
    fields = {"reason": "phone", "proceed": "1"}  # the answer to the question
    text = site.post(f"{PLAYERS}/6/expel", fields).text
    assert "expelled" in told(text)
    assert "expelled after round 4" in text
    assert "message refused" in told(site.post(f"{PLAYERS}/6/return").text)
    assert "phone" in site.get("/t/demo/A/log").text


def test_bonus_and_penalty_points_need_a_reason(site: Site) -> None:
    fields = {"points": "½", "choice": "penalty"}
    assert "message refused" in told(site.post(f"{PLAYERS}/1/points", fields).text)
    text = site.post(f"{PLAYERS}/1/points", fields | {"reason": "late"}).text
    assert "gets a penalty" in told(text)
    assert "−½" in text
    with site.desk() as desk:
        assert [one.points for one in desk.points_given("A")] == [-1]
    third = site.post(f"{PLAYERS}/1/points", {"points": "0.3", "reason": "x"}).text
    assert "cannot be given" in told(third)


def test_moving_between_sections(small: Site) -> None:
    with small.desk("t") as desk:
        desk.act(OpenSection("B", Settings(name="Blitz", rounds=5)))
    small.desktop.desks.file("t").submit(lambda desk: None).result()
    assert "Blitz" in small.get(f"{SMALL}/2").text
    small.post(f"{SMALL}/2/move", {"to": "B", "choice": "move"})
    small.post(f"{SMALL}/3/move", {"to": "B", "choice": "also"})
    with small.desk("t") as desk:
        assert sorted(desk.section("B").registrations) == [2, 3]
        assert 2 not in desk.section("A").registrations
        assert 3 in desk.section("A").registrations


def test_a_registration_is_taken_back_before_round_1_only(small: Site) -> None:
    assert "is cancelled" in told(small.post(f"{SMALL}/8/remove").text)
    publish(small)
    assert "message refused" in told(small.post(f"{SMALL}/7/remove").text)


def test_a_table_of_his_own(small: Site) -> None:
    small.post(f"{SMALL}/4/table", {"table": 12})
    assert 'value="12"' in small.get(f"{SMALL}/4").text
    assert "message refused" in told(small.post(f"{SMALL}/4/table", {"table": "x"}).text)
    small.post(f"{SMALL}/4/table", {"table": ""})
    with small.desk("t") as desk:
        assert desk.section("A").tables == {}


def test_names_are_never_markup(small: Site) -> None:
    small.post(f"{SMALL}/add", {"name": "<script>alert(1)</script>"})
    for url in (SMALL, f"{SMALL}/9", "/t/t/A/log", "/t/t/A/settings"):
        assert "<script>alert" not in small.get(url).text


def test_numbers_are_exchanged_with_a_reason_until_they_are_frozen(small: Site) -> None:
    text = small.get(f"{SMALL}/2").text
    assert "Exchange numbers" in text
    fields = {"other": "Player 003"}
    assert "reason" in told(small.post(f"{SMALL}/2/exchange", fields).text).lower()
    fields |= {"reason": "by lot"}
    assert "message asked" in told(small.post(f"{SMALL}/2/exchange", fields).text)
    text = small.post(f"{SMALL}/2/exchange", fields | {"proceed": "1"}).text
    assert "exchange their pairing numbers" in told(text)
    with small.desk("t") as desk:
        assert [one.id for one in desk.section("A").listed_players] == [1, 3, 2, 4, 5, 6, 7, 8]


def test_frozen_numbers_are_not_exchanged(site: Site) -> None:
    assert "Exchange numbers" not in site.get(f"{PLAYERS}/2").text
    late = site.post(f"{PLAYERS}/2/exchange", {"other": "1", "reason": "too late"}).text
    assert "message refused" in told(late)


def test_who_is_not_entitled_to_half_point_byes_is_marked(small: Site) -> None:
    text = small.post(f"{SMALL}/2/mark", {"mark": "half-point-byes", "on": "1"}).text
    assert "Not entitled to half-point byes." in text
    refused = small.post(f"{SMALL}/2/byes", {"kind": "h", "round": "2"}).text
    assert "not entitled to half-point byes" in told(refused)
    small.post(f"{SMALL}/2/mark", {"mark": "half-point-byes", "on": ""})
    assert "half-point bye in round 2" in told(
        small.post(f"{SMALL}/2/byes", {"kind": "h", "round": "2"}).text
    )
    assert "message refused" in told(small.post(f"{SMALL}/2/mark", {"mark": "x", "on": "1"}).text)


def test_an_expelled_player_leaves_the_standings_if_the_arbiter_says_so_on_the_page(
    site: Site,
) -> None:
    site.post(f"{PLAYERS}/6/expel", {"reason": "phone", "proceed": "1"})
    page = site.get(f"{PLAYERS}/6").text
    assert "Leave out of the standings" in page
    assert "Plays again" not in page  # it would be refused
    listed = site.get("/t/demo/A/standings?round=3").text
    assert 'id="p6"' in listed
    assert "(expelled)" in listed
    site.post(f"{PLAYERS}/6/mark", {"mark": "standings", "on": "1"})
    assert 'id="p6"' not in site.get("/t/demo/A/standings?round=3").text
    site.post(f"{PLAYERS}/6/mark", {"mark": "standings", "on": ""})
    assert 'id="p6"' in site.get("/t/demo/A/standings?round=3").text


def test_a_cancelled_registration_is_told_by_name(site: Site) -> None:
    """The player no longer exists then, and the id means nothing to users."""
    site.post(f"{PLAYERS}/add", {"name": "Rossi, Mario"})
    with site.desk() as desk:
        (late,) = set(desk.section("A").registrations) - set(desk.section("A").order)
    said = told(site.post(f"{PLAYERS}/{late}/remove").text)
    assert "The registration of Rossi, Mario is cancelled." in said
