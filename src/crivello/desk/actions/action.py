"""The interface of an action: a typed request that becomes one event or is refused."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from crivello.desk.events import Event
from crivello.desk.notices import Notice
from crivello.desk.state import DeskState
from crivello.standard.classes import frozen


@frozen
class Context:
    """What an action may depend on besides the state: time, highest player id, program version."""

    now: datetime
    highest_id: int
    program: str
    """Version of this program."""


@frozen
class Plan:
    """The event that an action would write, with its warnings."""

    event: Event
    notices: tuple[Notice, ...] = ()
    needs_reason: bool = False
    """In this case; some events always need one (`Event.needs_reason`)."""


class Action(Protocol):
    """An action: decides, from the state, which event to write."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        """Return the event for this state; raise a `Refusal`, or `Impossible` of the engine."""
        ...
