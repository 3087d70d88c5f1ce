"""The references import nothing from crivello, and crivello pairs as they do."""

import ast
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.references import double_swiss_2026, dutch_2011
from tests.references.report_file import Cell, read
from tests.support.samples import sample
from tools.agree_references import REFERENCES, play

HERE = Path(__file__).parent
DATA = HERE.parent / "data" / "findings"
MODULES = sorted(set(HERE.glob("*.py")) - set(HERE.glob("test_*.py")))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_a_reference_imports_the_standard_library_and_its_neighbours(module: Path) -> None:
    """Code written from the text alone cannot share an error with crivello."""
    for node in ast.walk(ast.parse(module.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert not node.level
            names = [node.module or ""]
        for name in names:
            known = name.partition(".")[0] in sys.stdlib_module_names
            assert known or name.startswith("tests.references."), name


@pytest.mark.parametrize("system", sorted(REFERENCES))
def test_crivello_pairs_what_the_reference_pairs(system: str) -> None:
    """It is a sample of `make agree WHAT=references`, over whole tournaments."""
    seen: Counter[str] = Counter()
    for index in range(1, sample(60) + 1):
        assert not play(system, 2026, index, seen)
    assert seen["rounds"] > 40


def test_a_report_file_is_read_by_its_columns() -> None:
    """The file has numbers, results, byes of the coming round, virtual points, and forbidden
    pairs.
    """
    lines = [
        "142 5",
        "152 B",
        "162  W 3.0    D 1.0",
        "XXP 1 3",
        "250       1.0   1   2    1    2",
        "001    1      Ann                               2100".ljust(80) + " 3.0    1     2 w 1",
        "001    2      Ben                               2000".ljust(80)
        + " 1.0    2     1 b 0  0000 - H",
        "001    3      Cid".ljust(80) + " 0.0    3",
    ]
    report = read("\n".join(lines))
    assert (report.number, report.rounds, report.initial) == (2, 5, "b")
    assert report.players[1].cells == [Cell(2, "w", "1")]
    assert [one.coming for one in report.players.values()] == ["", "H", ""]
    assert [one.rating for one in report.players.values()] == [2100, 2000, 0]
    assert [report.points(one) for one in (1, 2, 3)] == [3, 0, 0]
    assert [report.virtual(one) for one in (1, 2, 3)] == [1, 1, 0]
    assert report.forbidden == {frozenset((1, 3))}


WORKED_2011 = {
    2: ("5-1 2-7 6-3 4-9 8-11 10-13", 14),
    3: ("2-5 3-4 11-6 14-1 7-10 12-8 9-13", None),
    4: ("6-2 4-5 1-3 11-7 10-14 8-9 13-12", None),
    5: ("2-1 5-11 4-6 3-7 9-10 14-12 13-8", None),
}
"""The tournament that was played step by step with the Dutch system before 2013."""


@pytest.mark.parametrize("number", WORKED_2011)
def test_the_older_dutch_system_pairs_the_worked_tournament(number: int) -> None:
    """Seed 003: downfloats of points without a game, C.1, C.9, C.12 and C.13, colours."""
    lines = (DATA / "seed003-before-r5.trf").read_text().splitlines()
    text = "\n".join(_before(number, line) if line.startswith("001") else line for line in lines)
    boards, bye = WORKED_2011[number]
    pairs = (tuple(map(int, board.split("-"))) for board in boards.split())
    assert dutch_2011.pair(text) == (frozenset(pairs), bye)


def _before(number: int, line: str) -> str:
    """Return a player line with the rounds before this one, and with an absence announced for
    it.
    """
    end = 91 + 10 * (number - 1)
    return line[: end + 10] if line[end + 7 : end + 8] == "Z" else line[:end]


def test_double_swiss_counts_a_match_with_a_forfeit_on_each_side() -> None:
    """C.04.5, preface and 3.4: 5 and 6 have played six and seven matches, so 6 gets the bye."""
    paired = double_swiss_2026.pair((DATA / "ds-100312-7.trf").read_text())
    assert paired is not None
    assert paired[1] == 6
