"""Judge a given round by the Dubov rules: find the first point in which it differs from the right
one.

The bye comes first, then the scoregroups from the top. As long as the given pairing agrees with the
right one, the next scoregroup has the same residents in both. In the first scoregroup that differs,
the two are compared criterion by criterion, then by the order of their sets of upfloaters (D.1,
4.2), then by their shifts (B.4 with D.2; 3.2.4 with 4.3), and finally by their transpositions.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from crivello.model.field import Entrant, Field
from crivello.model.pairing import Board, opponents
from crivello.model.sentence import N_
from crivello.model.trace import Pairs as IdPairs
from crivello.model.trace.upfloats import ByeChosen, DubovBracketPaired
from crivello.standard.classes import replace
from crivello.systems.byes import other_bye
from crivello.systems.dubov.bracket import (
    DubovBracket,
    DubovPart,
    Subgroups,
    bracket_of,
    middle_out,
    subgroups,
)
from crivello.systems.dubov.editions import DubovEdition
from crivello.systems.dubov.system import DubovSystem
from crivello.systems.judgement import Difference, later_in_order
from crivello.systems.upfloats import Pairs, UpfloatJudge, worse_by


def candidate_parts(field: Field, step: DubovBracketPaired, pairs: IdPairs) -> list[DubovPart]:
    """Return the parts of a candidate, given by ids: its pairs and its upfloaters."""
    by_id = {player.id: player for player in field.entrants}
    residents, upfloaters = (
        tuple(by_id[player] for player in group) for group in (step.residents, step.upfloaters)
    )
    bracket = bracket_of(field, residents, upfloaters)
    return DubovPart.all_of(bracket, [(by_id[one], by_id[other]) for one, other in pairs])


class DubovJudge(UpfloatJudge):
    @property
    def _edition(self) -> DubovEdition:
        assert isinstance(self.system, DubovSystem)
        return self.system.edition

    def _compare(self, boards: Collection[Board], bye: int | None) -> Difference | None:
        field, edition = self.field, self._edition
        by_id = {player.id: player for player in field.entrants}
        partner = opponents(boards)
        for step in self.trace:
            if isinstance(step, ByeChosen):
                if bye is not None and bye != step.player:
                    return other_bye(edition.bye, by_id[step.player], by_id[bye])
            elif isinstance(step, DubovBracketPaired):
                given = _find_bracket(field, by_id, step, partner)
                right = [(by_id[one], by_id[other]) for one, other in step.pairs]
                if _make_sets(given[1]) != _make_sets(right):
                    upfloaters = tuple(by_id[player] for player in step.upfloaters)
                    best = replace(given[0], upfloaters=upfloaters)
                    return _compare(edition, (best, right), given)
        return None


JUDGE = DubovJudge


Candidate = tuple[DubovBracket, Pairs]


def _find_bracket(
    field: Field, by_id: dict[int, Entrant], step: DubovBracketPaired, partner: dict[int, int]
) -> Candidate:
    """Return the bracket that the given pairing makes of these residents, and its pairs."""
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


def _make_sets(pairs: Pairs) -> set[frozenset[int]]:
    return {frozenset((one.id, other.id)) for one, other in pairs}


def _compare(edition: DubovEdition, right: Candidate, given: Candidate) -> Difference:
    """Return the first criterion, or else the first rule of order, that prefers the right candidate
    to the given one.
    """
    score = right[0].score
    best, other = DubovPart.all_of(*right), DubovPart.all_of(*given)
    for criterion in edition.criteria:
        found = worse_by(criterion, best, other, score)
        if found is not None:
            return found
    if right[0].upfloaters != given[0].upfloaters:
        sentence = N_("Equally good, but another set of upfloaters comes first.")
        return later_in_order(edition.sets, sentence, score)
    groups = subgroups(right[0].players)
    if _find_shifts(groups, right[1]) != _find_shifts(groups, given[1]):
        sentence = N_("Equally good, but other players are shifted first.")
        return later_in_order(edition.shifts, sentence, score)
    sentence = N_("Equally good, but an earlier transposition gives the right pairing.")
    return later_in_order(edition.transposition, sentence, score)


def _find_shifts(groups: Subgroups, pairs: Pairs) -> tuple[list[int], list[int]]:
    """Return the places, in the order of shifters, of the players shifted out of each subgroup.

    Of each pair inside a subgroup, the earlier player is shifted.
    """
    return _find_shifted(groups.smaller, pairs), _find_shifted(groups.larger, pairs)


def _find_shifted(group: Sequence[Entrant], pairs: Pairs) -> list[int]:
    place = {player.id: i for i, player in enumerate(middle_out(list(group)))}
    return sorted(
        min(place[one.id], place[other.id])
        for one, other in pairs
        if one.id in place and other.id in place
    )
