"""Tables as Parquet files for programs (extra `parquet`, pyarrow)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from io import BytesIO

from crivello.extras import require
from crivello.model.sentence import N_
from crivello.standings.table import Table, values_by_column


def as_parquet(tables: Sequence[Table]) -> bytes:
    """Return the rows of the first table, and of others with its name, as Parquet."""
    require("parquet", N_("Parquet needs a package that is not installed: {command}"))
    pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    kinds = {
        int: pyarrow.int64(),
        float: pyarrow.float64(),
        bool: pyarrow.bool_(),
        str: pyarrow.string(),
    }
    columns = {
        name: pyarrow.array(values, type=kinds[kind])
        for name, (kind, values) in values_by_column(tables).items()
    }
    out = BytesIO()
    parquet.write_table(pyarrow.table(columns), out)
    return out.getvalue()
