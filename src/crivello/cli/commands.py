"""The commands there are: what each accepts, and the module that does it. Data only."""

from __future__ import annotations

from crivello.cli.options import Command, Operand, Option
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
OUTPUT = Option("--output", N_("write the answer to this file"), value=N_("OUT"))
SYSTEM = Option(
    "--system",
    N_("pairing system, with or without its edition: dutch-2017, dubov; see crivello systems"),
    value=N_("KEY"),
)
FILE = Operand(
    N_("FILE"),
    N_("the tournament: TRF in any dialect, JSON, or players as CSV; - is standard input"),
)

FORMATS = ("trf16", "trfx", "trfbx", "trf26", "json", "csv")

COMMANDS = {
    command.name: command
    for command in (
        Command(
            "pair",
            "crivello.cli.pair",
            N_("pair a round"),
            (FILE,),
            (
                Option(
                    "--round",
                    N_("pair this round from the rounds before it; by default the next one"),
                    value=N_("ROUND"),
                    number=True,
                ),
                SYSTEM,
                Option("--sieve", N_("let the literal sieve do it: slow, for small fields")),
                JSON,
                OUTPUT,
            ),
        ),
        Command(
            "crosstable",
            "crivello.cli.crosstable",
            N_("show all rounds of all players"),
            (FILE,),
            (
                Option(
                    "--round",
                    N_("the table after this round; by default after the last one paired"),
                    value=N_("ROUND"),
                    number=True,
                ),
                SYSTEM,
                JSON,
                OUTPUT,
            ),
        ),
        Command(
            "convert",
            "crivello.cli.convert",
            N_("write a tournament in another format"),
            (
                Operand(N_("IN"), FILE.help),
                Operand(N_("OUT"), N_("the file to write; standard output if it is left out"), "-"),
            ),
            (
                Option("--to", N_("the format to write"), value="|".join(FORMATS), choices=FORMATS),
                Option("--force", N_("allow OUT to be the same file as IN")),
                JSON,
            ),
        ),
        Command(
            "systems",
            "crivello.cli.systems",
            N_("list the pairing systems and their editions"),
            (),
            (JSON, OUTPUT),
        ),
    )
}
