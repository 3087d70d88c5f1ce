"""The page Log: everything is told, and undone as the rules allow."""

from __future__ import annotations

import re

import pytest

from crivello.desk.events import TYPES
from crivello.desk.telling import telling
from crivello.web.log.routes import KINDS
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
    assert "Round 4, 11 Nancy – 7 Giorgia: 1-0." in text
    assert "Mario Held" in text


def test_every_kind_of_event_has_a_sentence_and_a_place_in_the_filter() -> None:
    kinds = {kind for _, all_ in KINDS.values() for kind in all_}
    assert set(telling.registry) - {object} == kinds
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
    assert "Action 40 is undone." in told(text)
    assert ">Redo<" in told(text)
    assert re.search(r'<tr id="e40" class="undone', text)
    text = site.post(f"{LOG}/redo").text
    assert "Action 40 is redone." in told(text)
    assert not re.search(r'<tr id="e40" class="undone', text)
    assert "told refused" in told(site.post(f"{LOG}/redo").text)


def test_an_earlier_one_asks_first_and_lists_what_would_fall(small: Site) -> None:
    small.post("/t/t/A/round/1/pair")
    text = small.post("/t/t/A/log/undo", {"event": 2}).text  # the registrations
    assert "would be undone with it" in told(text)
    assert "Round 1 is paired" in told(text)
    assert "Undo them all" in told(text)
    with small.desk("t") as desk:
        assert len(desk.section("A").registrations) == 8
    text = small.post("/t/t/A/log/undo", {"event": 2, "along": 1}).text
    assert "Actions 2, 4 are undone." in told(text)
    with small.desk("t") as desk:
        assert desk.section("A").registrations == {}


def test_a_publication_needs_a_case_and_a_reason(site: Site) -> None:
    page = site.post(f"{LOG}/undo", {"event": 37}).text
    assert "Undo action 37?" in page
    assert "C.04.2.D.10" in page
    assert re.findall(r'<span class="no">(\d+)</span>', page) == ["38", "39", "40"]
    fields = {"event": 37, "along": 1, "case": "chief arbiter"}
    assert "Undo action 37?" in site.post(f"{LOG}/undo", fields).text
    text = site.post(f"{LOG}/undo", fields | {"reason": "wrong results"}).text
    assert "Actions 37, 38, 39, 40 are undone." in told(text)
    assert "wrong results" in text
    with site.desk() as desk:
        assert len(desk.section("A").rounds) == 3


@pytest.mark.parametrize("event", [1, 0, 9999])
def test_what_cannot_be_undone_is_refused(site: Site, event: int) -> None:
    assert "told refused" in told(site.post(f"{LOG}/undo", {"event": event}).text)
    assert "told refused" in told(site.get(f"{LOG}/{event}/undo").text)


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
