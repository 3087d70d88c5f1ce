"""The solvers of the Dutch system: what holds for one must hold for the other."""

import pytest

from crivello.systems.dutch.sieve import sift
from crivello.systems.dutch.solver import solve

SOLVERS = [
    pytest.param(sift, id="sieve"),
    pytest.param(solve, id="solver"),
]
EDITIONS = ("dutch-2017", "dutch-2026")
