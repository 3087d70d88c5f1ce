"""Judge a given round by the Dutch rules: find the first point in which it differs from the right
one.

The judge goes down the brackets of the right pairing. As long as the given pairing agrees, the next
bracket has the same members in both. In the first bracket that differs, the two candidates are
compared criterion by criterion, and finally by their order of generation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from crivello.model.field import Entrant, Field
from crivello.model.pairing import Board, RoundPairing, opponents
from crivello.model.result import Colour
from crivello.model.sentence import N_, PlayerRef, Sentence
from crivello.model.trace import Pairs
from crivello.model.trace.dutch import BracketPaired
from crivello.rules.colours import higher_ranked
from crivello.systems.dutch.bracket import CandidatePart, DutchBracket
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch.restricted import best_with
from crivello.systems.dutch.solver import record
from crivello.systems.dutch.solver.choice import look_ahead_value
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem, parts_of
from crivello.systems.dutch.solver.round_solver import PairedBracket, RecordedRound, RoundSolver
from crivello.systems.dutch.system import DutchSystem
from crivello.systems.judgement import (
    Breach,
    Defect,
    Difference,
    RoundJudge,
    Wish,
    breach,
    later_in_order,
)


def candidate_parts(
    field: Field,
    moved_down: Iterable[int],
    residents: Iterable[int],
    pairs: Pairs,
    downfloaters: Iterable[int],
) -> list[CandidatePart]:
    """Return the parts of a candidate, given by ids: its pairs and its downfloaters."""
    by_id: dict[int, Entrant] = {player.id: player for player in field.entrants}
    came = set(moved_down)
    bracket = DutchBracket(
        tuple(by_id[player] for player in residents),
        tuple(player for player in field.entrants if player.id in came),
        field.scoring.unit,
        field.initial_colour is Colour.WHITE,
    )
    parts = []
    for one, other in pairs:
        higher, lower = higher_ranked(by_id[one], by_id[other])
        parts.append(CandidatePart(bracket, higher, lower, higher.id in came))
    return parts + [CandidatePart(bracket, by_id[p], None, p in came) for p in downfloaters]


def breaches(
    edition: DutchEdition, parts: list[CandidatePart], asked: Iterable[str]
) -> list[Breach]:
    """Return the breaches of the quality criteria whose codes are in `asked`, in order."""
    codes = set(asked)
    bye = () if edition.bye is None else (edition.bye,)
    return [
        breach(criterion, parts)
        for criterion in (*bye, *edition.quality)
        if criterion.code in codes and any(criterion.value(parts))
    ]


# The judgement.


class DutchJudge(RoundJudge):
    @cached_property
    def _right(self) -> RecordedRound:
        assert isinstance(self.system, DutchSystem)
        right = RecordedRound(self.field, self.system.edition, self.trace)
        right.run()
        return right

    def _pair_with(self, wish: Wish) -> RoundPairing:
        return self.system.pair_field(
            wish.grant(self.field), lambda field, *_: best_with(self._right, field, wish.players)
        )

    def _compare(self, boards: Collection[Board], bye: int | None) -> Difference | None:
        right = self._right
        partner = opponents(boards)
        lowest = _check_bye_score(right, bye)
        if lowest is not None:
            return lowest
        for paired in right.brackets:
            if paired.undone:
                continue
            given = _find_candidate(paired.problem, partner)
            if given is None:
                return _report_moved_down_meeting(paired.problem, right.edition, partner)
            if set(given.pairs) != set(paired.candidate.pairs):
                return _compare(right, paired, given)
        return None


JUDGE = DutchJudge


def _check_bye_score(right: RoundSolver, bye: int | None) -> Difference | None:
    """Return the difference if a player with a lower score could have the bye (C5 of 2026); else
    None.
    """
    if right.lowest_bye is None or bye is None:
        return None
    score = next(player.score for player in right.field.entrants if player.id == bye)
    if score == right.lowest_bye:
        return None
    return Difference(
        Defect.CRITERION,
        right.edition.lowest_bye or "",
        Sentence(
            N_("The bye is not for {player}: a player with a lower score can have it."),
            player=PlayerRef(bye),
        ),
        right=(right.lowest_bye,),
        wrong=(score,),
        players=(bye,),
    )


def _find_candidate(problem: BracketProblem, partner: dict[int, int]) -> BracketCandidate | None:
    """Return the candidate of a bracket that the given pairing contains; None if two moved-down
    players meet.
    """
    players = problem.entrants(problem.players)
    place = {player.id: i for i, player in enumerate(players)}
    pairs, floaters = [], []
    for i, player in enumerate(players):
        j = place.get(partner.get(player.id, -1))
        if j is None:
            floaters.append(i)
        elif i < j:
            if j < len(problem.moved_down):
                return None
            pairs.append((i, j))
    return BracketCandidate(tuple(pairs), tuple(floaters))


def _report_moved_down_meeting(
    problem: BracketProblem, edition: DutchEdition, partner: dict[int, int]
) -> Difference:
    """Return the difference for two moved-down players who meet."""
    moved_down = {player.id for player in problem.entrants(problem.moved_down)}
    one = min(player for player in moved_down if partner.get(player) in moved_down)
    return Difference(
        Defect.CRITERION,
        edition.floaters[0].code,
        Sentence(
            N_("{one} and {other} meet, though both could have been paired in a higher bracket."),
            one=PlayerRef(one),
            other=PlayerRef(partner[one]),
        ),
        problem.bracket.score,
        players=(one, partner[one]),
    )


def _compare(right: RecordedRound, paired: PairedBracket, given: BracketCandidate) -> Difference:
    """Return the first criterion, or else the first rule of generation, that prefers the right
    candidate to the given one.
    """
    problem, best = paired.problem, paired.step
    ahead = look_ahead_value(problem, given, right.completion)
    other = record.bracket_paired(problem, best.role, given, ahead)
    edition = problem.edition
    by_code = {c.code: c for c in (*edition.floaters, *edition.quality)}
    if edition.bye is not None:
        by_code[edition.bye.code] = edition.bye
    floaters = tuple(p for p in other.downfloaters if p not in best.downfloaters)
    fewest = edition.floaters[0]
    if len(other.pairs) != len(best.pairs):
        parts = tuple((player,) for player in floaters)
        values = (len(best.downfloaters),), (len(other.downfloaters),)
        if not edition.completion_always:
            # C.5 of 2017 counts pairs: how many fewer than MaxPairs.
            values = (0,), (len(best.pairs) - len(other.pairs),)
        return _differ_by_criterion(problem, fewest.code, fewest.sentence, *values, parts)
    wrong = dict(other.failures)
    for code, value in best.failures:
        if wrong.get(code, value) != value:
            if code in by_code:
                found = breach(by_code[code], parts_of(problem, given))
                return _differ_by_criterion(
                    problem, code, found.sentence, value, wrong[code], found.parts
                )
            sentence = N_("The next bracket can be paired better with other downfloaters.")
            parts = tuple((player,) for player in floaters)
            return _differ_by_criterion(problem, code, sentence, value, wrong[code], parts)
    return _differ_by_order(problem, best, other)


def _differ_by_criterion(
    problem: BracketProblem,
    code: str,
    sentence: str,
    right: tuple[int, ...],
    wrong: tuple[int, ...],
    parts: tuple[tuple[int, ...], ...],
) -> Difference:
    """Return the difference in the value of one criterion.

    `parts` are the pairs and players of the given pairing that fail it.
    """
    score = problem.bracket.score
    players = tuple(player for part in parts for player in part)
    return Difference(
        Defect.CRITERION, code, Sentence(sentence), score, right, wrong, players, parts
    )


def _differ_by_order(
    problem: BracketProblem, best: BracketPaired, other: BracketPaired
) -> Difference:
    """Return the difference between two equally good candidates, of which the right one is
    generated first.
    """
    transpositions, exchanges, sets = problem.edition.generation
    score = best.score
    if best.limbo != other.limbo:
        sentence = N_("Equally good, but another set of moved-down players comes first.")
        return later_in_order(sets, sentence, score)
    sentence = N_("Equally good, but an earlier transposition gives the right pairing.")
    if best.moved_down_pairs == other.moved_down_pairs:
        one, two = best.remainder, other.remainder
        assert one is not None
        assert two is not None
        if one.exchanged_from_s1 != two.exchanged_from_s1 or (
            one.exchanged_from_s2 != two.exchanged_from_s2
        ):
            sentence = N_("Equally good, but it needs a later exchange than the right pairing.")
            return later_in_order(exchanges, sentence, score)
    return later_in_order(transpositions, sentence, score)
