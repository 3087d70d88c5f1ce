"""Standings with their working, statistics, crosstable and player cards."""

from __future__ import annotations

import re
from html import unescape

import pytest

from bench.pages import write
from crivello.desk.actions import EnterResults, PublishResults
from crivello.model.result import Result
from crivello.standings.standings import standings
from tests.web.conftest import Site
from tests.web.test_settings import filled

BASE = "/t/demo/A"


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", text)))


def numbers(text: str) -> list[int]:
    return [int(one) for one in re.findall(r'<tr id="p(\d+)"', text)]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_standings_are_those_of_the_rules(site: Site, number: int) -> None:
    with site.desk() as desk:
        expected = standings(desk.tournament("A"), number)
    text = site.get(f"{BASE}/standings?round={number}").text
    assert numbers(text) == [row.player.number for row in expected.rows]
    assert f"Standings after round {number}" in text


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("path", ["standings", "crosstable", "cards/5", "standings/player/5"])
def test_points_are_written_as_players_write_them(site: Site, path: str, language: str) -> None:
    text = site.get(f"{BASE}/{path}?lang={language}").text
    assert " 2½ " in plain(text)
    columns = [plain(one).strip() for one in re.findall(r'<td class="n pts">(.*?)</td>', text)]
    assert all(re.fullmatch(r"\d*½?", one) for one in columns)
    assert len(columns) == 14 or path not in ("standings", "crosstable")


@pytest.mark.parametrize(("wanted", "white"), [("handbook", "W"), ("local", "B")])
def test_colours_have_the_letters_of_the_language_if_the_user_wants_them(
    site: Site, monkeypatch: pytest.MonkeyPatch, wanted: str, white: str
) -> None:
    monkeypatch.setenv("CRIVELLO_LETTERS", wanted)
    english, italian = (
        re.findall(r"\d([WBN])[↓↑]?[+=-] ", plain(site.get(f"{BASE}/crosstable?lang={one}").text))
        for one in ("en", "it")
    )
    assert set(english) == {"W", "B"}
    assert [letter == white for letter in italian] == [letter == "W" for letter in english]


def test_standings_are_after_the_last_complete_round(site: Site) -> None:
    assert "Standings after round 3" in site.get(f"{BASE}/standings").text
    assert site.get(f"{BASE}/standings?round=5").status_code == 404
    assert "4 games are open" in site.get(f"{BASE}/standings?round=4").text


PAGES = ("standings", "standings/player/5", "statistics", "crosstable")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_says_that_it_is_provisional(site: Site, path: str) -> None:
    for number, marked in ((3, False), (4, True)):
        text = site.get(f"{BASE}/{path}?round={number}").text
        assert ("Provisional: 4 games have no final result." in text) == marked
    assert "Provvisorio: 4 partite" in site.get(f"{BASE}/{path}?round=4&lang=it").text


def test_a_category_is_ranked_by_itself(site: Site) -> None:
    text = site.get(f"{BASE}/standings?category=title%3DGM").text
    assert numbers(text) == [1]
    rated = numbers(site.get(f"{BASE}/standings?low=2300&high=2400").text)
    with site.desk() as desk:
        players = {p.number: p.rating or 0 for p in desk.tournament("A").players}
    assert sorted(rated) == [n for n, rating in players.items() if 2300 <= rating <= 2400]
    text = site.get(f"{BASE}/standings?category=nonsense").text
    assert "is not a category" in unescape(text)
    assert len(numbers(text)) == 14


def test_tie_breaks_that_separate_nobody_can_be_hidden(site: Site) -> None:
    page = site.get("/t/demo/A/standings?round=3").text
    assert "Hide tie-breaks that make no difference" in page
    few = site.get("/t/demo/A/standings?round=3&columns=deciding").text
    assert "Not shown because they separate no players" in few
    assert "Show all tie-breaks" in few
    assert ">DE</th>" in page
    assert ">DE</th>" not in few
    assert ">SB</th>" in few
    assert "/print/standings?round=3&amp;columns=deciding" in few


def test_they_can_be_hidden_on_paper_and_in_public_too(site: Site) -> None:
    assert "columns=deciding" in site.get("/t/demo/A/print?round=3").text
    for address in ("/t/demo/A/print/standings", "/public/demo/A/standings"):
        whole = site.get(f"{address}?round=3").text
        few = site.get(f"{address}?round=3&columns=deciding").text
        assert ">DE</th>" in whole
        assert ">DE</th>" not in few
        assert "Not shown because they separate no players" in few
    assert "Hide tie-breaks that make no difference" in site.get("/public/demo/A/standings").text


def test_standings_without_tie_breaks_say_so(site: Site) -> None:
    fields = filled(site.get("/t/demo/A/settings").text, "/t/demo/A/settings/rules")
    fields |= {"tie_break_list": "none", "proceed": "1"}  # an exception after the start
    site.post("/t/demo/A/settings/rules", fields)
    page = site.get("/t/demo/A/standings").text
    assert 'href="/t/demo/A/settings#tie-breaks">Choose tie-breaks' in page


def test_every_term_of_a_value_is_shown(site: Site) -> None:
    text = site.get(f"{BASE}/standings/player/3?round=3").text
    said = plain(text)
    assert "BH/C1 Buchholz, cut 1" in said
    for opponent in ("10 Marco", "6 Francesco", "4 Davide"):
        assert opponent in said
    assert '<tr class="cut">' in text
    assert site.get(f"{BASE}/standings/player/99").status_code == 404


