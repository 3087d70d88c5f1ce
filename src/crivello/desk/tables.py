"""Table numbers: where a board stands in the hall, which is not its place in the list."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from crivello.desk.announced import Announced
from crivello.desk.events import Boards


def table_numbers(
    boards: Boards, announced: Announced, fixed: Mapping[int, int]
) -> tuple[int, ...]:
    """The table of each board: fixed ones first, the others in order from the first number on.

    If two players with fixed tables meet, they sit at the table of the one whose number is lower.
    """
    tables: dict[int, int] = {}
    taken = set(announced.skipped_tables)
    for place, pair in enumerate(boards):
        wanted = sorted(fixed[player] for player in pair if player in fixed)
        free = [table for table in wanted if table not in tables.values()]
        if free:
            tables[place] = free[0]
    taken |= set(tables.values()) | set(fixed.values())  # a fixed table waits for its player
    numbers = (number for number in count(announced.first_table) if number not in taken)
    return tuple(tables[i] if i in tables else next(numbers) for i in range(len(boards)))
