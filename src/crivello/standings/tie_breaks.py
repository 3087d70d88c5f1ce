"""The tie-breaks of C.07: the rules as a table, and tie-breaks named by codes such as ``BH/C1``.

Which codes can be combined, and lists of tie-breaks: docs/decisions/tie-break-lists.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from enum import Enum
from fractions import Fraction
from functools import cache
from operator import mul

from crivello.model.errors import Malformed, Unsupported
from crivello.model.grammar import nearest_word
from crivello.model.history import Part
from crivello.model.player import Player
from crivello.model.plug_ins import TIE_BREAKS, load_plug_ins
from crivello.model.result import Award, Colour
from crivello.model.sentence import N_
from crivello.model.settings import PrimaryScore
from crivello.rules.rating_tables import (
    HALF_POINTS,
    expected_percent,
    percentage,
    performance_difference,
)
from crivello.rules.score_sums import Contribution, ScoreSource
from crivello.standard.classes import frozen
from crivello.standings.sheet import Compute, EventFormat, Sheet
from crivello.standings.unplayed import VOLUNTARY
from crivello.standings.working import (
    PLAIN,
    Modifiers,
    Reason,
    ScoreAs,
    Term,
    Total,
    Value,
    Working,
    by_opponent,
    by_round,
    by_value,
    cut,
    not_cut,
    rounded_mean,
    sum_terms,
)

# The player's own results (C.07: 7)

_WON = frozenset({Award.WIN, Award.SHORT_WIN})


def score(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Return the player's points (PTS)."""
    return Working(sheet.past[player].score, (), Total.GIVEN)


def _count(sheet: Sheet, player: int, reason: Reason, counts: Callable[[Part], bool]) -> Working:
    """Count the rounds for which `counts` is true."""
    past = sheet.past[player]
    rounds = [number for number, part in enumerate(past.parts) if counts(part)]

    def terms() -> list[Term]:
        return [Term(number + 1, reason, 1, past.opponents[number]) for number in rounds]

    return Working(len(rounds), terms)


