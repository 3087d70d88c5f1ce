"""A given round pairing judged by the Dubov rules: the first point in which it is not theirs.

The bye comes first, then the scoregroups from the top. As long as the given pairing agrees with
the right one, the next scoregroup has the same residents in both. In the first that differs, the
two are compared criterion by criterion, then by the order of their sets of upfloaters (D.1, 4.2),
then by their shifts (B.4 with D.2; 3.2.4 with 4.3), and at last by their transpositions.

First: what a candidate of a bracket fails, and who suffers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from crivello.model.field import Entrant, Field
from crivello.model.pairing import Board
from crivello.model.sentence import N_, PlayerRef, Sentence
from crivello.model.trace import Pairs, Trace
from crivello.model.trace.dubov import DubovBracketPaired
from crivello.systems.dubov.bracket import (
    DubovBracket,
    DubovPart,
    Subgroups,
    bracket_of,
    bye_order,
    middle_out,
    parts,
    subgroups,
)
from crivello.systems.dubov.editions import DubovEdition
from crivello.systems.dubov.solver import solve
from crivello.systems.judgement import Breach, Defect, Difference, breach, generated_later


def candidate_parts(
    field: Field, residents: Iterable[int], upfloaters: Iterable[int], pairs: Pairs
) -> list[DubovPart]:
    """The pairs and upfloaters of a candidate, as the criteria see them. Players are ids."""
    by_id = {player.id: player for player in field.entrants}
    two = (tuple(by_id[player] for player in group) for group in (residents, upfloaters))
    bracket = bracket_of(field, *two)
    return parts(bracket, [(by_id[one], by_id[other]) for one, other in pairs])


def breaches(edition: DubovEdition, measured: list[DubovPart]) -> list[Breach]:
    """The criteria that fail, in order; not the first two, about upfloaters as such."""
    return [
        breach(criterion, measured)
        for criterion in edition.criteria[2:]
        if any(criterion.value(measured))
    ]


# The judgement.


EntrantPairs = list[tuple[Entrant, Entrant]]


def judge(
    field: Field, edition: DubovEdition, boards: Collection[Board], bye: int | None
) -> Difference | None:
    """The first difference of a lawful pairing to the right pairs and bye; None: there is none."""
    by_id = {player.id: player for player in field.entrants}
    trace: Trace = []
    _, right_bye = solve(field, edition, trace)
    if bye is not None and right_bye is not None and bye != right_bye.id:
        return _bye(edition, right_bye, by_id[bye])
    partner = {b.white: b.black for b in boards} | {b.black: b.white for b in boards}
    for step in trace:
        if isinstance(step, DubovBracketPaired):
            given = _given(field, by_id, step, partner)
            right = [(by_id[one], by_id[other]) for one, other in step.pairs]
            if _as_sets(given[1]) != _as_sets(right):
                upfloaters = tuple(by_id[player] for player in step.upfloaters)
                return _compare(edition, (replace(given[0], upfloaters=upfloaters), right), given)
    return None


def _bye(edition: DubovEdition, right: Entrant, given: Entrant) -> Difference:
    """Why the right player comes before the given one in the order of the bye (B.0, 3.1)."""
    mine, theirs = bye_order(right), bye_order(given)
    place = next(i for i, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b)
    sentence = (
        N_("{player} has a higher score than {other}, who can have the bye."),
        N_("{player} has played fewer games than {other}, who can have the bye."),
        N_("{player} has a smaller pairing number than {other}, who can have the bye."),
    )[place]
    return Difference(
        Defect.CRITERION,
        edition.bye,
        Sentence(sentence, player=PlayerRef(given.id), other=PlayerRef(right.id)),
        right=(abs(mine[place]),),
        wrong=(abs(theirs[place]),),
        players=(given.id, right.id),
    )


Candidate = tuple[DubovBracket, EntrantPairs]


def _given(
    field: Field, by_id: dict[int, Entrant], step: DubovBracketPaired, partner: dict[int, int]
) -> Candidate:
    """The bracket of these residents in the given pairing."""
    residents = set(step.residents)
    up = {partner[player] for player in step.residents} - residents
    bracket = bracket_of(
        field,
        tuple(by_id[player] for player in step.residents),
        tuple(player for player in field.entrants if player.id in up),
    )
    pairs = [
        (player, by_id[partner[player.id]])
        for player in bracket.residents
        if partner[player.id] in up or player.id < partner[player.id]
    ]
    return bracket, pairs


def _as_sets(pairs: EntrantPairs) -> set[frozenset[int]]:
    return {frozenset((one.id, other.id)) for one, other in pairs}


def _compare(edition: DubovEdition, right: Candidate, given: Candidate) -> Difference:
    """The first criterion, or else the first rule of the order, that prefers the right one."""
    score = right[0].score
    best, other = parts(*right), parts(*given)
    for criterion in edition.criteria:
        value, wrong = criterion.value(best), criterion.value(other)
        if value != wrong:
            failing = tuple(part.ids for part in other if any(criterion.cost(part)))
            return Difference(
                Defect.CRITERION,
                criterion.code,
                Sentence(criterion.sentence),
                score,
                value,
                wrong,
                tuple(player for part in failing for player in part),
                failing,
            )
    if right[0].upfloaters != given[0].upfloaters:
        sentence = N_("Equally good, but another set of upfloaters comes first.")
        return generated_later(edition.sets, sentence, score)
    groups = subgroups(right[0].players)
    if _shifts(groups, right[1]) != _shifts(groups, given[1]):
        sentence = N_("Equally good, but other players are shifted first.")
        return generated_later(edition.shifts, sentence, score)
    sentence = N_("Equally good, but an earlier transposition gives the right pairing.")
    return generated_later(edition.transposition, sentence, score)


def _shifts(groups: Subgroups, pairs: EntrantPairs) -> tuple[list[int], list[int]]:
    """Sequence numbers of those shifted out of either subgroup: the earlier one of each pair."""
    return _inside(groups.smaller, pairs), _inside(groups.larger, pairs)


def _inside(group: Sequence[Entrant], pairs: EntrantPairs) -> list[int]:
    place = {player.id: i for i, player in enumerate(middle_out(list(group)))}
    return sorted(
        min(place[one.id], place[other.id])
        for one, other in pairs
        if one.id in place and other.id in place
    )
