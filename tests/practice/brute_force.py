"""Exercises solved without the sieve, to compare its answers with.

For the Dutch system since 2017 and the Dubov system since 2018, all legal pairings of all players
are listed and compared by criteria and order; matches are measured by their own listing. The other
systems are paired by their literal enumeration, which shares no search with the solver that the
answers come from.
"""

from __future__ import annotations

from crivello.explain.typed_bracket import TypedRound
from crivello.practice.course import CandidateOutcome, Course, Tried, solve
from crivello.practice.exercise import Exercise, QuestionKind
from crivello.practice.judging import judge, right_answer
from crivello.systems.dubov.system import DubovSystem
from crivello.systems.dutch.system import DutchSystem
from crivello.systems.matches.system import MatchSystem
from tests.explain.exhaustive_dubov import DubovRound
from tests.explain.exhaustive_dutch import DutchRound, Piece
from tests.systems.matches.exhaustive import best_round

PairSets = frozenset[frozenset[int]]


def verify(exercise: Exercise) -> int:
    """Check all answers of an exercise; return how many questions it has."""
    course = solve(exercise)
    whole = whole_pairing(course.round)
    asked = {*course.asked, *course.floaters} if course.goes_up else {*course.asked}
    inside = frozenset(pair for pair in whole if pair <= asked)
    assert course.pair_set == (whole if course.whole else inside), "the pairs"
    partner = {one: other for pair in whole for one in pair for other in pair - {one}}
    residents = {*course.asked}
    if course.goes_up:
        floaters = {partner[one] for one in residents if one in partner} - residents
    else:
        floaters = {one for one in residents if partner.get(one) not in residents}
    assert {*course.floaters} == floaters, "the floaters"
    if isinstance(course.system, DutchSystem):
        verify_candidates(course)
    for question in course.questions:
        answer = right_answer(exercise, question)
        assert judge(exercise, question, answer).right, question
        if question.kind is QuestionKind.PAIRING:
            turned = ", ".join("-".join(reversed(pair.split("-"))) for pair in answer.split(", "))
            assert judge(exercise, question, turned).right
    return len(course.questions)


def whole_pairing(this: TypedRound) -> PairSets:
    """Return all pairs of the round, found by listing all pairings."""
    system, field = this.rules, this.field
    if isinstance(system, DutchSystem):
        dutch = DutchRound(field, system.edition, this.trace)
        return frozenset(min(dutch.all, key=dutch.key).sets())
    if isinstance(system, DubovSystem):
        dubov = DubovRound(field, system.edition)
        return frozenset(min(dubov.all, key=dubov.key).sets())
    if isinstance(system, MatchSystem):
        last = {"team-2026": 2, "doubleswiss-2026": 1}[system.key]
        kind = {"team-2026": "A", "doubleswiss-2026": ""}[system.key]
        found = best_round(field, last, kind)
        assert found is not None
        return frozenset(found[0])
    boards = system.sift(this.tournament, this.number, None, field).boards
    return frozenset(frozenset((board.white, board.black)) for board in boards)


def verify_candidates(course: Course) -> None:
    """Compare the candidates of a Dutch bracket, their order and where each falls."""
    system = course.system
    assert isinstance(system, DutchSystem)
    assert course.tried is Tried.PAIRINGS
    judged = DutchRound(course.round.field, system.edition, course.round.trace)
    pieces: dict[PairSets, Piece] = {}
    for whole in judged.all:
        if whole.bye is not None and judged.lowest_bye not in (None, whole.bye.score):
            continue  # C5
        for piece in judged.pieces(whole) or ():
            if {player.id for player in piece.moved_down + piece.residents} == {*course.asked}:
                pieces[frozenset(frozenset((a.id, b.id)) for a, b in piece.pairs)] = piece
    chosen = next(one for one in course.every if one.outcome is CandidateOutcome.CHOSEN)
    best = judged.vector(pieces[chosen.pair_set])
    came = {player.id for player in pieces[chosen.pair_set].moved_down}
    m1 = sum(bool({*pair} & came) for pair in chosen.pairs)
    listed = {one.pair_set: one for one in course.every}
    places = []
    for pairs, piece in pieces.items():
        if len(pairs) != len(chosen.pairs) or sum(bool(pair & came) for pair in pairs) != m1:
            continue
        one = listed[pairs]
        places.append((judged.order(piece), one.number))
        values = zip(judged.vector(piece), best, strict=True)
        falls = next((code for (code, mine), (_, least) in values if mine != least), "")
        assert one.criterion == falls, (one, falls)
        assert one.outcome is not CandidateOutcome.FORBIDDEN
    numbers = [number for _, number in sorted(places)]
    assert numbers == sorted(numbers), "the order"
    for one in course.every:
        if one.outcome is not CandidateOutcome.FORBIDDEN and system.edition.completion_always:
            assert one.pair_set in pieces, one
