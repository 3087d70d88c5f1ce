"""The Dutch system before 2013, articles A to F of the old C.04.1, as a literal procedure.

Questions that the text leaves open are decided by the tournament that was played with it step by
step, or by a decision page; comments say which. C.9, C.10 and C.11 each drop one more requirement
and start the search again, with earlier ones in force again when a later one is dropped. So the
first attempt accepted has the smallest breaches, compared from the last requirement to be dropped
to the first; among equals it is the earliest (docs/decisions/dutch-2011-fewest-breaches.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations

from tests.references.dubov_2018 import initial_colour
from tests.references.report_file import Report, Round, read

Pair = tuple[int, int]
Breaches = tuple[int, ...]

UP, DOWN = "up", "down"
ABSOLUTE, STRONG, MILD, NONE = 3, 2, 1, 0


class Field:
    """All players, with the facts that the rules need about them."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.round = report.number
        self.last_round = report.number >= report.rounds
        self.scores = {
            number: report.points(number) + report.virtual(number) for number in report.players
        }
        # F.5: neither withdrawn players nor absent ones are paired.
        self.players = sorted(
            (number for number, one in report.players.items() if not one.coming), key=self.order
        )

    def order(self, number: int) -> tuple[Fraction, int]:
        """Return the sort key of A.2: score, then pairing number."""
        return -self.scores[number], number

    def float_in(self, number: int, round_: int) -> str:
        """Return the float of a player in an earlier round (A.4, A.5)."""
        if round_ < 1:
            return ""
        cell = self.report.players[number].cells[round_ - 1]
        if cell.code in ("U", "F", "+"):  # A point without playing is a downfloat.
            return DOWN
        if not cell.played or cell.opponent is None:
            return ""
        mine = self._score_in(number, round_)
        theirs = self._score_in(cell.opponent, round_)
        return DOWN if mine > theirs else UP if mine < theirs else ""

    def _score_in(self, number: int, round_: int) -> Fraction:
        return self.report.points(number, round_) + self.report.virtual(number, round_)

    # A.7: colour preferences.

    def colours(self, number: int) -> list[str]:
        """Return the colours of all rounds; empty for rounds without a game (F.2)."""
        return [c.colour if c.played else "" for c in self.report.players[number].cells]

    def played_colours(self, number: int) -> list[str]:
        """Return the colours of the games played; gaps count as if they were at the beginning
        (F.3).
        """
        return [colour for colour in self.colours(number) if colour]

    def difference(self, number: int) -> int:
        """Return White games minus Black games (A.7)."""
        had = self.played_colours(number)
        return had.count("w") - had.count("b")

    def preference(self, number: int) -> tuple[str, int]:
        """Return the colour that is due, and how strongly (A.7a to c).

        "Two rounds running" are two rounds of the tournament: B W - W is a strong preference, as
        that of player 6 in the example.
        """
        colours, difference = self.colours(number), self.difference(number)
        had = self.played_colours(number)
        if not had:
            return "", NONE
        if difference > 1:
            return "b", ABSOLUTE
        if difference < -1:
            return "w", ABSOLUTE
        if len(colours) > 1 and colours[-1] and colours[-1] == colours[-2]:
            return _other(colours[-1]), ABSOLUTE
        if difference:
            return ("b" if difference > 0 else "w"), STRONG
        return _other(had[-1]), MILD

    def is_top(self, number: int) -> bool:
        """Return True if the player has more than half of the points before the last round (A.7a,
        B.2).
        """
        half = self.report.worth["1"] * (self.round - 1) / 2
        return self.last_round and self.report.points(number) > half

    # B: criteria.

    def b1a(self, one: int, other: int) -> bool:
        """Return True if they have not played each other; a forfeit is not a game (B.1a, F.2)."""
        met = any(c.opponent == other and c.played for c in self.report.players[one].cells)
        return not met and frozenset((one, other)) not in self.report.forbidden

    def b1b(self, number: int) -> bool:
        """Return True if the player may have the bye: no point without playing (B.1b)."""
        return not any(c.code in ("U", "F", "+") for c in self.report.players[number].cells)

    def breaks_b2(self, one: int, other: int) -> bool:
        """Return True if both have the same absolute preference (B.2)."""
        (mine, strength), (theirs, strength_2) = self.preference(one), self.preference(other)
        return mine == theirs and strength == strength_2 == ABSOLUTE

    def may_break_b2(self, one: int, other: int) -> bool:
        """Return True if one of the two has more than half of the points in the last round
        (A.7a).
        """
        return self.is_top(one) or self.is_top(other)

    def breaks_a7d(self, one: int, other: int) -> bool:
        """Return True if A.7d is broken: in an odd round a strong preference is treated as
        absolute.
        """
        (mine, strength), (theirs, strength_2) = self.preference(one), self.preference(other)
        return (
            self.round % 2 == 1
            and mine == theirs
            and min(strength, strength_2) >= STRONG
            and not strength == strength_2 == ABSOLUTE
        )

    def compatible(self, one: int, other: int) -> bool:
        """Return True if B.1 and B.2 allow the pair, B.2 not for players above half in the last
        round (C.1).
        """
        if not self.b1a(one, other):
            return False
        return not self.breaks_b2(one, other) or self.may_break_b2(one, other)


