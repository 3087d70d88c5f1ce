"""A given round pairing judged by the Dubov rules: the first point in which it is not theirs.

First the absolute criteria and the bye; then the brackets of the right pairing from the top. As
long as the given pairing agrees with them, the next bracket has the same residents in both; in the
first that differs, the two candidates are compared criterion by criterion, at last by their order.
"""

from __future__ import annotations

from collections.abc import Collection

from ...model.errors import N_
from ...model.field import Entrant, Field
from ...model.pairing import Board
from ...model.trace import Trace
from ...model.trace.dubov import BracketPaired
from ..difference import Difference, Level
from .bracket import Bracket, bye_order, max_upfloats, may_meet
from .colours import allocate_colours
from .editions import Edition
from .record import failures
from .solver import solve


def judge(
    field: Field, edition: Edition, boards: Collection[Board], bye: int | None
) -> Difference | None:
    """The first difference to the right pairing; None if it is the right one."""
    by_id = {player.id: player for player in field.entrants}
    seated = [player for board in boards for player in (board.white, board.black)]
    seated += [] if bye is None else [bye]
    if sorted(seated) != sorted(by_id):
        return None  # who is missing is told for all systems alike
    unlawful = _unlawful(edition, by_id, boards, bye)
    if unlawful is not None:
        return unlawful
    trace: Trace = []
    _, right_bye = solve(field, edition, trace)
    if right_bye is not None and bye is not None and right_bye.id != bye:
        return _bye(edition, right_bye, by_id[bye])
    partner = {b.white: b.black for b in boards} | {b.black: b.white for b in boards}
    for step in trace:
        if isinstance(step, BracketPaired):
            if any(partner[one] != other for one, other in step.pairs):
                return _compare(field, edition, by_id, step, partner)
    return _colours(field, edition, by_id, boards)


def _unlawful(
    edition: Edition, by_id: dict[int, Entrant], boards: Collection[Board], bye: int | None
) -> Difference | None:
    twice, absolute = edition.absolute
    for board in boards:
        white, black = by_id[board.white], by_id[board.black]
        values = {"white": white.id, "black": black.id}
        ids = (white.id, black.id)
        if black.id in white.history.met:
            sentence = N_("{white} and {black} have already met.")
            return Difference(Level.ABSOLUTE, twice, sentence, values, players=ids)
        if black.id in white.avoid:
            sentence = N_("{white} and {black} are not to meet in this round.")
            return Difference(Level.ABSOLUTE, twice, sentence, values, players=ids)
        if not may_meet(white, black):
            sentence = N_("{white} and {black} must both have the same colour.")
            return Difference(Level.ABSOLUTE, absolute, sentence, values, players=ids)
    if bye is not None and by_id[bye].barred:
        sentence = N_("{player} may not have the bye.")
        values = {"player": bye}
        return Difference(Level.ABSOLUTE, edition.bye_bar, sentence, values, players=(bye,))
    return None


def _bye(edition: Edition, right: Entrant, wrong: Entrant) -> Difference:
    """B.0 (3.1): score, then games played, then number; or the right one came later in order."""
    if right.score != wrong.score:
        sentence = N_("The bye belongs to {right}, whose score is lower than that of {wrong}.")
    elif right.history.games_played != wrong.history.games_played:
        sentence = N_("The bye belongs to {right}, who has played more games than {wrong}.")
    else:
        sentence = N_("The bye belongs to {right}, whose number is larger than that of {wrong}.")
    assert bye_order(right) < bye_order(wrong)  # the others can be paired without either
    values = {"right": right.id, "wrong": wrong.id}
    return Difference(Level.CRITERION, edition.bye, sentence, values, players=(right.id, wrong.id))


def _compare(
    field: Field,
    edition: Edition,
    by_id: dict[int, Entrant],
    right: BracketPaired,
    partner: dict[int, int],
) -> Difference:
    """The first criterion, or else the order, that prefers the right candidate."""
    residents = set(right.residents)
    brought_up = {partner[player] for player in right.residents} - residents
    upfloaters = tuple(player for player in field.entrants if player.id in brought_up)
    bracket = Bracket(
        tuple(by_id[player] for player in right.residents),
        upfloaters,
        max_upfloats(field),
        field.last_round,
    )
    pairs = [
        (by_id[player], by_id[partner[player]])
        for player in right.residents
        if partner[player] not in residents or player < partner[player]
    ]
    wrong = dict(failures(edition, bracket, pairs))
    for criterion, (code, value) in zip(edition.criteria, right.failures, strict=True):
        if wrong[code] != value:
            return Difference(
                Level.CRITERION, code, criterion.sentence, {}, right.score, value, wrong[code]
            )
    if brought_up != set(right.upfloaters):
        sentence = N_("Equally good, but another set of upfloaters comes first.")
        return Difference(Level.ORDER, edition.upfloaters, sentence, score=right.score)
    s1 = set(right.s1)
    if any((one.id in s1) == (other.id in s1) for one, other in pairs):
        sentence = N_("Equally good, but other players are shifted between the subgroups.")
        return Difference(Level.ORDER, edition.shifts, sentence, score=right.score)
    sentence = N_("Equally good, but an earlier transposition gives the right pairing.")
    return Difference(Level.ORDER, edition.transposition, sentence, score=right.score)


def _colours(
    field: Field, edition: Edition, by_id: dict[int, Entrant], boards: Collection[Board]
) -> Difference | None:
    for board in sorted(boards, key=lambda b: (b.white, b.black)):
        one, other = by_id[board.white], by_id[board.black]
        white, _, rule = allocate_colours(one, other, field.initial_colour)
        if white.id != board.white:
            return Difference(
                Level.COLOUR,
                edition.colour_rules[rule],
                N_("{white} has White against {black}; the colour rules say otherwise."),
                {"white": board.white, "black": board.black},
                players=(board.white, board.black),
            )
    return None
