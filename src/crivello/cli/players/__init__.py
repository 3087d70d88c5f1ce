"""Players at the desk: who takes part, who is away, bonus and penalty."""

from __future__ import annotations

from crivello.cli.operands import (
    ACTING,
    BYES,
    DATA,
    JSON,
    ONLY_HERE,
    PLAYER,
    PLAYERS,
    READING,
    SOME_PLAYERS,
    YES,
    choice,
)
from crivello.cli.options import Command, Operand, Option
from crivello.words import N_

COMMANDS = (
    Command(
        "players",
        "crivello.cli.players.registration:show",
        N_("list the registered players"),
        (),
        (*READING, JSON),
    ),
    Command(
        "add",
        "crivello.cli.players.registration:add",
        N_("register a player"),
        (Operand(N_("NAME"), N_("name of the player"), ""), DATA),
        (
            Option(
                "--from",
                N_("players of this other section play in this one too"),
                value=N_("SECTION"),
                completes="section",
            ),
            Option(
                "--list",
                N_(
                    "fill in from this list, by fide-id=…, what is not given; "
                    "fide if there is no name"
                ),
                value=N_("NAME"),
            ),
            *ACTING,
        ),
    ),
    Command(
        "edit",
        "crivello.cli.players.registration:edit",
        N_("correct the data of a player"),
        (PLAYER, DATA),
        (ONLY_HERE, *ACTING),
    ),
    Command(
        "remove",
        "crivello.cli.players.registration:remove",
        N_("remove players, before round 1"),
        (PLAYERS,),
        ACTING,
    ),
    Command(
        "move",
        "crivello.cli.players.registration:move",
        N_("move a player to another section, before round 1"),
        (PLAYER, Operand(N_("SECTION"), N_("where to"), completes="section")),
        ACTING,
    ),
    Command(
        "present",
        "crivello.cli.players.registration:present",
        N_("call the roll before round 1"),
        (SOME_PLAYERS,),
        (
            Option("--all", N_("everybody registered")),
            Option("--confirm", N_("they have confirmed but are not there yet")),
            Option("--leave-out", N_("leave them out of round 1; without names, the unconfirmed")),
            YES,
            *ACTING,
        ),
    ),
    Command(
        "late",
        "crivello.cli.players.registration:late",
        N_("admit late entries who have arrived"),
        (PLAYERS,),
        ACTING,
    ),
    Command(
        "no-shows",
        "crivello.cli.players.absence:no_shows",
        N_("forfeit the games of no-shows, and say whether they continue"),
        (SOME_PLAYERS,),
        (
            Option(
                "--plays-on", N_("they continue; without names, all no-shows who have not answered")
            ),
            Option("--withdrawn", N_("they have withdrawn")),
            *ACTING,
        ),
    ),
    Command(
        "bye",
        "crivello.cli.players.absence:bye",
        N_("give a player a requested bye, or cancel it"),
        (
            PLAYER,
            Operand(N_("ROUND"), N_("rounds; by default the coming one"), "", many=True),
        ),
        (
            choice("--kind", N_("the kind of bye, by default half"), BYES),
            Option("--cancel", N_("cancel the bye")),
            *ACTING,
        ),
    ),
    Command(
        "absent",
        "crivello.cli.players.absence:absent",
        N_("leave players out of the coming round, without points"),
        (PLAYERS,),
        ACTING,
    ),
    Command(
        "withdraw",
        "crivello.cli.players.absence:withdraw",
        N_("withdraw players from the tournament"),
        (PLAYERS,),
        ACTING,
    ),
    Command(
        "expel",
        "crivello.cli.players.absence:expel",
        N_("expel players"),
        (PLAYERS,),
        (YES, *ACTING),
    ),
    Command(
        "return",
        "crivello.cli.players.absence:come_back",
        N_("readmit players who withdrew"),
        (PLAYERS,),
        ACTING,
    ),
    Command(
        "points",
        "crivello.cli.players.points",
        N_("give a bonus or a penalty, with its reason, or show those given"),
        (SOME_PLAYERS,),
        (
            Option("--bonus", N_("points to add"), value=N_("POINTS")),
            Option("--penalty", N_("points to take away"), value=N_("POINTS")),
            *ACTING,
        ),
    ),
)
