"""Why a pair that came first in the order was not made: the article that gave it up."""

from __future__ import annotations

from crivello.matching.transport import minimum_cost_transport
from crivello.model.errors import N_
from crivello.model.field import Entrant
from crivello.systems.dutch2011.bracket import Split
from crivello.systems.dutch2011.facts import Facts, Failures
from crivello.systems.dutch2011.homogeneous import Leave, packed, pair_costs, unpacked

REASONS = {
    "B.1a": N_("{a} and {b} may not meet (again)."),
    "B.2": N_("With {a}-{b} two who must have the same colour would meet."),
    "A.7d": N_("With {a}-{b} a preference treated as absolute would be broken."),
    "B.4": N_("With {a}-{b} too many pairs would break a colour preference."),
    "B.5": N_("With {a}-{b} somebody would float as in the last round."),
    "B.6": N_("With {a}-{b} somebody would float as two rounds ago."),
    "C.7": N_("With {a}-{b} the others could not all be paired."),
    "C.9": N_("With {a}-{b} the remainder could not be paired."),
}
_ARTICLES = Failures("B.2", "A.7d", "B.4", "B.4", "B.5", "B.6", "B.5", "B.6")  # type: ignore[arg-type]

Dropped = tuple[Entrant, Entrant, str]
"""A pair and the article."""


def forbidden_by(a: Entrant, b: Entrant) -> str:
    return "B.1a" if b.id in a.avoid else "B.2"


def broken(worse: Failures, accepted: Failures) -> str:
    """The article of the first requirement in which `worse` falls short of what was accepted."""
    for article, mine, theirs in zip(_ARTICLES, worse, accepted, strict=True):
        if mine > theirs:
            return str(article)
    return "C.7"


def dropped_in_transposition(facts: Facts, split: Split, leave: Leave) -> list[Dropped]:
    """For each player of S1 in turn: the players of S2 passed over before his opponent."""
    out = {player.id for player in split.from_s1}
    into = {player.id for player in split.from_s2}
    upper = [p for p in split.s1 if p.id not in out] + list(split.from_s2)
    order = {player.id: rank for rank, player in enumerate(split.s1 + split.s2)}
    lower = sorted(
        [p for p in split.s2 if p.id not in into] + list(split.from_s1),
        key=lambda player: order[player.id],
    )
    players = [*upper, *lower]
    costs = pair_costs(facts, players, split.allowance)
    size = len(upper)
    base = len(players) + 1
    rows: list[list[int | None]] = [
        [None if (c := costs[i][size + j]) is None else packed(c, base) for j in range(len(lower))]
        for i in range(size)
    ]
    spare = [None if (c := leave(player)) is None else packed(c, base) for player in lower]
    rows += [list(spare) for _ in range(len(lower) - size)]
    chosen = [lower.index(player) for player in split.transposition]
    accepted = unpacked(sum(rows[i][j] or 0 for i, j in enumerate(chosen)), base)

    found: list[Dropped] = []
    for i in range(size):
        earlier = set(chosen[:i])
        for j in range(chosen[i]):
            if j in earlier:
                continue
            if rows[i][j] is None:
                found.append((upper[i], lower[j], forbidden_by(upper[i], lower[j])))
                continue
            cost = _cost_with(rows, [*chosen[:i], j])
            article = "C.7" if cost is None else broken(unpacked(cost, base), accepted)
            found.append((upper[i], lower[j], article))
    return found


def _cost_with(rows: list[list[int | None]], fixed: list[int]) -> int | None:
    """The least cost when the first rows take these columns; None if the rest cannot follow."""
    taken = set(fixed)
    free = [j for j in range(len(rows)) if j not in taken]
    rest = [[row[j] for j in free] for row in rows[len(fixed) :]]
    total = sum(rows[i][j] or 0 for i, j in enumerate(fixed))
    if not rest:
        return total
    solved = minimum_cost_transport([1] * len(rest), [1] * len(free), rest)
    if solved is None:
        return None
    flow, _, _ = solved
    return total + sum(
        rest[i][j] or 0 for i, row in enumerate(flow) for j, units in enumerate(row) if units
    )
