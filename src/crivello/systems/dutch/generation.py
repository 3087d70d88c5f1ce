"""Candidates of a Dutch bracket, one by one, in order of generation; used by the sieve only.

D.1-D.3; 4.2-4.4 `transpositions`, `exchanges`, `moved_down_sets`: the order, on in-bracket
                 sequence numbers (BSN, 4.1), whoever has them
B.2-B.7; 3.2-3.7 `Generator`: the candidates. Players are places in the bracket from 0, which is
                 the BSN less one: first the moved-down players, then the residents
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


def _everything(beginning: Numbers) -> bool:
    return True


def transpositions(
    s2: Sequence[int], n1: int, admit: Callable[[Numbers], bool] = _everything
) -> Iterator[Numbers]:
    """Yield the first `n1` numbers of S2 in every order, by lexicographic value (D.1, 4.2).

    `admit` is asked about each beginning; a refused one is skipped with all that begin like it.
    """

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
    """Yield the numbers leaving the original S1 and S2, starting without an exchange (D.2, 4.3)."""
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
    """Sort key of exchanges of one size: smaller difference of sums (b), higher leaving S1 (c),
    lower leaving S2 (d)."""
    leaving, coming = exchange
    return sum(coming) - sum(leaving), [-number for number in reversed(leaving)], coming


def moved_down_sets(scores: Sequence[int], m1: int, order: MovedDownOrder) -> Iterator[Numbers]:
    """Yield the sets of `m1` moved-down players, as places in `scores` from 0 (D.3, 4.4)."""
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
    """A candidate: the higher ranked of a pair first; pairs and downfloaters in ranking order."""

    moved_down: tuple[Pair, ...]
    remainder: tuple[Pair, ...]
    downfloaters: tuple[int, ...]

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return self.moved_down + self.remainder


@frozen
class Beginning:
    """The pairs of a candidate fixed so far, and what is still to place."""

    limbo: tuple[int, ...]
    placed: tuple[Pair, ...]
    waiting: tuple[int, ...]
    """Moved-down players still without an opponent."""
    resident_pairs: int
    """The number of pairs of residents still to come."""
    singles: int
    """The number of residents who will be left unpaired."""


def _always(beginning: Beginning) -> bool:
    return True


def _ignore(candidate: SieveCandidate, pair: Pair) -> None:
    pass


@frozen
class Generator:
    """Generates the candidates of one bracket without forbidden pairs."""

    legal: Sequence[Sequence[bool]]
    """Which pairs may meet."""
    scores: Sequence[int]
    """The scores of the moved-down players."""
    order: MovedDownOrder
    spend: Callable[[], None]
    """Called for each beginning examined, to limit the work."""
    worth: Callable[[Beginning], bool] = _always
    """A rule: is a beginning worth following up?"""
    refused: Callable[[SieveCandidate, Pair], None] = _ignore
    """Called with the first candidate of a beginning whose last pair may not meet, and that
    pair."""

    @property
    def residents(self) -> range:
        return range(len(self.scores), len(self.legal))

    def beginnings(self, pairs: int, m1: int) -> Iterator[Beginning]:
        """Yield the sets of `m1` moved-down players as S1, with the others in the limbo."""
        for chosen in moved_down_sets(self.scores, m1, self.order):
            limbo = tuple(place for place in range(len(self.scores)) if place not in chosen)
            singles = len(self.legal) - 2 * pairs - len(limbo)
            if singles >= 0:
                yield Beginning(limbo, (), chosen, pairs - m1, singles)

    def candidates(self, pairs: int, m1: int) -> Iterator[SieveCandidate]:
        """Yield all candidates with `pairs` pairs, `m1` of them with a moved-down player."""
        for start in self.beginnings(pairs, m1):
            if self.worth(start):
                yield from self._moved_down_pairings(start)

    def _moved_down_pairings(self, start: Beginning) -> Iterator[SieveCandidate]:
        """Yield, for each transposition of S2, an MDP-pairing, and for each of these a remainder
        (B.7)."""
        s1 = start.waiting

        def begin(opponents: Numbers) -> tuple[Beginning, list[int]]:
            placed = tuple(zip(s1, opponents, strict=False))
            rest = [place for place in self.residents if place not in opponents]
            return replace(start, placed=placed, waiting=s1[len(opponents) :]), rest

        def admit(opponents: Numbers) -> bool:
            self.spend()
            beginning, rest = begin(opponents)
            if self._legal(beginning):
                return self.worth(beginning)
            missing = len(s1) - len(opponents)
            first, rest = begin((*opponents, *rest[:missing]))
            half = first.resident_pairs
            self._refuse(first, rest, range(1, half + 1), range(half + 1, 2 * half + 1), beginning)
            return False

        for opponents in transpositions(self.residents, len(s1), admit):
            yield from self._remainder(*begin(opponents))

    def _remainder(self, start: Beginning, players: Sequence[int]) -> Iterator[SieveCandidate]:
        """Yield exchanges of the original S1 and S2, and for each of them transpositions of S2
        (B.6).

        The players of the remainder, or of a homogeneous bracket, are numbered again. A
        candidate first comes up with the higher of each pair in S1: to swap a pair takes
        one exchange more, or one with a larger difference. So a swapped pair means
        that the candidate was there before.
        """
        half = start.resident_pairs
        s1, s2 = range(1, half + 1), range(half + 1, len(players) + 1)
        for leaving, coming in exchanges(s1, s2):
            upper = sorted({*s1, *coming} - {*leaving})
            lower = sorted({*s2, *leaving} - {*coming})
            if not _higher_first(upper, lower, ()):
                continue

            def begin(opponents: Numbers, upper: Sequence[int] = upper) -> Beginning:
                pairs = _name_pairs(players, upper, opponents)
                placed = start.placed + pairs
                return replace(start, placed=placed, resident_pairs=half - len(pairs))

            def admit(
                opponents: Numbers, upper: Sequence[int] = upper, lower: Sequence[int] = lower
            ) -> bool:
                self.spend()
                if not _higher_first(upper, lower, opponents):
                    return False
                beginning = begin(opponents, upper)
                if self._legal(beginning):
                    return self.worth(beginning)
                missing = half - len(opponents)
                rest = [number for number in lower if number not in opponents]
                first = (*opponents, *rest[:missing])
                if _higher_first(upper, lower, first):
                    self._refuse(start, players, upper, first, beginning)
                return False

            for opponents in transpositions(lower, half, admit):
                yield self._candidate(start, players, upper, opponents)

    def _legal(self, beginning: Beginning) -> bool:
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
            candidate = self._candidate(start, players, upper, opponents)
            self.refused(candidate, beginning.placed[-1])

    def _candidate(
        self,
        start: Beginning,
        players: Sequence[int],
        upper: Sequence[int],
        opponents: Sequence[int],
    ) -> SieveCandidate:
        pairs = _name_pairs(players, upper, opponents)
        seated = {place for pair in (*start.placed, *pairs) for place in pair}
        downfloaters = tuple(p for p in range(len(self.legal)) if p not in seated)
        return SieveCandidate(start.placed, pairs, downfloaters)


def _name_pairs(
    players: Sequence[int], upper: Sequence[int], opponents: Sequence[int]
) -> tuple[Pair, ...]:
    """Return the pairs of a remainder's numbers as places in the bracket."""
    return tuple(
        (players[one - 1], players[other - 1]) for one, other in zip(upper, opponents, strict=False)
    )


def _higher_first(upper: Sequence[int], lower: Sequence[int], opponents: Numbers) -> bool:
    """Return True if in all pairs so far the higher is in S1, and in the others it still can be."""
    if any(one > other for one, other in zip(upper, opponents, strict=False)):
        return False
    rest = [number for number in lower if number not in opponents]
    waiting = upper[len(opponents) :]
    return all(
        sum(number > one for number in rest) >= len(waiting) - place
        for place, one in enumerate(waiting)
    )
