"""FIDE Swiss pairings that are exact, fast and explained.

>>> import crivello as cv
>>> t = cv.Tournament.new("Open", rounds=5, players=[("Ada", 2010), ("Ben", 1980), "Cleo", "Dan"])
>>> t = t.with_settings(initial_colour="white", system="dutch")
>>> print(*cv.pair(t))
1-3 4-2

`docs/build/library.md` is a tour of the library, and `help(crivello)` lists every name. Names are
loaded when they are first used, so that the command line starts quickly.
"""

import sys
from types import ModuleType

__version__ = "0.3.0"

TYPE_CHECKING = False  # type checkers know better; `typing` would be a third of the start
if TYPE_CHECKING:
    from crivello.formats.repairs import Repair
    from crivello.front import plot
    from crivello.front.auditing import Check, CheckedRound, check, generate
    from crivello.front.data_table import DataTable, table
    from crivello.front.explaining import (
        Bracket,
        BracketMap,
        Explanation,
        bracket_map,
        explain,
        explain_bracket,
        why_not,
    )
    from crivello.front.files import example, read, write
    from crivello.front.player import Player
    from crivello.front.registering import (
        Scorecard,
        ScorecardRound,
        register_format,
        register_print,
        register_system,
        register_tie_break,
    )
    from crivello.front.round_robin import (
        Grid,
        GridRow,
        Lots,
        Schedule,
        grid,
        lots,
        schedule,
        scheveningen,
    )
    from crivello.front.rounds import RoundPairing, pair
    from crivello.front.score import Score
    from crivello.front.settings import Acceleration, PointsAdjustment, Scoring, Settings
    from crivello.front.standings import Standings, StandingsRow, standings
    from crivello.front.tournament import Tournament
    from crivello.model.errors import (
        CrivelloError,
        Illegal,
        Impossible,
        Malformed,
        Problem,
        Severity,
        TooLarge,
        Unsupported,
        WordError,
    )
    from crivello.model.pairing import Board
    from crivello.model.player import NationalRecord, Sex, Title
    from crivello.model.result import Award, Bye, Colour, Result
    from crivello.model.settings import Apart, Options, Parity, Team
    from crivello.model.tournament import Game, Round
    from crivello.rules.scheveningen import ScheveningenGame

_HOMES = {
    "formats.repairs": ("Repair",),
    "front.auditing": ("Check", "CheckedRound", "check", "generate"),
    "front.explaining": (
        "Bracket",
        "BracketMap",
        "Explanation",
        "bracket_map",
        "explain",
        "explain_bracket",
        "why_not",
    ),
    "front.data_table": ("DataTable", "table"),
    "front.files": ("example", "read", "write"),
    "front.player": ("Player",),
    "front.registering": (
        "Scorecard",
        "ScorecardRound",
        "register_format",
        "register_print",
        "register_system",
        "register_tie_break",
    ),
    "front.round_robin": (
        "Grid",
        "GridRow",
        "Lots",
        "Schedule",
        "grid",
        "lots",
        "schedule",
        "scheveningen",
    ),
    "front.rounds": ("RoundPairing", "pair"),
    "front.score": ("Score",),
    "front.settings": ("Acceleration", "PointsAdjustment", "Scoring", "Settings"),
    "front.standings": ("Standings", "StandingsRow", "standings"),
    "front.tournament": ("Tournament",),
    "model.errors": (
        "CrivelloError",
        "Illegal",
        "Impossible",
        "Malformed",
        "Problem",
        "Severity",
        "TooLarge",
        "Unsupported",
        "WordError",
    ),
    "model.pairing": ("Board",),
    "model.player": ("NationalRecord", "Sex", "Title"),
    "model.result": ("Award", "Bye", "Colour", "Result"),
    "model.settings": ("Apart", "Options", "Parity", "Team"),
    "model.tournament": ("Game", "Round"),
    "rules.scheveningen": ("ScheveningenGame",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Acceleration",
    "Apart",
    "Award",
    "Board",
    "Bracket",
    "BracketMap",
    "Bye",
    "Check",
    "CheckedRound",
    "Colour",
    "CrivelloError",
    "DataTable",
    "Explanation",
    "Game",
    "Grid",
    "GridRow",
    "Illegal",
    "Impossible",
    "Lots",
    "Malformed",
    "NationalRecord",
    "Options",
    "Parity",
    "Player",
    "PointsAdjustment",
    "Problem",
    "Repair",
    "Result",
    "Round",
    "RoundPairing",
    "Schedule",
    "ScheveningenGame",
    "Score",
    "Scorecard",
    "ScorecardRound",
    "Scoring",
    "Settings",
    "Severity",
    "Sex",
    "Standings",
    "StandingsRow",
    "Team",
    "Title",
    "TooLarge",
    "Tournament",
    "Unsupported",
    "WordError",
    "__version__",
    "bracket_map",
    "check",
    "example",
    "explain",
    "explain_bracket",
    "generate",
    "grid",
    "lots",
    "pair",
    "plot",
    "read",
    "register_format",
    "register_print",
    "register_system",
    "register_tie_break",
    "schedule",
    "scheveningen",
    "standings",
    "table",
    "why_not",
    "write",
]


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name == "plot":
        value: object = import_module(f"{__name__}.front.plot")
    elif name in _HOME:
        value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


class _Package(ModuleType):
    """The package: `explain` and `standings` are functions here, though packages have these names.

    Python makes a subpackage an attribute of the package when it is first imported. If a public
    function has the same name, the attribute stays the function; ``from crivello.explain.x import
    y`` does not use the attribute.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