def _other(colour: str) -> str:
    return {"w": "b", "b": "w"}[colour]


class Wishes:
    """The preferences of some players, and how many pairs must break one (A.7e, A.8).

    By A.7e a mild preference in an even round counts for the other colour as long as that lowers x,
    but the text does not say whose. So up to x pairs may break a preference; some of them need a
    player whose preference can be switched (docs/decisions/dutch-2011-variable-preferences.md).
    """

    def __init__(self, field: Field, players: Sequence[int], fewer: int = 0) -> None:
        wanted = {number: field.preference(number) for number in players}
        self.colour = {number: colour for number, (colour, _) in wanted.items()}
        half = -(-len(players) // 2)
        white = sum(colour == "w" for colour in self.colour.values())
        black = sum(colour == "b" for colour in self.colour.values())
        x = max(white - half, black - half, 0)
        self.x = max(x - fewer, 0)  # C.14: x falls with p.
        most = "w" if white > black else "b"
        # With x = 0 there is nothing to lower, and every preference stays as it is (round 4 of the
        # example: 14(b), 11(w)).
        self.variable = {
            number
            for number in players
            if x and field.round % 2 == 0 and wanted[number] == (most, MILD)
        }
        self.fixed = max(self.x - len(self.variable), 0)

    def excess(self, pairs: Sequence[Pair]) -> tuple[int, int]:
        """Return the broken preferences above x, and above the part of x without variable
        preferences (B.4).
        """
        broken = [(a, b) for a, b in pairs if self.colour[a] == self.colour[b] != ""]
        fixed = [pair for pair in broken if not self.variable & set(pair)]
        return max(len(broken) - self.x, 0), max(len(fixed) - self.fixed, 0)


@dataclass(frozen=True, order=True)
class Result:
    """A pairing of a bracket, and the players left over."""

    pairs: tuple[Pair, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, order=True)
class Attempt:
    """A result with its breaches, and its place in the order of generation."""

    breaches: Breaches
    place: int
    result: Result


Made = tuple[int, tuple[int, int], list[Pair], tuple[int, int], Result]
"""The transposition of the first part and its excess over x; the remainder and its excess."""


class Bracket:
    """A bracket: players who moved down, and residents (A.3)."""

    def __init__(
        self, field: Field, moved: Sequence[int], residents: Sequence[int], lowest: bool
    ) -> None:
        self.field = field
        self.moved = sorted(moved, key=field.order)
        self.residents = sorted(residents, key=field.order)
        self.players = sorted([*moved, *residents], key=field.order)
        self.lowest = lowest
        # A.3: with at least half of the players from above it is treated as homogeneous.
        self.heterogeneous = 0 < 2 * len(moved) < len(self.players)

    def incompatible(self) -> int | None:
        """Return the first player without any opponent in the bracket (C.1); None if there is
        none.
        """
        for one in self.players:
            others = (other for other in self.players if other != one)
            if not any(self.field.compatible(one, other) for other in others):
                return one
        return None

    def targets(self) -> Iterator[tuple[int, int]]:
        """Yield p, and how many pairs fewer than possible the remainder makes (C.3, C.14).

        In a heterogeneous bracket p is the number of moved-down players; once they can be paired,
        only the remainder loses pairs.
        """
        if not self.heterogeneous:
            yield from ((p, 0) for p in range(len(self.players) // 2, 0, -1))
            return
        for p in range(len(self.moved), 0, -1):
            for less in range((len(self.players) - 2 * p) // 2 + 1):
                yield p, less
            if any(True for _ in self._first_part(p)):
                return

    def attempts(
        self, target: tuple[int, int], lefts: set[frozenset[int]] | None = None
    ) -> list[Attempt]:
        """Return the attempts with p pairs, by the relaxations they need, then in order of
        generation (C.4 to C.11).

        With `lefts`, only attempts that leave one of these sets of players over.
        """
        p, less = target
        made = self._heterogeneous(p, less) if self.heterogeneous and p else self._alike(p)
        rated = []
        for place, (first, excess, rest, own, result) in enumerate(made):
            if not self._may_leave(result.left):
                continue
            if lefts is not None and frozenset(result.left) not in lefts:
                continue
            after = self._against_pairs(rest)
            both = tuple(map(max, excess, own))
            breaches = (*self._against_pairs(result.pairs), *both, *self._floats(result))
            if not any(breaches):
                return [Attempt(breaches, place, result)]  # Accepted without any relaxation.
            rated.append((first, (*after, *own), Attempt(breaches, place, result)))
        # The remainder starts again with C.2: after each transposition of those who moved down it
        # breaks as little as it can by itself (docs/decisions/dutch-2011-remainder.md).
        least: dict[int, Breaches] = {}
        for first, broken, _ in rated:
            least[first] = min(least.get(first, broken), broken)
        return sorted(attempt for first, broken, attempt in rated if broken == least[first])

    def _alike(self, p: int) -> Iterator[Made]:
        """Yield the pairings of a homogeneous bracket, or of one that is treated as homogeneous."""
        p = p or len(self.players) // 2
        wishes = Wishes(self.field, self.players, len(self.players) // 2 - p)
        for pairs, left in halves(self.field, self.players, p):
            yield 0, (0, 0), pairs, wishes.excess(pairs), Result(tuple(pairs), tuple(left))

    def _first_part(self, p: int) -> Iterator[tuple[list[Pair], list[int]]]:
        """Yield the pairings of those who moved down: S1 is the p highest, S2 the others (C.4 to
        C.7).
        """
        for pairs, rest in transpositions(self.field, self.players[:p], self.players[p:]):
            yield pairs, sorted(rest, key=self.field.order)

    def _heterogeneous(self, p: int, less: int) -> Iterator[Made]:
        # C.14: both x fall with a pair of the remainder (docs/decisions/dutch-2011-lowering-p.md).
        whole = Wishes(self.field, self.players, len(self.moved) - p + less)
        for number, (first, rest) in enumerate(self._first_part(p)):
            excess = whole.excess(first)
            wishes = Wishes(self.field, rest, less)  # C.6, C.2
            for pairs, left in halves(self.field, rest, len(rest) // 2 - less):
                result = Result((*first, *pairs), tuple(left))
                yield number, excess, pairs, wishes.excess(pairs), result

    def _may_leave(self, left: Sequence[int]) -> bool:
        """Return True if these may be left over; in the lowest bracket only one who may have the
        bye.
        """
        return not self.lowest or (len(left) <= 1 and all(map(self.field.b1b, left)))

    def _against_pairs(self, pairs: Sequence[Pair]) -> Breaches:
        """Return the numbers of pairs against B.2 and against A.7d."""
        against_b2 = sum(self.field.breaks_b2(*pair) for pair in pairs)
        return against_b2, sum(self.field.breaks_a7d(*pair) for pair in pairs)

    def _floats(self, result: Result) -> Breaches:
        """Return downfloats against B.5 and B.6, then upfloats; the bye is a downfloat (A.5)."""
        field, now = self.field, self.field.round
        lower = [
            b if field.scores[a] > field.scores[b] else a
            for a, b in result.pairs
            if field.scores[a] != field.scores[b]
        ]
        return (
            sum(field.float_in(one, now - 1) == DOWN for one in result.left),
            sum(field.float_in(one, now - 2) == DOWN for one in result.left),
            sum(field.float_in(one, now - 1) == UP for one in lower),
            sum(field.float_in(one, now - 2) == UP for one in lower),
        )


def halves(field: Field, players: list[int], p: int) -> Iterator[tuple[list[Pair], list[int]]]:
    """Yield the p highest against the others: transpositions, then exchanges (C.4 to C.8)."""
    upper, lower = players[:p], players[p:]
    for out, back in exchanges(p, len(players)):
        first = sorted(
            [*(n for i, n in enumerate(upper) if i not in out), *(players[i] for i in back)],
            key=field.order,
        )
        second = sorted(
            [*(n for i, n in enumerate(lower, p) if i not in back), *(players[i] for i in out)],
            key=field.order,
        )
        yield from transpositions(field, first, second)


def exchanges(p: int, size: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the exchanges in order: fewest players, smallest difference, lowest of S1, highest of
    S2 (D.2).
    """
    every = [
        (out, back)
        for count in range(min(p, size - p) + 1)
        for out in combinations(range(p), count)
        for back in combinations(range(p, size), count)
    ]
    return sorted(
        every,
        key=lambda e: (len(e[0]), sum(e[1]) - sum(e[0]), [-i for i in reversed(e[0])], e[1]),
    )


def transpositions(
    field: Field, first: Sequence[int], second: Sequence[int]
) -> Iterator[tuple[list[Pair], list[int]]]:
    """Yield the transpositions of S2 in ascending order that give different pairs; B.1 and B.2 hold
    (D.1).
    """
    if not first:
        yield [], list(second)
        return
    for other in second:
        if field.compatible(first[0], other):
            rest = [one for one in second if one != other]
            for pairs, left in transpositions(field, first[1:], rest):
                yield [(first[0], other), *pairs], left


# C: the procedure.


@dataclass
class Done:
    """A bracket that was paired: its p, its result, and who moved down for lack of an opponent."""

    bracket: Bracket
    target: tuple[int, int] | None
    """None if p became zero and the whole bracket moved down."""
    result: Result
    gone: tuple[int, ...]

    @property
    def down(self) -> list[int]:
        """All players who move down."""
        return [*self.result.left, *self.gone]


class Procedure:
    """The procedure through all brackets from the top, with its ways back."""

    def __init__(self, field: Field) -> None:
        self.field = field
        scores = sorted({field.scores[one] for one in field.players}, reverse=True)
        self.groups = [[one for one in field.players if field.scores[one] == s] for s in scores]
        self.done: list[Done] = []

    def run(self) -> list[Result] | None:
        """Return the results of all brackets; None if no pairing exists."""
        while len(self.done) < len(self.groups) - 1:
            self.done.append(self.next_bracket())
        lowest = self.lowest_bracket()
        if lowest is None:
            return None
        return [*(one.result for one in self.done), lowest]

    def moved(self) -> list[int]:
        """Return the players who come from the bracket above."""
        return self.done[-1].down if self.done else []

    def opened(self, moved: Sequence[int], index: int) -> tuple[Bracket, tuple[int, ...]]:
        """Return the bracket after C.1: residents without an opponent move down, the better ranked
        first.
        """
        residents, gone = list(self.groups[index]), list[int]()
        while True:
            bracket = Bracket(self.field, moved, residents, lowest=False)
            one = bracket.incompatible()
            if one is None or one in moved:
                return bracket, tuple(gone)
            residents.remove(one)
            gone.append(one)

    def next_bracket(self) -> Done:
        """Pair one bracket that is not the lowest."""
        moved, index = self.moved(), len(self.done)
        released: list[int] = []
        while True:
            bracket, gone = self.opened(moved, index)
            one = bracket.incompatible()
            if one is None:
                break
            # C.1: a player who moved down and has no opponent: C.12, else on to the next bracket.
            other = self.c12(index, None) if not released else None
            if other:
                return other
            moved = [n for n in moved if n != one]
            released.append(one)
        everybody = (*gone, *released)
        for target in bracket.targets():
            attempts = bracket.attempts(target)
            if attempts:
                return Done(bracket, target, attempts[0].result, everybody)
            other = self.c12(index, target) if not released else None
            if other:
                return other
        return Done(bracket, None, Result((), tuple(bracket.players)), everybody)

    def another(
        self, before: Done, target: tuple[int, int], helps: Callable[[Sequence[int]], object]
    ) -> Done | None:
        """Return another pairing of a bracket in which those who move down help below; None if
        there is none (C.12, C.13).

        A player who had moved down to that bracket does not move down again for it (round 5 of the
        example). Of those that help, the pairing with the least relaxation is taken.
        """
        bracket, old = before.bracket, frozenset(before.result.left)
        count = next((len(one.result.left) for one in bracket.attempts(target)), 0)
        useful = {
            left
            for left in map(frozenset, combinations(bracket.residents, count))
            if left != old and helps([*left, *before.gone])
        }
        attempts = bracket.attempts(target, useful)
        if not attempts:
            return None
        return Done(bracket, target, attempts[0].result, before.gone)

    def c12(self, index: int, target: tuple[int, int] | None) -> Done | None:
        """Let other players move down from the bracket above, so that p pairs can be made (C.12).

        C.1 leads here before C.3, when there is no p yet: then it is that of the new bracket
        (docs/decisions/dutch-2011-pairs-after-c12.md).
        """

        def after(down: Sequence[int]) -> Done | None:
            bracket, gone = self.opened(down, index)
            if index == len(self.groups) - 1:
                bracket, gone = self.lowest(down, self.groups[index]), ()
            elif bracket.incompatible() is not None:
                return None
            wanted = target or next(bracket.targets(), None)
            attempts = bracket.attempts(wanted) if wanted else []
            return Done(bracket, wanted, attempts[0].result, gone) if attempts else None

        if not self.done or self.done[-1].target is None:
            return None
        before = self.done[-1]
        again = self.another(before, self.done[-1].target, after)
        if again is None:
            return None
        self.done[-1] = again
        return after(again.down)

    def lowest(self, moved: Sequence[int], residents: Sequence[int]) -> Bracket:
        """Return the lowest bracket, which must be paired completely."""
        return Bracket(self.field, moved, residents, lowest=True)

    def lowest_bracket(self) -> Result | None:
        """Pair the lowest bracket, with C.12 and C.13."""
        index = len(self.groups) - 1
        bracket = self.lowest(self.moved(), self.groups[index])
        target = self.complete(bracket)
        attempts = bracket.attempts(target)
        if attempts:
            return attempts[0].result
        if bracket.moved:
            other = self.c12(index, target)
            if other:
                return other.result
        return self.c13(bracket.residents)

    def complete(self, bracket: Bracket) -> tuple[int, int]:
        """Return the p with which all players are paired, or all but one."""
        return next(bracket.targets(), (0, 0))

    def c13(self, lowest: list[int]) -> Result | None:
        """Pair the penultimate bracket differently, else join both brackets (C.13).

        In a joined bracket the bracket added last belongs to S1, with the players who move down to
        it. It is completed with a lower p, in the end as homogeneous, before another one is undone
        (docs/decisions/dutch-2011-joined-brackets.md).
        """
        latest: list[int] = []
        while self.done:
            before = self.done.pop()
            completed = partial(self.completed, lowest, latest)
            for target in self.fewer_and_fewer_pairs(before):
                again = self.another(before, target, completed)
                if again:
                    self.done.append(again)
                    return completed(again.down)
            latest, lowest = (
                [*before.bracket.players, *before.gone],
                [*lowest, *(one for one in latest if one not in before.down)],
            )
            found = self.completed(lowest, latest, [])
            if found:
                return found
            latest = [one for one in latest if one not in self.moved()]
        return None

    def completed(
        self, residents: Sequence[int], latest: Sequence[int], down: Sequence[int]
    ) -> Result | None:
        """Return the first pairing of the lowest bracket, with p as high as possible if it was
        joined.
        """
        bracket = self.lowest([*down, *latest], residents)
        p, _ = self.complete(bracket)
        for lower in range(p, -1, -1) if latest and bracket.heterogeneous else [p]:
            attempts = bracket.attempts((lower, 0))
            if attempts:
                return attempts[0].result
        return None

    def fewer_and_fewer_pairs(self, before: Done) -> list[tuple[int, int]]:
        """Return the p of a bracket, and those below it down to 1 (C.14)."""
        if before.target is None:
            return []
        targets = list(before.bracket.targets())
        return targets[targets.index(before.target) :]


def pair(text: str) -> Round | None:
    """Pair the coming round; None if there is no pairing."""
    field = Field(read(text))
    if not field.players:
        return frozenset(), None
    results = Procedure(field).run()
    if results is None:
        return None
    boards = frozenset(colours(field, *pair) for result in results for pair in result.pairs)
    paired = {one for board in boards for one in board}
    left = [one for one in field.players if one not in paired]
    return boards, left[0] if left else None


# E: colours.


def colours(field: Field, one: int, other: int) -> Pair:
    """Return the board: White, then Black."""
    first, second = sorted((one, other), key=field.order)
    white = _colour_of(field, first, second)
    return (first, second) if white == "w" else (second, first)


def _colour_of(field: Field, first: int, second: int) -> str:
    """Return the colour of the higher ranked player."""
    (mine, strength), (theirs, strength_2) = field.preference(first), field.preference(second)
    if not mine and not theirs:  # E.5
        initial = initial_colour(field.report)
        return initial if field.report.odd(first) else _other(initial)
    if mine != theirs:  # E.1; A.7: a player without preference takes the colour that is left.
        return mine or _other(theirs)
    if strength == strength_2 == ABSOLUTE and field.is_top(first) != field.is_top(second):
        return _other(mine) if field.is_top(first) else mine  # B.2 holds for the other one.
    if strength != strength_2:  # E.2
        return mine if strength > strength_2 else _other(mine)
    had, had_2 = field.played_colours(first), field.played_colours(second)
    for my, their in zip(reversed(had), reversed(had_2), strict=False):  # E.3
        if my != their:
            return _other(my)
    return mine  # E.4
