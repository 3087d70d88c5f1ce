"""The fields of the file for chess-results.com: where each stands, and how long it may be."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

SECTIONS = {
    "tournamentdata": "tournament",
    "rounds": "round",
    "players": "player",
    "teams": "team",
    "playerpairings": "playerpairing",
    "teampairings": "teampairing",
    "security": "securitydata",
}
"""The sections in their order, with the name of the elements in each."""

LIMITS: Mapping[str, Mapping[str, int]] = {
    "tournament": {
        "name": 160,
        "remark": 599,
        "director": 80,
        "organiser": 80,
        "location": 80,
        "arbiter": 1200,
        "chiefarbiter": 120,
        "deputyarbiter": 120,
        "timecontrol": 100,
    },
    "round": {"time": 15},
    "player": {"id": 12, "lastname": 32, "firstname": 30, "atitle": 14, "title": 4, "clubname": 40},
    "team": {"teamname": 40, "teamshort": 25, "captain": 70},
}
"""The most characters of a text; longer ones are cut."""

TIE_BREAKS = 5
"""How many tie-breaks a tournament has there."""


class ChessResultsType(IntEnum):
    """The types of tournaments, as the file numbers them."""

    SWISS = 0
    ROUND_ROBIN = 1
    TEAM_ROUND_ROBIN = 2
    TEAM_SWISS = 3


BYE, NOT_PAIRED = -1, -2
"""In the place of Black, or of the second team."""
FORFEIT, NEITHER, UNRATED, ADJOURNED = "K", "D", "U", "H"
"""Marks of results: by forfeit; lost by both; played, but not rated; adjourned."""

YES, NO, UNKNOWN = "J", "N", "-"

IMPORTED = (26, 27, 32)
"""Numbers of tie-breaks whose values are imported, for those without a number of their own."""

NUMBERS: Mapping[str, tuple[int, str]] = {
    "PTS": (1, ""),
    "BH": (84, ""),
    "BH/C1": (3, ""),
    "BH/M1": (4, ""),
    "SB": (85, ""),
    "PS": (86, ""),
    "ARO": (80, ""),
    "ARO/C1": (20, ""),
    "DE": (81, ""),
    "WIN": (68, "0"),
    "WON": (68, "1"),
    "BWG": (68, "2"),
    "BPG": (68, "3"),
    "KS": (87, ""),
    "AOB": (77, ""),
    "REP": (79, ""),
    "TPR": (88, "0"),
    "APRO": (88, "1"),
    "PTP": (88, "2"),
    "APPO": (88, "3"),
    "MPTS": (13, ""),
    "GPTS": (1, ""),
    "BC": (78, ""),
    "EMMSB": (82, "0"),
    "EMGSB": (82, "1"),
    "EGMSB": (82, "2"),
    "EGGSB": (82, "3"),
    "EDE": (83, ""),
    "TBR": (89, ""),
    "BBE": (90, ""),
    "SSSC": (91, ""),
}
"""The number of each tie-break, and its parameter. How several parameters are written is not known
here, so a tie-break that needs them is sent as an imported value."""
