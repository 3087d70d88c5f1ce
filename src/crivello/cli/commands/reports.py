"""Commands that make pages, sheets, prizes and norms from a tournament."""

from __future__ import annotations

from crivello.cli.options import Command

REPORTS: tuple[Command, ...] = ()
