"""A second, slow implementation of the tie-breaks, directly from the regulation, in fractions.

Nothing of `crivello.standings` or `crivello.model.history` is used here: rounds are read from the
games, sums are written out, and direct encounter tries every outcome of the missing games if there
are few enough of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from crivello.model.result import Bye, Colour, Result
from crivello.model.tournament import Tournament

F = Fraction
NOTHING = F(0)
STANDARD = {"1": F(1), "W": F(1), "=": F(1, 2), "D": F(1, 2), "X": F(1, 2)}
LEAST = re.compile(r"/([CM])(\d)")

# B.02: 8.1.2 and 8.1.1, the differences as the tables print them.
BANDS = [3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145]
BANDS += [153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315]
BANDS += [328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735]
RD = [0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149]
RD += [158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336]
RD += [351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800]


@cache
def expected(difference: int) -> int:
    above = 50 + sum(band < abs(difference) for band in BANDS)
    return above if difference >= 0 else 100 - above


def half_up(number: Fraction) -> int:
    return int((number + F(1, 2)) // 1)


@dataclass
class Round_:
    kind: str
    """``game``, ``+``, ``-``, or the letter of a bye."""
    points: Fraction
    opponent: int | None = None
    colour: Colour | None = None
    standard: Fraction = NOTHING
    """The points of the game by 1, ½, 0."""

    @property
    def otb(self) -> bool:
        return self.kind == "game"

    @property
    def requested(self) -> bool:
        return self.kind in "HZ"

    @property
    def vur(self) -> bool:
        return self.kind in "HZ-"


class Slow:
    """The facts of a Swiss tournament after `rounds` rounds, by player id."""

    def __init__(self, tournament: Tournament, rounds: int, fore: bool = False) -> None:
        self.t, self.n = tournament, rounds
        s = tournament.settings.scoring
        self.unit = s.unit
        self.win, self.draw = F(s.win, s.unit), F(s.draw, s.unit)
        self.cards: dict[int, list[Round_]] = {p.id: [] for p in tournament.players}
        for number in range(1, rounds + 1):
            this = tournament.round(number)
            for game in this.games:
                result = game.result or Result.ADJOURNED
                if fore and number == rounds:
                    result = Result.DRAW
                for me, you, colour in (
                    (game.white, game.black, Colour.WHITE),
                    (game.black, game.white, Colour.BLACK),
                ):
                    award = result.of(colour)
                    kind = award.value if award.value in "+-" else "game"
                    standard = STANDARD.get(award.value, F(0))
                    self.cards[me].append(
                        Round_(kind, F(s.points(award, colour), s.unit), you, colour, standard)
                    )
            for who, bye in this.byes:
                self.cards[who].append(Round_(bye.value, F(s.points(bye.award, None), s.unit)))
            for card in self.cards.values():
                if len(card) < number:
                    card.append(Round_("Z", F(s.points(Bye.ZERO_POINT.award, None), s.unit)))
        self.score = {p: sum((r.points for r in card), F(0)) for p, card in self.cards.items()}

    def rating(self, player: int) -> int:
        rating = self.t.player[player].rating
        assert rating
        return rating

    # 16.2, 16.3

    def category(self, player: int, k: int) -> int:
        this, later = self.cards[player][k], self.cards[player][k + 1 :]
        if this.kind in "UF":
            return 1
        if this.kind == "+":
            return 2
        if this.kind == "-":
            return 4
        return 5 if all(r.vur for r in later) else 3

    def adjusted(self, player: int) -> Fraction:
        return sum(
            (
                self.draw if not r.otb and self.category(player, k) == 5 else r.points
                for k, r in enumerate(self.cards[player])
            ),
            F(0),
        )

    def contributions(self, player: int, played: bool) -> list[tuple[Fraction, Fraction, bool]]:
        """Return for each round the opponent's score, the points, and whether 16.5 cuts it
        first.
        """
        result = []
        for k, r in enumerate(self.cards[player]):
            if r.otb or (played and r.kind in "+-"):
                assert r.opponent is not None
                result.append((self.adjusted(r.opponent), r.points, False))
                continue
            if self.category(player, k) in (2, 4):
                assert r.opponent is not None
                cap = self.adjusted(r.opponent)
            else:
                cap = self.draw * self.n
            result.append((min(self.score[player], cap), r.points, r.vur))
        return result

    # values by code

    def value(self, code: str, player: int) -> Fraction | None:
        """Return the value of a tie-break; None if undefined, as the mean of nothing."""
        base = code.split("/")[0]
        cut = LEAST.search(code)
        least = int(cut[2]) if cut else 0
        most = least if cut and cut[1] == "M" else 0
        card = self.cards[player]
        met = [r for r in card if r.otb]
        if base == "FB" or "/F" in code:
            name = {"FB": "BH"}.get(base, base)
            other = Slow(self.t, self.n, fore=True)
            rest = code.replace(base, name, 1).replace("/F", "")
            if name == "AOB":
                others = [r.opponent for r in card if r.otb and r.opponent]
                return mean(some([other.value(rest.replace("AOB", "BH"), who) for who in others]))
            return other.value(rest, player)
        if base == "PTS":
            return self.score[player]
        if base == "WIN":
            return F(sum(r.points >= self.win for r in card))
        if base == "WON":
            return F(sum(r.otb and r.standard == 1 for r in card))
        if base == "BPG":
            return F(sum(r.otb and r.colour is Colour.BLACK for r in card))
        if base == "BWG":
            return F(sum(r.otb and r.colour is Colour.BLACK and r.standard == 1 for r in card))
        if base == "PS":
            after = [sum((r.points for r in card[:k]), F(0)) for k in range(1, self.n + 1)]
            return sum(after[least : self.n - most], F(0))
        if base == "REP":
            kept = sorted(F(not r.vur) for r in card)
            return sum(kept[least : self.n - most], F(0))
        if base == "STD":
            return sum((self.standard_point(player, k) for k in range(self.n)), F(0))
        if base == "TPN":
            return F(self.t.player[player].number)
        if base == "BH":
            rows = [(s, s, vur) for s, _, vur in self.contributions(player, "/P" in code)]
            return cut_sum(rows, least, most)
        if base == "SB":
            parts = self.contributions(player, "/P" in code)
            return cut_sum([(s, s * p, vur) for s, p, vur in parts], least, most)
        if base == "AOB":
            return mean(
                some([self.value(code.replace("AOB", "BH"), r.opponent) for r in met if r.opponent])
            )
        if base == "KS":
            limit = self.win * self.n / 2
            if code.endswith("%"):
                limit = self.win * self.n * F(int(code.split("/L")[1][:-1]), 100)
            elif "/L" in code:
                limit += F(int(code.split("/L")[1]), 2)
            return sum(
                (r.points for r in card if r.opponent and self.score[r.opponent] >= limit), F(0)
            )
        ratings = sorted(self.rating(r.opponent) for r in met if r.opponent)
        score = sum((r.standard for r in met), F(0))
        if base == "ARO":
            return rounded(mean([F(r) for r in ratings[least : max(len(ratings) - most, least)]]))
        if base == "TPR":
            average = self.value("ARO", player)
            if average is None:
                return None
            p = half_up(100 * score / len(met))
            return average + (RD[p - 50] if p >= 50 else -RD[50 - p])
        if base == "PTP":
            if not met:
                return None
            if score == 0:
                return F(ratings[0] - 800)
            rating = ratings[0] - 1000
            while sum(expected(rating - r) for r in ratings) < 100 * score:
                rating += 1
            return F(rating)
        if base == "APRO":
            return rounded(mean(some([self.value("TPR", r.opponent) for r in met if r.opponent])))
        if base == "APPO":
            return rounded(mean(some([self.value("PTP", r.opponent) for r in met if r.opponent])))
        assert base == "RTNG"
        return F(self.rating(player))

    def standard_point(self, player: int, k: int) -> Fraction:
        this = self.cards[player][k]
        against = self.cards[this.opponent][k].points if this.otb and this.opponent else self.draw
        return F(1) if this.points > against else F(1, 2) if this.points == against else F(0)

    # 6

    def direct_encounter(self, tied: Sequence[int], played: bool) -> list[set[int]]:
        if len(tied) == 1:
            return [set(tied)]
        games: dict[frozenset[int], list[dict[int, Fraction]]] = {}
        for a, b in combinations(tied, 2):
            for r, other in zip(self.cards[a], self.cards[b], strict=True):
                if r.opponent == b and (r.otb or (played and r.kind in "+-")):
                    games.setdefault(frozenset((a, b)), []).append({a: r.points, b: other.points})
        points = {p: F(0) for p in tied}
        for several in games.values():
            for p in several[0]:
                points[p] += sum((game[p] for game in several), F(0)) / len(several)
        missing = [pair for pair in combinations(tied, 2) if frozenset(pair) not in games]
        if not missing:
            order = [
                {p for p in tied if points[p] == v} for v in sorted(set(points.values()))[::-1]
            ]
        else:
            order = []
            left = set(tied)
            while len(left) > 1:
                first = [p for p in left if self.alone_on_top(p, left, points, missing)]
                if not first:
                    break
                order.append({first[0]})
                left.discard(first[0])
            order.append(left)
        if len(order) == 1:
            return order
        return [part for group in order for part in self.direct_encounter(sorted(group), played)]

    def alone_on_top(
        self,
        candidate: int,
        left: set[int],
        points: dict[int, Fraction],
        missing: list[tuple[int, int]],
    ) -> bool:
        if len(missing) > 6:
            most = {p: points[p] + self.win * sum(p in pair for pair in missing) for p in left}
            return all(points[candidate] > most[p] for p in left if p != candidate)
        outcomes = ((self.win, F(0)), (self.draw, self.draw), (F(0), self.win))
        for results in product(outcomes, repeat=len(missing)):
            final = dict(points)
            for (a, b), (for_a, for_b) in zip(missing, results, strict=True):
                final[a] += for_a
                final[b] += for_b
            if any(final[p] >= final[candidate] for p in left if p != candidate):
                return False
        return True

    # 4.2

    def order(self, codes: Sequence[str]) -> list[set[int]]:
        groups = [set(self.cards)]
        for code in ("PTS", *codes):
            split: list[set[int]] = []
            for group in groups:
                if code.startswith("DE"):
                    split += self.direct_encounter(sorted(group), "/P" in code)
                else:
                    values = {p: self.value(code, p) for p in group}
                    upward = (code.split("/")[0] == "TPN") != ("/R" in code)
                    defined = set(some(list(values.values())))
                    for v in [*sorted(defined, reverse=not upward), None]:
                        part = {p for p in group if values[p] == v}
                        split += [part] if part else []
            groups = split
        return groups


def some(values: Sequence[Fraction | None]) -> list[Fraction]:
    return [value for value in values if value is not None]


def mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, F(0)) / len(values) if values else None


def rounded(value: Fraction | None) -> Fraction | None:
    return None if value is None else F(half_up(value))


def cut_sum(rows: list[tuple[Fraction, Fraction, bool]], least: int, most: int) -> Fraction:
    """Return the sum after cuts (14 and 16.5) of rows (significance, value, VUR)."""
    rows = list(rows)
    for _ in range(least):
        if rows:
            normal = min(rows, key=lambda row: (row[0], row[1], not row[2]))
            vurs = [row for row in rows if row[2]]
            # Equal contributions: that of the lowest dummy, as for the normal least value.
            lowest = min(vurs, key=lambda row: (row[1], row[0])) if vurs else None
            rows.remove(lowest if lowest and lowest[1] >= normal[1] else normal)
    for _ in range(most):
        if rows:
            rows.remove(max(rows, key=lambda row: (row[0], row[1])))
    return sum((value for _, value, _ in rows), F(0))
