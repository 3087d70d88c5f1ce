"""From pairs with their colours to the boards that are published; shared by all systems."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from crivello.model.field import Entrant, Field
from crivello.model.pairing import RoundPairing
from crivello.rules.boards import in_publication_order

if TYPE_CHECKING:  # the steps are loaded only when somebody asks for them
    from crivello.model.trace import Trace

Coloured = tuple[Entrant, Entrant, str]
"""White, Black, and the article that gave them their colours."""


def published(
    key: str, field: Field, coloured: Iterable[Coloured], bye: Entrant | None, trace: Trace | None
) -> RoundPairing:
    """The round as it is published; a list given as `trace` gets the steps taken here."""
    coloured = list(coloured)
    boards = in_publication_order([(white, black) for white, black, _ in coloured], field)
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
