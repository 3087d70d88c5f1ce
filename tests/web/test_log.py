"""The page *Log*: every action is listed, and can be undone as the rules allow."""

from __future__ import annotations

import re

import pytest

from crivello.desk import Desk
from crivello.desk.actions import EnterResults, PublishResults
from crivello.desk.descriptions import describe_event
from crivello.desk.events import TYPES
from crivello.desk.permissions import Device
from crivello.desk.roles import DeviceRole
from crivello.model.result import Result
from crivello.web.log.routes import KINDS
from tests.desk.desks import Clock, play
from tests.web.conftest import Site
from tests.web.test_round import told

LOG = "/t/demo/A/log"


def events(text: str) -> list[int]:
    return [int(one) for one in re.findall(r'<tr id="e(\d+)"', text)]


def last(site: Site) -> int:
    return site.desktop.desks.file("demo").snapshot.sequence


def test_every_event_is_told_newest_first(site: Site) -> None:
    text = site.get(LOG).text
    assert events(text) == list(range(last(site), 0, -1))
    nancy = '<a href="/t/demo/A/players/11">11 Nancy</a>'
    giorgia = '<a href="/t/demo/A/players/7">7 Giorgia</a>'
    assert f'Round 4, {nancy} – {giorgia}: <span class="unbroken">1-0</span>.' in text
    assert "Mario Held" in text


def test_every_kind_of_event_has_a_sentence_and_a_place_in_the_filter() -> None:
    kinds = {kind for _, all_ in KINDS.values() for kind in all_}
    assert set(describe_event.registry) - {object} == kinds
    assert set(TYPES.values()) == kinds


@pytest.mark.parametrize(
    ("query", "first"), [("kind=pairings", 37), ("q=nancy", 40), ("q=held&kind=settings", 4)]
)
def test_the_log_is_filtered(site: Site, query: str, first: int) -> None:
    found = events(site.get(f"{LOG}?{query}").text)
    assert found[0] == first
    assert len(found) < last(site)


def test_nothing_fits(site: Site) -> None:
    assert "No matches." in site.get(f"{LOG}?q=zugzwang").text


def test_the_last_action_is_undone_and_redone(site: Site) -> None:
    text = site.post(f"{LOG}/undo", {"event": 40}).text
    assert "Undone: “Table 4, 11 Nancy – 7 Giorgia: 1-0.”" in told(text)
    assert ">Redo<" in told(text)
    assert re.search(r'<tr id="e40" class="undone', text)
    text = site.post(f"{LOG}/redo").text
    assert "Redone: “Table 4, 11 Nancy – 7 Giorgia: 1-0.”" in told(text)
    assert not re.search(r'<tr id="e40" class="undone', text)
    assert "message refused" in told(site.post(f"{LOG}/redo").text)


def test_redo_is_offered_until_something_else_is_done(site: Site) -> None:
    assert 'id="redo"' in site.post(f"{LOG}/undo", {"event": 40}).text
    site.post("/t/demo/A/round/4/result", {"entry": "4 ="})
    assert 'id="redo"' not in site.get(LOG).text


def test_an_earlier_one_asks_first_and_lists_what_would_fall(small: Site) -> None:
    small.post("/t/t/A/round/1/pair")
    text = small.post("/t/t/A/log/undo", {"event": 2}).text  # the registrations
    assert "would be undone with it" in told(text)
    assert "Round 1 is paired" in told(text)
    assert "Undo them all" in told(text)
    with small.desk("t") as desk:
        assert len(desk.section("A").registrations) == 8
    text = small.post("/t/t/A/log/undo", {"event": 2, "along": 1}).text
    assert "Undone, with one more action: “8 players are registered.”" in told(text)
    with small.desk("t") as desk:
        assert desk.section("A").registrations == {}


def test_a_publication_needs_a_case_and_a_reason(site: Site) -> None:
    page = site.post(f"{LOG}/undo", {"event": 37}).text
    assert "Undo action 37?" in page
    assert "C.04.2.D.10" in page
    fallen = page.split("would be undone with it")[1].split("</ul>")[0]
    assert re.findall(r'<span class="no">(\d+)</span>', fallen) == ["38", "39", "40"]
    fields = {"event": 37, "along": 1, "case": "chief arbiter"}
    assert "Undo action 37?" in site.post(f"{LOG}/undo", fields).text
    text = site.post(f"{LOG}/undo", fields | {"reason": "wrong results"}).text
    assert "Undone, with 3 more actions: “Round 4 is published.”" in told(text)
    assert "wrong results" in text
    with site.desk() as desk:
        assert len(desk.section("A").rounds) == 3


def test_only_the_cases_that_can_apply_are_offered_beside_the_boards(site: Site) -> None:
    page = site.get(f"{LOG}/37/undo").text
    choice = re.search(r'<select id="f-case".*?</select>', page, re.S)
    assert choice
    assert re.findall(r'value="([^"]+)"', choice[0]) == ["chief arbiter"]
    assert re.findall(r'<tr id="t(\d+)"', page) == ["1", "2", "3", "4", "5", "6", "7"]
    assert "/board/1" not in page.split('id="boards"')[1].split("explain")[0]  # only to be read


