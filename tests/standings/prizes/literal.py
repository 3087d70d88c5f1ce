"""The rule for a tie, computed literally for small ties: by all assignments and all groups."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, permutations

from crivello.standings.prizes.awards import OpenLists
from crivello.standings.prizes.prize_lists import Prize


def could_win(
    players: Sequence[int], open_to: Mapping[int, OpenLists], prizes: Sequence[Prize]
) -> int:
    """Return the most money these players can win, one prize each, by trying every assignment."""
    nothing = [None] * len(players)
    best = 0
    for given in permutations([*prizes, *nothing], len(players)):
        pairs = list(zip(players, given, strict=True))
        if all(prize is None or prize.list in open_to[player] for player, prize in pairs):
            best = max(best, sum(prize.amount for prize in given if prize is not None))
    return best


def fair_shares(open_to: Mapping[int, OpenLists], prizes: Sequence[Prize]) -> dict[int, Fraction]:
    """Return the shares: first the largest of the groups with the least for each player, then the
    others.
    """
    shares: dict[int, Fraction] = {}
    kept: dict[tuple[int, ...], int] = {}

    def most(players: Sequence[int]) -> int:
        key = tuple(sorted(players))
        if key not in kept:
            kept[key] = could_win(key, open_to, prizes)
        return kept[key]

    while len(shares) < len(open_to):
        rest = [player for player in open_to if player not in shares]
        before = most(list(shares))
        groups = chain.from_iterable(combinations(rest, size) for size in range(1, len(rest) + 1))
        each, _, group = min(
            (Fraction(most([*shares, *group]) - before, len(group)), -len(group), group)
            for group in groups
        )
        shares |= dict.fromkeys(group, each)
    return shares
