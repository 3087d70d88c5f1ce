"""The graph of allowed pairs, and completions of the round (C.1-C.4, A.9; C1-C5, 1.9).

Players are indices in ranking order, and sets of players are bit sets. In an odd field one more
vertex, `Meetings.bye`, represents the pairing-allocated bye; its neighbours are the players who may
have it. So a completion is a perfect matching.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, repeat

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import FEW, Barrier, grow_tree, has_perfect_matching
from crivello.matching.perfect import possible_partners
from crivello.model.errors import Impossible
from crivello.model.field import Field, Strength
from crivello.standard.classes import NamedTuple
from crivello.systems.dutch.bracket import topscorers
from crivello.systems.dutch.editions import DutchEdition
from crivello.systems.dutch.solver.costs import clash, colours_of
from crivello.systems.publication import no_legal_pairing

SEVERAL = 50
"""Up to this number it is quick to check whether each can meet half of the others."""


class Meetings:
    """The allowed pairs of a round as a graph, with the players' colour preferences."""

    def __init__(self, field: Field, singled_out: int = 0) -> None:
        self.players = field.entrants
        n = len(self.players)
        self.bye: int | None = n if n % 2 else None
        self.colours = colours_of(self.players)
        self.rows = _build_rows(field)
        self.singled_out = singled_out
        """Players whom a hypothetical restriction allows to meet only a few (see `restricted`)."""
        self.eligible = 0
        for i, player in enumerate(self.players):
            if not player.barred:
                self.eligible |= 1 << i
        if self.bye is not None:
            self.rows.append(0)
            self.give_bye_to(self.eligible)

    def give_bye_to(self, players: int) -> None:
        """Allow the bye only to these players (C.2, C2; for C5 those of one score)."""
        assert self.bye is not None
        self.eligible = players
        bit = 1 << self.bye
        for i, row in enumerate(self.rows[:-1]):
            self.rows[i] = row | bit if players >> i & 1 else row & ~bit
        self.rows[self.bye] = players

    def with_rows(self, rows: list[int]) -> Meetings:
        """Return a copy with other allowed pairs."""
        from copy import copy

        other = copy(self)
        other.rows = rows
        return other

    def ids(self, players: Iterable[int]) -> tuple[int, ...]:
        return tuple([self.players[i].id for i in players])

    @property
    def bye_bit(self) -> int:
        return 0 if self.bye is None else 1 << self.bye


def _build_rows(field: Field) -> list[int]:
    """Return the possible opponents of each player as bit sets; the same rule as
    `bracket.may_meet`.
    """
    players = field.entrants
    bit = {player.id: 1 << i for i, player in enumerate(players)}
    top = topscorers(field)
    everybody = (1 << len(players)) - 1
    # The players with each absolute preference whom C.3 binds (no topscorers).
    bound: dict[object, int] = {}
    for i, player in enumerate(players):
        if player.strength is Strength.ABSOLUTE and player.id not in top:
            bound[player.preference] = bound.get(player.preference, 0) | 1 << i
    rows = []
    absent = repeat(0)
    for i, player in enumerate(players):
        out = 1 << i | sum(map(bit.get, player.avoid, absent))
        if player.strength is Strength.ABSOLUTE and player.id not in top:
            out |= bound[player.preference]
        rows.append(everybody & ~out)
    return rows


class CompletionBarrier(NamedTuple):
    """The proof that the round cannot be completed."""

    players: int
    """Players who cannot all be paired."""
    outer: int
    """Vertices (the bye may be among them) that fall into odd groups without an edge between two
    groups; there are more groups than vertices with edges to them."""


