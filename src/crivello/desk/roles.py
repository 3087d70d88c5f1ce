"""Roles of devices in the hall network, and the authors of events.

`permissions` decides what a role may do.
"""

from __future__ import annotations

from enum import Enum

from crivello.standard.classes import frozen


class DeviceRole(Enum):
    """The role of a device in the hall network."""

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
    """Who caused an event, if it came from a device or with a key; stored with the event."""

    role: DeviceRole
    device: str
    """The name the desk gave it; empty: this computer."""
    key: str = ""
    """Of this entry, given by the device: the same entry sent again is done once."""