def wins(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Count the rounds with as many points as for a win, played or not (7.1 WIN)."""
    scoring = sheet.scoring

    def as_many(part: Part) -> bool:
        win = scoring.points(Award.WIN, part.colour) if part.played else scoring.win
        return part.points >= win

    return _count(sheet, player, Reason.WIN_POINTS, as_many)


def _is_win(sheet: Sheet, part: Part) -> bool:
    forfeit = part.award is Award.FORFEIT_WIN and sheet.counts_as_played(part)
    return part.award in _WON or forfeit


def _with_black(part: Part) -> bool:
    return part.colour is Colour.BLACK


def games_won(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Count the games won over the board (7.2 WON)."""
    return _count(sheet, player, Reason.WON, lambda one: _is_win(sheet, one))


def black_games(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Count the games played over the board with Black (7.3 BPG)."""
    played = sheet.counts_as_played
    return _count(sheet, player, Reason.BLACK, lambda one: _with_black(one) and played(one))


def black_wins(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Count the games won over the board with Black (7.4 BWG)."""
    reason = Reason.BLACK_WON
    return _count(sheet, player, reason, lambda one: _with_black(one) and _is_win(sheet, one))


def progressive_scores(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Sum the scores after each round (7.5 PS); a cut begins with the first round."""
    # The score after a round is the score before the next.
    after = enumerate(sheet.past[player].scores[1:], start=1)
    terms = [Term(number, Reason.SCORE_AFTER, points) for number, points in after]
    return sum_terms(cut(terms, modifiers, by_round))


def rounds_elected(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Count the rounds that are neither requested byes nor forfeit losses (7.6 REP)."""
    terms = [
        Term(number, Reason.NOT_ELECTED, 0)
        if not entry.played and entry.award in VOLUNTARY
        else Term(number, Reason.ELECTED, 1)
        for number, entry in enumerate(sheet.entries(player), start=1)
    ]
    return sum_terms(cut(terms, modifiers, by_value))


def standard_points(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Compare the points of each round with the opponent's (7.7 STD): 1 for more, ½ for as many.

    The value is in halves. An unplayed round, even a double forfeit, is compared with a draw.
    """
    draw = sheet.scoring.draw
    terms = []
    for number, entry in enumerate(sheet.entries(player), start=1):
        if entry.played and entry.opponent is not None:
            theirs = sheet.entries(entry.opponent)[number - 1].points
            if entry.points > theirs:
                terms.append(Term(number, Reason.MORE, 2, entry.opponent))
            elif entry.points == theirs:
                terms.append(Term(number, Reason.SAME, 1, entry.opponent))
        elif entry.points > draw:
            terms.append(Term(number, Reason.MORE_THAN_DRAW, 2))
        elif entry.points == draw:
            terms.append(Term(number, Reason.AS_DRAW, 1))
    return sum_terms(terms)


LOT_TAG, EXTERNAL_TAG = "lot", "ext"
"""The tags that contain a player's lot, and a value entered by the arbiter."""
_DECIMAL = re.compile(r"-?\d{1,6}(?:[.,]\d{1,2})?")


def lot_of(player: Player) -> int | None:
    text = dict(player.tags).get(LOT_TAG, "")
    return int(text) if text.isdecimal() else None


def read_external(text: str) -> Fraction | None:
    """Parse a number with up to two decimals; None for any other text."""
    text = text.strip()
    return Fraction(text.replace(",", ".")) if _DECIMAL.fullmatch(text) else None


def drawn_lot(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Return the lot in the tag `lot` (LOT); undefined before it is drawn."""
    return _single_value(lot_of(sheet.tournament.player[player]))


def external_value(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Return the number in the tag `ext` (EXT); undefined without one."""
    return _single_value(
        read_external(dict(sheet.tournament.player[player].tags).get(EXTERNAL_TAG, ""))
    )


def _single_value(value: int | Fraction | None) -> Working:
    return Working(value, (), Total.UNDEFINED if value is None else Total.GIVEN)


def pairing_number(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Return the pairing number (7.8 TPN)."""
    return Working(sheet.tournament.player[player].number, (), Total.GIVEN)


def own_rating(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Return the player's own rating (10.6 RTNG)."""
    return Working(sheet.ratings(modifiers.unrated)[player], (), Total.GIVEN)


# The scores of the opponents (C.07: 8 and 9)

_REASON = {counted: Reason[counted.name] for counted in ScoreSource}


def _score_term(
    sheet: Sheet, fore: bool, player: int, one: Contribution, value: Value, unit: int = 1
) -> Term:
    """Build the term of one round of a sum over opponents.

    The opponent's score is divided by `unit`, to show it in the scale of the tie-break.
    """
    reason, number, opponent = _REASON[one.counted], one.round, one.opponent
    if reason is Reason.ADJUSTED and not sheet.edition.voluntary_first:
        reason = Reason.ADJUSTED_TILL_2023
    # The player whose score is shown; the standings do not list dummies.
    own = player if one.counted is ScoreSource.ONESELF else opponent
    if one.counted in (ScoreSource.CAPPED_BY_DRAWS, ScoreSource.VIRTUAL):
        own = None
    score_as = None
    if own is not None:
        drawn = sheet.last_drawn[own].score if fore else sheet.past[own].score
        last, unplayed = drawn != sheet.past[own].score, one.opponent_score != drawn
        score_as = _SCORE_AS.get((last, unplayed))
        if last and reason is Reason.OPPONENT:
            reason = Reason.OPPONENT_DRAWN
    score = one.opponent_score if unit == 1 else _points_value(one.opponent_score, unit)
    return Term(number, reason, value, opponent, score, None, score_as)


_SCORE_AS = {
    (True, False): ScoreAs.LAST_DRAWN,
    (False, True): ScoreAs.UNPLAYED_DRAWN,
    (True, True): ScoreAs.BOTH,
}


def _voluntary(sheet: Sheet, modifiers: Modifiers, player: int) -> frozenset[int]:
    """Return the voluntary unplayed rounds, which are cut first (16.5).

    Forfeits and last rounds that the modifiers count as games are left out.
    """
    if not (modifiers.least and sheet.edition.voluntary_first and sheet.kind is EventFormat.SWISS):
        return frozenset()
    history = sheet.past[player]
    if not history.unplayed:
        return frozenset()
    rounds = {
        number
        for number, part in enumerate(history.parts, start=1)
        if not part.played and part.award in VOLUNTARY
    }
    if modifiers.fore and rounds and history.opponents[-1] is not None:
        rounds.discard(sheet.round)
    if modifiers.played:
        rounds = {n for n in rounds if history.opponents[n - 1] is None}
    return frozenset(rounds)


def buchholz(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Sum the opponents' scores (8.1 BH), with the cuts of 14, such as ``/C1``.

    With ``/F`` the last round's games count as draws (8.3 FB).
    """

    sums = sheet.sums(modifiers.played, modifiers.fore)[player]

    def terms() -> list[Term]:
        return [
            _score_term(sheet, modifiers.fore, player, one, one.opponent_score)
            for one in sums.contributions
        ]

    voluntary = _voluntary(sheet, modifiers, player)
    if not modifiers.least:
        return Working(sums.buchholz, terms)
    if modifiers.usual_cut and not voluntary:
        value = sums.buchholz - min(sums.scores, default=0)
        return Working(value, lambda: cut(terms(), modifiers, by_value))
    return sum_terms(cut(terms(), modifiers, by_value, voluntary))


def fore_buchholz(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Compute ``BH/F`` (8.3 FB)."""
    fore = Modifiers(modifiers.least, modifiers.most, modifiers.played, fore=True)
    return buchholz(sheet, fore, player)


def _of_opponents(
    sheet: Sheet, modifiers: Modifiers, player: int, code: str, compute: Compute, reason: Reason
) -> tuple[list[Value], Callable[[], list[Term]]]:
    """Return the tie-break `code` of each opponent met over the board, and a function that builds
    the terms.

    An opponent met over the board has played a game, so the value is defined.
    """
    table = sheet.values(code, modifiers, compute)
    met = [
        (number, opponent, value)
        for number, opponent in sheet.games_played(player)
        if (value := table[opponent]) is not None
    ]
    values = [value for _, _, value in met]
    return values, lambda: [Term(number, reason, value, who) for number, who, value in met]


def average_buchholz(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Average the Buchholz of the opponents met over the board, without rounding (8.2 AOB).

    With ``/P`` it is the mean of their ``BH/P``; an opponent who did not appear still does not
    count as met.
    """
    values, terms = _of_opponents(sheet, modifiers, player, "BH", buchholz, Reason.BUCHHOLZ_OF)
    if not values:
        return Working(None, (), Total.UNDEFINED)
    return Working(Fraction(sum(values), len(values)), terms, Total.MEAN)


def sonneborn_berger(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Sum the points against each opponent times their score, in units squared (9.1 SB)."""
    sums = sheet.sums(modifiers.played, fore=False)[player]
    free_rounds = sheet.kind is not EventFormat.ROUND_ROBIN

    def terms() -> list[Term]:
        return [
            _score_term(
                sheet, fore=False, player=player, one=one, value=one.opponent_score * one.points
            )._replace(points=one.points)
            for one in sums.contributions
            if free_rounds or one.opponent is not None
        ]

    voluntary = _voluntary(sheet, modifiers, player)
    if free_rounds and not modifiers.least:
        return Working(sums.sonneborn_berger, terms)
    if free_rounds and modifiers.usual_cut and not voluntary:
        products = map(mul, sums.scores, sums.points)
        _, least = min(zip(sums.scores, products, strict=True), default=(0, 0))
        value = sums.sonneborn_berger - least
        return Working(value, lambda: cut(terms(), modifiers, by_opponent))
    return sum_terms(cut(terms(), modifiers, by_opponent, voluntary))


def koya(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Count the points against opponents with at least half of the maximum (9.2 KS).

    Forfeits count (15.2). The event may announce another limit: half points above or below, or
    another percentage.
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
    return sum_terms(terms)


# Teams: by match points and by game points, both in whole points


def _points_value(points: Value, unit: int) -> Value:
    found = Fraction(points, unit)
    return found.numerator if found.denominator == 1 else found


def _points_of(primary: PrimaryScore) -> Compute:
    def compute(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
        other = sheet.with_primary_score(primary)
        value = _points_value(other.past[player].score, other.scoring.unit)
        return Working(value, (), Total.GIVEN)

    return compute


def other_points(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Return the match points or game points that are not the primary score (13.1 MPVGP)."""
    other = sheet.with_other_score()
    return Working(_points_value(other.past[player].score, other.scoring.unit), (), Total.GIVEN)


def _buchholz_by(primary: PrimaryScore) -> Compute:
    def compute(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
        other = sheet.with_primary_score(primary)
        unit = other.scoring.unit
        found = buchholz(other, modifiers, player)
        assert found.value is not None

        def terms() -> list[Term]:
            return [
                term._replace(
                    value=_points_value(term.value, unit),
                    score=_points_value(term.score or 0, unit),
                )
                for term in found.terms
            ]

        return Working(_points_value(found.value, unit), terms)

    return compute


def _extended_score(of_opponent: PrimaryScore, own: PrimaryScore) -> Compute:
    """Return the tie-break ESB (13.2) for two kinds of points.

    It sums, over all opponents, their points of one kind times the player's points against them of
    the other.
    """
    # C.07: 13.2

    def compute(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
        theirs, mine = sheet.with_primary_score(of_opponent), sheet.with_primary_score(own)
        unit, parts = theirs.scoring.unit, mine.past[player].parts
        terms = []
        for one in theirs.sums(modifiers.played, fore=False)[player].contributions:
            points = _points_value(parts[one.round - 1].points, mine.scoring.unit)
            value = _points_value(one.opponent_score, unit) * points
            term = _score_term(theirs, fore=False, player=player, one=one, value=value, unit=unit)
            terms.append(term._replace(points=points))
        return sum_terms(cut(terms, modifiers, by_opponent, _voluntary(theirs, modifiers, player)))

    return compute


def schedule_strength(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Divide the Buchholz by primary points by a factor, and add the other points (13.4 SSSC)."""
    # C.07: 13.4
    others = other_points(sheet, PLAIN, player).value
    sums = sheet.sums(modifiers.played, modifiers.fore)[player]
    factor = modifiers.factor or _schedule_factor(sheet)
    strength = _points_value(Fraction(sums.buchholz, sheet.scoring.unit), factor)
    assert others is not None
    return sum_terms(
        [
            Term(None, Reason.OTHER_SCORE, others),
            Term(None, Reason.SCHEDULE_STRENGTH, strength, factor=factor),
        ]
    )


def _schedule_factor(sheet: Sheet) -> int:
    """Return the factor of SSSC: the most primary points in the event divided by the most other
    points in a match.

    It is at least 1.
    """
    other = sheet.with_other_score()
    rounds = sheet.tournament.settings.rounds or sheet.round
    most = Fraction(rounds * sheet.scoring.win, sheet.scoring.unit)
    of_match = Fraction(other.scoring.win, other.scoring.unit)
    return max(1, most // of_match)


def board_count(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Multiply the numbers of the boards by the points won there (12.1 BC); fewer are better."""
    # C.07: 12.1
    terms = []
    for row in sheet.boards(player):
        points = sum(number * value for number, value in enumerate(row.points, start=1))
        reason = Reason.BYE_BOARDS if row.opponent is None else Reason.BOARDS
        terms.append(Term(row.round, reason, _points_value(points, sheet.board_unit), row.opponent))
    return sum_terms(terms)


# The ratings of the opponents met over the board (C.07: 10)

_expected = cache(expected_percent)

LEAST_DIFFERENCE = 736
"""From this difference on the expected score is 100 % (B.02: 8.1.2)."""


def half_points(sheet: Sheet, player: int) -> int:
    """Sum the player's points from games played over the board, in half points."""
    return sum([HALF_POINTS[part.award] for part in sheet.past[player].parts if part.played])


def average_rating(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Average the ratings of the opponents (10.1 ARO)."""
    ratings, met = sheet.ratings(modifiers.unrated), sheet.games_played(player)

    def terms() -> list[Term]:
        all_met = [Term(number, Reason.RATING, ratings[who], who) for number, who in met]
        return cut(all_met, modifiers, by_value)

    values = not_cut(terms()) if modifiers.least else [ratings[who] for _, who in met]
    return rounded_mean(values, terms)


def performance(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Add the difference for the percentage scored to the rounded ARO (10.2 TPR)."""
    average = sheet.values("ARO", modifiers, average_rating)[player]
    if average is None:
        return Working(None, (), Total.UNDEFINED)
    percent = percentage(half_points(sheet, player), len(sheet.games_played(player)))
    difference = performance_difference(percent)
    terms = (
        Term(None, Reason.AVERAGE, average),
        Term(None, Reason.DIFFERENCE, difference, percent=percent),
    )
    return Working(average + difference, terms)


def perfect_performance(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Find the lowest rating whose expected score reaches the player's actual score (10.3 PTP)."""
    ratings, met = sheet.ratings(modifiers.unrated), sheet.games_played(player)
    if not met:
        return Working(None, (), Total.UNDEFINED)
    rating = lowest_rating([ratings[who] for _, who in met], half_points(sheet, player))

    def terms() -> list[Term]:
        return [
            Term(n, Reason.EXPECTED, ratings[who], who, percent=_expected(rating - ratings[who]))
            for n, who in met
        ]

    return Working(rating, terms, Total.LOWEST_RATING)


def lowest_rating(ratings: list[int], half: int) -> int:
    """Find the lowest rating whose expected score against `ratings` is at least `half` half
    points.
    """
    if half == 0:
        return min(ratings) - 800
    # The expected score grows with the rating: nothing at `low`, everything at `high`.
    low, high = min(ratings) - LEAST_DIFFERENCE, max(ratings) + LEAST_DIFFERENCE
    while high - low > 1:
        middle = (low + high) // 2
        if sum([_expected(middle - rating) for rating in ratings]) >= 50 * half:
            high = middle
        else:
            low = middle
    return high


def average_performance(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Average the TPR of the opponents (10.4 APRO)."""
    reason = Reason.PERFORMANCE_OF
    return rounded_mean(*_of_opponents(sheet, modifiers, player, "TPR", performance, reason))


def average_perfect(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """Average the PTP of the opponents (10.5 APPO)."""
    reason = Reason.PERFECT_PERFORMANCE_OF
    of_opponents = _of_opponents(sheet, modifiers, player, "PTP", perfect_performance, reason)
    return rounded_mean(*of_opponents)


# The rules, and the codes that name them


class Scale(Enum):
    """The scale of a value, which decides how many of its units make one."""

    WHOLE = "whole"
    HALVES = "halves"
    POINTS = "points"
    """Points, in units of the tournament."""
    MEAN = "mean"
    """A mean of points, in units."""
    PRODUCT = "product"
    """A product of two numbers of points, in units squared."""
    EXTERNAL = "external"
    """The value as it was entered."""
    EXACT = "exact"
    """Whole points, as a fraction if need be."""

    def parts(self, unit: int) -> int:
        """Return how many of the value's units make one; `unit` of the tournament's units make a
        point.
        """
        whole = dict.fromkeys((Scale.WHOLE, Scale.EXTERNAL, Scale.EXACT), 1)
        parts = whole | {Scale.HALVES: 2, Scale.PRODUCT: unit * unit}
        return parts.get(self, unit)


@frozen
class Rule:
    """One tie-break of the regulation, without modifiers."""

    code: str
    article: str
    name: str
    meaning: str
    """A sentence that explains it to players."""
    type: str
    """The type by 4.3: A games among the tied, B own data, C opponents' results, D opponents' prior
    data.
    """
    compute: Compute | None
    """The function that computes the value; None for a direct encounter, which compares tied
    players (type A).
    """
    modifiers: str = ""
    """Letters of the modifiers it can have: C (with M) cuts, P, F, L, R, U, K."""
    scale: Scale = Scale.WHOLE
    lower_is_better: bool = False
    plug_in: str = ""
    """The package that adds the tie-break; empty: it is one of FIDE's, with an article."""


_POINTS = Scale.POINTS
_AOB, _APRO, _APPO = average_buchholz, average_performance, average_perfect
RULES = (
    Rule("PTS", "4", N_("points"), N_("The points themselves."), "B", score, scale=_POINTS),
    Rule(
        "DE",
        "6",
        N_("direct encounter"),
        N_("The games between the tied players decide, if they have met."),
        "A",
        None,
        "P",
        _POINTS,
    ),
    Rule(
        "WIN",
        "7.1",
        N_("number of wins"),
        N_("Rounds with as many points as for a win, byes and forfeits included."),
        "B",
        wins,
    ),
    Rule("WON", "7.2", N_("number of games won"), N_("Games won at the board."), "B", games_won),
    Rule(
        "BPG",
        "7.3",
        N_("games played with Black"),
        N_("Games played with Black: more is better."),
        "B",
        black_games,
    ),
    Rule("BWG", "7.4", N_("games won with Black"), N_("Games won with Black."), "B", black_wins),
    Rule(
        "PS",
        "7.5",
        N_("sum of progressive scores"),
        N_("The scores after each round, added up: early points count more."),
        "B",
        progressive_scores,
        "C",
        _POINTS,
    ),
    Rule(
        "REP",
        "7.6",
        N_("rounds elected to play"),
        N_("Rounds without a requested bye or a forfeit loss."),
        "B",
        rounds_elected,
        "C",
    ),
    Rule(
        "STD",
        "7.7",
        N_("standard points"),
        N_("One for each round with more points than the opponent, half for each with as many."),
        "B",
        standard_points,
        scale=Scale.HALVES,
    ),
    Rule(
        "TPN",
        "7.8",
        N_("pairing number"),
        N_("The smaller pairing number comes first."),
        "B",
        pairing_number,
        "R",
        lower_is_better=True,
    ),
    Rule(
        "LOT",
        "4",
        N_("drawing of lots"),
        N_("The lot that was drawn: the smaller comes first."),
        "B",
        drawn_lot,
        lower_is_better=True,
    ),
    Rule(
        "EXT",
        "4",
        N_("external value"),
        N_("A value from outside, such as a play-off: the higher comes first."),
        "B",
        external_value,
        scale=Scale.EXTERNAL,
    ),
    Rule(
        "BH",
        "8.1",
        N_("Buchholz"),
        N_("The scores of the opponents, added up: stronger opponents are better."),
        "C",
        buchholz,
        "CPF",
        _POINTS,
    ),
    Rule(
        "AOB",
        "8.2",
        N_("average of opponents' Buchholz"),
        N_("The average Buchholz of the opponents."),
        "CC",
        _AOB,
        "PF",
        Scale.MEAN,
    ),
    Rule(
        "FB",
        "8.3",
        N_("fore Buchholz"),
        N_("Buchholz as if all games of the last round were drawn."),
        "D",
        fore_buchholz,
        "CP",
        _POINTS,
    ),
    Rule(
        "SB",
        "9.1",
        N_("Sonneborn-Berger"),
        N_(
            "The scores of the opponents beaten, and half of those of the opponents held to a draw."
        ),
        "BC",
        sonneborn_berger,
        "CP",
        Scale.PRODUCT,
    ),
    Rule(
        "KS",
        "9.2",
        N_("Koya system"),
        N_("Points against opponents who have at least half of the maximum."),
        "BC",
        koya,
        "L",
        _POINTS,
    ),
    Rule(
        "ARO",
        "10.1",
        N_("average rating of opponents"),
        N_("The average rating of the opponents met."),
        "D",
        average_rating,
        "CU",
    ),
    Rule(
        "TPR",
        "10.2",
        N_("tournament performance rating"),
        N_("The rating that corresponds to the result against these opponents."),
        "DB",
        performance,
        "U",
    ),
    Rule(
        "PTP",
        "10.3",
        N_("perfect tournament performance"),
        N_("The lowest rating for which the score would have been expected."),
        "DB",
        perfect_performance,
        "U",
    ),
    Rule(
        "APRO",
        "10.4",
        N_("average performance rating of opponents"),
        N_("The average performance rating of the opponents."),
        "DC",
        _APRO,
        "U",
    ),
    Rule(
        "APPO",
        "10.5",
        N_("average perfect performance of opponents"),
        N_("The average perfect performance of the opponents."),
        "DC",
        average_perfect,
        "U",
    ),
    Rule("RTNG", "10.6", N_("rating"), N_("The higher rating comes first."), "B", own_rating, "RU"),
)
"""In the order of the regulation."""

BOARD_COUNT = "BC"
_M, _G = PrimaryScore.MATCH, PrimaryScore.GAME
_EXACT = Scale.EXACT
TEAM_RULES = (
    Rule(
        "MPTS", "11.1", N_("match points"), N_("The match points."), "B", _points_of(_M), "", _EXACT
    ),
    Rule(
        "GPTS", "11.1", N_("game points"), N_("The game points."), "B", _points_of(_G), "", _EXACT
    ),
    Rule(
        BOARD_COUNT,
        "12.1",
        N_("board count"),
        N_("The board numbers times the points won there: the smaller total comes first."),
        "B",
        board_count,
        "",
        _EXACT,
        lower_is_better=True,
    ),
    Rule(
        "TBR",
        "12.2",
        N_("top board results"),
        N_("The points on the first board, then on the second, and so on."),
        "B",
        None,
    ),
    Rule(
        "BBE",
        "12.3",
        N_("bottom board elimination"),
        N_("The points without the last board, then without the last two, and so on."),
        "B",
        None,
    ),
    Rule(
        "MPVGP",
        "13.1",
        N_("the other points"),
        N_("The game points, or the match points where game points come first."),
        "B",
        other_points,
        "",
        _EXACT,
    ),
    Rule(
        "EMMSB",
        "13.2",
        N_("Sonneborn-Berger by match points"),
        N_("The match points of each opponent, times the match points won against them."),
        "BC",
        _extended_score(_M, _M),
        "CP",
        _EXACT,
    ),
    Rule(
        "EMGSB",
        "13.2",
        N_("Sonneborn-Berger by match points and own game points"),
        N_("The match points of each opponent, times the game points won against them."),
        "BC",
        _extended_score(_M, _G),
        "CP",
        _EXACT,
    ),
    Rule(
        "EGMSB",
        "13.2",
        N_("Sonneborn-Berger by game points and own match points"),
        N_("The game points of each opponent, times the match points won against them."),
        "BC",
        _extended_score(_G, _M),
        "CP",
        _EXACT,
    ),
    Rule(
        "EGGSB",
        "13.2",
        N_("Sonneborn-Berger by game points"),
        N_("The game points of each opponent, times the game points won against them."),
        "BC",
        _extended_score(_G, _G),
        "CP",
        _EXACT,
    ),
    Rule(
        "EDE",
        "13.3",
        N_("extended direct encounter"),
        N_("The matches between the tied teams, by the primary score and then by the other."),
        "A",
        None,
        "P",
    ),
    Rule(
        "EDET",
        "13.3",
        N_("extended direct encounter, top boards"),
        N_(
            "The matches between the tied teams, by the primary score, then by the other; between "
            "two teams then the first board, the second, and so on."
        ),
        "A",
        None,
        "P",
    ),
    Rule(
        "EDEB",
        "13.3",
        N_("extended direct encounter, without bottom boards"),
        N_(
            "The matches between the tied teams, by the primary score, then by the other; between "
            "two teams then without the last board, without the last two, and so on."
        ),
        "A",
        None,
        "P",
    ),
    Rule(
        "EDEBT",
        "13.3",
        N_("extended direct encounter, board count, top boards"),
        N_(
            "The matches between the tied teams, by the primary score, then by the other; between "
            "two teams then the board count, then the first board, the second, and so on."
        ),
        "A",
        None,
        "P",
    ),
    Rule(
        "EDEBB",
        "13.3",
        N_("extended direct encounter, board count, without bottom boards"),
        N_(
            "The matches between the tied teams, by the primary score, then by the other; between "
            "two teams then the board count, then without the last board, and so on."
        ),
        "A",
        None,
        "P",
    ),
    Rule(
        "SSSC",
        "13.4",
        N_("scores and schedule strength"),
        N_("The other points, and a part of the points of all opponents."),
        "BC",
        schedule_strength,
        "PFK",
        _EXACT,
    ),
    Rule(
        "BH:MP",
        "8.1, 13",
        N_("Buchholz by match points"),
        N_("The match points of the opponents, added up."),
        "C",
        _buchholz_by(_M),
        "CPF",
        _EXACT,
    ),
    Rule(
        "BH:GP",
        "8.1, 13",
        N_("Buchholz by game points"),
        N_("The game points of the opponents, added up."),
        "C",
        _buchholz_by(_G),
        "CPF",
        _EXACT,
    ),
)
"""For team events only, in the order of the regulation; then Buchholz by each kind of points."""

BY_CODE = {rule.code: rule for rule in RULES}
TEAMS_BY_CODE = {rule.code: rule for rule in TEAM_RULES}
PLUG_INS: dict[str, Rule] = {}
"""The tie-breaks that plug-ins have added, by code."""
RENAMED = {"GE": "REP"}
"""Codes of earlier editions and the codes that replaced them."""
TEAM_CODES = frozenset({*TEAMS_BY_CODE, "ESB", "MP", "GP"})
"""Codes for team events only."""
RATING_CODES = frozenset({"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"})
"""Tie-breaks left out if a player is unrated, unless the event states which rating counts (10)."""
BUCHHOLZ_CODES = frozenset({"BH", "AOB", "FB"})
"""Tie-breaks that are not for round robins."""


@frozen
class TieBreak:
    """A rule together with its modifiers: ``BH/C1``."""

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
    def parse(cls, text: str, teams: bool = False) -> TieBreak:
        """Parse a code such as ``BH``, ``SB/C1``, ``KS/L+1`` or ``RTNG/R``.

        With `teams`, codes of team tie-breaks are accepted too, such as ``EMMSB`` or ``BH:GP/C1``.
        A dash before a letter means the same as a slash: the Handbook writes ``BH-C1``.
        """
        name, *parts = re.sub("-(?=[A-Z])", "/", text.strip().upper()).split("/")
        name = RENAMED.get(name, name)
        rule = TEAMS_BY_CODE.get(name) if teams else None
        if rule is None and (name in TEAM_CODES or ":" in name):
            template = N_("The tie-break {code!r} is for team tournaments.")
            if teams:
                template = N_("The team tie-break {code!r} is not supported.")
            raise Unsupported(template, code=text)
        rule = rule or BY_CODE.get(name) or plug_ins().get(name)
        if rule is None:
            raise _unknown(name, text)
        values: dict[str, int | bool] = {}
        for part in parts:
            for key, value in _modifier(part, rule, text).items():
                if key in values or {key, *values} >= {"limit", "percent"}:
                    template = N_("The tie-break {code!r} repeats or contradicts {part!r}.")
                    raise Malformed(template, code=text, part=f"/{part}")
                values[key] = value
        return cls(rule, Modifiers(**values))  # type: ignore[arg-type]


NO_TIE_BREAK = N_("There is no tie-break {code!r}.{near:| Did you mean {}?} Known: {known}.")
BROKEN = N_("The tie-break {code} of the package {package} cannot be loaded: {why}")


def plug_ins() -> dict[str, Rule]:
    """Return the tie-breaks of plug-ins by code, after loading them."""
    load_plug_ins(TIE_BREAKS)
    return PLUG_INS


def _unknown(name: str, text: str) -> Malformed:
    """Return the error for a code that names no tie-break."""
    for one in load_plug_ins(TIE_BREAKS):
        if one.name.upper() == name:
            return Malformed(BROKEN, code=name, package=one.package, why=one.reason)
    codes = [*BY_CODE, *PLUG_INS]
    near = nearest_word(name, codes)
    return Malformed(NO_TIE_BREAK, code=text, near=near, known=", ".join(codes))


_MODIFIER = re.compile(
    r"(?P<letter>[CM])(?P<cut>[1-9])|(?P<flag>[PFR])|U(?P<unrated>\d{3,4})|K(?P<factor>[1-9]\d?)"
    r"|L(?P<limit>[+-]\d{1,2})|L(?P<percent>\d{1,2}|100)%"
)


def _modifier(part: str, rule: Rule, code: str) -> dict[str, int | bool]:
    """Return the fields of `Modifiers` that one part of a code sets."""
    found = _MODIFIER.fullmatch(part)
    if found is None:
        template = N_(
            "The tie-break {code!r} has an unknown modifier {part!r}. "
            "Known: /C1 to /C9, /M1 to /M9, /P, /F, /L+n, /L-n, /Ln%, /R, /U with a rating, "
            "/K with a number."
        )
        raise Malformed(template, code=code, part=f"/{part}")
    letter = "C" if part[0] == "M" else part[0]
    if letter not in rule.modifiers:
        template = N_("The tie-break {code!r}: {part!r} cannot be combined with {name}.")
        raise Malformed(template, code=code, part=f"/{part}", name=rule.code)
    if found["cut"]:
        count = int(found["cut"])
        return {"least": count, "most": count if found["letter"] == "M" else 0}
    if found["limit"]:
        return {"limit": int(found["limit"])}
    if found["percent"]:
        return {"percent": int(found["percent"])}
    if found["unrated"]:
        return {"unrated": int(found["unrated"])}
    if found["factor"]:
        return {"factor": int(found["factor"])}
    return {{"P": "played", "F": "fore", "R": "reverse"}[part]: True}


def known_codes(
    codes: tuple[str, ...], teams: bool = False
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split the codes into those that can be used here and those that cannot."""
    known: list[str] = []
    unknown: list[str] = []
    for code in codes:
        try:
            TieBreak.parse(code, teams)
        except (Malformed, Unsupported):
            unknown += [code] if code.strip() else []
        else:
            known.append(code)
    return tuple(known), tuple(unknown)


def parse_list(codes: tuple[str, ...], teams: bool = False) -> tuple[TieBreak, ...]:
    """Parse tie-breaks in order; the points come first unless the list places them."""
    keys = [TieBreak.parse(code, teams) for code in codes if code.strip()]
    if not any(key.rule.code in ("PTS", "MPTS", "GPTS") for key in keys):
        keys.insert(0, TieBreak(BY_CODE["PTS"]))
    return tuple(keys)


# To choose from

PICKED = (
    *("BH/C1", "BH", "BH/C2", "BH/M1", "DE", "SB", "SB/C1", "WIN", "WON", "BWG", "BPG", "PS"),
    *("PS/C1", "ARO/C1", "ARO", "TPR", "PTP", "APRO", "APPO", "AOB", "FB", "REP", "STD", "KS"),
    *("TPN", "RTNG", "LOT", "EXT"),
)
"""Tie-breaks to choose from without typing, frequent ones first."""
