"""A table has a cell for each of its columns in every row."""

import pytest

from crivello.standings.table import Column, Table, text_cell


def test_a_row_that_does_not_fit_the_columns_is_refused() -> None:
    columns = (Column("name", "Name"), Column("club", "Club"))
    full = (text_cell("Ada"), text_cell("Aosta"))
    assert Table("t", (), columns, (full,)).rows == (full,)
    for row in (full[:1], (*full, text_cell("more"))):
        with pytest.raises(ValueError, match=r"^t: row 2 has \d cells, not 2$"):
            Table("t", (), columns, (full, row))
