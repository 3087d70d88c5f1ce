"""The working of a tie-break: its terms, each with its rule, the cuts, and the value.

A code names its modifiers (C.07: 14, and the codes of TRF26). Cuts and medians (14) remove unplayed
rounds first (16.5); docs/decisions/cuts-and-means-of-tie-breaks.md defines the least significant
value of PS and REP.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from crivello.standard.classes import frozen
from crivello.words import N_


@frozen
class Modifiers:
    """The modifiers after the name of a tie-break, each after a slash, in this order:
    ``BH/C1/P``.
    """

    least: int = 0
    """The number of least significant values that are cut."""
    most: int = 0
    """The number of most significant values that are cut too (median)."""
    played: bool = False
    """``/P``: forfeits count as games against the scheduled opponent."""
    fore: bool = False
    """``/F``: the last round's games count as draws."""
    limit: int = 0
    """``/L+1``: Koya counts opponents with this many half points more (or less) than half of the
    maximum.
    """
    percent: int = 50
    """``/L60%``: Koya counts opponents with this percentage of the maximum."""
    reverse: bool = False
    """``/R``: the order is reversed."""
    unrated: int | None = None
    """``/U``: the rating that counts for an unrated player."""
    factor: int | None = None
    """``/K``: the number by which SSSC divides the Buchholz."""

    @property
    def usual_cut(self) -> bool:
        """True for one cut of the least significant value: ``/C1``."""
        return self.least == 1 and not self.most

    def __str__(self) -> str:
        text = ""
        if self.least:
            text += f"/M{self.least}" if self.most else f"/C{self.least}"
        text += "/P" if self.played else ""
        text += "/F" if self.fore else ""
        text += f"/L{self.limit:+}" if self.limit else ""
        text += f"/L{self.percent}%" if self.percent != 50 else ""
        text += "/R" if self.reverse else ""
        text += f"/U{self.unrated}" if self.unrated is not None else ""
        return text + (f"/K{self.factor}" if self.factor is not None else "")


PLAIN = Modifiers()


Value = int | Fraction


class CitedRule(Enum):
    """An enumeration whose members have an article and a sentence.

    An empty article means that of the tie-break itself.
    """

    def __init__(self, article: str, sentence: str) -> None:
        self.article = article
        self.sentence = sentence


class Reason(CitedRule):
    """The reason why a round counts as it does, by C.07.

    The sentences have the fields `opponent`, `score` (the opponent's), `percent` and `factor`.
    """

    # 7: the player's own results
    WIN_POINTS = "7.1", N_("as many points as for a win")
    WON = "7.2", N_("won against {opponent}")
    BLACK = "7.3", N_("Black against {opponent}")
    BLACK_WON = "7.4", N_("won with Black against {opponent}")
    SCORE_AFTER = "7.5", N_("score after the round")
    ELECTED = "7.6", N_("played, or ready to play")
    NOT_ELECTED = "7.6", N_("a requested bye, or lost by forfeit")
    MORE = "7.7", N_("more points than {opponent}")
    SAME = "7.7", N_("as many points as {opponent}")
    MORE_THAN_DRAW = "7.7", N_("not played: more points than for a draw")
    AS_DRAW = "7.7", N_("not played: as many points as for a draw")
    # 8, 9: scores of the opponents
    OPPONENT = "", N_("{opponent}, who has {score}")
    OPPONENT_DRAWN = "8.3", N_("{opponent}, who has {score}")
    ADJUSTED = "16.3", N_("{opponent}, who has {score}")
    ADJUSTED_TILL_2023 = "till 2023", N_("{opponent}, who has {score}")
    SCHEDULED = "15.2, 16.6", N_("{opponent}, not played, who has {score}")
    ONESELF = "16.4", N_("not played: a dummy with the player's own score, {score}")
    CAPPED_BY_OPPONENT = "16.4", N_("not played: a dummy with at most the {score} of {opponent}")
    CAPPED_BY_DRAWS = "16.4", N_("not played: a dummy with at most a draw in each round, {score}")
    VIRTUAL = "till 2023", N_("not played: a virtual opponent with {score}")
    BUCHHOLZ_OF = "8.2", N_("Buchholz of {opponent}")
    KOYA = "9.2", N_("points against {opponent}, who has {score}")
    KOYA_BELOW = "9.2", N_("{opponent} has only {score}")
    # 12, 13: teams
    BOARDS = "12.1", N_("numbers of the boards times points, against {opponent}")
    BYE_BOARDS = "12", N_("numbers of the boards times points: a bye counts on every board")
    OTHER_SCORE = "13.4", N_("the points that do not come first")
    SCHEDULE_STRENGTH = "13.4", N_("Buchholz divided by {factor}")
    # 10: ratings of the opponents
    RATING = "10.1", N_("rating of {opponent}")
    AVERAGE = "10.2", N_("average rating of the opponents")
    DIFFERENCE = "10.2", N_("difference for {percent} % of the points")
    EXPECTED = "10.3", N_("{opponent}: {percent} % expected")
    PERFORMANCE_OF = "10.4", N_("performance of {opponent}")
    PERFECT_PERFORMANCE_OF = "10.5", N_("perfect performance of {opponent}")


