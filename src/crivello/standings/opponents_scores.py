"""Tie-breaks from the scores of the opponents (C.07: 8 and 9)."""

from __future__ import annotations

from fractions import Fraction

from crivello.rules.score_sums import Contribution, Counted
from crivello.standings.sheet import EventFormat, Sheet
from crivello.standings.unplayed import VOLUNTARY
from crivello.standings.working import (
    Modifiers,
    Reason,
    Term,
    Total,
    Working,
    by_opponent,
    by_value,
    cut,
    summed,
)

_REASON = {
    Counted.OPPONENT: Reason.OPPONENT,
    Counted.ADJUSTED: Reason.ADJUSTED,
    Counted.SCHEDULED: Reason.SCHEDULED,
    Counted.ONESELF: Reason.ONESELF,
    Counted.CAPPED_BY_OPPONENT: Reason.CAPPED_BY_OPPONENT,
    Counted.CAPPED_BY_DRAWS: Reason.CAPPED_BY_DRAWS,
    Counted.VIRTUAL: Reason.VIRTUAL,
}


def _voluntary(sheet: Sheet, modifiers: Modifiers, player: int) -> frozenset[int]:
    """Rounds that a cut takes first (16.5); a forfeit that counts as played is not one."""
    if not (modifiers.least and sheet.edition.voluntary_first and sheet.kind is EventFormat.SWISS):
        return frozenset()
    history = sheet.past[player]
    rounds = {
        number
        for number, entry in enumerate(history.entries, start=1)
        if not entry.played and entry.award in VOLUNTARY
    }
    if modifiers.fore and rounds and history.entries[-1].opponent is not None:
        rounds.discard(sheet.round)
    if modifiers.played:
        rounds = {n for n in rounds if history.entries[n - 1].opponent is None}
    return frozenset(rounds)


def buchholz(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """8.1 BH: the sum of the opponents' scores. 8.3 FB: with the last round's games as draws."""
    terms = [
        Term(
            part.round,
            _REASON[part.counted],
            part.opponent_score,
            part.opponent,
            part.opponent_score,
        )
        for part in sheet.sums(modifiers.played, modifiers.fore)[player].contributions
    ]
    return summed(cut(terms, modifiers, by_value, _voluntary(sheet, modifiers, player)))


def fore_buchholz(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """8.3 FB is ``BH/F``."""
    return buchholz(sheet, _fore(modifiers), player)


def _fore(modifiers: Modifiers) -> Modifiers:
    return Modifiers(modifiers.least, modifiers.most, modifiers.played, fore=True)


def average_of_opponents_buchholz(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """8.2 AOB: the mean Buchholz of the opponents met over the board; nothing is rounded.

    With ``/P`` it is the mean of their ``BH/P``: an opponent who did not come is still not met.
    """
    table = sheet.kept("BH", modifiers, buchholz)
    terms = [
        Term(number, Reason.BUCHHOLZ_OF, value, opponent)
        for number, opponent in sheet.met(player)
        if (value := table[opponent]) is not None
    ]
    if not terms:
        return Working(None, (), Total.UNDEFINED)
    mean = Fraction(sum(term.value for term in terms), len(terms))
    return Working(mean, tuple(terms), Total.MEAN)


def sonneborn_berger(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """9.1 SB, in units squared: points against each opponent times his score."""

    def term(part: Contribution) -> Term:
        reason = _REASON[part.counted]
        score, points = part.opponent_score, part.points
        return Term(part.round, reason, part.product, part.opponent, score, points)

    parts = sheet.sums(modifiers.played, False)[player].contributions
    if sheet.kind is EventFormat.ROUND_ROBIN:
        parts = tuple(part for part in parts if part.opponent is not None)
    terms = [term(part) for part in parts]
    return summed(cut(terms, modifiers, by_opponent, _voluntary(sheet, modifiers, player)))


def koya(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """9.2 KS: points against those with at least half of the maximum; forfeits count (15.2).

    The event may announce another limit: half points above or below, or another percentage.
    """
    scoring = sheet.scoring
    most = scoring.win * sheet.full_rounds
    # In hundredths of a unit.
    limit = modifiers.percent * most + 50 * modifiers.limit * scoring.unit
    terms = []
    for number, entry in enumerate(sheet.entries(player), start=1):
        if entry.opponent is None:
            continue
        score = sheet.past[entry.opponent].score
        if 100 * score >= limit:
            terms.append(Term(number, Reason.KOYA, entry.points, entry.opponent, score))
        else:
            terms.append(Term(number, Reason.KOYA_BELOW, 0, entry.opponent, score))
    return summed(terms)
