"""Roles in a hall, and the authors of events.

What they may is in `permissions`, which knows the events; the events know only this.
"""

from __future__ import annotations

from enum import Enum

from crivello.standard.classes import frozen


class DeviceRole(Enum):
    CHIEF = "chief"
    """At the arbiter's own computer: the desk, the command line, the programs' key."""
    DEPUTY = "deputy"
    """At a device that the chief arbiter has approved."""
    TABLE = "table"
    """The players of one game, with the code of their table for one round."""
    PLAYER = "player"
    """With a personal link."""
    SCREEN = "screen"
    """A projector."""
    EVERYBODY = "everybody"
    """Everybody on the network."""


@frozen
class Author:
    """The author of an event that came in an envelope, as the log keeps it."""

    role: DeviceRole
    device: str
    """The name the desk gave it; empty: this computer."""
    key: str = ""
    """Of this entry, given by the device: the same entry sent again is done once."""
