"""One bracket: the first best candidate, found as near to the bracket as possible.

What a bracket leaves to the others (completion, look ahead) rarely matters. So the bracket is
first solved alone, as if its downfloaters were welcome below. This only leaves demands
out; if the candidate found then turns out to meet them as well as any could, it is the answer. If
not, the next scoregroup is taken into the problem, and at last the whole field.
"""

from __future__ import annotations

from ....matching.bits import bitset
from ....matching.cardinality import grow_tree, maximum_matching
from .exact import Candidate, Problem, Reach, first_best
from .meetings import Completion


def pair_bracket(problem: Problem, completion: Completion) -> Candidate:
    for reach in _reaches(problem):
        candidate = first_best(problem, reach)
        if candidate is not None and _stands(problem, completion, reach, candidate):
            return candidate
    raise AssertionError("a bracket without a candidate, though the round can be completed")


def _reaches(problem: Problem) -> list[Reach]:
    if problem.last:
        return [Reach.BRACKET]
    reaches = [Reach.BRACKET]
    if problem.look_ahead and (problem.lower or not problem.complete):
        reaches.append(Reach.NEXT)
    if problem.complete:
        reaches.append(Reach.FIELD)
    return reaches


def _stands(problem: Problem, completion: Completion, reach: Reach, candidate: Candidate) -> bool:
    """Does the candidate meet what this reach left out, as well as any candidate could?"""
    if problem.last or reach is Reach.FIELD:
        return True
    if reach is Reach.NEXT:
        if not problem.complete:
            return True
        return completion.possible(bitset(candidate.next_floaters), bitset(problem.lower))
    floaters = bitset(problem.players[i] for i in candidate.floaters)
    if problem.look_ahead:
        return _next_is_ideal(problem, floaters)
    return completion.possible(floaters, bitset(problem.next_group + problem.lower))


def _next_is_ideal(problem: Problem, floaters: int) -> bool:
    """Can the next bracket be paired without leaving anybody but, if it is odd, one resident?

    No next bracket is better in pairs, score differences or scores of the unpaired. Where the
    round must be completed, the one left must moreover find his place below.
    """
    rows = list(problem.meetings.rows)
    group = bitset(problem.next_group)
    for v in range(floaters.bit_length()):
        if floaters >> v & 1:
            rows[v] &= ~floaters
    left = _possible_exposed(rows, floaters | group)
    if left is None:
        return False
    if not problem.complete:
        return not left or bool(left & group)
    lower = bitset(problem.lower)
    if (floaters.bit_count() + len(problem.next_group) + len(problem.lower)) % 2:
        lower |= problem.meetings.bye_bit
    below = _possible_exposed(rows, lower)
    if below is None:
        return False
    if not left:
        return not below
    below |= 0
    return any(rows[v] & below for v in range(left.bit_length()) if (left & group) >> v & 1)


def _possible_exposed(rows: list[int], subset: int) -> int | None:
    """Match a set of vertices: 0 if all can be; if all but one, those who can be left.

    None if more than one must be left.
    """
    graph = [row & subset if subset >> v & 1 else 0 for v, row in enumerate(rows)]
    mate = maximum_matching(graph)
    exposed = [v for v, w in enumerate(mate) if w < 0 and subset >> v & 1]
    if len(exposed) > 1:
        return None
    if not exposed:
        return 0
    tree = grow_tree(graph, mate, exposed[0], 0, subset)
    assert not isinstance(tree, int)
    return tree.outer