def test_a_publication_that_was_a_slip_is_taken_back_at_once(small: Site) -> None:
    small.post("/t/t/A/round/1/pair")
    text = small.post("/t/t/A/round/1/publish").text
    event = re.search(r'name="event" value="(\d+)"', told(text))
    assert event
    assert f"/t/t/A/log/{event[1]}/undo" in text
    page = small.get(f"/t/t/A/log/{event[1]}/undo").text
    assert "Published less than 5 minutes ago" in page
    assert "f-case" not in page
    answer = small.post("/t/t/A/log/undo", {"event": event[1], "back": "/t/t/A/round/1"})
    assert answer.url.path == "/t/t/A/round/1"
    assert "Undone: “Round 1 is published.”" in told(answer.text)
    assert "no case is needed" in told(answer.text)
    assert "not published" in answer.text


def test_results_published_a_while_ago_need_a_reason(small: Site) -> None:
    with Desk.open(small.folder / "t.crivello", clock=Clock()) as desk:
        play(desk, 1)
        event = desk.act(PublishResults("A")).sequence
    page = small.post("/t/t/A/log/undo", {"event": event}).text
    assert f"Undo action {event}?" in page
    assert "Withdrawing published results needs a reason" in page
    fields = {"event": event, "reason": "the wrong slip"}
    assert "Undone: “" in told(small.post("/t/t/A/log/undo", fields).text)
    listed = small.get("/t/t/A/exceptions").text
    assert "The publication of the results of round 1 was withdrawn." in listed
    assert "the wrong slip" in listed


@pytest.mark.parametrize("event", [1, 0, 9999])
def test_what_cannot_be_undone_is_refused(site: Site, event: int) -> None:
    assert "message refused" in told(site.post(f"{LOG}/undo", {"event": event}).text)
    assert "message refused" in told(site.get(f"{LOG}/{event}/undo").text)


def test_an_answer_can_be_undone_from_where_it_stands(site: Site) -> None:
    text = site.post("/t/demo/A/round/4/result", {"entry": "2 ="}).text
    answer = told(text)
    event = re.search(r'name="event" value="(\d+)"', answer)
    back = re.search(r'name="back" value="([^"]+)"', answer)
    assert event
    assert back
    assert back[1] == "/t/demo/A/round/4"
    undone = site.post(f"{LOG}/undo", {"event": event[1], "back": back[1]})
    assert undone.url.path == "/t/demo/A/round/4"
    with site.desk() as desk:
        assert desk.section("A").rounds[-1].games[1].result is None


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "/t/other/A/round"])
def test_an_undo_leads_nowhere_else(site: Site, back: str) -> None:
    assert site.post(f"{LOG}/undo", {"event": 40, "back": back}).url.path == LOG


def test_the_file_is_checked(site: Site) -> None:
    text = site.post(f"{LOG}/verify").text
    assert "The file is intact: 40 events" in told(text)


def test_what_a_device_entered_is_taken_back_from_the_log(site: Site) -> None:
    tablet = Device(DeviceRole.DEPUTY, "tablet 2")
    with site.desk() as desk:
        desk.act(EnterResults("A", ((5, Result.DRAW),)), by=tablet)
        desk.act(EnterResults("A", ((6, Result.DRAW),)), by=tablet)
    file = site.desktop.desks.file("demo")
    file.look()
    file.submit(lambda desk: None).result()
    page = site.get("/t/demo/A/log").text
    assert "tablet 2 (deputy arbiter)" in page
    assert "<option>tablet 2</option>" in page
    asked = site.get("/t/demo/A/log/device?device=tablet+2&since=").text
    assert "Undo everything that tablet 2 entered?" in asked
    assert "is not a time of day" in site.get("/t/demo/A/log/device?device=x&since=soon").text
    assert "nothing to undo" in site.get("/t/demo/A/log/device?device=x").text
    site.post("/t/demo/A/log/device", {"device": "tablet 2", "along": "1"})
    games = site.desktop.desks.file("demo").snapshot.section("A").rounds[3].games
    assert [game.result for game in games[4:6]] == [None, None]


def test_a_replaced_result_is_shown_with_what_was_there_before(site: Site) -> None:
    with site.desk("demo") as desk:
        desk.act(EnterResults("A", ((1, Result.DRAW),)))
        desk.act(EnterResults("A", ((1, None),)))
        desk.act(EnterResults("A", ((1, Result.WHITE_WINS),)))
    rows = re.findall(r'<tr id="e\d+".*?</tr>', site.get(LOG).text, re.S)
    told_before = [re.findall(r"before: ([^<]+)<", row) for row in rows[:4]]
    assert told_before == [["no result"], ["½-½"], ["0-1"], []]


def test_only_the_last_actions_have_a_button_and_the_others_a_page_that_asks(site: Site) -> None:
    text = site.get(LOG).text
    rows = re.findall(r'<tr id="e(\d+)".*?</tr>', text, re.S)
    buttons = re.findall(r'<tr id="e(\d+)"(?:(?!</tr>).)*<button', text, re.S)
    assert buttons == rows[:5]
    link = re.search(r'href="(/t/demo/A/log/20/undo)"', text)
    assert link
    assert "Undo action 20?" in site.get(link[1]).text


def test_the_log_is_filtered_by_who_did_it(site: Site) -> None:
    with Desk.open(site.folder / "demo.crivello", actor="Deputy Dora") as desk:
        desk.act(EnterResults("A", ((2, Result.DRAW),)))
        count = len(desk.log)
    text = site.get(LOG).text
    assert re.findall(r"<option>([^<]+)</option>", text) == ["Deputy Dora", "Mario Held"]
    assert events(site.get(f"{LOG}?who=Deputy%20Dora").text) == [count]
