"""The rating tables: their corners, and that they are symmetric."""

import pytest

from crivello.rules.rating_tables import expected_percent, performance_difference


@pytest.mark.parametrize(
    ("difference", "percent"),
    [(0, 50), (3, 50), (4, 51), (10, 51), (11, 52), (-4, 49), (619, 98), (620, 99), (735, 99),
     (736, 100), (2000, 100), (-736, 0), (-735, 1)],
)  # fmt: skip
def test_expected_score(difference: int, percent: int) -> None:
    """8.1.2."""
    assert expected_percent(difference) == percent


@pytest.mark.parametrize(
    ("percent", "difference"), [(100, 800), (99, 677), (50, 0), (51, 7), (1, -677), (0, -800)]
)
def test_performance(percent: int, difference: int) -> None:
    """8.1.1."""
    assert performance_difference(percent) == difference


def test_symmetry() -> None:
    for difference in range(900):
        assert expected_percent(difference) + expected_percent(-difference) == 100
    for percent in range(101):
        assert performance_difference(percent) == -performance_difference(100 - percent)
