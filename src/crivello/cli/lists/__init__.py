"""Lists of players: the FIDE rating list, national lists, tables."""

from __future__ import annotations

from crivello.cli.operands import ACTOR, JSON, ONLY_HERE, READING, REASON
from crivello.cli.options import Command, Operand, Option
from crivello.words import N_

MAP = Option(
    "--map",
    N_(
        "which column holds what, such as name=Cognome Nome,rating=Elo,birth=#5; else it is guessed"
    ),
    value=N_("FIELD=COLUMN,…"),
)
SHEET = Option("--sheet", N_("the sheet of a workbook, by default the first"), value=N_("NAME"))
LIST = Option("--list", N_("the list to look in, by default fide"), value=N_("NAME"))

COMMANDS = (
    Command(
        "load",
        "crivello.cli.lists.loading",
        N_("load a rating list, to search it and to compare players with it"),
        (
            Operand(
                N_("FILE"),
                N_("the FIDE list as text or XML, also zipped; a national one as CSV or XLSX"),
                completes="file",
            ),
        ),
        (
            Option(
                "--name",
                N_("the name of the list, by default fide; each name is a separate list"),
                value=N_("NAME"),
            ),
            MAP,
            SHEET,
            Option("--preview", N_("show the columns and the first players, and load nothing")),
            JSON,
        ),
    ),
    Command(
        "lists",
        "crivello.cli.lists.loading:show",
        N_("show the lists that are loaded"),
        (),
        (JSON,),
    ),
    Command(
        "search",
        "crivello.cli.lists.loading:search",
        N_("find players on a loaded list by parts of the name, or by id"),
        (Operand(N_("NAME"), N_("words of the name in any order, or an id"), many=True),),
        (
            LIST,
            Option("--federation", N_("only players of this federation"), value=N_("CODE")),
            Option(
                "--limit",
                N_("at most this many players, by default 20"),
                value=N_("N"),
                number=True,
            ),
            JSON,
        ),
    ),
    Command(
        "import",
        "crivello.cli.lists.importing",
        N_("register the players of a file, all of them or none"),
        (
            Operand(
                N_("FILE"),
                N_("CSV or XLSX with any headings, TRF, or JSON; - is standard input"),
                completes="file",
            ),
        ),
        (
            MAP,
            SHEET,
            Option(
                "--list",
                N_("fill in from this list, by FIDE id, what the file lacks"),
                value=N_("NAME"),
            ),
            Option("--new-only", N_("skip players who are already registered")),
            Option("--dry-run", N_("show what would happen, and register nobody")),
            *READING,
            ACTOR,
            REASON,
            JSON,
        ),
    ),
    Command(
        "update",
        "crivello.cli.lists.update",
        N_("show where a list differs from the registered players, and accept changes"),
        (),
        (
            LIST,
            Option(
                "--accept",
                N_("accept these changes, by their keys: 3:rating, or 3 for all of a player"),
                value=N_("KEY,…"),
            ),
            Option("--all", N_("accept all changes")),
            ONLY_HERE,
            *READING,
            ACTOR,
            REASON,
            JSON,
        ),
    ),
)
