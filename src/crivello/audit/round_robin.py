"""Round robins: finding the Berger table of a tournament, and comparing its rounds (C.05, Annex 1).

The numbers of a file need not be those that were drawn: if its rounds are those of the table with
other numbers, these are found and named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from crivello.audit.causes import DifferenceCause
from crivello.audit.checker import RoundReport, Verdict
from crivello.audit.comparison import ComparedRound
from crivello.model.errors import CrivelloError, Problem, warning
from crivello.model.keys import SYSTEMS
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import N_, ListOf
from crivello.model.tournament import Tournament
from crivello.rules.round_robin import (
    in_order_of_numbers,
    problems_by_hand,
    round_robin_for,
)
from crivello.standard.classes import frozen
from crivello.systems.registry import find
from crivello.systems.roundrobin.system import RoundRobin

EXCHANGED = N_("The last two rounds of every cycle except the last are exchanged.")
NOT_EXCHANGED = N_("The last two rounds of the first cycle are not exchanged.")
DRAWN = N_("The rounds are those of the table with these numbers, from 1 on: {players}.")


def round_robin_key(tournament: Tournament) -> str:
    """Return the system that the file states or, if none, the one with as many rounds."""
    settings = tournament.settings
    stated = SYSTEMS.get(settings.system or "")
    if stated is not None and stated.round_robin:
        return stated.key
    rounds = max(settings.rounds or 0, tournament.paired_rounds)
    return round_robin_for(len(tournament.players), rounds)


@frozen
class RoundRobinCheck:
    """The rounds compared with the table, and remarks about the whole tournament."""

    system: str
    rounds: tuple[RoundReport, ...] = ()
    remarks: tuple[Problem, ...] = ()
    draw: tuple[int, ...] = ()
    """Players in the order of the table's numbers, if these are not the numbers of the file."""


def check_round_robin(tournament: Tournament, key: str | None = None) -> RoundRobinCheck:
    """Compare each round with the round of the Berger table that has its number.

    Tried in this order: the numbers of the file, the other order of the last rounds of a cycle, and
    any other numbers; the first that reproduce every round are used, else those of the file.
    """
    key = key or round_robin_key(tournament)
    system = find(key)
    assert isinstance(system, RoundRobin)
    settings = tournament.settings
    rounds = max(settings.rounds or 0, tournament.paired_rounds) or None
    tournament = replace(tournament, settings=replace(settings, rounds=rounds))
    if not tournament.paired_rounds:
        return RoundRobinCheck(key)
    remarks: list[Problem] = []
    options = settings.options
    other = replace(options, exchanged_rounds=not options.exchanged_rounds)
    for chosen in (options, other) if "exchanged-rounds" in system.options else (options,):
        given = replace(tournament, settings=replace(tournament.settings, options=chosen))
        if _reproduces(system, given):
            if chosen is other:
                remarks.append(warning(EXCHANGED if chosen.exchanged_rounds else NOT_EXCHANGED))
            return RoundRobinCheck(key, tuple(_reports(system, given, tournament)), tuple(remarks))
        draw = _fitting_draw(system, given)
        if draw is not None:
            if chosen is other:
                remarks.append(warning(EXCHANGED if chosen.exchanged_rounds else NOT_EXCHANGED))
            order = tuple(sorted(draw, key=draw.__getitem__))
            remarks.append(warning(DRAWN, players=ListOf.players(order)))
            drawn = _with_numbers(given, draw)
            return RoundRobinCheck(
                key, tuple(_reports(system, drawn, tournament)), tuple(remarks), order
            )
    remarks += problems_by_hand(tournament, key)
    return RoundRobinCheck(key, tuple(_reports(system, tournament, tournament)), tuple(remarks))


def _with_numbers(tournament: Tournament, draw: Mapping[int, int]) -> Tournament:
    players = tuple(replace(player, number=draw[player.id]) for player in tournament.players)
    return replace(tournament, players=players)


def _pair_by_table(
    system: RoundRobin, tournament: Tournament, number: int
) -> tuple[RoundPairing | None, CrivelloError | None]:
    try:
        return RoundPairing(number, system.key, system.table_round(tournament, number)), None
    except CrivelloError as refusal:
        return None, refusal


def _reproduces(system: RoundRobin, tournament: Tournament) -> bool:
    for number in range(1, tournament.paired_rounds + 1):
        expected, _ = _pair_by_table(system, tournament, number)
        actual = ComparedRound.actual(tournament.round(number))
        if expected is None or ComparedRound.of_pairing(expected) != actual:
            return False
    return True


def _reports(
    system: RoundRobin, ruled: Tournament, tournament: Tournament
) -> Iterator[RoundReport]:
    """Yield the report of each round; `ruled` is the tournament with the numbers and options of the
    table.
    """
    planned = [_pair_by_table(system, ruled, n)[0] for n in range(1, tournament.paired_rounds + 1)]
    boards = [None if one is None else frozenset(one.boards) for one in planned]
    for number in range(1, tournament.paired_rounds + 1):
        actual = ComparedRound.actual(tournament.round(number))
        expected, error = _pair_by_table(system, ruled, number)
        if expected is not None and ComparedRound.of_pairing(expected) == actual:
            yield RoundReport(number, Verdict.SAME, actual, expected)
            continue
        if actual.boards in boards:
            sentence = N_("It is round {number} of the Berger tables.")
            cause = DifferenceCause.of(
                "rounds-exchanged", sentence, number=boards.index(actual.boards) + 1
            )
            yield RoundReport(number, Verdict.EXPLAINED, actual, expected, cause)
            continue
        difference = None
        if expected is not None:
            difference = system.judge_for(ruled, number).judge(list(actual.boards), actual.bye)
        different = Verdict.DIFFERENT
        yield RoundReport(number, different, actual, expected, None, error, difference)


# Which numbers were drawn? Number 1 meets every other number in a different round, so
# that one choice decides all of them.


def _fitting_draw(system: RoundRobin, tournament: Tournament) -> Mapping[int, int] | None:
    """Return the drawn number of each player with which every round is reproduced; None if there
    are none.
    """
    for player in in_order_of_numbers(tournament):
        draw = _draw_from(system, tournament, player.id)
        if draw is not None and _reproduces(system, _with_numbers(tournament, draw)):
            return draw
    return None


def _draw_from(system: RoundRobin, tournament: Tournament, first: int) -> Mapping[int, int] | None:
    """Return all drawn numbers, given that `first` has number 1.

    Return None if the rounds contradict it, or are too few to tell.
    """
    met = [
        {one: other for g in this.games for one, other in ((g.white, g.black), (g.black, g.white))}
        for this in tournament.rounds[: tournament.paired_rounds]
    ]
    numbers = [
        {one: other for pair in this.pairs for one, other in (pair, pair[::-1])}
        for this in system.plan(tournament)
    ]
    found, waiting = {first: 1}, [first]
    while waiting:
        player = waiting.pop()
        for here, table in zip(met, numbers, strict=False):
            opponent, number = here.get(player), table.get(found[player])
            if opponent is None or number is None:
                continue
            if opponent not in found:
                found[opponent] = number
                waiting.append(opponent)
            elif found[opponent] != number:
                return None
    if len(set(found.values())) < len(tournament.players):
        return None
    return found
