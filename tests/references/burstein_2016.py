"""Burstein System as printed in 2016 (C.04.4.2): the pairings of each group in their order.

The order of this module is that of the regulation. Comments say how questions are decided that it
leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from tests.references.report_file import Report, Round, read

Pairs = list[tuple[int, int]]
Group = list[int]


def pair(text: str) -> Round | None:
    """Pair the coming round of a report file."""
    return Burstein(read(text)).round()


class Burstein:
    """The Burstein procedure for one round."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.present = [one for one, person in report.players.items() if not person.coming]
        self.ranks = {one: self.rank(one) for one in self.present}

    # 1: definitions.

    def score(self, one: int) -> Fraction:
        """Return the points, with virtual points of an acceleration and the imaginary point of
        3.3.
        """
        return self.report.points(one) + self.report.virtual(one) + self.imaginary(one)

    def imaginary(self, one: int) -> Fraction:
        """Return a win for the top half of the initial list in rounds 1 and 2 if the option is set
        (3.3), else 0.

        docs/decisions/burstein-imaginary-point.md: half is rounded down, a late entry above its
        last player belongs to it, and any other acceleration replaces it.
        """
        report = self.report
        asked = report.options.get("imaginary-point") == "yes" and not report.lent
        listed = [number for number in report.players if self.is_on_initial_list(number)]
        half = listed[: len(listed) // 2]
        if asked and report.number <= 2 and half and one <= half[-1]:
            return report.worth["1"]
        return Fraction(0)

    def is_on_initial_list(self, one: int) -> bool:
        """Return False for a late entry, whose line is blank in round 1; Z is an absence."""
        cells = self.report.players[one].cells
        return not cells or bool(cells[0].code)

    def colours(self, one: int) -> str:
        """Return the colours of the games played, without gaps (C.04.2: D.5)."""
        return "".join(cell.colour for cell in self.report.players[one].cells if cell.played)

    def due(self, one: int) -> str:
        """Return the colour played less often; if equal, the other one than in the last game.

        docs/decisions/burstein-due-colour.md: after the same colour twice, the other one.
        """
        had = self.colours(one)
        if had[-2:] in ("ww", "bb"):
            return {"w": "b", "b": "w"}[had[-1]]
        white, black = had.count("w"), had.count("b")
        if white != black:
            return "w" if white < black else "b"
        return {"w": "b", "b": "w", "": ""}[had[-1:]]

    # 3: principles.

    def met(self, one: int, other: int) -> bool:
        """Return True if they have played each other (3.1), or may not meet in this tournament."""
        cells = self.report.players[one].cells
        forbidden = frozenset((one, other)) in self.report.forbidden
        return forbidden or any(cell.played and cell.opponent == other for cell in cells)

    def seen_score(self, one: int) -> Fraction:
        """Return the score that counts in sums of former opponents: each unplayed round is a
        draw.
        """
        worth = self.report.worth
        cells = self.report.players[one].cells
        return sum((worth[cell.code if cell.played else "="] for cell in cells), Fraction(0))

    def rank(self, one: int) -> tuple[Fraction, ...]:
        """Return the sort key of 3.2: Sonneborn-Berger, Buchholz, Median, rating; then the pairing
        number.

        In an unplayed round the virtual opponent had the player's score before it, got the rest of
        the point, and drew every round since.
        """
        worth, person = self.report.worth, self.report.players[one]
        opponents = []
        sonneborn = Fraction(0)
        for place, cell in enumerate(person.cells):
            if cell.played and cell.opponent is not None:
                score = self.seen_score(cell.opponent)
            else:
                rounds_since = len(person.cells) - place - 1
                score = self.report.points(one, place + 1) + worth["1"] - worth[cell.code]
                score += worth["="] * rounds_since
            opponents.append(score)
            sonneborn += worth[cell.code] * score
        buchholz = sum(opponents, Fraction(0))
        median = buchholz - max(opponents) - min(opponents) if len(opponents) > 2 else Fraction(0)
        return -sonneborn, -buchholz, -median, Fraction(-person.rating), Fraction(one)

    # 4: odd number of players.

    def barred(self, one: int) -> bool:
        """Return True if the player got a point without playing, by a bye or by a forfeit (4.1)."""
        worth = self.report.worth
        return any(
            cell.code == "U" or (not cell.played and worth[cell.code] >= worth["1"])
            for cell in self.report.players[one].cells
        )

    def byes(self) -> list[int]:
        """Return the candidates for the bye (4.2, 4.3), the last of the lowest group first."""
        order = sorted(self.present, key=lambda one: (-self.score(one), self.ranks[one]))
        return [one for one in reversed(order) if not self.barred(one)]

    # 5: colours.

    def may_have(self, one: int, colour: str) -> bool:
        """Return True if the limits allow the colour: a difference of two at most, never three in a
        row (5.3, 5.4).
        """
        had = self.colours(one) + colour
        return had[-3:] != colour * 3 and abs(had.count("w") - had.count("b")) <= 2

    def boards(self, one: int, other: int) -> list[tuple[int, int]]:
        """Return the boards of a pair that the colour limits allow, White first."""
        both = [(one, other), (other, one)]
        return [(x, y) for x, y in both if self.may_have(x, "w") and self.may_have(y, "b")]

    def may_meet(self, one: int, other: int) -> bool:
        return not self.met(one, other) and bool(self.boards(one, other))

    def board(self, one: int, other: int) -> tuple[int, int]:
        """Return the board, White first (5.1 and 5.5)."""
        had, had_too = self.colours(one), self.colours(other)
        # 5.1 speaks of numbers of the initial list, so the smaller one decides; two without a game
        # may meet later too: then as in round 1.
        order = self.ranks if had or had_too else {one: one, other: other}
        higher, lower = sorted((one, other), key=lambda x: order[x])
        due, due_too = self.due(higher), self.due(lower)
        had, had_too = self.colours(higher), self.colours(lower)
        if not had and not had_too:
            initial = self.report.initial
            other_colour = "b" if initial == "w" else "w"
            wanted = initial if self.report.odd(higher) else other_colour
        elif not due or not due_too or due != due_too:
            wanted = due or {"w": "b", "b": "w"}[due_too]
        else:
            # Both are due the same colour: whose imbalance is larger; then the latest difference
            # of the two histories; then the higher of the two.
            balance, balance_too = (abs(x.count("w") - x.count("b")) for x in (had, had_too))
            wanted = due
            if balance != balance_too:
                wanted = due if balance > balance_too else {"w": "b", "b": "w"}[due]
            else:
                for mine, yours in zip(reversed(had), reversed(had_too), strict=False):
                    if mine != yours:
                        wanted = yours
                        break
        board = (higher, lower) if wanted == "w" else (lower, higher)
        allowed = self.boards(higher, lower)
        return board if board in allowed else allowed[0]

    # 6: pairing.

    def in_order(self, ranked: Sequence[int], floating: int) -> Iterator[tuple[Pairs, Group]]:
        """Yield pairings in the order of 6.1 to 6.4: the first free player meets the last opponent
        first.

        Floating comes last.
        """
        if not ranked:
            yield [], []
            return
        first, *rest = ranked
        for other in reversed(rest):
            left = [one for one in rest if one != other]
            if self.may_meet(first, other) and len(left) >= floating:
                for pairs, floaters in self.in_order(left, floating):
                    yield [(first, other), *pairs], floaters
        if floating:
            for pairs, floaters in self.in_order(rest, floating - 1):
                yield pairs, [first, *floaters]

    def possible(self, group: Group, incoming: Group, below: Group) -> list[tuple[Pairs, Group]]:
        """Return the valid combinations of a group, the best by 6.5 first.

        6.3: no floater floats again. 6.6: a floater has an opponent in the next group. No player
        floats from an even group (docs/decisions/burstein-one-floater.md).
        """
        ranked = sorted([*incoming, *group], key=lambda one: self.ranks[one])
        found = [
            (pairs, floaters)
            for pairs, floaters in self.in_order(ranked, len(ranked) % 2)
            if not set(floaters) & set(incoming)
            and all(any(self.may_meet(x, y) for y in below) for x in floaters)
        ]
        return sorted(found, key=lambda each: -sum(self.content(*pair) for pair in each[0]))

    def content(self, one: int, other: int) -> int:
        """Return how many of the two get their due colour (6.5)."""
        return 1 if self.due(one) and self.due(one) == self.due(other) else 2

    def complete(self, players: Sequence[int]) -> bool:
        """Return True if all of these can be paired with one another."""
        return next(self.in_order(players, 0), None) is not None

    def groups(self, groups: list[Group]) -> Pairs | None:
        """Return the pairs of all groups by 6.6, as docs/decisions/burstein-one-floater.md reads
        it.

        A group without a valid combination is joined with the next one; pairs made above stay. Only
        the last group is considered before it is reached: the floater must leave it so that it can
        be completed. If it cannot be completed, the floater goes back to the group above, which is
        paired again with that condition.
        """
        done: list[tuple[Pairs, Group]] = []
        while len(done) < len(groups):
            place = len(done)
            below = groups[place + 1 :]
            incoming = done[-1][1] if done else []
            found = self.possible(groups[place], incoming, below[0] if below else [])
            if len(below) == 1:
                found = [each for each in found if self.complete([*each[1], *below[0]])]
            if found:
                done.append(found[0])
            elif below:
                groups[place : place + 2] = [groups[place] + below[0]]
            elif done:
                done.pop()
            else:
                return None
        return [pair for pairs, _ in done for pair in pairs]

    def round(self) -> Round | None:
        """Pair the round: the bye first, then the groups."""
        byes: list[int | None] = [*self.byes()] if len(self.present) % 2 else [None]
        for bye in byes:
            rest = sorted((x for x in self.present if x != bye), key=self.score, reverse=True)
            if not self.complete(rest):
                continue
            groups = [list(group) for _, group in groupby(rest, key=self.score)]
            pairs = self.groups(groups)
            if pairs is not None:
                return frozenset(self.board(*each) for each in pairs), bye
        return None
