"""The parts that use matchings, compared with enumerations."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from crivello.model.field import Entrant
from crivello.rules.colours import may_meet
from crivello.systems.dubov1997.procedure import (
    Pair,
    RoundPlayers,
    floaters_of,
    pair_within_columns,
    rows,
    sides_of,
    surplus,
)
from crivello.systems.dubov1997.sieve import Dubov1997Sieve
from tests.systems.dubov1997.fields import entrant, round_of


def random_round(rng: random.Random, size: int, scores: Sequence[int]) -> RoundPlayers:
    histories = ("WB", "BW", "WBB", "BWW", "WBW", "BWB")
    players = [
        entrant(
            number,
            rng.choice(scores),
            rng.choice(histories),
            rating=rng.choice((2100, 2200, 2300, 2400)),
            met=[other for other in range(1, number) if rng.random() < 0.45],
        )
        for number in range(1, size + 1)
    ]
    aro: dict[int, int | str] = {n: rng.randrange(2000, 2010) for n in range(1, size + 1)}
    return round_of(*players, aro=aro).players


def matchings(players: Sequence[Entrant]) -> Iterator[list[Pair]]:
    """Yield all legal ways to pair all players."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for other in rest:
        if may_meet(first, other):
            for more in matchings([player for player in rest if player is not other]):
                yield [(first, other), *more]


def columns(players: RoundPlayers) -> tuple[list[Entrant], list[Entrant]]:
    entrants = players.field.entrants
    white = players.white_column(p for p in entrants if p.wants_white)
    black = players.black_column(p for p in entrants if p.wants_black)
    return white, black


def test_rows_are_the_first_legal_permutation() -> None:
    # Dubov 1997: 6.3 (2)
    rng = random.Random("rows")
    found = 0
    for _ in range(400):
        white, black = columns(random_round(rng, 8, (2,)))
        legal = (
            list(zip(white, order, strict=True))
            for order in permutations(black)
            if len(white) == len(black)
            and all(may_meet(a, b) for a, b in zip(white, order, strict=True))
        )
        expected = next(legal, None)
        assert rows(white, black) == expected
        found += expected is not None
    assert found > 20


def choices(
    white: Sequence[Entrant], black: Sequence[Entrant], pairs: Sequence[Pair]
) -> tuple[int, list[int]]:
    """Return the pairs within a column; then for each player in turn the rank of the opponent.

    The Blacks are ranked in order, and the Whites come after them.
    """
    wish = {player.id: rank for rank, player in enumerate([*black, *white])}
    partner = {a.id: b.id for a, b in pairs} | {b.id: a.id for a, b in pairs}
    same = sum((a in white) == (b in white) for a, b in pairs)
    ranks: list[int] = []
    seen: set[int] = set()
    for player in (*white, *black):
        if player.id not in seen:
            seen |= {player.id, partner[player.id]}
            ranks.append(wish[partner[player.id]])
    return same, ranks


def test_repair_keeps_the_order_of_the_text() -> None:
    rng = random.Random("repair")
    found = 0
    for _ in range(400):
        players = random_round(rng, 8, (2,))
        white, black = columns(players)
        every = list(matchings([*white, *black]))
        if every:
            found += 1
            best = min(choices(white, black, pairs) for pairs in every)
            assert choices(white, black, pair_within_columns(white, black)) == best
            sieve = Dubov1997Sieve(players.field, dict.fromkeys(range(1, 9), 2000), {})
            assert choices(white, black, sieve.within_columns(white, black)) == best
    assert found > 100


def test_floaters_are_the_best_set_of_all() -> None:
    """The best set has the fewest players; then pairable below, dominating colour, lowest R,
    highest ARO.

    The rest can be paired.
    """
    # Dubov 1997: 6.4 (2)
    rng = random.Random("floaters")
    several = 0
    for _ in range(300):
        players = random_round(rng, 10, (4, 4, 2))
        entrants = players.field.entrants
        group = [p for p in entrants if p.score == 4]
        others = [p for p in entrants if p.score == 2]
        if not group or next(matchings(entrants), None) is None:
            continue
        sides = sides_of(players, group)
        excess = surplus(sides)
        dominating = [p for p in group if excess == 0 or (excess > 0) == p.wants_white]
        below = [p for p in group if any(may_meet(p, q) for q in others)]
        preferred = sorted(
            group,
            key=lambda p: (
                p not in below,
                p not in dominating,
                p.rating,
                -players.aro[p.id],
                -p.number,
            ),
        )
        options = []
        for size in range(len(group) + 1):
            for down in combinations(preferred, size):
                stay = [p for p in group if p not in down]
                if next(matchings(stay), None) is None:
                    continue
                # Who floats is to be paired with the others, not with another floater.
                if size and not any(
                    all(not (a in down and b in down) for a, b in pairs)
                    for pairs in matchings([*down, *others])
                ):
                    continue
                if not size and next(matchings(others), None) is None:
                    continue
                options.append(down)
            if options:
                break
        best = options[0]  # one after the other the most preferred
        found = floaters_of(players, group, others, sides, 4)
        assert {p.id for p in found} == {p.id for p in best}
        several += len(best) > 1
    assert several > 5
