"""Lim System (C.04.4.3, amended to 1999): the procedure of the text, step by step.

"Higher numbered" is the text's word for a smaller pairing number; here it is "higher placed". The
numbers of the articles are those of 2026, whose text is the same. The text leaves many questions
open; the pages docs/decisions/lim-*.md decide them, and each is cited at its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from tests.references.report_file import Report, Round, read

DOWN, UP = "down", "up"
OTHER = {"w": "b", "b": "w", "": ""}
Pairs = list[tuple[int, int]]


def pair(text: str) -> Round | None:
    """Pair the coming round of a report file."""
    return Lim(read(text)).round()


@dataclass
class Group:
    """A scoregroup while it is being paired; `down` and `up` are the floaters who came in."""

    score: Fraction
    direction: str
    residents: list[int]
    down: list[int] = field(default_factory=list)
    up: list[int] = field(default_factory=list)
    pairs: Pairs = field(default_factory=list)

    @property
    def players(self) -> list[int]:
        return [*self.residents, *self.down, *self.up]

    def floated_in(self, one: int) -> bool:
        return one not in self.residents


class Lim:
    """The Lim procedure for one round."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.present = [one for one, person in report.players.items() if not person.coming]
        self.last = report.number == report.rounds
        self.maxi = report.options.get("maxi-tournament") == "yes"

    def score(self, one: int) -> Fraction:
        return self.report.points(one) + self.report.virtual(one)

    def colours(self, one: int) -> str:
        """Return the colours of the games played, without gaps (C.04.2: 3.4)."""
        return "".join(cell.colour for cell in self.report.players[one].cells if cell.played)

    def due(self, one: int) -> str:
        """Return the colour that equalises, or with equal numbers the one that alternates (5.1,
        5.5, 5.6).

        After the same colour twice it is always the other one.
        """
        had = self.colours(one)
        if had[-2:] in ("ww", "bb"):
            return OTHER[had[-1]]
        white, black = had.count("w"), had.count("b")
        if white != black:
            return "w" if white < black else "b"
        return OTHER[had[-1:]]

    # 2.1: compatible.

    def may_have(self, one: int, colour: str) -> bool:
        had = self.colours(one) + colour
        return had[-3:] != colour * 3 and abs(had.count("w") - had.count("b")) < 3

    def met(self, one: int, other: int) -> bool:
        cells = self.report.players[one].cells
        forbidden = frozenset((one, other)) in self.report.forbidden
        return forbidden or any(cell.played and cell.opponent == other for cell in cells)

    def compatible(self, one: int, other: int) -> bool:
        """Return True if they have not met, and 5.1 allows colours to both (2.1)."""
        return not self.met(one, other) and any(
            self.may_have(one, colour) and self.may_have(other, OTHER[colour]) for colour in "wb"
        )

    def excepted(self, one: int, other: int) -> bool:
        """Return True if the two have equal scores and have not met, in the last round (6): colours
        do not matter.
        """
        equal = self.score(one) == self.score(other)
        return self.last and equal and not self.met(one, other)

    # 1.1: the bye.

    def barred(self, one: int) -> bool:
        """Return True if the Basic Rules of the first day, or of today, bar the bye;
        docs/decisions/lim-bye.md.

        Since February 2026: the bye, or a win's points in a round without playing. From July 2017:
        the bye, or a win by forfeit. Before: any points without playing.
        """
        worth, start = self.report.worth, self.report.start
        cells = [cell for cell in self.report.players[one].cells if not cell.played]
        if any(cell.code == "U" for cell in cells):
            return True
        if not start or start >= "2026/02/01":
            return any(worth[cell.code] >= worth["1"] for cell in cells)
        if start >= "2017/07/01":
            return any(cell.code == "+" for cell in cells)
        return any(worth[cell.code] > 0 for cell in cells)

    def bye(self) -> int | None:
        """Return the lowest placed of the lowest group, who gets the bye;
        docs/decisions/lim-bye.md.
        """
        everybody = Ways(self, self.present, exception=True)
        for one in sorted(self.present, key=lambda one: (self.score(one), -one)):
            rest = [other for other in self.present if other != one]
            if not self.barred(one) and everybody.fewest_broken(rest) is not None:
                return one
        return None

    # 2.2: the order of the groups.

    def round(self) -> Round | None:
        bye = self.bye() if len(self.present) % 2 else None
        players = [one for one in self.present if one != bye]
        if Ways(self, players, exception=True).fewest_broken(players) is None:
            return None
        if not players:
            return frozenset(), bye
        groups = self.groups(players)
        last = self.paired_last([group.score for group in groups])
        for group in groups:
            group.direction = DOWN if group.score >= self.half(self.report.number) else UP
        for place in range(last):
            groups[place + 1].down += self.handle(groups[place], groups[place + 1])
        for place in range(len(groups) - 1, last, -1):
            groups[place - 1].up += self.handle(groups[place], groups[place - 1])
        self.pair_last(groups, last)
        boards = set()
        for group in groups:
            below = group.direction == UP
            boards |= {self.board(*each, below=below) for each in group.pairs}
        return frozenset(boards), bye

    def half(self, number: int) -> Fraction:
        """Return half of the points possible before a round."""
        return Fraction(number - 1, 2) * self.report.worth["1"]

    def groups(self, players: Sequence[int]) -> list[Group]:
        scores = sorted({self.score(one) for one in players}, reverse=True)
        return [
            Group(score, DOWN, [one for one in players if self.score(one) == score])
            for score in scores
        ]

    def paired_last(self, scores: Sequence[Fraction], number: int | None = None) -> int:
        """Return the index of the median group; without one, docs/decisions/lim-median.md."""
        half = self.half(number or self.report.number)
        return next((i for i, score in enumerate(scores) if score <= half), len(scores) - 1)

    # 2.3: transfers.

    def handle(self, group: Group, adjacent: Group) -> list[int]:
        """Pair a group and return those who float."""
        ways = Ways(self, group.players)
        lonely = [one for one in group.players if not ways.opponents(one, group.players)]
        players = [one for one in group.players if one not in lonely]
        out: list[int] = []
        if len(players) % 2:
            out = [self.chosen(players, lonely, group, adjacent, ways)]
        if not ways.good([one for one in players if one not in out]):
            out = self.unmatched(players, lonely, out, group, adjacent, ways)
        self.pair_players([one for one in players if one not in out], group, ways)
        return [*lonely, *out]

    # 3: who floats.

    def in_order(self, players: Sequence[int], direction: str) -> list[int]:
        """Return floaters in the order in which they are paired (3.6, 3.7)."""
        sign = -1 if direction == DOWN else 1
        return sorted(players, key=lambda one: (sign * self.score(one), -sign * one))

    def matched(self, floaters: Sequence[int], among: Sequence[int]) -> int:
        """Return how many floaters can have an opponent in the adjacent group at once."""
        if not floaters:
            return 0
        first, *rest = floaters
        best = self.matched(rest, among)
        for other in among:
            if self.compatible(first, other):
                best = max(best, 1 + self.matched(rest, [x for x in among if x != other]))
        return best

    def types(self, floaters: Sequence[int], group: Group, adjacent: Group) -> tuple[int, ...]:
        """Return how many floaters are of the types a, b and c (3.9).

        The adjacent scoregroup is "the players with the same score" (2.2), without its floaters.
        """
        old = [one for one in floaters if group.floated_in(one)]
        old_matched = self.matched(old, adjacent.residents)
        new_matched = self.matched(floaters, adjacent.residents) - old_matched
        return len(old) - old_matched, old_matched, len(floaters) - len(old) - new_matched

    def has_opponent(self, one: int, others: Sequence[int], group: Group, adjacent: Group) -> bool:
        """Return True if a floater still has an opponent when those paired earlier have theirs
        (3.3, 3.4).
        """
        order = self.in_order([one, *others], group.direction)
        before = order[: order.index(one)]
        among = adjacent.residents
        return self.matched([*before, one], among) > self.matched(before, among)

    def chosen(
        self,
        players: Sequence[int],
        lonely: Sequence[int],
        group: Group,
        adjacent: Group,
        ways: Ways,
    ) -> int:
        """Return the player who makes the number even (2.3.4); docs/decisions/lim-floaters.md."""
        needed = {
            opponents[0]
            for opponents in (ways.opponents(one, players) for one in players)
            if len(opponents) == 1
        }
        dues = [self.due(one) for one in players]
        white, black = dues.count("w"), dues.count("b")
        majority = "w" if white > black else "b" if black > white else ""
        sign = -1 if group.direction == DOWN else 1

        def kinds(one: int) -> tuple[int, ...]:
            return self.types([*lonely, one], group, adjacent)

        def placed(one: int) -> bool:
            return self.has_opponent(one, lonely, group, adjacent)

        def pairs_without(one: int) -> int:
            rest = [x for x in players if x != one]
            return len(rest) // 2 if ways.good(rest) else ways.most_pairs(rest)

        order = sorted(
            (one for one in players if one not in needed),
            key=lambda one: (
                kinds(one),
                not placed(one),
                majority != "" and self.due(one) != majority,
                sign * one,
            ),
        )
        first = order[0]
        if self.maxi:  # 3.2.3: "the lowest numbered player in the score-group"
            residents = [one for one in order if not group.floated_in(one)] or order
            extreme = max(residents) if group.direction == DOWN else min(residents)
            if self.apart(first, extreme):
                first = extreme
            order = [one for one in order if not self.apart(one, extreme)]
        if placed(first) and self.floated_last_round(first):  # 3.10
            for other in order:
                same = kinds(other) == kinds(first) and placed(other)
                no_pair_lost = pairs_without(other) >= pairs_without(first)
                if same and no_pair_lost and not self.floated_last_round(other):
                    return other
        return first

    def apart(self, one: int, other: int) -> bool:
        """Return True if two are more than 100 rating points apart (Maxi-tournaments)."""
        players = self.report.players
        return abs(players[one].rating - players[other].rating) > 100

    def floated_last_round(self, one: int) -> bool:
        """Return True if the player floated in the last round (3.10);
        docs/decisions/lim-float-history.md.
        """
        number = self.report.number - 1
        if not number or self.report.players[one].cells[-1].opponent is None:
            return False
        scores = {
            number_: self.report.points(number_, number) + self.report.virtual(number_, number)
            for number_, person in self.report.players.items()
            if person.cells[-1].opponent is not None
        }
        all_scores = sorted(set(scores.values()), reverse=True)
        last = all_scores[self.paired_last(all_scores, number)]
        other = self.report.players[one].cells[-1].opponent
        assert other is not None
        mine, theirs = scores[one], scores[other]
        return (mine > theirs and mine > last) or (mine < theirs and mine < last)

    def unmatched(
        self,
        players: Sequence[int],
        lonely: Sequence[int],
        even: Sequence[int],
        group: Group,
        adjacent: Group,
        ways: Ways,
    ) -> list[int]:
        """Return the players who stay unmatched and float (3.5, 3.9, 4.4);
        docs/decisions/lim-unmatched.md.
        """
        order = self.order(players, group)
        count = len(players) - 2 * ways.most_pairs(players)
        sets = [
            out
            for out in combinations(order, count)
            if ways.good([one for one in players if one not in out])
        ]
        blocked = None
        if even:
            there = [one for one in order if one not in even]
            kept: list[int] = []
            for one in there:
                if not ways.covers([*kept, one], there):
                    blocked = one
                    break
                kept.append(one)

        def key(out: Sequence[int]) -> tuple[tuple[int, ...], bool, list[bool]]:
            exchanged = blocked in out and even[0] not in out if even else True
            stay = [one in out for one in order]
            return self.types([*lonely, *out], group, adjacent), not exchanged, stay

        return min(map(list, sets), key=key)

    # 3.6 to 3.8 and 4: pairing.

    def order(self, players: Sequence[int], group: Group) -> list[int]:
        """Return the order of pairing: floaters first (3.6.3, 3.7.3), then the others."""
        down = self.in_order([one for one in players if one in group.down], DOWN)
        up = self.in_order([one for one in players if one in group.up], UP)
        floaters = [*down, *up] if group.direction == DOWN else [*up, *down]
        rest = [one for one in players if one not in floaters]
        return [*floaters, *sorted(rest, reverse=group.direction == UP)]

    def pair_players(self, players: Sequence[int], group: Group, ways: Ways) -> None:
        """Pair these players, who can all be paired: floaters first."""
        left = self.order(players, group)
        while left and group.floated_in(left[0]):
            one, *rest = left
            other = self.opponent(one, rest, group, ways)
            ways.spend(one, other)
            group.pairs.append((one, other))
            left = [x for x in rest if x != other]
        group.pairs += self.scrutiny(left, ways)

    def opponent(self, one: int, rest: Sequence[int], group: Group, ways: Ways) -> int:
        """Return the first opponent who allows the floater's due colour (3.8).

        docs/decisions/lim-floater-opponent.md; for Maxi-tournaments docs/decisions/lim-maxi.md.
        """
        sign = 1 if group.direction == DOWN else -1
        available = [other for other in rest if ways.leaves(one, other, rest)]
        residents = sorted(
            (x for x in available if not group.floated_in(x)), key=lambda x: sign * x
        )
        nearest = sorted(available, key=lambda x: (abs(self.score(x) - self.score(one)), sign * x))
        order = residents or nearest
        for other in order:
            if not self.clash(one, other) and not (self.maxi and self.apart(other, order[0])):
                return other
        return order[0]

    def partners(self, ranked: Sequence[int]) -> Iterator[int]:
        """Yield the second half from its first place, then the first half from its last (4.2,
        4.3).
        """
        half = len(ranked) // 2
        yield from ranked[half:]
        yield from reversed(ranked[1:half])

    def clash(self, one: int, other: int) -> int:
        return int(self.due(one) != "" and self.due(one) == self.due(other))

    def scrutiny(self, ranked: Sequence[int], ways: Ways) -> Pairs:
        """Return the first pairing with the fewest pairs due the same colour (4 and 5.2).

        docs/decisions/lim-scrutiny.md; in Maxi-tournaments docs/decisions/lim-maxi.md.
        """
        if not ranked:
            return []
        first, *rest = ranked
        found: list[tuple[int, int]] = []
        for other in self.partners(ranked):
            if not ways.leaves(first, other, rest):
                continue
            left = [x for x in rest if x != other]
            if self.maxi and found and self.apart(other, found[0][1]):
                continue
            clashes = self.clash(first, other) + ways.fewest_clashes(first, other, left)
            found.append((clashes, other))
        fewest = min(clashes for clashes, _ in found)
        chosen = next(other for clashes, other in found if clashes == fewest)
        ways.spend(first, chosen)
        left = [x for x in rest if x != chosen]
        return [(first, chosen), *self.scrutiny(left, ways)]

    # 2.6: blocked median.

    def pair_last(self, groups: list[Group], place: int) -> None:
        """Pair the median group, breaking up pairs of its neighbours as long as it is blocked.

        docs/decisions/lim-blocked-median.md
        """
        last = groups[place]
        while True:
            ways = Ways(self, last.players)
            if ways.good(last.players):
                self.pair_players(last.players, last, ways)
                return
            above = [group for group in reversed(groups[:place]) if group.pairs]
            under = [group for group in groups[place + 1 :] if group.pairs]
            lower = len(last.down) > len(last.up)
            if (lower and under) or not above:
                last.up += under[0].pairs.pop()
            else:
                last.down += above[0].pairs.pop()

    # 5: colours.

    def board(self, one: int, other: int, below: bool) -> tuple[int, int]:
        """Return the board, White first; docs/decisions/lim-colours.md."""
        higher, lower = sorted((one, other), key=lambda x: (-self.score(x), x))
        had, had_too = self.colours(higher), self.colours(lower)
        due, due_too = self.due(higher), self.due(lower)
        if not had and not had_too:
            initial = self.report.initial
            smaller = min(one, other)
            white = (initial == "w") == self.report.odd(smaller)
            return (smaller, max(one, other)) if white else (max(one, other), smaller)
        if not due or not due_too or due != due_too:
            given = due or OTHER[due_too]
        else:
            given = self.both_due(had, had_too, due, below)
            allowed = [
                colour
                for colour in "wb"
                if self.may_have(higher, colour) and self.may_have(lower, OTHER[colour])
            ]
            if allowed and given not in allowed:
                given = allowed[0]
        return (higher, lower) if given == "w" else (lower, higher)

    def both_due(self, had: str, had_too: str, due: str, below: bool) -> str:
        """Return the colour of the higher ranked if both are due the same one (5.4 to 5.6)."""
        difference, difference_too = (abs(x.count("w") - x.count("b")) for x in (had, had_too))
        if difference != difference_too:
            return due if difference > difference_too else OTHER[due]
        for mine, yours in zip(reversed(had), reversed(had_too), strict=False):
            if mine != yours:
                return yours
        return OTHER[due] if below else due


