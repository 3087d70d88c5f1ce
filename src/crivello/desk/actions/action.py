"""An action: a typed request that becomes one event, or is refused."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from crivello.desk.events import Event
from crivello.desk.notices import Notice
from crivello.desk.state import DeskState
from crivello.standard.classes import frozen


@frozen
class Context:
    """The facts besides the state on which an action may depend."""

    now: datetime
    highest_id: int
    program: str
    """Version of this program."""


@frozen
class Plan:
    """The event that would be written, and what is to be said with it."""

    event: Event
    notices: tuple[Notice, ...] = ()
    needs_reason: bool = False
    """In this case; some events always need one (`Event.needs_reason`)."""


class Action(Protocol):
    def decide(self, state: DeskState, context: Context) -> Plan:
        """Return the event for this state; raise a `Refusal`, or `Impossible` of the engine."""
        ...
