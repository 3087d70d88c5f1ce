"""Rating lists at the desk: who is found, and as whom he is registered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from crivello.desk import DeskState
from crivello.lists import FIDE, About, Match, loaded_lists, open_list
from crivello.model.player import Player
from crivello.web.view import SectionPage

SHOWN = 12


@dataclass(frozen=True, slots=True)
class Hit:
    name: str
    title: str
    rating: str
    federation: str
    birth: str
    fide_id: int | None
    national_id: str
    list: str
    near: bool
    """Found with typing errors put right."""
    here: bool
    """Registered already."""


def known_lists() -> list[About]:
    """The FIDE list first."""
    return sorted(loaded_lists(), key=lambda one: (one.name != FIDE, one.name))


def hits(page: SectionPage, text: str, name: str = "") -> Sequence[Hit]:
    """Who on a list can be meant by what is typed."""
    name = name or next((one.name for one in known_lists()), FIDE)
    pace = page.section.announced.pace.value
    here = {one.player.fide_id for one in page.section.registrations.values()}
    with open_list(name) as opened:
        found = opened.search(text, limit=SHOWN)
    return [
        Hit(
            one.player.name,
            one.player.title.value if one.player.title else "",
            str(one.player.used(pace).rating or ""),
            one.player.federation,
            one.player.birth[:4],
            one.player.fide_id,
            one.player.national_id,
            name,
            one.match is Match.NEAR,
            one.player.fide_id is not None and one.player.fide_id in here,
        )
        for one in found
    ]


def registered_as(player: Player, section: str, state: DeskState) -> Player:
    """Who plays in another section already, by his FIDE id, keeps his permanent id and name."""
    for other in state.sections.values():
        for registration in other.registrations.values():
            known = registration.player
            if other.key != section and player.fide_id and known.fide_id == player.fide_id:
                return replace(player, id=known.id, name=known.name)
    return player
