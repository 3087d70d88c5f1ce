"""What a candidate of a Dubov bracket fails, and who suffers, by the edition's own criteria."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.model.field import Field
from crivello.model.trace import Pairs
from crivello.systems.breach import Breach
from crivello.systems.dubov.bracket import Bracket, Part, max_upfloats, parts
from crivello.systems.dubov.editions import Edition


def candidate_parts(
    field: Field, residents: Iterable[int], upfloaters: Iterable[int], pairs: Pairs
) -> list[Part]:
    """The pairs and upfloaters of a candidate, as the criteria see them. Players are ids."""
    by_id = {player.id: player for player in field.entrants}
    bracket = Bracket(
        tuple(by_id[player] for player in residents),
        tuple(by_id[player] for player in upfloaters),
        max_upfloats(field),
        field.last_round,
    )
    return parts(bracket, [(by_id[one], by_id[other]) for one, other in pairs])


def breaches(edition: Edition, measured: list[Part]) -> list[Breach]:
    """The criteria that fail, in order; not the first two, about upfloaters as such."""
    return [
        Breach(
            criterion.code,
            criterion.sentence,
            criterion.measure,
            criterion.value(measured),
            tuple(
                (part.player.id,) if part.opponent is None else (part.player.id, part.opponent.id)
                for part in measured
                if any(criterion.cost(part))
            ),
        )
        for criterion in edition.criteria[2:]
        if any(criterion.value(measured))
    ]
