"""Options that the commands of the desk share."""

from __future__ import annotations

from crivello.cli.options import Option
from crivello.words import N_

TOURNAMENT_FILE = Option(
    "-t",
    N_("the tournament file; else CRIVELLO_TOURNAMENT, else the only one in the folder"),
    value=N_("FILE"),
    completes="file",
)
SECTION = Option(
    "--section",
    N_("the section, where the file has several"),
    value=N_("NAME"),
    completes="section",
)
ACTOR = Option(
    "--actor",
    N_("who does it; else CRIVELLO_ACTOR, else the name of the user"),
    value=N_("NAME"),
)
REASON = Option("--reason", N_("why; it stands in the log"), value=N_("TEXT"))
ONLY_HERE = Option(
    "--only-here", N_("leave the other sections as they are; else he is corrected in all of his")
)
YES = Option("--yes", N_("answer every question with yes"))

READING = (TOURNAMENT_FILE, SECTION)
"""Of a command that only looks."""
