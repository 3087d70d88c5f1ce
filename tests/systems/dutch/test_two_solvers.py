"""Sieve and solver give the same answer and the same steps, on random fields and on hard ones."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crivello.model.errors import TooLarge
from crivello.systems.dutch.editions import DUTCH_2017, DUTCH_2026, EDITIONS, DutchEdition
from crivello.systems.dutch.sieve import sift
from crivello.systems.dutch.solver import solve
from tests.support.samples import sample
from tests.systems.dutch.players import two_ways_to_one_psd
from tools.agree import answer, campaign, random_field

BOTH = pytest.mark.parametrize("edition", [DUTCH_2017, DUTCH_2026], ids=lambda e: e.key)


@settings(max_examples=sample(150), deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(sorted(EDITIONS)))
def test_random_fields(seed: int, key: str) -> None:
    edition = EDITIONS[key]
    small, _ = random_field(seed, edition)
    try:
        literal = answer(small, edition, sift)
    except TooLarge:
        return
    assert answer(small, edition, solve) == literal


@BOTH
def test_a_sample_of_the_campaign(edition: DutchEdition) -> None:
    """These are a few fields of `make agree WHAT=dutch`, which cover the cases that they must."""
    said: list[str] = []
    fields = sample(250)
    seen, differences = campaign(edition, fields, 10_000_000, said.append)
    assert (differences, said) == (0, [])
    assert seen["heterogeneous bracket"] > fields / 2
    own = "PPB and CLB" if edition is DUTCH_2017 else "C9 decides"
    for name in ("limbo", "look ahead decides", "topscorer pair", "unpairable round", own):
        assert seen[name] > 0, name
    assert not seen.keys() & Counter(("too large for the sieve",)).keys()


def test_m1_is_a_maximum_for_both_solvers() -> None:
    """2017, B.1: two ways to the same PSD; the one that pairs more moved-down players counts.

    The field of `test_sieve.test_m1_is_a_maximum`: without B.1, C.10 would prefer the other way.
    """
    small = two_ways_to_one_psd()
    found = answer(small, DUTCH_2017, solve)
    assert found == answer(small, DUTCH_2017, sift)
    assert found.pairing is not None
    assert {frozenset((b.white, b.black)) for b in found.pairing.boards} == {
        frozenset(pair) for pair in ((1, 5), (2, 6), (3, 4))
    }
    assert found.pairing.bye == 7
