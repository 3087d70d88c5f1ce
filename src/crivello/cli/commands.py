"""All commands with their operands and options; the code of a command is loaded when it is
called.
"""

from __future__ import annotations

from crivello.cli.options import Command, Operand, Option
from crivello.model.keys import ACCELERATIONS, NEWEST, SYSTEMS
from crivello.model.player_fields import TYPED_FIELDS
from crivello.model.settings import OPTIONS
from crivello.standard.classes import replace
from crivello.words import N_, Language, Sentence, Template


def choice(name: str, help: Template | Sentence, choices: tuple[str, ...]) -> Option:
    """Return an option whose value is one of a few words."""
    return Option(name, help, "|".join(choices), choices=choices)


def number_option(name: str, help: Template, value: str = N_("N"), least: int = 1) -> Option:
    return Option(name, help, value, number=True, least=least)


def player_option(name: str, help: Template) -> Option:
    """Return an option whose value is a player, in any form that `model.player_lookup` accepts."""
    return Option(name, help, N_("PLAYER"), completes="player")


def round_option(help: Template) -> Option:
    return number_option("--round", help, N_("ROUND"))


def file_option(name: str, help: Template) -> Option:
    return Option(name, help, N_("FILE"), completes="file")


def format_option(forms: tuple[str, ...], default: str = "", *, plug_ins: bool = False) -> Option:
    """Return the option for the format of the file to write; `cli.endings` has the default by the
    ending.
    """
    said = N_("the format; default: by the ending of OUT{default:|, else {}}")
    option = choice("--to", Sentence(said, default=default), forms)
    return replace(option, plug_ins=plug_ins)


def _percent(name: str, help: Template) -> Option:
    return number_option(name, help, N_("PERCENT"), least=0)


def _rate(name: str, help: Template) -> Option:
    return number_option(name, help, least=0)


def _desk_command(
    name: str, place: str, summary: Template, example: str, *accepts: Operand | Option
) -> Command:
    """Return a command that changes something in one section of a tournament."""
    return Command(name, place, summary, example, *accepts, *ACTING, at_desk=True)


# Shared by several commands

TOURNAMENT_FILE = file_option(
    "-t", N_("the tournament file; default: CRIVELLO_TOURNAMENT, or the only one in this folder")
)
SECTION = Option(
    "--section", N_("the section, if the file has several"), N_("NAME"), completes="section"
)
ACTOR = Option(
    "--actor", N_("your name in the log; default: CRIVELLO_ACTOR, or your user name"), N_("NAME")
)
REASON = Option("--reason", N_("the reason, kept in the log"), N_("TEXT"))
ONLY_HERE = Option(
    "--only-here",
    N_("correct the player in this section only, not in all of them"),
)
PROVISIONAL = Option(
    "--provisional",
    N_("write it even if a result is missing; it is marked as not final"),
)
YES = Option("--yes", N_("answer yes to every question"))
READING = (TOURNAMENT_FILE, SECTION)
"""The options that choose the tournament file and its section."""

HELP = Option("--help", N_("show this help"))
HELP_ALL = "--help-all"
"""Shows the help with every option explained, however long it is."""
LETTERS = choice(
    "--letters",
    N_("the letters of colours: W and B, or those of the language; default: handbook"),
    ("handbook", "local"),
)
GLOBAL = (
    Option(
        "--lang",
        N_("the language; default: that of the system"),
        "|".join(language.value for language in Language),
    ),
    LETTERS,
    Option("--debug", N_("show the details of an unexpected error")),
)
"""Options that every command accepts, also before its name."""

JSON = Option("--json", N_("answer in JSON"))
OUTPUT = Option(
    "--output",
    N_("write the answer to this file; its ending decides the format"),
    N_("OUT"),
    completes="file",
)
SYSTEM = Option(
    "--system",
    Sentence(
        N_("the pairing system, such as {edition} or {family} (crivello systems lists them)"),
        edition=NEWEST,
        family=SYSTEMS.families[1],
    ),
    N_("KEY"),
    completes="system",
)
CHOICES = Option(
    "--option",
    N_("a choice that the rules leave open, such as imaginary-point=yes; repeatable"),
    N_("NAME=VALUE"),
    many=True,
    choices=tuple(
        f"{one.key}={word}"
        for one in OPTIONS
        for word in (*one.values, *(("",) if one.numbers else ()))
    ),
)
COLOUR = choice(
    "--initial-colour",
    N_("the initial colour, if the file does not state it"),
    ("white", "black"),
)
FILE = Operand(
    N_("FILE"),
    N_(
        "a .crivello file, TRF, JSON or CSV; - reads standard input; default: the "
        "tournament in this folder"
    ),
    "",
    completes="file",
)
STRICT = Option("--strict", N_("refuse a file that needs repairs"))
TOLERANT = Option("--tolerant", N_("repair the file where possible, and list every repair"))
HOW_TO_READ = (STRICT, TOLERANT)
"""The two ways to read a file; commands that pair are strict by default, all others tolerant."""
EXAMPLE = Option(
    "--example",
    N_("in place of FILE: an example tournament (crivello example --list)"),
    N_("NAME"),
)
READING_FILES = (*HOW_TO_READ, EXAMPLE, *READING)
FILES = Operand(
    FILE.name,
    N_(
        "files: .crivello, TRF, Swiss-Manager, JSON or CSV, or folders and zips of "
        "them; - reads standard input; default: the tournament in this folder"
    ),
    "",
    many=True,
    completes="file",
)
TO_PAIR = Operand(
    FILE.name,
    N_(
        "a .crivello file, TRF, JSON or CSV; - reads standard input; default: the "
        "tournament in this folder; with --batch several files, folders or zips"
    ),
    "",
    many=True,
    completes="file",
)
TO_TEACH = Operand(
    FILE.name,
    N_(
        "a tournament, as for crivello explain; a bracket as books print it: "
        '"[5W↓][4b↑, 6B-↓] met 4-5"; or numbers: 6 (players) or 3 4 (in S1 '
        "and S2) for transpositions and exchanges; 7 (players) for shifters and "
        "rounds; 161 9 (players, rounds) for baku; 2,2,1.5 2 (scores, players) for "
        "mdps and upfloaters"
    ),
    "",
    many=True,
    completes="file",
)
ONE_PLAYER = player_option("--player", N_("only this player: number, name or FIDE id"))
AFTER = number_option(
    "--round",
    N_("after this round; default: the last round with all results"),
    N_("ROUND"),
)
PACES = ("standard", "rapid", "blitz")
PACE = choice(
    "--pace", N_("the time control; default: that of the tournament, else standard"), PACES
)
TIE_BREAKS = Option(
    "--tie-breaks", N_("tie-breaks, such as DE,BH/C1,SB; default: those of the file"), N_("CODES")
)
DECIDING = Option("--deciding", N_("omit tie-breaks that make no difference"))
CATEGORY = Option(
    "--category",
    N_("only players such as sex=w, age=U18, rating=-1999, club=NAME"),
    N_("KEY=VALUE"),
)
ANSWER = (
    format_option(("text", "csv", "html", "json", "xlsx", "parquet"), "text"),
    JSON,
    OUTPUT,
)
FORMATS = ("trf16", "trfx", "trfbx", "trf26", "json", "csv", "chess-results")
OUT = Operand(N_("OUT"), N_("the file to write; default: standard output"), "-", completes="file")

