"""The remedy of an error as the command, or the option, that does what its sentence advises."""

from __future__ import annotations

import re

from crivello.cli.console import Console
from crivello.model.errors import Remedy, Todo
from crivello.words import N_

COMMAND = N_("The command for it: {command}")
OPTION = N_("Add to the command: {option}")

TYPED = {
    Todo.ADD_PLAYER: "crivello add NAME rating=2000",
    Todo.ADMIT_LATE_ENTRY: "crivello late PLAYER",
    Todo.ANNOUNCE_ROUNDS: "rounds=5",
    Todo.ANSWER_NO_SHOWS: "crivello no-shows PLAYER --plays-on | --withdrawn",
    Todo.CANCEL_BYE: "crivello bye PLAYER --cancel",
    Todo.CHANGE_SETTING: "crivello set {key}={value}",
    Todo.CORRECT_RESULT: "crivello correct TABLE RESULT --reason TEXT",
    Todo.DRAW_COLOUR: "crivello draw",
    Todo.ENTER_RESULT: "crivello result TABLE RESULT",
    Todo.GIVE_CASE_AND_REASON: "--case chief-arbiter --reason TEXT",
    Todo.GIVE_REASON: "--reason TEXT",
    Todo.GUESS_COLUMNS: "--map guess",
    Todo.LOAD_LIST: "crivello load FILE --name {value}",
    Todo.NAME_COLUMNS: "--map {key}={value}",
    Todo.PAIR: "crivello pair",
    Todo.PAIR_THE_REST: "--rest",
    Todo.RECOVER_FILE: "crivello recover FILE NEW",
    Todo.SHOW_LOG: "crivello log",
    Todo.SHOW_PLAYERS: "crivello players",
    Todo.SHOW_STANDINGS: "crivello standings",
    Todo.TAKE_RESULT_BACK: "crivello result TABLE none",
    Todo.UNDO_ALONG: "--yes",
    Todo.WITHDRAW_PLAYER: "crivello withdraw PLAYER",
}
OF_NO_SECTION = (Todo.LOAD_LIST, Todo.RECOVER_FILE)


def command_for(remedy: Remedy, console: Console) -> str:
    """What to type, with the section where the file has several."""
    found = TYPED[remedy.todo].format(key=remedy.key, value=remedy.value)
    if remedy.todo is Todo.LOAD_LIST and not remedy.value:
        found = "crivello load FILE"
    if not found.startswith("crivello") or remedy.todo in OF_NO_SECTION:
        return found
    return f"{found} {console.where}".rstrip()


def hint(remedy: Remedy, console: Console) -> str:
    found = command_for(remedy, console)
    found = re.sub(r"\b[A-Z]{4,}\b", lambda word: console.say(word[0]), found)  # as in the help
    if found.startswith("crivello"):
        return console.say(COMMAND, command=found)
    return console.say(OPTION, option=found)
