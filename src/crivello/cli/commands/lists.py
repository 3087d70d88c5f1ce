"""Commands about lists of players: the FIDE rating list, national lists."""

from __future__ import annotations

from crivello.cli.options import Command

LISTS: tuple[Command, ...] = ()