# At the desk

CASES = (
    "already-met",
    "event-rules",
    "without-opponent",
    "late-entry",
    "top-boards",
    "chief-arbiter",
)
"""The cases in which a published pairing may change (C.04.2: 4.4)."""
ACTING = (*READING, ACTOR, REASON, YES, JSON)
"""The options of a command that changes something."""
PAIRS = Operand(
    N_("KEY=VALUE"),
    N_("a setting; crivello set lists them all"),
    "",
    many=True,
    completes="setting",
)
DATA = Operand(
    N_("KEY=VALUE"),
    Sentence(
        N_("{keys}, or tag:KEY"),
        keys=", ".join(one.key.replace("_", "-") for one in TYPED_FIELDS if one.key != "name"),
    ),
    "",
    many=True,
    completes="player-data",
)
PLAYER_HELP = N_("pairing number, name, FIDE id, or id:N")
PLAYER = Operand(N_("PLAYER"), PLAYER_HELP, completes="player")
PLAYERS = Operand(
    N_("PLAYER"),
    N_("pairing numbers such as 3 or 5-9, names, FIDE ids, or id:N"),
    many=True,
    completes="player",
)
SOME_PLAYERS = Operand(PLAYERS.name, PLAYERS.help, "", many=True, completes="player")
ONE = Operand(N_("ONE"), PLAYER_HELP, completes="player")
OTHER = Operand(N_("OTHER"), PLAYER_HELP, completes="player")
TEAM = Operand(
    N_("TEAM"), N_("number of the team, or the beginning of its name"), completes="player"
)
MEMBERS = Operand(
    N_("MEMBER"),
    N_('its players in board order, each as "NAME; RATING; FIDE id"; a name is enough'),
    many=True,
)
CAPTAIN = Option("--captain", N_("the captain"), N_("NAME"))
TEAM_RATING = number_option(
    "--rating",
    N_("the rating that orders the teams; default: the average of the first boards"),
    N_("RATING"),
)
TABLE = Operand(
    N_("TABLE"),
    N_("a table number or a player's name; in a match, table and board: 3.2"),
    completes="table",
)
RESULT = Operand(
    N_("RESULT"),
    N_("1-0, 0-1, 1/2; 1f-0f, 0f-1f, 0f-0f by forfeit; 0-0, 1/2-0; 1-0u unrated; adj; none"),
    choices=("1-0", "0-1", "1/2", "1f-0f", "0f-1f", "0f-0f", "0-0", "adj", "none"),
    dashed=("-", "-+", "-:+", "--+", "--", "-:-", "---"),
)
TURNED = Option(
    "--turned",
    N_(
        "the colours were reversed; RESULT is for the actual White, in a match for "
        "the side named first"
    ),
)
AS_PAIRED = Option("--as-paired", N_("the colours were those of the pairing, not reversed"))
ROUND = number_option("--round", N_("the round; default: the one being played"), N_("ROUND"))
CASE = choice(
    "--case", N_("change the published round, in this case of C.04.2: 4.4; needs --reason"), CASES
)

# Random tournaments

SIZE = {
    "players": number_option("--players", N_("how many players")),
    "rounds": number_option("--rounds", N_("how many rounds")),
}
RATES = {
    "boards": number_option("--boards", N_("how many boards a match of teams has")),
    "highest_rating": number_option("--highest-rating", N_("the highest rating"), N_("RATING")),
    "lowest_rating": number_option("--lowest-rating", N_("the lowest rating"), N_("RATING")),
    "bell": Option("--bell", N_("more ratings in the middle instead of an even spread")),
    "middle": number_option(
        "--middle-rating", N_("ratings are normally distributed around this one"), N_("RATING")
    ),
    "deviation": number_option(
        "--deviation", N_("standard deviation of the ratings"), N_("POINTS")
    ),
    "draw_percentage": _percent("--draws", N_("share of draws between equals")),
    "upset_percentage": _percent(
        "--upsets", N_("share of games that go as if the players were equal")
    ),
    "forfeit_rate": _rate("--forfeits", N_("one game in N is a forfeit")),
    "double_forfeit_rate": _rate("--double-forfeits", N_("one game in N is a double forfeit")),
    "unusual_rate": _rate("--unusual", N_("one game in N ends 0-0, ½-0, or before a move")),
    "short_rate": _rate("--short-games", N_("one game in N ends before Black replies")),
    "withdrawal_rate": _rate("--withdrawals", N_("one player in N leaves before each round")),
    "late_entry_rate": _rate("--late-entries", N_("one player in N enters late")),
    "half_point_bye_rate": _rate(
        "--half-point-byes", N_("one player in N asks for a half-point bye in each round")
    ),
    "full_point_bye_rate": _rate(
        "--full-point-byes", N_("one player in N asks for a full-point bye in each round")
    ),
    "zero_point_bye_rate": _rate(
        "--zero-point-byes", N_("one player in N asks for a zero-point bye in each round")
    ),
    "forbidden_pairs": _rate(
        "--forbidden-pairs", N_("number of pairs of players who must not meet")
    ),
    "acceleration": choice(
        "--acceleration", N_("virtual points by this method"), tuple(ACCELERATIONS)
    ),
}
"""The options of a random tournament, by the field of `Recipe` that each sets."""
SCORING = (
    ("--win", "PointsForWin", N_("points for a win; default: 1")),
    ("--draw", "PointsForDraw", N_("points for a draw; default: 0.5")),
    ("--loss", "PointsForLoss", N_("points for a loss; default: 0")),
    ("--bye", "PointsForPAB", N_("points for the pairing-allocated bye; default: a win")),
)
RATINGS = Option(
    "--ratings", N_("the ratings of all players, or a file with one a line"), N_("2400,2310,…")
)
RECIPE_OPTIONS = (
    Option(
        "--config",
        N_("read the settings from a file of Key=Value lines, as other generators have it"),
        N_("FILE"),
    ),
    *RATES.values(),
    *(Option(name, text, N_("POINTS")) for name, _, text in SCORING),
)
JOBS = number_option("--jobs", N_("parallel processes; default: one per core"))
SCHEDULER = Option(
    "--scheduler",
    N_("where the work runs: the address of a Dask scheduler, local for one here, or processes"),
    N_("ADDRESS"),
)

