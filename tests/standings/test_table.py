"""A table has a cell for each of its columns in every row."""

import pytest

from crivello.standings.finality import provisional_line
from crivello.standings.table import (
    Column,
    ExactNumber,
    Table,
    TableColumns,
    as_csv,
    facts_table,
    text_cell,
    values_by_column,
)
from crivello.words import Language, translator


def test_a_row_that_does_not_fit_the_columns_is_refused() -> None:
    columns = (Column("name", "Name"), Column("club", "Club"))
    full = (text_cell("Ada"), text_cell("Aosta"))
    assert Table("t", (), columns, (full,)).rows == (full,)
    for row in (full[:1], (*full, text_cell("more"))):
        with pytest.raises(ValueError, match=r"^t: row 2 has \d cells, not 2$"):
            Table("t", (), columns, (full, row))


def test_facts_have_one_heading_and_two_keys() -> None:
    table = facts_table("event", (), "The event", [("City", "Aosta"), ("Rounds", "9")])
    assert as_csv([table]) == "what,value\nCity,Aosta\nRounds,9\n"
    assert [column.heading for column in table.columns] == ["The event", ""]


def test_open_games_are_counted_in_the_notice_and_without_them_there_is_none() -> None:
    words = translator(Language.EN)
    assert [provisional_line(count, words) for count in (0, 1, 2)] == [
        "",
        "Provisional: one game has no final result.",
        "Provisional: 2 games have no final result.",
    ]


def test_columns_of_values_are_whole_decimal_or_text() -> None:
    columns = TableColumns(translator(Language.EN))
    columns.number("rank", "Rank", [1, 2, None])
    columns.score("points", "Points", [5, 4, None], 2)
    columns.text("name", "Name", ["Ada", None, "Bo"])
    table = columns.table("t", ())
    assert table.rows[0][1].raw == "2.5"
    assert isinstance(table.rows[0][1].raw, ExactNumber)
    assert values_by_column([table]) == {
        "rank": (int, [1, 2, None]),
        "points": (float, [2.5, 2.0, None]),
        "name": (str, ["Ada", None, "Bo"]),
    }
