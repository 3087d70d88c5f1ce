"""Judge a given round of matches: find the first point in which it differs from the right one.

The bye comes first, then the scoregroups from the top. As long as the given pairing agrees with the
right one, the next scoregroup has the same residents in both. In the first scoregroup that differs,
the two are compared criterion by criterion, then by the order of their sets of upfloaters (3.5),
and finally by the identifiers of their pairs (3.6).
"""

from __future__ import annotations

from collections.abc import Collection

from crivello.matching.bits import bitset
from crivello.model.field import Entrant, Field
from crivello.model.pairing import Board, opponents
from crivello.model.sentence import N_, Sentence
from crivello.model.trace import Pairs as IdPairs
from crivello.model.trace.upfloats import ByeChosen, MatchBracketPaired
from crivello.rules.colours import strangers
from crivello.standard.classes import replace
from crivello.systems.byes import other_bye
from crivello.systems.completion import LegalPairs
from crivello.systems.judgement import Defect, Difference, later_in_order
from crivello.systems.matches.bracket import MatchBracket, MatchPart, as_written, top_first
from crivello.systems.matches.editions import MatchEdition
from crivello.systems.matches.solver import MatchUpfloaterChoice, all_alike
from crivello.systems.matches.system import MatchSystem
from crivello.systems.upfloats import Pairs, UpfloatJudge, worse_by

KEEP_FOLLOWING = N_(
    "Bring up those who leave the scoregroup below in such a state that it needs no upfloater "
    "from further down, or one to make it even."
)
EARLIER_SET = N_("Another set of upfloaters is as good, and comes earlier in the order of sets.")
EARLIER_PAIRS = N_("Other pairs are as good, and come earlier in the order of the pairings.")


def candidate_parts(
    field: Field, edition: MatchEdition, step: MatchBracketPaired, pairs: IdPairs
) -> list[MatchPart]:
    """Return the parts of a candidate, given by ids: its pairs and its upfloaters."""
    by_id = {player.id: player for player in field.entrants}
    residents, upfloaters = (
        tuple(by_id[player] for player in group) for group in (step.residents, step.upfloaters)
    )
    bracket = replace(edition.bracket(field, residents), upfloaters=upfloaters)
    return MatchPart.all_of(bracket, [(by_id[one], by_id[other]) for one, other in pairs])


class MatchJudge(UpfloatJudge):
    @property
    def _edition(self) -> MatchEdition:
        assert isinstance(self.system, MatchSystem)
        return self.system.edition

    def _compare(self, boards: Collection[Board], bye: int | None) -> Difference | None:
        by_id = {player.id: player for player in self.field.entrants}
        partner = opponents(boards)
        left = {player.id for player in self.field.entrants}
        for step in self.trace:
            if isinstance(step, ByeChosen):
                if bye is not None and bye != step.player:
                    return other_bye(self._edition.bye, by_id[step.player], by_id[bye])
                left.discard(step.player)
            elif isinstance(step, MatchBracketPaired):
                given = {frozenset((player, partner[player])) for player in step.residents}
                right = {frozenset(pair) for pair in step.pairs}
                if given != right:
                    return self._find_first_difference(step, given, by_id, left)
                left -= set(step.by_number)
        return None

    def _find_first_difference(
        self,
        step: MatchBracketPaired,
        given: set[frozenset[int]],
        by_id: dict[int, Entrant],
        left: set[int],
    ) -> Difference:
        """Return the first criterion, or else the first rule of order, that prefers the right
        pairing of a bracket.
        """
        residents = tuple(by_id[player] for player in step.residents)
        empty = self._edition.bracket(self.field, residents)
        wrong = _make_candidate(empty, [tuple(by_id[one] for one in pair) for pair in given])
        right = _make_candidate(empty, [(by_id[one], by_id[other]) for one, other in step.pairs])
        best, other = MatchPart.all_of(*right), MatchPart.all_of(*wrong)
        for place, criterion in enumerate(self._edition.criteria):
            if place == 2:
                found = self._find_following_difference(step, wrong[0], left)
                if found is not None:
                    return found
            worse = worse_by(criterion, best, other, step.score)
            if worse is not None:
                return worse
            if place == self._edition.choice - 1 and right[0] != wrong[0]:
                return later_in_order(self._edition.sets, EARLIER_SET, step.score)
        return later_in_order(self._edition.order, EARLIER_PAIRS, step.score)

    def _find_following_difference(
        self, step: MatchBracketPaired, given: MatchBracket, left: set[int]
    ) -> Difference | None:
        """Return the difference in C6 (the scoregroup that follows) between the right and the given
        upfloaters; None if equal.
        """
        legal = LegalPairs(self.field.entrants, strangers, all_alike)
        residents = bitset(legal.position[player] for player in step.residents)
        pool = bitset(legal.position[player] for player in left) & ~residents
        choice = MatchUpfloaterChoice(self.field, self._edition, legal, residents, pool)
        upfloaters = bitset(legal.position[player.id] for player in given.upfloaters)
        wrong = choice.judge_following(upfloaters) if choice.fits(upfloaters) else 1
        (right,) = dict(step.failures)[self._edition.following]
        if wrong == right:
            return None
        ids = tuple(player.id for player in given.upfloaters)
        return Difference(
            Defect.CRITERION,
            self._edition.following,
            Sentence(KEEP_FOLLOWING),
            step.score,
            (right,),
            (wrong,),
            ids,
            tuple((player,) for player in ids),
        )


def _make_candidate(
    empty: MatchBracket, pairs: list[tuple[Entrant, ...]]
) -> tuple[MatchBracket, Pairs]:
    """Return the bracket with the upfloaters that these pairs contain, and the pairs with the top
    member first.
    """
    up = as_written(player for pair in pairs for player in pair if player.score != empty.score)
    return replace(empty, upfloaters=up), [top_first(*pair) for pair in pairs]


JUDGE = MatchJudge
