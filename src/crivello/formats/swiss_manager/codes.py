"""What the numbers of Swiss-Manager stand for: results, byes, tie-breaks."""

from __future__ import annotations

from dataclasses import dataclass

from crivello.model.result import Bye, Result

RESULTS: dict[int, Result | None] = {
    0: None,
    1: Result.WHITE_WINS,
    2: Result.DRAW,
    3: Result.BLACK_WINS,
    4: Result.WHITE_WINS_BY_FORFEIT,
    5: Result.BLACK_WINS_BY_FORFEIT,
    6: Result.DOUBLE_FORFEIT,
    15: Result.SHORT_WHITE_WINS,
    16: Result.SHORT_DRAW,
    17: Result.SHORT_BLACK_WINS,
}
"""Of a game; those from 15 on are not rated."""

BYE, NOT_PAIRED = 0xFFFF, 0xFFFE
"""In the place of Black."""
NOBODY = 0
"""In either place: a board of a team without a player."""

BYES: dict[tuple[int, int], Bye] = {
    (BYE, 0): Bye.PAIRING_ALLOCATED,
    (BYE, 9): Bye.PAIRING_ALLOCATED,
    (NOT_PAIRED, 0): Bye.ZERO_POINT,
    (NOT_PAIRED, 1): Bye.FULL_POINT,
    (NOT_PAIRED, 2): Bye.HALF_POINT,
    (NOT_PAIRED, 3): Bye.ZERO_POINT,
}
"""By what stands in the place of Black and the result."""


@dataclass(frozen=True, slots=True)
class TieBreakCode:
    """A tie-break by the number that Swiss-Manager gives it."""

    code: str
    """Ours, without cuts."""
    variable: bool = False
    """The first byte of its options says how many values are cut at the low end."""


TIE_BREAKS: dict[int, TieBreakCode] = {
    1: TieBreakCode("PTS"),
    2: TieBreakCode("BH"),
    3: TieBreakCode("BH/C1"),
    4: TieBreakCode("BH/M1"),
    7: TieBreakCode("SB"),
    8: TieBreakCode("PS"),
    10: TieBreakCode("ARO"),
    11: TieBreakCode("DE"),
    12: TieBreakCode("WIN"),
    20: TieBreakCode("ARO/C1"),
    21: TieBreakCode("TPR"),
    34: TieBreakCode("BH/M1"),
    35: TieBreakCode("SB"),
    36: TieBreakCode("ARO", variable=True),
    37: TieBreakCode("BH", variable=True),
    45: TieBreakCode("KS"),
    52: TieBreakCode("SB", variable=True),
    53: TieBreakCode("BPG"),
    68: TieBreakCode("WIN"),
    77: TieBreakCode("AOB"),
    79: TieBreakCode("REP"),
    80: TieBreakCode("ARO", variable=True),
    81: TieBreakCode("DE"),
    84: TieBreakCode("BH", variable=True),
    85: TieBreakCode("SB", variable=True),
    86: TieBreakCode("PS", variable=True),
    87: TieBreakCode("KS"),
}
"""Those with a tie-break of C.07 behind them; the others rank by hand, by rules of one event or of
teams."""

VICTORIES = 68
"""Counts victories or games, as its options say; with this bit of the second byte, victories."""
VICTORIES_BIT = 0x01
KOYA, HALF = 87, 50
"""Its option is the limit in percent, as a number of two bytes from the third on."""


def our_tie_break(number: int, options: bytes) -> tuple[str | None, bool]:
    """Our code of a tie-break, if it has one, and whether all its options are understood."""
    known = TIE_BREAKS.get(number)
    if known is None:
        return None, False
    if number == KOYA:
        limit = int.from_bytes(options[2:4], "little")
        return known.code, limit == HALF and not any(options[:2] + options[4:])
    if number == VICTORIES:
        wins = len(options) > 1 and options[1] & VICTORIES_BIT
        return (known.code if wins else None), False
    if not known.variable:
        return known.code, not any(options)
    cuts = options[0] if options else 0
    if cuts > 2:
        return None, False
    return known.code + (f"/C{cuts}" if cuts else ""), not any(options[1:])
