"""When an event may happen: asked before it is written, and again when an earlier one is undone.

The same checks serve both, so what an undo lets stand is what could have been done that way.
"""

from crivello.desk.checks import pairing, players, results, settings
from crivello.desk.checks.dispatch import check

__all__ = ["check", "pairing", "players", "results", "settings"]
