"""The story of a round: what is known about the round, and the paragraphs written so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property
from typing import Any

from crivello.explain.explanation import (
    Depth,
    ExplanationTable,
    NamedPlayer,
    Paragraph,
    ParagraphKind,
    PlayerCard,
    Value,
    points_list,
)
from crivello.model.agreement import fields
from crivello.model.errors import Illegal
from crivello.model.field import Entrant, Field, Float, Strength
from crivello.model.sentence import N_, ListOf, Points, Sentence, Template
from crivello.model.tournament import Tournament
from crivello.model.trace import ColourAllocated, Step
from crivello.model.trace.burstein import PlayersOrdered
from crivello.rules.field import barring_rounds, last_group
from crivello.systems.registry import System


class Story:
    """Collects the paragraphs of an explanation, and answers narrators' questions about the
    round.
    """

    def __init__(
        self,
        system: System,
        tournament: Tournament,
        field: Field,
        trace: Sequence[Step] = (),
    ) -> None:
        """Begin a story; `system` is the edition by whose rules the round was paired."""
        self.system = system
        self.tournament = tournament
        self.field = field
        self.trace = trace
        self.course = [step for step in trace if not isinstance(step, ColourAllocated)]
        """The trace without the colours of each board, which are most of it."""
        self.colour_step = {
            player: step
            for step in trace
            if isinstance(step, ColourAllocated)
            for player in (step.white, step.black)
        }
        self.rules = system.field_rules
        self._may_meet = system.may_meet(field)
        self.entrant = {player.id: player for player in field.entrants}
        self.unit = field.scoring.unit
        self.known: dict[int, Any] = {}
        """What was found out about each step, by its identity, for all stories of the round."""
        self.paragraphs: list[Paragraph] = []
        self.bracket: int | None = None
        self.announced: frozenset[int] = frozenset()
        """Players whose opponent in this round was announced before the tournament."""

    def may_meet(self, one: int, other: int) -> bool:
        """Return True if the absolute rules allow the two players to meet in this round."""
        return self._may_meet(self.entrant[one], self.entrant[other])

    def higher(self, one: Entrant, other: Entrant) -> Entrant:
        """Return the player who ranks higher by the rule for allocating colours."""
        return min(one, other, key=self._rank)

    def _rank(self, player: Entrant) -> tuple[int, ...]:
        if self._places:
            return (self._places[player.id],)
        secondary = player.secondary if self.system.announced.matches else 0
        return -self.system.colour_score(player, self.field), -secondary, player.number

    @cached_property
    def _places(self) -> dict[int, int]:
        """The place of each player in the order of the Burstein system; empty in other systems."""
        ordered = [step for step in self.trace if isinstance(step, PlayersOrdered)]
        return {one.player: place for step in ordered for place, one in enumerate(step.players)}

    def rounds_barring_bye(self, player: int) -> tuple[int, ...]:
        """Return the rounds because of which the player may not have the bye."""
        history, bar = self.entrant[player].history, self.rules.bar_of(self.tournament)
        return barring_rounds(history, self.field.scoring, bar)

    def fresh_copy(self) -> Story:
        """Return a story of the same round without paragraphs."""
        other = copy(self)
        other.paragraphs = []
        return other

    def tell(
        self,
        kind: ParagraphKind,
        what: Template | Sentence,
        *,
        article: str = "",
        about: Iterable[int] | None = None,
        depth: Depth = Depth.NORMAL,
        table: ExplanationTable | None = None,
        **values: Any,
    ) -> None:
        """Add a paragraph: a finished sentence, or a template with its values.

        `about`: the players whom the paragraph is about. By default they are the players named in
        it (`NamedPlayer` values). If given, they are also the default value of the field {players}.
        """
        if about is None:
            given = what.values if isinstance(what, Sentence) else values
            names = [one.id for one in given.values() if isinstance(one, NamedPlayer)]
            players = tuple(dict.fromkeys(names))
        else:
            players = tuple(about)
            values = {"players": ListOf.players(players), **values}
        sentence = what if isinstance(what, Sentence) else sentence_with(what, **values)
        self.paragraphs.append(
            Paragraph(kind, sentence, article, players, self.bracket, depth, table)
        )

    def open_bracket(self, heading: Template, score: int) -> None:
        self.bracket = (self.bracket or 0) + 1
        self.tell(ParagraphKind.HEADING, heading, depth=Depth.BRIEF, score=self.score(score))

    def score(self, amount: int) -> Points:
        return Points(amount, self.unit)

    def scores(self, amounts: Iterable[int]) -> ListOf:
        return points_list(amounts, self.unit)

    def name(self, player: int) -> NamedPlayer:
        return name_player(self.tournament, player)

    def names(self, *players: int) -> dict[int, Value]:
        return {player: self.name(player) for player in players}

    def cards(self, players: Iterable[int]) -> ListOf:
        return ListOf(
            tuple(PlayerCard(player, self.card(self.entrant[player])) for player in players)
        )

    def card(self, entrant: Entrant) -> str:
        """Return the player's colour preference and recent floats, as written on the pairing card.

        It shows as many floats as the edition looks at one by one; Dubov, which counts the floats
        of all rounds, asks for the last one too.
        """
        rounds = self.rules.float_rounds
        floats = entrant.floats[: 1 if rounds is None else rounds]
        if self.rules.by_parity:
            text = older_preference_text(entrant, self.field.round % 2 == 1)
        else:
            text = preference_text(entrant, self.system.absolute_mark)
        return text + "".join(ARROWS[one] for one in floats).rstrip("-")

    def float_of(self, player: int, opponent: int, bye: int | None) -> Float | None:
        """Return the float that the player gets from this pair; None if the edition records no
        float.

        `bye`: the player who has the bye in this round.
        """
        mine, theirs = self.entrant[player].score, self.entrant[opponent].score
        if mine == theirs or self.rules.float_rounds == 0:
            return None
        paired = {entrant.score for entrant in self.field.entrants if entrant.id != bye}
        twice_last = last_group(paired, self.field.scoring.win * (self.field.round - 1))
        return self.rules.pair_float(mine, theirs, twice_last)


def name_player(tournament: Tournament, player: int) -> NamedPlayer:
    return NamedPlayer(player, tournament.player[player].name)


def require_players(tournament: Tournament, *players: int) -> None:
    """Raise an error if one of the players is not in the tournament."""
    for player in players:
        if player not in tournament.player:
            raise Illegal(N_("There is no player {player}."), player=player)


def sentence_with(template: Template, **values: Any) -> Sentence:
    """Return a sentence from the template, ignoring values for which it has no field."""
    longest = template if isinstance(template, str) else template[1]
    named = fields(longest)
    return Sentence(template, **{n: v for n, v in values.items() if n in named})


# What stands on a pairing card, in the signs of the handbooks

ARROWS = {Float.DOWN: "↓", Float.UP: "↑", None: "-"}


def preference_text(entrant: Entrant, mark: str = "") -> str:
    """Return a colour preference as text: ``W`` absolute, ``Ww`` strong, ``w`` mild, empty for
    none.

    `mark` is added to an absolute one.
    """
    if entrant.preference is None:
        return ""
    letter = entrant.preference.value
    if entrant.strength is Strength.ABSOLUTE:
        return letter.upper() + mark
    return letter.upper() + letter if entrant.strength is Strength.STRONG else letter


def older_preference_text(entrant: Entrant, odd_round: bool) -> str:
    """Return a colour preference as written before 2013.

    ``W`` absolute, ``(W)`` semi-absolute (A.7d), ``(w)`` variable (A.7e), else ``w``. Mild and
    strong preferences are both written ``w``, because apart from these two cases they do not occur
    together.
    """
    if entrant.preference is None or entrant.strength is Strength.ABSOLUTE:
        return preference_text(entrant)
    letter = entrant.preference.value
    if entrant.strength is Strength.STRONG and odd_round:
        return f"({letter.upper()})"
    return f"({letter})" if entrant.strength is Strength.MILD and not odd_round else letter
