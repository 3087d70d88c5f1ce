"""Operands and options that several commands share."""

from __future__ import annotations

from crivello.cli.options import Operand, Option
from crivello.model.settings import OPTIONS
from crivello.words import N_, Language, Template

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
REASON = Option("--reason", N_("the reason, for the log"), value=N_("TEXT"))
ONLY_HERE = Option(
    "--only-here",
    N_("leave the other sections as they are; else the player is corrected in all of them"),
)
YES = Option("--yes", N_("answer every question with yes"))

READING = (TOURNAMENT_FILE, SECTION)
"""Of a command that only looks."""


HELP = Option("--help", N_("show this help"))
GLOBAL = (
    Option(
        "--lang",
        N_("language of all sentences; by default that of the system"),
        value="|".join(language.value for language in Language),
    ),
    Option("--debug", N_("show the details of an unexpected error")),
)
"""Understood everywhere, before a command as well."""

JSON = Option("--json", N_("answer in JSON"))
OUTPUT = Option("--output", N_("write the answer to this file"), value=N_("OUT"), completes="file")
SYSTEM = Option(
    "--system",
    N_("pairing system, with or without its edition: dutch-2017, dubov; see crivello systems"),
    value=N_("KEY"),
    completes="system",
)
CHOICES = Option(
    "--option",
    N_("a choice that the rules leave open, such as imaginary-point=yes; can be repeated"),
    value="NAME=VALUE",
    many=True,
    choices=tuple(f"{one.key}={word}" for one in OPTIONS for word in one.values),
)
FILE = Operand(
    N_("FILE"),
    N_(
        "the tournament: of the desk, TRF in any dialect, JSON, or players as CSV; "
        "- is standard input; without it, the one on the desk"
    ),
    "",
    completes="file",
)
AT_DESK = (TOURNAMENT_FILE, SECTION)
"""Which tournament, where FILE is left out or has several sections."""

STRICT = Option("--strict", N_("refuse a file that needs repairs"))
TOLERANT = Option("--tolerant", N_("repair what can be repaired in a file, and list every repair"))
HOW_TO_READ = (STRICT, TOLERANT)
"""Each command has its default: strict where a round is paired, else tolerant."""
FILES = Operand(
    FILE.name,
    N_(
        "tournaments: of the desk, TRF in any dialect, Swiss-Manager, JSON, players as CSV; also "
        "folders and zips of them; - is standard input; without it, the one on the desk"
    ),
    "",
    many=True,
    completes="file",
)

ONE_PLAYER = Option(
    "--player", N_("only this player, by the number in the file"), value=N_("ID"), number=True
)
AFTER = Option(
    "--round",
    N_("as it stood after this round; by default after the last one with all results"),
    value=N_("ROUND"),
    number=True,
)
TIE_BREAKS = Option(
    "--tie-breaks",
    N_("codes such as DE,BH/C1,SB; by default those of the file"),
    value=N_("CODES"),
)
CATEGORY = Option(
    "--category",
    N_("only players such as sex=w, age=U18, rating=-1999, club=NAME"),
    value=N_("KEY=VALUE"),
)
FORMS = ("text", "csv", "html", "json")
FORM = Option("--to", N_("the format of the answer"), value="|".join(FORMS), choices=FORMS)
ANSWER = (FORM, JSON, OUTPUT)
FORMATS = ("trf16", "trfx", "trfbx", "trf26", "json", "csv")
OUT = Operand(N_("OUT"), N_("the file to write; by default standard output"), "-", completes="file")


# At the desk

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
PLAYER_HELP = N_("pairing number, name, FIDE id, or id:N")
PLAYER = Operand(N_("PLAYER"), PLAYER_HELP, completes="player")
PLAYERS = Operand(
    N_("PLAYER"),
    N_("pairing numbers such as 3 or 5-9, names, FIDE ids, or id:N"),
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


def choice(name: str, help: Template, choices: tuple[str, ...]) -> Option:
    """An option whose value is one of a few words."""
    return Option(name, help, value="|".join(choices), choices=choices)


def round_option(help: Template) -> Option:
    return Option("--round", help, value=N_("ROUND"), number=True)