class Completion:
    """A completion of the round, repaired from bracket to bracket as players are paired."""

    def __init__(self, meetings: Meetings) -> None:
        self.meetings = meetings
        self.mate = [-1] * len(meetings.rows)
        # The most players whom a player not singled out cannot meet.
        many, singled_out = len(meetings.players), meetings.singled_out
        degrees = [
            row.bit_count()
            for i, row in enumerate(meetings.rows[:many])
            if not singled_out >> i & 1
        ]
        self._unmet = many - min(degrees, default=0) + (meetings.bye is not None)

    def find(self, floaters: int, below: int) -> dict[int, int] | CompletionBarrier:
        """Return a matching of the `floaters` and the players `below`, or the barrier that prevents
        it.

        Two floaters do not meet each other.
        """
        blocked = self._match(floaters, below)
        if blocked is not None:
            return blocked
        available = floaters | below
        if available.bit_count() % 2:
            available |= self.meetings.bye_bit
        return {v: self.mate[v] for v in members(available)}

    def find_barrier(self, floaters: int, below: int) -> CompletionBarrier | None:
        """Return the barrier that prevents pairing the `floaters` and the players `below`; None if
        they can be paired.
        """
        available = floaters | below
        if self.meets_dirac(floaters, available) and (
            available.bit_count() % 2 == 0 or available & self.meetings.eligible
        ):
            return None
        return self._match(floaters, below)

    def meets_dirac(self, floaters: int, available: int) -> bool:
        """Return True if Dirac's theorem proves that the players can be paired (if their number is
        odd, all but one, whoever that is).

        The condition is that each may meet at least half of the players. False proves nothing.
        """
        many = available.bit_count()
        needed = (many + 1) // 2
        if (
            many - self._unmet - floaters.bit_count() >= needed
            and not available & self.meetings.singled_out
        ):
            return True
        if many > SEVERAL:
            return False
        rows = self.meetings.rows
        for v in members(available):
            others = available & ~floaters if floaters >> v & 1 else available
            if (rows[v] & others).bit_count() < needed:
                return False
        return True

    def _match(self, floaters: int, below: int) -> CompletionBarrier | None:
        """Match the `floaters`, the players `below` and, if the number is odd, the bye; return the
        barrier if that is impossible, else None.
        """
        meetings = self.meetings
        available = floaters | below
        if available.bit_count() % 2:
            available |= meetings.bye_bit
        barrier = self.barrier(available, self.rows_without(floaters), floaters)
        outer = sum(barrier.odd_components)
        if outer:
            # If only the bye cannot be placed, all players are barred from it.
            here = ~meetings.bye_bit
            return CompletionBarrier(outer & here or available & here, outer)
        return None

    def possible(self, floaters: int, below: int) -> bool:
        available = floaters | below
        if available.bit_count() <= FEW:
            if available.bit_count() % 2:
                available |= self.meetings.bye_bit
            return has_perfect_matching(self.rows_without(floaters), available)
        return self.find_barrier(floaters, below) is None

    def barrier_below(self, below: int) -> Barrier:
        """Return the Gallai-Edmonds barrier of the players `below` and the bye, matched only among
        themselves.
        """
        return self.barrier(below | self.meetings.bye_bit, self.meetings.rows)

    def barrier(self, below: int, rows: list[int], floaters: int = 0) -> Barrier:
        """Return the Gallai-Edmonds barrier of these vertices: why they cannot all be matched among
        themselves.

        `rows` are the allowed pairs, as `rows_without(floaters)` returns them.
        """
        exposed = self._match_easily(rows, below, floaters)
        separator = 0
        parts: list[int] = []
        while exposed:
            root = exposed.bit_length() - 1
            exposed ^= 1 << root
            end = grow_tree(rows, self.mate, root, exposed, below)
            if isinstance(end, int):
                exposed ^= 1 << end
            else:
                # The tree of this search remains valid, whatever is matched outside.
                separator |= end.inner
                parts += end.blossoms
                below &= ~(end.outer | end.inner)
        return Barrier(separator, tuple(parts))

    def rows_without(self, floaters: int) -> list[int]:
        """Return the allowed pairs without those between two of these players."""
        rows = self.meetings.rows
        if floaters & floaters - 1:  # more than one
            rows = list(rows)
            for v in members(floaters):
                rows[v] &= ~floaters
        return rows

    def _match_easily(self, rows: list[int], available: int, floaters: int) -> int:
        """Keep the mates who are still allowed and match the other vertices greedily with the
        nearest allowed one; return the unmatched as a bit set.
        """
        mate = self.mate
        # A pair that was legal still is, except between two floaters and for the bye.
        for v in members(available & (floaters | self.meetings.bye_bit)):
            w = mate[v]
            if w >= 0 and not rows[v] >> w & 1:
                mate[v] = -1
        # Mates of players outside the last search may be out of date.
        here = f"{available:0{len(mate)}b}"[::-1]
        todo = [
            v for v in members(available) if (w := mate[v]) < 0 or mate[w] != v or here[w] == "0"
        ]
        for v in todo:
            mate[v] = -1
        exposed = bitset(todo)
        # Neighbours in the ranking: most of these pairs survive when brackets above are settled.
        for v in reversed(todo):
            if exposed >> v & 1:
                choice = rows[v] & exposed & ((1 << v) - 1)
                if choice:
                    w = choice.bit_length() - 1
                    mate[v], mate[w] = w, v
                    exposed ^= 1 << v | 1 << w
        return exposed

    def possible_byes(self) -> int:
        """Return the set of players who have the bye in some completion of the whole field; there
        must be a completion.
        """
        bye = self.meetings.bye
        assert bye is not None
        everybody = (1 << bye) - 1
        if self.meets_dirac(0, everybody):
            return self.meetings.eligible
        blocked = self._match(0, everybody)
        assert blocked is None
        return possible_partners(self.meetings.rows, self.mate, bye)


def impossible(
    field: Field, edition: DutchEdition, meetings: Meetings, blocked: CompletionBarrier
) -> Impossible:
    """Return the error for a round that cannot be completed, with the players who block it and the
    criteria responsible.
    """
    players = [field.entrants[i] for i in members(blocked.players)]
    pairs = list(combinations(players, 2))
    at_work = (
        any(other.id in one.avoid for one, other in pairs),
        meetings.bye is not None and any(player.barred for player in players),
        any(clash(one, other) for one, other in pairs),
    )
    codes = [code for code, here in zip(edition.absolute, at_work, strict=True) if here]
    return no_legal_pairing(players, codes)
