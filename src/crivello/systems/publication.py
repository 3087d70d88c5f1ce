"""From pairs with their colours to the boards that are published; shared by all systems."""

from __future__ import annotations

from collections.abc import Iterable

from ..model.field import Entrant, Field
from ..model.pairing import RoundPairing
from ..model.trace import BoardsOrdered, ColourAllocated, Trace
from ..rules.boards import in_publication_order

Coloured = tuple[Entrant, Entrant, str]
"""White, Black, and the article that gave them their colours."""


def published(
    key: str, field: Field, coloured: Iterable[Coloured], bye: Entrant | None, trace: Trace | None
) -> RoundPairing:
    """The round as it is published; a list given as `trace` gets the steps taken here."""
    pairs = []
    for white, black, article in coloured:
        pairs.append((white, black))
        if trace is not None:
            trace.append(ColourAllocated(white.id, black.id, article))
    boards = in_publication_order(pairs, field)
    if trace is not None:
        trace.append(BoardsOrdered(tuple((board.white, board.black) for board in boards)))
    return RoundPairing(
        field.round,
        key,
        tuple(boards),
        bye.id if bye else None,
        tuple(trace) if trace is not None else (),
    )
