"""The figures of the title regulations (B.01: 1.4, in force since 1 January 2024)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from crivello.model.player import Title
from crivello.model.sentence import N_

IN_FORCE_SINCE = "2024-01-01"


@dataclass(frozen=True, slots=True)
class Norm:
    """What one title asks of a result."""

    title: Title
    performance: int
    """1.4.8: Rp."""
    average: int
    """1.4.8a: Ra."""
    floor: int
    """1.4.6b: the rating to which one opponent is raised."""
    titles: frozenset[Title]
    """1.4.5b-e: a third of the opponents has one of these."""
    not_for: frozenset[Title]
    """Who has one of these does not need it any more."""
    women: bool = False


_GM = frozenset({Title.GM})
_IM = _GM | {Title.IM}
_WGM = _IM | {Title.WGM}
_WIM = _WGM | {Title.WIM}

NORMS = (
    Norm(Title.GM, 2600, 2380, 2200, _GM, _GM),
    Norm(Title.IM, 2450, 2230, 2050, _IM, _IM),
    Norm(Title.WGM, 2400, 2180, 2000, _WGM, _WGM, women=True),
    Norm(Title.WIM, 2250, 2030, 1850, _WIM, _WIM, women=True),
)

UNRATED = 1400
"""1.4.6d: how an unrated opponent counts."""
LEAST_GAMES = 9
LEAST_GAMES_WITH_A_POINT_UNPLAYED = 8
"""1.4.1c: in nine rounds, if the ninth was a forfeit win or the pairing-allocated bye."""
LEAST_FOREIGN = 2
LEAST_PERCENT = 35
LEAST_OF_TITLE = 3
MOST_ROUNDS_A_DAY = 2
NO_FEDERATION = "FID"
"""Players without a federation of their own (1.4.2a): neither foreign nor of one federation."""
TITLED = frozenset(Title) - {Title.CM, Title.WCM}
"""1.4.5a."""

LARGE_SWISS = (20, 3, 10)
"""1.4.3d: rated players from abroad, their federations, those of them with a title of these: """
LARGE_SWISS_TITLES = _WIM


class State(Enum):
    MET = N_("met")
    WAIVED = N_("waived")
    NOT_MET = N_("not met")
    UNCHECKED = N_("could not be checked")


class Kind(Enum):
    """What is asked; the value is the article and the sentence."""

    WOMEN = ("0.3.1", N_("the title is for women"))
    GAMES = ("1.4.1", N_("games over the board: {found}, at least {needed}"))
    ROUNDS_A_DAY = ("1.1.3", N_("rounds on one day: {found}, at most {needed}"))
    FOREIGN = ("1.4.3", N_("other federations among the opponents: {found}, at least {needed}"))
    OWN = ("1.4.4", N_("opponents of the player's own federation: {found}, at most {needed}"))
    ONE_FEDERATION = ("1.4.4", N_("opponents of one federation: {found}, at most {needed}"))
    TITLED = ("1.4.5a", N_("titled opponents, CM and WCM apart: {found}, at least {needed}"))
    OF_TITLE = ("1.4.5b-e", N_("opponents with the title {titles}: {found}, at least {needed}"))
    AVERAGE = ("1.4.8a", N_("average rating of the opponents: {found}, at least {needed}"))
    SCORE = ("1.4.8b", N_("percent of the points: {found}, at least {needed}"))
    PERFORMANCE = ("1.4.8", N_("performance: {found}, at least {needed}"))

    def __init__(self, article: str, sentence: str) -> None:
        self.article = article
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing that is asked, and what the data say about it."""

    kind: Kind
    state: State
    found: int | None = None
    needed: int | None = None
    unknown: int = 0
    """Opponents of whom the data do not say what was needed."""
