"""Commands of the arbiter's desk: new, add, pair, publish, result, undo, …"""

from __future__ import annotations

from crivello.cli.commands.desk_words import (
    ACTING,
    BYES,
    CASE,
    DATA,
    ONE,
    OTHER,
    PAIRS,
    PLAYER,
    PLAYER_HELP,
    PLAYERS,
    RESULT,
    ROUND,
    SOME_PLAYERS,
    TABLE,
)
from crivello.cli.commands.shared import FORMATS, JSON, OUT, OUTPUT
from crivello.cli.desk.options import (
    ACTOR,
    ONLY_HERE,
    READING,
    REASON,
    SECTION,
    TOURNAMENT_FILE,
    YES,
)
from crivello.cli.options import Command, Operand, Option
from crivello.words import N_

DESK: tuple[Command, ...] = (
    Command(
        "new",
        "crivello.cli.desk.settings:new",
        N_("make a tournament file"),
        (Operand(N_("FILE"), N_("its name; .crivello is added if it is missing")), PAIRS),
        (SECTION, ACTOR, JSON),
    ),
    Command(
        "set",
        "crivello.cli.desk.settings:change",
        N_("show or change what is announced"),
        (PAIRS,),
        ACTING,
    ),
    Command(
        "section",
        "crivello.cli.desk.settings:section",
        N_("list the sections of the file, or open another"),
        (Operand(N_("NAME"), N_("the new section"), ""), PAIRS),
        (TOURNAMENT_FILE, ACTOR, REASON, JSON),
    ),
    Command(
        "status",
        "crivello.cli.desk.status:status",
        N_("tell where the tournament stands and what is to be done next"),
        (),
        (*READING, JSON),
    ),
    Command(
        "players",
        "crivello.cli.desk.players:show",
        N_("list everybody registered"),
        (),
        (*READING, JSON),
    ),
    Command(
        "add",
        "crivello.cli.desk.players:add",
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
                N_("take from this list, by fide-id=…, what is not said; fide if there is no name"),
                value=N_("NAME"),
            ),
            *ACTING,
        ),
    ),
    Command(
        "edit",
        "crivello.cli.desk.players:edit",
        N_("correct the data of a player"),
        (PLAYER, DATA),
        (ONLY_HERE, *ACTING),
    ),
    Command(
        "remove",
        "crivello.cli.desk.players:remove",
        N_("take registrations back, before round 1"),
        (PLAYERS,),
        ACTING,
    ),
    Command(
        "move",
        "crivello.cli.desk.players:move",
        N_("move a player to another section, before round 1"),
        (PLAYER, Operand(N_("SECTION"), N_("where to"), completes="section")),
        ACTING,
    ),
    Command(
        "present",
        "crivello.cli.desk.players:present",
        N_("call the roll before round 1"),
        (SOME_PLAYERS,),
        (
            Option("--all", N_("everybody registered")),
            Option("--confirm", N_("they have confirmed, though they are not there yet")),
            Option("--leave-out", N_("leave them out of round 1; without names, the unconfirmed")),
            YES,
            *ACTING,
        ),
    ),
    Command(
        "draw",
        "crivello.cli.desk.settings:draw",
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
        "late",
        "crivello.cli.desk.players:late",
        N_("admit late entries who have arrived"),
        (PLAYERS,),
        ACTING,
    ),
    Command(
        "publish",
        "crivello.cli.desk.pairing:publish",
        N_("publish the draft of a round, or the results of one"),
        (),
        (Option("--results", N_("publish the results of the round")), YES, *ACTING),
    ),
    Command(
        "result",
        "crivello.cli.desk.results:one",
        N_("enter the result of a game"),
        (TABLE, RESULT),
        (ROUND, *ACTING),
    ),
    Command(
        "results",
        "crivello.cli.desk.results:many",
        N_("enter results from lines of TABLE and RESULT, all of them or none"),
        (
            Operand(
                N_("FILE"), N_("the lines; standard input if it is left out"), "-", completes="file"
            ),
        ),
        (ROUND, *ACTING),
    ),
    Command(
        "no-shows",
        "crivello.cli.desk.away:no_shows",
        N_("forfeit the games of who did not appear; say whether they play on"),
        (SOME_PLAYERS,),
        (
            Option("--plays-on", N_("they play on; without names, all who were asked about")),
            Option("--withdrawn", N_("they have withdrawn")),
            *ACTING,
        ),
    ),
    Command(
        "end",
        "crivello.cli.desk.pairing:end",
        N_("record that the round has ended"),
        (),
        ACTING,
    ),
    Command(
        "correct",
        "crivello.cli.desk.results:correct",
        N_("correct a published result; tells which effect it has"),
        (TABLE, RESULT),
        (
            ROUND,
            Option(
                "--turned", N_("they had the other colours; RESULT is told from the real White")
            ),
            *ACTING,
        ),
    ),
    Command(
        "bye",
        "crivello.cli.desk.away:bye",
        N_("give a player a requested bye, or cancel it"),
        (
            PLAYER,
            Operand(N_("ROUND"), N_("rounds; by default the coming one"), "", many=True),
        ),
        (
            Option("--kind", N_("by default half"), value="|".join(BYES), choices=BYES),
            Option("--cancel", N_("no bye any more")),
            *ACTING,
        ),
    ),
    Command(
        "absent",
        "crivello.cli.desk.away:absent",
        N_("leave players out of the coming round, without points"),
        (PLAYERS,),
        ACTING,
    ),
    Command(
        "withdraw",
        "crivello.cli.desk.away:withdraw",
        N_("let players leave the tournament"),
        (PLAYERS,),
        ACTING,
    ),
    Command(
        "expel",
        "crivello.cli.desk.away:expel",
        N_("expel players"),
        (PLAYERS,),
        (YES, *ACTING),
    ),
    Command(
        "return",
        "crivello.cli.desk.away:come_back",
        N_("let players who withdrew play again"),
        (PLAYERS,),
        ACTING,
    ),
    Command(
        "points",
        "crivello.cli.desk.points",
        N_("give a bonus or a penalty, with its reason, or show those given"),
        (SOME_PLAYERS,),
        (
            Option("--bonus", N_("so many points more"), value=N_("POINTS")),
            Option("--penalty", N_("so many points less"), value=N_("POINTS")),
            *ACTING,
        ),
    ),
    Command(
        "swap",
        "crivello.cli.desk.by_hand:swap",
        N_("let two players change places in the pairing, and hear what the rules say"),
        (ONE, OTHER),
        (CASE, *ACTING),
    ),
    Command(
        "colours",
        "crivello.cli.desk.by_hand:colours",
        N_("turn the colours of a player's board"),
        (PLAYER,),
        (CASE, *ACTING),
    ),
    Command(
        "meet",
        "crivello.cli.desk.by_hand:meet",
        N_("let two players meet, the first with White; those they leave meet each other"),
        (ONE, OTHER),
        (CASE, *ACTING),
    ),
    Command(
        "keep-apart",
        "crivello.cli.desk.apart:keep_apart",
        N_("show or say who does not meet"),
        (SOME_PLAYERS,),
        (
            Option(
                "--group",
                N_("only while the round can be completed, as a group with this name"),
                value=N_("NAME"),
            ),
            Option("--tag", N_("all with the same club, federation or other tag"), value=N_("KEY")),
            Option("--rounds", N_("in these rounds only, such as 1-3"), value=N_("FROM-TO")),
            Option("--release", N_("no longer; the group of just these players or this name")),
            *ACTING,
        ),
    ),
    Command(
        "first-round",
        "crivello.cli.desk.apart:first_round",
        N_("show or announce pairs that meet in round 1, whatever the rules would pair"),
        (SOME_PLAYERS,),
        (Option("--release", N_("no longer; without players all of them")), *ACTING),
    ),
    Command(
        "tables",
        "crivello.cli.desk.apart:tables",
        N_("show fixed tables, or fix the table of a player"),
        (
            Operand(N_("PLAYER"), PLAYER_HELP, "", completes="player"),
            Operand(N_("TABLE"), N_("number of the table, or none"), ""),
        ),
        ACTING,
    ),
    Command(
        "undo",
        "crivello.cli.desk.history:undo",
        N_("undo the last action, or an earlier one"),
        (Operand(N_("EVENT"), N_("its number in the log"), ""),),
        (
            Option("--yes", N_("undo whatever depends on it too")),
            CASE,
            *ACTING,
        ),
    ),
    Command(
        "redo",
        "crivello.cli.desk.history:redo",
        N_("do again what was undone last"),
        (),
        ACTING,
    ),
    Command(
        "log",
        "crivello.cli.desk.history:log",
        N_("tell everything that happened, who did it and why"),
        (),
        (
            Option("-n", N_("only the last so many"), value=N_("N"), number=True),
            TOURNAMENT_FILE,
            JSON,
        ),
    ),
    Command(
        "verify",
        "crivello.cli.desk.history:verify",
        N_("check that the tournament file is whole"),
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
        "crivello.cli.desk.history:seal",
        N_("show the last event and its digest, to prove later what the file told"),
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
        "crivello.cli.desk.history:backup",
        N_("copy the tournament file, also while others write to it"),
        (
            Operand(
                N_("FOLDER"),
                N_("where to, such as a stick; by default the second place"),
                "",
                completes="file",
            ),
        ),
        (TOURNAMENT_FILE, JSON),
    ),
    Command(
        "recover",
        "crivello.cli.desk.history:recover",
        N_("save what can be saved of a damaged file into a new one"),
        (
            Operand(N_("DAMAGED"), N_("the damaged file"), completes="file"),
            Operand(N_("NEW"), N_("the file to make")),
        ),
        (
            Option(
                "--copy",
                N_("a copy that may have what is missing; as often as needed"),
                value=N_("FILE"),
                many=True,
                completes="file",
            ),
            JSON,
        ),
    ),
    Command(
        "export",
        "crivello.cli.desk.export",
        N_("write a section as a report file or as JSON"),
        (OUT,),
        (
            Option(
                "--to",
                N_("the format to write, by default trf26"),
                value="|".join(FORMATS),
                choices=FORMATS,
            ),
            Option(
                "--for-rating",
                N_("with the corrections that count for rating only, as it is sent to be rated"),
            ),
            *READING,
            JSON,
        ),
    ),
)
