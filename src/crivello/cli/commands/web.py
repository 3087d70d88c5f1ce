"""The command that opens the desk in the browser."""

from __future__ import annotations

from crivello.cli.options import Command, Operand, Option
from crivello.words import N_

WEB: tuple[Command, ...] = (
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
                N_("an address of this computer itself; others are refused"),
                value=N_("ADDRESS"),
            ),
            Option("--no-browser", N_("print the link only")),
            Option("--arbiter", N_("who is at the desk, for the log"), value=N_("NAME")),
            Option(
                "--copy-to",
                N_("a second place, such as a stick: a copy at each publication"),
                value=N_("FOLDER"),
            ),
            Option("--api-key", N_("print the key for programs of this computer, and stop")),
            Option("--demo", N_("open an example tournament in the middle of a round")),
        ),
    ),
)
