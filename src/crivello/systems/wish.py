"""A wish about a round: pairs that are not to be made, and players who are not to have the bye."""

from __future__ import annotations

from dataclasses import dataclass, replace

from crivello.model.field import Field


@dataclass(frozen=True, slots=True)
class Wish:
    apart: frozenset[tuple[int, int]] = frozenset()
    """Pairs of ids, in either order."""
    without_bye: frozenset[int] = frozenset()

    def granted(self, field: Field) -> Field:
        """The field in which only pairings that grant the wish are legal."""
        more: dict[int, set[int]] = {}
        for one, other in self.apart:
            more.setdefault(one, set()).add(other)
            more.setdefault(other, set()).add(one)
        entrants = tuple(
            replace(
                player,
                avoid=player.avoid | more.get(player.id, set()),
                barred=player.barred or player.id in self.without_bye,
            )
            for player in field.entrants
        )
        return replace(field, entrants=entrants)
