"""By which system and edition was a tournament paired? Every one is tried, round by round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from crivello.audit.checker import with_rounds
from crivello.audit.rivals import Rules, accelerated, possible_editions
from crivello.model.keys import DEFAULT_FAMILY, SYSTEMS
from crivello.model.settings import Acceleration
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import EDITIONS as ACCELERATIONS
from crivello.systems.registry import find


@dataclass(frozen=True, slots=True)
class Fit:
    """One system and edition, and which rounds come out by it."""

    rules: Rules
    rounds: tuple[bool | None, ...]
    """None: the rules give no pairing for this round."""

    @property
    def count(self) -> int:
        return sum(one is True for one in self.rounds)


def fits(
    tournament: Tournament, step: Callable[[Rules], None] = lambda rules: None
) -> Iterator[Fit]:
    """Every system and edition, the newest first; `step` is called before each."""
    tournament = with_rounds(tournament)
    rounds = range(1, tournament.paired_rounds + 1)
    for rules in tried(tournament):
        step(rules)
        yield Fit(rules, tuple(rules.comes_out(tournament, number) for number in rounds))


def tried(tournament: Tournament) -> list[Rules]:
    """What `fits` looks at; of large fields not what takes minutes for a round."""
    found = [Rules(key) for key in possible_editions(tournament, later=True)]
    settings = with_rounds(tournament).settings
    if settings.acceleration == Acceleration():
        usual = [system.key for system in SYSTEMS.of(DEFAULT_FAMILY) if not find(system.key).slow]
        found += [
            rules
            for rules in accelerated(usual)
            if (settings.rounds or 0) >= ACCELERATIONS[rules.acceleration].least_rounds
        ]
    return found


def best(found: list[Fit], preferred: str = "") -> list[Fit]:
    """Those by which most rounds come out; the preferred edition first, if it is among them."""
    most = max((fit.count for fit in found), default=0)
    top = [fit for fit in found if fit.count == most and most]
    return sorted(top, key=lambda fit: fit.rules.system != preferred)
