"""What the tellers of all systems share: the players at hand, and the paragraphs told so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from crivello.explain.cards import float_text, older_preference_text, preference_text
from crivello.explain.explanation import Depth, Kind, Paragraph, Table
from crivello.explain.values import Amounts, Cards, Players, Points, Said
from crivello.model.field import Entrant, Field, Float
from crivello.rules.field import FieldRules
from crivello.rules.floats import last_group
from crivello.words import Template


class Story:
    """Paragraphs in the making."""

    def __init__(self, field: Field, rules: FieldRules) -> None:
        """`rules`: those of the edition by which the round was paired."""
        self.field = field
        self.rules = rules
        self.entrant: dict[int, Entrant] = {player.id: player for player in field.entrants}
        self.unit = field.scoring.unit
        self.paragraphs: list[Paragraph] = []
        self.bracket: int | None = None
        self.announced: frozenset[int] = frozenset()
        """Players whose opponent in this round was announced before the tournament."""

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
        table: Table | None = None,
    ) -> None:
        """Tell a sentence that has been put together elsewhere; a table may stand below it."""
        self.paragraphs.append(
            Paragraph(
                kind,
                said.template,
                said.values,
                article,
                tuple(about),
                self.bracket,
                depth,
                table,
            )
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
        """Preference, and the floats that the edition looks at one by one.

        Where it counts those of all rounds (Dubov), the last one is what it asks for besides.
        """
        rounds = self.rules.float_rounds
        floats = entrant.floats[: 1 if rounds is None else rounds]
        if self.rules.by_parity:
            text = older_preference_text(entrant, self.field.round % 2 == 1)
        else:
            text = preference_text(entrant)
        return text + float_text(floats)

    def float_of(self, player: int, opponent: int, bye: int | None) -> Float | None:
        """What the pair will leave on the player's card, if the system looks at such things.

        `bye`: who is not paired in this round.
        """
        mine, theirs = self.entrant[player].score, self.entrant[opponent].score
        if mine == theirs or self.rules.float_rounds == 0:
            return None
        paired = {entrant.score for entrant in self.field.entrants if entrant.id != bye}
        twice_last = last_group(paired, self.field.scoring.win * (self.field.round - 1))
        return self.rules.pair_float(mine, theirs, twice_last)


def ids(players: Iterable[int]) -> Players:
    return Players(tuple(players))
