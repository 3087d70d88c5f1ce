"""The last step of every system: verify the pairing and turn it into published boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from crivello.model.errors import CrivelloError, Impossible, TooLarge
from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import N_, ListOf
from crivello.rules.rounds import in_publication_order
from crivello.standard.typing_names import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:  # the steps are loaded only on demand
    from crivello.model.trace import Trace
    from crivello.rules.field import FieldRules

Pairs = list[tuple[Entrant, Entrant]]
Solver = Callable[[Field, Any, "Trace | None"], tuple[Pairs, Entrant | None]]
"""A solver of an edition: returns the pairs of a complete round and the player with the bye.

Raises `Impossible` if there are none.
"""

SIEVE_LIMIT = 12
"""The most players that the literal searches take on."""


def refuse_large(field: Field) -> None:
    """Raise `TooLarge` if the field has more than `SIEVE_LIMIT` players."""
    if len(field.entrants) > SIEVE_LIMIT:
        raise TooLarge(
            N_("The sieve is for small fields: {count} players are too many, {limit} at most."),
            count=len(field.entrants),
            limit=SIEVE_LIMIT,
        )


def no_legal_pairing(blocked: Iterable[Entrant], codes: Sequence[str]) -> Impossible:
    """Return the error for a round without a legal pairing.

    `blocked` are players who cannot all be paired, `codes` the criteria that forbid it.
    """
    players = [player.id for player in blocked]
    return Impossible(
        N_("No legal pairing exists: players {players} cannot all be paired ({codes})."),
        blocked=players,
        criteria=codes,
        players=ListOf.players(players),
        codes=", ".join(codes),
    )


def verify(field: Field, pairs: Pairs, bye: Entrant | None, may_meet: MayMeet) -> None:
    """Raise an error if a player is missing or paired twice, or if a pair or the bye is
    forbidden.
    """
    seated = [player.id for pair in pairs for player in pair] + ([bye.id] if bye else [])
    whole = sorted(seated) == sorted(player.id for player in field.entrants)
    lawful = all(may_meet(one, other) for one, other in pairs) and not (bye and bye.barred)
    if not whole or not lawful:
        raise CrivelloError(N_("The pairing found is not legal; please report this tournament."))


Coloured = tuple[Entrant, Entrant, str]
"""White, Black, and the article that decides their colours."""


class EditionValue(Protocol):
    """The attributes that every edition has: its key, its rules for the field and its colour
    rules.
    """

    @property
    def key(self) -> str: ...
    @property
    def field_rules(self) -> FieldRules: ...
    def allocate(self, a: Entrant, b: Entrant, field: Field) -> Coloured: ...


def publish_round(
    key: str,
    field: Field,
    coloured: Sequence[Coloured],
    bye: Entrant | None,
    may_meet: MayMeet,
    trace: Trace | None,
) -> RoundPairing:
    """Verify the pairs and the bye, and return them as the published round.

    The colours and the order of the boards are appended to `trace`.
    """
    pairs = [(white, black) for white, black, _ in coloured]
    verify(field, pairs, bye, may_meet)
    boards = in_publication_order(pairs, field)
    if trace is not None:
        from crivello.model.trace import BoardsOrdered, ColourAllocated

        for white, black, article in coloured:
            trace.append(ColourAllocated(white.id, black.id, article))
        trace.append(BoardsOrdered(tuple((board.white, board.black) for board in boards)))
    return RoundPairing(
        field.round,
        key,
        tuple(boards),
        bye.id if bye else None,
        tuple(trace) if trace is not None else (),
    )
