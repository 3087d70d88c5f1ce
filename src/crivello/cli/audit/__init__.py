"""Checking tournaments, making random ones, comparing engines."""

from __future__ import annotations

from dataclasses import dataclass

from crivello.cli.operands import AT_DESK, CHOICES, FILES, HOW_TO_READ, JSON, OUTPUT, SYSTEM, choice
from crivello.cli.options import Command, Option
from crivello.words import N_

ACCELERATIONS = ("baku-2016", "baku-2025", "baku-2026")


@dataclass(frozen=True, slots=True)
class RecipeSetting:
    """An option and the field of `Recipe` that it sets."""

    field: str
    option: Option


def _percent(name: str, text: str) -> Option:
    return Option(name, text, value=N_("PERCENT"), number=True, least=0)


def _rate(name: str, text: str) -> Option:
    return Option(name, text, value=N_("N"), number=True, least=0)


def _count(name: str, text: str, value: str) -> Option:
    return Option(name, text, value=value, number=True)


PLAYERS = RecipeSetting("players", _count("--players", N_("how many players"), N_("N")))
ROUNDS = RecipeSetting("rounds", _count("--rounds", N_("how many rounds"), N_("N")))
RATES = (
    RecipeSetting(
        "highest_rating", _count("--highest-rating", N_("the highest rating"), N_("RATING"))
    ),
    RecipeSetting(
        "lowest_rating", _count("--lowest-rating", N_("the lowest rating"), N_("RATING"))
    ),
    RecipeSetting(
        "bell", Option("--bell", N_("more ratings in the middle, instead of an even spread"))
    ),
    RecipeSetting(
        "middle",
        _count(
            "--middle-rating", N_("ratings are normally distributed around this one"), N_("RATING")
        ),
    ),
    RecipeSetting(
        "deviation", _count("--deviation", N_("standard deviation of the ratings"), N_("POINTS"))
    ),
    RecipeSetting("draw_percentage", _percent("--draws", N_("share of draws between equals"))),
    RecipeSetting(
        "upset_percentage",
        _percent("--upsets", N_("share of games that go as if the players were equal")),
    ),
    RecipeSetting("forfeit_rate", _rate("--forfeits", N_("one game in N is a forfeit"))),
    RecipeSetting(
        "double_forfeit_rate", _rate("--double-forfeits", N_("one game in N is a double forfeit"))
    ),
    RecipeSetting(
        "unusual_rate", _rate("--unusual", N_("one game in N ends 0-0, ½-0, or before a move"))
    ),
    RecipeSetting(
        "short_rate", _rate("--short-games", N_("one game in N ends before Black replies"))
    ),
    RecipeSetting(
        "withdrawal_rate", _rate("--withdrawals", N_("one player in N leaves before each round"))
    ),
    RecipeSetting("late_entry_rate", _rate("--late-entries", N_("one player in N enters late"))),
    RecipeSetting(
        "half_point_bye_rate",
        _rate("--half-point-byes", N_("one player in N asks for one in each round")),
    ),
    RecipeSetting("full_point_bye_rate", _rate("--full-point-byes", N_("likewise, worth a win"))),
    RecipeSetting("zero_point_bye_rate", _rate("--zero-point-byes", N_("likewise, worth nothing"))),
    RecipeSetting(
        "forbidden_pairs",
        _rate("--forbidden-pairs", N_("number of pairs of players who must not meet")),
    ),
    RecipeSetting(
        "acceleration",
        Option(
            "--acceleration",
            N_("virtual points by this method"),
            value="|".join(ACCELERATIONS),
            choices=ACCELERATIONS,
        ),
    ),
)
SCORING = (
    ("--win", "PointsForWin", N_("points for a win, by default 1")),
    ("--draw", "PointsForDraw", N_("points for a draw, by default 0.5")),
    ("--loss", "PointsForLoss", N_("points for a loss, by default 0")),
    ("--bye", "PointsForPAB", N_("points for the pairing-allocated bye, by default a win")),
)
CONFIG = Option(
    "--config",
    N_("read the settings from a file of Key=Value lines, as other generators have it"),
    value=N_("FILE"),
)
RECIPE_OPTIONS = (
    CONFIG,
    *(setting.option for setting in RATES),
    *(Option(name, text, value=N_("POINTS")) for name, _, text in SCORING),
)

JOBS = Option(
    "--jobs",
    N_("number of parallel processes; by default one per core"),
    value=N_("N"),
    number=True,
)
TOURNAMENTS = ("trf16", "trfx", "trfbx", "trf26", "json")
REPORT_FORMS = ("text", "json", "html", "pdf")

COMMANDS = (
    Command(
        "check",
        "crivello.cli.audit.check",
        N_("check tournaments: is every round what the rules give?"),
        (FILES,),
        (
            SYSTEM,
            CHOICES,
            Option("--editions", N_("show which system and edition fits best, round by round")),
            choice(
                "--to",
                N_("the format of the report; by default from the ending of OUT, else text"),
                REPORT_FORMS,
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
        "crivello.cli.audit.generate",
        N_("make a random tournament; the same seed makes the same one everywhere"),
        (),
        (
            PLAYERS.option,
            ROUNDS.option,
            Option(
                "--seed",
                N_("the seed; by default a random one"),
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
            *RECIPE_OPTIONS,
            choice("--to", N_("the format to write, by default trf26"), TOURNAMENTS),
            OUTPUT,
        ),
    ),
    Command(
        "campaign",
        "crivello.cli.audit.campaign",
        N_("let two sides pair many random tournaments and compare them"),
        (),
        (
            Option(
                "--left",
                N_("who makes the tournaments: KEY, KEY:sieve, FAMILY@PROGRAM or MODULE:FUNCTION"),
                value=N_("SIDE"),
            ),
            Option("--right", N_("the other side, in the same form"), value=N_("SIDE")),
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
            *RECIPE_OPTIONS,
            Option(
                "--journal",
                N_("the journal of the campaign, by default campaign.jsonl"),
                value=N_("FILE"),
            ),
            Option("--resume", N_("continue the campaign of the journal")),
            JOBS,
            JSON,
            OUTPUT,
        ),
    ),
)
