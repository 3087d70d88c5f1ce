"""The endorsement test on a small scale: every system against its reference, resumed, with a
report.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from crivello.audit.journal import CampaignOutcome, Case, read_journal
from crivello.formats.trf import write_trf
from crivello.model.keys import SYSTEMS
from crivello.model.player import Player
from crivello.model.result import Result
from crivello.model.sentence import N_, Sentence
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from tools import endorse, gacrux_side


def test_every_edition_is_in_it_and_the_other_programs_each_way() -> None:
    sides = {(one.plan.left, one.plan.right) for one in endorse.ENDORSEMENTS.values()}
    assert {(key, f"{key}:sieve") for key in SYSTEMS} < sides
    others = sides - {(key, f"{key}:sieve") for key in SYSTEMS}
    assert len(others) == 4
    assert others == {(right, left) for left, right in others}


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_sample_of_each_edition(key: str, tmp_path: Path) -> None:
    assert endorse.main([str(tmp_path), "--tournaments", "4", "--jobs", "1", "--only", key]) == 0
    row = (tmp_path / "report.md").read_text().splitlines()[2]
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[:2] == [f"`{key}`", "4"]
    assert (cells[5], cells[6], cells[9]) == ("0", "0", "0")


def test_it_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = [str(tmp_path), "--jobs", "1", "--only", "dubov-2026", "--tournaments"]
    endorse.main([*call, "2"])
    journal = tmp_path / "dubov-2026.jsonl"
    before = journal.read_text()
    endorse.main([*call, "3"])
    assert journal.read_text().startswith(before)
    assert [outcome.seed for outcome in read_journal(journal)[1]] == [1, 2, 3]
    assert {outcome.players > 5 for outcome in read_journal(journal)[1]} == {True}
    endorse.main([str(tmp_path), "--report"])
    assert "| `dubov-2026` | 3 |" in capsys.readouterr().out
    journal.rename(tmp_path / "dubov-2018.jsonl")
    assert endorse.main([str(tmp_path), "--only", "dubov-2018", "--tournaments", "1"]) == 2


def event() -> Tournament:
    """Return an event in which 1 and 2 both lose, and 3 and 4 draw."""
    games = (Game(1, 2, Result.BOTH_LOSE), Game(3, 4, Result.DRAW))
    players = tuple(Player(id=number, number=number) for number in range(1, 5))
    return Tournament(players, (Round(games),), Settings(rounds=3))


def case(code: str, left: str, right: str) -> Case:
    reason = Sentence(N_("The tie-break {code} has other values."), code=code)
    return Case(1, write_trf(event(), "trf26"), (left,), (right,), code, reason)


@pytest.mark.parametrize(
    ("code", "left", "right", "article"),
    [
        ("STD", "1: 1/2", "1: 0", "C.07: 7.7"),  # as many points as the opponent
        ("STD", "1: 1", "1: 0", ""),
        ("STD", "3: 1/2", "3: 0", ""),
        ("FB", "1: 1/2", "1: 0", "C.07: 8.3"),  # round 1 of 3
        ("FB", "3: 1/2", "3: 0", ""),
        ("BH", "1: 1/2", "1: 0", ""),
    ],
)
def test_only_what_an_article_decides_is_explained(
    code: str, left: str, right: str, article: str
) -> None:
    verdict = gacrux_side.verdict(case(code, left, right))
    assert verdict.partition(",")[0] == article


def test_a_difference_that_nothing_explains_fails() -> None:
    endorsement = endorse.ENDORSEMENTS["gacrux-checks-ours"]
    outcome = CampaignOutcome(7, 1, cases=(case("BH", "1: 1", "1: 0"),), players=4)
    result = endorse.Result("gacrux-checks-ours", endorsement, [outcome])
    assert not result.good
    told = endorse.report([result])
    assert "| `gacrux-checks-ours` | 1 | 1 | 4 | 0 | 0 | 1 | 0 | 0 | 0 |" in told
    assert "seed 7, round 1: BH The tie-break BH has other values. **not explained**" in told
