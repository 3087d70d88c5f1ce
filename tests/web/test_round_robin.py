"""A round robin in the browser: every page of a section whose rounds are all published."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from crivello.desk import Desk, actions
from crivello.model.player import Player
from crivello.model.result import Result
from crivello.model.settings import Settings
from tests.web.conftest import Site, serve

URL = "/t/t/A"


def opened(
    folder: Path, players: int = 6, rounds: int = 5, tie_breaks: tuple[str, ...] = ("DE", "SB")
) -> Iterator[Site]:
    """Open a desk with this many players of two clubs, alternating, before round 1."""
    settings = Settings(name="Club", rounds=rounds, system="roundrobin", tie_breaks=tie_breaks)
    entries = tuple(
        Player(f"Player{n}", id=n, number=0, rating=2000 - n, tags=(("club", "AB"[n % 2]),))
        for n in range(1, players + 1)
    )
    with Desk.create(folder / "t.crivello", actions.OpenSection("A", settings)) as desk:
        desk.act(actions.Register("A", entries))
    yield from serve(folder)


@pytest.fixture
def six(tmp_path: Path) -> Iterator[Site]:
    yield from opened(tmp_path)


@pytest.fixture
def scheduled(six: Site) -> Site:
    """A desk at which all rounds are published, in the order of the list."""
    six.post(f"{URL}/schedule", {"method": "initial"})
    return six


def line(site: Site, url: str = f"{URL}/standings") -> str:
    """Return the line above the page, as text."""
    found = re.search(r'<section class="progress".*?</section>', site.get(url).text, re.S)
    return "" if found is None else " ".join(re.sub("<[^>]+>", "", found[0]).split())


def boards(site: Site) -> list[list[tuple[int, int]]]:
    with site.desk("t") as desk:
        return [[(g.white, g.black) for g in this.games] for this in desk.section("A").rounds]


@pytest.mark.parametrize("players", [5, 6])
def test_every_page_of_a_round_robin_opens(tmp_path: Path, players: int) -> None:
    settings = Settings(name="Club", rounds=5, system="roundrobin", tie_breaks=("DE", "SB"))
    entries = tuple(Player(f"P{n}", id=n, number=0, rating=2000 - n) for n in range(1, players + 1))
    with Desk.create(tmp_path / "t.crivello", actions.OpenSection("A", settings)) as desk:
        desk.act(actions.Register("A", entries))
        desk.act(actions.PublishSchedule("A", "lot", "7"))
        desk.act(actions.EnterResults("A", ((1, Result.WHITE_WINS),), 4))
    for site in serve(tmp_path):
        for page in (
            "round",
            "round/1",
            "round/4",
            "players",
            "standings",
            "crosstable",
            "cards",
            "schedule",
            "explain/4",
            "explain/4?depth=full",
            "explain/4/player?player=1",
            "explain/4/why-not?player=1&wish=3",
            "log",
            "settings",
            "files",
        ):
            assert site.get(f"/t/t/A/{page}").status_code == 200, page


# Lots


def test_lots_are_drawn_in_place_of_a_pairing(six: Site) -> None:
    text = six.get(f"{URL}/round").text
    assert "Draw lots and publish the schedule" in text
    assert "/round/1/pair" not in text
    assert "initial colour" not in text
    assert "Next: Draw lots and publish the schedule" in line(six)


def test_a_draw_with_a_seed_is_that_of_the_desk(six: Site) -> None:
    text = six.post(f"{URL}/schedule", {"method": "lot", "seed": "7"}).text
    assert "All 5 rounds are published; numbers by lot, seed 7." in text
    assert [len(one) for one in boards(six)] == [3] * 5
    with six.desk("t") as desk:
        drawn = desk.section("A").order
    assert drawn != (1, 2, 3, 4, 5, 6)
    assert "seed 7." in six.get(f"{URL}/schedule").text


def test_without_a_seed_the_desk_draws_one_and_shows_it(six: Site) -> None:
    six.post(f"{URL}/schedule", {"method": "lot"})
    assert re.search(r"numbers by lot, seed \d+\.", six.get(f"{URL}/schedule").text)


def test_numbers_by_hand_on_the_page(six: Site) -> None:
    six.post(f"{URL}/schedule", {"method": "hand", "numbers": "6, 5 4;3 2 1"})
    with six.desk("t") as desk:
        assert desk.section("A").order == (6, 5, 4, 3, 2, 1)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"method": "hand", "numbers": "1 2 2 3 4 5"}, "numbers of all 6 players"),
        ({"method": "hand", "numbers": "six"}, "is not a whole number"),
        ({"method": "apart"}, "say what makes a group"),
        ({"method": "varma", "by": "club", "seed": "blue"}, "for 9 to 24 players, not for 6"),
        ({"method": "apart", "by": "club", "last": "5", "seed": "blue"}, "players of A apart"),
        ({"method": "dice"}, "There is no draw"),
    ],
)
def test_a_refused_draw_comes_back_as_it_was_sent(
    six: Site, fields: dict[str, str], said: str
) -> None:
    answer = six.post(f"{URL}/schedule", fields)
    assert said in answer.text
    assert str(answer.url.path).endswith("/round/1")
    for name, value in fields.items():
        if name in ("seed", "numbers", "last"):
            assert re.search(rf'name="{name}"[^>]* value="{value}"', answer.text)
    if fields["method"] != "dice":
        assert re.search(rf'value="{fields["method"]}" selected', answer.text)
    assert boards(six) == []


def test_the_rounds_announced_must_be_those_of_the_table(tmp_path: Path) -> None:
    for site in opened(tmp_path, players=6, rounds=4):
        text = site.post(f"{URL}/schedule", {"method": "initial"}).text
        assert "With 6 players the table has 5 rounds: announce that many." in text


def test_a_club_is_kept_apart_at_the_end(tmp_path: Path) -> None:
    for site in opened(tmp_path):
        fields = {"method": "apart", "by": "club", "last": "1", "seed": "7"}
        text = site.post(f"{URL}/schedule", fields).text
        assert "Checked: in the last 1 rounds no two players of one group meet." in text
        assert all(white % 2 != black % 2 for white, black in boards(site)[-1])


def test_a_swiss_tournament_has_no_lots_and_no_schedule_in_its_menu(small: Site) -> None:
    assert "Draw lots" not in small.get(f"{URL}/round").text
    assert 'A/schedule"' not in small.get(f"{URL}/standings").text
    text = small.post(f"{URL}/schedule", {"method": "initial"}).text
    assert "Only a round robin" in text


# The schedule, and results in any order


def test_the_schedule_has_every_round_and_leads_to_each(scheduled: Site) -> None:
    text = scheduled.get(f"{URL}/schedule").text
    assert re.findall(r'<h2[^>]*><a href="/t/t/A/round/(\d)"', text) == list("12345")
    assert len(re.findall(r'href="/t/t/A/round/\d/board/\d"', text)) == 15
    assert '<a href="/t/t/A/schedule"' in scheduled.get(f"{URL}/round/3").text


def test_an_odd_field_has_a_free_player_in_each_round(tmp_path: Path) -> None:
    for site in opened(tmp_path, players=5):
        site.post(f"{URL}/schedule", {"method": "initial"})
        text = site.get(f"{URL}/schedule").text
        free = re.findall(r"free:.*?>(Player\d)<", text)
        assert sorted(free) == [f"Player{n}" for n in range(1, 6)]
        page = site.get(f"{URL}/round/1").text
        assert f">{free[0]}<" in page.partition("Not playing")[2]


def test_results_are_entered_in_any_round_and_a_postponed_game_stays_open(scheduled: Site) -> None:
    assert line(scheduled) == "Games played: 0 of 15. Next: Enter results"
    for number in (4, 2):
        assert "data-enter" in scheduled.get(f"{URL}/round/{number}").text
        for table in (1, 3):
            scheduled.post(f"{URL}/round/{number}/result", {"entry": f"{table} 1"})
    scheduled.post(f"{URL}/round/4/result", {"entry": "2 ="})
    said = line(scheduled)
    assert said.startswith("Games played: 5 of 15. Round 1: tables 1, 2, 3 are open.")
    assert "Round 2: table 2 is open." in said
    assert "Round 4" not in said
    assert "Round 5" not in said
    assert "data-enter" not in scheduled.get(f"{URL}/round/4").text
    assert 'aria-current="page">1<' in scheduled.get(f"{URL}/round").text


def test_a_result_that_stands_in_a_round_robin_is_corrected_with_a_reason(scheduled: Site) -> None:
    scheduled.post(f"{URL}/round/2/result", {"entry": "1 1"})
    text = scheduled.post(f"{URL}/round/2/result", {"entry": "1 0"}).text
    assert "Change it to" not in text
    assert "Correct" in scheduled.get(f"{URL}/round/2/board/1").text
    fields = {"result": "0", "reason": "the slip said so"}
    scheduled.post(f"{URL}/round/2/board/1/correct", fields)
    with scheduled.desk("t") as desk:
        assert desk.section("A").rounds[1].games[0].result is Result.BLACK_WINS


def test_the_schedule_is_taken_back_as_one_action(scheduled: Site) -> None:
    text = scheduled.get(f"{URL}/schedule").text
    found = re.search(r'href="/t/t/A/log/(\d+)/undo"', text)
    assert found
    assert scheduled.get(f"{URL}/log/{found[1]}/undo").status_code == 200
    scheduled.post(f"{URL}/log/undo", {"event": found[1], "reason": "drawn again"})
    assert boards(scheduled) == []
    assert "Draw lots" in scheduled.get(f"{URL}/round").text


# Tables


def test_the_crosstable_has_everybody_against_everybody_on_the_page(scheduled: Site) -> None:
    scheduled.post(f"{URL}/round/4/result", {"entry": "1 1"})
    text = scheduled.get(f"{URL}/crosstable").text
    assert "<h1>Crosstable</h1>" in text
    assert len(re.findall(r'<td class="against">', text)) == 36
    assert len(re.findall(r'<td class="against">×<', text)) == 6
    assert len(re.findall(r'<td class="against">·<', text)) == 28
    assert "Games played: 1 of 15." in text
    still = text.partition("Games still to be played")[2]
    assert len(re.findall(r'<td class="round n">', still)) == 28
    winner = boards(scheduled)[3][0][0]
    first = re.compile(r'<tbody>\s*<tr><td class="number n">(\d)<')
    ranked = scheduled.get(f"{URL}/crosstable?by=rank").text
    assert first.findall(ranked)[0] == str(winner)
    assert first.findall(text)[0] == "1"


def test_the_crosstable_is_printed_and_public_in_the_same_form(scheduled: Site) -> None:
    scheduled.post(f"{URL}/round/4/result", {"entry": "1 1"})
    for by in ("number", "rank"):
        text = scheduled.get(f"{URL}/print/crosstable?by={by}").text
        assert text.count("×") == 6
        assert "Games still to be played" in text
    assert "by rank" in scheduled.get(f"{URL}/print").text
    assert scheduled.get("/public/t/A/crosstable").text.count('<td class="against">×<') == 6


def test_a_swiss_crosstable_stays_as_it_was(site: Site) -> None:
    text = site.get("/t/demo/A/crosstable?by=rank").text
    assert "Crosstable after round 4" in text
    assert "by rank" not in text


def test_standings_count_what_is_entered_in_any_round(scheduled: Site) -> None:
    scheduled.post(f"{URL}/round/5/result", {"entry": "2 1"})
    winner = boards(scheduled)[4][1][0]
    text = scheduled.get(f"{URL}/standings").text
    assert "<h1>Standings</h1>" in text
    first = re.search(r'<tr id="p(\d)">(.*?)</tr>', text, re.S)
    assert first
    assert first[1] == str(winner)
    assert re.search(r'class="n pts">(<a[^>]*>)?1<', first[2])
    assert "14 games are still to be played; they do not count yet." in text
    assert "Standings after round 4" in scheduled.get(f"{URL}/standings?round=4").text


@pytest.mark.parametrize("chosen", ["swiss", "swiss-rated", "round-robin"])
def test_a_new_round_robin_has_tie_breaks_that_are_for_it(small: Site, chosen: str) -> None:
    fields = {"name": "Ring", "rounds": 5, "system": "roundrobin", "tie_breaks": chosen}
    small.post("/new", fields)
    with small.desk("ring") as desk:
        assert desk.section("A").settings.tie_breaks == ("DE", "WIN", "SB", "KS")


def test_points_before_a_round_are_those_of_the_games_played(scheduled: Site) -> None:
    scheduled.post(f"{URL}/round/1/result", {"entry": "1 1"})
    text = scheduled.get(f"{URL}/round/4").text.partition('id="boards"')[2]
    points = re.findall(r'<td class="pts">([^<]*)</td>', text)
    assert sorted(points) == ["0"] * 5 + ["1"]


def test_a_spreadsheet_has_the_crosstable_only(scheduled: Site) -> None:
    text = scheduled.get(f"{URL}/files/report/crosstable/csv").text
    assert len(text.splitlines()) == 7
    assert text.startswith("number,title,name,rating,against_1,")


def test_an_announced_tie_break_that_is_not_for_round_robins_is_left_out(tmp_path: Path) -> None:
    for site in opened(tmp_path, tie_breaks=("BH", "SB")):
        site.post(f"{URL}/schedule", {"method": "initial"})
        for page in ("standings", "crosstable", "print", "print/crosstable"):
            assert site.get(f"{URL}/{page}").status_code == 200
        text = site.get(f"{URL}/standings").text
        assert "BH is left out: it is not for round robins." in text
