"""Tables for programs: the same columns and numbers in every form."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pandas
import polars
import pytest
from openpyxl import load_workbook

import crivello as cv
from crivello.front.data_table import OF_A_DESK
from crivello.reports.pages import PAGES
from crivello.standings.table import decimal_text
from tests.cli.calling import call

NAMES = ["games", *(name for name in PAGES if PAGES[name].tabular and name not in OF_A_DESK)]


parquet: Any = import_module("pyarrow.parquet")


def drawn() -> cv.Tournament:
    return cv.generate(24, 5, seed=7, forfeits=20, half_point_byes=20)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_has_the_same_columns_everywhere(name: str, tmp_path: Path) -> None:
    table = cv.table(drawn(), name)
    head, *lines = csv.reader(io.StringIO(table.to_csv()))
    assert tuple(head) == table.columns
    assert len(lines) == len(table)
    frame = table.to_polars()
    assert tuple(frame.columns) == table.columns
    assert tuple(table.to_pandas().columns) == table.columns
    table.to_parquet(tmp_path / "t.parquet")
    assert parquet.read_table(tmp_path / "t.parquet").to_pylist() == frame.to_dicts()


def test_averages_with_a_fraction_are_exact_and_numeric_everywhere(tmp_path: Path) -> None:
    t = drawn()
    codes = ["AOB", "SB"]
    rows = cv.table(t, "standings", tie_breaks=codes)
    exact = [row["AOB"] for row in rows]
    fraction = next(one for one in exact if isinstance(one, cv.Score) and one.denominator % 3 == 0)
    at = exact.index(fraction)
    source = tmp_path / "t.json"
    cv.write(t, source)
    command = ["standings", str(source), "--tie-breaks", "AOB,SB"]
    said = json.loads(call(*command, "--json").out)["rows"][at]["tie_breaks"][0]
    number = said["number"]
    assert Fraction(number["numerator"], number["denominator"]) == fraction
    assert number["decimal"] == float(fraction)
    assert said["value"].count("/") == 1
    flat = list(csv.DictReader(io.StringIO(call(*command, "--to", "csv").out)))
    near = [
        abs(float(row["AOB"]) - float(one)) for row, one in zip(flat, exact, strict=True) if one
    ]
    assert max(near) < 1e-9
    frame = rows.to_polars()
    assert frame.schema["AOB"] == polars.Float64
    assert frame["AOB"][at] == float(fraction)
    assert frame.schema["points"] == polars.Float64
    assert frame.schema["number"] == polars.Int64
    assert rows.to_pandas().dtypes["points"] == pandas.Float64Dtype()


@pytest.mark.parametrize("ending", ["xlsx", "parquet"])
@pytest.mark.parametrize("command", ["standings", "crosstable", "ratings"])
def test_the_command_line_writes_them_by_the_ending(
    command: str, ending: str, tmp_path: Path
) -> None:
    source, path = tmp_path / "t.json", tmp_path / f"t.{ending}"
    cv.write(drawn(), source)
    done = call(command, str(source), "--output", str(path))
    assert (done.code, done.err) == (0, f"{path} written (24 players).\n")
    heads = next(csv.reader(io.StringIO(call(command, str(source), "--to", "csv").out)))
    if ending == "xlsx":
        sheet = load_workbook(path).worksheets[0]
        assert [cell.value for cell in sheet[1]] == heads
        assert len(set(heads)) == len(heads)
    else:
        assert parquet.read_table(path).column_names == heads


def test_numbers_of_json_tables_are_given_as_numbers(tmp_path: Path) -> None:
    source = tmp_path / "t.json"
    cv.write(drawn(), source)
    answer = json.loads(call("ratings", str(source), "--json").out)
    for row, numbers in zip(answer["rows"], answer["numbers"], strict=True):
        assert float(row["score"]) == numbers["score"]["decimal"]
        assert "name" not in numbers


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(1, 2), "0.5"),
        (Fraction(-5, 4), "-1.25"),
        (Fraction(2, 3), "0.6666666667"),
        (Fraction(29, 3), "9.6666666667"),
        (Fraction(-1, 10**12), "0"),
        (Fraction(10**12), "1000000000000"),
    ],
)
def test_decimals_for_programs(value: Fraction, text: str) -> None:
    assert decimal_text(value) == text


def test_a_table_that_does_not_exist_is_named() -> None:
    with pytest.raises(cv.WordError, match="There is no table 'cards'; there are: games, "):
        cv.table(drawn(), "cards")
    with pytest.raises(cv.Illegal, match="whole number"):
        cv.table(drawn(), "games", round="2")  # type: ignore[arg-type]


def test_games_up_to_a_round_and_open_ones() -> None:
    t = cv.example()
    t = t.with_pairing(cv.pair(t))
    assert {row["round"] for row in cv.table(t, "games", round=2)} == {1, 2}
    last = cv.table(t, "games")[-1]
    assert (last["result"], last["white_scored"], last["black_scored"]) == (None, None, None)
    first = cv.table(t, "games")[0]
    assert (first["result"], first["white_scored"]) == ("1-0", cv.Score(1))


def test_the_values_of_a_table_need_no_cast(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import crivello as cv\n"
        "for row in cv.table(cv.example(), 'games'):\n"
        "    print(row['white_rating'] - row['black_rating'])\n"
    )
    check = [sys.executable, "-m", "mypy", "--strict", str(program)]
    done = subprocess.run(check, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout
