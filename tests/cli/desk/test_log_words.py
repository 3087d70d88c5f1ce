"""Every kind of event has a sentence for the log."""

from crivello.desk.events import TYPES, Event
from crivello.desk.telling import telling


def test_every_event_can_be_told() -> None:
    untold = telling.dispatch(Event)
    assert [name for name, kind in TYPES.items() if telling.dispatch(kind) is untold] == []
