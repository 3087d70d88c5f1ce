"""Burstein System of 2026 (C.04.4.2): every pairing of a bracket is listed and judged.

The order of this module is that of the regulation. Comments say how questions are decided that it
leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from tests.references.report_file import Elsewhere, Report, Round, read

Pairs = list[tuple[int, int]]


def pair(text: str) -> Round | None:
    """Pair the coming round of a report file."""
    report = read(text)
    # 1.6: the first rounds are paired by the FIDE (Dutch) System.
    if report.number <= min(report.rounds // 2, 4):
        raise Elsewhere("dutch-2026")
    return Burstein(report).round()


class Burstein:
    """The Burstein procedure for one round."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.before = range(1, report.number)
        self.present = [one for one, person in report.players.items() if not person.coming]
        self.index = {one: (self.buchholz(one), self.sonneborn(one)) for one in self.present}

    # Article 1: definitions.

    def score(self, one: int) -> Fraction:
        """Return the score (1.2), with virtual points if the tournament is accelerated (C.04.7:
        1.5).
        """
        return self.report.points(one) + self.report.virtual(one)

    def colours(self, one: int) -> str:
        """Return the colours of the games played, without gaps (C.04.2: 3.4)."""
        return "".join(cell.colour for cell in self.report.players[one].cells if cell.played)

    def preference(self, one: int) -> tuple[int, str]:
        """Return the preference (1.4, 1.5): strength (3 absolute, 2 strong, 1 mild, 0 none) and
        colour.
        """
        had = self.colours(one)
        difference = had.count("w") - had.count("b")
        if not had:
            return 0, ""
        if abs(difference) > 1:
            return 3, "b" if difference > 0 else "w"
        if had[-2:] in ("ww", "bb"):
            return 3, "b" if had[-1] == "w" else "w"
        if difference:
            return 2, "b" if difference > 0 else "w"
        return 1, "b" if had[-1] == "w" else "w"

    def games(self, one: int) -> int:
        """Return the number of games played over the board."""
        return len(self.colours(one))

    def seen_score(self, one: int) -> Fraction:
        """Return the player's score as it counts for former opponents (1.7.2).

        Only real points count. In a run of zero-point byes up to the current round, those before it
        count as draws.
        """
        report, person = self.report, self.report.players[one]
        score = report.points(one)
        if person.coming == "Z":
            for cell in reversed(person.cells):
                if cell.code not in ("Z", ""):
                    break
                score += report.worth["="] - report.worth[cell.code]
        return score

    def buchholz(self, one: int) -> Fraction:
        """Return the scores of opponents met (1.7.1); an unplayed round is a game against
        oneself.
        """
        total = Fraction(0)
        for cell in self.report.players[one].cells:
            met = cell.opponent if cell.played else None
            total += self.report.points(one) if met is None else self.seen_score(met)
        return total

    def sonneborn(self, one: int) -> Fraction:
        """Return the points earned against each opponent times the opponent's score (1.7.1)."""
        total = Fraction(0)
        for cell in self.report.players[one].cells:
            met = cell.opponent if cell.played else None
            other = self.report.points(one) if met is None else self.seen_score(met)
            total += self.report.worth[cell.code] * other
        return total

    def rank(self, one: int) -> tuple[Fraction, Fraction, int]:
        """Return the sort key of 1.8: Buchholz, Sonneborn-Berger, pairing number; scores do not
        matter.
        """
        buchholz, sonneborn = self.index[one]
        return -buchholz, -sonneborn, one

    # Article 2: criteria.

    def may_meet(self, one: int, other: int) -> bool:
        """Return True if C1, C3 and the tournament's forbidden pairs allow the pair."""
        if any(cell.played and cell.opponent == other for cell in self.report.players[one].cells):
            return False
        if frozenset((one, other)) in self.report.forbidden:
            return False
        (strength, colour), (strength_too, colour_too) = map(self.preference, (one, other))
        return not (strength == strength_too == 3 and colour == colour_too)

    def barred(self, one: int) -> bool:
        """Return True if C2 bars the bye: the player had it, or scored a win's points without
        playing.
        """
        win = self.report.worth["1"]
        return any(
            cell.code == "U" or (not cell.played and self.report.worth[cell.code] >= win)
            for cell in self.report.players[one].cells
        )

    def pairable(self, players: Sequence[int]) -> bool:
        """Return True if these players can all be paired by C1 and C3."""
        if not players:
            return True
        first, *rest = players
        return any(
            self.may_meet(first, other) and self.pairable([x for x in rest if x != other])
            for other in rest
        )

    # Article 3: procedure.

    def bye(self) -> int | None:
        """Return the player with the bye (3.1): not barred, the others can be paired, lowest score,
        most games, last by 1.8.
        """
        candidates = [
            one
            for one in self.present
            if not self.barred(one) and self.pairable([x for x in self.present if x != one])
        ]
        return min(
            candidates,
            key=lambda one: (self.score(one), -self.games(one), [-x for x in self.rank(one)]),
            default=None,
        )

    def round(self) -> Round | None:
        """Pair the round (1.9): the bye first, then the brackets from the top."""
        bye = None
        if len(self.present) % 2:
            bye = self.bye()
            if bye is None:
                return None
        rest = sorted((x for x in self.present if x != bye), key=self.score, reverse=True)
        if not self.pairable(rest):
            return None
        groups = [list(group) for _, group in groupby(rest, key=self.score)]
        floaters: list[int] = []
        boards: set[tuple[int, int]] = set()
        for place, group in enumerate(groups):
            below = groups[place + 1 :]
            pairs, floaters = self.bracket([*floaters, *group], below)
            boards |= {self.board(*each) for each in pairs}
        return frozenset(boards), bye

    def bracket(self, bracket: list[int], below: list[list[int]]) -> tuple[Pairs, list[int]]:
        """Return as many pairs as C1 to C5 allow, in the first pairing that is best by C5 to C8
        (3.2).
        """
        possible = self.possible(bracket, below)
        best = min(self.quality(candidate, below) for candidate in possible)
        for candidate in possible:
            if self.quality(candidate, below) == best:
                return candidate
        raise AssertionError

    def possible(self, bracket: list[int], below: list[list[int]]) -> list[tuple[Pairs, list[int]]]:
        """Return all pairings by C1 to C5, in the order of article 4."""
        under = [one for group in below for one in group]
        for floating in range(len(bracket) % 2, len(bracket) + 1, 2):
            found = [
                (pairs, floaters)
                for pairs, floaters in self.in_order(sorted(bracket, key=self.rank), floating)
                if self.pairable([*floaters, *under])
            ]
            if found:
                return found
        raise AssertionError

    def quality(
        self, candidate: tuple[Pairs, list[int]], below: list[list[int]]
    ) -> tuple[object, ...]:
        """Return the values of C6 to C8; the number of floaters settles C5."""
        pairs, floaters = candidate
        scores = sorted(map(self.score, floaters), reverse=True)
        return scores, self.following(floaters, below), sum(self.denied(*each) for each in pairs)

    def following(self, floaters: list[int], below: list[list[int]]) -> tuple[object, ...]:
        """Return how well the next bracket can comply with C1 to C6 (C7)."""
        if not below:
            return ()
        scores = []
        for _, out in self.possible([*floaters, *below[0]], below[1:]):
            scores.append((len(out), sorted(map(self.score, out), reverse=True)))
        return min(scores)

    def denied(self, one: int, other: int) -> int:
        """Return how many of the two do not get the colour they prefer (C8)."""
        colour, colour_too = self.preference(one)[1], self.preference(other)[1]
        return int(bool(colour) and colour == colour_too)

    # Article 4: order of the pairings.

    def in_order(self, ranked: list[int], floating: int) -> Iterator[tuple[Pairs, list[int]]]:
        """Yield pairings in the order of 4.3: the first free player gets the last opponent first;
        floating (0) is last.
        """
        if not ranked:
            yield [], []
            return
        first, *rest = ranked
        for other in reversed(rest):
            if self.may_meet(first, other):
                left = [one for one in rest if one != other]
                if len(left) >= floating:
                    for pairs, floaters in self.in_order(left, floating):
                        yield [(first, other), *pairs], floaters
        if floating:
            for pairs, floaters in self.in_order(rest, floating - 1):
                yield pairs, [first, *floaters]

    # Article 5: colours.

    def board(self, one: int, other: int) -> tuple[int, int]:
        """Return the board, White first (5.1 to 5.5)."""
        higher, lower = sorted((one, other), key=self.rank)
        (strength, colour), (strength_too, colour_too) = map(self.preference, (higher, lower))
        if not strength and not strength_too:
            initial = self.report.initial
            given = initial if self.report.odd(higher) else "b" if initial == "w" else "w"
        elif not strength or not strength_too or colour != colour_too:
            given = colour or ("b" if colour_too == "w" else "w")
        elif strength != strength_too:
            given = colour if strength > strength_too else "b" if colour == "w" else "w"
        else:
            given = colour
            had, had_too = self.colours(higher), self.colours(lower)
            for mine, yours in zip(reversed(had), reversed(had_too), strict=False):
                if mine != yours:
                    given = yours
                    break
        return (higher, lower) if given == "w" else (lower, higher)
