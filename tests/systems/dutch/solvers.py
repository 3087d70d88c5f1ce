"""The solvers of the Dutch system, for tests that all of them must pass."""

import pytest

from crivello.systems.dutch.sieve import sift
from crivello.systems.dutch.solver import solve

SOLVERS = [
    pytest.param(sift, id="sieve"),
    pytest.param(solve, id="solver"),
]
EDITIONS = ("dutch-2017", "dutch-2026")
