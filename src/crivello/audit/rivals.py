"""Rivals: other editions and accelerations by which a tournament may have been paired.

One of them explains a round only if it fits the tournament as a whole better than the edition used
for the check: editions do not change for one round.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from crivello.audit.causes import DifferenceCause
from crivello.audit.comparison import ComparedRound
from crivello.model.errors import CrivelloError, Illegal, Impossible
from crivello.model.keys import SYSTEMS, pairs_matches
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import N_
from crivello.model.settings import Acceleration
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import baku_of
from crivello.standard.classes import frozen
from crivello.systems.registry import System, find

Spend = Callable[[int], bool]
"""A function that takes boards from the budget; it returns False if nothing is left."""


LARGE = 400
"""The number of players above which slow editions are tried only on request."""


def cost_of(key: str) -> int:
    """Return the cost of pairing a board, relative to the Dutch system of today."""
    return 8 if find(key).slow else 1


@frozen
class Rules:
    """A system and edition, with or without an acceleration."""

    system: str
    acceleration: str = ""
    """The key of the acceleration; if empty, the tournament's own."""

    def apply(self, tournament: Tournament) -> Tournament:
        if not self.acceleration:
            return tournament
        settings = replace(tournament.settings, acceleration=Acceleration(method=self.acceleration))
        return replace(tournament, settings=settings)

    def reproduces(self, tournament: Tournament, number: int) -> bool | None:
        """Return True if the rules give this round of the tournament; None if they give no
        pairing.
        """
        try:
            pairing = find(self.system).pair(self.apply(tournament), number)
        except CrivelloError:
            return None
        return _is_played(pairing, tournament)


def _is_played(pairing: RoundPairing, tournament: Tournament) -> bool:
    """Return True if the pairing is the round of the tournament with this number."""
    actual = ComparedRound.actual(tournament.round(pairing.round))
    return ComparedRound.of_pairing(pairing) == actual


@dataclass
class OwnRounds:
    """The rounds as the edition used for the check pairs them, each paired only once."""

    tournament: Tournament
    system: System
    _found: dict[int, tuple[RoundPairing | None, CrivelloError | None]] = field(
        default_factory=dict
    )

    def round(self, number: int) -> tuple[RoundPairing | None, CrivelloError | None]:
        """Return the pairing of a round, or None and the reason why there is none."""
        if number not in self._found:
            try:
                self._found[number] = self.system.pair(self.tournament, number), None
            except (Impossible, Illegal) as refusal:  # anything else says nothing about the round
                self._found[number] = None, refusal
        return self._found[number]

    def reproduces(self, number: int) -> bool:
        pairing, _ = self.round(number)
        return pairing is not None and _is_played(pairing, self.tournament)

    @property
    def count(self) -> int:
        return sum(self.reproduces(n) for n in range(1, self.tournament.paired_rounds + 1))


@dataclass
class Rivals:
    """The rules that fit the tournament better than the edition used for the check, found on
    demand.
    """

    own: OwnRounds
    _fits: dict[Rules, frozenset[int]] = field(default_factory=dict)
    """The rounds that each of the rules reproduces; empty if they are not more than those of
    `own`.
    """

    def cause(self, number: int, spend: Spend) -> DifferenceCause | None:
        """Return the cause that other rules give this round and fit the tournament better; None if
        there are none.
        """
        best: Rules | None = None
        for rules in self._candidates():
            if rules not in self._fits:
                self._fits[rules] = self._better_fit(rules, spend)
            if number in self._fits[rules] and (
                best is None or len(self._fits[rules]) > len(self._fits[best])
            ):
                best = rules
        if best is None:
            return None
        values: dict[str, object] = {
            "count": len(self._fits[best]),
            "rounds": self.own.tournament.paired_rounds,
            "key": best.system,
        }
        if best.acceleration:
            sentence = N_(
                "{key} with the acceleration {method} reproduces this round, and {count} of "
                "{rounds} rounds in all."
            )
            return DifferenceCause.of("acceleration", sentence, **values, method=best.acceleration)
        sentence = N_("{key} reproduces this round, and {count} of {rounds} rounds in all.")
        return DifferenceCause.of("another-edition", sentence, **values)

    def _better_fit(self, rules: Rules, spend: Spend) -> frozenset[int]:
        """Return the rounds that the rules reproduce; empty as soon as they cannot be more than
        those of `own`.
        """
        tournament, least = self.own.tournament, self.own.count + 1
        rounds = tournament.paired_rounds
        found: set[int] = set()
        for number in range(1, rounds + 1):
            if len(found) + rounds - number + 1 < least:
                return frozenset()
            boards = max(len(tournament.round(number).games), 1)
            if not spend(boards * cost_of(rules.system)):
                return frozenset()
            if rules.reproduces(tournament, number):
                found.add(number)
        return frozenset(found) if len(found) >= least else frozenset()

    def _candidates(self) -> Iterator[Rules]:
        own = self.own.system.key
        if own not in SYSTEMS:
            return
        editions = possible_editions(self.own.tournament, SYSTEMS[own].family)
        yield from (Rules(key) for key in editions if key != own)
        # Accelerated tournaments differ from the first round on.
        settings = self.own.tournament.settings
        if settings.acceleration == Acceleration() and not self.own.reproduces(1):
            yield from with_acceleration(editions)


def possible_editions(
    tournament: Tournament, family: str | None = None, later: bool = False
) -> list[str]:
    """Return the editions of a family, or of all; with `later`, also those of years after the
    event.
    """
    matches = pairs_matches(tournament.settings.system)
    year = None if later else re.search(r"(?:19|20)[0-9]{2}", tournament.settings.start)
    return [
        system.key
        for system in SYSTEMS.values()
        if not system.round_robin
        and system.matches == matches
        and (len(tournament.players) <= LARGE or not find(system.key).slow)
        and (family is None or system.family == family)
        and (year is None or (system.since or "")[:4] <= year[0])
    ]


def with_acceleration(editions: list[str]) -> Iterator[Rules]:
    """Yield each edition together with the Baku acceleration of its time."""
    for key in editions:
        yield Rules(key, baku_of(key))
