"""Is there any legal pairing of a round at all, and if not, who is in the way?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..matching.bits import members
from ..matching.cardinality import barrier, has_perfect_matching, maximum_matching
from ..model.errors import N_, Impossible
from ..model.field import Entrant

MayMeet = Callable[[Entrant, Entrant], bool]


def graph(
    players: Sequence[Entrant],
    may_meet: MayMeet,
    may_leave: Callable[[Entrant], bool],
    leaving: int,
) -> list[int]:
    """Who may meet whom, and after the players one vertex for each place of the unpaired."""
    n = len(players)
    rows = [0] * (n + leaving)
    for i, a in enumerate(players):
        for j in range(i):
            if may_meet(players[j], a):
                rows[i] |= 1 << j
                rows[j] |= 1 << i
        if leaving and may_leave(a):
            for place in range(n, n + leaving):
                rows[i] |= 1 << place
                rows[place] |= 1 << i
    return rows


def can_be_paired(
    players: Sequence[Entrant],
    may_meet: MayMeet,
    may_leave: Callable[[Entrant], bool],
    leaving: int,
) -> bool:
    """Can all but `leaving` of the players be paired, the others being free to leave?"""
    if (len(players) + leaving) % 2:
        return False
    return has_perfect_matching(graph(players, may_meet, may_leave, leaving))


def has_right_to_bye(player: Entrant) -> bool:
    return not player.barred


def refuse_impossible(
    players: Sequence[Entrant], may_meet: MayMeet, criteria: tuple[str, ...]
) -> None:
    """Raise `Impossible` with the players who block the round, if no legal pairing exists."""
    n = len(players)
    rows = graph(players, may_meet, has_right_to_bye, n % 2)
    mate = maximum_matching(rows)
    if -1 not in mate:
        return
    proof = barrier(rows, mate)
    stuck = [v for part in proof.odd_components for v in members(part) if v < n]
    raise Impossible(
        N_(
            "No legal pairing exists: there are too few opponents (or nobody for the bye) for "
            "{players}."
        ),
        blocked=[players[v].id for v in sorted(stuck)],
        criteria=criteria,
        players=", ".join(str(players[v].number) for v in sorted(stuck)),
    )
