"""Teams and matches of two games in the browser: every page and every form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from crivello.desk import actions as a
from crivello.model.result import Result
from crivello.words import COMPLETE_LANGUAGES, Language, say
from tests.desk import matches
from tests.desk.desks import A
from tests.web.conftest import Site, hidden, serve

URL = "/t/t/A"
PAGES = (
    "round", "round/1", "round/1/board/1", "round/2", "round/1/no-shows", "round/1/change",
    "players", "players?by=name", "players/1", "settings", "explain", "explain/1/board/1", "log",
    "exceptions", "standings", "crosstable", "cards", "prizes", "end", "files",
    "hall", "network", "print", "statistics",
)  # fmt: skip


@pytest.fixture
def league(tmp_path: Path) -> Iterator[Site]:
    """A desk with four teams of three players at two boards, before round 1."""
    matches.league(tmp_path).close()
    yield from serve(tmp_path)


@pytest.fixture
def published(league: Site) -> Site:
    league.post(f"{URL}/round/1/pair", {})
    league.post(f"{URL}/round/1/publish", {})
    return league


OF_PEOPLE = (
    "Players in board order, one per line",
    "One row for each player; a column names the team, and the order of the rows is the board "
    "order.",
    "Players by board",
    "These prizes are for the teams, by the standings. For board prizes see the players by board:",
    "Event, arbiters, schedule, players by federation and title, exceptions.",
    "Players from a file or a rating list",
)
LABELS = {"standings": "Player", "log": "Players"}
"""A column of the players by board, a kind of events."""
PLAYERS = {Language.EN: r"(?i)\bplayers?\b(?! \d)", Language.IT: r"(?i)\bgiocator[ei]\b"}


def of_players(html: str, page: str, language: Language) -> list[str]:
    """Yield the words for players, in text or in labels read aloud, that do not mean people."""
    people = [say(one, language) for one in OF_PEOPLE]
    label = say(LABELS[page], language) if page in LABELS else None
    body = re.sub(r"(?s)<(script|style)\b.*?</\1>", "", html)
    texts = re.findall(r">([^<>]+)<", body)
    texts += re.findall(r'\b(?:alt|aria-label|placeholder|title)="([^"]+)"', body)
    found = []
    for text in (" ".join(unescape(one).split()) for one in texts):
        allowed = text == label or any(one in text for one in people)
        if re.search(PLAYERS[language], text) and not allowed:
            found.append(text)
    return found


def text_of(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html).split())


@pytest.mark.parametrize("two_games", [False, True])
def test_every_page_opens(tmp_path: Path, two_games: bool) -> None:
    """On no page are teams called players: the word is used for people only."""
    with matches.double_swiss(tmp_path) if two_games else matches.league(tmp_path) as desk:
        matches.play(desk, 1)
        matches.publish(desk)
    for site in serve(tmp_path):
        for language in COMPLETE_LANGUAGES:
            for page in PAGES:
                number = "2" if "no-shows" in page or "change" in page else None
                where = page.replace("/1/", f"/{number}/") if number else page
                mark = "&" if "?" in where else "?"
                found = site.get(f"{URL}/{where}{mark}lang={language.value}")
                assert found.status_code == 200, where
                if not two_games:
                    assert of_players(found.text, page, language) == [], where


def test_a_round_of_teams_is_compared_with_no_system_for_players(published: Site) -> None:
    text = published.get(f"{URL}/explain/1").text
    assert "Why not?" in text
    assert "f-edition" not in text


def test_a_team_is_typed_and_changed(league: Site) -> None:
    members = "Rossi, Anna; 2105; 812345\nVerdi, Ugo 2001"
    data = {"team_name": "Lions", "captain": "Neri", "team_rating": "", "members": members}
    assert "Lions" in league.post(f"{URL}/players/add-team", data).text
    with league.desk("t") as desk:
        (lions,) = (one.id for one in desk.section(A).listed_players if one.name == "Lions")
        kept = desk.section(A).registration(lions)
        assert [one.name for one in kept.members] == ["Rossi, Anna", "Verdi, Ugo"]
        assert kept.player.rating == 2053
    page = league.get(f"{URL}/players/{lions}").text
    assert "Rossi, Anna; 2105; 812345" in page
    swapped = {**data, "members": "Verdi, Ugo\nRossi, Anna", "team_rating": "2200"}
    league.post(f"{URL}/players/{lions}/team", swapped)
    with league.desk("t") as desk:
        after = desk.section(A).registration(lions)
        assert [one.id for one in after.members] == [one.id for one in kept.members[::-1]]
        assert after.members[1].fide_id == 812345
        assert after.player.rating == 2200


def test_what_was_typed_of_a_team_is_not_lost(league: Site) -> None:
    data = {"team_name": "", "captain": "Neri", "team_rating": "", "members": "Rossi"}
    answer = league.post(f"{URL}/players/add-team", data).text
    assert "A team needs a name." in answer
    assert "Neri" in answer
    assert "Rossi" in answer


def test_a_line_up_is_chosen(published: Site) -> None:
    with published.desk("t") as desk:
        team = desk.section(A).rounds[0].games[0].white
        members = [one.id for one in desk.section(A).registration(team).members]
    assert "Line-up for round 1" in published.get(f"{URL}/players/{team}").text
    seats = {"round": "1", "seat-1": str(members[0]), "seat-2": str(members[2])}
    published.post(f"{URL}/players/{team}/lineup", seats)
    with published.desk("t") as desk:
        assert desk.section(A).rounds[0].lineups[team] == (members[0], members[2])
    wrong = {"round": "1", "seat-1": str(members[2]), "seat-2": str(members[0])}
    refused = published.post(f"{URL}/players/{team}/lineup", wrong)
    assert "not in the board order" in refused.text


def test_results_are_typed_by_board_and_by_match(published: Site) -> None:
    first = published.post(f"{URL}/round/1/result", {"entry": "1.1 1"})
    assert "1 – 0" in text_of(first.text)
    published.post(f"{URL}/round/1/result", {"entry": "2 = 0"})
    with published.desk("t") as desk:
        one, two = desk.section(A).rounds[0].games
        assert one.result is None
        assert two.result is not None
    wrong = published.post(f"{URL}/round/1/result", {"entry": "9.1 1"})
    assert "no table 9" in text_of(wrong.text)
    pressed = {"board": "1", "result": "1"}
    assert "is a match" in text_of(published.post(f"{URL}/round/1/result", pressed).text)


def test_a_match_is_entered_and_corrected_on_its_page(published: Site) -> None:
    page = published.get(f"{URL}/round/1/board/1").text
    assert page.count("<select") >= 2
    both = {"result-1": "1", "result-2": "="}
    published.post(f"{URL}/round/1/board/1", both)
    same = {"result-1": "1", "result-2": "="}
    assert "Nothing" in published.post(f"{URL}/round/1/board/1", same).text
    published.post(f"{URL}/round/1/board/2", both)
    published.post(f"{URL}/round/1/publish-results", {})
    assert "Correct the result" in published.get(f"{URL}/round/1/board/1").text
    correction = {"game": "1", "result": "0", "reason": "the sheet"}
    published.post(f"{URL}/round/1/board/1/correct", correction)
    with published.desk("t") as desk:
        assert desk.tournament(A).round(1).games[0].result is not None
        found = desk.section(A).rounds[0].boards[0][0]
        assert found is not None
        assert found.result is not None
        assert found.result.figures == "0-1"


def test_a_table_with_a_column_of_teams_is_imported(league: Site) -> None:
    rows = "Name,Rating,Team\nRossi,2100,Lions\nVerdi,2000,Lions\nNeri,1900,Bears\n"
    upload = league.client.post(
        f"{URL}/players/import/upload",
        params={"csrf": league.csrf},
        files={"file": ("players.csv", rows.encode(), "text/csv")},
        follow_redirects=True,
    )
    key = re.search(r'name="key" value="([^"]+)"', upload.text)
    assert key is not None
    league.post(f"{URL}/players/import", {"key": key[1], "choice": "register"})
    with league.desk("t") as desk:
        names = {one.name for one in desk.section(A).listed_players}
        assert {"Lions", "Bears"} <= names


def test_boards_and_match_points_are_settings(league: Site) -> None:
    page = league.get(f"{URL}/settings").text
    assert 'name="boards"' in page
    assert 'name="lineup_order"' in page
    assert "MPTS" in page


def boards_of(site: Site, match: int = 1) -> list[str]:
    """Return the results of the boards, from the side named first."""
    with site.desk("t") as desk:
        this = desk.section(A).rounds[0]
        seen = this.table(match).results
        return ["" if one is None else one.figures for one in seen]


def test_before_a_result_of_a_board_is_replaced_both_are_shown(published: Site) -> None:
    url = f"{URL}/round/1/result"
    published.post(url, {"entry": "1.1 1"})
    asked = published.post(url, {"entry": "1.1 0"})
    assert "Table 1.1" in text_of(asked.text)
    assert "1-0 is entered. Change it to 0-1?" in text_of(asked.text)
    assert boards_of(published) == ["1-0", ""]
    fields = hidden(asked.text)
    assert (fields["of"], fields["result"]) == ("1", "0")
    published.post(url, fields)
    assert boards_of(published) == ["0-1", ""]
    # What the question was about has changed: it is asked again.
    again = published.post(url, fields | {"result": "=", "id": "another-entry"})
    assert "the page showed 1-0, but by now 0-1 is entered" in text_of(again.text)
    assert boards_of(published) == ["0-1", ""]
    same = published.post(url, {"entry": "1.1 0"})
    assert "is entered already" in text_of(same.text)
    whole = published.post(url, {"entry": "1 = ="})
    assert "0-1 · is entered. Change it to ½-½ ½-½?" in text_of(whole.text)
    assert boards_of(published) == ["0-1", ""]


def test_the_question_is_asked_on_the_page_of_a_match_too(published: Site) -> None:
    first = {"result-1": "1", "result-2": ""}
    kept = published.shown(f"{URL}/round/1/board/1")
    published.post(f"{URL}/round/1/board/1", first)
    asked = published.post(f"{URL}/round/1/board/1", first | {"result-1": "0"})
    assert "Change it to 0-1?" in text_of(asked.text)
    stale = published.post(f"{URL}/round/1/board/1", kept | first | {"result-1": "="})
    assert "the page showed –, but by now 1-0 is entered" in text_of(stale.text)
    assert boards_of(published) == ["1-0", ""]


def test_colours_reversed_at_a_board_on_the_page(published: Site) -> None:
    url = f"{URL}/round/1/result"
    answer = published.post(url, {"entry": "1.2 1", "turned": "1"})
    assert "colours reversed on board 2" in text_of(answer.text)
    with published.desk("t") as desk:
        game = desk.section(A).rounds[0].boards[0][1]
        assert game is not None
        assert game.reversed
        assert game.result is not None
        assert game.result.figures == "1-0"  # the side named first should have had Black
    assert "⇄" in published.get(f"{URL}/round/1").text
    refused = published.post(url, {"entry": "1 1 1", "turned": "1"})
    assert "Reversed colours apply to one board" in text_of(refused.text)
    page = {"result-1": "=", "turned-1": "1", "result-2": "1"}
    published.post(f"{URL}/round/1/board/1", page)
    assert boards_of(published) == ["½-½", "1-0"]
    with published.desk("t") as desk:
        assert [game and game.reversed for game in desk.section(A).rounds[0].boards[0]] == [
            True,
            True,
        ]


def test_a_correction_turns_the_colours_of_a_board(published: Site) -> None:
    for match in (1, 2):
        published.post(f"{URL}/round/1/result", {"entry": f"{match} 1 ="})
    published.post(f"{URL}/round/1/publish-results", {})
    correction = {"game": "1", "result": "1", "turned": "1", "reason": "the sheet"}
    published.post(f"{URL}/round/1/board/1/correct", correction)
    with published.desk("t") as desk:
        game = desk.section(A).rounds[0].boards[0][0]
        assert game is not None
        assert game.reversed
    assert boards_of(published) == ["1-0", "½-½"]


def test_standings_of_teams_have_the_matches_and_the_players_by_board(tmp_path: Path) -> None:
    with matches.league(tmp_path) as desk:
        matches.play(desk, 2)
    for site in serve(tmp_path):
        for page in (f"{URL}/standings", "/public/t/A/standings"):
            html = site.get(page).text
            assert "Players by board" in html
            second = text_of(html.split('id="boards"')[1])
            assert "1 Player 1.1 Team 01 2 1" in second
            first = text_of(site.get(f"{page}?round=1").text.split('id="boards"')[1])
            assert "1 Player 1.1 Team 01 1 1" in first
        boards = site.get(f"{URL}/print/players-by-board?round=1").text
        assert "1 Player 1.1 Team 01 1 1" in text_of(boards)
        assert "board prizes" in text_of(site.get(f"{URL}/prizes").text)


def test_game_points_are_written_as_all_points(published: Site) -> None:
    for line in ("1 1 =", "2 = ="):
        published.post(f"{URL}/round/1/result", {"entry": line})
    published.post(f"{URL}/round/1/publish-results")
    text = text_of(published.get(f"{URL}/standings").text)
    assert "1½" in text
    assert "1.50" not in text


def test_the_entry_box_of_two_boards_has_an_example_that_fits(published: Site) -> None:
    html = published.get(f"{URL}/round/1").text
    assert 'placeholder="3.2 1, or 3 1 ="' in html


def test_norms_are_those_of_the_people(tmp_path: Path) -> None:
    """Team events have norms of the members of teams; with two games each game counts."""
    with matches.league(tmp_path) as desk:
        matches.play(desk, 1)
    for site in serve(tmp_path):
        page = site.get(f"{URL}/prizes/norms").text
        assert "Player 1.1" in page
        assert ">1 Team 01<" not in page
        assert "Player 1.2" in site.get(f"{URL}/prizes/norms?player=2").text
        assert site.get(f"{URL}/print/norms").status_code == 200


def test_norms_of_two_games_count_each_game(tmp_path: Path) -> None:
    with matches.double_swiss(tmp_path) as desk:
        matches.play(desk, 1)
    for site in serve(tmp_path):
        assert "Norms after round 2" in site.get(f"{URL}/print/norms").text
        assert site.get(f"{URL}/prizes/norms?player=1").status_code == 200


def test_after_the_deadline_a_line_up_needs_a_reason_on_the_page(published: Site) -> None:
    with published.desk("t") as desk:
        section = desk.section(A)
        desk.act(
            a.ChangeSettings(A, section.settings, replace(section.announced, lineup_minutes=9))
        )
        desk.act(a.SetSchedule(round_dates=("2026/03/01",), round_times=("10:00",)))
        team = section.rounds[0].games[0].white
        members = [one.id for one in section.registration(team).members]
    seats = {"round": "1", "seat-1": str(members[0]), "seat-2": str(members[2])}
    url = f"{URL}/players/{team}/lineup"
    assert "Give a reason" in published.post(url, seats).text
    late = published.post(url, {**seats, "reason": "ill"}).text
    assert "The time for line-ups of this round is over." in late
    with published.desk("t") as desk:
        assert desk.section(A).rounds[0].lineups[team] == (members[0], members[2])


def test_a_pairing_by_hand_is_judged_on_the_page(league: Site) -> None:
    league.post(f"{URL}/round/1/pair", {})
    with league.desk("t") as desk:
        one, two, *_ = (player.id for player in desk.section(A).listed_players)
    fields = {"rearrangement": "swap", "one": one, "other": two}
    judged = text_of(league.post(f"{URL}/round/1/rearrange", fields).text)
    assert "Other pairs are as good, and come earlier in the order of the pairings." in judged
    asked = text_of(league.post(f"{URL}/round/1/publish", {}).text)
    assert "Round 1 was paired by hand and is not the one that the rules give." in asked
    with league.desk("t") as desk:
        assert desk.section(A).rounds == ()


# Adjourned matches


def test_one_word_or_one_key_adjourns_a_match(published: Site) -> None:
    typed = published.post(f"{URL}/round/1/result", {"entry": "1 adj"})
    assert "1. Team 01 – Team 03 match adjourned" in text_of(typed.text)
    pressed = {"board": "2", "result": "a"}
    assert "2. Team 04 – Team 02 match adjourned" in text_of(
        published.post(f"{URL}/round/1/result", pressed).text
    )
    again = text_of(published.post(f"{URL}/round/1/result", {"entry": "1 ="}).text)
    assert "Table 1 takes 2 results, but got 1; missing: 1." in again
    with published.desk("t") as desk:
        found = [game.result for game in desk.section(A).rounds[0].games]
        assert found == [Result.ADJOURNED, Result.ADJOURNED]


@pytest.mark.parametrize("seen", [{"shown": "1 x"}, {"white": 2, "black": 4}])
def test_a_page_that_shows_another_match_does_not_adjourn_it(
    published: Site, seen: dict[str, object]
) -> None:
    fields = published.shown(f"{URL}/round/1/result", 1) | {"result": "a"}
    fields["seen"] = json.dumps(json.loads(fields["seen"]) | seen)
    published.post(f"{URL}/round/1/result", fields)
    with published.desk("t") as desk:
        assert desk.section(A).rounds[0].games[0].result is None


@pytest.fixture
def postponed(published: Site) -> Site:
    """A desk with one match adjourned as a whole, the other at its second board; both are
    published.
    """
    published.post(f"{URL}/round/1/result", {"entry": "1 adj"})
    published.post(f"{URL}/round/1/result", {"entry": "2 1 adj"})
    published.post(f"{URL}/round/1/publish-results", {})
    return published


PROVISIONAL = "Provisional: 3 games have no final result."
SHOWN = {
    f"{URL}/round/1": ("adjourned: 1 2", "match adjourned", "1 – 0, one adjourned"),
    f"{URL}/standings": (PROVISIONAL, "match adjourned", "one board adjourned"),
    f"{URL}/crosstable": (PROVISIONAL,),
    f"{URL}/players": ("Round 1: 2 matches are adjourned, at tables 1, 2.",),
    "/public/t/A/round/1": (
        "match adjourned",
        "1 – 0, one adjourned",
        "1.1 Player 1.1 – Player 3.1 adjourned",
    ),
    "/public/t/A/standings": (PROVISIONAL,),
    "/public/t/A/crosstable": (PROVISIONAL,),
    "/public/t/A/card/1": ("no result yet",),
    f"{URL}/hall/show?what=boards&what=standings": (
        "match adjourned",
        PROVISIONAL,
        "Round 1: 2 matches are adjourned, at tables 1, 2.",
    ),
    "/": ("Round 1 of 3: all results are in but the adjourned ones.",),
    f"{URL}/print/results": ("match adjourned",),
}


@pytest.mark.parametrize("page", SHOWN)
def test_every_page_says_that_a_match_is_adjourned(postponed: Site, page: str) -> None:
    text = text_of(postponed.get(page).text)
    for said in SHOWN[page]:
        assert said in text
    assert "all results are in" not in text.lower().replace("all results are in but", "")


def test_after_publication_only_adjourned_boards_are_entered(postponed: Site) -> None:
    whole = postponed.get(f"{URL}/round/1/board/1").text
    assert "Correct the result" not in whole
    assert whole.count('name="result-') == 2
    mixed = postponed.get(f"{URL}/round/1/board/2").text
    assert "Correct the result" in mixed
    assert mixed.count('name="result-') == 1
    postponed.post(f"{URL}/round/1/board/2", {"result-2": "1"})
    with postponed.desk("t") as desk:
        assert desk.section(A).rounds[0].games[1].result is Result.WHITE_WINS
    decided = postponed.get(f"{URL}/round/1/board/2").text
    assert "Correct the result" in decided
    assert 'name="result-' not in decided
