"""The references of the Dubov systems, on the tournament of 14 players in the booklet of 2018.

Round 4 was published with wrong averages of 7 and 13; the articles give 7-10 and 11-13.
"""

from __future__ import annotations

import pytest

from tests.references import dubov_1997, dubov_2018, dubov_2026

TABLE = """
2630 +W7  +B6  =W2  =B4  +W5
2600 +B8  +W5  =B1  =W3  -B4
2590 +W9  =B4  +W13 =B2  +W8
2570 +B10 =W3  =B5  =W1  +W2
2550 +W11 -B2  =W4  +B14 -B1
2550 =B12 -W1  -B14 =W9  +W13
2520 -B1  +W14 -B12 +W11 =B10
2500 -W2  +B11 +W9  +B12 -B3
2480 -B3  =W10 -B8  =B6  =W14
2450 -W4  =B9  -W11 +B13 =W7
2450 -B5  -W8  +B10 -B7  U
2430 =W6  =B13 +W7  -W8  Z
2420 H    =W12 -B3  -W10 -B6
2400 H    -B7  +W6  -W5  =B9
"""

ARTICLES = {
    1: "1-7 8-2 3-9 10-4 5-11 12-6",
    2: "2-5 4-3 6-1 13-12 7-14 11-8 9-10",
    3: "1-2 3-13 5-4 12-7 8-9 14-6 10-11",
    4: "2-3 4-1 12-8 14-5 7-10 11-13 6-9",
    5: "3-8 1-5 4-2 10-7 9-14 6-13 11-0",
    6: "3-1 8-4 2-7 5-6 14-10 11-12 9-13",
}
OLDER_RULES = {
    2: "2-5 4-3 6-1 13-12 14-8 7-11 9-10",
    4: "2-3 4-1 8-12 14-5 11-7 13-10 9-6",
    5: "1-8 2-4 3-5 10-7 9-14 6-13 11-0",
    6: "1-3 8-4 2-7 5-6 11-12 14-10 9-13",
}


def before(number: int) -> str:
    """Return the report file before a round, with requested byes in its column."""
    lines = ["142 6", "152 W"]
    for index, line in enumerate(TABLE.strip().splitlines(), start=1):
        rating, *games = line.split()
        asked = games[number - 1 : number]
        cells = [cell(game) for game in games[: number - 1]]
        cells += [cell(game) for game in asked if game in ("H", "Z")]
        lines.append(f"001 {index:4}      {'Player':33} {rating}".ljust(91) + "  ".join(cells))
    return "\n".join(lines)


def cell(game: str) -> str:
    """Return a round of the table as the columns of a report file."""
    if game in ("H", "U", "Z"):
        return f"0000 - {game}"
    return f"{int(game[2:]):4} {game[1].lower()} {'10='['+-='.index(game[0])]}"


def boards(text: str) -> tuple[frozenset[tuple[int, int]], int | None]:
    """Return boards and bye in the form of a reference's answer."""
    pairs = [tuple(map(int, board.split("-"))) for board in text.split()]
    bye = next((one for one, other in pairs if not other), None)
    return frozenset((one, other) for one, other in pairs if other), bye


@pytest.mark.parametrize("number", ARTICLES)
def test_the_articles_of_2018_and_2026_give_the_booklets_rounds(number: int) -> None:
    assert dubov_2018.pair(before(number)) == boards(ARTICLES[number])
    assert dubov_2026.pair(before(number)) == boards(ARTICLES[number])


@pytest.mark.parametrize("number", OLDER_RULES)
def test_the_text_of_1997_gives_the_rounds_printed_for_the_older_rules(number: int) -> None:
    assert dubov_1997.pair(before(number)) == boards(OLDER_RULES[number])
