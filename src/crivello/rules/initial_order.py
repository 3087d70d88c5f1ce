"""The initial order of the players (C.04.2: 2.2, old B.2): strength, title, alphabet."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import Any

from crivello.model.keys import SYSTEMS
from crivello.model.player import Player, Title

TITLES = (
    Title.GM,
    Title.IM,
    Title.WGM,
    Title.FM,
    Title.WIM,
    Title.CM,
    Title.WFM,
    Title.WCM,
)
"""From the highest; who has no title comes after all of them."""
TITLES_BEFORE_2013 = (
    Title.GM,
    Title.IM,
    Title.WGM,
    Title.WIM,
    Title.FM,
    Title.CM,
    Title.WFM,
    Title.WCM,
)
"""The older rules put the woman international master before the FIDE master."""

Criterion = Callable[[Player], Any]
"""What decides between players of the same strength and title; the smaller comes first."""


def title_order(system: str | None) -> tuple[Title, ...]:
    """The order of titles that goes with a system key."""
    edition = SYSTEMS.get(system or "")
    return TITLES_BEFORE_2013 if edition is not None and edition.older_titles else TITLES


def alphabetical(player: Player) -> str:
    """The name without accents and capitals."""
    letters = unicodedata.normalize("NFKD", player.name)
    return "".join(c for c in letters if not unicodedata.combining(c)).casefold()


def order_key(
    titles: tuple[Title, ...] = TITLES, then: Criterion = alphabetical
) -> Callable[[Player], Any]:
    """The key of the initial order; an event may announce another criterion for `then`."""
    place = {title: rank for rank, title in enumerate(titles)}

    def key(player: Player) -> tuple[int, int, Any, int]:
        title = len(titles) if player.title is None else place[player.title]
        return -(player.strength or 0), title, then(player), player.id

    return key


def in_initial_order(
    players: Iterable[Player], titles: tuple[Title, ...] = TITLES, then: Criterion = alphabetical
) -> list[Player]:
    """The players from first to last; equals in everything stay in the order of their ids."""
    return sorted(players, key=order_key(titles, then))
