"""The commands there are. Each stands in the package of its subject, beside what does it."""

from __future__ import annotations

from crivello.cli import audit, explain, lists, players, reports, rounds, standings, tournament
from crivello.cli.operands import AT_DESK
from crivello.cli.options import Command, Operand, Option
from crivello.words import N_

OTHERS = (
    Command(
        "completions",
        "crivello.cli.completions",
        N_("print or install the completions of a shell"),
        (Operand(N_("SHELL"), N_("bash or zsh"), "", choices=("bash", "zsh")),),
        (
            Option("--install", N_("install them for this user; without SHELL, for both")),
            Option(
                "--list",
                N_("what the shell asks for while it completes"),
                value="player|table|section",
                choices=("player", "table", "section"),
            ),
            *AT_DESK,
        ),
    ),
    Command(
        "desk",
        "crivello.web",
        N_("open the arbiter's desk in the browser"),
        (
            Operand(
                N_("FILE"),
                N_("a tournament file, or a folder with several; by default this folder"),
                ".",
            ),
        ),
        (
            Option(
                "--port",
                N_("listen on this port; by default 8377 or the next that is free"),
                value=N_("PORT"),
                number=True,
            ),
            Option(
                "--host",
                N_("an address of this computer; others are refused"),
                value=N_("ADDRESS"),
            ),
            Option("--no-browser", N_("print the link only")),
            Option("--arbiter", N_("who is at the desk, for the log"), value=N_("NAME")),
            Option(
                "--copy-to",
                N_("a backup folder, such as a USB stick: a copy at each publication"),
                value=N_("FOLDER"),
            ),
            Option("--api-key", N_("print the key for programs on this computer, and stop")),
            Option("--demo", N_("open an example tournament in the middle of a round")),
        ),
    ),
)
_PACKAGES = (audit, explain, lists, players, reports, rounds, standings, tournament)
_ALL = (*OTHERS, *(command for package in _PACKAGES for command in package.COMMANDS))


def _named(names: str) -> tuple[Command, ...]:
    return tuple(one for name in names.split() for one in _ALL if one.name == name)


DESK = _named(
    "new set section status players add edit remove move present draw late publish result results "
    "no-shows end correct bye absent withdraw expel return points swap colours meet keep-apart "
    "first-round tables undo redo log verify seal backup recover export"
)
GROUPS = (
    (
        N_("Commands:"),
        _named(
            "pair explain teach check generate campaign crosstable standings card ratings convert "
            "systems completions"
        ),
    ),
    (N_("At the arbiter's desk:"), DESK),
    (N_("Lists of players:"), lists.COMMANDS),
    (N_("Reports, prizes, norms:"), reports.COMMANDS),
    (N_("In the browser:"), _named("desk")),
)
"""As the help shows them."""
COMMANDS = {command.name: command for _, group in GROUPS for command in group}
