"""Match every row to a different column; find the first such matching in lexicographic order.

A row is the set of its allowed columns as an int (see `bits`). A matching is a list with the column
of each row.

The first in order is found from any matching of all rows. Row by row, an earlier column is taken if
the row that loses it can be moved along an alternating path. A failed search is useful too: the
rows it reached can use only the columns they have. So these rows and columns are split off as a
*part*, and no other row asks for them again. There are fewer failures than rows. (The parts become
the strongly connected components of the residual graph, found as needed.)
"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bits import positions
from crivello.standard.classes import NamedTuple


class _Closed(NamedTuple):
    """The result of a failed search: the rows it reached and the columns they have, which are all
    they can use.
    """

    rows: list[int]
    columns: int


def perfect_bipartite(rows: Sequence[int], columns: int) -> list[int] | None:
    """Return a matching of every row to a different column below `columns`; None if there is
    none.
    """
    column_of = [-1] * len(rows)
    return column_of if _match_all(rows, column_of, [-1] * columns) else None


def first_in_order(rows: Sequence[int], columns: int | None = None) -> list[int] | None:
    """Return the first matching of all rows in lexicographic order; None if there is none.

    Row 0 gets the lowest column it has in any matching of all rows, row 1 the lowest one that is
    then possible, and so on.
    """
    if columns is None:
        columns = max((row.bit_length() for row in rows), default=0)
    # The witness, seen from both sides: column_of[row], and row_of[column] or -1.
    column_of = [-1] * len(rows)
    row_of = [-1] * columns
    if not _match_all(rows, column_of, row_of):
        return None
    # part[i]: the part of row i.
    part = [0] * len(rows)
    # scope[p]: the unsettled columns of part p. Each is free or has a row of part p, and no
    # row of another part can have it.
    scope = [(1 << columns) - 1]
    # free[p]: the free columns among them.
    free = [positions(row_of, -1)]
    for i, allowed in enumerate(rows):
        p = part[i]
        has = column_of[i]
        earlier = allowed & scope[p] & ((1 << has) - 1)
        while earlier:
            wanted = earlier & -earlier
            c = wanted.bit_length() - 1
            if row_of[c] < 0:
                end = c
            else:
                # Its row may move on to the column that row i gives up, or to a free one.
                targets = free[p] | 1 << has
                reached = _search(rows, column_of, row_of, row_of[c], targets, scope[p] ^ wanted)
                if isinstance(reached, _Closed):
                    theirs = reached.columns | wanted
                    for row in reached.rows:
                        part[row] = len(scope)
                    scope.append(theirs)
                    free.append(0)
                    scope[p] ^= theirs
                    earlier &= ~theirs
                    continue
                end = reached
            if end != has:
                row_of[has] = -1
                free[p] ^= 1 << has | 1 << end
            column_of[i] = c
            row_of[c] = i
            break
        scope[p] ^= 1 << column_of[i]
    return column_of


def _match_all(rows: Sequence[int], column_of: list[int], row_of: list[int]) -> bool:
    """Match all rows, each to its first free column if possible; return False if they cannot all be
    matched.
    """
    everything = free = (1 << len(row_of)) - 1
    waiting = []
    for i, allowed in enumerate(rows):
        choice = allowed & free
        if choice:
            lowest = choice & -choice
            free ^= lowest
            c = lowest.bit_length() - 1
            column_of[i] = c
            row_of[c] = i
        else:
            waiting.append(i)
    for i in waiting:
        end = _search(rows, column_of, row_of, i, free, everything)
        if isinstance(end, _Closed):
            return False
        free ^= 1 << end
    return True


def _search(
    rows: Sequence[int],
    column_of: list[int],
    row_of: list[int],
    start: int,
    targets: int,
    unvisited: int,
) -> int | _Closed:
    """Move row `start` to another column along an alternating path that ends at a column of
    `targets`.

    The search is breadth first among the `unvisited` columns, which include the targets. Returns
    the target taken, with the matching changed, or the rows and columns that a failed search
    reached.
    """
    within = unvisited
    # Rows that are to be moved, in order of discovery.
    reached = [start]
    # from_row[c]: the row that would take column c; its present row is in `reached`.
    from_row: dict[int, int] = {}
    for i in reached:
        fresh = rows[i] & unvisited
        found = fresh & targets
        if found:
            c = found.bit_length() - 1
            return _shift(column_of, row_of, start, from_row, i, c)
        unvisited ^= fresh
        while fresh:
            c = fresh.bit_length() - 1
            fresh ^= 1 << c
            from_row[c] = i
            other = row_of[c]
            found = rows[other] & targets
            if found:
                return _shift(column_of, row_of, start, from_row, other, found.bit_length() - 1)
            reached.append(other)
    return _Closed(reached, within & ~unvisited)


def _shift(
    column_of: list[int],
    row_of: list[int],
    start: int,
    from_row: dict[int, int],
    last: int,
    target: int,
) -> int:
    """Change the matching along the path found: `last` gets `target`, the row before it gets the
    column of `last`, and so on.
    """
    row, c = last, target
    while True:
        had = column_of[row]
        column_of[row] = c
        row_of[c] = row
        if row == start:
            return target
        row, c = from_row[had], had