QUESTION_SECONDS = number_option(
    "--seconds", N_("stop after this many seconds for one tournament; default: 60"), N_("N")
)

# Choices and options of single commands

TOURNAMENTS = ("trf16", "trfx", "trfbx", "trf26", "json")
REPORT_FORMS = ("text", "json", "html", "pdf")
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
EXERCISES = (
    "transpositions",
    "exchange",
    "floater",
    "collapse",
    "last-round",
    "shifters",
    "upfloaters",
    "pairs",
)
QUESTIONS = ("pairing", "floats", "next", "criterion")
EXPLANATIONS = ("text", "markdown", "html", "json")
MAP = Option(
    "--map",
    N_("the column of each field, such as name=Cognome Nome,rating=Elo,birth=#5; default: guessed"),
    N_("FIELD=COLUMN,…"),
)
SHEET = Option("--sheet", N_("the sheet of a workbook; default: the first"), N_("NAME"))
LIST = Option("--list", N_("the list to look in; default: fide"), N_("NAME"))
PAGES = (
    "pairings",
    "names",
    "results",
    "standings",
    "players-by-board",
    "crosstable",
    "working-crosstable",
    "players",
    "aro",
    "cards",
    "slips",
    "why-slips",
    "boards",
    "match-cards",
    "name-cards",
    "prizes",
    "norms",
    "event-report",
    "it3",
    "it1",
    "fa1",
    "ia1",
    "fide-server",
    "rating-check",
    "rated-games",
    "changes",
    "points",
    "exceptions",
)
PAGE_FORMS = ("html", "pdf", "csv", "xlsx", "parquet", "text", "json")
REPORT_FORMATS = ("trf16", "trf26")
"""The formats that FIDE accepts."""
SOURCE = Operand(
    FILE.name,
    N_("a .crivello file, TRF or JSON; default: the tournament in this folder"),
    "",
    completes="file",
)
GIVEN = Operand(
    FILE.name,
    N_("a .crivello file, TRF or JSON; default: the tournament in this folder"),
    "",
    completes="file",
)
PRINTED_ROUND = round_option(N_("the round; default: the last one"))
ENTERED = Option("--entered", N_("include results that are entered but not yet published"))

# The commands, as the help lists them

