"""Pages, sheets, prizes and norms of a tournament."""

from __future__ import annotations

from crivello.cli.operands import (
    AFTER,
    ANSWER,
    CATEGORY,
    FILE,
    HOW_TO_READ,
    JSON,
    ONE_PLAYER,
    OUTPUT,
    READING,
    SYSTEM,
    TIE_BREAKS,
    choice,
    round_option,
)
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
ROUND = round_option(N_("the round; by default the last one"))
ENTERED = Option("--entered", N_("with results that are entered, but not published yet"))
GIVEN = Operand(
    FILE.name,
    N_("the tournament, as a report file or a tournament file; by default the one on the desk"),
    default="",
    completes="file",
)

COMMANDS = (
    Command(
        "print",
        "crivello.cli.reports.printing",
        N_("make pages for the wall and the tables, or their tables for a spreadsheet"),
        (Operand(N_("PAGE"), " ".join(PAGES), choices=PAGES), SOURCE),
        (
            ROUND,
            choice("--to", N_("the format; by default from the file's ending, else html"), FORMS),
            Option(
                "--player",
                N_("only the card or the prizes of this player, by pairing number"),
                value=N_("NUMBER"),
                number=True,
                completes="player",
            ),
            TIE_BREAKS,
            CATEGORY,
            Option(
                "--prizes",
                N_("for the page prizes: the announced prizes"),
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
        "crivello.cli.reports.printing:site",
        N_("make a folder of pages of the whole tournament, in all languages"),
        (
            Operand(N_("DIR"), N_("the folder; an existing one must come from this command")),
            SOURCE,
        ),
        (SYSTEM, JSON, *HOW_TO_READ, *READING),
    ),
    Command(
        "pgn",
        "crivello.cli.reports.printing:pgn",
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
            choice("--for", N_("the format of the report, by default trf26"), REPORT_FORMATS),
            choice(
                "--pace",
                N_("compare with these ratings of the loaded list; by default those of the desk"),
                PACES,
            ),
            JSON,
            OUTPUT,
            *HOW_TO_READ,
            *READING,
        ),
    ),
    Command(
        "prizes",
        "crivello.cli.reports.awards:prizes",
        N_("award the prizes of a file, and explain why each player gets what"),
        (
            Operand(N_("PRIZES"), N_("the announced prizes: prizes.toml"), completes="file"),
            GIVEN,
        ),
        (
            *HOW_TO_READ,
            *READING,
            AFTER,
            TIE_BREAKS,
            Option(
                "--player",
                N_("for each list, what was open to this player and what the player gets"),
                value=N_("ID"),
                number=True,
            ),
            *ANSWER,
        ),
    ),
    Command(
        "norms",
        "crivello.cli.reports.awards:norms",
        N_("who has a title norm, what is missing, and what could not be checked"),
        (GIVEN,),
        (*HOW_TO_READ, *READING, AFTER, ONE_PLAYER, *ANSWER),
    ),
)
