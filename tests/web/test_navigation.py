"""The frame of all pages: the menu, and the line that states what is done, missing and next."""

from __future__ import annotations

import re

import pytest

from crivello.web.menu import MENU
from crivello.words import COMPLETE_LANGUAGES, Language
from tests.web.conftest import Site

STANDINGS = "/t/t/A/standings"


def line(site: Site, url: str = STANDINGS) -> str:
    """Return the line above the page, as text."""
    found = re.search(r'<section class="progress".*?</section>', site.get(url).text, re.S)
    return "" if found is None else " ".join(re.sub("<[^>]+>", "", found[0]).split())


def test_the_pages_stand_in_groups_and_each_once(site: Site) -> None:
    text = site.get("/t/demo/A/crosstable").text
    menu = re.search(r'<nav class="menu".*?</nav>', text, re.S)
    assert menu
    assert re.findall(r'<span class="label"[^>]*>(\w+)', menu[0]) == [title for title, _ in MENU]
    links = re.findall(r'<li><a href="/t/demo/A/(\w+)"', menu[0])
    assert links == [path for _, pages in MENU for path, _ in pages]
    assert re.findall(r'<a href="[^"]*/(\w+)" aria-current="page"', menu[0]) == ["crosstable"]
    assert re.findall(r'<a class="label"[^>]*aria-current="true">(\w+)', menu[0]) == ["After"]
    for path in links:
        assert site.get(f"/t/demo/A/{path}").status_code == 200


def test_a_page_beside_the_menu_has_its_place_in_it(site: Site) -> None:
    text = site.get("/t/demo/A/statistics").text
    assert re.search(r'/standings" aria-current="page"', text)


@pytest.mark.parametrize("language", Language)
def test_the_menu_of_languages_has_all_and_marks_the_chosen_one_and_drafts(
    site: Site, language: Language
) -> None:
    text = site.get(f"/t/demo/A/crosstable?lang={language.value}").text
    assert f'<html lang="{language.value}"' in text
    menu = re.search(r'<details class="menu-box" id="languages".*?</details>', text, re.S)
    assert menu
    assert re.findall(r'href="[^"]*lang=(\w+)"', menu[0]) == [one.value for one in Language]
    assert re.findall(r'hreflang="(\w+)" aria-current="true"', menu[0]) == [language.value]
    drafts = [one for one in Language if one.draft]
    assert menu[0].count('class="dim"') == len(drafts)
    assert f">{language.own_name}</summary>" in menu[0]


@pytest.mark.parametrize(
    ("theme", "named"), [("auto", "as the system"), ("light", "light"), ("dark", "dark")]
)
def test_the_menu_of_themes_names_the_state_it_is_in(site: Site, theme: str, named: str) -> None:
    text = site.get(f"/t/demo/A/crosstable?theme={theme}").text
    menu = re.search(r'<details class="menu-box" id="themes".*?</details>', text, re.S)
    assert menu
    assert f"<summary>Theme: {named}</summary>" in menu[0]
    assert re.findall(r'theme=(\w+)" aria-current="true"', menu[0]) == [theme]
    assert f'data-theme="{theme}"' in text


def test_a_browser_gets_a_complete_language_and_a_draft_when_it_is_chosen(site: Site) -> None:
    page = "/t/demo/A/crosstable"
    accepted = {"accept-language": "es, it;q=0.5"}
    assert Language.ES not in COMPLETE_LANGUAGES
    assert '<html lang="it"' in site.client.get(page, headers=accepted).text
    assert '<html lang="es"' in site.client.get(f"{page}?lang=es", headers=accepted).text


def test_a_demonstration_says_so(site: Site) -> None:
    for url in ("/", "/t/demo/A/standings", "/public/demo/A"):
        assert "Demonstration" in site.get(url).text


def test_no_other_tournament_is_a_demonstration(small: Site) -> None:
    for url in ("/", STANDINGS):
        assert "Demonstration" not in small.get(url).text


def test_the_line_follows_a_tournament_from_the_first_player_to_the_last_result(
    small: Site,
) -> None:
    url = "/t/t/A/round"
    assert line(small) == "8 players registered. 8 not confirmed. Next: Pair round 1"
    small.post("/t/t/A/players/several", {"choice": "c", "player": 1})
    assert "7 not confirmed." in line(small)
    small.post(f"{url}/1/pair")
    assert line(small) == "Round 1 of 5 is paired, not published. Next: Publish round 1"
    small.post(f"{url}/1/publish")
    assert line(small) == "Round 1 of 5: 0 of 4 results. Next: Enter results"
    for table in (1, 2):
        small.post(f"{url}/1/result", {"entry": f"{table} 1"})
    said = "Round 1 of 5: 2 of 4 results. Results missing: tables 3, 4. Next: Enter results"
    assert line(small) == said
    small.post(f"{url}/1/result", {"entry": "3 1"})
    text = small.get(f"{url}/1/no-shows").text
    player = re.findall(r'name="player" value="(\d+)"', text)[0]
    small.post(f"{url}/1/no-shows", {"player": player})
    assert "One player who lost by forfeit has not said whether to continue." in line(small)
    assert "Next: Ask who continues" in line(small)
    small.post(f"{url}/1/answer", {"player": player, "plays": "on"})
    said = "Round 1 of 5: all results are in. They are not published yet. Next: Pair round 2"
    assert line(small) == said
    small.post(f"{url}/1/publish-results")
    assert line(small) == "Round 1 of 5: all results are in. Next: Pair round 2"


def test_the_line_leads_to_the_page_of_the_step(small: Site) -> None:
    text = small.get(STANDINGS).text
    assert 'Next: <a href="/t/t/A/round/1">Pair round 1</a>' in text
    small.post("/t/t/A/log/undo", {"event": 2})  # the registrations
    assert 'Next: <a href="/t/t/A/players">Add players</a>' in small.get(STANDINGS).text


@pytest.mark.parametrize(
    ("url", "there"),
    [
        ("/t/demo/A/round/3", True),
        ("/t/demo/A/round/4", False),  # it has the next step itself
        ("/t/demo/A/round/4/board/2", True),
        ("/public/demo/A", False),
        ("/", False),
    ],
)
def test_where_the_line_stands(site: Site, url: str, there: bool) -> None:
    assert bool(line(site, url)) == there


def test_the_line_is_asked_for_alone_when_something_changes(site: Site) -> None:
    text = site.get("/t/demo/A/round/progress").text
    assert "3 of 7 results" in text
    assert "<html" not in text


def test_the_manual_is_the_help_of_the_desk(small: Site) -> None:
    page = small.get("/help").text
    assert "The arbiter&#39;s manual" in page or "The arbiter's manual" in page
    assert 'href="#a-round"' in page
    assert 'href="/help"' in small.get("/").text
    assert "Il manuale dell'arbitro" in small.get("/help?lang=it").text
