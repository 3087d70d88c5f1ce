"""FIDE Swiss pairings that are exact, fast and explained.

Read a tournament with `read`, pair a round with `pair`. The names below are loaded when they are
first used, so that the command line starts quickly.
"""

__version__ = "0.2.0"

TYPE_CHECKING = False  # type checkers know better; `typing` would be a third of the start
if TYPE_CHECKING:
    from crivello._front import pair, read
    from crivello.model.errors import (
        CrivelloError,
        Illegal,
        Impossible,
        Malformed,
        Problem,
        TooLarge,
        Unsupported,
    )
    from crivello.model.pairing import Board, RoundPairing
    from crivello.model.player import Player, Title
    from crivello.model.result import Bye, Colour, Result
    from crivello.model.settings import Scoring, Settings
    from crivello.model.tournament import Game, Round, Tournament

_HOMES = {
    "_front": ("pair", "read"),
    "model.errors": (
        "CrivelloError",
        "Illegal",
        "Impossible",
        "Malformed",
        "Problem",
        "TooLarge",
        "Unsupported",
    ),
    "model.pairing": ("Board", "RoundPairing"),
    "model.player": ("Player", "Title"),
    "model.result": ("Bye", "Colour", "Result"),
    "model.settings": ("Scoring", "Settings"),
    "model.tournament": ("Game", "Round", "Tournament"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Board",
    "Bye",
    "Colour",
    "CrivelloError",
    "Game",
    "Illegal",
    "Impossible",
    "Malformed",
    "Player",
    "Problem",
    "Result",
    "Round",
    "RoundPairing",
    "Scoring",
    "Settings",
    "Title",
    "TooLarge",
    "Tournament",
    "Unsupported",
    "__version__",
    "pair",
    "read",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
