"""What is checked of every field and every answer, whatever the system."""

from __future__ import annotations

from crivello.model.errors import N_, CrivelloError, TooLarge
from crivello.model.field import Entrant, Field, MayMeet

Pairs = list[tuple[Entrant, Entrant]]

SIEVE_LIMIT = 12
"""How many players the literal searches take on."""


def refuse_large(field: Field) -> None:
    """Literal searches try everything: refuse what would not come to an end."""
    if len(field.entrants) > SIEVE_LIMIT:
        raise TooLarge(
            N_("The sieve is for small fields: {count} players are too many, {limit} at most."),
            count=len(field.entrants),
            limit=SIEVE_LIMIT,
        )


def verify(field: Field, pairs: Pairs, bye: Entrant | None, may_meet: MayMeet) -> None:
    """Nobody missing or twice, and no absolute rule broken: checked on every answer."""
    seated = [player.id for pair in pairs for player in pair] + ([bye.id] if bye else [])
    whole = sorted(seated) == sorted(player.id for player in field.entrants)
    lawful = all(may_meet(one, other) for one, other in pairs) and not (bye and bye.barred)
    if not whole or not lawful:
        raise CrivelloError(N_("The pairing found is not legal; please report this tournament."))
