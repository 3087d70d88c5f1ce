"""Every kind of event has a sentence for the log."""

from crivello.desk.events import TYPES, Event
from crivello.desk.telling import tell_event


def test_every_event_can_be_told() -> None:
    untold = tell_event.dispatch(Event)
    assert [name for name, kind in TYPES.items() if tell_event.dispatch(kind) is untold] == []
