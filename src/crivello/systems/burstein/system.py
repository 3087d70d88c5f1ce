"""The Burstein system behind its keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ...model.field import Entrant, Field
from ...model.pairing import RoundPairing
from ...model.result import Colour
from ...model.settings import Acceleration
from ...model.tournament import Tournament
from ...model.trace import BoardsOrdered, ColourAllocated, Trace
from ...model.trace.procedure import ProcedureEvent
from ...rules.acceleration import listed_for_round_1
from ...rules.boards import in_publication_order
from ...rules.byes import barred_2026
from ...rules.field import FieldRules, build_field
from ...rules.floats import no_unplayed_float
from ...rules.preference import preference
from .. import registry
from ..completion import Pairs, refuse_large, verify
from . import sieve_2016, sieve_2026, solver_2016, solver_2026
from .colours import allocate_2016, allocate_2026
from .groups import may_meet_2016, may_meet_2026
from .order import Places, places_2016, places_2026
from .procedure_2016 import pair_2016
from .procedure_2026 import SEEDING, pair_2026, seeding_rounds

RULES = FieldRules(preference, no_unplayed_float, barred_2026, float_rounds=0)
"""The due colour of 2016 is the preference without its strength (`burstein-due-colour.md`)."""

Allocate = Callable[[Entrant, Entrant, Places, Colour], tuple[Entrant, Entrant, str]]
SEEDING_SYSTEM = "dutch-2026"
"""The Dutch edition in force together with Burstein 2026 (1.6)."""


@dataclass(frozen=True, slots=True)
class Burstein2016:
    key: str = "burstein-2016"
    field_rules: FieldRules = RULES
    has_sieve: bool = True

    def pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        return self._pair(tournament, round_number, trace, sieve=False)

    def sift(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        return self._pair(tournament, round_number, trace, sieve=True)

    def _pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None, sieve: bool
    ) -> RoundPairing:
        field = build_field(with_imaginary_point(tournament), round_number, RULES)
        if sieve:
            refuse_large(field)
        places = places_2016(tournament, field)
        choose = sieve_2016.sifting if sieve else solver_2016.solving
        pairs, bye = pair_2016(field, places, choose, trace)
        verify(field, pairs, bye, may_meet_2016)
        return _published(self.key, field, pairs, bye, places, allocate_2016, trace)


@dataclass(frozen=True, slots=True)
class Burstein2026:
    key: str = "burstein-2026"
    field_rules: FieldRules = RULES
    has_sieve: bool = True

    def pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        return self._pair(tournament, round_number, trace, sieve=False)

    def sift(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        return self._pair(tournament, round_number, trace, sieve=True)

    def _pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None, sieve: bool
    ) -> RoundPairing:
        if round_number <= seeding_rounds(tournament.settings):
            return self._seed(tournament, round_number, trace, sieve)
        field = build_field(tournament, round_number, RULES)
        if sieve:
            refuse_large(field)
        places = places_2026(tournament, field)
        choose = sieve_2026.sifting if sieve else solver_2026.solving
        pairs, bye = pair_2026(field, places, choose, trace)
        verify(field, pairs, bye, may_meet_2026)
        return _published(self.key, field, pairs, bye, places, allocate_2026, trace)

    def _seed(
        self, tournament: Tournament, round_number: int, trace: Trace | None, sieve: bool
    ) -> RoundPairing:
        """1.6: the first rounds are paired by the Dutch system, with all its rules."""
        dutch = registry.find(SEEDING_SYSTEM)
        if trace is not None:
            trace.append(ProcedureEvent("1.6", SEEDING))
        pair = dutch.sift if sieve else dutch.pair
        return replace(pair(tournament, round_number, trace), system=self.key)


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


def _published(
    key: str,
    field: Field,
    pairs: Pairs,
    bye: Entrant | None,
    places: Places,
    allocate: Allocate,
    trace: Trace | None,
) -> RoundPairing:
    coloured = []
    for one, other in pairs:
        white, black, article = allocate(one, other, places, field.initial_colour)
        coloured.append((white, black))
        if trace is not None:
            trace.append(ColourAllocated(white.id, black.id, article))
    boards = in_publication_order(coloured, field)
    if trace is not None:
        trace.append(BoardsOrdered(tuple((board.white, board.black) for board in boards)))
    return RoundPairing(
        field.round,
        key,
        tuple(boards),
        bye.id if bye else None,
        tuple(trace) if trace is not None else (),
    )


_EDITIONS = {system.key: system for system in (Burstein2016(), Burstein2026())}


def find(key: str) -> Burstein2016 | Burstein2026:
    return _EDITIONS[key]
