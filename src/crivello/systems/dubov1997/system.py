"""The Dubov system of 1997 as a `System` object."""

from __future__ import annotations

from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.model.trace import ByeDecided, Trace, procedure
from crivello.rules.colours import may_meet
from crivello.rules.initial_order import alphabetical
from crivello.rules.strength import strengths
from crivello.systems.completion import LegalPairs, impossible
from crivello.systems.dubov1997.procedure import (
    FIELD_RULES,
    Dubov1997Procedure,
    RoundPlayers,
    first_round_colours,
)
from crivello.systems.dubov1997.sieve import Dubov1997Sieve
from crivello.systems.publication import Coloured, refuse_large
from crivello.systems.registry import Articles, System


class Dubov1997(System):
    key = "dubov-1997"
    field_rules = FIELD_RULES
    articles = Articles("2", "2", "2", "2", "1")
    notation = N_(
        "Players are written with their number, the colour they are due ({W} or {B} if they may "
        "have no other, {Ww} or {Bb} if they had it less often, {w} or {b} to alternate), and ↑ "
        "if they were moved up in the last round."
    )
    typed_brackets = True
    brings_up = True
    due_colours = True
    shows_ratings = True
    basic_colour_limits = False
    options = System.options | {"forfeited-upfloats"}
    slow = True
    steps = (
        procedure.RatingsKnown,
        ByeDecided,
        procedure.GroupOpened,
        procedure.ProcedureEvent,
        procedure.PairDropped,
        procedure.PairFixed,
        procedure.GroupPaired,
    )

    def may_meet(self, field: Field) -> MayMeet:
        return may_meet

    def _find(
        self, tournament: Tournament, field: Field, trace: Trace | None, literally: bool
    ) -> tuple[list[Coloured], Entrant | None]:
        ratings = strengths(tournament)
        alphabet = {player.id: alphabetical(player) for player in tournament.players}
        if literally:
            refuse_large(field)
            found = Dubov1997Sieve(field, ratings, alphabet).run()
            if found is None:
                raise impossible(LegalPairs(field.entrants, may_meet), ("b", "d", "f", "g"))
            return found
        players = RoundPlayers(field, ratings, alphabet)
        pairs, bye = Dubov1997Procedure(field, players, trace).run()
        if field.round > 1:
            return [players.colours(*pair) for pair in pairs], bye
        numbered = enumerate(pairs, start=1)
        return [(*first_round_colours(field, number, *pair), "5") for number, pair in numbered], bye


def find(key: str) -> Dubov1997:
    return Dubov1997()
