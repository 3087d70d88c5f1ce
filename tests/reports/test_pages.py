"""Printed pages: their content in both languages; no name becomes markup."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from crivello.desk import actions as a
from crivello.desk.announcement import Announcement
from crivello.desk.events import ChangeCase
from crivello.model.errors import Illegal
from crivello.model.player import Player
from crivello.model.player_fields import TYPED_FIELDS, FieldKind, PlayerField
from crivello.model.result import Result
from crivello.model.settings import Settings
from crivello.model.tournament import Tournament
from crivello.reports import listings
from crivello.reports.document import Slips
from crivello.reports.layout import stack_slips
from crivello.reports.listings import starting_list
from crivello.reports.pages import PAGES, page, view
from crivello.reports.subject import Choice, Subject
from crivello.words import COMPLETE_LANGUAGES, Language, translator
from tests.desk.desks import A, fresh, play, publish
from tests.reports.pages_read import EVIL, FORMULA, evil, large, read_page, rows_of, with_prizes

COMPLETE = ("standings", "aro")
"""Pages of a round that has all its results."""
NAMING_FEW = (
    "event-report",
    *("it3", "it1", "fa1", "ia1", "fide-server", "rating-check"),
    "norms",
    "exceptions",
    "boards",
    "match-cards",
    "players-by-board",
)
"""Pages that name only a few players, or none in events without matches."""
OF_FILES = [name for name in PAGES if name not in ("changes", "points")]


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
@pytest.mark.parametrize("name", OF_FILES)
def test_every_page_is_whole_and_no_name_becomes_markup(name: str, language: Language) -> None:
    read = read_page(page(name, with_prizes(evil()), 1 if name in COMPLETE else 2, language))
    assert {"script", "img", "iframe", "form"}.isdisjoint(one.tag for one in read.elements)
    (html,) = read.all("html")
    assert html.attributes["lang"] == language.value
    assert len(read.all("h1")) == 1
    assert len(read.all("style")) == 1
    if name not in NAMING_FEW:
        assert any(EVIL in one.text for one in read.all("body"))
    assert "</style" not in read.all("style")[0].text
    for one in read.elements:
        assert not any(key.startswith("on") for key in one.attributes)
        assert "http" not in (one.attributes.get("href") or "")
    for head in read.all("th"):
        assert head.attributes["scope"] in ("col", "colgroup", "row")


def test_headings_are_in_the_language() -> None:
    english, italian = (
        read_page(page("pairings-by-board", evil(), 2, language)) for language in COMPLETE_LANGUAGES
    )
    assert english.texts("h1") == ["Pairings of round 2"]
    assert italian.texts("h1") == ["Abbinamenti del turno 2"]
    assert "Bianco" in italian.texts("th")
    assert 'counter(page) " di " counter(pages)' in italian.texts("style")[0]


@pytest.mark.parametrize("name", OF_FILES)
def test_a_tournament_without_a_name_has_pages_too(name: str) -> None:
    nameless = replace(evil(), settings=replace(evil().settings, name="", city=""))
    number = 1 if name in COMPLETE else 2
    named = read_page(page(name, with_prizes(evil()), number))
    read = read_page(page(name, with_prizes(nameless), number))
    assert read.texts("h1") == named.texts("h1")
    assert read.texts("title")[0]


def test_pairings_by_board_have_room_for_results_and_the_byes_below() -> None:
    rows = rows_of(page("pairings-by-board", evil(), 2))
    assert [row["table"] for row in rows] == ["1", "2", ""]
    assert [row["white"] for row in rows] == [FORMULA, "Ælfric", "Zoë"]
    assert [row["white_title"] for row in rows] == ["", "", "WFM"]
    assert [row["white_points"] for row in rows] == ["1", "1", "0"]
    assert [row["result"] for row in rows] == ["", "", ""]
    assert rows[2]["black"] == "half-point bye"


def test_results_tell_games_forfeits_and_byes() -> None:
    rows = rows_of(page("results", evil(), 1))
    assert [row["result"] for row in rows] == ["1 – 0", "– : +", "1"]
    text = page("results", evil(), 2)
    assert [row["result"] for row in rows_of(text)] == ["", "½ – ½", "½"]
    assert read_page(text).texts("p", "note") == ["One game has no result yet."]


def test_prizes_tell_who_wins_how_much_and_why() -> None:
    text = page("prizes", with_prizes(evil()), 1, Language.IT)
    assert read_page(text).texts("h1") == ["Premi dopo il turno 1"]
    # Only the game of round 1 that was played makes anybody eligible.
    won = [(row["number"], row["paid"], row["why"]) for row in rows_of(text)]
    assert won == [("1", "500,00", "Open (1)"), ("3", "300,00", "Open (2)")]
    one = page("prizes", with_prizes(evil()), 1, choice=Choice(player=2))
    assert "The player gets no prize." in one
    assert "games played: 0, required: 1" in rows_of(one)[0]["answer"]
    with pytest.raises(Illegal, match="No prizes are announced"):
        page("prizes", evil(), 1)


def test_pairings_by_name_are_alphabetical_and_have_everybody() -> None:
    rows = rows_of(page("pairings-by-name", evil(), 2))
    names = [row["name"] for row in rows]
    assert names == [EVIL, FORMULA, "Ælfric", 'O\'Neil "Bob" \\ Äbel', "Zoë"]
    assert [row["title"] for row in rows] == ["GM", "", "", "", "WFM"]
    assert [row["colour"] for row in rows] == ["Black", "White", "White", "Black", ""]
    assert rows[4]["opponent"] == "half-point bye"


def test_the_players_of_a_large_open_find_their_table_in_two_columns() -> None:
    tournament = large(60, 2)
    people = tuple(replace(one, federation="ITA") for one in tournament.players)
    tournament = replace(tournament, players=people)
    rows = rows_of(page("pairings-by-name", tournament, 2))
    assert set(rows[0]) == {"name", "federation", "table", "colour"}
    whole = rows_of(page("pairings-by-name", tournament, 2, choice=Choice(wall=True)))
    assert set(whole[0]) > {"name", "number", "opponent"}
    assert "federation" not in whole[0]
    for row, all_ in zip(rows, whole, strict=True):
        assert (row["name"], row["table"]) == (all_["name"], all_["table"])
        assert row["colour"] == (all_["colour"] or all_["opponent"])  # a bye has no table


def test_who_is_missed_is_told_and_who_has_left_is_not() -> None:
    tournament = evil()
    away = replace(tournament.rounds[1], byes=())
    left = replace(tournament.players[4], withdrawn_after=1)
    tournament = replace(
        tournament,
        rounds=(tournament.rounds[0], replace(away, games=away.games[:1])),
        players=(*tournament.players[:4], left),
    )
    rows = {row["name"]: row for row in rows_of(page("pairings-by-name", tournament, 2))}
    assert rows["Zoë"]["opponent"] == "absent"
    assert "Ælfric" not in rows


def test_three_hundred_boards_are_all_there() -> None:
    tournament = large(600, 2)
    by_board = rows_of(page("pairings-by-board", tournament, 2))
    games = [row for row in by_board if row["table"]]
    assert [int(row["table"]) for row in games] == list(range(1, len(games) + 1))
    assert len(games) == len(tournament.round(2).games) >= 290
    by_name = [row["name"] for row in rows_of(page("pairings-by-name", tournament, 2))]
    assert by_name == sorted(by_name)
    assert len(by_name) == len(set(by_name)) >= 590


def test_a_slip_with_the_reasons_has_both_answers_and_both_pictures() -> None:
    tournament = large(12, 3)
    (block,) = view("why-slips", tournament, 3).blocks
    assert isinstance(block, Slips)
    assert block.per_page == 2
    assert len(block.slips) == len(tournament.round(3).games)
    for slip in block.slips:
        assert len(slip.reasons) == 2
        for reasons in slip.reasons:
            assert any(
                "You have White" in one or "You have Black" in one for one in reasons.answers
            )
            assert "<svg" in reasons.picture
    text = page("why-slips", tournament, 3, Language.IT)
    assert "Hai il Bianco" in text
    assert "Signature" not in text
    (one,) = view("why-slips", tournament, 3, choice=Choice(player=1)).blocks
    assert isinstance(one, Slips)
    assert len(one.slips) == 1


def test_slips_lie_so_that_the_cut_pile_is_in_order() -> None:
    (block,) = view("slips", large(20, 2), 1).blocks
    assert isinstance(block, Slips)
    for per_page in (2, 3):
        sheets = stack_slips(block.slips, per_page)
        assert all(0 < len(sheet) <= per_page for sheet in sheets)
        piles = [
            [sheet[place] for sheet in sheets if place < len(sheet)] for place in range(per_page)
        ]
        assert [slip.table for pile in piles for slip in pile] == list(range(1, 11))
    read = read_page(page("slips", large(20, 2), 1, choice=Choice(per_page=2)))
    assert len(read.all("section", "slip")) == 10
    assert len(read.all("div", "sheet two")) == 5


def test_one_card_can_be_asked_for() -> None:
    read = read_page(page("cards", evil(), None, choice=Choice(player=4)))
    assert read.texts("h2") == ["4 WFM Zoë  2100  ITA"]
    assert len(read_page(page("name-cards", evil(), None)).all("section", "tent")) == 5


@pytest.mark.parametrize(
    ("name", "number", "player", "said"),
    [
        ("nothing", 1, None, "There is no page 'nothing'."),
        ("results", 3, None, "There is no round 3 yet; rounds paired so far: 2."),
        ("slips", 0, None, "There is no round 0 yet"),
        ("standings", 9, None, "There are no standings after round 9"),
        ("cards", None, 12, "There is no player 12."),
        ("changes", None, None, "recorded in desk files only"),
        ("points", None, None, "recorded in desk files only"),
    ],
)
def test_what_there_is_not_is_said(
    name: str, number: int | None, player: int | None, said: str
) -> None:
    with pytest.raises(Illegal) as error:
        page(name, evil(), number, choice=Choice(player=player))
    assert said in translator(Language.EN).say(error.value)


def test_the_starting_list_shows_estimates_in_brackets() -> None:
    players = (
        Player("Rossi, Anna", id=1, number=1, rating=1500, estimate=1850),
        Player("Verdi, Ugo", id=2, number=2, rating=1800),
    )
    subject = Subject(Tournament(players, (), Settings(name="Open")))
    table = starting_list(subject, translator(Language.EN))
    assert [row[3] for row in table.rows] == [("(1850)", 1500), ("1800", 1800)]
    assert table.notes == ("In parentheses: strengths estimated for the order, not ratings.",)
    plain = Subject(Tournament(players[1:], (), Settings(name="Open")))
    assert starting_list(plain, translator(Language.EN)).notes == ()


def test_a_new_field_of_players_has_its_column_in_the_starting_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = PlayerField("rating_list", FieldKind.TEXT, "source", "Source")
    monkeypatch.setattr(listings, "TYPED_FIELDS", (*TYPED_FIELDS, source))
    players = (Player("Rossi, Anna", id=1, number=1, rating=1500, rating_list="fide 2026-11"),)
    table = starting_list(
        Subject(Tournament(players, (), Settings(name="Open"))), translator(Language.EN)
    )
    assert table.columns[-1].heading == "Source"
    assert table.rows[0][-1].text == "fide 2026-11"


def test_before_the_first_round_there_are_lists_but_no_pairings() -> None:
    tournament = replace(evil(), rounds=())
    assert len(rows_of(page("players", tournament))) == 5
    with pytest.raises(Illegal, match="No round has been paired yet"):
        page("pairings-by-board", tournament)
    with pytest.raises(Illegal, match="no players"):
        page("players", Tournament())


def test_a_desk_file_brings_its_tables_and_times(tmp_path: Path) -> None:
    announced = Announcement(first_table=101, skipped_tables=(102,), round_times=("10:30",))
    with fresh(tmp_path, announced=announced) as desk:
        publish(desk)
        section = desk.section(A)
        text = page("pairings-by-board", section, 1)
        slips = page("slips", section, 1, Language.IT)
    assert [row["table"] for row in rows_of(text)] == ["101", "103", "104", "105"]
    assert "Table" in read_page(text).texts("th")
    assert read_page(text).texts("p", "where") == ["10:30"]
    assert "Tavolo 103" in read_page(slips).texts("h2")


def test_players_are_called_by_their_numbers_and_not_by_their_ids(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        play(desk, 1)
        first = desk.section(A).registration(1).player
        desk.act(a.Correct(A, replace(first, rating=1500)), reason="typing error")
        subject = Subject.of_desk(desk, A)
    rows = rows_of(page("pairings-by-board", subject, 1))
    numbers = {row["white"]: row["white_number"] for row in rows}
    numbers |= {row["black"]: row["black_number"] for row in rows}
    assert numbers["Player 001"] == "8"
    assert numbers["Player 002"] == "1"


def test_changes_of_published_pairings_are_told_with_case_and_reason(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        publish(desk)
        nothing = page("changes", Subject.of_desk(desk, A))
        boards = desk.section(A).rounds[-1].draft.boards
        turned = ((boards[0][1], boards[0][0]), *boards[1:])
        case = ChangeCase.CHIEF_ARBITER
        desk.act(a.ChangePublished(A, turned, None, case), reason="the king's <b>side</b>")
        told = page("changes", Subject.of_desk(desk, A), None, Language.IT)
    assert read_page(nothing).texts("p", "note") == ["No published pairing was changed."]
    (row,) = rows_of(told)
    assert row["round"] == "1"
    assert row["case"] == "decisione dell'arbitro capo"
    assert row["reason"] == "the king's <b>side</b>"
    assert row["actor"] == "arbiter"


def test_points_given_are_told_with_their_reason_and_in_the_tables(tmp_path: Path) -> None:
    with fresh(tmp_path) as desk:
        nothing = page("points", Subject.of_desk(desk, A))
        play(desk, 1)
        first = desk.section(A).registration(1).player
        desk.act(a.Correct(A, replace(first, rating=1500)), reason="typing error")
        desk.act(a.AdjustPoints(A, (1, 2), -1), reason="phone <b>")
        subject = Subject.of_desk(desk, A)
    assert read_page(nothing).texts("p", "note") == ["No bonus and no penalty was given."]
    (row,) = rows_of(page("points", subject, None, Language.IT))
    assert (row["round"], row["points"], row["reason"]) == ("1", "-½", "phone <b>")
    assert row["players"] == "8 Player 001; 1 Player 002"
    note = "-½ after round 1: 8 Player 001; 1 Player 002."
    for name in ("standings", "crosstable"):
        assert note in read_page(page(name, subject)).texts("p", "note")
    card = page("cards", subject, None, Language.IT, Choice(player=1))
    assert "-½ dopo il turno 1: 1 Player 002." in card
    before = page("crosstable", subject, 0)
    assert note not in before


def test_a_crosstable_of_many_rounds_is_wide_and_small() -> None:
    assert not view("crosstable", evil(), 2).wide
    document = view("crosstable", large(12, 9), 9)
    assert document.wide
    assert document.small
    (head,) = [
        one
        for one in read_page(page("crosstable", large(12, 9), 9)).all("th")
        if one.text == "9" and one.attributes["scope"] == "colgroup"
    ]
    assert head.attributes["colspan"] == "2"


def test_an_open_game_is_no_result() -> None:
    tournament = evil()
    adjourned = replace(tournament.rounds[1].games[0], result=Result.ADJOURNED)
    second = replace(tournament.rounds[1], games=(adjourned, tournament.rounds[1].games[1]))
    tournament = replace(tournament, rounds=(tournament.rounds[0], second))
    assert rows_of(page("results", tournament, 2))[0]["result"] == "adjourned"
    assert rows_of(page("results", tournament, 2, Language.IT))[0]["result"] == "sospesa"