OF_FILES = (
    Command(
        "pair",
        "cli.rounds.pair",
        N_("pair a round of a file, or draft one at the desk"),
        "crivello pair open.trf --system dutch",
        TO_PAIR,
        round_option(N_("the round to pair; default: the next one")),
        SYSTEM,
        CHOICES,
        COLOUR,
        Option("--sieve", N_("use the literal sieve: slow, for small fields")),
        Option("--preview", N_("desk: show what would be paired, and write nothing")),
        Option("--discard", N_("desk: discard the draft")),
        Option(
            "--board",
            N_("desk: pair these two by hand, White first; repeatable"),
            N_("ID-ID"),
            many=True,
        ),
        Option(
            "--bye", N_("desk: with --board, who gets the bye"), N_("PLAYER"), completes="player"
        ),
        Option("--rest", N_("desk: with --board, the engine pairs all others")),
        Option("--all", N_("all rounds of a round robin; desk: draw its numbers, publish them")),
        Option("--seed", N_("desk: with --all, the seed of the lots"), N_("SEED")),
        choice(
            "--method",
            N_("desk: with --all, how numbers are drawn; default: the initial order"),
            ("lot", "varma", "annex", "apart"),
        ),
        Option("--by", N_("desk: with --all, what makes a group: federation, club"), N_("NAME")),
        number_option(
            "--last", N_("desk: with --all, in how many last rounds groups are kept apart")
        ),
        Option(
            "--numbers",
            N_("desk: with --all, by hand: the players, number 1 first"),
            N_("ID,ID,..."),
        ),
        Option(
            "--batch",
            N_("pair every FILE, or the JSON lines of standard input; a line of JSON for each"),
        ),
        JOBS,
        QUESTION_SECONDS,
        *READING_FILES,
        ACTOR,
        REASON,
        JSON,
        OUTPUT,
    ),
    Command(
        "explain",
        "cli.explain.explain",
        N_("explain how a round is paired, and why not differently"),
        "crivello explain open.trf --player 9",
        FILE,
        round_option(
            N_("the round to explain; default: the next one if it can be paired, else the last one")
        ),
        SYSTEM,
        CHOICES,
        COLOUR,
        player_option("--player", N_("why this player got this opponent, colour, float or bye")),
        Option("--why-not", N_("why these two players do not meet"), N_("PLAYER-PLAYER")),
        player_option("--why-not-bye", N_("why this player does not get the bye")),
        Option(
            "--why-not-colour",
            N_("why this player does not have this colour"),
            N_("PLAYER white|black"),
            words=2,
        ),
        Option(
            "--edition-diff",
            N_("what the round would be under another edition, and by which rule"),
            N_("KEY"),
        ),
        Option("--brief", N_("only the pairs and downfloaters of each bracket")),
        Option("--full", N_("everything; for small fields all candidates")),
        choice(
            "--depth",
            N_("who the answer is for; default: the player who asks"),
            ("player", "arbiter", "student"),
        ),
        *READING_FILES,
        format_option(EXPLANATIONS, "text"),
        JSON,
        OUTPUT,
    ),
    Command(
        "teach",
        "cli.explain.teach",
        N_("show teaching tables for a bracket or for given numbers"),
        "crivello teach transpositions 6",
        Operand(
            N_("TOPIC"),
            N_(
                "bracket (all tables), transpositions, exchanges, mdps, psd, upfloaters, "
                "shifters, rounds or baku"
            ),
            choices=TOPICS,
        ),
        TO_TEACH,
        round_option(N_("the round; default: the next one if it can be paired, else the last one")),
        number_option("--bracket", N_("only this bracket, the highest being 1")),
        SYSTEM,
        Option("--last", N_("typed bracket: there are no players below it")),
        Option(
            "--bye-taken",
            N_("typed bracket: the players who may not have the bye, such as 6,9"),
            N_("NUMBERS"),
        ),
        number_option("--s1", N_("without a file: how many players are in S1")),
        number_option("--s2", N_("without a file: how many players are in S2")),
        Option(
            "--scores", N_("without a file: the scores of the players, as in 1,1,0.5"), N_("POINTS")
        ),
        number_option(
            "--number",
            N_("without a file: how many moved-down players are paired, or upfloaters needed"),
        ),
        number_option("--players", N_("without a file: how many players")),
        number_option("--rounds", N_("without a file: how many rounds")),
        Option(
            "--candidate",
            N_(
                "without a file, given twice: scores of pairs and downfloaters, such as "
                "'2-0.5 1-0.5 0.5'"
            ),
            N_("POINTS"),
            many=True,
        ),
        *READING_FILES,
        format_option(EXPLANATIONS, "text"),
        JSON,
        OUTPUT,
    ),
    Command(
        "practise",
        "cli.explain.practise",
        N_("exercises about brackets, judged at once, or a sheet with solutions"),
        "crivello practise --kind exchange",
        Operand(
            FILE.name,
            N_(
                "a tournament, as for crivello explain, or a bracket as books print it: "
                '"[5W↓][4b↑, 6B-↓] met 4-5"; default: random brackets'
            ),
            "",
            many=True,
            completes="file",
        ),
        SYSTEM,
        choice(
            "--kind",
            N_("the kind of random brackets; default: all kinds of the system"),
            EXERCISES,
        ),
        choice(
            "--ask",
            N_("only this question: the pairing, who floats, the next candidate, its criterion"),
            QUESTIONS,
        ),
        number_option("--seed", N_("where random brackets begin: the same seed, the same ones")),
        number_option("--count", N_("end after this many exercises")),
        number_option("--sheet", N_("print a sheet with this many exercises, and solutions")),
        round_option(N_("of a file: the round; default: the next one if it can be paired")),
        number_option("--bracket", N_("of a file: only this bracket, the highest being 1")),
        number_option("--rounds", N_("typed bracket: how many rounds there are")),
        Option("--last", N_("typed bracket: there are no players below it")),
        Option(
            "--bye-taken",
            N_("typed bracket: the players who may not have the bye, such as 6,9"),
            N_("NUMBERS"),
        ),
        *READING_FILES,
        format_option(("html", "pdf", "json")),
        JSON,
        OUTPUT,
    ),
    Command(
        "check",
        "cli.audit.check",
        N_("re-pair every round and report where a file departs from the rules"),
        "crivello check open.trf",
        FILES,
        SYSTEM,
        CHOICES,
        Option("--editions", N_("show which system and edition fits best, round by round")),
        Option("--accept-explained", N_("exit with 0 even if some rounds are only explained")),
        format_option(REPORT_FORMS, "text"),
        JOBS,
        *READING_FILES,
        JSON,
        OUTPUT,
    ),
    Command(
        "generate",
        "cli.audit.generate",
        N_("make a random tournament; without options everything is drawn"),
        "crivello generate --players 40 --rounds 7 --output x.trf",
        *SIZE.values(),
        RATINGS,
        Option(
            "--tie-breaks",
            N_("announce these tie-breaks, such as DE,BH/C1,SB, and rank by them"),
            N_("CODES"),
        ),
        number_option("--seed", N_("the seed; default: a random one"), N_("SEED"), least=0),
        SYSTEM,
        Option(
            "--model",
            N_("play the tournament of this file again: the same field, new results"),
            N_("FILE"),
        ),
        *RECIPE_OPTIONS,
        format_option(TOURNAMENTS, "trf26"),
        OUTPUT,
    ),
    Command(
        "campaign",
        "cli.audit.campaign",
        N_("pair many random tournaments with two programs or editions, and compare them"),
        f"crivello campaign --left {NEWEST} --right {NEWEST}:sieve -n 50",
        Option(
            "--left",
            N_(
                "the side that makes the tournaments: KEY, KEY:sieve, FAMILY@PROGRAM or "
                "MODULE:FUNCTION"
            ),
            N_("SIDE"),
        ),
        Option("--right", N_("the other side, in the same form"), N_("SIDE")),
        number_option("-n", N_("how many tournaments; default: 100")),
        number_option(
            "--seed", N_("the seed of the first tournament; default: 1"), N_("SEED"), least=0
        ),
        Option("--players", N_("how many; default: 6-20"), N_("FROM-TO")),
        Option("--rounds", N_("how many; default: 5-11"), N_("FROM-TO")),
        Option("--vary", N_("draw new byes, forfeits, scoring, … for each tournament")),
        SYSTEM,
        *RECIPE_OPTIONS,
        Option("--journal", N_("the journal of the campaign; default: campaign.jsonl"), N_("FILE")),
        Option("--resume", N_("continue the campaign of the journal")),
        JOBS,
        SCHEDULER,
        JSON,
        OUTPUT,
    ),
    Command(
        "study",
        "cli.audit.study",
        N_("answer a question with many random tournaments; the same seed, the same answer"),
        "crivello study floaters.toml",
        Operand(
            N_("STUDY"), N_("a study as a TOML file, or the name of an example"), completes="file"
        ),
        number_option("-n", N_("how many tournaments of each population; default: as in the file")),
        number_option("--seed", N_("the seed; default: as in the file"), N_("SEED"), least=0),
        Option(
            "--folder", N_("where the results go; default: a folder named after the study"), "DIR"
        ),
        JOBS,
        SCHEDULER,
        JSON,
        OUTPUT,
    ),
    Command(
        "crosstable",
        "cli.standings.crosstable",
        N_("show all rounds of all players"),
        "crivello crosstable open.trf --round 3",
        FILES,
        round_option(N_("after this round; default: the last one paired")),
        choice(
            "--by",
            N_("all against all, as for a round robin: by number or by rank"),
            ("number", "rank"),
        ),
        Option(
            "--working",
            N_("the working crosstable of the booklets: by score, with due colour and floats"),
        ),
        SYSTEM,
        *READING_FILES,
        *ANSWER,
    ),
    Command(
        "lots",
        "cli.tournament.lots",
        N_("draw the numbers of a round robin; the same seed draws the same ones everywhere"),
        "crivello lots open.trf --method varma --output drawn.trf",
        FILE,
        Option("--seed", N_("the seed of the lots; default: a random one"), N_("SEED")),
        choice(
            "--method",
            N_(
                "plain lots, Varma tables (repaired, or as printed in the annex), or groups "
                "kept apart"
            ),
            ("lot", "varma", "annex", "apart"),
        ),
        Option("--by", N_("what makes a group: federation, or a tag such as club"), N_("NAME")),
        number_option("--last", N_("in how many last rounds groups are kept apart; default: 3")),
        Option("--numbers", N_("by hand: the players, number 1 first"), N_("ID,ID,...")),
        SYSTEM,
        *READING,
        format_option(TOURNAMENTS, "trf26"),
        JSON,
        OUTPUT,
    ),
    Command(
        "scheveningen",
        "cli.tournament.lots:scheveningen",
        N_("show the schedule of a match in which everyone meets everyone of the other team"),
        "crivello scheveningen 4",
        Operand(N_("BOARDS"), N_("how many players a team has: 2 to 10")),
        JSON,
        OUTPUT,
    ),
    Command(
        "standings",
        "cli.standings.standings",
        N_("show the standings, how they are calculated, and why one player is above another"),
        "crivello standings open.trf --tie-breaks DE,BH/C1",
        FILES,
        AFTER,
        TIE_BREAKS,
        DECIDING,
        CATEGORY,
        player_option("--player", N_("how this player's tie-breaks are calculated, term by term")),
        Option("--why", N_("why one of two players is above the other"), N_("PLAYER,PLAYER")),
        Option("--statistics", N_("results by colour and title, upsets, draws")),
        Option(
            "--edition", N_("rules for unplayed rounds: c07-2026, c07-2024 or c07-2022"), N_("KEY")
        ),
        Option("--round-robin", N_("a round robin: forfeits count as played")),
        *READING_FILES,
        *ANSWER,
    ),
    Command(
        "card",
        "cli.standings.tables:card",
        N_("show the pairing cards of the players"),
        'crivello card open.trf --player "Rossi, Ada"',
        FILES,
        round_option(N_("after this round; default: the last one paired")),
        ONE_PLAYER,
        SYSTEM,
        *READING_FILES,
        *ANSWER,
    ),
    Command(
        "ratings",
        "cli.standings.tables:ratings",
        N_("show performances and rating changes"),
        "crivello ratings open.trf",
        FILES,
        AFTER,
        ONE_PLAYER,
        PACE,
        *READING_FILES,
        *ANSWER,
    ),
    Command(
        "convert",
        "cli.tournament.convert",
        N_("write a tournament in another format"),
        "crivello convert old.trf new.json",
        Operand(N_("IN"), FILE.help, completes="file"),
        OUT,
        format_option(FORMATS, plug_ins=True),
        *HOW_TO_READ,
        CHOICES,
        SECTION,
        JSON,
    ),
    Command(
        "example",
        "cli.tournament.convert:write_example",
        N_("write an example tournament as TRF"),
        "crivello example > example.trf",
        Operand(
            N_("NAME"),
            N_("which one; default: 14 players of the Dutch system, before round 4"),
            "fourteen",
        ),
        Option("--list", N_("list the examples")),
        OUTPUT,
    ),
    Command(
        "systems",
        "cli.explain.systems",
        N_("list the pairing systems and their editions"),
        "crivello systems",
        JSON,
        OUTPUT,
    ),
    Command(
        "manual",
        "cli.reports.printing:manual",
        N_("print the arbiter's manual; --output manual.html writes it as a page"),
        "crivello manual --output manual.html",
        OUTPUT,
    ),
    Command(
        "completions",
        "cli.completions",
        N_("print or install the completions of a shell"),
        "crivello completions bash --install",
        Operand(N_("SHELL"), N_("bash or zsh"), "", choices=("bash", "zsh")),
        Option("--install", N_("install them for this user; without SHELL, for both")),
        choice(
            "--list",
            N_("for the shell itself, while it completes a word"),
            ("player", "table", "section"),
        ),
        *READING,
    ),
)

