"""The tournament before a round, standings of other editions, and what errors say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import crivello as cv


@pytest.mark.parametrize("system", ["dutch-2026", "dubov", "burstein", "lim"])
def test_each_round_is_paired_again_from_what_was_known_before_it(system: str) -> None:
    for seed in range(4):
        t = cv.generate(
            14, 6, seed=seed, system=system, late_entries=8, withdrawals=20, half_point_byes=20
        )
        for number in range(1, t.paired_rounds + 1):
            before = t.before(number)
            assert before.paired_rounds == number - 1
            assert cv.pair(before).boards == cv.pair(t, number).boards


@pytest.mark.parametrize("system", ["team", "doubleswiss"])
def test_matches_are_paired_again_too(system: str) -> None:
    t = cv.generate(8, 4, seed=3, system=system)
    for number in range(2, t.paired_rounds + 1):
        before = t.before(number)
        assert cv.pair(before).boards == cv.pair(t, number).boards
        points = [(row.player.id, row.points) for row in cv.standings(before)]
        assert points == [(row.player.id, row.points) for row in cv.standings(t, after=number - 1)]
        assert before.with_pairing(cv.pair(before)).paired_rounds == number


def test_later_entries_and_withdrawals_were_not_known() -> None:
    t = cv.Tournament.new("Open", 5, ["Ada", "Ben", "Cleo", "Dan"], initial_colour="white")
    t = t.with_pairing(cv.pair(t)).with_results(["1-0", "1-0"])
    early = t
    t = t.add_player("Eva").withdraw("Ben")
    t = t.with_pairing(cv.pair(t)).with_results(["½", "½"])
    assert "Eva" not in t.before(1)
    assert [one.name for one in t.before(1)] == [one.name for one in early]
    assert t.before(1).player("Ben").withdrawn_after is None
    assert t.before(2).player("Ben").withdrawn_after == 1
    assert t.before(3) == t
    with pytest.raises(cv.Illegal, match="There is no round 4"):
        t.before(4)
    with pytest.raises(cv.Illegal):
        t.before("2")  # type: ignore[arg-type]


def test_standings_by_an_earlier_edition() -> None:
    t = cv.example("dubov-2018")
    now, then = (cv.standings(t, ["BH"], edition=one) for one in (None, "c07-2022"))
    assert [row["BH"] for row in now] != [row["BH"] for row in then]
    with pytest.raises(cv.Unsupported, match="Known: c07-2026, c07-2024, c07-2022"):
        cv.standings(t, edition="2019")


def test_an_unknown_tie_break_is_also_a_key_error() -> None:
    row = cv.standings(cv.example(), ["BH", "SB"])[0]
    with pytest.raises(KeyError) as raised:
        row["KS"]
    assert str(raised.value) == "There is no tie-break 'KS' in these standings; there are: BH, SB."
    assert isinstance(raised.value, cv.Illegal)


def test_the_text_of_an_error_has_the_first_problems() -> None:
    lines = [f"001    1      Player {number}" for number in range(6)]
    with pytest.raises(cv.Illegal) as raised:
        cv.read("\n".join(["012 Bad", *lines]).encode())
    text = str(raised.value).splitlines()
    assert text[0].endswith("5 problems.")
    assert text[1].startswith("line 3: Two player lines have the number 1")
    assert text[-1] == "(and 2 more)"
    assert len(text) == 5


ARITHMETIC = """
import crivello as cv
row = cv.standings(cv.example(), ["BH", "SB", "ARO"])[0]
sum_of_both = row["BH"] + 2 * row["SB"]
row["ARO"] + 1
"""


def test_arithmetic_with_values_that_must_exist_needs_no_cast(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(ARITHMETIC)
    check = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(program)]
    done = subprocess.run(check, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.stdout.count("error") == 1, done.stdout
    assert "program.py:5" in done.stdout
