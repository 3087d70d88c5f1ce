"""Tables as data frames of other libraries (extras `polars` and `pandas`)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from crivello.extras import require
from crivello.model.sentence import N_

if TYPE_CHECKING:
    import pandas
    import polars

    from crivello.standings.table import Table

NEEDS_POLARS = N_("A data frame of polars needs a package that is not installed: {command}")
NEEDS_PANDAS = N_("A data frame of pandas needs a package that is not installed: {command}")


def to_polars(table: Table) -> polars.DataFrame:
    from crivello.standings.table import values_by_column

    require("polars", NEEDS_POLARS)
    library = import_module("polars")
    kinds = {int: library.Int64, float: library.Float64, bool: library.Boolean, str: library.String}
    found = values_by_column([table])
    data = {name: values for name, (_, values) in found.items()}
    schema = {name: kinds[kind] for name, (kind, _) in found.items()}
    made: polars.DataFrame = library.DataFrame(data, schema=schema)
    return made


def to_pandas(table: Table) -> pandas.DataFrame:
    from crivello.standings.table import values_by_column

    require("pandas", NEEDS_PANDAS)
    library = import_module("pandas")
    kinds = {int: "Int64", float: "Float64", bool: "boolean", str: "string"}
    made: pandas.DataFrame = library.DataFrame(
        {
            name: library.Series(values, dtype=kinds[kind])
            for name, (kind, values) in values_by_column([table]).items()
        }
    )
    return made