class CutBy(CitedRule):
    """The reason why a term is not counted."""

    LEAST = "14", N_("least significant")
    MOST = "14", N_("most significant")
    VOLUNTARY = "16.5", N_("not played by choice")


class ScoreAs(Enum):
    """How a score that counts differs from the one in the standings; the sentences have the field
    `term`.
    """

    LAST_DRAWN = N_("{term}, with the last round as a draw")
    UNPLAYED_DRAWN = N_("{term}, with unplayed rounds as draws")
    BOTH = N_("{term}, with unplayed rounds and the last round as draws")


class Term(NamedTuple):
    """The contribution of one round (or one step of a formula), in the scale of the tie-break."""

    round: int | None
    reason: Reason
    value: Value
    opponent: int | None = None
    score: Value | None = None
    """The opponent's score as it counts: in units, or in whole points if `value` is."""
    points: Value | None = None
    """The points of the round, if they multiply the score; in the same unit as the score."""
    score_as: ScoreAs | None = None
    percent: int | None = None
    factor: int | None = None
    """The number by which the value was divided."""
    cut: CutBy | None = None


class Total(Enum):
    """The operation that computes the value from the terms that are not cut."""

    SUM = N_("sum")
    MEAN = N_("mean")
    ROUNDED_MEAN = N_("mean, rounded")
    LOWEST_RATING = N_("lowest rating with that expected score")
    GIVEN = N_("as given")
    UNDEFINED = N_("undefined, there is nothing to average")


Terms = Sequence[Term] | Callable[[], Sequence[Term]]


class Working:
    """How the value of one tie-break of one player was computed.

    Terms may be given as a function that makes them: a table shows only values, and a large open
    has 300,000 terms.
    """

    __slots__ = ("_terms", "total", "value")

    def __init__(self, value: Value | None, terms: Terms = (), total: Total = Total.SUM) -> None:
        self.value = value
        """None if undefined, like the mean of nothing; ranks last."""
        self.total = total
        self._terms = terms

    @property
    def terms(self) -> tuple[Term, ...]:
        terms = self._terms
        return tuple(terms() if callable(terms) else terms)


def not_cut(terms: Sequence[Term]) -> list[Value]:
    """Return the values that are not cut."""
    return [term.value for term in terms if term.cut is None]


def sum_terms(terms: Sequence[Term]) -> Working:
    return Working(sum(not_cut(terms)), terms)


def rounded_mean(values: Sequence[Value], terms: Terms) -> Working:
    """Return the mean to the nearest whole number, .5 up; undefined without values."""
    count = len(values)
    if not count:
        return Working(None, terms, Total.UNDEFINED)
    return Working((2 * sum(values) + count) // (2 * count), terms, Total.ROUNDED_MEAN)


Significance = Callable[[Term], tuple[Value, ...]]
"""A sort key that puts the term with the least significant value first."""


def by_value(term: Term) -> tuple[Value, ...]:
    """Return the sort key of Buchholz, ARO and REP: the lowest value is cut first."""
    return (term.value,)


def by_round(term: Term) -> tuple[Value, ...]:
    """Return the sort key of progressive scores: the score after the first round is cut first."""
    return (term.round or 0,)


def by_opponent(term: Term) -> tuple[Value, ...]:
    """Return the sort key of Sonneborn-Berger: the opponent with the lowest score, then the lowest
    product.
    """
    return (term.score or 0, term.value)


def _by_contribution(term: Term) -> tuple[Value, ...]:
    """Return the sort key of voluntary unplayed rounds (16.5): the lowest value, then the lowest
    dummy.
    """
    return (term.value, term.score or 0)


def cut(
    terms: list[Term],
    modifiers: Modifiers,
    significance: Significance,
    voluntary: frozenset[int] = frozenset(),
) -> list[Term]:
    """Mark the terms that are cut (14); the rounds in `voluntary` are cut first (16.5).

    Of two terms equal in everything else the voluntary one is cut, so the order of the rounds
    decides only which of two equal terms is marked.
    """
    if not modifiers.least:
        return terms
    marks: dict[int | None, CutBy] = {}  # by round
    left = sorted(terms, key=lambda term: (*significance(term), term.round not in voluntary))
    for _ in range(min(modifiers.least, len(left))):
        least = left[0]
        unplayed = [term for term in left if term.round in voluntary]
        lowest = min(unplayed, key=_by_contribution, default=None)
        if lowest is not None and lowest.value >= least.value:
            least = lowest
        left.remove(least)
        marks[least.round] = CutBy.VOLUNTARY if least is lowest else CutBy.LEAST
    for _ in range(min(modifiers.most, len(left))):
        marks[left.pop().round] = CutBy.MOST
    return [term._replace(cut=marks[term.round]) if term.round in marks else term for term in terms]
