"""The solvers of the Dutch system: what holds for one must hold for the other."""

import pytest

from crivello.systems.dutch.sieve import sift

SOLVERS = [
    pytest.param(sift, id="sieve"),
]
EDITIONS = ("dutch-2017", "dutch-2026")
