"""Tie-breaks from the player's own results (C.07: 7)."""

from __future__ import annotations

from crivello.model.history import Entry
from crivello.model.result import Award, Colour
from crivello.standings.sheet import Sheet
from crivello.standings.unplayed import VOLUNTARY
from crivello.standings.working import (
    Modifiers,
    Reason,
    Term,
    Total,
    Working,
    by_round,
    by_value,
    cut,
    summed,
)

_WON = frozenset({Award.WIN, Award.SHORT_WIN})


def score(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """PTS: the points themselves."""
    return Working(sheet.past[player].score, (), Total.GIVEN)


def wins(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """7.1 WIN: rounds with as many points as a win, with or without playing."""
    scoring = sheet.scoring

    def win(entry: Entry) -> int:
        return scoring.points(Award.WIN, entry.colour) if entry.played else scoring.win

    return summed(
        [
            Term(number, Reason.WIN_POINTS, 1, entry.opponent)
            for number, entry in enumerate(sheet.entries(player), start=1)
            if entry.points >= win(entry)
        ]
    )


def _won(sheet: Sheet, entry: Entry) -> bool:
    return entry.award in _WON or (
        entry.award is Award.FORFEIT_WIN and sheet.counts_as_played(entry)
    )


def games_won(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """7.2 WON: games won over the board."""
    return summed(
        [
            Term(number, Reason.WON, 1, entry.opponent)
            for number, entry in enumerate(sheet.entries(player), start=1)
            if _won(sheet, entry)
        ]
    )


def black_games(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """7.3 BPG: games played over the board with Black."""
    return summed(
        [
            Term(number, Reason.BLACK, 1, entry.opponent)
            for number, entry in enumerate(sheet.entries(player), start=1)
            if entry.colour is Colour.BLACK and sheet.counts_as_played(entry)
        ]
    )


def black_wins(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """7.4 BWG: games won over the board with Black."""
    return summed(
        [
            Term(number, Reason.BLACK_WON, 1, entry.opponent)
            for number, entry in enumerate(sheet.entries(player), start=1)
            if entry.colour is Colour.BLACK and _won(sheet, entry)
        ]
    )


def progressive_scores(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """7.5 PS: the scores after each round; a cut begins with the first round."""
    history = sheet.past[player]
    # The score after a round is the one with which the next one began.
    after = history.scores[1:]
    terms = [
        Term(number, Reason.SCORE_AFTER, points) for number, points in enumerate(after, start=1)
    ]
    return summed(cut(terms, modifiers, by_round))


def rounds_elected(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """7.6 REP: rounds without requested byes and forfeit losses."""
    terms = [
        Term(number, Reason.NOT_ELECTED, 0)
        if not entry.played and entry.award in VOLUNTARY
        else Term(number, Reason.ELECTED, 1)
        for number, entry in enumerate(sheet.entries(player), start=1)
    ]
    return summed(cut(terms, modifiers, by_value))


def standard_points(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """7.7 STD, in halves: 1 for more points than the opponent, ½ for as many.

    Who did not play compares with a draw, also after a double forfeit.
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
    return summed(terms)


def pairing_number(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """7.8 TPN."""
    return Working(sheet.tournament.player[player].number, (), Total.GIVEN)


def own_rating(sheet: Sheet, modifiers: Modifiers, player: int) -> Working:
    """10.6 RTNG."""
    return Working(sheet.rating(player, modifiers.unrated), (), Total.GIVEN)
