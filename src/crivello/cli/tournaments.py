"""What every command does first: read the tournament, and find the edition."""

from __future__ import annotations

import time

from crivello.cli.console import Console
from crivello.cli.errors import warn
from crivello.cli.files import read_bytes, shown
from crivello.model.tournament import Tournament


def load(path: str, console: Console) -> Tournament:
    """Read a tournament; warnings go to standard error."""
    from crivello import formats

    console.source = shown(path)
    document = formats.read_document(read_bytes(path), name=console.source)
    console.players = document.tournament.player
    warn(document.warnings, console)
    return document.tournament


def today() -> str:
    """The day that decides the edition where nothing else does; the core has no clock."""
    return time.strftime("%Y-%m-%d")
