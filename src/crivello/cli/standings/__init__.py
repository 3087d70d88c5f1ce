"""Tables of a tournament: standings, crosstable, cards, ratings."""

from __future__ import annotations

from crivello.cli.operands import (
    AFTER,
    ANSWER,
    AT_DESK,
    FILES,
    HOW_TO_READ,
    ONE_PLAYER,
    SYSTEM,
    round_option,
)
from crivello.cli.options import Command, Option
from crivello.words import N_

COMMANDS = (
    Command(
        "crosstable",
        "crivello.cli.standings.crosstable",
        N_("show all rounds of all players"),
        (FILES,),
        (
            round_option(N_("the table after this round; by default after the last one paired")),
            SYSTEM,
            *HOW_TO_READ,
            *AT_DESK,
            *ANSWER,
        ),
    ),
    Command(
        "standings",
        "crivello.cli.standings.standings",
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
        "crivello.cli.standings.card",
        N_("show the pairing cards of the players"),
        (FILES,),
        (
            round_option(N_("the table after this round; by default after the last one paired")),
            ONE_PLAYER,
            SYSTEM,
            *HOW_TO_READ,
            *AT_DESK,
            *ANSWER,
        ),
    ),
    Command(
        "ratings",
        "crivello.cli.standings.ratings",
        N_("show performances and rating changes"),
        (FILES,),
        (AFTER, ONE_PLAYER, *HOW_TO_READ, *AT_DESK, *ANSWER),
    ),
)
