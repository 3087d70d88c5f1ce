"""The checker: it pairs every round of a tournament again from the rounds before it, and compares.

A file holds only the final numbers and results, so a round that the rules do not reproduce may
still have been paired correctly from what was known then. Before calling it different, the usual
causes are tried one by one (`causes`), then other editions and accelerations (`rivals`), and those
that explain the round are named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from crivello.audit import causes
from crivello.audit.causes import DifferenceCause, Discrepancy, Turned, Variant
from crivello.audit.comparison import ComparedRound
from crivello.audit.rivals import OwnRounds, Rivals, cost_of
from crivello.audit.verdicts import details, first_difference
from crivello.explain.explanation import Paragraph
from crivello.model.errors import CrivelloError
from crivello.model.field import Field
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import N_, PlayerRef
from crivello.model.tournament import Tournament
from crivello.rules.field import build_field
from crivello.standard.classes import frozen
from crivello.systems.judgement import Difference
from crivello.systems.registry import System

EFFORT = 24_000
"""The most boards that are paired again to find the cause for one round."""
EFFORT_OF_FILE = 120_000
"""The most boards that are paired again to find causes for all rounds of a tournament."""
EFFORT_FOR_MORE = 4_000
"""The most boards that are paired again to find further causes after the first."""
MOST_CAUSES = 3
"""The most causes named for one round."""


class Verdict(Enum):
    SAME = "same"
    DIFFERENT = "different"
    EXPLAINED = "explained"
    """Different from the pairing by the file's data, but right for the changed data that `cause`
    names.
    """


@frozen
class RoundReport:
    round: int
    verdict: Verdict
    actual: ComparedRound
    expected: RoundPairing | None
    """The pairing by the rules; None if there is none, for the reason in `error`."""
    cause: DifferenceCause | None = None
    """The cause that explains the round; for a different round, a change that would explain it."""
    error: CrivelloError | None = None
    difference: Difference | None = None
    """The first point in which a different round departs from the rules."""
    exhausted: bool = False
    """True if the search for a cause ended before all were tried."""
    details: tuple[Paragraph, ...] = ()
    """The difference in words: which rule, in which bracket, and how much worse."""
    other_causes: tuple[DifferenceCause, ...] = ()
    """Less likely causes that explain the round as well, one of each kind."""


@dataclass
class Budget:
    """The number of boards that may still be paired again."""

    left: int
    factor: int = 1
    """The cost of one board; systems that are slow have a higher one."""
    ended: bool = field(default=False, init=False)
    """True if something was left untried because nothing was left of the budget."""

    def spend(self, boards: int) -> bool:
        """Spend boards of the budget; return False if nothing was left before."""
        if self.left <= 0:
            self.ended = True
            return False
        self.left -= boards
        return True


class RoundContext(NamedTuple):
    """What a check knows about a round besides the tournament's data."""

    turned: Turned = frozenset()
    """Earlier games whose colours are not those of their pairing."""
    by_hand: frozenset[int] = frozenset()
    """Players whose pairing the file marks as set by hand."""


def with_rounds(tournament: Tournament) -> Tournament:
    """Return the tournament with its number of rounds: as announced, else as many as the file
    shows.

    A file shows rounds by its pairings, by byes requested for later rounds, and by dates. The
    tournament is assumed to be finished: its last round was the last one.
    """
    settings = tournament.settings
    if settings.rounds is not None:
        return tournament
    rounds = max(len(tournament.rounds), len(settings.round_dates))
    if not rounds:
        return tournament
    return replace(tournament, settings=replace(settings, rounds=rounds))


def check(
    tournament: Tournament,
    system: System,
    effort: int = EFFORT,
    effort_of_file: int = EFFORT_OF_FILE,
    by_hand: Mapping[int, frozenset[int]] | None = None,
) -> Iterator[RoundReport]:
    """Yield a report for each paired round.

    `effort` limits the search for the cause of one round. `by_hand` has for each round the players
    whose pairing the file marks as set by hand.
    """
    # C.04.2.A.4 (1)
    marked = by_hand or {}
    turned: set[tuple[int, frozenset[int]]] = set()
    rivals = Rivals(OwnRounds(with_rounds(tournament), system))
    whole = Budget(effort_of_file)
    for number in range(1, tournament.paired_rounds + 1):
        budget = Budget(min(effort, whole.left), cost_of(system.key))
        at_first = budget.left
        known = RoundContext(frozenset(turned), marked.get(number, frozenset()))
        report = _check_round(tournament, number, system, budget, known, rivals)
        whole.spend(at_first - budget.left)
        if report.verdict is not Verdict.SAME and report.expected is not None:
            boards = report.actual.turned_boards(ComparedRound.of_pairing(report.expected))
            turned |= {(number, frozenset((b.white, b.black))) for b in boards}
        yield report


def check_round(
    tournament: Tournament, number: int, system: System, effort: int = EFFORT
) -> RoundReport:
    """Check one round and return its report."""
    rivals = Rivals(OwnRounds(with_rounds(tournament), system))
    return _check_round(
        tournament, number, system, Budget(effort, cost_of(system.key)), RoundContext(), rivals
    )


