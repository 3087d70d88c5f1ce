"""The projector view without a browser: one long page with all chosen parts."""

from __future__ import annotations

import re

from crivello.desk.actions import EnterResults
from crivello.model.result import Result
from tests.web.conftest import Site
from tests.web.test_tables import plain

SHOW = "/t/demo/A/hall/show"


def kinds(text: str) -> list[str]:
    return re.findall(r'data-kind="(\w+)"', text)


def test_what_is_shown_is_chosen(site: Site) -> None:
    assert kinds(site.get(SHOW).text) == ["boards", "names", "standings"]
    assert kinds(site.get(f"{SHOW}?what=standings&what=boards").text) == ["standings", "boards"]
    assert kinds(site.get(f"{SHOW}?what=nonsense").text) == ["boards", "names", "standings"]


def test_seconds_and_announcement(site: Site) -> None:
    text = site.get(f"{SHOW}?seconds=7&say=Coffee+%3Cb%3E").text
    assert 'data-seconds="7"' in text
    assert "Coffee &lt;b&gt;" in text
    assert 'data-seconds="2"' in site.get(f"{SHOW}?seconds=0").text
    assert 'data-seconds="12"' in site.get(f"{SHOW}?seconds=soon").text


def test_missing_results_are_announced(site: Site) -> None:
    assert "Results missing: tables 2, 5, 6, 7." in site.get(SHOW).text
    file = site.desktop.desks.file("demo")
    file.act(EnterResults("A", tuple((b, Result.DRAW) for b in (2, 5, 6))))
    assert "The result of table 7 is missing." in site.get(SHOW).text
    file.act(EnterResults("A", ((7, Result.DRAW),)))
    assert "All results are in." in site.get(SHOW).text
    assert "Standings after round 3" in site.get(SHOW).text
    assert "Standings after round 4" in site.get(f"{SHOW}?results=now").text


def test_results_wait_for_their_publication_unless_the_arbiter_chooses_otherwise(
    site: Site,
) -> None:
    assert "0 – 1" not in plain(site.get(f"{SHOW}?what=boards").text)
    assert "0 – 1" in plain(site.get(f"{SHOW}?what=boards&results=now").text)


def test_before_round_1_the_projector_says_what_will_come(small: Site) -> None:
    text = small.get("/t/t/A/hall/show").text
    assert "Round 1 is not published yet." in text
    assert "Pairings and standings appear here as soon as they are published." in text
