"""Rounds at the desk and of a file: pairing, changes by hand, results."""

from __future__ import annotations

from crivello.cli.operands import (
    ACTING,
    ACTOR,
    AT_DESK,
    CASE,
    CHOICES,
    FILE,
    HOW_TO_READ,
    JSON,
    ONE,
    OTHER,
    OUTPUT,
    PLAYER,
    PLAYER_HELP,
    REASON,
    RESULT,
    ROUND,
    SOME_PLAYERS,
    SYSTEM,
    TABLE,
    YES,
    round_option,
)
from crivello.cli.options import Command, Operand, Option
from crivello.words import N_

COMMANDS = (
    Command(
        "pair",
        "crivello.cli.rounds.pair",
        N_("pair a round: of a file, or as a draft at the desk"),
        (FILE,),
        (
            round_option(N_("pair this round from the rounds before it; by default the next one")),
            SYSTEM,
            CHOICES,
            Option("--sieve", N_("use the literal sieve: slow, for small fields")),
            Option("--preview", N_("desk: show what would be paired, and write nothing")),
            Option("--discard", N_("desk: discard the draft")),
            Option(
                "--board",
                N_("desk: pair these two by hand, White first; can be repeated"),
                value=N_("ID-ID"),
                many=True,
            ),
            Option(
                "--bye",
                N_("desk: with --board, who gets the bye"),
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
        "publish",
        "crivello.cli.rounds.draft:publish",
        N_("publish the draft of a round, or the results of one"),
        (),
        (Option("--results", N_("publish the results of the round")), YES, *ACTING),
    ),
    Command(
        "end",
        "crivello.cli.rounds.draft:end",
        N_("record that the round has ended"),
        (),
        ACTING,
    ),
    Command(
        "swap",
        "crivello.cli.rounds.by_hand:swap",
        N_("swap two players in the pairing, and see what the rules say"),
        (ONE, OTHER),
        (CASE, *ACTING),
    ),
    Command(
        "colours",
        "crivello.cli.rounds.by_hand:colours",
        N_("swap the colours of a player's board"),
        (PLAYER,),
        (CASE, *ACTING),
    ),
    Command(
        "meet",
        "crivello.cli.rounds.by_hand:meet",
        N_("pair two players, the first with White; their former opponents meet"),
        (ONE, OTHER),
        (CASE, *ACTING),
    ),
    Command(
        "keep-apart",
        "crivello.cli.rounds.apart:keep_apart",
        N_("show or set who must not meet"),
        (SOME_PLAYERS,),
        (
            Option(
                "--group",
                N_("only while the round can be completed, as a group with this name"),
                value=N_("NAME"),
            ),
            Option("--tag", N_("all with the same club, federation or other tag"), value=N_("KEY")),
            Option("--rounds", N_("in these rounds only, such as 1-3"), value=N_("FROM-TO")),
            Option("--release", N_("end it, for the group of exactly these players or this name")),
            *ACTING,
        ),
    ),
    Command(
        "first-round",
        "crivello.cli.rounds.apart:first_round",
        N_("show or announce pairs that meet in round 1, whatever the rules would pair"),
        (SOME_PLAYERS,),
        (Option("--release", N_("end it; without players, for all of them")), *ACTING),
    ),
    Command(
        "tables",
        "crivello.cli.rounds.apart:tables",
        N_("show fixed tables, or fix the table of a player"),
        (
            Operand(N_("PLAYER"), PLAYER_HELP, "", completes="player"),
            Operand(N_("TABLE"), N_("number of the table, or none"), ""),
        ),
        ACTING,
    ),
    Command(
        "result",
        "crivello.cli.rounds.results:one",
        N_("enter the result of a game"),
        (TABLE, RESULT),
        (ROUND, *ACTING),
    ),
    Command(
        "results",
        "crivello.cli.rounds.results:many",
        N_("enter results from lines of TABLE and RESULT, all of them or none"),
        (Operand(N_("FILE"), N_("the lines; by default standard input"), "-", completes="file"),),
        (ROUND, *ACTING),
    ),
    Command(
        "correct",
        "crivello.cli.rounds.results:correct",
        N_("correct a published result, and see its effect"),
        (TABLE, RESULT),
        (
            ROUND,
            Option(
                "--turned", N_("the colours were reversed; RESULT is given for the actual White")
            ),
            *ACTING,
        ),
    ),
)
