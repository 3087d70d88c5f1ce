"""The question whether an event may happen, by the type of the event."""

from __future__ import annotations

from functools import singledispatch

from crivello.desk.events import Event
from crivello.desk.state import DeskState


@singledispatch
def check(event: Event, state: DeskState) -> None:
    """Raise the `Refusal` if this may not happen now."""
    raise NotImplementedError(type(event).__name__)
