"""What the tellers of all systems share: the players at hand, and the paragraphs told so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..model.field import Entrant, Field, Float
from ..words import Template
from .cards import float_text, preference_text
from .explanation import Depth, Kind, Paragraph
from .values import Amounts, Cards, Players, Points, Said


class Story:
    """Paragraphs in the making."""

    def __init__(self, field: Field, upfloats_only: bool = False) -> None:
        """`upfloats_only`: the system knows no other floats (Dubov)."""
        self.field = field
        self.upfloats_only = upfloats_only
        self.entrant: dict[int, Entrant] = {player.id: player for player in field.entrants}
        self.unit = field.scoring.unit
        self.paragraphs: list[Paragraph] = []
        self.bracket: int | None = None

    def tell(
        self,
        kind: Kind,
        template: Template,
        *,
        article: str = "",
        about: Iterable[int] = (),
        depth: Depth = Depth.NORMAL,
        **values: Any,
    ) -> None:
        self.paragraphs.append(
            Paragraph(kind, template, values, article, tuple(about), self.bracket, depth)
        )

    def say(
        self,
        kind: Kind,
        said: Said,
        *,
        article: str = "",
        about: Iterable[int] = (),
        depth: Depth = Depth.NORMAL,
    ) -> None:
        """Tell a sentence that has been put together elsewhere."""
        self.paragraphs.append(
            Paragraph(kind, said.template, said.values, article, tuple(about), self.bracket, depth)
        )

    def open_bracket(self) -> None:
        self.bracket = (self.bracket or 0) + 1

    def score(self, amount: int) -> Points:
        return Points(amount, self.unit)

    def amounts(self, values: tuple[int, ...]) -> Amounts:
        return Amounts(values, self.unit)

    def cards(self, ids: Iterable[int]) -> Cards:
        return Cards(tuple((player, self.card(self.entrant[player])) for player in ids))

    def card(self, entrant: Entrant) -> str:
        """Preference, and the floats of the last two rounds or, of upfloats, of the last one."""
        floats = entrant.floats[:2]
        if self.upfloats_only:
            floats = tuple(one for one in floats[:1] if one is Float.UP)
        return preference_text(entrant) + float_text(floats)


def ids(players: Iterable[int]) -> Players:
    return Players(tuple(players))
