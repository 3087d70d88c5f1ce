"""What stands on a pairing card, in the signs of the handbooks: preference and floats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from crivello.explain.explanation import (
    Amounts,
    Cards,
    Depth,
    Kind,
    Paragraph,
    Person,
    Players,
    Points,
    Said,
    Table,
    Value,
)
from crivello.model.errors import Illegal
from crivello.model.field import Entrant, Field, Float, Strength
from crivello.model.tournament import Tournament
from crivello.rules.field import FieldRules, last_group
from crivello.words import N_, Template

_DUTCH = N_(
    "Players are written with their number, the colour they prefer (W or B absolute, Ww or Bb "
    "strong, w or b mild), and the floats of the last two rounds, the latest first: ↓ down, ↑ up, "
    "- none."
)
_DUBOV = N_(
    "Players are written with their number, the colour they prefer (W or B absolute, Ww or Bb "
    "strong, w or b mild), and ↑ if they were upfloated in the last round."
)
NOTATION = {
    "dutch-2026": _DUTCH,
    "dutch-2017": _DUTCH,
    "dutch-2011": N_(
        "Players are written with their number, the colour they prefer (W or B absolute, (W) or "
        "(B) semi-absolute, w or b strong or mild, (w) or (b) variable), and the floats of the "
        "last two rounds, the latest first: ↓ down, ↑ up, - none."
    ),
    "dubov-2026": _DUBOV,
    "dubov-2018": _DUBOV,
    "dubov-1997": N_(
        "Players are written with their number, the colour they are due (W or B if they may have "
        "no other, Ww or Bb if they had it less often, w or b to alternate), and ↑ if they were "
        "moved up in the last round."
    ),
    "burstein-2026": N_(
        "Players are written with their number and the colour they prefer (W or B absolute, Ww or "
        "Bb strong, w or b mild)."
    ),
    "burstein-2016": N_(
        "Players are written with their number and the colour they are due (W or B if they may "
        "have no other, Ww or Bb if they had it less often, w or b to alternate)."
    ),
    "lim-1999": N_(
        "Players are written with their number, the colour they are due (W or B if they may have "
        "no other, Ww or Bb if they had it less often, w or b to alternate), and ↓ or ↑ if they "
        "floated in the last round."
    ),
}
"""How a card is read, by the edition by whose rules the round was paired."""
DUE_COLOURS = ("dubov-1997", "burstein-2016", "lim-1999")
"""Editions that know no preference and its strength, but which colour a player is due."""

ARROWS = {Float.DOWN: "↓", Float.UP: "↑", None: "-"}


def preference_text(entrant: Entrant) -> str:
    """``W`` absolute, ``Ww`` strong, ``w`` mild, nothing without a preference."""
    if entrant.preference is None:
        return ""
    letter = entrant.preference.value
    if entrant.strength is Strength.ABSOLUTE:
        return letter.upper()
    return letter.upper() + letter if entrant.strength is Strength.STRONG else letter


def older_preference_text(entrant: Entrant, odd_round: bool) -> str:
    """``W`` absolute, ``(W)`` semi-absolute (A.7d), ``(w)`` variable (A.7e), else ``w``.

    Mild and strong ones do not occur together but for these two, so they are written alike.
    """
    if entrant.preference is None:
        return ""
    letter = entrant.preference.value
    if entrant.strength is Strength.ABSOLUTE:
        return letter.upper()
    if entrant.strength is Strength.STRONG and odd_round:
        return f"({letter.upper()})"
    return f"({letter})" if entrant.strength is Strength.MILD and not odd_round else letter


def float_text(floats: tuple[Float | None, ...]) -> str:
    """The floats, the latest first; nothing after the last one."""
    return "".join(ARROWS[one] for one in floats).rstrip("-")


# What the tellers of all systems share: the players at hand, and the paragraphs told so far.


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


# Persons in sentences: players by number and name.


def person(tournament: Tournament, player: int) -> Person:
    return Person(player, tournament.player[player].name)


def people(tournament: Tournament, players: tuple[int, ...]) -> dict[int, Value]:
    return {player: person(tournament, player) for player in players}


def must_be_there(tournament: Tournament, *players: int) -> None:
    for player in players:
        if player not in tournament.player:
            raise Illegal(N_("There is no player {player}."), player=player)
