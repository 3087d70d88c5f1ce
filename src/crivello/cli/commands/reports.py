"""Commands that make pages, sheets, prizes and norms from a tournament."""

from __future__ import annotations

from crivello.cli.operands import FILE, HOW_TO_READ, JSON, OUTPUT, READING, SYSTEM
from crivello.cli.options import Command, Operand, Option
from crivello.words import N_

PAGES = (
    "pairings",
    "names",
    "results",
    "standings",
    "crosstable",
    "players",
    "aro",
    "cards",
    "slips",
    "name-cards",
    "prizes",
    "changes",
    "points",
)
FORMS = ("html", "pdf", "csv", "xlsx", "text")
PACES = ("standard", "rapid", "blitz")
REPORT_FORMATS = ("trf16", "trf26")

SOURCE = Operand(
    FILE.name,
    N_("the tournament: a desk file, TRF or JSON; else the one on the desk"),
    default="",
    completes="file",
)
ROUND = Option("--round", N_("the round; by default the last one"), value=N_("ROUND"), number=True)
ENTERED = Option("--entered", N_("with results that are entered, but not published yet"))

REPORTS: tuple[Command, ...] = (
    Command(
        "print",
        "crivello.cli.reports.printing",
        N_("make pages for the wall and the tables, or their tables for a spreadsheet"),
        (Operand(N_("PAGE"), " ".join(PAGES), choices=PAGES), SOURCE),
        (
            ROUND,
            Option(
                "--to",
                N_("the form; by default as the file's name ends, else html"),
                value="|".join(FORMS),
                choices=FORMS,
            ),
            Option(
                "--player",
                N_("only the card or the prizes of this player, by his pairing number"),
                value=N_("NUMBER"),
                number=True,
                completes="player",
            ),
            Option(
                "--tie-breaks",
                N_("codes such as DE,BH/C1,SB; by default those of the file"),
                value=N_("CODES"),
            ),
            Option(
                "--category",
                N_("only players such as sex=w, age=U18, rating=-1999, club=NAME"),
                value=N_("KEY=VALUE"),
            ),
            Option(
                "--prizes",
                N_("for the page prizes: what is announced"),
                value=N_("FILE"),
                completes="file",
            ),
            Option("--per-page", N_("slips on a page: 2 or 3"), value="2|3", choices=("2", "3")),
            ENTERED,
            SYSTEM,
            OUTPUT,
            *HOW_TO_READ,
            *READING,
        ),
    ),
    Command(
        "site",
        "crivello.cli.reports.site",
        N_("make a folder of pages of the whole tournament, in all languages"),
        (
            Operand(N_("DIR"), N_("the folder; one that is there must be of this command")),
            SOURCE,
        ),
        (SYSTEM, JSON, *HOW_TO_READ, *READING),
    ),
    Command(
        "pgn",
        "crivello.cli.reports.pgn",
        N_("write the games of a round without moves, for live boards"),
        (SOURCE,),
        (
            ROUND,
            Option("--tables", N_("only these tables"), value=N_("FROM-TO")),
            ENTERED,
            OUTPUT,
            *HOW_TO_READ,
            *READING,
        ),
    ),
    Command(
        "report",
        "crivello.cli.reports.queries",
        N_("list what FIDE would reject or query in the report of the tournament"),
        (SOURCE,),
        (
            Option(
                "--for",
                N_("the format of the report, by default trf26"),
                value="|".join(REPORT_FORMATS),
                choices=REPORT_FORMATS,
            ),
            Option(
                "--pace",
                N_("compare with these ratings of the loaded list; by default those of the desk"),
                value="|".join(PACES),
                choices=PACES,
            ),
            JSON,
            OUTPUT,
            *HOW_TO_READ,
            *READING,
        ),
    ),
)
