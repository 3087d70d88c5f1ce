"""Rounds and tie-breaks of random team events, compared with recorded answers of another
program.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tools.agree_teams import compare_rounds, compare_tie_breaks

DATA = Path(__file__).parents[2] / "data" / "gacrux"


class Recorded:
    """A program that gives recorded answers, one after the other."""

    def __init__(self, answers: list[dict[str, Any]]) -> None:
        self.answers = iter(answers)

    def ask(self, module: str, *arguments: str) -> dict[str, Any]:
        return next(self.answers)


@pytest.mark.parametrize(
    ("name", "compare"), [("rounds", compare_rounds), ("tie-breaks", compare_tie_breaks)]
)
def test_a_sample_of_make_agree_teams(name: str, compare: Any, tmp_path: Path) -> None:
    """The differences are those after a match in which no game was played (C.04.6: 1.6)."""
    # C.07: 13
    recorded = json.loads((DATA / f"team-{name}.json").read_text("utf-8"))
    counted: Counter[str] = Counter()
    for seed, answers in recorded.items():
        found = compare(int(seed), Recorded(answers), tmp_path / "teams.trf", counted)
        assert found == [], seed
    assert counted["rounds"] > 80
    assert counted["decided"]
