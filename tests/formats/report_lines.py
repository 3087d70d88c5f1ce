"""Lines of report files for tests, and functions that read them."""

from crivello.formats.trf import read_trf
from crivello.model.errors import Problem
from crivello.model.tournament import Tournament


def player(number: int, *cells: str, points: str = "", rank: str = "", name: str = "") -> str:
    """Return a player line with the given cells."""
    left = f"001 {number:4}      {name:33}".ljust(80) + f"{points:>4} {rank:>4}".ljust(11)
    return left + "  ".join(cells)


def read(*lines: str) -> Tournament:
    return read_trf("\n".join(lines)).tournament


def warnings(*lines: str) -> list[Problem]:
    """Return the warnings, except that points are missing."""
    found = read_trf("\n".join(lines)).warnings
    return [warning for warning in found if "no points" not in str(warning)]


GAME = (player(1, "   2 w 1"), player(2, "   1 b 0"))