def test_why_one_is_above_another(site: Site) -> None:
    said = plain(site.get(f"{BASE}/standings/why?one=5&two=2&round=3").text)
    assert "2 Bruno is above 5 Elisa: they are level in" in said
    assert "Choose two players." in site.get(f"{BASE}/standings/why?one=5&two=5").text
    assert "Choose two players." in site.get(f"{BASE}/standings/why?one=x&two=77").text


def test_large_parts_are_sent_only_when_they_have_changed(site: Site) -> None:
    def again(path: str, state: str) -> int:
        url = f"{BASE}/{path}?have={state}"
        return site.client.get(url, headers={"hx-request": "true"}).status_code

    states = {}
    for path in ("standings", "crosstable"):
        found = re.search(r"have=(\w+)", site.get(f"{BASE}/{path}").text)
        assert found
        states[path] = found[1]
        assert again(path, found[1]) == 204
    site.post(f"{BASE}/round/4/result", {"entry": "2 ="})
    assert again("crosstable", states["crosstable"]) == 200
    assert again("standings", states["standings"]) == 204  # those after round 3 have not changed


def test_an_open_game_is_no_draw_in_the_crosstable_and_on_the_card(site: Site) -> None:
    text = plain(site.get(f"{BASE}/crosstable").text)
    assert "4B↓?" in text
    card = plain(site.get(f"{BASE}/cards/5").text)
    assert "Points: 2½ without the game in progress" in card
    assert "no result yet" in card
    with site.desk() as desk:
        desk.act(EnterResults("A", ((2, Result.BLACK_WINS),)))
    site.desktop.desks.file("demo").submit(lambda desk: desk.refresh()).result()
    assert "Points: 3½" in plain(site.get(f"{BASE}/cards/5").text)


def test_cards_are_found_by_name_and_number(site: Site) -> None:
    assert str(site.get(f"{BASE}/cards?name=ELÌ").url).endswith("/cards/5")
    assert str(site.get(f"{BASE}/cards?name=12").url).endswith("/cards/12")
    assert str(site.get(f"{BASE}/cards?name=lisa").url).endswith("/cards/5")
    assert "No player is called Zed." in site.get(f"{BASE}/cards?name=Zed").text
    assert len(re.findall('class="one-card"', site.get(f"{BASE}/cards/all").text)) == 14


def test_all_cards_of_a_large_open_come_in_parts(site: Site) -> None:
    write(site.folder / "open.crivello", 250)
    numbers: list[str] = []
    for part in (1, 2, 3):
        text = site.get(f"/t/open/A/cards/all?part={part}").text
        numbers += re.findall(r'id="c(\d+)"', text)
        assert re.findall(r'aria-current="page">([^<]*–[^<]*)<', text)[0].startswith(
            f"{100 * part - 99}–"
        )
    assert numbers == [str(number) for number in range(1, 251)]
    assert site.get("/t/open/A/cards/all?part=4").status_code == 404
    assert site.get("/t/open/A/cards/all?part=0").status_code == 404


def test_unpublished_results_leave_the_public_pages_as_they_are(site: Site) -> None:
    """A browser that asks whether the page has changed gets an empty answer, at no cost."""
    desk = site.desktop.desks.file("demo")
    paths = ("/public/demo/A", "/public/demo/A/names", "/public/demo/A/crosstable")
    have = [re.search(r"have=(\w+)", site.get(path).text) for path in paths]
    before = desk.snapshot.lasting_values()[("published", "A")].value
    desk.act(EnterResults("A", ((2, Result.BLACK_WINS),)))
    for path, found in zip(paths, have, strict=True):
        assert found is not None
        asked = site.get(f"{path}?have={found[1]}", **{"hx-request": "true"})
        assert asked.status_code == 204
    assert desk.snapshot.lasting_values()[("published", "A")].value is before
    desk.act(EnterResults("A", tuple((board, Result.DRAW) for board in (5, 6, 7))))
    desk.act(PublishResults("A"))
    changed = site.get(f"{paths[0]}?have={have[0] and have[0][1]}", **{"hx-request": "true"})
    assert changed.status_code == 200


def test_before_the_first_round_every_page_says_so(small: Site) -> None:
    for path, coming in (
        ("standings", "Ranks, points and tie-breaks will appear here"),
        ("crosstable", "Opponents, colours and results will appear here"),
        ("statistics", "Wins, draws and upsets will appear here"),
    ):
        assert coming in small.get(f"/t/t/A/{path}").text
    for path in ("cards", "cards/1", "cards/all", "hall", "hall/show", "print"):
        assert small.get(f"/t/t/A/{path}").status_code == 200
    assert small.get("/t/t/A/standings/player/1").status_code == 404


def test_statistics(site: Site) -> None:
    said = plain(site.get(f"{BASE}/statistics?round=3").text)
    assert "Statistics after round 3" in said
    assert "Draws:" in said


def test_the_list_of_tournaments_says_what_is_missing(site: Site) -> None:
    assert "Results missing: tables 2, 5, 6, 7." in site.get("/").text
    assert "Mancano i risultati dei tavoli 2, 5, 6, 7." in site.get("/?lang=it").text
