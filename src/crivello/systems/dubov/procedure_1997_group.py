"""One scoregroup of the Dubov rules of 1997: columns, rows, and who floats (6.2-6.4, 7.3)."""

from __future__ import annotations

from collections.abc import Sequence

from crivello.matching.bipartite import first_in_order
from crivello.matching.weighted import minimum_cost_perfect_matching
from crivello.model.field import Entrant
from crivello.model.result import Colour
from crivello.model.trace import Step
from crivello.model.trace.procedure import Event, PairDropped, ProcedureEvent
from crivello.systems.dubov import procedure_1997_events as events
from crivello.systems.dubov.procedure_1997_players import Players, bound

Sides = dict[int, Colour]
"""The colour group of each player, by id."""
Pair = tuple[Entrant, Entrant]


def sides_of(players: Players, group: Sequence[Entrant]) -> Sides:
    """Everybody by his due colour; newcomers, by R, one after the other to the smaller side."""
    sides = {p.id: p.preference for p in group if p.preference is not None}
    for player in players.by_rating(p for p in group if p.preference is None):
        white = sum(side is Colour.WHITE for side in sides.values())
        sides[player.id] = Colour.WHITE if 2 * white <= len(sides) else Colour.BLACK
    return sides


def surplus(sides: Sides) -> int:
    """Players due White minus players due Black."""
    return sum(1 if side is Colour.WHITE else -1 for side in sides.values())


def shifted(players: Players, group: Sequence[Entrant], sides: Sides) -> list[Entrant]:
    """7.3: who changes the colour group so that both are equal; nobody against rule f or g."""
    excess = surplus(sides)
    if excess > 0:
        pool = [p for p in group if sides[p.id] is Colour.WHITE and not bound(p)]
        return players.to_black(pool)[: excess // 2]
    pool = [p for p in group if sides[p.id] is Colour.BLACK and not bound(p)]
    return players.to_white(pool)[: -excess // 2]


def rows(white: Sequence[Entrant], black: Sequence[Entrant]) -> list[Pair] | None:
    """6.2, 6.3: White after White takes the highest Black he can, as long as the Whites below
    can still be paired; None if the columns cannot be matched.

    The Blacks left over keep their order. See `docs/decisions/dubov-1997-rows.md`.
    """
    if len(white) != len(black):
        return None
    allowed = [sum(1 << j for j, b in enumerate(black) if Players.may_meet(a, b)) for a in white]
    chosen = first_in_order(allowed, len(black))
    if chosen is None:
        return None
    return [(a, black[j]) for a, j in zip(white, chosen, strict=True)]


def passed_over(black: Sequence[Entrant], pairs: Sequence[Pair]) -> list[Step]:
    """For each White in turn the Blacks above his opponent whom he could not take."""
    found: list[Step] = []
    left = list(black)
    for a, b in pairs:
        for other in left[: left.index(b)]:
            reason = events.OTHERS if Players.may_meet(a, other) else events.MET
            found.append(PairDropped("6.3", a.id, other.id, reason))
        left.remove(b)
    return found


def repaired(white: Sequence[Entrant], black: Sequence[Entrant]) -> list[Pair]:
    """6.3, last part: as few pairs within one column as possible; each White in turn takes the
    first Black, else the first White below him, that leaves this possible, then the Blacks who
    remain likewise. There must be a way to pair everybody."""
    players = [*white, *black]
    split = len(white)
    n = len(players)
    cost: list[list[int | None]] = [[None] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            if Players.may_meet(players[i], players[j]):
                cost[i][j] = cost[j][i] = int((i < split) == (j < split))
    left = list(range(n))
    best = _least(cost, left)
    assert best is not None
    pairs: list[Pair] = []
    while left:
        first = left[0]
        for other in (*(i for i in left if i >= split), *(i for i in left if i < split)):
            price = cost[first][other]
            if price is None:
                continue
            rest = [i for i in left if i not in (first, other)]
            if _least(cost, rest) == best - price:
                break
        else:
            raise AssertionError("a matching of this cost was found before")
        pairs.append((players[first], players[other]))
        left, best = rest, best - price
    return pairs


def _least(cost: list[list[int | None]], left: list[int]) -> int | None:
    matrix = [[cost[i][j] for j in left] for i in left]
    solution = minimum_cost_perfect_matching(len(left), matrix)
    return None if solution is None else solution.total


def floaters_of(
    players: Players,
    group: Sequence[Entrant],
    others: Sequence[Entrant],
    sides: Sides,
    score: int,
) -> list[Entrant]:
    """6.4: who leaves the group unpaired so that it makes most pairs and all others below can
    still be paired. Preferred are players who can be paired in the next scoregroup, then those
    of the dominating colour, the lowest R, the highest ARO. (Floaters from above are not in the
    group: they are paired first, or go on.)
    """
    dominating = Colour.WHITE if surplus(sides) > 0 else Colour.BLACK
    below = max((p.score for p in others if p.score < score), default=None)
    next_group = [p for p in others if p.score == below]
    preferred = sorted(
        group,
        key=lambda p: (
            not any(players.may_meet(p, other) for other in next_group),
            sides[p.id] is not dominating,
            p.rating,
            -players.aro[p.id],
            -p.number,
        ),
    )
    price = {p.id: (1 << len(group)) + (1 << rank) for rank, p in enumerate(preferred)}
    everybody = [*group, *others]
    n, own = len(everybody), len(group)
    cost: list[list[int | None]] = [[None] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            if players.may_meet(everybody[i], everybody[j]):
                crossing = j < own <= i
                cost[i][j] = cost[j][i] = price[everybody[j].id] if crossing else 0
    solution = minimum_cost_perfect_matching(n, cost)
    assert solution is not None  # only pairs that leave this possible were made
    return [p for i, p in enumerate(group) if solution.mate[i] >= own]


def event(article: str, kind: Event, group: Sequence[Entrant] = ()) -> ProcedureEvent:
    return ProcedureEvent(article, kind, tuple(player.id for player in group))
