"""Random evenings: no entry without a user's intent, no intended entry lost silently.

This is a sample; `make stress WHAT=hall` runs 50,000 sequences (`tests.support.hall_model`).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.hall_model import run

SEQUENCES = int(os.environ.get("CRIVELLO_SEQUENCES", "100"))


@pytest.mark.slow
@pytest.mark.node
def test_nothing_is_entered_that_nobody_meant_and_nothing_is_lost(tmp_path: Path) -> None:
    count = run(tmp_path, SEQUENCES, seed=1)
    # All of it has happened: else the test would show nothing.
    for what in ("result done", "result late", "propose done", "propose late", "absent done",
                 "answer lost", "no access", "kept: done", "kept: refused"):  # fmt: skip
        assert count[what] > 0, what
