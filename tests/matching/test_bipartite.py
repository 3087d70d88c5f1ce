"""Matchings of rows to columns, and the first in order, compared with enumeration."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.matching.bipartite import first_in_order, perfect_bipartite


def enumerate_first(rows: Sequence[int], columns: int, taken: int = 0) -> list[int] | None:
    """Return the first matching in order, by trying all columns for each row in turn."""
    if not rows:
        return []
    for c in range(columns):
        if (rows[0] & ~taken) >> c & 1:
            rest = enumerate_first(rows[1:], columns, taken | 1 << c)
            if rest is not None:
                return [c, *rest]
    return None


def assert_matching(rows: Sequence[int], column_of: Sequence[int]) -> None:
    assert len(column_of) == len(set(column_of)) == len(rows)
    assert all(row >> c & 1 for row, c in zip(rows, column_of, strict=True))


def first_by_repeated_matching(rows: Sequence[int], columns: int) -> list[int]:
    """Return the first matching in order by definition: fix the lowest column that leaves a
    matching.
    """
    settled: list[int] = []
    for i, row in enumerate(rows):
        for c in range(columns):
            if row >> c & 1 and c not in settled:
                taken = sum(1 << s for s in settled) | 1 << c
                if (
                    perfect_bipartite([other & ~taken for other in rows[i + 1 :]], columns)
                    is not None
                ):
                    settled.append(c)
                    break
    return settled


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], int]:
    n = draw(st.integers(0, 6))
    columns = n + draw(st.integers(0, 2))
    row = st.integers(0, (1 << columns) - 1)
    if draw(st.booleans()):  # rows with few columns, but one matching at least
        order = draw(st.permutations(range(columns)))
        return [1 << order[i] | draw(row) & draw(row) for i in range(n)], columns
    return [draw(row) for _ in range(n)], columns


@given(tables())
def test_perfect_exactly_when_one_exists(table: tuple[list[int], int]) -> None:
    rows, columns = table
    column_of = perfect_bipartite(rows, columns)
    if column_of is None:
        assert enumerate_first(rows, columns) is None
    else:
        assert_matching(rows, column_of)


@given(tables())
def test_first_in_order(table: tuple[list[int], int]) -> None:
    rows, columns = table
    assert first_in_order(rows) == enumerate_first(rows, columns)
    assert first_in_order(rows, columns) == enumerate_first(rows, columns)


def test_no_rows_and_rows_without_columns() -> None:
    assert first_in_order([]) == []
    assert perfect_bipartite([], 0) == []
    assert first_in_order([0b1, 0]) is None
    assert first_in_order([0b1, 0b1]) is None


def test_columns_beyond_the_last_are_not_used() -> None:
    assert perfect_bipartite([0b100], 2) is None
    assert first_in_order([0b100], 2) is None
    assert first_in_order([0b100], 3) == [2]


def test_a_chain_of_moves() -> None:
    """Row 0 takes column 0, and every other row moves one column on."""
    n = 50
    rows = [0b1 | 1 << (n - 1)] + [1 << (i - 1) | 1 << i for i in range(1, n)]
    assert first_in_order(rows) == list(range(n))


@pytest.mark.parametrize("seed", range(12))
def test_structured_tables(seed: int) -> None:
    """Classes of columns are forbidden to classes of rows, besides a few single pairs."""
    rng = random.Random(seed)
    n, kinds = rng.randrange(15, 40), rng.randrange(2, 6)
    kind_of_column = [rng.randrange(kinds) for _ in range(n)]
    kind_of_row = rng.sample(kind_of_column, n)
    allowed = [[a == b or rng.random() < 0.25 for b in range(kinds)] for a in range(kinds)]
    rows = [
        sum(1 << c for c in range(n) if allowed[kind][kind_of_column[c]]) for kind in kind_of_row
    ]
    for _ in range(seed % 3 * n):
        rows[rng.randrange(n)] &= ~(1 << rng.randrange(n))
    column_of = first_in_order(rows)
    if column_of is None:
        assert perfect_bipartite(rows, n) is None
    else:
        assert_matching(rows, column_of)
        assert column_of == first_by_repeated_matching(rows, n)


def test_few_columns_each() -> None:
    rng = random.Random(4)
    for _ in range(20):
        n = 30
        order = rng.sample(range(n), n)
        rows = [1 << order[i] | 1 << rng.randrange(n) | 1 << rng.randrange(n) for i in range(n)]
        column_of = first_in_order(rows)
        assert column_of == first_by_repeated_matching(rows, n)


def test_a_thousand_nearly_complete_rows() -> None:
    rng = random.Random(6)
    n = 1000
    everything = (1 << n) - 1
    rows = [everything & ~sum({1 << rng.randrange(n) for _ in range(9)}) for _ in range(n)]
    column_of = first_in_order(rows)
    assert column_of is not None
    assert_matching(rows, column_of)
    taken = 0
    for row, c in zip(rows, column_of, strict=True):
        # While most rows are still open any free column will do.
        if taken.bit_count() < n - 50:
            assert c == ((row & ~taken) & -(row & ~taken)).bit_length() - 1
        taken |= 1 << c