DESK = (
    Command(
        "new",
        "cli.tournament.settings:new",
        N_("create a tournament file"),
        'crivello new open rounds=7 "name=Spring Open"',
        Operand(N_("FILE"), N_("the name of the new file; .crivello is added if missing")),
        PAIRS,
        SECTION,
        ACTOR,
        REASON,
        JSON,
    ),
    _desk_command(
        "set",
        "cli.tournament.settings:change",
        N_("show or change the settings"),
        "crivello set rounds=9",
        PAIRS,
    ),
    _desk_command(
        "fide-mode",
        "cli.tournament.settings:fide_mode",
        N_("show whether the tournament is in FIDE mode, or leave it for good, with a reason"),
        "crivello fide-mode",
        Option("--leave", N_("leave FIDE mode; it cannot be entered again")),
    ),
    Command(
        "section",
        "cli.tournament.settings:section",
        N_("list the sections of the file, or open another"),
        "crivello section B rounds=7",
        Operand(N_("NAME"), N_("the new section"), ""),
        PAIRS,
        TOURNAMENT_FILE,
        ACTOR,
        REASON,
        JSON,
    ),
    Command(
        "status",
        "cli.tournament.status:status",
        N_("show the state of the tournament and what to do next"),
        "crivello status",
        *READING,
        JSON,
    ),
    Command(
        "exceptions",
        "cli.tournament.status:exceptions",
        N_("list every exception to the rules that was made"),
        "crivello exceptions",
        *READING,
        JSON,
        at_desk=True,
    ),
    Command(
        "players",
        "cli.players.registration:show",
        N_("list the registered players"),
        "crivello players",
        *READING,
        JSON,
        at_desk=True,
    ),
    _desk_command(
        "add",
        "cli.players.registration:add",
        N_("register a player"),
        'crivello add "Rossi, Ada" rating=2105 federation=ITA',
        Operand(N_("NAME"), N_("name of the player"), ""),
        DATA,
        Option(
            "--from",
            N_("players of this other section play in this one too"),
            N_("SECTION"),
            completes="section",
        ),
        Option(
            "--list",
            N_("fill in missing data from this list by fide-id=…; default: fide"),
            N_("NAME"),
        ),
    ),
    Command(
        "teams",
        "cli.players.teams:show",
        N_("list the teams with their players in board order"),
        "crivello teams",
        *READING,
        JSON,
        at_desk=True,
    ),
    _desk_command(
        "add-team",
        "cli.players.teams:add",
        N_("register a team with its players in board order"),
        'crivello add-team Roma "Rossi, Ada; 2105" "Bianchi, Ugo; 1980"',
        Operand(N_("NAME"), N_("name of the team")),
        MEMBERS,
        CAPTAIN,
        TEAM_RATING,
    ),
    _desk_command(
        "edit-team",
        "cli.players.teams:edit",
        N_("change a team: its name, captain, players or their order"),
        'crivello edit-team Roma --captain "Verdi, Lia"',
        TEAM,
        Operand(
            MEMBERS.name,
            N_("all players in their new order; default: unchanged"),
            "",
            many=True,
        ),
        Option("--name", N_("another name of the team"), N_("NAME")),
        CAPTAIN,
        TEAM_RATING,
    ),
    _desk_command(
        "lineup",
        "cli.players.teams:lineup",
        N_("set who sits at the boards of a team in a round"),
        "crivello lineup Roma 1,3,4,5",
        TEAM,
        Operand(N_("PLACES"), N_("places in the team, board 1 first, such as 1,2,4,5; 0 is empty")),
        round_option(N_("the round; default: the one that is about to be played")),
    ),
    _desk_command(
        "edit",
        "cli.players.registration:edit",
        N_("correct the data of a player"),
        "crivello edit 12 rating=2110",
        PLAYER,
        DATA,
        ONLY_HERE,
    ),
    _desk_command(
        "remove",
        "cli.players.registration:remove",
        N_("remove players, before round 1"),
        "crivello remove 12",
        PLAYERS,
    ),
    _desk_command(
        "move",
        "cli.players.registration:move",
        N_("move a player to another section, before round 1"),
        "crivello move 12 B",
        PLAYER,
        Operand(N_("SECTION"), N_("the section to move to"), completes="section"),
    ),
    _desk_command(
        "present",
        "cli.players.registration:present",
        N_("call the roll before round 1"),
        "crivello present 1-40",
        SOME_PLAYERS,
        Option("--all", N_("all registered players")),
        Option("--confirm", N_("they have confirmed but are not there yet")),
        Option("--leave-out", N_("leave them out of round 1; without names, the unconfirmed")),
    ),
    _desk_command(
        "draw",
        "cli.tournament.settings:draw",
        N_("draw the initial colour, or record the one drawn"),
        "crivello draw white",
        Operand(
            N_("COLOUR"),
            N_("white or black; default: the program draws"),
            "",
            choices=("white", "black"),
        ),
        Option("--lots", N_("draw a lot for every player instead, for the tie-break LOT")),
    ),
    _desk_command(
        "late",
        "cli.players.registration:late",
        N_("admit late entries who have arrived"),
        'crivello late "Rossi, Ada"',
        PLAYERS,
    ),
    _desk_command(
        "publish",
        "cli.rounds.draft:publish",
        N_("publish the draft of a round, or the results of one"),
        "crivello publish",
        Option("--results", N_("publish the results of the round")),
    ),
    _desk_command(
        "publish-online",
        "cli.tournament.publish_online",
        N_("upload what is published to chess-results.com"),
        "crivello publish-online",
        file_option(
            "--account",
            N_("the file of your account; default: CRIVELLO_CHESS_RESULTS, or your folder of data"),
        ),
        number_option(
            "--key",
            N_("enter the key of a tournament that is on the site already: the number after tnr"),
        ),
        Option(
            "--ask-again",
            N_("ask for a key again after a lost answer, if the site has no such tournament"),
        ),
    ),
    _desk_command(
        "result",
        "cli.rounds.results:enter_result",
        N_("enter the result of a game"),
        "crivello result 3 1-0",
        TABLE,
        RESULT,
        ROUND,
        TURNED,
        AS_PAIRED,
    ),
    _desk_command(
        "results",
        "cli.rounds.results:enter_results",
        N_("enter results from lines of TABLE and RESULT, all of them or none"),
        "crivello results results.txt",
        Operand(N_("FILE"), N_("the lines; default: standard input"), "-", completes="file"),
        ROUND,
    ),
    _desk_command(
        "no-shows",
        "cli.players.absence:no_shows",
        N_("forfeit the games of no-shows, and say whether they continue"),
        "crivello no-shows 7 --withdrawn",
        SOME_PLAYERS,
        Option(
            "--plays-on", N_("they continue; without names, all no-shows who have not answered")
        ),
        Option("--withdrawn", N_("they have withdrawn")),
    ),
    _desk_command(
        "end", "cli.rounds.draft:end", N_("record that the round has ended"), "crivello end"
    ),
    _desk_command(
        "correct",
        "cli.rounds.results:correct",
        N_("correct a published result, and see its effect"),
        'crivello correct 3 1/2 --reason "signed score sheet"',
        TABLE,
        RESULT,
        ROUND,
        TURNED,
        AS_PAIRED,
    ),
    _desk_command(
        "bye",
        "cli.players.absence:bye",
        N_("give a player a requested bye, or cancel it"),
        "crivello bye 12 4",
        PLAYER,
        Operand(N_("ROUND"), N_("rounds; default: the coming one"), "", many=True),
        choice("--kind", N_("the kind of bye; default: half"), ("half", "zero", "full")),
        Option("--cancel", N_("cancel the bye")),
    ),
    _desk_command(
        "absent",
        "cli.players.absence:absent",
        N_("leave players out of the coming round, without points"),
        "crivello absent 12",
        PLAYERS,
    ),
    _desk_command(
        "withdraw",
        "cli.players.absence:withdraw",
        N_("withdraw players from the tournament"),
        "crivello withdraw 12",
        PLAYERS,
    ),
    _desk_command(
        "expel",
        "cli.players.absence:expel",
        N_("expel players"),
        'crivello expel 12 --reason "rules of conduct"',
        PLAYERS,
    ),
    _desk_command(
        "return",
        "cli.players.absence:come_back",
        N_("readmit players who withdrew"),
        "crivello return 12",
        PLAYERS,
    ),
    _desk_command(
        "points",
        "cli.players.points",
        N_("give a bonus or a penalty, with its reason, or show those given"),
        'crivello points 12 --penalty 0.5 --reason "late arrival"',
        SOME_PLAYERS,
        Option("--bonus", N_("points to add"), N_("POINTS")),
        Option("--penalty", N_("points to take away"), N_("POINTS")),
    ),
    _desk_command(
        "swap",
        "cli.rounds.by_hand:swap",
        N_("swap two players in the pairing, and see what the rules say"),
        "crivello swap 12 15",
        ONE,
        OTHER,
        CASE,
        Option("--numbers", N_("exchange their pairing numbers instead, with a reason")),
    ),
    _desk_command(
        "colours",
        "cli.rounds.by_hand:colours",
        N_("swap the colours of a player's board"),
        "crivello colours 12",
        PLAYER,
        CASE,
    ),
    _desk_command(
        "meet",
        "cli.rounds.by_hand:meet",
        N_("pair two players, the first with White; their former opponents meet"),
        "crivello meet 12 15",
        ONE,
        OTHER,
        CASE,
    ),
    _desk_command(
        "keep-apart",
        "cli.rounds.apart:keep_apart",
        N_("show or set players who must not meet"),
        "crivello keep-apart 3 8",
        SOME_PLAYERS,
        Option(
            "--group",
            N_("only while the round can be completed, as a group with this name"),
            N_("NAME"),
        ),
        Option("--tag", N_("all with the same club, federation or other tag"), N_("KEY")),
        Option("--rounds", N_("in these rounds only, such as 1-3"), N_("FROM-TO")),
        Option(
            "--release",
            N_("stop keeping apart the group with exactly these players, or with this name"),
        ),
        Option("--by-decision", N_("after round 1: the chief arbiter has decided it")),
    ),
    _desk_command(
        "first-round",
        "cli.rounds.apart:first_round",
        N_("show or announce pairs that meet in round 1, whatever the rules would pair"),
        "crivello first-round 3 8",
        SOME_PLAYERS,
        Option("--release", N_("release the pair of these players; without players, all pairs")),
    ),
    _desk_command(
        "tables",
        "cli.rounds.apart:tables",
        N_("show fixed tables, or fix the table of a player"),
        "crivello tables 12 1",
        Operand(N_("PLAYER"), PLAYER_HELP, "", completes="player"),
        Operand(N_("TABLE"), N_("number of the table, or none"), ""),
    ),
    Command(
        "undo",
        "cli.tournament.log:undo",
        N_("undo the last action, or an earlier one"),
        "crivello undo",
        Operand(N_("EVENT"), N_("the number of the event in the log"), ""),
        Option("--device", N_("all entries of this device on the network"), N_("NAME")),
        Option("--since", N_("only its entries since this time today"), N_("HH:MM")),
        Option("--yes", N_("also undo everything that depends on it")),
        CASE,
        *ACTING,
    ),
    Command(
        "redo", "cli.tournament.log:redo", N_("redo what was undone last"), "crivello redo", *ACTING
    ),
    Command(
        "log",
        "cli.tournament.log:log",
        N_("show every event, with who did it and why"),
        "crivello log -n 20",
        number_option("-n", N_("only the last N")),
        TOURNAMENT_FILE,
        JSON,
    ),
    Command(
        "verify",
        "cli.tournament.log:verify",
        N_("check that the tournament file is intact"),
        "crivello verify open.crivello",
        Operand(N_("FILE"), N_("the tournament file"), "", completes="file"),
        Option(
            "--seal",
            N_("check this seal: from a printout, or a file with a signed one"),
            N_("SEAL"),
            completes="file",
        ),
        Option("--by", N_("the public key of the signer"), N_("KEY")),
        TOURNAMENT_FILE,
        JSON,
    ),
    Command(
        "seal",
        "cli.tournament.log:seal",
        N_("show the last event and its digest, to prove later what the file contained"),
        "crivello seal",
        file_option("--key", N_("sign it with this key")),
        Option("--new-key", N_("make a private key in a new file"), N_("FILE")),
        OUTPUT,
        TOURNAMENT_FILE,
        JSON,
    ),
    Command(
        "backup",
        "cli.tournament.log:backup",
        N_("copy the tournament file, even while others write to it"),
        "crivello backup /media/stick",
        Operand(
            N_("FOLDER"),
            N_("the folder for the copy, such as a USB stick; default: the backup folder"),
            "",
            completes="file",
        ),
        TOURNAMENT_FILE,
        JSON,
    ),
    Command(
        "recover",
        "cli.tournament.log:recover",
        N_("recover what can be read of a damaged file into a new one"),
        "crivello recover open.crivello saved.crivello",
        Operand(N_("DAMAGED"), N_("the damaged file"), completes="file"),
        Operand(N_("NEW"), N_("the file to make")),
        Option(
            "--copy",
            N_("a copy that may have the missing events; repeatable"),
            N_("FILE"),
            many=True,
            completes="file",
        ),
        JSON,
    ),
    Command(
        "export",
        "cli.tournament.convert:export",
        N_("write a section as a report file or as JSON"),
        "crivello export open.trf",
        OUT,
        format_option(FORMATS, "trf26", plug_ins=True),
        Option("--published", N_("only published rounds and results, for a public site")),
        Option(
            "--for-rating",
            N_("with the corrections that count for rating only, to send the file for rating"),
        ),
        PROVISIONAL,
        *READING,
        JSON,
    ),
)

