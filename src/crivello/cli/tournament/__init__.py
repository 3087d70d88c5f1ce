"""A tournament file: its settings, its log, its copies, and other formats."""

from __future__ import annotations

from crivello.cli.operands import (
    ACTING,
    ACTOR,
    CASE,
    CHOICES,
    FILE,
    FORMATS,
    HOW_TO_READ,
    JSON,
    OUT,
    OUTPUT,
    PAIRS,
    READING,
    REASON,
    SECTION,
    TOURNAMENT_FILE,
    choice,
)
from crivello.cli.options import Command, Operand, Option
from crivello.words import N_

COMMANDS = (
    Command(
        "new",
        "crivello.cli.tournament.settings:new",
        N_("make a tournament file"),
        (Operand(N_("FILE"), N_("its name; .crivello is added if it is missing")), PAIRS),
        (SECTION, ACTOR, JSON),
    ),
    Command(
        "set",
        "crivello.cli.tournament.settings:change",
        N_("show or change what is announced"),
        (PAIRS,),
        ACTING,
    ),
    Command(
        "section",
        "crivello.cli.tournament.settings:section",
        N_("list the sections of the file, or open another"),
        (Operand(N_("NAME"), N_("the new section"), ""), PAIRS),
        (TOURNAMENT_FILE, ACTOR, REASON, JSON),
    ),
    Command(
        "status",
        "crivello.cli.tournament.status:status",
        N_("show where the tournament stands and what to do next"),
        (),
        (*READING, JSON),
    ),
    Command(
        "draw",
        "crivello.cli.tournament.settings:draw",
        N_("draw the initial colour, or record the one drawn"),
        (
            Operand(
                N_("COLOUR"),
                N_("white or black; without it the program draws"),
                "",
                choices=("white", "black"),
            ),
        ),
        ACTING,
    ),
    Command(
        "undo",
        "crivello.cli.tournament.history:undo",
        N_("undo the last action, or an earlier one"),
        (Operand(N_("EVENT"), N_("its number in the log"), ""),),
        (
            Option("--yes", N_("also undo everything that depends on it")),
            CASE,
            *ACTING,
        ),
    ),
    Command(
        "redo",
        "crivello.cli.tournament.history:redo",
        N_("redo what was undone last"),
        (),
        ACTING,
    ),
    Command(
        "log",
        "crivello.cli.tournament.history:log",
        N_("show everything that happened, who did it and why"),
        (),
        (
            Option("-n", N_("only the last N"), value=N_("N"), number=True),
            TOURNAMENT_FILE,
            JSON,
        ),
    ),
    Command(
        "verify",
        "crivello.cli.tournament.history:verify",
        N_("check that the tournament file is intact"),
        (Operand(N_("FILE"), N_("the tournament file"), "", completes="file"),),
        (
            Option(
                "--seal",
                N_("a seal from a print, or a file with a signed one: is it still true?"),
                value=N_("SEAL"),
                completes="file",
            ),
            Option("--by", N_("the public key that must have signed it"), value=N_("KEY")),
            TOURNAMENT_FILE,
            JSON,
        ),
    ),
    Command(
        "seal",
        "crivello.cli.tournament.history:seal",
        N_("show the last event and its digest, to prove later what the file contained"),
        (),
        (
            Option("--key", N_("sign it with this key"), value=N_("FILE"), completes="file"),
            Option("--new-key", N_("make a private key in a new file"), value=N_("FILE")),
            OUTPUT,
            TOURNAMENT_FILE,
            JSON,
        ),
    ),
    Command(
        "backup",
        "crivello.cli.tournament.history:backup",
        N_("copy the tournament file, also while others write to it"),
        (
            Operand(
                N_("FOLDER"),
                N_("where to, such as a USB stick; by default the backup folder"),
                "",
                completes="file",
            ),
        ),
        (TOURNAMENT_FILE, JSON),
    ),
    Command(
        "recover",
        "crivello.cli.tournament.history:recover",
        N_("recover what can be read of a damaged file into a new one"),
        (
            Operand(N_("DAMAGED"), N_("the damaged file"), completes="file"),
            Operand(N_("NEW"), N_("the file to make")),
        ),
        (
            Option(
                "--copy",
                N_("a copy that may have what is missing; can be repeated"),
                value=N_("FILE"),
                many=True,
                completes="file",
            ),
            JSON,
        ),
    ),
    Command(
        "export",
        "crivello.cli.tournament.convert:export",
        N_("write a section as a report file or as JSON"),
        (OUT,),
        (
            choice("--to", N_("the format to write, by default trf26"), FORMATS),
            Option(
                "--published",
                N_("only what is published, for a site that everybody can read"),
            ),
            Option(
                "--for-rating",
                N_(
                    "with the corrections that count for rating only, as the file is "
                    "sent for rating"
                ),
            ),
            *READING,
            JSON,
        ),
    ),
    Command(
        "convert",
        "crivello.cli.tournament.convert",
        N_("write a tournament in another format"),
        (
            Operand(N_("IN"), FILE.help, completes="file"),
            OUT,
        ),
        (
            choice("--to", N_("the format to write"), FORMATS),
            *HOW_TO_READ,
            Option("--force", N_("allow OUT to be the same file as IN")),
            CHOICES,
            SECTION,
            JSON,
        ),
    ),
)
