"""Commands about a tournament as it stands in a file: pair, explain, check, convert, …"""

from __future__ import annotations

from crivello.cli import recipe_options
from crivello.cli.operands import (
    ACTOR,
    AFTER,
    ANSWER,
    AT_DESK,
    CHOICES,
    FILE,
    FILES,
    FORMATS,
    HOW_TO_READ,
    JSON,
    ONE_PLAYER,
    OUT,
    OUTPUT,
    REASON,
    SECTION,
    SYSTEM,
)
from crivello.cli.options import Command, Operand, Option
from crivello.words import N_

JOBS = Option(
    "--jobs",
    N_("so many processes at once; by default one for each core"),
    value=N_("N"),
    number=True,
)
TOPICS = (
    "bracket",
    "transpositions",
    "exchanges",
    "mdps",
    "psd",
    "upfloaters",
    "shifters",
    "rounds",
    "baku",
)
"""What can be taught."""
EXPLANATIONS = ("text", "markdown", "html", "json")
TOURNAMENTS = ("trf16", "trfx", "trfbx", "trf26", "json")

REPORT_FORMS = ("text", "json", "html", "pdf")
TOURNAMENT = (
    Command(
        "pair",
        "crivello.cli.pair",
        N_("pair a round: of a file, or as a draft at the desk"),
        (FILE,),
        (
            Option(
                "--round",
                N_("pair this round from the rounds before it; by default the next one"),
                value=N_("ROUND"),
                number=True,
            ),
            SYSTEM,
            CHOICES,
            Option("--sieve", N_("let the literal sieve do it: slow, for small fields")),
            Option("--preview", N_("desk: show what would be paired, and write nothing")),
            Option("--discard", N_("desk: throw the draft away")),
            Option(
                "--board",
                N_("desk: by hand, these two meet, White first; as often as needed"),
                value=N_("ID-ID"),
                many=True,
            ),
            Option(
                "--bye",
                N_("desk: with --board, who has the bye"),
                value=N_("PLAYER"),
                completes="player",
            ),
            Option("--rest", N_("desk: with --board, the engine pairs everybody else")),
            *HOW_TO_READ,
            *AT_DESK,
            ACTOR,
            REASON,
            JSON,
            OUTPUT,
        ),
    ),
    Command(
        "explain",
        "crivello.cli.explain",
        N_("tell how a round is paired, and why not otherwise"),
        (FILE,),
        (
            Option(
                "--round",
                N_("explain this round from the rounds before it; by default the last one"),
                value=N_("ROUND"),
                number=True,
            ),
            SYSTEM,
            CHOICES,
            Option(
                "--player",
                N_("why this player has his opponent, colour, float or bye"),
                value=N_("ID"),
                number=True,
            ),
            Option("--why-not", N_("why these two players do not meet"), value=N_("ID-ID")),
            Option(
                "--why-not-bye",
                N_("why this player does not get the bye"),
                value=N_("ID"),
                number=True,
            ),
            Option(
                "--why-not-colour",
                N_("why this player does not have this colour"),
                value=N_("ID white|black"),
                words=2,
            ),
            Option(
                "--edition-diff",
                N_("what the round would be under another edition, and by which rule"),
                value=N_("KEY"),
            ),
            Option("--brief", N_("tell the pairs and downfloaters of each bracket only")),
            Option("--full", N_("tell everything, small fields with all candidates")),
            *HOW_TO_READ,
            *AT_DESK,
            Option(
                "--to",
                N_("the form of the answer"),
                value="|".join(EXPLANATIONS),
                choices=EXPLANATIONS,
            ),
            JSON,
            OUTPUT,
        ),
    ),
    Command(
        "teach",
        "crivello.cli.teach",
        N_("show the tables that pairing is taught with, of a bracket or of numbers"),
        (
            Operand(
                N_("TOPIC"),
                N_(
                    "bracket (all tables), transpositions, exchanges, mdps, psd, upfloaters, "
                    "shifters, rounds or baku"
                ),
                choices=TOPICS,
            ),
            FILE,
        ),
        (
            Option(
                "--round",
                N_("teach this round; by default the last one"),
                value=N_("ROUND"),
                number=True,
            ),
            Option(
                "--bracket",
                N_("only this bracket, the highest being 1"),
                value=N_("N"),
                number=True,
            ),
            SYSTEM,
            Option(
                "--s1", N_("without a file: how many players are in S1"), value=N_("N"), number=True
            ),
            Option(
                "--s2", N_("without a file: how many players are in S2"), value=N_("N"), number=True
            ),
            Option(
                "--scores",
                N_("without a file: the scores of the players, as in 1,1,0.5"),
                value=N_("POINTS"),
            ),
            Option(
                "--number",
                N_("without a file: how many moved-down players are paired, or upfloaters needed"),
                value=N_("N"),
                number=True,
            ),
            Option("--players", N_("without a file: how many players"), value=N_("N"), number=True),
            Option("--rounds", N_("without a file: how many rounds"), value=N_("N"), number=True),
            Option(
                "--candidate",
                N_(
                    "without a file, twice: scores of pairs and downfloaters, as in "
                    "'2-0.5 1-0.5 0.5'"
                ),
                value=N_("POINTS"),
                many=True,
            ),
            *AT_DESK,
            Option(
                "--to",
                N_("the form of the answer"),
                value="|".join(EXPLANATIONS),
                choices=EXPLANATIONS,
            ),
            JSON,
            OUTPUT,
        ),
    ),
    Command(
        "check",
        "crivello.cli.check",
        N_("check tournaments: is every round what the rules give?"),
        (FILES,),
        (
            SYSTEM,
            CHOICES,
            Option("--editions", N_("show which system and edition fits best, round by round")),
            Option(
                "--to",
                N_("the form of the report; by default that of the ending of OUT, else text"),
                value="|".join(REPORT_FORMS),
                choices=REPORT_FORMS,
            ),
            JOBS,
            *HOW_TO_READ,
            *AT_DESK,
            JSON,
            OUTPUT,
        ),
    ),
    Command(
        "generate",
        "crivello.cli.generate",
        N_("make a random tournament; the same seed makes the same one everywhere"),
        (),
        (
            recipe_options.PLAYERS.option,
            recipe_options.ROUNDS.option,
            Option(
                "--seed",
                N_("where chance begins; by default anywhere"),
                value=N_("SEED"),
                number=True,
                least=0,
            ),
            SYSTEM,
            Option(
                "--model",
                N_("play the tournament of this file again: the same field, new results"),
                value=N_("FILE"),
            ),
            *recipe_options.OPTIONS,
            Option(
                "--to",
                N_("the format to write, by default trf26"),
                value="|".join(TOURNAMENTS),
                choices=TOURNAMENTS,
            ),
            OUTPUT,
        ),
    ),
    Command(
        "campaign",
        "crivello.cli.campaign",
        N_("let two sides pair many random tournaments and compare them"),
        (),
        (
            Option(
                "--left",
                N_("who makes the tournaments: KEY, KEY:sieve, FAMILY@PROGRAM or MODULE:FUNCTION"),
                value=N_("SIDE"),
            ),
            Option("--right", N_("the other side, written likewise"), value=N_("SIDE")),
            Option("-n", N_("how many tournaments, by default 100"), value=N_("N"), number=True),
            Option(
                "--seed",
                N_("the seed of the first tournament, by default 1"),
                value=N_("SEED"),
                number=True,
                least=0,
            ),
            Option("--players", N_("how many, by default 6-20"), value=N_("FROM-TO")),
            Option("--rounds", N_("how many, by default 5-11"), value=N_("FROM-TO")),
            Option("--vary", N_("draw byes, forfeits, scoring, … anew for each tournament")),
            SYSTEM,
            *recipe_options.OPTIONS,
            Option(
                "--journal",
                N_("where everything is kept, by default campaign.jsonl"),
                value=N_("FILE"),
            ),
            Option("--resume", N_("go on with the campaign of the journal")),
            JOBS,
            JSON,
            OUTPUT,
        ),
    ),
    Command(
        "crosstable",
        "crivello.cli.crosstable",
        N_("show all rounds of all players"),
        (FILES,),
        (
            Option(
                "--round",
                N_("the table after this round; by default after the last one paired"),
                value=N_("ROUND"),
                number=True,
            ),
            SYSTEM,
            *HOW_TO_READ,
            *AT_DESK,
            *ANSWER,
        ),
    ),
    Command(
        "standings",
        "crivello.cli.standings",
        N_("show the standings, how they came about, and why one is above another"),
        (FILES,),
        (
            AFTER,
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
                "--player",
                N_("the working of this player: every term of every tie-break"),
                value=N_("ID"),
                number=True,
            ),
            Option("--why", N_("why one of two players is above the other"), value=N_("ID,ID")),
            Option("--statistics", N_("results by colour and title, upsets, draws")),
            Option(
                "--edition",
                N_("rules for unplayed rounds: c07-2026, c07-2024 or c07-2022"),
                value=N_("KEY"),
            ),
            Option("--round-robin", N_("a round robin: forfeits count as played")),
            *HOW_TO_READ,
            *AT_DESK,
            *ANSWER,
        ),
    ),
    Command(
        "card",
        "crivello.cli.card",
        N_("show the pairing cards of the players"),
        (FILES,),
        (
            Option(
                "--round",
                N_("the table after this round; by default after the last one paired"),
                value=N_("ROUND"),
                number=True,
            ),
            ONE_PLAYER,
            SYSTEM,
            *HOW_TO_READ,
            *AT_DESK,
            *ANSWER,
        ),
    ),
    Command(
        "ratings",
        "crivello.cli.ratings",
        N_("show performances and rating changes"),
        (FILES,),
        (AFTER, ONE_PLAYER, *HOW_TO_READ, *AT_DESK, *ANSWER),
    ),
    Command(
        "convert",
        "crivello.cli.convert",
        N_("write a tournament in another format"),
        (
            Operand(N_("IN"), FILE.help, completes="file"),
            OUT,
        ),
        (
            Option("--to", N_("the format to write"), value="|".join(FORMATS), choices=FORMATS),
            *HOW_TO_READ,
            Option("--force", N_("allow OUT to be the same file as IN")),
            CHOICES,
            SECTION,
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
    Command(
        "completions",
        "crivello.cli.completions",
        N_("print or install the completions of a shell"),
        (Operand(N_("SHELL"), N_("bash or zsh"), "", choices=("bash", "zsh")),),
        (
            Option("--install", N_("install them for this user; without SHELL, for both")),
            Option(
                "--list",
                N_("what the shell asks for while it completes"),
                value="player|table|section",
                choices=("player", "table", "section"),
            ),
            *AT_DESK,
        ),
    ),
)
