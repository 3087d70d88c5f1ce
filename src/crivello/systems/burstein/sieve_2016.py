"""One group of the 2016 text, literally: all combinations in their order, the best one kept."""

from __future__ import annotations

from crivello.model.field import Entrant
from crivello.systems.burstein.generation import Combination, combinations
from crivello.systems.burstein.groups import Group, may_meet_2016, same_preference
from crivello.systems.burstein.procedure_2016 import Choose
from crivello.systems.completion import LegalPairs


def sifting(legal: LegalPairs) -> Choose:
    """The literal choice; it asks the rules themselves and not the graph."""
    return choose


def choose(group: Group, below: tuple[Entrant, ...], below_is_last: bool) -> Combination | None:
    """Of the combinations that can be completed below, most due colours; of these the first."""
    players = group.players
    if len(players) % 2 and not below:
        return None
    best: Combination | None = None
    fewest_denied = 0
    for candidate in combinations(len(players), len(players) % 2):
        if not _is_legal(group, candidate):
            continue
        denied = sum(same_preference(players[i], players[j]) for i, j in candidate.pairs)
        if best is not None and denied >= fewest_denied:
            continue
        leaving = [players[i] for i in candidate.floaters]
        if below and not _can_be_seated(leaving, list(below), below_is_last):
            continue
        best, fewest_denied = candidate, denied
    return best


def _is_legal(group: Group, candidate: Combination) -> bool:
    players = group.players
    return all(may_meet_2016(players[i], players[j]) for i, j in candidate.pairs) and not any(
        players[i].id in group.incoming for i in candidate.floaters
    )


def _can_be_seated(floaters: list[Entrant], below: list[Entrant], below_is_last: bool) -> bool:
    """6.6: an opponent below for the floater, and in the last group for all others too."""
    if not floaters:
        if not below_is_last or not below:
            return True
        return _can_be_seated(below[:1], below[1:], below_is_last)
    return any(
        may_meet_2016(floaters[0], opponent)
        and _can_be_seated(
            floaters[1:], [player for player in below if player is not opponent], below_is_last
        )
        for opponent in below
    )
