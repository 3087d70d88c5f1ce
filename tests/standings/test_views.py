"""Tables of standings, the working of tie-breaks, and why one player is above another."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO

import pytest

from crivello.model.tournament import Tournament
from crivello.reports.views.tables import table_view
from crivello.standings.categories import Category
from crivello.standings.direct_encounter import Encounter
from crivello.standings.standings import standings
from crivello.standings.table import amount, as_csv, as_text
from crivello.standings.tie_breaks import RULES, TieBreak
from crivello.standings.wording import meaning_of, standings_table, why, working_table
from crivello.standings.working import CutBy, Reason, ScoreAs, Total, Working
from crivello.words import Language, translator
from crivello.words.columns import width
from tests.standings.events import EXAMPLE_1, EXAMPLE_2, event

EN, IT = translator(Language.EN), translator(Language.IT)


def named(tournament: Tournament, *names: str) -> Tournament:
    players = tuple(
        replace(player, name=name) for player, name in zip(tournament.players, names, strict=True)
    )
    return replace(tournament, players=players)


PEOPLE = named(EXAMPLE_2, "Rossi, Anna", "Bianchi", "Verdi", "Neri <& Co>", "=Gialli")


def test_the_standings_as_text() -> None:
    table = standings(PEOPLE, codes=["BH/C1", "SB", "AOB"])
    lines = as_text(standings_table(PEOPLE, table, EN)).splitlines()
    assert lines[2].split() == ["Rank", "No.", "Name", "Rating", "Pts", "BH/C1", "SB", "AOB"]
    assert lines[3].split() == ["1", "1", "Rossi,", "Anna", "2400", "4½", "11.0", "10.00", "13.50"]
    # 38/3, to two places.
    assert lines[6].split()[-1] == "12.67"
    italian = as_text(standings_table(PEOPLE, table, IT)).splitlines()
    assert italian[3].split()[-4:] == ["4½", "11,0", "10,00", "13,50"]


def test_a_shared_rank_is_marked() -> None:
    text = as_text(standings_table(EXAMPLE_1, standings(EXAMPLE_1), EN))
    assert [line.split()[0] for line in text.splitlines()[3:9]] == [
        *("1", "2=", "2=", "4=", "4=", "6")
    ]
    assert "No tie-breaks are announced: players with equal points share the rank." in text
    said = "Players with the same rank are not separated by these tie-breaks."
    for code, shared in (("WIN", True), ("TPN", False)):
        text = as_text(standings_table(EXAMPLE_1, standings(EXAMPLE_1, codes=[code]), EN))
        assert (said in text) is shared


def test_a_tie_break_that_separates_nobody_can_be_left_out() -> None:
    table = standings(EXAMPLE_1, codes=["BH/C1", "SB", "WIN"])
    assert table.deciding == {0, 2}  # points and Sonneborn-Berger
    shown = standings_table(EXAMPLE_1, table, EN, only_deciding=True)
    assert [column.key for column in shown.columns[6:]] == ["points", "SB"]
    assert "Not shown because they separate no players: BH/C1, WIN." in shown.notes
    everything = standings_table(EXAMPLE_1, table, EN)
    assert [column.key for column in everything.columns[6:]] == ["points", "BH/C1", "SB", "WIN"]


def test_every_tie_break_says_what_it_means() -> None:
    said = {code: meaning_of(TieBreak.parse(code), EN) for code in ("BH", "BH/C1", "BH/M2")}
    assert said["BH/C1"] == f"{said['BH']} Without the lowest value."
    assert said["BH/M2"] == f"{said['BH']} Without the 2 lowest and the 2 highest values."
    assert all(rule.meaning for rule in RULES)


@pytest.mark.parametrize("columns", [40, 60, 80, 100])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    long_names = named(EXAMPLE_2, *[f"{'Lungo ' * 12}{k}" for k in range(5)])
    codes = ["DE", *(rule.code for rule in RULES if rule.code not in ("PTS", "DE"))]
    table = standings(long_names, codes=codes)
    for words in (EN, IT):
        for view in (
            standings_table(long_names, table, words),
            working_table(long_names, table, 3, words),
        ):
            text = as_text(view, columns)
            if columns >= 60:
                assert max(width(line) for line in text.splitlines()) <= columns
            # Nothing is lost: every code is a heading of some block, or a line of the working.
            for code in codes:
                assert any(code in line.split() for line in text.splitlines()), code


def test_the_standings_for_programs() -> None:
    table = standings_table(PEOPLE, standings(PEOPLE, codes=["AOB", "DE"]), IT)
    rows = list(csv.DictReader(StringIO(as_csv([table]))))
    assert rows[3]["name"] == "'=Gialli"  # a spreadsheet would run it
    # Exact, with a decimal point, in every language.
    assert (rows[0]["points"], rows[3]["AOB"], rows[0]["DE"]) == ("4.5", "12.6666666667", "")
    value = table_view(table)
    assert value["name"] == "standings"
    assert value["rows"][0]["rank"] == 1
    assert value["rows"][0]["rating"] == 2400
    assert value["rows"][0]["DE"] is None


def test_the_working_of_a_cut_buchholz() -> None:
    table = standings(EXAMPLE_2, codes=["BH/C1"])
    working = table.working(3, 1)
    assert isinstance(working, Working)
    assert [(term.round, term.opponent, term.reason, term.value) for term in working.terms] == [
        (1, 1, Reason.OPPONENT, 9),
        (2, 4, Reason.ADJUSTED, 2),
        (3, 2, Reason.OPPONENT, 8),
        (4, 5, Reason.OPPONENT, 3),
        (5, None, Reason.ONESELF, 5),
    ]
    assert [term.cut for term in working.terms] == [None] * 4 + [CutBy.VOLUNTARY]
    assert working.value == 22
    # 1: the forfeit's dummy is held back by the opponent, the bye's by five draws.
    working = table.working(1, 1)
    assert isinstance(working, Working)
    assert working.terms[2].reason is Reason.CAPPED_BY_OPPONENT
    assert working.terms[2].cut is CutBy.LEAST
    assert working.terms[4].reason is Reason.CAPPED_BY_DRAWS


@pytest.mark.parametrize("code", [rule.code for rule in RULES if rule.code != "DE"])
@pytest.mark.parametrize("cut", ["", "/C1", "/M2"])
def test_the_terms_make_the_value(code: str, cut: str) -> None:
    rule = next(rule for rule in RULES if rule.code == code)
    if cut and "C" not in rule.modifiers:
        return
    table = standings(EXAMPLE_2, codes=[code + cut])
    index = len(table.keys) - 1
    for row in table.rows:
        working = table.working(row.player.id, index)
        assert isinstance(working, Working)
        assert working.value == row.values[index]
        kept = [term.value for term in working.terms if term.cut is None]
        if working.value is None:
            assert working.total.name == "UNDEFINED"
            assert kept == []
        elif working.total.name == "SUM":
            assert working.value == sum(kept)
        elif working.total.name == "MEAN":
            assert working.value * len(kept) == sum(kept)
        elif working.total.name == "ROUNDED_MEAN":
            off = working.value * len(kept) - sum(kept)
            assert -len(kept) < 2 * off <= len(kept)


def test_the_working_in_words() -> None:
    table = standings(PEOPLE, codes=["BH/C1", "SB", "TPR"])
    text = as_text(working_table(PEOPLE, table, 3, EN), 120)
    assert "Rank 3: 3 Verdi" in text
    for line in (
        "1  1 Rossi, Anna, who has 4½",
        "2  4 Neri <& Co>, who has 1, with unplayed rounds as draws",
        "5  not played: a dummy with the player's own score, 2½",
        "½ × 2 Bianchi, who has 4",
        "difference for 63 % of the points",
    ):
        assert line in text
    assert any(
        "(2.5)" in line and "not played by choice" in line and line.endswith("16.5")
        for line in text.splitlines()
    )
    italian = as_text(working_table(PEOPLE, table, 3, IT), 120)
    assert "who has" not in italian
    assert "(2,5)" in italian


def test_every_reason_can_be_said() -> None:
    values = {"opponent": "1 Rossi", "score": "2½", "percent": 63, "factor": 4}
    for words in (EN, IT):
        for reason in (*Reason, *CutBy):
            assert words.say(reason.sentence, **values)
        for score_as in ScoreAs:
            assert words.say(score_as.value, term="1 Rossi").startswith("1 Rossi, ")


def test_why_by_points_and_by_a_tie_break() -> None:
    table = standings(EXAMPLE_1, codes=["BH/C1", "SB"])
    assert why(EXAMPLE_1, table, 2, 1, EN) == (
        "1 Player 1 is above 2 Player 2 by points: 4 against 3½."
    )
    assert why(EXAMPLE_1, table, 2, 3, EN) == why(EXAMPLE_1, table, 3, 2, EN)
    assert why(EXAMPLE_1, table, 3, 2, EN) == (
        "2 Player 2 is above 3 Player 3: they are level in points (3½), BH/C1 (10.5), and then "
        "Sonneborn-Berger (SB) decides, 7.00 against 5.25."
    )
    assert why(EXAMPLE_1, table, 4, 5, EN) == (
        "4 Player 4 and 5 Player 5 share rank 4: they are level in points (1½), BH/C1 (12.5), "
        "SB (1.25), and there are no more tie-breaks."
    )
    assert "precede" in why(EXAMPLE_1, table, 2, 3, IT)
    assert "7,00" in why(EXAMPLE_1, table, 2, 3, IT)


def test_why_by_direct_encounter() -> None:
    tournament = event(
        "1 2 1-0, 3 4 1-0", "3 1 1-0, 2 4 1-0", "2 3 1-0, 1 4 1-0", ratings=(2400, 2300, 2200, 2100)
    )
    # 1, 2 and 3 beat one another in a circle: nothing decides.
    table = standings(tournament, codes=["DE", "TPN"])
    assert "they are level in points (2), DE, and then pairing number (TPN) decides" in why(
        tournament, table, 1, 2, EN
    )
    tournament = event("1 2 1-0, 3 4 0-1", "3 1 1-0, 2 4 1-0", ratings=(2400, 2300, 2200, 2100))
    # All have 1. 1 beat 2, 2 beat 4, 4 beat 3, 3 beat 1; two games are missing: nobody is ahead.
    assert standings(tournament, codes=["DE"]).rows[3].rank == 1
    tournament = event("1 2 0-1, 3 4 1-0", "1 4 1-0, 2 3 0-1", ratings=(2400, 2300, 2200, 2100))
    table = standings(tournament, codes=["DE"])
    # 1 and 2 have 1, and 2 beat 1.
    assert why(tournament, table, 1, 2, EN) == (
        "2 Player 2 is above 1 Player 1: they are level in points (1), and in the games among "
        "the 2 players still tied 2 Player 2 has 1, 1 Player 1 0 (DE, 6.2)."
    )
    working = table.working(2, 1)
    assert isinstance(working, Encounter)
    assert (working.value, working.sharing) == (1, 1)


def test_why_although_not_all_have_met() -> None:
    # 1 beat 2 and 3 and lost twice; 2 and 3 have 2 as well and did not meet.
    tournament = event(
        "1 2 1-0, 3 4 1-0, 5 6 ½",
        "1 3 1-0, 2 4 1-0, 5 6 ½",
        "5 1 1-0, 2 6 1-0, 3 4 1-0",
        ratings=(2400, 2300, 2200, 2100, 2000, 1900),
    )
    # 5 has 2 points too, but only one win.
    said = why(tournament, standings(tournament, codes=["WON", "DE"]), 1, 2, EN)
    assert said == (
        "1 Player 1 is above 2 Player 2: they are level in points (2), WON (2). Not all of the 3 "
        "players still tied have met, but 1 Player 1 with 2 stays ahead of 2 Player 2 with 0 "
        "whatever the missing games bring (DE, 6.3)."
    )


def test_amounts() -> None:
    from fractions import Fraction

    assert amount(25, 2, Language.IT, 1) == ("12,5", "12.5")
    assert amount(24, 2, Language.EN) == ("12", "12")
    assert amount(Fraction(2, 3), 2, Language.EN) == ("0.33", "1/3")
    assert amount(Fraction(1, 8), 1, Language.EN) == ("0.13", "0.125")
    assert amount(2400, 1, Language.EN) == ("2400", 2400)
    assert amount(None, 2, Language.EN) == ("", None)


def test_a_place_that_two_share_in_the_direct_encounter_has_a_sign() -> None:
    """2 and 3 are tied and drew with each other."""
    shown = standings_table(EXAMPLE_1, standings(EXAMPLE_1, codes=["DE"]), EN)
    at = [column.key for column in shown.columns].index("DE")
    assert [row[at].text for row in shown.rows[:3]] == ["", "1=", "1="]


@pytest.mark.parametrize("code", [rule.code for rule in RULES if rule.compute is not None])
def test_a_term_has_the_round_in_which_they_met(code: str) -> None:
    table = standings(EXAMPLE_2, codes=[code])
    (at,) = [place for place, key in enumerate(table.keys) if key.code == code]
    for player in table.sheet.past:
        working = table.working(player, at)
        assert isinstance(working, Working)
        for term in working.terms:
            if term.round is not None and term.opponent is not None:
                assert table.sheet.entries(player)[term.round - 1].opponent == term.opponent


def test_a_progressive_score_has_a_term_for_every_round() -> None:
    working = standings(EXAMPLE_2, codes=["PS"]).working(1, 1)
    assert isinstance(working, Working)
    assert [term.round for term in working.terms] == [1, 2, 3, 4, 5]


def test_the_note_about_undefined_values_is_there_only_if_there_are_any() -> None:
    note = "– means that the value is undefined; it ranks last."
    defined = standings_table(EXAMPLE_1, standings(EXAMPLE_1, codes=["BH"]), EN)
    assert note not in defined.notes
    # Lots are drawn of nobody.
    undefined = standings(EXAMPLE_1, codes=["LOT"])
    assert note in standings_table(EXAMPLE_1, undefined, EN).notes
    working = undefined.working(1, 1)
    assert isinstance(working, Working)
    assert (working.value, working.total) == (None, Total.UNDEFINED)


def test_a_number_that_is_stated_is_given_not_undefined() -> None:
    drawn = tuple(replace(one, tags=(("lot", "3"),)) for one in EXAMPLE_1.players)
    working = standings(replace(EXAMPLE_1, players=drawn), codes=["LOT"]).working(1, 1)
    assert isinstance(working, Working)
    assert (working.value, working.total) == (3, Total.GIVEN)


def test_players_of_one_rank_are_listed_by_pairing_number() -> None:
    """They are not listed by the internal id."""
    turned = tuple(replace(one, number=7 - one.number) for one in EXAMPLE_1.players)
    table = standings(replace(EXAMPLE_1, players=turned))
    assert [(row.rank, row.player.number) for row in table.rows] == [
        (1, 6), (2, 4), (2, 5), (4, 2), (4, 3), (6, 1)
    ]  # fmt: skip


def test_the_standings_of_a_category() -> None:
    below = Category("rating", "-2250")
    shown = standings_table(EXAMPLE_1, standings(EXAMPLE_1), EN, below)
    assert [row[1].text for row in shown.rows] == ["4", "5", "6"]
    assert shown.title[-1] == "Category rating=-2250"


def test_the_edition_that_counts_unplayed_rounds_is_named() -> None:
    table = standings(EXAMPLE_1, codes=["BH"])
    notes = standings_table(EXAMPLE_1, table, EN).notes
    assert f"Unplayed rounds: {EN.say(table.edition.title)}" in notes


def test_the_last_round_as_drawn_before_there_is_one() -> None:
    """Article 8.3."""
    nobody = replace(EXAMPLE_1, rounds=())
    assert [row.values for row in standings(nobody, codes=["FB"]).rows] == [(0, 0)] * 6
