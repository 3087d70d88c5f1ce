"""A given round pairing judged by the Dutch rules: the first point in which it is not theirs.

The brackets of the right pairing are walked from the top. As long as the given pairing agrees with
them, the next bracket has the same members in both; in the first that differs, the two candidates
are compared criterion by criterion, and at last by their order of generation.
"""

from __future__ import annotations

from collections.abc import Collection

from crivello.model.field import Field
from crivello.model.pairing import Board
from crivello.model.sentence import N_, PlayerRef, Sentence
from crivello.model.trace.dutch import BracketPaired
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch.solver import record
from crivello.systems.dutch.solver.choice import look_ahead_value
from crivello.systems.dutch.solver.problem import BracketCandidate, BracketProblem, parts_of
from crivello.systems.dutch.solver.walk import PairedBracket, RecordedWalk, Walk
from crivello.systems.judgement import Defect, Difference, breach, generated_later


def judge(
    field: Field, edition: DutchEdition, boards: Collection[Board], bye: int | None
) -> Difference | None:
    """The first difference of a lawful pairing to the right pairs and bye; None: there is none."""
    walk = RecordedWalk(field, edition)
    walk.run()
    partner = {b.white: b.black for b in boards} | {b.black: b.white for b in boards}
    lowest = _bye_too_high(field, edition, walk, bye)
    if lowest is not None:
        return lowest
    for paired in walk.brackets:
        if paired.undone:
            continue
        given = _candidate_in(paired.problem, partner)
        if given is None:
            return _moved_down_meet(paired.problem, edition, partner)
        if set(given.pairs) != set(paired.candidate.pairs):
            return _compare(walk, paired, given)
    return None


def _bye_too_high(
    field: Field, edition: DutchEdition, walk: Walk, bye: int | None
) -> Difference | None:
    """C5 of 2026 stands above all brackets."""
    if walk.lowest_bye is None or bye is None:
        return None
    score = next(player.score for player in field.entrants if player.id == bye)
    if score == walk.lowest_bye:
        return None
    return Difference(
        Defect.CRITERION,
        edition.lowest_bye or "",
        Sentence(
            N_("The bye is not for {player}: somebody with a lower score can have it."),
            player=PlayerRef(bye),
        ),
        right=(walk.lowest_bye,),
        wrong=(score,),
        players=(bye,),
    )


def _candidate_in(problem: BracketProblem, partner: dict[int, int]) -> BracketCandidate | None:
    """The candidate of this bracket in the given pairing; None if two moved-down players meet."""
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


def _moved_down_meet(
    problem: BracketProblem, edition: DutchEdition, partner: dict[int, int]
) -> Difference:
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


def _compare(walk: RecordedWalk, paired: PairedBracket, given: BracketCandidate) -> Difference:
    """The first criterion, or else the rule of generation, that prefers the right candidate."""
    problem = paired.problem
    steps = [
        record.bracket_paired(
            problem, paired.role, candidate, look_ahead_value(problem, candidate, walk.completion)
        )
        for candidate in (paired.candidate, given)
    ]
    best, other = steps
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
        return _by_criterion(problem, fewest.code, fewest.sentence, *values, parts)
    wrong = dict(other.failures)
    for code, value in best.failures:
        if wrong.get(code, value) != value:
            if code in by_code:
                found = breach(by_code[code], parts_of(problem, given))
                return _by_criterion(problem, code, found.sentence, value, wrong[code], found.parts)
            sentence = N_("The next bracket can be paired better with other downfloaters.")
            parts = tuple((player,) for player in floaters)
            return _by_criterion(problem, code, sentence, value, wrong[code], parts)
    return _by_order(problem, best, other)


def _by_criterion(
    problem: BracketProblem,
    code: str,
    sentence: str,
    right: tuple[int, ...],
    wrong: tuple[int, ...],
    parts: tuple[tuple[int, ...], ...],
) -> Difference:
    """`parts`: the pairs and players of the given pairing in which it fails."""
    score = problem.bracket.score
    players = tuple(player for part in parts for player in part)
    return Difference(
        Defect.CRITERION, code, Sentence(sentence), score, right, wrong, players, parts
    )


def _by_order(problem: BracketProblem, best: BracketPaired, other: BracketPaired) -> Difference:
    """Equally good: the right candidate is generated earlier."""
    transpositions, exchanges, sets = problem.edition.generation
    score = best.score
    if best.limbo != other.limbo:
        sentence = N_("Equally good, but another set of moved-down players comes first.")
        return generated_later(sets, sentence, score)
    sentence = N_("Equally good, but an earlier transposition gives the right pairing.")
    if best.moved_down_pairs == other.moved_down_pairs:
        one, two = best.remainder, other.remainder
        assert one is not None
        assert two is not None
        if one.exchanged_from_s1 != two.exchanged_from_s1 or (
            one.exchanged_from_s2 != two.exchanged_from_s2
        ):
            sentence = N_("Equally good, but it needs a later exchange than the right pairing.")
            return generated_later(exchanges, sentence, score)
    return generated_later(transpositions, sentence, score)