OF_LISTS = (
    Command(
        "load",
        "cli.lists.loading",
        N_("load a rating list, to search it and to compare players with it"),
        "crivello load standard_rating_list.zip",
        Operand(
            N_("FILE"),
            N_("the FIDE list as text or XML, zipped or not; a national one as CSV or XLSX"),
            "",
            completes="file",
        ),
        Option(
            "--name",
            N_("the name of the list; default: fide; each name is a separate list"),
            N_("NAME"),
        ),
        MAP,
        SHEET,
        Option(
            "--month",
            N_("the month of the list, if its headings and its name do not say: 2026-11"),
            N_("MONTH"),
        ),
        Option("--preview", N_("show the columns and the first players, and load nothing")),
        Option("--restore", N_("put back the list that a much shorter one replaced")),
        JSON,
    ),
    Command(
        "lists",
        "cli.lists.loading:show",
        N_("show the lists that are loaded"),
        "crivello lists",
        JSON,
    ),
    Command(
        "search",
        "cli.lists.loading:search",
        N_("find players on a loaded list by parts of the name, or by id"),
        "crivello search carlsen",
        Operand(N_("NAME"), N_("words of the name in any order, or an id"), many=True),
        LIST,
        Option("--federation", N_("only players of this federation"), N_("CODE")),
        number_option("--limit", N_("at most this many players; default: 20")),
        JSON,
    ),
    _desk_command(
        "import",
        "cli.lists.importing",
        N_("register the players of a file, all of them or none"),
        "crivello import players.csv",
        Operand(
            N_("FILE"),
            N_("CSV or XLSX with any headings, TRF, or JSON; - is standard input"),
            completes="file",
        ),
        MAP,
        Option(
            "--no-headings",
            N_("the first line is already a player; name the columns with --map"),
        ),
        SHEET,
        Option("--list", N_("fill in missing data from this list, by FIDE id"), N_("NAME")),
        Option("--new-only", N_("skip players who are already registered")),
        Option("--dry-run", N_("show what would happen, without registering players")),
    ),
    _desk_command(
        "update",
        "cli.lists.update",
        N_("show where a list differs from the registered players, and accept changes"),
        "crivello update --all",
        LIST,
        Option(
            "--accept",
            N_("accept these changes, by their keys: 3:rating, or 3 for all of a player"),
            N_("KEY,…"),
        ),
        Option("--all", N_("accept all changes")),
        ONLY_HERE,
    ),
)

