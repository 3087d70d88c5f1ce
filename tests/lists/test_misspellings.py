"""Words near a mistyped one: the comparison, and the pieces by which words are stored."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.lists.misspellings import edits_allowed, is_within, keys_for, keys_of, swaps

WORDS = st.text("abc", max_size=9)
LONG = st.text("abcdef", min_size=4, max_size=12)


def distance(one: str, two: str) -> int:
    """Return the number of edits, with swaps of neighbours, by the usual table of prefixes."""
    table = [[i + j if not i * j else 0 for j in range(len(two) + 1)] for i in range(len(one) + 1)]
    for i, a in enumerate(one, start=1):
        for j, b in enumerate(two, start=1):
            best = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == two[j - 2] and one[i - 2] == b:
                best = min(best, table[i - 2][j - 2] + 1)
            table[i][j] = best
    return table[-1][-1]


@given(WORDS, WORDS, st.sampled_from((0, 1, 2)))
def test_within_counts_edits(one: str, two: str, edits: int) -> None:
    assert is_within(one, two, edits) == (distance(one, two) <= edits)


@pytest.mark.parametrize(
    ("word", "allowed"), [("lim", 0), ("ross", 1), ("kowalsk", 1), ("kowalski", 2)]
)
def test_longer_words_may_have_more_errors(word: str, allowed: int) -> None:
    assert edits_allowed(word) == allowed


def _edits() -> list[Callable[[str, int, str], str]]:
    return [
        lambda word, place, letter: word[:place] + word[place + 1 :],
        lambda word, place, letter: word[:place] + letter + word[place:],
        lambda word, place, letter: word[:place] + letter + word[place + 1 :],
    ]


@given(LONG, st.data())
def test_whatever_is_one_edit_away_shares_a_piece(typed: str, data: st.DataObject) -> None:
    edit = data.draw(st.sampled_from(_edits()))
    meant = edit(typed, data.draw(st.integers(0, len(typed) - 1)), data.draw(st.sampled_from("xa")))
    assert keys_for(typed, 1) & set(keys_of(meant))


@given(st.text("abcdef", min_size=8, max_size=14), st.data())
def test_whatever_is_two_edits_away_shares_a_piece(typed: str, data: st.DataObject) -> None:
    meant = typed
    for _ in range(2):
        edit = data.draw(st.sampled_from(_edits()))
        place = data.draw(st.integers(0, len(meant) - 1))
        meant = edit(meant, place, data.draw(st.sampled_from("xa")))
    assert keys_for(typed, 2) & set(keys_of(meant))


@given(LONG)
def test_swaps_are_one_edit_each(word: str) -> None:
    for other in swaps(word):
        assert distance(word, other) == 1
        assert word in swaps(other)
