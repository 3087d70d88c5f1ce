"""Options and operands that several commands share."""

from __future__ import annotations

from crivello.cli.desk.options import SECTION, TOURNAMENT_FILE
from crivello.cli.options import Operand, Option
from crivello.model.settings import OPTIONS
from crivello.words import N_, Language

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
    N_("a choice that the rules leave open, such as imaginary-point=yes; as often as needed"),
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

STRICT = Option("--strict", N_("refuse a file in which something has to be mended"))
TOLERANT = Option("--tolerant", N_("mend what can be mended in a file, and list every repair"))
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

PLAYER = Option(
    "--player", N_("this player only, by his number in the file"), value=N_("ID"), number=True
)
AFTER = Option(
    "--round",
    N_("as it stood after this round; by default after the last one with all results"),
    value=N_("ROUND"),
    number=True,
)
FORMS = ("text", "csv", "html", "json")
FORM = Option("--to", N_("the form of the answer"), value="|".join(FORMS), choices=FORMS)
ANSWER = (FORM, JSON, OUTPUT)
FORMATS = ("trf16", "trfx", "trfbx", "trf26", "json", "csv")
OUT = Operand(
    N_("OUT"), N_("the file to write; standard output if it is left out"), "-", completes="file"
)
