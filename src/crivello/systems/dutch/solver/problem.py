"""A bracket to pair with the conditions of the round on it, and the candidate chosen for it."""

from __future__ import annotations

from crivello.matching.bits import bitset
from crivello.matching.cardinality import maximum_matching
from crivello.model.field import Entrant, Field
from crivello.model.result import Colour
from crivello.standard.classes import NamedTuple, derived, record
from crivello.systems.dutch.bracket import CandidatePart, DutchBracket
from crivello.systems.dutch.criteria import DutchCriterion
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch.solver.costs import Costs, CriterionCache
from crivello.systems.dutch.solver.meetings import Meetings


@record
class BracketProblem:
    """A bracket to pair and the conditions of the round on it. Players are indices in ranking
    order.
    """

    field: Field
    edition: DutchEdition
    meetings: Meetings
    cache: CriterionCache
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    next_group: tuple[int, ...]
    lower: tuple[int, ...]
    """All players below the next scoregroup."""
    look_ahead: bool
    """True if C.7, C8 are asked."""
    complete: bool
    """True if C.4, C4 are asked: the rest must be completed."""
    bye_here: bool = False
    """2026: a single downfloater gets the bye (C9)."""
    floatable: int | None = None
    """Positions of those who may float in a bracket that is not the last, including all without a
    possible opponent; None: all players."""

    @derived
    def players(self) -> tuple[int, ...]:
        return self.moved_down + self.residents

    @property
    def last(self) -> bool:
        """True for the last bracket, where a player left unpaired gets the bye."""
        return not self.next_group

    @property
    def mixed_residents(self) -> bool:
        """True if the residents have different scores: only in the collapsed last bracket of
        2017.
        """
        scores = self.field.entrants
        return scores[self.residents[0]].score != scores[self.residents[-1]].score

    @property
    def next_is_last(self) -> bool:
        return bool(self.next_group) and not self.lower

    @derived
    def below(self) -> int:
        """The set of all players below the bracket."""
        return self._collect_to_the_end(self.next_group)

    @derived
    def lower_set(self) -> int:
        """The set of all players below the next scoregroup."""
        return self._collect_to_the_end(self.lower)

    def _collect_to_the_end(self, players: tuple[int, ...]) -> int:
        return (1 << len(self.field.entrants)) - (1 << players[0]) if players else 0

    def entrants(self, players: tuple[int, ...]) -> tuple[Entrant, ...]:
        return tuple(self.field.entrants[i] for i in players)

    def criteria_places(self, floaters: int) -> tuple[range, range]:
        """Return the places of this bracket's criteria in `edition.criteria`: those before the
        look-ahead, and those after it.
        """
        edition = self.edition
        first = len(edition.floaters)
        after = range(first, len(edition.criteria))
        if edition.bye is not None and not (self.bye_here and floaters == 1):
            # C9 is about the player who gets the bye; it comes first.
            after = after[1:]
        return range(first), after

    def criteria(self, floaters: int) -> tuple[DutchCriterion, ...]:
        """Return the criteria that apply to this bracket, without the look-ahead."""
        before, after = self.criteria_places(floaters)
        return tuple(self.edition.criteria[place] for place in (*before, *after))

    @derived
    def bracket(self) -> DutchBracket:
        return DutchBracket(
            self.entrants(self.residents),
            self.entrants(self.moved_down),
            self.field.scoring.unit,
            self.field.initial_colour is Colour.WHITE,
        )

    @derived
    def costs(self) -> Costs:
        """The failures of the bracket's pairs and downfloaters, by all criteria of the edition."""
        colours = self.meetings.colours
        return Costs(self.edition, self.cache, self.bracket, [colours[i] for i in self.players])

    @derived
    def fewest_floaters(self) -> int:
        """The fewest players who can be left unpaired, without regard to the players below.

        For the last bracket it is assumed that it can be paired.
        """
        if self.last:
            return len(self.players) % 2
        return maximum_matching(self.rows).count(-1)

    def may_float(self) -> int:
        """Return the positions of the players who may be left unpaired: in the last bracket, those
        who may get the bye.
        """
        if not self.last:
            return (1 << len(self.players)) - 1 if self.floatable is None else self.floatable
        eligible = 0 if self.meetings.bye is None else self.meetings.eligible
        return bitset(place for place, i in enumerate(self.players) if eligible >> i & 1)

    @derived
    def rows(self) -> list[int]:
        """The allowed pairs of the bracket, by position in it."""
        meets = self.meetings.rows
        many = len(self.moved_down)
        # The residents are contiguous in the ranking.
        first, everyone = self.residents[0], (1 << len(self.residents)) - 1
        rows = [(meets[i] >> first & everyone) << many for i in self.moved_down]
        for i in self.residents:
            row = meets[i]
            bits = (row >> first & everyone) << many
            for place, j in enumerate(self.moved_down):
                if row >> j & 1:
                    bits |= 1 << place
            rows.append(bits)
        return rows

    @derived
    def pairs_with_failures(self) -> list[tuple[int, int, int, int]]:
        """The allowed pairs of the bracket and their failures (`Costs.pairs`)."""
        return self.costs.pairs(self.rows)


class BracketCandidate(NamedTuple):
    """A candidate: its pairs and its downfloaters, by position in the bracket."""

    pairs: tuple[tuple[int, int], ...]
    """The higher ranked first."""
    floaters: tuple[int, ...]


def parts_of(problem: BracketProblem, candidate: BracketCandidate) -> list[CandidatePart]:
    """Return the parts of a candidate that the criteria measure: its pairs and its downfloaters."""
    bracket = problem.bracket
    players = bracket.players
    many = len(problem.moved_down)
    parts = [CandidatePart(bracket, players[i], players[j], i < many) for i, j in candidate.pairs]
    return parts + [CandidatePart(bracket, players[i], None, i < many) for i in candidate.floaters]
