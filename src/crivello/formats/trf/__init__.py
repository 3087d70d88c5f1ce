"""FIDE's report files and their extensions by pairing programs.

`read_trf` reads TRF16, TRF(x), TRF(bx) and TRF26, even mixed in one file; `write_trf` writes one of
them, and `losses` lists beforehand what that one cannot carry. Reading alone does not load the
writers.
"""

from crivello.formats.trf.reader import TournamentDocument, read_trf
from crivello.standard.typing_names import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crivello.formats.trf.canonical_form import canonical
    from crivello.formats.trf.dialect_losses import losses
    from crivello.formats.trf.writer import Dialect, write_trf

__all__ = ["Dialect", "TournamentDocument", "canonical", "losses", "read_trf", "write_trf"]

_LATER = {
    "Dialect": "writer",
    "canonical": "canonical_form",
    "losses": "dialect_losses",
    "write_trf": "writer",
}
"""The module of each name that is loaded on first use."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(name)
    from importlib import import_module

    found = getattr(import_module("." + _LATER[name], __name__), name)
    globals()[name] = found
    return found
