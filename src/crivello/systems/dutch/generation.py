"""Generate the candidates of a Dutch bracket one by one, in the order of the rules; for the sieve
only.

`transpositions`, `exchanges` and `moved_down_sets` yield the orders of D.1-D.3 (2026: 4.2-4.4), as
in-bracket sequence numbers (BSN, 4.1). `Generator` yields the candidates of B.2-B.7 (3.2-3.7).
There players are places in the bracket, counted from 0: first the moved-down players, then the
residents. A place is the BSN less one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb

from crivello.model.errors import TooLarge
from crivello.model.sentence import N_
from crivello.standard.classes import frozen, replace
from crivello.systems.dutch.editions import MovedDownOrder

Numbers = tuple[int, ...]
Pair = tuple[int, int]
EXCHANGES = 200_000
"""How many exchanges of one size are sorted at most."""


def _admit_all(beginning: Numbers) -> bool:
    return True


def transpositions(
    s2: Sequence[int], n1: int, admit: Callable[[Numbers], bool] = _admit_all
) -> Iterator[Numbers]:
    """Yield the first `n1` numbers of every order of S2, in lexicographic order (D.1, 4.2).

    `admit` is called with each beginning; if it returns False, all orders with this beginning are
    skipped.
    """
    # Dutch 2017: D.1 (1)

    def longer(beginning: Numbers, rest: Numbers) -> Iterator[Numbers]:
        if len(beginning) == n1:
            yield beginning
            return
        for place, number in enumerate(rest):
            next_one = (*beginning, number)
            if admit(next_one):
                yield from longer(next_one, rest[:place] + rest[place + 1 :])

    yield from longer((), tuple(s2))


def exchanges(s1: Sequence[int], s2: Sequence[int]) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield the numbers that leave S1 and those that leave S2 in each exchange, in order (D.2,
    4.3).

    The first exchange is empty.
    """
    # Dutch 2017: D.2 (1)
    for size in range(min(len(s1), len(s2)) + 1):
        if comb(len(s1), size) * comb(len(s2), size) > EXCHANGES:
            raise TooLarge(
                N_("The sieve is for small brackets: one of {count} players is too much work."),
                count=len(s1) + len(s2),
            )
        yield from sorted(
            (
                (leaving, coming)
                for leaving in combinations(sorted(s1), size)
                for coming in combinations(sorted(s2), size)
            ),
            key=_exchange_key,
        )


def _exchange_key(exchange: tuple[Numbers, Numbers]) -> tuple[int, list[int], Numbers]:
    """Return the sort key for exchanges of one size.

    The smaller difference of the sums comes first (D.2 b), then the higher numbers leaving S1 (c),
    then the lower numbers leaving S2 (d).
    """
    # Dutch 2017: D.2 (2, 3, 4)
    leaving, coming = exchange
    return sum(coming) - sum(leaving), [-number for number in reversed(leaving)], coming


def moved_down_sets(scores: Sequence[int], m1: int, order: MovedDownOrder) -> Iterator[Numbers]:
    """Yield the sets of `m1` moved-down players, in order, as places in `scores` from 0 (D.3,
    4.4).
    """
    # Dutch 2017: D.3 (1, 2)
    sets = combinations(range(len(scores)), m1)
    if order is MovedDownOrder.NUMBERS:
        # 4.4.2: by the smallest differing number. The sets that 4.4.1 calls invalid are among them;
        # C7 rejects those.
        yield from sets
    else:
        # D.3: the highest differing score, then the lowest numbers.
        yield from sorted(sets, key=lambda places: ([-scores[place] for place in places], places))


@frozen
class SieveCandidate:
    """A candidate as places in the bracket: the pairs, higher-ranked player first, and the
    downfloaters.
    """

    moved_down: tuple[Pair, ...]
    remainder: tuple[Pair, ...]
    downfloaters: tuple[int, ...]

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return self.moved_down + self.remainder


@frozen
class Beginning:
    """A partial candidate: the pairs made so far, and how many pairs and players are still to
    come.
    """

    limbo: tuple[int, ...]
    placed: tuple[Pair, ...]
    waiting: tuple[int, ...]
    """Moved-down players still without an opponent."""
    resident_pairs: int
    """The number of pairs of residents still to come."""
    singles: int
    """The number of residents who will be left unpaired."""


def _accept(beginning: Beginning) -> bool:
    return True


def _ignore(candidate: SieveCandidate, pair: Pair) -> None:
    pass


