"""Who may meet whom, as sets of vertices."""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import grow_tree, has_perfect_matching
from crivello.model.field import Entrant, Strength
from crivello.model.result import Colour
from crivello.systems.dubov.bracket import Players


def legal_opponents(rows: Sequence[Entrant], columns: Sequence[Entrant]) -> list[int]:
    """For each row the set of columns he may meet: `bracket.may_meet`, many at a time."""
    place = {player.id: column for column, player in enumerate(columns)}
    absolute = {
        colour: bitset(
            column
            for column, player in enumerate(columns)
            if player.strength is Strength.ABSOLUTE and player.preference is colour
        )
        for colour in Colour
    }
    everyone = (1 << len(columns)) - 1
    legal = []
    for player in rows:
        barred = bitset(place[other] for other in player.avoid if other in place)
        if player.id in place:
            barred |= 1 << place[player.id]
        if player.strength is Strength.ABSOLUTE and player.preference is not None:
            barred |= absolute[player.preference]
        legal.append(everyone & ~barred)
    return legal


class Graph:
    """The field as a graph: vertices in ranking order, edges between players who may meet."""

    def __init__(self, entrants: Players) -> None:
        self.entrants = entrants
        self.index = {player.id: vertex for vertex, player in enumerate(entrants)}
        self.everyone = (1 << len(entrants)) - 1
        # legal[v]: everybody whom v may meet (C.1, C.3).
        self.legal = legal_opponents(entrants, entrants)
        # white: everybody who wants White; the others want Black.
        self.white = bitset(v for v, player in enumerate(entrants) if player.wants_white)

    def players(self, bits: int) -> Players:
        """The members of a set in ranking order."""
        return tuple(self.entrants[v] for v in members(bits))

    def top_scoregroup(self, bits: int) -> int:
        """The members of a set who share its highest score."""
        group = 0
        score: int | None = None
        for v in members(bits):
            if score is None:
                score = self.entrants[v].score
            elif self.entrants[v].score != score:
                break
            group |= 1 << v
        return group

    def pairable(self, bits: int) -> bool:
        """Can the members of a set all be paired among themselves?"""
        return has_perfect_matching(self.legal, bits)

    def matched(self, bits: int) -> tuple[list[int], int]:
        """A maximum matching within a set, and who remains alone in it."""
        mate = [-1] * len(self.legal)
        exposed = available = bits
        alone = 0
        while exposed:
            root = exposed.bit_length() - 1
            exposed ^= 1 << root
            end = grow_tree(self.legal, mate, root, exposed, available)
            if isinstance(end, int):
                exposed ^= 1 << end
            else:
                alone |= 1 << root
                # A tree without augmenting path stays one whatever is matched outside it.
                available &= ~(end.outer | end.inner)
        return mate, alone
