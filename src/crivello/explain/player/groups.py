"""The groups of a procedure with their final pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from crivello.model.trace import Step
from crivello.model.trace.procedure import GroupOpened, GroupPaired
from crivello.standard.classes import frozen

Part = tuple[int, ...]


@frozen
class FinalGroup:
    """A group as it finally was: its pairs, and the players who leave it."""

    score: int
    pairs: tuple[tuple[int, int], ...]
    """In the order in which they are chosen."""
    leaving: tuple[int, ...]
    opened: GroupOpened | None = None
    """As it was first opened; None where nobody could be paired."""

    @property
    def pair_set(self) -> frozenset[frozenset[int]]:
        return frozenset(map(frozenset, self.pairs))

    @property
    def members(self) -> frozenset[int]:
        return frozenset(player for pair in self.pairs for player in pair) | set(self.leaving)

    def has(self, part: Part) -> bool:
        return part[0] in self.leaving if len(part) == 1 else frozenset(part) in self.pair_set

    def leaver_instead(self, other: FinalGroup) -> tuple[int, int] | None:
        """Return the only player who leaves this group but not `other`, and the only one for whom
        it is the reverse.

        None if there is not exactly one of each.
        """
        mine = [player for player in self.leaving if player not in other.leaving]
        theirs = [player for player in other.leaving if player not in self.leaving]
        return (mine[0], theirs[0]) if len(mine) == len(theirs) == 1 else None

    def both_ways(self) -> Iterator[tuple[int, int]]:
        """Yield each pair twice, once from each side."""
        for one, other in self.pairs:
            yield one, other
            yield other, one


def final_groups(trace: Iterable[Step]) -> list[FinalGroup]:
    """Return the groups of a round; groups and pairs that were undone are left out."""
    found: list[FinalGroup] = []
    opened: GroupOpened | None = None
    for step in trace:
        if isinstance(step, GroupOpened) and not step.remainder:
            opened = step
        elif isinstance(step, GroupPaired):
            again = {player for pair in step.pairs for player in pair}
            found = [kept for one in found if (kept := _without(one, again)) is not None]
            here = opened.players if opened is not None else ()
            # Some leave before anything is paired (Dutch 2011, C.1).
            leaving = dict.fromkeys((*step.leaving, *(one for one in here if one not in again)))
            found.append(FinalGroup(step.score, step.pairs, tuple(leaving), opened))
            opened = None
    return found


def _without(group: FinalGroup, again: set[int]) -> FinalGroup | None:
    pairs = tuple(pair for pair in group.pairs if not again & set(pair))
    return None if group.pairs and not pairs else replace(group, pairs=pairs)