def _check_round(
    tournament: Tournament,
    number: int,
    system: System,
    budget: Budget,
    known: RoundContext,
    rivals: Rivals,
) -> RoundReport:
    stated = tournament.settings.rounds is not None
    tournament = with_rounds(tournament)
    actual = ComparedRound.actual(tournament.round(number))
    expected, error = rivals.own.round(number)
    given = None if expected is None else ComparedRound.of_pairing(expected)
    if given == actual:
        return RoundReport(number, Verdict.SAME, actual, expected)
    fits = budget.left <= 0 or 2 * rivals.own.count >= tournament.paired_rounds - 1
    averages = system.rules_in(tournament, number).field_rules.aro
    discrepancy = Discrepancy(
        tournament, number, actual, given, known.turned, stated, fits, known.by_hand, averages
    )
    found, explains = _causes(discrepancy, system, budget, rivals)
    cause = found[0] if found else None
    if explains:
        others = tuple(found[1:])
        return RoundReport(
            number, Verdict.EXPLAINED, actual, expected, cause, error, other_causes=others
        )
    difference = None
    words: tuple[Paragraph, ...] = ()
    if expected is not None:
        difference = first_difference(system, tournament, expected, actual.boards, actual.bye)
        words = details(system, tournament, number, difference)
    verdict, ended = Verdict.DIFFERENT, budget.ended
    return RoundReport(number, verdict, actual, expected, cause, error, difference, ended, words)


def _causes(
    discrepancy: Discrepancy, system: System, budget: Budget, rivals: Rivals
) -> tuple[list[DifferenceCause], bool]:
    """Return the causes that explain the round, the likeliest first, and True.

    If there is none, return the cause that might explain it, if any, and False.
    """
    would_do: DifferenceCause | None = None
    if not budget.spend(0):
        return [], False
    for variant in causes.facts(discrepancy):
        if _holds(variant, discrepancy, system, budget):
            return [variant.cause], True
    cause = rivals.cause(discrepancy.number, budget.spend)
    if cause is not None:
        return [cause], True
    found: list[DifferenceCause] = []
    enough = 0
    for variant in causes.guesses(discrepancy):
        if not variant.explains and (found or would_do is not None):
            continue
        if any(one.is_like(variant.cause) for one in found):
            continue
        if budget.ended or len(found) == MOST_CAUSES or (found and budget.left < enough):
            break
        if _holds(variant, discrepancy, system, budget):
            if not variant.explains:
                would_do = variant.cause
                continue
            if not found:
                enough = budget.left - EFFORT_FOR_MORE
            found.append(variant.cause)
    if found:
        return found, True
    cause = _find_reversed_game(discrepancy, system)
    if cause is not None:
        return [cause], True
    cause = causes.cause_of_marks(discrepancy) or would_do or causes.cause_of_swap(discrepancy)
    return [] if cause is None else [cause], False


def _holds(variant: Variant, discrepancy: Discrepancy, system: System, budget: Budget) -> bool:
    """Return True if the variant reproduces this round and all earlier ones from `since` on."""
    tournament, number = discrepancy.tournament, discrepancy.number
    cost = max(len(discrepancy.actual.boards), 1) * budget.factor
    if not budget.spend(cost):
        return False
    # This round first: it nearly always fails. Then the rounds before it.
    given = _answer(system, variant.tournament, number, variant.stale_averages)
    if given is None or not variant.accepts(given, discrepancy.actual):
        return False
    for earlier in range(number - 1, variant.since - 1, -1):
        if not budget.spend(cost) or not _reproduces(
            system, variant.tournament, earlier, tournament
        ):
            return False
    return True


def _answer(
    system: System, tournament: Tournament, number: int, stale_averages: bool = False
) -> ComparedRound | None:
    field = _with_stale_averages(system, tournament, number) if stale_averages else None
    try:
        return ComparedRound.of_pairing(system.pair(tournament, number, None, field))
    except CrivelloError:
        return None


def _with_stale_averages(system: System, tournament: Tournament, number: int) -> Field:
    """Return the field of the round with the average ratings of opponents from the round before."""
    rules = system.rules_in(tournament, number).field_rules
    now, before = (build_field(tournament, one, rules) for one in (number, number - 1))
    averages = {player.id: player.aro for player in before.entrants}
    entrants = (replace(one, aro=averages.get(one.id, one.aro)) for one in now.entrants)
    return replace(now, entrants=tuple(entrants))


def _reproduces(system: System, variant: Tournament, number: int, tournament: Tournament) -> bool:
    """Return True if pairing the variant gives round `number` of the tournament."""
    return _answer(system, variant, number) == ComparedRound.actual(tournament.round(number))


def _find_reversed_game(discrepancy: Discrepancy, system: System) -> DifferenceCause | None:
    """Return the cause that one game was played with reversed colours, if the next round proves it.

    The proof: the next round follows from the reversed colours, and not from those of the pairing.
    """
    tournament, following = discrepancy.tournament, discrepancy.number + 1
    if (
        not discrepancy.one_colour
        or discrepancy.expected is None
        or following > tournament.paired_rounds
    ):
        return None
    if not _reproduces(system, tournament, following, tournament):
        return None
    (board,) = discrepancy.actual.turned_boards(discrepancy.expected)
    game = next(
        g
        for g in tournament.round(discrepancy.number).games
        if {g.white, g.black} == {board.white, board.black}
    )
    as_paired = causes.with_game(tournament, discrepancy.number, game, causes.with_turned(game))
    if _reproduces(system, as_paired, following, tournament):
        return None
    sentence = N_(
        "Only the colours of {white}-{black} are the other way round, and the next round"
        " was paired by them."
    )
    white, black = PlayerRef(board.white), PlayerRef(board.black)
    return DifferenceCause.of("colours-reversed", sentence, white=white, black=black)
