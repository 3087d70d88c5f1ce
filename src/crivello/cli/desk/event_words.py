"""An event of the log in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crivello.cli.console import Console
from crivello.cli.desk.result_words import shown
from crivello.words import N_, Template

if TYPE_CHECKING:
    from crivello.desk.events import Event

SENTENCES: dict[str, Template] = {
    "SectionOpened": N_("section {section} opened"),
    "SettingsChanged": N_("settings of section {section} changed"),
    "ScheduleSet": N_("place and times set"),
    "PlayersRegistered": N_("registered in {section}: {players}"),
    "PlayersRemoved": N_("removed: {players}"),
    "PlayerMoved": N_("moved from {section} to {to}: {player}"),
    "PlayerCorrected": N_("data corrected: {player}"),
    "PlayersCorrected": N_("data corrected: {players}"),
    "RollCalled": N_("roll-call, {presence}: {players}"),
    "ColourDrawn": N_("initial colour drawn: {colour}"),
    "ApartSet": N_("who is kept apart was set"),
    "TablesFixed": N_("fixed tables set"),
    "PlayersAdmitted": N_("late entry admitted: {players}"),
    "ByesRequested": N_("bye: {players}"),
    "ByesCancelled": N_("bye cancelled: {players}"),
    "PlayersLeft": N_("left: {players}"),
    "PlayersReturned": N_("returned: {players}"),
    "RoundPaired": N_("round {round} of {section} paired"),
    "PairingChanged": N_("draft of round {round} of {section} changed by hand"),
    "PairingDiscarded": N_("draft of round {round} of {section} discarded"),
    "RoundPublished": N_("round {round} of {section} published"),
    "PublishedPairingChanged": N_("published pairing of round {round} of {section} changed"),
    "ResultsEntered": N_("results, round {round} of {section}: {results}"),
    "NoShows": N_("no-shows, round {round} of {section}: {players}"),
    "NoShowsAnswered": N_("no-shows answered: {players}"),
    "ResultsPublished": N_("results of round {round} of {section} published"),
    "RoundEnded": N_("round {round} of {section} ended"),
    "ResultCorrected": N_("result of round {round} of {section} corrected: {results}"),
    "Undone": N_("undo of {events}"),
    "Redone": N_("redo of {events}"),
}
"""By the type of the event."""

PRESENCES = {
    "registered": N_("registered"),
    "confirmed": N_("confirmed"),
    "present": N_("present"),
    "left out": N_("left out"),
}
COLOURS = {"w": N_("White"), "b": N_("Black")}
MOST = 6
"""Players or results named at most."""


def told(event: Event, console: Console) -> str:
    """In the user's language; players as they are called now."""
    values: dict[str, object] = {}
    for name in ("section", "to", "round"):
        if hasattr(event, name):
            values[name] = getattr(event, name)
    values["events"] = ", ".join(map(str, getattr(event, "events", ())))
    values["player"] = _player(getattr(event, "player", 0), console)
    values["players"] = _some([_player(one, console) for one in _players(event)])
    values["results"] = _some([_result(one, console) for one in _results(event)])
    if presence := getattr(event, "presence", None):
        values["presence"] = console.say(PRESENCES[presence.value])
    if colour := getattr(event, "colour", None):
        values["colour"] = console.say(COLOURS[colour.value])
    return console.say(SENTENCES[type(event).__name__], **values)


def _players(event: Any) -> list[Any]:
    if hasattr(event, "byes"):
        return [one[0] if isinstance(one, tuple) else one.player for one in event.byes]
    return list(getattr(event, "players", ()))


def _player(one: Any, console: Console) -> str:
    """An id, or a player with his data."""
    player: int = one if isinstance(one, int) else one.id
    return console.labels.get(player) or str(getattr(one, "name", player))


def _results(event: Any) -> list[tuple[int, int, Any]]:
    if hasattr(event, "was"):
        return [(event.was.white, event.was.black, event.result)]
    return [(one.white, one.black, one.result) for one in getattr(event, "results", ())]


def _result(one: tuple[int, int, Any], console: Console) -> str:
    white, black, result = one
    return f"{_player(white, console)} – {_player(black, console)} {shown(result)}"


def _some(texts: list[str]) -> str:
    more = len(texts) - MOST
    return "; ".join(texts[:MOST]) + (f"; … (+{more})" if more > 0 else "")
