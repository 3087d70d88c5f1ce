"""The Dubov system of 2026 (C.04.4.1): the procedure of 2018 with a wider bar to the bye.

`dubov_2018` cites the articles of 2018; these are their numbers in the text of 2026:

| 2018 | 2026 |
|---|---|
| A.1 to A.8 | 1.1 to 1.9: the initial ranking is now the TPN |
| B.0 | 3.1: its first step refers to C2, so it is C2 that bars |
| B.1 to B.6 | 3.2.1 to 3.2.6 |
| C.1 to C.10 | C1 to C10: C2 is new |
| D.0 to D.3 | 4.1 to 4.4: sets by their smallest differing number, which is lexicographic order |
| E.0 to E.4 | 5.2.1 to 5.2.5 |
"""

from __future__ import annotations

from tests.references.dubov_2018 import pair_round
from tests.references.report_file import Report, Round, read


def pair(text: str) -> Round | None:
    """Pair the coming round of a report file by the edition of 2026."""
    return pair_round(read(text), bye_is_barred)


def bye_is_barred(report: Report, number: int) -> bool:
    """Return True if C2 bars the bye (C.04.1: 4): an earlier one, or a win's points in a round
    without playing.
    """
    return any(
        cell.code == "U" or (not cell.played and report.worth[cell.code] >= report.worth["1"])
        for cell in report.players[number].cells
    )