OF_REPORTS = (
    Command(
        "print",
        "cli.reports.printing",
        N_("make pages for the wall and the tables, or their tables for a spreadsheet"),
        "crivello print pairings --output pairings.pdf",
        Operand(N_("PAGE"), " ".join(PAGES), choices=PAGES),
        SOURCE,
        PRINTED_ROUND,
        format_option(PAGE_FORMS, "html"),
        player_option("--player", N_("only the card, prizes or certificates of this player")),
        TIE_BREAKS,
        DECIDING,
        CATEGORY,
        file_option(
            "--prizes",
            N_("for the page prizes: their file; default: the one next to the tournament"),
        ),
        choice("--per-page", N_("slips on a page: 2 or 3"), ("2", "3")),
        Option("--wall", N_("large letters, to read from a distance")),
        ENTERED,
        SYSTEM,
        OUTPUT,
        *READING_FILES,
    ),
    Command(
        "site",
        "cli.reports.printing:site",
        N_("make a folder of pages of the whole tournament, in all languages"),
        "crivello site public",
        Operand(N_("DIR"), N_("the folder; an existing one must come from this command")),
        SOURCE,
        SYSTEM,
        JSON,
        *READING_FILES,
    ),
    Command(
        "archive",
        "cli.reports.ending",
        N_("put all files of an event into one zip, cross-checked, and list what is missing"),
        "crivello archive open.zip",
        Operand(N_("ARCHIVE"), N_("the zip to write; - is standard output"), completes="file"),
        SOURCE,
        file_option("--prizes", N_("the announced prizes; default: those next to the tournament")),
        ENTERED,
        PROVISIONAL,
        SYSTEM,
        JSON,
        *READING_FILES,
    ),
    Command(
        "pgn",
        "cli.reports.printing:pgn",
        N_("write the games of a round without moves, for live boards"),
        "crivello pgn --output round.pgn",
        SOURCE,
        PRINTED_ROUND,
        Option("--tables", N_("only these tables"), N_("FROM-TO")),
        ENTERED,
        OUTPUT,
        *READING_FILES,
    ),
    Command(
        "report",
        "cli.reports.queries",
        N_("list what FIDE would reject or query in the tournament report"),
        "crivello report",
        SOURCE,
        choice("--for", N_("the format of the report; default: trf26"), REPORT_FORMATS),
        choice(
            "--pace",
            N_("compare with these ratings of the loaded list; default: those of the tournament"),
            PACES,
        ),
        JSON,
        OUTPUT,
        *READING_FILES,
    ),
    Command(
        "prizes",
        "cli.reports.awards:prizes",
        N_("award the prizes of a file, and explain why each player gets what"),
        "crivello prizes prizes.toml",
        Operand(
            N_("PRIZES"),
            N_("the announced prizes: prizes.toml; default: those next to the tournament"),
            "",
            completes="file",
        ),
        GIVEN,
        *READING_FILES,
        AFTER,
        TIE_BREAKS,
        player_option(
            "--player", N_("the prizes that this player was eligible for and gets, list by list")
        ),
        *ANSWER,
    ),
    Command(
        "norms",
        "cli.reports.awards:norms",
        N_("list title norms: achieved, missing requirements, and what could not be checked"),
        "crivello norms --player 4",
        GIVEN,
        *READING_FILES,
        AFTER,
        ONE_PLAYER,
        PACE,
        *ANSWER,
    ),
)

