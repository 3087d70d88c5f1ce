"""Pages of events of matches: the boards, and a card for each match."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from crivello.desk.actions import BoardResult, EnterBoards, RegisterTeams, Withdraw
from crivello.model.result import Result
from crivello.reports.exports import as_xlsx
from crivello.reports.pages import page, view
from crivello.reports.pairings import match_cards
from crivello.reports.site import site_files
from crivello.reports.subject import Subject
from crivello.standings.table import Table
from crivello.words import Language, translator
from tests.desk import matches
from tests.desk.desks import A, fresh, publish
from tests.reports.pages_read import FORMULA


@pytest.fixture
def league(tmp_path: Path) -> Subject:
    with matches.league(tmp_path) as desk:
        matches.publish(desk)
        matches.enter(desk, (Result.WHITE_WINS, Result.WHITE_WINS))
        return Subject.of_section(desk.section(A))


def boards(subject: Subject) -> Table:
    (table,) = view("boards", subject).blocks
    assert isinstance(table, Table)
    return table


def test_every_board_with_its_players_seen_from_the_side_named_first(league: Subject) -> None:
    rows = [[cell.text for cell in row] for row in boards(league).rows]
    assert rows[0] == ["1.1", "Player 1.1", "2379", "White", "1 – 0", "Player 3.1", "2339"]
    assert rows[1] == ["1.2", "Player 1.2", "2378", "Black", "1 – 0", "Player 3.2", "2338"]
    assert len(rows) == 4


@pytest.mark.parametrize("name", ["boards", "players-by-board"])
def test_a_sheet_of_boards_holds_a_name_as_text(tmp_path: Path, name: str) -> None:
    with matches.league(tmp_path) as desk:
        one, other = matches.team(5), matches.team(6)
        evil = (replace(one.members[0], name=FORMULA), *one.members[1:])
        desk.act(RegisterTeams(A, (replace(one, members=evil), other)))
        matches.play(desk, 1)
        (table,) = view(name, Subject.of_section(desk.section(A))).blocks
        assert isinstance(table, Table)
        data = as_xlsx([table])
    (sheet,) = load_workbook(BytesIO(data)).worksheets
    (cell,) = (cell for row in sheet.iter_rows() for cell in row if cell.value == FORMULA)
    assert cell.data_type == "s"
    assert cell.quotePrefix


def test_a_card_for_each_match_has_room_for_the_results(league: Subject) -> None:
    html = page("match-cards", league, None, Language.EN)
    assert "Round 1, table 2" in html
    assert "Player 2.1" in html
    assert "1 – 0" not in html


def test_where_there_are_no_matches_it_is_said(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        publish(desk)
        subject = Subject.of_section(desk.section(A))
    assert boards(subject).notes == ("This tournament has games, not matches.",)
    assert "games, not matches" in page("match-cards", subject, None, Language.EN)


def test_two_games_of_a_match_have_both_colours(tmp_path: Path) -> None:
    with matches.double_swiss(tmp_path) as desk:
        matches.publish(desk)
        subject = Subject.of_section(desk.section(A))
    first, second = (row[3].text for row in boards(subject).rows[:2])
    assert (first, second) == ("White", "Black")


def test_the_legend_of_two_games_says_what_a_sign_alone_is(tmp_path: Path) -> None:
    with matches.double_swiss(tmp_path) as desk:
        matches.play(desk, 1)
        away = next(iter(desk.section(A).registrations))
        desk.act(Withdraw(A, (away,)))
        matches.publish(desk)
        subject = Subject.of_section(desk.section(A))
    (table,) = view("crosstable", subject).blocks
    assert isinstance(table, Table)
    assert "-" in {cell.text for row in table.rows for cell in row}
    assert any(note.endswith("; - alone: absent.") for note in table.notes)


def test_a_slip_for_each_board_names_the_team(tmp_path: Path) -> None:
    with matches.league(tmp_path) as desk:
        matches.publish(desk)
        html = page("slips", Subject.of_section(desk.section(A)), None, Language.EN)
    assert html.count('class="slip"') == 4
    assert "Table 1.2" in html
    assert "Team 01 · 2378" in html


def test_players_by_board_where_there_are_no_teams(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        publish(desk)
        (table,) = view("players-by-board", Subject.of_section(desk.section(A))).blocks
    assert isinstance(table, Table)
    assert table.notes == ("This tournament has no teams.",)


@pytest.mark.parametrize(("language", "said"), [(Language.EN, "teams"), (Language.IT, "squadre")])
def test_the_picture_on_a_slip_counts_teams(league: Subject, language: Language, said: str) -> None:
    assert f">4 {said}, 0 p" in page("why-slips", league, None, language)


def test_the_site_of_a_league_speaks_of_teams(tmp_path: Path) -> None:
    with matches.league(tmp_path, tie_breaks=("GPTS",)) as desk:
        matches.play(desk, 1)
        files = dict(site_files(Subject.of_section(desk.section(A)), Language.EN))
    for folder, teams, players in (("", "Teams", "Players"), ("it/", "Squadre", "Giocatori")):
        assert f'href="players.html">{teams}</a>' in files[f"{folder}index.html"]
        assert f"<dt>{teams}</dt>" in files[f"{folder}index.html"]
        assert [name for name, text in files.items() if f">{players}<" in text] == []
    assert "Teams with the same rank are not separated" in files["standings-1.html"]


@pytest.fixture
def postponed(tmp_path: Path) -> Subject:
    """An event with one match adjourned as a whole, and the other at its second board."""
    with matches.league(tmp_path) as desk:
        matches.publish(desk)
        both = (BoardResult(1, 1, Result.ADJOURNED), BoardResult(1, 2, Result.ADJOURNED))
        mixed = (BoardResult(2, 1, Result.WHITE_WINS), BoardResult(2, 2, Result.ADJOURNED))
        desk.act(EnterBoards(A, (*both, *mixed)))
        return Subject.of_section(desk.section(A))


def table_of(name: str, subject: Subject) -> Table:
    (table,) = view(name, subject).blocks
    assert isinstance(table, Table)
    return table


def column(table: Table, key: str) -> list[tuple[str, object]]:
    at = [one.key for one in table.columns].index(key)
    return [(row[at].text, row[at].raw) for row in table.rows]


def test_results_and_boards_say_what_is_adjourned(postponed: Subject) -> None:
    assert column(table_of("results", postponed), "result") == [
        ("match adjourned", "adjourned"),
        ("1 – 0, one adjourned", "1-0 adjourned"),
    ]
    shown = column(table_of("boards", postponed), "result")
    assert [text for text, _ in shown] == ["adjourned", "adjourned", "1 – 0", "adjourned"]


def test_the_card_of_an_adjourned_match_has_room_for_what_is_open(postponed: Subject) -> None:
    one, two = match_cards(postponed, translator(Language.EN))
    assert one.title[1] == "Team 01 – Team 03: match adjourned"
    assert [text for text, _ in column(one, "result")] == ["", ""]
    assert two.title[1] == "Team 04 – Team 02: 1 – 0, one adjourned"
    assert [text for text, _ in column(two, "result")] == ["1 – 0", ""]
    assert "match adjourned" in page("match-cards", postponed)


@pytest.mark.parametrize("name", ["standings", "crosstable", "players-by-board"])
def test_pages_that_count_adjourned_boards_are_provisional(postponed: Subject, name: str) -> None:
    assert table_of(name, postponed).provisional == "Provisional: 3 games have no final result."


def test_the_crosstable_marks_an_adjourned_match(postponed: Subject) -> None:
    cells = [text for text, _ in column(table_of("crosstable", postponed), "round_1")]
    assert [text.rstrip("?") != text for text in cells] == [True] * 4


def test_an_adjourned_game_counts_for_no_player_yet(postponed: Subject) -> None:
    table = table_of("players-by-board", postponed)
    games = [text for text, _ in column(table, "games")]
    assert games.count("1") == 2  # the first board of the second match
    assert {text for text, _ in column(table, "points")} == {"0", "1"}
