from fractions import Fraction

import pytest

from crivello.words.typed import NotTyped, points_of, whole_numbers


@pytest.mark.parametrize(
    ("text", "halves"),
    [("1", 2), ("½", 1), ("1½", 3), (" 1 1/2 ", 3), ("1/2", 1), ("0.5", 1), ("1,5", 3), (".5", 1)],
)
def test_points(text: str, halves: int) -> None:
    assert points_of(text) * 2 == halves


def test_thirds_and_decimals_are_exact() -> None:
    assert (points_of("1/3"), points_of("0.125")) == (Fraction(1, 3), Fraction(1, 8))


@pytest.mark.parametrize(
    "text", ["", "x", "-1", "1-2", "½½", "1/0", "100.5", "1e3", "٣", "1.2.3", ",", "1234", "1_0"]
)
def test_what_are_no_points(text: str) -> None:
    with pytest.raises(NotTyped):
        points_of(text)


def test_whole_numbers() -> None:
    assert whole_numbers(" 7, 3;3\n5 ") == (3, 5, 7)
    assert whole_numbers("") == ()
    for text in ("1,x", "1.5", "²", "1234567890"):
        with pytest.raises(NotTyped):
            whole_numbers(text)
