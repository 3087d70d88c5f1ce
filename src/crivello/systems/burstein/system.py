"""The Burstein system, editions 2016 and 2026, as `System` objects."""

from __future__ import annotations

from collections.abc import Callable

from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.keys import DUTCH, resolve
from crivello.model.pairing import RoundPairing
from crivello.model.result import Colour
from crivello.model.sentence import N_
from crivello.model.settings import Acceleration, Settings
from crivello.model.tournament import Tournament
from crivello.model.trace import ByeDecided, Trace, procedure
from crivello.model.trace.burstein import FirstCombination, PlayersOrdered
from crivello.rules.acceleration import players_of_round_1
from crivello.rules.colours import may_meet, may_meet_within_limits, preference
from crivello.rules.field import (
    FieldRules,
    barred_2026,
    no_pair_float,
    no_unplayed_float,
    unplayed_2026,
)
from crivello.standard.classes import NamedTuple, replace
from crivello.standard.typing_names import Any
from crivello.systems.burstein.groups import (
    Combination,
    Places,
    allocate_2016,
    allocate_2026,
    places_2016,
    places_2026,
)
from crivello.systems.burstein.procedure import SEEDING, pair_2016, pair_2026, seeding_rounds
from crivello.systems.burstein.sieve import sift_2016, sift_2026
from crivello.systems.burstein.solver import solve_2016, solve_2026
from crivello.systems.publication import Coloured, Pairs, refuse_large
from crivello.systems.registry import Articles, System
from crivello.systems.registry import find as find_system


def with_imaginary_point(tournament: Tournament, round_number: int) -> Tournament:
    """Return the tournament with one more virtual win for the top half in rounds 1 and 2, if that
    option is set (2016: 3.3).

    A tournament with an acceleration is returned unchanged. See `burstein-imaginary-point.md`.
    """
    # Burstein 2016: 3.3 (1); Burstein 2016: 3.3 (2)
    settings = tournament.settings
    if not settings.options.imaginary_point or settings.acceleration != Acceleration():
        return tournament
    listed = players_of_round_1(tournament)
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
"""Floats matter only in the seeding rounds, so cards show them as in the Dutch system."""


class BursteinText(NamedTuple):
    """The functions of an edition: its order, procedure, choices and colour rules."""

    order: Callable[[Tournament, Field, Trace | None], Places]
    pair: Callable[[Field, Places, Any, Trace | None], tuple[Pairs, Entrant | None]]
    solve: Callable[..., Combination | None]
    """Chooses `pair` for one group, by matchings."""
    sift: Callable[..., Combination | None]
    """Makes the same choice, literally."""
    allocate: Callable[[Entrant, Entrant, Places, Colour], Coloured]


class Burstein(System):
    """The base class of the Burstein editions."""

    _text: BursteinText
    typed_brackets = True
    steps = (
        PlayersOrdered,
        ByeDecided,
        procedure.GroupOpened,
        procedure.ProcedureEvent,
        FirstCombination,
        procedure.GroupPaired,
    )

    def order(self, tournament: Tournament, field: Field, trace: Trace | None = None) -> Places:
        """Return the place of each player in the order of the edition, 1 for the highest."""
        return self._text.order(tournament, field, trace)

    def _find(
        self, tournament: Tournament, field: Field, trace: Trace | None, literally: bool
    ) -> tuple[list[Coloured], Entrant | None]:
        if literally:
            refuse_large(field)
        text = self._text
        places = self.order(tournament, field, trace)
        pairs, bye = text.pair(field, places, text.sift if literally else text.solve, trace)
        initial = field.initial_colour
        return [text.allocate(one, other, places, initial) for one, other in pairs], bye


class Burstein2016(Burstein):
    key = "burstein-2016"
    field_rules = RULES_2016
    articles = Articles("3.1", "4.1", "5.2, 5.3", "", "1")
    notation = N_(
        "Players are written with their number and the colour they are due ({W} or {B} if they "
        "may have no other, {Ww} or {Bb} if they had it less often, {w} or {b} to alternate)."
    )
    due_colours = True
    ordered_by = "3.2"
    options = System.options | {"imaginary-point"}

    def may_meet(self, field: Field) -> MayMeet:
        # Burstein 2016: 3.1 (1); Burstein 2016: 5.2 (1)
        return may_meet_within_limits

    _text = BursteinText(places_2016, pair_2016, solve_2016, sift_2016, allocate_2016)


class Burstein2026(Burstein):
    key = "burstein-2026"
    field_rules = RULES_2026
    articles = Articles("C1", "C2", "C3", "", "1.5")
    ordered_by = "1.8"
    notation = N_(
        "Players are written with their number and the colour they prefer ({W} or {B} absolute, "
        "{Ww} or {Bb} strong, {w} or {b} mild)."
    )

    def may_meet(self, field: Field) -> MayMeet:
        return may_meet

    def seeding_rounds(self, settings: Settings) -> int:
        return seeding_rounds(settings)

    def rules_in(self, tournament: Tournament, round_number: int) -> System:
        """Return the system that pairs a round: in the seeding rounds the Dutch edition in force
        since the same day (1.6), else this one.
        """
        if round_number > self.seeding_rounds(tournament.settings):
            return self
        return find_system(resolve(DUTCH, self.announced.since or ""))

    _text = BursteinText(places_2026, pair_2026, solve_2026, sift_2026, allocate_2026)

    def _pair(
        self,
        tournament: Tournament,
        round_number: int,
        trace: Trace | None,
        field: Field | None = None,
        literally: bool = False,
    ) -> RoundPairing:
        rules = self.rules_in(tournament, round_number)
        if rules is not self:
            if trace is not None:
                trace.append(procedure.ProcedureEvent("1.6", SEEDING))
            if literally:
                seeded = rules.sift(tournament, round_number, trace)
            else:
                seeded = rules.pair(tournament, round_number, trace, field)
            return replace(seeded, system=self.key)
        return super()._pair(tournament, round_number, trace, field, literally)


_EDITIONS = {system.key: system for system in (Burstein2016(), Burstein2026())}


def find(key: str) -> Burstein:
    return _EDITIONS[key]