@frozen
class Generator:
    """Generates the candidates of one bracket that contain no forbidden pair."""

    legal: Sequence[Sequence[bool]]
    """Which pairs may meet."""
    scores: Sequence[int]
    """The scores of the moved-down players."""
    order: MovedDownOrder
    spend: Callable[[], None]
    """Called for each beginning examined, to limit the work."""
    worth: Callable[[Beginning], bool] = _accept
    """A rule: is a beginning worth following up?"""
    refused: Callable[[SieveCandidate, Pair], None] = _ignore
    """Called with the first candidate of a beginning whose last pair may not meet, and that
    pair."""

    @property
    def residents(self) -> range:
        return range(len(self.scores), len(self.legal))

    def beginnings(self, pairs: int, m1: int) -> Iterator[Beginning]:
        """Yield a beginning for each set of `m1` moved-down players as S1; the other moved-down
        players are the limbo.
        """
        # Dutch 2017: B.2 (1, 2, 3)
        for chosen in moved_down_sets(self.scores, m1, self.order):
            limbo = tuple(place for place in range(len(self.scores)) if place not in chosen)
            singles = len(self.legal) - 2 * pairs - len(limbo)
            if singles >= 0:
                yield Beginning(limbo, (), chosen, pairs - m1, singles)

    def candidates(self, pairs: int, m1: int) -> Iterator[SieveCandidate]:
        """Yield all candidates with `pairs` pairs, of which `m1` contain a moved-down player."""
        # Dutch 2017: B.5 (1)
        for start in self.beginnings(pairs, m1):
            if self.worth(start):
                yield from self._pair_moved_down(start)

    def _pair_moved_down(self, start: Beginning) -> Iterator[SieveCandidate]:
        """Yield the candidates with this S1: for each transposition of S2 (the opponents of S1),
        each pairing of the remainder (B.7).
        """
        # Dutch 2017: B.3 (2); Dutch 2017: B.7 (1, 2, 3)
        s1 = start.waiting

        def begin(opponents: Numbers) -> tuple[Beginning, list[int]]:
            placed = tuple(zip(s1, opponents, strict=False))
            rest = [place for place in self.residents if place not in opponents]
            return replace(start, placed=placed, waiting=s1[len(opponents) :]), rest

        def admit(opponents: Numbers) -> bool:
            self.spend()
            beginning, rest = begin(opponents)
            if self._is_legal(beginning):
                return self.worth(beginning)
            missing = len(s1) - len(opponents)
            first, rest = begin((*opponents, *rest[:missing]))
            half = first.resident_pairs
            self._refuse(first, rest, range(1, half + 1), range(half + 1, 2 * half + 1), beginning)
            return False

        for opponents in transpositions(self.residents, len(s1), admit):
            yield from self._pair_remainder(*begin(opponents))

    def _pair_remainder(self, start: Beginning, players: Sequence[int]) -> Iterator[SieveCandidate]:
        """Yield the candidates that contain the pairs of moved-down players in `start` (B.6).

        For each exchange between S1 and S2 of the remainder, these are all transpositions of S2.
        The players of the remainder, or of a homogeneous bracket, are numbered anew from 1.
        Exchanging the two players of a pair gives the same candidate later in the order, since it
        takes a larger exchange. So only candidates with the higher player of each pair in S1 are
        new.
        """
        # Dutch 2017: A.3 (4); Dutch 2017: B.3 (1); Dutch 2017: B.6 (1)
        half = start.resident_pairs
        s1, s2 = range(1, half + 1), range(half + 1, len(players) + 1)
        for leaving, coming in exchanges(s1, s2):
            upper = sorted({*s1, *coming} - {*leaving})
            lower = sorted({*s2, *leaving} - {*coming})
            if not _has_higher_first(upper, lower, ()):
                continue

            def begin(opponents: Numbers, upper: Sequence[int] = upper) -> Beginning:
                pairs = _name_pairs(players, upper, opponents)
                placed = start.placed + pairs
                return replace(start, placed=placed, resident_pairs=half - len(pairs))

            def admit(
                opponents: Numbers, upper: Sequence[int] = upper, lower: Sequence[int] = lower
            ) -> bool:
                self.spend()
                if not _has_higher_first(upper, lower, opponents):
                    return False
                beginning = begin(opponents, upper)
                if self._is_legal(beginning):
                    return self.worth(beginning)
                missing = half - len(opponents)
                rest = [number for number in lower if number not in opponents]
                first = (*opponents, *rest[:missing])
                if _has_higher_first(upper, lower, first):
                    self._refuse(start, players, upper, first, beginning)
                return False

            for opponents in transpositions(lower, half, admit):
                yield self._make_candidate(start, players, upper, opponents)

    def _is_legal(self, beginning: Beginning) -> bool:
        one, other = beginning.placed[-1]
        return self.legal[one][other]

    def _refuse(
        self,
        start: Beginning,
        players: Sequence[int],
        upper: Sequence[int],
        opponents: Sequence[int],
        beginning: Beginning,
    ) -> None:
        if self.refused is not _ignore:
            candidate = self._make_candidate(start, players, upper, opponents)
            self.refused(candidate, beginning.placed[-1])

    def _make_candidate(
        self,
        start: Beginning,
        players: Sequence[int],
        upper: Sequence[int],
        opponents: Sequence[int],
    ) -> SieveCandidate:
        # Dutch 2017: B.3 (3)
        pairs = _name_pairs(players, upper, opponents)
        seated = {place for pair in (*start.placed, *pairs) for place in pair}
        downfloaters = tuple(p for p in range(len(self.legal)) if p not in seated)
        return SieveCandidate(start.placed, pairs, downfloaters)


def _name_pairs(
    players: Sequence[int], upper: Sequence[int], opponents: Sequence[int]
) -> tuple[Pair, ...]:
    """Convert pairs of sequence numbers in the remainder to pairs of places in the bracket."""
    return tuple(
        (players[one - 1], players[other - 1]) for one, other in zip(upper, opponents, strict=False)
    )


def _has_higher_first(upper: Sequence[int], lower: Sequence[int], opponents: Numbers) -> bool:
    """Return True if the higher player of each pair so far is in S1, and the remaining players can
    be paired like this.
    """
    if any(one > other for one, other in zip(upper, opponents, strict=False)):
        return False
    rest = [number for number in lower if number not in opponents]
    waiting = upper[len(opponents) :]
    return all(
        sum(number > one for number in rest) >= len(waiting) - place
        for place, one in enumerate(waiting)
    )
