"""The criteria that a candidate of a Dutch bracket fails, and the players concerned."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.model.field import Entrant, Field
from crivello.model.result import Colour
from crivello.model.trace import Pairs
from crivello.rules.colours import higher_ranked
from crivello.systems.dutch.bracket import CandidatePart, DutchBracket
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.judgement import Breach, breach


def candidate_parts(
    field: Field,
    moved_down: Iterable[int],
    residents: Iterable[int],
    pairs: Pairs,
    downfloaters: Iterable[int],
) -> list[CandidatePart]:
    """The pairs and downfloaters of a candidate, as the criteria see them. Players are ids."""
    by_id: dict[int, Entrant] = {player.id: player for player in field.entrants}
    came = set(moved_down)
    bracket = DutchBracket(
        tuple(by_id[player] for player in residents),
        tuple(player for player in field.entrants if player.id in came),
        field.scoring.unit,
        field.initial_colour is Colour.WHITE,
    )
    parts = []
    for one, other in pairs:
        higher, lower = higher_ranked(by_id[one], by_id[other])
        parts.append(CandidatePart(bracket, higher, lower, higher.id in came))
    return parts + [CandidatePart(bracket, by_id[p], None, p in came) for p in downfloaters]


def breaches(
    edition: DutchEdition, parts: list[CandidatePart], asked: Iterable[str]
) -> list[Breach]:
    """The quality criteria among those `asked` that the candidate fails, in order."""
    codes = set(asked)
    bye = () if edition.bye is None else (edition.bye,)
    return [
        breach(criterion, parts)
        for criterion in (*bye, *edition.quality)
        if criterion.code in codes and any(criterion.value(parts))
    ]
