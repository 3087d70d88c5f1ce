"""The rating tables: their limits, and their symmetry."""

import pytest

from crivello.rules.rating_tables import expected_percent, performance_difference


@pytest.mark.parametrize(
    ("difference", "percent"),
    [(0, 50), (3, 50), (4, 51), (10, 51), (11, 52), (-4, 49), (619, 98), (620, 99), (735, 99),
     (736, 100), (2000, 100), (-736, 0), (-735, 1)],
)  # fmt: skip
def test_expected_score(difference: int, percent: int) -> None:
    """The table is that of 8.1.2."""
    assert expected_percent(difference) == percent


@pytest.mark.parametrize(
    ("percent", "difference"), [(100, 800), (99, 677), (50, 0), (51, 7), (1, -677), (0, -800)]
)
def test_performance(percent: int, difference: int) -> None:
    """The table is that of 8.1.1."""
    assert performance_difference(percent) == difference


EXPECTED = """
 50 0-3      51 4-10     52 11-17    53 18-25    54 26-32    55 33-39    56 40-46    57 47-53
 58 54-61    59 62-68    60 69-76    61 77-83    62 84-91    63 92-98    64 99-106   65 107-113
 66 114-121  67 122-129  68 130-137  69 138-145  70 146-153  71 154-162  72 163-170  73 171-179
 74 180-188  75 189-197  76 198-206  77 207-215  78 216-225  79 226-235  80 236-245  81 246-256
 82 257-267  83 268-278  84 279-290  85 291-302  86 303-315  87 316-328  88 329-344  89 345-357
 90 358-374  91 375-391  92 392-411  93 412-432  94 433-456  95 457-484  96 485-517  97 518-559
 98 560-619  99 620-735  100 736-2000
"""
"""8.1.2: the differences that give each percentage to the higher rated player."""
PERFORMANCES = """
 100 800  99 677  98 589  97 538  96 501  95 470  94 444  93 422  92 401  91 383  90 366  89 351
  88 336  87 322  86 309  85 296  84 284  83 273  82 262  81 251  80 240  79 230  78 220  77 211
  76 202  75 193  74 184  73 175  72 166  71 158  70 149  69 141  68 133  67 125  66 117  65 110
  64 102  63 95   62 87   61 80   60 72   59 65   58 57   57 50   56 43   55 36   54 29   53 21
  52 14   51 7    50 0
"""
"""8.1.1: the difference for each percentage."""


def rows(table: str) -> list[tuple[str, str]]:
    words = table.split()
    return list(zip(words[::2], words[1::2], strict=True))


def test_every_difference_of_the_table() -> None:
    found = [expected_percent(difference) for difference in range(2001)]
    wanted = []
    for percent, differences in rows(EXPECTED):
        first, last = map(int, differences.split("-"))
        wanted += [int(percent)] * (last - first + 1)
    assert found == wanted


def test_every_percentage_of_the_table() -> None:
    for percent, difference in rows(PERFORMANCES):
        assert performance_difference(int(percent)) == int(difference)


def test_symmetry() -> None:
    for difference in range(900):
        assert expected_percent(difference) + expected_percent(-difference) == 100
    for percent in range(101):
        assert performance_difference(percent) == -performance_difference(100 - percent)
