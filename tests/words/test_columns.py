import pytest

from crivello.words.columns import LEFT, RIGHT, align, clean, cut, width


def test_control_characters_are_made_visible() -> None:
    assert (
        clean("Ann\x1b[2J\nBob é½↓")
        == "Ann\N{REPLACEMENT CHARACTER}[2J\N{REPLACEMENT CHARACTER}Bob é½↓"
    )


@pytest.mark.parametrize(
    ("text", "columns"),
    [("", 0), ("abc", 3), ("é½↓", 3), ("e\u0301", 1), ("王", 2)],
)
def test_width_is_counted_in_columns_of_the_screen(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "columns", "shown"),
    [("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("ab, cd", 4, "ab…"), ("王小明", 4, "王…")],
)
def test_cutting_leaves_a_sign(text: str, columns: int, shown: str) -> None:
    assert cut(text, columns) == shown


def test_columns_line_up_and_the_widest_gives_way_first() -> None:
    rows = [["1", "a" * 30, "x"], ["22", "b", "y" * 12]]
    assert align(rows, RIGHT + LEFT + LEFT) == [
        " 1  " + "a" * 30 + "  x",
        "22  b" + " " * 29 + "  " + "y" * 12,
    ]
    assert align(rows, RIGHT + LEFT + LEFT, total=30, shrink=(1, 2)) == [
        " 1  " + "a" * 11 + "…  x",
        "22  b" + " " * 11 + "  " + "y" * 12,
    ]
    narrow = align(rows, RIGHT + LEFT + LEFT, total=5, shrink=(1, 2))
    assert max(map(width, narrow)) == 2 + 2 + 8 + 2 + 8  # names are not cut to nothing
