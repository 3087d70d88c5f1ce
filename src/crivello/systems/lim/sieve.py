"""The Lim system by trying all possibilities; the procedure is compared with it on small fields.

It shares only the players' past with the procedure. Due colours, limits, the order of exchanges and
the colours of a pair are computed from the games. Each choice is made among all sets of floaters
and all complete pairings of a group.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from crivello.model.field import Entrant, Field
from crivello.model.result import Colour

Players = tuple[Entrant, ...]
Pairs = tuple[tuple[Entrant, Entrant], ...]
Placed = tuple[Entrant, Entrant, bool]
"""A pair, and whether it was made below the median."""


class LimSieve:
    """Pairs one round by trying all possibilities."""

    def __init__(self, field: Field, floaters_of_last_round: frozenset[int]) -> None:
        self.field = field
        self.floaters_of_last_round = floaters_of_last_round
        self._breaches: dict[frozenset[int], int | None] = {}

    # Article 2.1 and 6

    def may_meet(self, a: Entrant, b: Entrant) -> bool:
        if self.field.last_round and a.score == b.score:
            return b.id not in a.avoid
        return within_limits(a, b)

    def pairings(self, players: Players) -> Iterator[Pairs]:
        """Yield all complete pairings of these players in the order of exchanges (4.2, 4.3)."""
        if not players:
            yield ()
            return
        first = players[0]
        for partner in exchanges(players):
            if self.may_meet(first, partner):
                for others in self.pairings(_without(players, first, partner)):
                    yield ((first, partner), *others)

    def breaches(self, players: Players) -> int | None:
        """Return the fewest pairs beyond the colour limits in a complete pairing; None if there is
        none.
        """
        if not players:
            return 0
        these = frozenset(p.id for p in players)
        if these not in self._breaches:
            first, counts = players[0], []
            for partner in players[1:]:
                if self.may_meet(first, partner):
                    rest = self.breaches(_without(players, first, partner))
                    if rest is not None:
                        counts.append(rest + (not within_limits(first, partner)))
            self._breaches[these] = min(counts, default=None)
        return self._breaches[these]

    # Article 1

    def run(self) -> tuple[list[Placed], Entrant | None] | None:
        """Return all pairs and the player with the bye; None if the round cannot be paired."""
        entrants = self.field.entrants
        if len(entrants) % 2 == 0:
            return None if self.breaches(entrants) is None else (self.groups(entrants), None)
        for player in sorted(entrants, key=lambda p: (p.score, -p.number)):
            rest = _without(entrants, player)
            if not player.barred and self.breaches(rest) is not None:
                return self.groups(rest), player
        return None

    # Articles 5 and 7

    def colours(self, a: Entrant, b: Entrant, below_median: bool) -> tuple[Entrant, Entrant, str]:
        """Return White, Black, and the article that decides their colours."""
        higher, lower = sorted((a, b), key=lambda p: (-p.score, p.number))
        one, other = due(higher), due(lower)
        if not one and not other:
            placed = min(a, b, key=lambda p: p.number)
            second = b if placed is a else a
            drawn = "W" if self.field.initial_colour is Colour.WHITE else "B"
            has = drawn if placed.parity % 2 else _get_opposite(drawn)
            return (placed, second, "7.2") if has == "W" else (second, placed, "7.2")
        if one != other:
            white_first = one == "W" or other == "B"
            return (higher, lower, "5.1") if white_first else (lower, higher, "5.1")
        served, article = self._choose_served(higher, lower, below_median)
        denied = lower if served is higher else higher
        return (served, denied, article) if one == "W" else (denied, served, article)

    def _choose_served(
        self, higher: Entrant, lower: Entrant, below_median: bool
    ) -> tuple[Entrant, str]:
        """Return which of two players due the same colour gets it, and the article."""
        bound = [p for p in (higher, lower) if _get_opposite(due(p)) not in colours_allowed(p)]
        if len(bound) == 1:
            running = bound[0].history.colours[-2:] in ("WW", "BB")
            return bound[0], "5.3" if running else "5.1.2"
        surplus = [abs(difference(p)) for p in (higher, lower)]
        if surplus[0] != surplus[1]:
            return (
                higher if surplus[0] > surplus[1] else lower,
                "5.5" if self.field.round % 2 else "5.6",
            )
        games = zip(higher.history.colours[::-1], lower.history.colours[::-1], strict=False)
        for mine, theirs in games:
            if mine != theirs:
                return (lower if mine == due(higher) else higher), "5.4"
        return (lower if below_median else higher), "5.4"

    # Article 2.2

    def groups(self, players: Players) -> list[Placed]:
        full = self.field.scoring.win * (self.field.round - 1)
        scores = sorted({p.score for p in players}, reverse=True)
        at = [s for s in scores if 2 * s == full]
        under = [s for s in scores if 2 * s < full]
        last = (at or under or scores[-1:] or [0])[0]
        upper: list[tuple[Entrant, Entrant]] = []
        lower: list[tuple[Entrant, Entrant]] = []
        down: Players = ()
        up: Players = ()
        above = [s for s in scores if s > last]
        below = [s for s in reversed(scores) if s < last]
        for here, score in enumerate(above):
            group = SieveGroup(
                self,
                _sort_from_above(down),
                self._find_group(players, score, upward=False),
                upward=False,
            )
            down = group.floaters_to(
                self._find_group(players, [*above, last][here + 1], upward=False)
            )
            upper += group.pairs(down)
        for here, score in enumerate(below):
            group = SieveGroup(
                self,
                _sort_from_below(up),
                self._find_group(players, score, upward=True),
                upward=True,
            )
            up = group.floaters_to(self._find_group(players, [*below, last][here + 1], upward=True))
            lower += group.pairs(up)
        upward = bool(not at and under)
        residents = self._find_group(players, last, upward)
        while self.breaches((*down, *up, *residents)) is None:
            # 2.6, from the last pair made backwards.
            if (len(down) > len(up) and lower) or not upper:
                up = (*up, *lower.pop())
            else:
                down = (*down, *upper.pop())
        # 3.6.3, 3.7.3
        came = _sort_from_above(down) + _sort_from_below(up)
        if upward:
            came = _sort_from_below(up) + _sort_from_above(down)
        middle = SieveGroup(self, came, residents, upward).pairs(())
        return (
            [(a, b, False) for a, b in upper]
            + [(a, b, True) for a, b in lower]
            + [(a, b, upward) for a, b in middle]
        )

    def _find_group(self, players: Players, score: int, upward: bool) -> Players:
        group = (p for p in players if p.score == score)
        return tuple(sorted(group, key=lambda p: p.number, reverse=upward))


class SieveGroup:
    """A group: its residents and the players who floated into it."""

    def __init__(self, sieve: LimSieve, came: Players, residents: Players, upward: bool) -> None:
        self.sieve = sieve
        self.came = came
        self.residents = residents
        self.upward = upward
        self.members = came + residents
        self.maxi = sieve.field.options.maxi_tournament

    # Article 3 and 4.4

    def floaters_to(self, adjacent: Players) -> Players:
        """Return the players who leave the group for the adjacent one."""
        found = self._find_fewest(self.members)
        # 6: the limits bind unless they would cost pairs.
        beyond = any(found.values())
        lawful = self.sieve.may_meet if beyond else within_limits

        def meets_somebody(player: Entrant, among: Sequence[Entrant]) -> bool:
            return any(lawful(player, p) for p in among if p is not player)

        gone = tuple(p for p in self.members if not meets_somebody(p, self.members))
        stay = _without(self.members, *gone)
        exchanged = None
        if len(stay) % 2:
            free = [
                p
                for p in stay
                if all(meets_somebody(q, _without(stay, p)) for q in _without(stay, p))
            ]
            even = self._choose_to_make_even(stay, gone, free, adjacent, found)
            if self._make_key((*gone, even)) in found:
                return (*gone, even)
            rest = _without(stay, even)
            left = min(self._find_fewest(rest, beyond), key=lambda f: self._mark_places(f, rest))
            exchanged = left[0] if left else None
        elif self._make_key(gone) in found:
            return gone
        return min(
            found,
            key=lambda f: (
                *self._count_disadvantages(f, adjacent),
                exchanged not in f,
                self._mark_places(f, self.members),
            ),
        )

    def _make_key(self, floaters: Players) -> Players:
        return tuple(p for p in self.members if p in floaters)

    def _mark_places(self, floaters: Players, players: Players) -> list[bool]:
        return [p in floaters for p in players]

    def _find_fewest(self, players: Players, beyond: bool = True) -> dict[Players, int]:
        """Return the smallest sets of floaters that leave the fewest pairs beyond the colour
        limits, with that number.

        If `beyond` is False, only sets that leave no such pair count.
        """
        for size in range(len(players) % 2, len(players) + 1, 2):
            ways = {}
            for some in combinations(players, size):
                count = self.sieve.breaches(_without(players, *some))
                if count is not None and (beyond or count == 0):
                    ways[some] = count
            if ways:
                return {some: n for some, n in ways.items() if n == min(ways.values())}
        raise AssertionError("entrants may float")

    def _count_disadvantages(self, floaters: Players, adjacent: Players) -> tuple[int, int, int]:
        """Return how many floaters have the disadvantages a, b and c (3.9).

        a: floated before, no opponent in the adjacent group; b: floated before, with an opponent
        there; c: a resident without one.
        """
        twice = tuple(p for p in floaters if p in self.came)
        once = tuple(p for p in floaters if p not in self.came)
        b = self._count_opponents(twice, adjacent)
        d = self._count_opponents(floaters, adjacent) - b
        return len(twice) - b, b, len(once) - d

    def _count_opponents(self, floaters: Players, adjacent: Players) -> int:
        """Return how many floaters can have different opponents in the adjacent group."""
        if not floaters:
            return 0
        first, others = floaters[0], floaters[1:]
        return max(
            self._count_opponents(others, adjacent),
            *(
                1 + self._count_opponents(others, _without(adjacent, other))
                for other in adjacent
                if self.sieve.may_meet(first, other)
            ),
            0,
        )

    def _choose_to_make_even(
        self,
        stay: Players,
        gone: Players,
        free: Sequence[Entrant],
        adjacent: Players,
        found: dict[Players, int],
    ) -> Entrant:
        """Return the floater that makes the number of players even (3.2, 3.3, 3.4, 3.9, 3.10)."""
        pool = [p for p in free if p not in self.came] or list(free)
        white, black = ([due(p) for p in stay].count(colour) for colour in "WB")
        more = "" if white == black else "W" if white > black else "B"

        def types(p: Entrant) -> tuple[int, int, int, bool]:
            before = tuple(q for q in gone if self.members.index(q) < self.members.index(p))
            opponents = self._count_opponents(before, adjacent)
            has_opponent = self._count_opponents((*before, p), adjacent) > opponents
            return (*self._count_disadvantages((*gone, p), adjacent), not has_opponent)

        def place(p: Entrant) -> int:
            return p.number if self.upward else -p.number

        ranked = sorted(pool, key=lambda p: (types(p), more != "" and due(p) != more, place(p)))
        chosen, last = ranked[0], min(pool, key=place)
        if self.maxi:  # 3.2.3
            if abs(chosen.rating - last.rating) > 100:
                chosen = last
            ranked = [p for p in ranked if abs(p.rating - last.rating) <= 100]
        if chosen.id in self.sieve.floaters_of_last_round and not types(chosen)[-1]:
            others = [
                p
                for p in ranked
                if p.id not in self.sieve.floaters_of_last_round and types(p) == types(chosen)
            ]
            if self._make_key((*gone, chosen)) in found:
                others = [p for p in others if self._make_key((*gone, p)) in found]
            chosen = others[0] if others else chosen
        return chosen

    # Article 3.8, 4 and 5

    def pairs(self, gone: Players) -> list[tuple[Entrant, Entrant]]:
        found: list[tuple[Entrant, Entrant]] = []
        left = _without(self.members, *gone)
        while any(p in self.came for p in left):
            found.append((left[0], self._choose_opponent(left)))
            left = _without(left, *found[-1])
        while left and self.maxi:
            found.append((left[0], self._choose_within_100_points(left)))
            left = _without(left, *found[-1])
        return [*found, *self._find_first_with_fewest_clashes(left)]

    def _judge_pairing(self, pairing: Pairs) -> tuple[int, int]:
        breaches = sum(not within_limits(a, b) for a, b in pairing)
        return breaches, sum(_is_clash(a, b) for a, b in pairing)

    def _find_first_with_fewest_clashes(self, left: Players) -> Pairs:
        return min(self.sieve.pairings(left), key=self._judge_pairing)

    def _find_available(self, left: Players, order: Sequence[Entrant]) -> list[Entrant]:
        """Return, in `order`, the players whom the first player can meet without adding pairs
        beyond the colour limits.

        All players left must be paired, with as few such pairs as possible.
        """
        first, fewest = left[0], self.sieve.breaches(left)
        found = []
        for p in order:
            if self.sieve.may_meet(first, p):
                rest = self.sieve.breaches(_without(left, first, p))
                if rest is not None and rest + (not within_limits(first, p)) == fewest:
                    found.append(p)
        return found

    def _choose_opponent(self, left: Players) -> Entrant:
        first = left[0]
        available = self._find_available(left, [p for p in left if p not in self.came])
        if not available:
            others = sorted(
                (p for p in left[1:] if p in self.came),
                key=lambda p: (abs(p.score - first.score), -p.number if self.upward else p.number),
            )
            available = self._find_available(left, others)
        if not _is_clash(first, available[0]):
            return available[0]
        fitting = [
            p
            for p in available
            if not _is_clash(first, p)
            and not (self.maxi and abs(p.rating - available[0].rating) > 100)
        ]
        return (fitting or available)[0]

    def _choose_within_100_points(self, left: Players) -> Entrant:
        """Return the partner of the first player in a Maxi-tournament (5.7)."""
        first = left[0]
        available = self._find_available(left, exchanges(left))
        near = [p for p in available if abs(p.rating - available[0].rating) <= 100]

        def clashes(p: Entrant) -> int:
            rest = _without(left, first, p)
            return (
                _is_clash(first, p)
                + self._judge_pairing(self._find_first_with_fewest_clashes(rest))[1]
            )

        return min(near, key=clashes)


def _without(players: Players, *those: Entrant) -> Players:
    ids = {p.id for p in those}
    return tuple(p for p in players if p.id not in ids)


def _sort_from_above(floaters: Players) -> Players:
    """Sort floaters from above: the highest score first, then the smallest number (3.6)."""
    return tuple(sorted(floaters, key=lambda p: (-p.score, p.number)))


def _sort_from_below(floaters: Players) -> Players:
    """Sort floaters from below: the lowest score first, then the largest number (3.7)."""
    return tuple(sorted(floaters, key=lambda p: (p.score, -p.number)))


def _is_clash(a: Entrant, b: Entrant) -> bool:
    return due(a) != "" and due(a) == due(b)


def exchanges(players: Players) -> Players:
    """Return the partners of the first player in order: of 2n players, n + 1 to 2n, then n back to
    2 (4.2).
    """
    n = len(players) // 2
    places = [*range(n + 1, len(players) + 1), *range(n, 1, -1)]
    return tuple(players[place - 1] for place in places)


# Colours (2.1, 5.1, `lim-colours.md`)


def difference(player: Entrant) -> int:
    """Return the number of games with White minus the number with Black."""
    colours = player.history.colours
    return colours.count("W") - colours.count("B")


def colours_allowed(player: Entrant) -> set[str]:
    """Return the colours the player may get: not the same one three times running, nor three more
    of one than of the other.
    """
    last, more = player.history.colours[-2:], difference(player)
    white = last != "WW" and more + 1 < 3
    black = last != "BB" and more - 1 > -3
    return {colour for colour, may in (("W", white), ("B", black)) if may}


def within_limits(a: Entrant, b: Entrant) -> bool:
    """Return True if the two have not met, and one may have White and the other Black."""
    colours = colours_allowed(a), colours_allowed(b)
    fit = any(one in colours[0] and other in colours[1] for one, other in ("WB", "BW"))
    return b.id not in a.avoid and fit


def due(player: Entrant) -> str:
    """Return the due colour; an empty string if the player has not played a game."""
    colours, more = player.history.colours, difference(player)
    if not colours:
        return ""
    if abs(more) < 2 and (more == 0 or colours[-2:] in ("WW", "BB")):
        return _get_opposite(colours[-1])
    return "B" if more > 0 else "W"


def _get_opposite(colour: str) -> str:
    return "B" if colour == "W" else "W"
