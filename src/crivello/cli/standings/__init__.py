"""Tables of a tournament: standings, crosstable, cards, ratings."""

from __future__ import annotations

from crivello.cli.operands import (
    AFTER,
    ANSWER,
    AT_DESK,
    CATEGORY,
    FILES,
    HOW_TO_READ,
    ONE_PLAYER,
    SYSTEM,
    TIE_BREAKS,
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
        N_("show the standings, how they are worked out, and why one player is above another"),
        (FILES,),
        (
            AFTER,
            TIE_BREAKS,
            CATEGORY,
            Option(
                "--player",
                N_("how this player's tie-breaks are worked out, term by term"),
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
        "crivello.cli.standings.tables:card",
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
        "crivello.cli.standings.tables:ratings",
        N_("show performances and rating changes"),
        (FILES,),
        (AFTER, ONE_PLAYER, *HOW_TO_READ, *AT_DESK, *ANSWER),
    ),
)
