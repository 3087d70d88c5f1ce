"""Commands of the arbiter's desk: new, add, pair, publish, result, undo, …"""

from __future__ import annotations

from crivello.cli.options import Command

DESK: tuple[Command, ...] = ()
