"""Both systems of matches compared with an enumeration of all complete pairings, in a small run."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from crivello.systems.matches import solver
from tools.agree_matches import WANTED, compare


def test_solver_sieve_and_enumeration_are_the_same() -> None:
    # C.04.5: C1-C8, 3.4, 3.6; C.04.6: C1-C10, 3.4, 3.6
    seen: Counter[str] = Counter()
    for seed in range(250):
        assert compare(random.Random(seed), seen) == [], seed
    assert all(seen[what] for what in WANTED)


def test_scores_of_upfloaters_found_by_a_matching_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Usually sets are tried to find their number and scores; here a matching computes them."""
    # C.04.5: C4, C5; C.04.6: C4, C5
    monkeypatch.setattr(solver, "TRIES", 1)
    seen: Counter[str] = Counter()
    for seed in range(250, 400):
        assert compare(random.Random(seed), seen) == [], seed
