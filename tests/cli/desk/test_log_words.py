"""Every kind of event has a sentence in the log."""

from crivello.desk.descriptions import describe_event
from crivello.desk.events import TYPES, Event


def test_every_event_can_be_told() -> None:
    untold = describe_event.dispatch(Event)
    assert [name for name, kind in TYPES.items() if describe_event.dispatch(kind) is untold] == []
