"""How a round is paired and how pairing is taught."""

from __future__ import annotations

from crivello.cli.operands import (
    AT_DESK,
    CHOICES,
    FILE,
    HOW_TO_READ,
    JSON,
    OUTPUT,
    SYSTEM,
    choice,
    round_option,
)
from crivello.cli.options import Command, Operand, Option
from crivello.words import N_

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
EXPLANATIONS = ("text", "markdown", "html", "json")

COMMANDS = (
    Command(
        "explain",
        "crivello.cli.explain.explain",
        N_("explain how a round is paired, and why not otherwise"),
        (FILE,),
        (
            round_option(
                N_("explain this round from the rounds before it; by default the last one")
            ),
            SYSTEM,
            CHOICES,
            Option(
                "--player",
                N_("why this player got this opponent, colour, float or bye"),
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
            Option("--brief", N_("only the pairs and downfloaters of each bracket")),
            Option("--full", N_("everything; for small fields all candidates")),
            *HOW_TO_READ,
            *AT_DESK,
            choice("--to", N_("the format of the answer"), EXPLANATIONS),
            JSON,
            OUTPUT,
        ),
    ),
    Command(
        "teach",
        "crivello.cli.explain.teach",
        N_("show teaching tables for a bracket or for given numbers"),
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
            round_option(N_("teach this round; by default the last one")),
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
            choice("--to", N_("the format of the answer"), EXPLANATIONS),
            JSON,
            OUTPUT,
        ),
    ),
    Command(
        "systems",
        "crivello.cli.explain.systems",
        N_("list the pairing systems and their editions"),
        (),
        (JSON, OUTPUT),
    ),
)
