"""The individual tie-breaks of C.07 as data: a tie-break is a value, and a code names it.

Which codes go together, and lists of them: docs/decisions/tie-break-lists.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum

from crivello.model.errors import Malformed, Unsupported
from crivello.model.sentence import N_
from crivello.standings import opponents_ratings, opponents_scores, own_results
from crivello.standings.sheet import Compute
from crivello.standings.working import PLAIN, Modifiers


class Scale(Enum):
    """What a value counts; each as so many parts of a whole."""

    WHOLE = "whole"
    HALVES = "halves"
    POINTS = "points"
    """In units of the tournament."""
    MEAN = "mean"
    """Likewise, a mean."""
    PRODUCT = "product"
    """In units squared."""

    def parts(self, unit: int) -> int:
        """How many of a value's units make a whole, where `unit` make a point."""
        return {
            Scale.WHOLE: 1,
            Scale.HALVES: 2,
            Scale.POINTS: unit,
            Scale.MEAN: unit,
            Scale.PRODUCT: unit * unit,
        }[self]


@dataclass(frozen=True, slots=True)
class Rule:
    """One tie-break as the regulation has it."""

    code: str
    article: str
    name: str
    type: str
    """4.3: A games among the tied, B own data, C opponents' results, D opponents' prior data."""
    compute: Compute | None
    """None: it compares the tied with one another (type A)."""
    scale: Scale = Scale.WHOLE
    modifiers: str = ""
    """Letters of the modifiers it can have: C (with M) cuts, P, F, L, R, U."""
    lower_is_better: bool = False


RULES = (
    Rule("PTS", "4", N_("points"), "B", own_results.score, Scale.POINTS),
    Rule("DE", "6", N_("direct encounter"), "A", None, Scale.POINTS, "P"),
    Rule("WIN", "7.1", N_("number of wins"), "B", own_results.wins),
    Rule("WON", "7.2", N_("number of games won"), "B", own_results.games_won),
    Rule("BPG", "7.3", N_("games played with Black"), "B", own_results.black_games),
    Rule("BWG", "7.4", N_("games won with Black"), "B", own_results.black_wins),
    Rule(
        "PS",
        "7.5",
        N_("sum of progressive scores"),
        "B",
        own_results.progressive_scores,
        Scale.POINTS,
        "C",
    ),
    Rule(
        "REP", "7.6", N_("rounds elected to play"), "B", own_results.rounds_elected, modifiers="C"
    ),
    Rule("STD", "7.7", N_("standard points"), "B", own_results.standard_points, Scale.HALVES),
    Rule(
        "TPN",
        "7.8",
        N_("pairing number"),
        "B",
        own_results.pairing_number,
        modifiers="R",
        lower_is_better=True,
    ),
    Rule("BH", "8.1", N_("Buchholz"), "C", opponents_scores.buchholz, Scale.POINTS, "CPF"),
    Rule(
        "AOB",
        "8.2",
        N_("average of opponents' Buchholz"),
        "CC",
        opponents_scores.average_of_opponents_buchholz,
        Scale.MEAN,
        "PF",
    ),
    Rule("FB", "8.3", N_("fore Buchholz"), "D", opponents_scores.fore_buchholz, Scale.POINTS, "CP"),
    Rule(
        "SB",
        "9.1",
        N_("Sonneborn-Berger"),
        "BC",
        opponents_scores.sonneborn_berger,
        Scale.PRODUCT,
        "CP",
    ),
    Rule("KS", "9.2", N_("Koya system"), "BC", opponents_scores.koya, Scale.POINTS, "L"),
    Rule(
        "ARO",
        "10.1",
        N_("average rating of opponents"),
        "D",
        opponents_ratings.average_rating,
        modifiers="CU",
    ),
    Rule(
        "TPR",
        "10.2",
        N_("tournament performance rating"),
        "DB",
        opponents_ratings.performance,
        modifiers="U",
    ),
    Rule(
        "PTP",
        "10.3",
        N_("perfect tournament performance"),
        "DB",
        opponents_ratings.perfect_performance,
        modifiers="U",
    ),
    Rule(
        "APRO",
        "10.4",
        N_("average performance rating of opponents"),
        "DC",
        opponents_ratings.average_performance,
        modifiers="U",
    ),
    Rule(
        "APPO",
        "10.5",
        N_("average perfect performance of opponents"),
        "DC",
        opponents_ratings.average_perfect_performance,
        modifiers="U",
    ),
    Rule("RTNG", "10.6", N_("rating"), "B", own_results.own_rating, modifiers="RU"),
)
"""In the order of the regulation."""