IN_THE_BROWSER = (
    Command(
        "desk",
        "web",
        N_("open the arbiter's desk in the browser"),
        "crivello desk",
        Operand(
            N_("FILE"),
            N_("a tournament file, or a folder with several; default: this folder"),
            ".",
        ),
        number_option(
            "--port",
            N_("listen on this port, 0 for any free one; default: 8377 or the next that is free"),
            N_("PORT"),
            least=0,
        ),
        Option("--host", N_("an address of this computer; others are refused"), N_("ADDRESS")),
        Option("--no-browser", N_("print the link only")),
        Option("--arbiter", N_("your name, for the log"), N_("NAME")),
        Option(
            "--copy-to",
            N_("a backup folder, such as a USB stick: a copy at each publication"),
            N_("FOLDER"),
        ),
        Option(
            "--webhook",
            N_("send what is published and entered to this address, signed; repeatable"),
            "URL",
            many=True,
        ),
        Option("--api-key", N_("print the key for programs on this computer, and stop")),
        Option("--demo", N_("open an example tournament in the middle of a round")),
        EXAMPLE,
    ),
)
FOR_THE_HALL = (
    Command(
        "network",
        "web.network",
        N_(
            "open the hall network: devices read published pages, deputies and tables enter results"
        ),
        "crivello network open.crivello",
        Operand(
            N_("FILE"),
            N_("a tournament file, or a folder with several; default: this folder"),
            ".",
        ),
        Option(
            "--address",
            N_("the address of this computer to listen at; default: found automatically"),
            N_("ADDRESS"),
        ),
        number_option(
            "--port",
            N_("the port over TLS, 0 for any free one; default: 8443"),
            N_("PORT"),
            least=0,
        ),
        number_option(
            "--public-port",
            N_("the port of public pages without TLS; default: 8080"),
            N_("PORT"),
            least=0,
        ),
        Option("--no-http", N_("public pages over TLS only")),
        Option("--until", N_("until this time; default: for ten hours"), N_("HH:MM")),
        Option("--one-phone", N_("one phone at a table is enough, if it is confirmed there")),
        Option("--screen-codes", N_("screens also show the codes of the tables")),
        Option("--only", N_("only these files of the folder, as a JSON list"), N_("NAMES")),
        Option(
            "--state",
            N_("the folder for devices and keys; default: next to those of the desk"),
            N_("FOLDER"),
        ),
        Option("--while-open", N_("stop when standard input ends")),
    ),
)
FOR_PLATFORMS = (
    Command(
        "mcp",
        "cli.assistants",
        N_("answer assistants over the Model Context Protocol: read, pair, explain, check"),
        "crivello mcp tournaments",
        Operand(
            N_("DIR"),
            N_("the folders whose tournaments can be asked about; nothing else is read"),
            many=True,
            completes="file",
        ),
    ),
    Command(
        "engine",
        "cli.engine",
        N_("answer platforms over HTTP: boards, explanations, checks, standings"),
        "crivello engine --listen 127.0.0.1:8378",
        Option("--listen", N_("where to listen; default: 127.0.0.1:8378"), N_("ADDRESS:PORT")),
        Option(
            "--socket",
            N_(
                "instead, answer calls of this user's programs in the convention of JaVaFo or "
                "bbpPairings at this path"
            ),
            N_("PATH"),
        ),
        Option(
            "--open-to-network",
            N_(
                "with --listen: let other computers use it, without login and encryption, "
                "because a firewall or a proxy protects it"
            ),
        ),
        number_option(
            "--workers", N_("number of parallel processes; default: one per core, at least two")
        ),
        number_option("--seconds", N_("stop an answer after this many seconds; default: 30")),
        number_option(
            "--requests", N_("at most this many at once, waiting ones included; default: 64")
        ),
        number_option(
            "--per-client", N_("at most this many from one address; default: half of --requests")
        ),
        number_option("--body", N_("at most this many megabytes a request; default: 8")),
        number_option(
            "--read-seconds", N_("reject a body that takes longer than this; default: 60 seconds")
        ),
        number_option(
            "--read-rate",
            N_("reject a body slower than this many bytes a second; default: 2000"),
        ),
        number_option("--players", N_("at most this many players; default: 9999")),
        number_option(
            "--drain",
            N_('after SIGTERM, answer "not ready" for this many seconds, then stop'),
        ),
    ),
)
GROUPS = (
    (N_("Commands:"), OF_FILES),
    (N_("At the arbiter's desk:"), DESK),
    (N_("Lists of players:"), OF_LISTS),
    (N_("Reports, prizes, norms:"), OF_REPORTS),
    (N_("In the browser:"), IN_THE_BROWSER),
    (N_("For the hall:"), FOR_THE_HALL),
    (N_("For platforms:"), FOR_PLATFORMS),
)
COMMANDS = {command.name: command for _, group in GROUPS for command in group}
SPELLINGS = {"practice": "practise"}
"""Other spellings of commands."""
