"""A refusal on a page names the next step, and links to the page where it is done."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.requests import Request

from crivello.cli.errors import TYPED
from crivello.desk.actions import Expel
from crivello.model.errors import Remedy, RemedyKind
from crivello.web.advice import ADVICE, BESIDE, TITLES
from crivello.web.guard import User
from crivello.web.public.view import PublicPage
from crivello.web.view import SectionPage
from tests.desk import matches
from tests.desk.desks import A
from tests.web.conftest import Site, serve
from tests.web.test_round import told

T = "/t/demo/A"


def test_every_remedy_has_its_advice_or_stands_beside_the_form() -> None:
    assert ADVICE.keys() | BESIDE == set(RemedyKind)
    assert not ADVICE.keys() & BESIDE
    assert TYPED.keys() == set(RemedyKind)


@pytest.mark.parametrize("path", sorted({one.page for one in ADVICE.values()} - {""}))
def test_the_page_of_an_advice_is_there(site: Site, path: str) -> None:
    heading = re.search(r"<h1>(.*?)</h1>", site.get(f"{T}/{path}").text, re.S)
    assert heading is not None
    assert TITLES[path] in heading[1]


def test_a_refusal_leads_to_the_page_of_its_remedy(site: Site) -> None:
    text = told(site.post(f"{T}/players/3/byes", {"round": 5, "kind": "f"}).text)
    assert "Full-point byes are off" in text
    assert f'Change it on the page “Settings”. <a href="{T}/settings">Settings</a>' in text


def test_it_does_so_in_italian(site: Site) -> None:
    url = f"{T}/players/3/byes?lang=it"
    text = told(site.post(url, {"round": 5, "kind": "f"}).text)
    assert f'nella pagina «Impostazioni». <a href="{T}/settings">Impostazioni</a>' in text


def test_what_is_undone_in_the_log_leads_there(site: Site) -> None:
    site.desktop.desks.file("demo").act(Expel(A, (3,)), "cheating")
    text = told(site.post(f"{T}/players/3/return").text)
    assert "was expelled" in text
    assert f'Undo it on the page “Log”. <a href="{T}/log">Log</a>' in text


@pytest.mark.parametrize("headers", [{}, {"x_fragment": "1"}])
def test_where_it_is_done_it_is_not_said(site: Site, headers: dict[str, str]) -> None:
    text = site.post(f"{T}/round/4/publish-results", {}, **headers).text
    assert "results are missing" in text
    assert "on the page of the round" not in text


def test_results_that_the_next_round_waits_for_are_entered_on_the_last(site: Site) -> None:
    text = told(site.post(f"{T}/round/5/pair").text)
    assert "results are missing" in text
    assert f'Enter results on the page of the round. <a href="{T}/round">Round</a>' in text


@pytest.mark.parametrize(
    ("kind", "arbiter", "led"),
    [(SectionPage, True, True), (SectionPage, False, False), (PublicPage, True, False)],
)
def test_only_the_arbiter_is_led_and_only_at_the_desk(
    site: Site, kind: type[SectionPage], arbiter: bool, led: bool
) -> None:
    scope = {"type": "http", "app": site.app, "method": "GET", "path": "/", "query_string": b""}
    request = Request(scope | {"headers": []})
    request.state.user = User(arbiter=arbiter)
    advice = kind(request, "demo", A).advice(Remedy(RemedyKind.CHANGE_SETTING, "rounds", "5"))
    assert (advice is not None) == led


def test_a_page_beside_that_of_the_round_leads_to_it(site: Site) -> None:
    form = {"rearrangement": "swap", "one": 11, "other": 3, "case": "chief arbiter", "reason": "x"}
    text = told(site.post(f"{T}/round/4/change", form).text)
    assert "has a result" in text
    assert f'Delete it on the page of the round. <a href="{T}/round">Round</a>' in text


def test_teams_are_found_on_the_page_of_teams(tmp_path: Path) -> None:
    matches.league(tmp_path).close()
    for site in serve(tmp_path):
        site.post("/t/t/A/players/1/byes", {"round": 1, "kind": "z"})
        text = told(site.post("/t/t/A/round/1/by-hand", {"boards": "1-2"}).text)
        assert "cancel it before giving them a game" in text
        assert 'on the page of the team. <a href="/t/t/A/players">Teams</a>' in text
