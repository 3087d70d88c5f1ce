"""The options of the generator, one for each setting of its recipe. Data only."""

from __future__ import annotations

from dataclasses import dataclass

from crivello.cli.options import Option
from crivello.words import N_

ACCELERATIONS = ("baku-2016", "baku-2025", "baku-2026")


@dataclass(frozen=True, slots=True)
class Setting:
    """An option and the field of `Recipe` that it sets."""

    field: str
    option: Option


def _percent(name: str, text: str) -> Option:
    return Option(name, text, value=N_("PERCENT"), number=True, least=0)


def _rate(name: str, text: str) -> Option:
    return Option(name, text, value=N_("N"), number=True, least=0)


def _count(name: str, text: str, value: str) -> Option:
    return Option(name, text, value=value, number=True)


PLAYERS = Setting("players", _count("--players", N_("how many players"), N_("N")))
ROUNDS = Setting("rounds", _count("--rounds", N_("how many rounds"), N_("N")))
RATES = (
    Setting("highest_rating", _count("--highest-rating", N_("the highest rating"), N_("RATING"))),
    Setting("lowest_rating", _count("--lowest-rating", N_("the lowest rating"), N_("RATING"))),
    Setting("bell", Option("--bell", N_("ratings crowd in the middle instead of being even"))),
    Setting(
        "middle",
        _count(
            "--middle-rating", N_("ratings are normally distributed around this one"), N_("RATING")
        ),
    ),
    Setting("deviation", _count("--deviation", N_("how far they scatter"), N_("POINTS"))),
    Setting("draw_percentage", _percent("--draws", N_("share of draws between equals"))),
    Setting(
        "upset_percentage",
        _percent("--upsets", N_("share of games that go as if the players were equal")),
    ),
    Setting("forfeit_rate", _rate("--forfeits", N_("a game in N is lost by forfeit"))),
    Setting("double_forfeit_rate", _rate("--double-forfeits", N_("to a game in N nobody comes"))),
    Setting("unusual_rate", _rate("--unusual", N_("a game in N ends 0-0, ½-0, or before a move"))),
    Setting("short_rate", _rate("--short-games", N_("a game in N ends before a move is answered"))),
    Setting(
        "withdrawal_rate", _rate("--withdrawals", N_("a player in N leaves before each round"))
    ),
    Setting("late_entry_rate", _rate("--late-entries", N_("a player in N comes late"))),
    Setting(
        "half_point_bye_rate",
        _rate("--half-point-byes", N_("a player in N asks for one, in each round")),
    ),
    Setting("full_point_bye_rate", _rate("--full-point-byes", N_("likewise, worth a win"))),
    Setting("zero_point_bye_rate", _rate("--zero-point-byes", N_("likewise, worth nothing"))),
    Setting("forbidden_pairs", _rate("--forbidden-pairs", N_("so many pairs who must not meet"))),
    Setting(
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
OPTIONS = (
    CONFIG,
    *(setting.option for setting in RATES),
    *(Option(name, text, value=N_("POINTS")) for name, _, text in SCORING),
)
