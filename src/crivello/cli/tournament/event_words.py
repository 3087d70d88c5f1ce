"""An event of the log in one line: the sentence of the desk, and who is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crivello.cli.console import Console
from crivello.desk.lookup import labels

if TYPE_CHECKING:
    from crivello.desk import Desk
    from crivello.desk.events import Event


MOST = 6
"""Players named at most."""


def _once_registered(desk: Desk) -> dict[int, str]:
    """Names of those too who are here no more; an id alone could be taken for a number."""
    from crivello.desk.events import PlayersRegistered

    events = (item.event for item in desk.log)
    return {
        player.id: player.name
        for event in events
        if isinstance(event, PlayersRegistered)
        for player in event.players
    }


class Teller:
    """Tells the events of one desk; players as they are called now in the event's section."""

    def __init__(self, desk: Desk, console: Console) -> None:
        self._console = console
        self._labels = {key: labels(section) for key, section in desk.state.sections.items()}
        here = {k: name for one in self._labels.values() for k, name in one.items()}
        self._everybody = {**_once_registered(desk), **here}

    def told(self, event: Event) -> str:
        from crivello.desk.telling import telling

        section = getattr(event, "section", "")
        known = {**self._everybody, **self._labels.get(section, {})}
        notice = telling(event)
        self._console.labels = known
        text = self._console.say(notice)
        if notice.players and not {"player", "white"} & set(notice.sentence.values):
            names = [known.get(player, str(player)) for player in notice.players]
            more = len(names) - MOST
            text += f" ({'; '.join(names[:MOST])}{f'; … +{more}' if more > 0 else ''})"
        return f"{section}: {text}" if section and len(self._labels) > 1 else text