BY_CODE = {rule.code: rule for rule in RULES}
RENAMED = {"GE": "REP"}
"""Codes of earlier editions."""
TEAM_CODES = frozenset(
    {"MPVGP", "ESB", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "EDE", "EDET", "EDEB", "EDEBT", "EDEBB"}
    | {"SSSC", "BC", "TBR", "BBE", "MP", "GP", "MPTS", "GPTS"}
)
"""With the scores of teams: match points and game points."""
RATING_CODES = frozenset({"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"})
"""10: left out when there is an unrated player, unless the event says which rating counts."""
BUCHHOLZ_CODES = frozenset({"BH", "AOB", "FB"})
"""Not for round robins."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A rule with its modifiers: ``BH/C1``."""

    rule: Rule
    modifiers: Modifiers = field(default=PLAIN)

    @property
    def code(self) -> str:
        return f"{self.rule.code}{self.modifiers}"

    def __str__(self) -> str:
        return self.code

    @property
    def higher_is_better(self) -> bool:
        return self.rule.lower_is_better == self.modifiers.reverse

    @classmethod
    def parse(cls, text: str) -> TieBreak:
        """The tie-break of a code such as ``BH``, ``SB/C1``, ``KS/L+1`` or ``RTNG/R``.

        A dash before a letter is as good as a slash: the Handbook writes ``BH-C1``.
        """
        name, *parts = re.sub("-(?=[A-Z])", "/", text.strip().upper()).split("/")
        name = RENAMED.get(name, name)
        if name in TEAM_CODES or ":" in name:
            raise Unsupported(N_("The tie-break {code!r} is one of team tournaments."), code=text)
        rule = BY_CODE.get(name)
        if rule is None:
            raise Malformed(
                N_("There is no tie-break {code!r}. Known: {known}."),
                code=text,
                known=", ".join(BY_CODE),
            )
        values: dict[str, int | bool] = {}
        for part in parts:
            for key, value in _modifier(part, rule, text).items():
                if key in values or {key, *values} >= {"limit", "percent"}:
                    raise Malformed(
                        N_("The tie-break {code!r} says {part!r} twice or against another part."),
                        code=text,
                        part=f"/{part}",
                    )
                values[key] = value
        return cls(rule, Modifiers(**values))  # type: ignore[arg-type]


_MODIFIER = re.compile(
    r"(?P<letter>[CM])(?P<cut>[1-9])|(?P<flag>[PFR])|U(?P<unrated>\d{3,4})"
    r"|L(?P<limit>[+-]\d{1,2})|L(?P<percent>\d{1,2}|100)%"
)


def _modifier(part: str, rule: Rule, code: str) -> dict[str, int | bool]:
    """The fields of `Modifiers` that one part of a code sets."""
    found = _MODIFIER.fullmatch(part)
    if found is None:
        raise Malformed(
            N_(
                "The tie-break {code!r} has an unknown modifier {part!r}. "
                "Known: /C1 to /C9, /M1 to /M9, /P, /F, /L+n, /L-n, /Ln%, /R, /U with a rating."
            ),
            code=code,
            part=f"/{part}",
        )
    letter = "C" if part[0] == "M" else part[0]
    if letter not in rule.modifiers:
        raise Malformed(
            N_("The tie-break {code!r}: {part!r} does not go with {name}."),
            code=code,
            part=f"/{part}",
            name=rule.code,
        )
    if found["cut"]:
        count = int(found["cut"])
        return {"least": count, "most": count if found["letter"] == "M" else 0}
    if found["limit"]:
        return {"limit": int(found["limit"])}
    if found["percent"]:
        return {"percent": int(found["percent"])}
    if found["unrated"]:
        return {"unrated": int(found["unrated"])}
    return {{"P": "played", "F": "fore", "R": "reverse"}[part]: True}


def known_codes(codes: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The codes that have a rule here, and those that have none."""
    known: list[str] = []
    unknown: list[str] = []
    for code in codes:
        try:
            TieBreak.parse(code)
        except (Malformed, Unsupported):
            unknown += [code] if code.strip() else []
        else:
            known.append(code)
    return tuple(known), tuple(unknown)


def parse_list(codes: tuple[str, ...]) -> tuple[TieBreak, ...]:
    """Tie-breaks in order, the points before them unless they have a place of their own."""
    keys = [TieBreak.parse(code) for code in codes if code.strip()]
    if not any(key.rule.code == "PTS" for key in keys):
        keys.insert(0, TieBreak(BY_CODE["PTS"]))
    return tuple(keys)
