"""The Burstein system behind its keys."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace

from crivello.model.errors import N_
from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.pairing import RoundPairing
from crivello.model.result import Colour
from crivello.model.settings import Acceleration
from crivello.model.tournament import Tournament
from crivello.model.trace import ByeDecided, Step, Trace
from crivello.model.trace.burstein import FirstCombination, PlayersOrdered
from crivello.model.trace.procedure import (
    GroupOpened,
    GroupPaired,
    ProcedureEvent,
)
from crivello.rules.acceleration import listed_for_round_1
from crivello.rules.byes import barred_2026
from crivello.rules.field import FieldRules, build_field
from crivello.rules.floats import no_pair_float, no_unplayed_float, unplayed_2026
from crivello.rules.preference import preference
from crivello.systems.burstein import sieve_2016, sieve_2026, solver_2016, solver_2026
from crivello.systems.burstein.colours import allocate_2016, allocate_2026
from crivello.systems.burstein.groups import may_meet_2016, may_meet_2026
from crivello.systems.burstein.order import Places, places_2016, places_2026
from crivello.systems.burstein.procedure_2016 import pair_2016
from crivello.systems.burstein.procedure_2026 import SEEDING, pair_2026, seeding_rounds
from crivello.systems.publication import Coloured, published
from crivello.systems.registry import Articles, System
from crivello.systems.registry import find as find_system
from crivello.systems.verify import Pairs, refuse_large, verify


def with_imaginary_point(tournament: Tournament) -> Tournament:
    """2016, 3.3: one more win for the top half while rounds 1 and 2 are paired, if asked for.

    An acceleration of the event's own takes its place. See `burstein-imaginary-point.md`.
    """
    settings = tournament.settings
    if not settings.options.imaginary_point or settings.acceleration != Acceleration():
        return tournament
    listed = listed_for_round_1(tournament)
    half = listed[: len(listed) // 2]
    virtual = tuple(
        (player.id, (settings.scoring.win, settings.scoring.win))
        for player in tournament.players
        if half and player.number <= half[-1].number
    )
    return replace(tournament, settings=replace(settings, acceleration=Acceleration(None, virtual)))


RULES_2016 = FieldRules(
    preference,
    no_unplayed_float,
    barred_2026,
    float_rounds=0,
    pair_float=no_pair_float,
    adapted=with_imaginary_point,
)
"""The due colour is the preference without its strength (`burstein-due-colour.md`)."""
RULES_2026 = FieldRules(preference, unplayed_2026, barred_2026, float_rounds=0)
"""Floats play no part, but in the seeding rounds: so cards have them, as the Dutch system does."""

Allocate = Callable[[Entrant, Entrant, Places, Colour], Coloured]


class Burstein(System):
    """What the editions have in common."""

    @property
    def steps(self) -> tuple[type[Step], ...]:
        return (
            PlayersOrdered,
            ByeDecided,
            GroupOpened,
            ProcedureEvent,
            FirstCombination,
            GroupPaired,
        )

    def pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        return self._pair(tournament, round_number, trace, sieve=False)

    def sift(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        return self._pair(tournament, round_number, trace, sieve=True)

    @abstractmethod
    def _pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None, sieve: bool
    ) -> RoundPairing: ...


class Burstein2016(Burstein):
    key = "burstein-2016"
    field_rules = RULES_2016
    articles = Articles("3.1", "4.1", "5.2, 5.3", "", "1")
    notation = N_(
        "Players are written with their number and the colour they are due (W or B if they may "
        "have no other, Ww or Bb if they had it less often, w or b to alternate)."
    )
    due_colours = True
    options = System.options | {"imaginary-point"}

    def may_meet(self, field: Field) -> MayMeet:
        return may_meet_2016

    def _pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None, sieve: bool
    ) -> RoundPairing:
        field = build_field(tournament, round_number, RULES_2016)
        if sieve:
            refuse_large(field)
        places = places_2016(tournament, field, trace)
        choose = sieve_2016.sifting if sieve else solver_2016.solving
        pairs, bye = pair_2016(field, places, choose, trace)
        verify(field, pairs, bye, may_meet_2016)
        return published(self.key, field, coloured(field, pairs, places, allocate_2016), bye, trace)


class Burstein2026(Burstein):
    key = "burstein-2026"
    field_rules = RULES_2026
    articles = Articles("C1", "C2", "C3", "", "1.5")
    notation = N_(
        "Players are written with their number and the colour they prefer (W or B absolute, Ww or "
        "Bb strong, w or b mild)."
    )
    seeding = "dutch-2026"
    """The Dutch edition in force together with this one, which pairs the seeding rounds (1.6)."""

    def may_meet(self, field: Field) -> MayMeet:
        return may_meet_2026

    def rules_in(self, tournament: Tournament, round_number: int) -> System:
        seeded = round_number <= seeding_rounds(tournament.settings)
        return find_system(self.seeding) if seeded else self

    def _pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None, sieve: bool
    ) -> RoundPairing:
        rules = self.rules_in(tournament, round_number)
        if rules is not self:
            if trace is not None:
                trace.append(ProcedureEvent("1.6", SEEDING))
            seed = rules.sift if sieve else rules.pair
            return replace(seed(tournament, round_number, trace), system=self.key)
        field = build_field(tournament, round_number, RULES_2026)
        if sieve:
            refuse_large(field)
        places = places_2026(tournament, field, trace)
        choose = sieve_2026.sifting if sieve else solver_2026.solving
        pairs, bye = pair_2026(field, places, choose, trace)
        verify(field, pairs, bye, may_meet_2026)
        return published(self.key, field, coloured(field, pairs, places, allocate_2026), bye, trace)


def coloured(field: Field, pairs: Pairs, places: Places, allocate: Allocate) -> list[Coloured]:
    return [allocate(one, other, places, field.initial_colour) for one, other in pairs]


_EDITIONS = {system.key: system for system in (Burstein2016(), Burstein2026())}


def find(key: str) -> Burstein:
    return _EDITIONS[key]
