"""By which system and edition was a tournament paired? Every one is tried, round by round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..model.settings import Acceleration
from ..model.tournament import Tournament
from .checker import with_rounds
from .rivals import Rules, accelerated, possible_editions

MOST_PLAYERS = 400
"""Above this, only the Dutch editions are tried: the others may take minutes for a round."""


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
    """What `fits` looks at."""
    large = len(tournament.players) > MOST_PLAYERS
    editions = possible_editions(tournament, "dutch" if large else None)
    found = [Rules(key) for key in editions]
    if tournament.settings.acceleration == Acceleration() and not large:
        dutch = possible_editions(tournament, "dutch")
        found += accelerated([key for key in dutch if key != "dutch-2011"])
    return found


def best(found: list[Fit], preferred: str = "") -> list[Fit]:
    """Those by which most rounds come out; the preferred edition first, if it is among them."""
    most = max((fit.count for fit in found), default=0)
    top = [fit for fit in found if fit.count == most and most]
    return sorted(top, key=lambda fit: fit.rules.system != preferred)
