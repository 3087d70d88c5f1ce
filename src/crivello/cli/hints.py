"""After a refusal of the desk: the command, or the option, that does what its sentence advises.

The sentences are those of every door; how it is done here is said here.
"""

from __future__ import annotations

import re

from crivello.cli.console import Console
from crivello.model.errors import CrivelloError
from crivello.words import N_

COMMAND = N_("The command for it: {command}")
OPTION = N_("Add to the command: {option}")

BY_REFUSAL = {
    "AllRoundsPaired": "crivello standings",
    "AlreadyListed": "crivello players",
    "CaseMissing": "--case chief-arbiter --reason TEXT",
    "CaseUnfit": "--case chief-arbiter --reason TEXT",
    "ColourNotDrawn": "crivello draw",
    "Damaged": "crivello recover FILE NEW",
    "DraftStale": "crivello pair",
    "FullPointByesOff": "crivello set full-point-byes=yes",
    "GameHasResult": "crivello result TABLE none",
    "HasBye": "crivello bye PLAYER --cancel",
    "NoDraft": "crivello pair",
    "NoRounds": "rounds=5",
    "NoShowsOpen": "crivello no-shows PLAYER --plays-on | --withdrawn",
    "NoSuchBye": "crivello players",
    "NotListed": "crivello late PLAYER",
    "NotYetCorrection": "crivello result TABLE RESULT",
    "PairingIncomplete": "--rest",
    "ReasonMissing": "--reason TEXT",
    "ResultStands": "crivello correct TABLE RESULT --reason TEXT",
    "ResultsMissing": "crivello result TABLE RESULT",
    "StaysListed": "crivello withdraw PLAYER",
    "TooFewPlayers": "crivello add NAME rating=2000",
    "TooManyByes": "crivello set half-point-byes=2",
    "WasExpelled": "crivello log",
    "WouldFall": "--yes",
}
"""By the name of the class in `desk.refusals` or `store.errors`, which only the desk loads."""


def command_for(error: CrivelloError, console: Console) -> str | None:
    """What to type, with the section where the file has several."""
    found = BY_REFUSAL.get(type(error).__name__)
    if found is None or not found.startswith("crivello"):
        return found
    return found if found.startswith("crivello recover") else f"{found} {console.where}".rstrip()


def hint(error: CrivelloError, console: Console) -> str | None:
    found = command_for(error, console)
    if found is None:
        return None
    found = re.sub(r"\b[A-Z]{4,}\b", lambda word: console.say(word[0]), found)  # as in the help
    if found.startswith("crivello"):
        return console.say(COMMAND, command=found)
    return console.say(OPTION, option=found)
