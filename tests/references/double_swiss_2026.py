"""The Double-Swiss System (C.04.5, in force from 2026-02-01), article by article.

A match fills two columns of the report file: game 1 and game 2 against the same opponent, with
reversed colours. A pairing-allocated bye is `U` and `H`, a win and a draw (1.4).

Comments name the page of the decision on each question that C.04.5 leaves open.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tests.references.report_file import Cell, Report, Round, read

Pair = tuple[int, int]


@dataclass(frozen=True)
class Match:
    """The two games of one player in one round."""

    first: Cell
    second: Cell
    points: Fraction
    virtual: Fraction
    """The virtual points when this round was paired."""

    @property
    def opponent(self) -> int | None:
        """The scheduled opponent, whether or not they played."""
        return self.first.opponent

    @property
    def codes(self) -> str:
        """The results of both games."""
        return self.first.code + self.second.code


class Competitors(ABC):
    """The facts that articles 2 and 3 need about those to be paired.

    C.04.6 has the same articles for teams (tests/references/team_2026.py).
    """

    players: list[int]
    scores: dict[int, Fraction]
    """The pairing scores."""
    round: int
    rounds: int

    @abstractmethod
    def c1(self, one: int, other: int) -> bool:
        """Return True if these two may meet (C1)."""

    @abstractmethod
    def c2(self, number: int) -> bool:
        """Return True if this one may have the PAB (C2)."""

    @abstractmethod
    def floated(self, number: int) -> bool:
        """Return True if this one was a floater of the previous round (1.5)."""

    @abstractmethod
    def played(self, number: int) -> int:
        """Return how many matches this one has played (3.4)."""

    @property
    @abstractmethod
    def floats_lapse(self) -> bool:
        """True if the criteria about floaters no longer apply in this round."""

    def broken(self, pairs: Sequence[Pair], ups: Sequence[int]) -> list[int]:
        """Return the values of the criteria for the pairs of a bracket: opponents of upfloaters."""
        if self.floats_lapse:
            return [0]
        opponents = {other for pair in pairs for one, other in (pair, pair[::-1]) if one in ups}
        return [sum(map(self.floated, opponents))]

    def order(self, number: int) -> tuple[Fraction, int]:
        """Return the sort key of 1.2: score, then TPN."""
        return -self.scores[number], number

    def can_be_completed(self, players: list[int]) -> bool:
        """Return True if all these can be paired with each other (C3)."""
        return next(self.pairings(players), None) is not None

    def pairings(self, players: list[int]) -> Iterator[list[Pair]]:
        """Yield all ways to pair all of these legally."""
        if not players:
            yield []
            return
        first, *others = players
        for other in others:
            if self.c1(first, other):
                rest = [one for one in others if one != other]
                for pairs in self.pairings(rest):
                    yield [(first, other), *pairs]


class Field(Competitors):
    """The players of a Double-Swiss."""

    def __init__(self, report: Report) -> None:
        # The last column with a pairing or a bye is game 2, or game 1 if only one player was left.
        past = report.number // 2
        self.round = past + 1
        self.rounds = report.rounds // 2
        self.initial = report.initial
        self.only_played_floats = report.options.get("forfeited-floats") == "no"
        self.everybody = {
            number: [self._match(report, number, index, one.row) for index in range(past)]
            for number, one in report.players.items()
        }
        self.scores = {
            number: sum((match.points for match in matches), Fraction(0))
            + _virtual(report, number, self.round)
            for number, matches in self.everybody.items()
        }
        # The scores of the standings, without virtual points.
        self.points = {
            number: sum((match.points for match in matches), Fraction(0))
            for number, matches in self.everybody.items()
        }
        # C.04.2: 3.2, 3.3. Withdrawn players and those with a bye for this round are not paired.
        self.players = sorted(n for n, one in report.players.items() if not one.row[2 * past :])

    @staticmethod
    def _match(report: Report, number: int, index: int, cells: Sequence[Cell]) -> Match:
        both = (*cells[2 * index : 2 * index + 2], Cell(), Cell())
        points = report.worth[both[0].code] + report.worth[both[1].code]
        return Match(both[0], both[1], points, _virtual(report, number, index + 1))

    def score_before(self, number: int, round_: int) -> Fraction:
        """Return the pairing score with which a player was paired in an earlier round (C.04.7:
        1.5).
        """
        earlier = self.everybody[number][: round_ - 1]
        return (
            sum((match.points for match in earlier), Fraction(0))
            + self.everybody[number][round_ - 1].virtual
        )

    # Preface: what a forfeit makes of a match.

    def forfeited(self, number: int, match: Match) -> bool:
        """Return True if a match is forfeited: at least one player forfeits both games."""
        if match.opponent is None:
            return False
        theirs = self.everybody[match.opponent][self.everybody[number].index(match)]
        return "--" in (match.codes, theirs.codes)

    def counts_as_played(self, number: int, match: Match) -> bool:
        """Return True if a match counts as played: it has an opponent and is not forfeited."""
        return match.opponent is not None and not self.forfeited(number, match)

    # Article 1.

    def floated(self, number: int) -> bool:
        """Return True if the opponent of the previous round had a different score, whether or not
        they played (1.5).

        Teams float by playing (C.04.6: 1.5), players by being paired: so a forfeited match floats
        (docs/decisions/double-swiss-forfeits.md, with the option).
        """
        if self.round == 1:
            return False
        last = self.everybody[number][-1]
        if last.opponent is None:
            return False
        if self.only_played_floats and not self.counts_as_played(number, last):
            return False
        mine = self.score_before(number, self.round - 1)
        return mine != self.score_before(last.opponent, self.round - 1)

    def colours(self, number: int) -> list[str]:
        """Return the colour of game 1 in each match in which at least one game was played (1.6)."""
        return [
            match.first.colour
            for match in self.everybody[number]
            if match.first.played or match.second.played
        ]

    # Article 2, absolute criteria.

    def c1(self, one: int, other: int) -> bool:
        """Return True if they have not met, except in a forfeited match (C1)."""
        return not any(
            match.opponent == other and self.counts_as_played(one, match)
            for match in self.everybody[one]
        )

    def c2(self, number: int) -> bool:
        """Return True without an earlier PAB, match won by forfeit, or full-point bye (C2)."""
        for match in self.everybody[number]:
            if match.first.code == "U" or match.codes == "FF":
                return False
            if self.forfeited(number, match) and match.codes != "--":
                return False
        return True

    def played(self, number: int) -> int:
        """Return the number of matches played; one in which each player forfeited a game counts
        (3.4).

        That is the preface (docs/decisions/double-swiss-forfeits.md).
        """
        return sum(self.counts_as_played(number, match) for match in self.everybody[number])

    @property
    def floats_lapse(self) -> bool:
        """True in the last round, where C7 and C8 do not apply."""
        return self.round >= self.rounds


def _virtual(report: Report, number: int, round_: int) -> Fraction:
    """Return the virtual points of Baku acceleration (C.04.7): the value of a won match, then half
    of it, for GA.

    1.2 divides the players to be paired in round 1. Players who were not part of it take their
    place in the list afterwards, so all numbers up to the last one of GA belong to GA
    (docs/decisions/baku-border.md).
    """
    if "baku" not in report.options:
        return Fraction(0)
    rounds = report.rounds // 2
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    first = {one: (*person.row, Cell())[0] for one, person in report.players.items()}
    divided = [one for one, cell in first.items() if not cell.code or cell.code not in "HFZ"]
    size = 2 * -(-len(divided) // 4)
    if number > sorted(divided)[:size][-1] or round_ > accelerated:
        return Fraction(0)
    win = 2 * report.worth["1"]
    return win if round_ <= full else win / 2


# Article 3: the pairing procedure.


def pair(text: str) -> Round | None:
    """Pair the coming round; None if there is no legal pairing."""
    field = Field(read(text))
    paired = pairs_and_bye(field)
    if paired is None:
        return None
    pairs, bye = paired
    return frozenset(colours(field, one, other) for one, other in pairs), bye


def pairs_and_bye(field: Competitors) -> tuple[list[Pair], int | None] | None:
    """Return the pairs and the PAB (3.1 to 3.3): the PAB first, then bracket by bracket."""
    unpaired = sorted(field.players, key=field.order)
    bye = None
    if len(unpaired) % 2:
        bye = pairing_allocated_bye(field, unpaired)
        if bye is None:
            return None
        unpaired.remove(bye)
    elif not field.can_be_completed(unpaired):
        return None
    pairs: list[Pair] = []
    while unpaired:
        bracket = first_bracket(field, unpaired)
        pairs += pair_bracket(field, *bracket)
        unpaired = [one for one in unpaired if one not in bracket[0] and one not in bracket[1]]
    return pairs, bye


def pairing_allocated_bye(field: Competitors, players: list[int]) -> int | None:
    """Return the player with the PAB: lowest score, most matches played, largest TPN (3.4).

    The others must be able to be paired.
    """

    def rank(number: int) -> tuple[Fraction, int, int]:
        return field.scores[number], -field.played(number), -number

    for one in sorted(players, key=rank):
        if field.c2(one) and field.can_be_completed([p for p in players if p != one]):
            return one
    return None


def first_bracket(field: Competitors, unpaired: list[int]) -> tuple[list[int], list[int]]:
    """Return the top scoregroup and the upfloaters that join it (3.2, 3.5)."""
    top = field.scores[unpaired[0]]
    residents = [one for one in unpaired if field.scores[one] == top]
    lower = [one for one in unpaired if field.scores[one] != top]
    for count in range(len(residents) % 2, len(lower) + 1, 2):  # C4: as few as possible.
        sets = [ups for ups in combinations(lower, count) if allowed(field, residents, lower, ups)]
        if not sets:
            continue

        def profile(ups: tuple[int, ...]) -> list[Fraction]:  # C5: scores, from the lowest up.
            return sorted(field.scores[one] for one in ups)

        best = max(map(profile, sets))

        def rank(ups: tuple[int, ...]) -> tuple[bool, int, list[int]]:
            return (
                not c6(field, top, lower, ups),
                0 if field.floats_lapse else sum(map(field.floated, ups)),  # C7
                list(ups),  # By score, then TPN, as `lower` is: lexicographic by TPN.
            )

        chosen = min((ups for ups in sets if profile(ups) == best), key=rank)
        return residents, list(chosen)
    raise AssertionError("a complete pairing exists, so some set of upfloaters is allowed")


def allowed(
    field: Competitors, residents: list[int], lower: list[int], ups: tuple[int, ...]
) -> bool:
    """Return True if C1 holds inside the bracket and the others can be paired too (C3)."""
    others = [one for one in lower if one not in ups]
    return field.can_be_completed([*residents, *ups]) and field.can_be_completed(others)


def c6(field: Competitors, top: Fraction, lower: list[int], ups: tuple[int, ...]) -> bool:
    """Return True if the following scoregroup, without these upfloaters, keeps C1, C3 and C4 in its
    own bracket (C6).

    The following scoregroup is the next score in the standings of the round; if all who have it are
    paired, C6 is kept. C4 is kept if the group needs no more upfloaters than its odd number makes
    necessary (docs/decisions/matches-following-scoregroup.md).
    """
    following = max(
        (field.scores[one] for one in field.players if field.scores[one] < top), default=None
    )
    left = [one for one in lower if one not in ups]
    group = [one for one in left if field.scores[one] == following]
    below = [one for one in left if field.scores[one] != following]
    if not group:
        return True
    return any(
        allowed(field, group, below, next_ups) for next_ups in combinations(below, len(group) % 2)
    )


def pair_bracket(field: Competitors, residents: list[int], ups: list[int]) -> list[Pair]:
    """Return the best pairs (3.6): tops are the smaller TPN of each pair; the smallest identifier
    decides.
    """

    def rank(pairs: list[Pair]) -> tuple[list[int], list[int]]:
        tops = sorted((min(pair), max(pair)) for pair in pairs)
        identifier = [top for top, _ in tops] + [bottom for _, bottom in tops]
        return field.broken(pairs, ups), identifier

    return min(field.pairings(sorted([*residents, *ups])), key=rank)


# Article 4: colours of game 1.


def colours(field: Field, one: int, other: int) -> Pair:
    """Return White and Black of game 1.

    The higher ranked player has the higher score, else the smaller TPN. Under acceleration the text
    does not say which score: the real one (docs/decisions/matches-under-acceleration.md).
    """
    first, second = sorted((one, other), key=lambda number: (-field.points[number], number))
    mine, theirs = field.colours(first), field.colours(second)
    if not mine and not theirs:  # 4.3.1
        white = field.initial if first % 2 else _other(field.initial)
        return (first, second) if white == "w" else (second, first)
    if mine.count("w") != theirs.count("w"):  # 4.3.2
        return (first, second) if mine.count("w") < theirs.count("w") else (second, first)
    for my, their in zip(reversed(mine), reversed(theirs), strict=False):  # 4.3.3
        if my != their:
            return (first, second) if my == "b" else (second, first)
    if mine:  # 4.3.4
        return (first, second) if mine[-1] == "b" else (second, first)
    return (first, second) if theirs[-1] == "w" else (second, first)  # 4.3.5


def _other(colour: str) -> str:
    return "b" if colour == "w" else "w"
