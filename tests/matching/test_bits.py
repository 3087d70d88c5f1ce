"""Sets of vertices as integers."""

from hypothesis import given
from hypothesis import strategies as st

from crivello.matching.bits import HALF, bitset, members


@given(st.sets(st.integers(0, 4 * HALF)) | st.sets(st.integers(0, 3000), max_size=40))
def test_members_are_those_that_were_put_in(vertices: set[int]) -> None:
    assert members(bitset(vertices)) == sorted(vertices)


def test_a_list_of_members_belongs_to_the_caller() -> None:
    members(0b101).append(7)
    assert members(0b101) == [0, 2]