class Ways:
    """The pairs that a group may make; in the last round, docs/decisions/lim-last-round.md.

    The colour limits hold unless the group can make more pairs without them. It then makes all its
    pairs, and breaks the limits in as few of them as possible.
    """

    def __init__(self, lim: Lim, players: Sequence[int], exception: bool = False) -> None:
        self.lim = lim
        self.cost: Callable[[int, int], int | None] = self.strict
        within = self.most_pairs(players)
        self.cost = self.loose
        if not exception and self.most_pairs(players) == within:
            self.cost = self.strict
        count = len(players) - 2 * self.most_pairs(players)
        broken = [
            self.fewest_broken([one for one in players if one not in out])
            for out in combinations(players, count)
        ]
        self.budget = min((each for each in broken if each is not None), default=0)

    def strict(self, one: int, other: int) -> int | None:
        return 0 if self.lim.compatible(one, other) else None

    def loose(self, one: int, other: int) -> int | None:
        return (
            1
            if self.strict(one, other) is None and self.lim.excepted(one, other)
            else (self.strict(one, other))
        )

    def opponents(self, one: int, among: Sequence[int]) -> list[int]:
        return [x for x in among if x != one and self.cost(one, x) is not None]

    def most_pairs(self, players: Sequence[int]) -> int:
        if len(players) < 2:
            return 0
        first, *rest = players
        best = 0
        for other in self.opponents(first, rest):
            best = max(best, 1 + self.most_pairs([x for x in rest if x != other]))
            if best == len(players) // 2:
                return best
        return max(best, self.most_pairs(rest))

    def complete(self, players: Sequence[int]) -> Iterator[Pairs]:
        """Yield all complete pairings of these players."""
        if not players:
            yield []
            return
        first, *rest = players
        for other in self.opponents(first, rest):
            for pairs in self.complete([x for x in rest if x != other]):
                yield [(first, other), *pairs]

    def broken(self, pairs: Pairs) -> int:
        return sum(self.cost(*each) or 0 for each in pairs)

    def fewest_broken(self, players: Sequence[int]) -> int | None:
        """Return the fewest pairs that break the limits if all of these are paired; None if
        impossible.
        """
        return min(map(self.broken, self.complete(players)), default=None)

    def good(self, players: Sequence[int]) -> bool:
        """Return True if all of these can be paired, breaking the limits no more than needed."""
        broken = self.fewest_broken(players)
        return broken is not None and broken <= self.budget

    def leaves(self, one: int, other: int, rest: Sequence[int]) -> bool:
        """Return True if the others can still be paired after this pair."""
        cost = self.cost(one, other)
        broken = self.fewest_broken([x for x in rest if x != other])
        return cost is not None and broken is not None and cost + broken <= self.budget

    def spend(self, one: int, other: int) -> None:
        """Note that a pair is made, which may use up part of the budget of broken limits."""
        self.budget -= self.cost(one, other) or 0

    def covers(self, wanted: Sequence[int], players: Sequence[int]) -> bool:
        """Return True if all wanted players can be paired at once, with one another or with the
        others.
        """
        if not wanted:
            return True
        first, *others = wanted
        for other in self.opponents(first, players):
            left = [x for x in players if x not in (first, other)]
            if self.covers([x for x in others if x != other], left):
                return True
        return False

    def fewest_clashes(self, one: int, other: int, left: Sequence[int]) -> int:
        """Return the fewest pairs besides this one that must be due the same colour."""
        allowed = self.budget - (self.cost(one, other) or 0)
        return min(
            sum(self.lim.clash(*each) for each in pairs)
            for pairs in self.complete(left)
            if self.broken(pairs) <= allowed
        )
