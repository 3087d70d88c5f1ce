"""Operands and options that commands of the desk share."""

from __future__ import annotations

from crivello.cli.commands.shared import JSON
from crivello.cli.desk.options import ACTOR, READING, REASON
from crivello.cli.options import Operand, Option
from crivello.words import N_

CASES = (
    "already-met",
    "event-rules",
    "without-opponent",
    "late-entry",
    "top-boards",
    "chief-arbiter",
)
"""When a published pairing may change: C.04.2: 4.4."""
BYES = ("half", "zero", "full")

ACTING = (*READING, ACTOR, REASON, JSON)
"""Of a command that changes something."""

PAIRS = Operand(
    N_("KEY=VALUE"),
    N_("what is announced; crivello set shows all keys"),
    "",
    many=True,
    completes="setting",
)
DATA = Operand(
    N_("KEY=VALUE"),
    N_("rating, estimate, title, federation, fide-id, birth, sex, club, or tag:KEY"),
    "",
    many=True,
    completes="player-data",
)
PLAYER_HELP = N_("pairing number, name, or id:N")
PLAYER = Operand(N_("PLAYER"), PLAYER_HELP, completes="player")
PLAYERS = Operand(
    N_("PLAYER"),
    N_("pairing numbers such as 3 or 5-9, names, or id:N"),
    many=True,
    completes="player",
)
SOME_PLAYERS = Operand(PLAYERS.name, PLAYERS.help, "", many=True, completes="player")
ONE = Operand(N_("ONE"), PLAYER_HELP, completes="player")
OTHER = Operand(N_("OTHER"), PLAYER_HELP, completes="player")
TABLE = Operand(N_("TABLE"), N_("number of the table"), completes="table")
RESULT = Operand(
    N_("RESULT"),
    N_("1-0, 0-1, 1/2; 1f-0f, 0f-1f, 0f-0f by forfeit; 0-0, 1/2-0; 1-0u unrated; adj; none"),
    choices=("1-0", "0-1", "1/2", "1f-0f", "0f-1f", "0f-0f", "0-0", "adj", "none"),
    dashed=("-", "-+", "-:+", "--+", "--", "-:-", "---"),
)
ROUND = Option(
    "--round", N_("of this round; by default of the open one"), value=N_("ROUND"), number=True
)
CASE = Option(
    "--case",
    N_("change the published round, in this case of C.04.2: 4.4; needs --reason"),
    value="|".join(CASES),
    choices=CASES,
)
