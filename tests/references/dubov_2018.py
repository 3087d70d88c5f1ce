"""The Dubov system as approved at Batumi in 2018: articles A to E, one function for each.

The pairer lists all sets of upfloaters, all sets of shifters and all transpositions in the order of
section D, and takes the first that the articles call best. If the text can be read in two ways, the
docstring of the function names the deciding words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

from tests.references.report_file import Report, Round, read

ABSOLUTE, STRONG, MILD = 3, 2, 1
OTHER = {"w": "b", "b": "w"}


@dataclass(frozen=True)
class Player:
    """The facts that the articles need about a player before the round is paired."""

    number: int
    score: Fraction
    """The pairing score, with virtual points (C.04.7: 1.5, 5 of 2016)."""
    colours: str
    """The colours of the games played, oldest first: C.04.2.D.5 moves unplayed rounds to the
    front.
    """
    met: frozenset[int]
    """The opponents of games played, and players to be kept apart."""
    aro: int
    upfloats: tuple[int, ...]
    """The rounds in which the player was upfloated."""
    barred: bool
    """True if C.2 forbids the bye."""
    odd: bool
    """True if the pairing number is odd, counted as in docs/decisions/parity.md."""

    @property
    def difference(self) -> int:
        """Games with White minus games with Black (A.5)."""
        return self.colours.count("w") - self.colours.count("b")

    @property
    def preference(self) -> tuple[str, int]:
        """The colour the player should get, and how strongly (A.5)."""
        if self.difference < -1 or self.colours.endswith("bb"):
            return "w", ABSOLUTE  # a
        if self.difference > 1 or self.colours.endswith("ww"):
            return "b", ABSOLUTE  # a
        if self.difference == 1:
            return "b", STRONG  # b
        if self.difference == -1:
            return "w", STRONG  # b
        if self.colours:
            return OTHER[self.colours[-1]], MILD  # c
        return "b", MILD  # d

    @property
    def rank(self) -> tuple[Fraction, int]:
        """The sort key of E.0: more points first, then the higher position in the initial ranking
        list.
        """
        return -self.score, self.number


Pairing = tuple[tuple[Player, Player], ...]
Group = Sequence[Player]


def pair(text: str) -> Round | None:
    """Pair the coming round of a report file by the edition of 2018."""
    return pair_round(read(text), bye_is_barred)


def pair_round(report: Report, barred: Callable[[Report, int], bool]) -> Round | None:
    """Pair a round (A.8): the bye first, then the scoregroups from the top; None if impossible."""
    players = [
        take(report, number, barred) for number, one in report.players.items() if not one.coming
    ]
    bye = None
    if len(players) % 2:
        bye = give_bye(players)
        if bye is None:
            return None
        players.remove(bye)
    elif not can_be_paired(players):
        return None
    boards: set[tuple[int, int]] = set()
    while players:
        bracket, pairs = pair_scoregroup(players, report)
        players = [player for player in players if player not in bracket]
        boards |= {colours(one, two, initial_colour(report)) for one, two in pairs}
    return frozenset(boards), bye.number if bye else None


# --- A. Definitions -----------------------------------------------------------------------------


def take(report: Report, number: int, barred: Callable[[Report, int], bool]) -> Player:
    """Return the facts about one player."""
    played = [cell for cell in report.players[number].cells if cell.played]
    return Player(
        number=number,
        score=report.points(number) + report.virtual(number),
        colours="".join(cell.colour for cell in played),
        met=frozenset(cell.opponent for cell in played if cell.opponent is not None)
        | frozenset(other for two in report.forbidden if number in two for other in two - {number}),
        aro=average_rating(
            [report.players[cell.opponent].rating for cell in played if cell.opponent is not None]
        ),
        upfloats=tuple(r for r in range(1, report.number) if was_upfloated(report, number, r)),
        barred=barred(report, number),
        odd=report.odd(number),
    )


def average_rating(ratings: list[int]) -> int:
    """Return the mean rating of opponents met, rounded (.5 up); 0 for none (A.6)."""
    if not ratings:
        return 0
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings))


def was_upfloated(report: Report, number: int, r: int) -> bool:
    """Return True if the player was in the bracket of a higher scoregroup in a round (A.3).

    An upfloater is in a bracket whatever happens in the game: a forfeit does not undo it. Two
    upfloaters of one bracket never meet, as without them it would need fewer (B.1), so the opponent
    is a resident and had more points when the round was paired. With the option
    `forfeited-upfloats` only games that were played count (docs/decisions/dubov-upfloats.md).
    """
    cell = report.players[number].cells[r - 1]
    opponent = cell.opponent
    if report.options.get("forfeited-upfloats") == "no" and not cell.played:
        return False
    return opponent is not None and score_before(report, number, r) < score_before(
        report, opponent, r
    )


def score_before(report: Report, number: int, r: int) -> Fraction:
    """Return the score with which a player was paired in a round."""
    return report.points(number, r) + report.virtual(number, r)


def most_upfloats(rounds: int) -> int:
    """Return MaxT, the most upfloats of a player (A.7)."""
    return 2 + rounds // 5


def initial_colour(report: Report) -> str:
    """Return the colour drawn before round 1 (E); if the file does not state it, the one that round
    1 shows.

    By E.0 every pair of round 1 shows the same colour. If they do not,
    docs/decisions/what-a-file-does-not-state.md decides: the colour of most pairs, then of the
    highest player.
    """
    if report.initial:
        return report.initial
    entered = [
        number
        for number, person in report.players.items()
        if any(cell.opponent is not None or cell.code == "U" for cell in person.cells[:1])
    ]
    literal = report.options.get("parity") == "literal"
    shown = [
        cell.colour if (number if literal else place) % 2 else OTHER[cell.colour]
        for place, number in enumerate(sorted(entered), start=1)
        for cell in report.players[number].cells[:1]
        if cell.opponent is not None and cell.opponent > number
    ]
    if not shown:
        return "w"
    most = max(shown.count("w"), shown.count("b"))
    return next(colour for colour in shown if shown.count(colour) == most)


# --- B. Pairing procedures ----------------------------------------------------------------------


def give_bye(players: Group) -> Player | None:
    """Return the player with the bye (B.0); None if no player may have it."""
    fit = [
        player
        for player in players
        if not player.barred and can_be_paired([one for one in players if one != player])
    ]
    return min(
        fit, key=lambda player: (player.score, -len(player.colours), -player.number), default=None
    )


def pair_scoregroup(players: Group, report: Report) -> tuple[Group, Pairing]:
    """Return the bracket of the highest scoregroup left, and its pairs (B.1 to B.6)."""
    highest = max(player.score for player in players)
    residents = [player for player in players if player.score == highest]
    lower = sorted(  # D.1.a
        (player for player in players if player.score < highest),
        key=lambda player: (-player.score, player.number),
    )
    bracket = [*residents, *choose_upfloaters(residents, lower, report)]
    return bracket, pair_bracket(bracket)


def choose_upfloaters(residents: Group, lower: Group, report: Report) -> Group:
    """Return the upfloaters (B.1, B.2): of the smallest sets that leave a legal pairing, the first
    that complies best.
    """
    for size in range(len(lower) + 1):
        sets = [
            chosen
            for chosen in combinations(lower, size)
            if is_legal_choice(residents, lower, chosen)
        ]
        if sets:  # C.5
            # Sets come in lexicographic order (D.1.b), and min() takes the first of equals.
            return min(sets, key=lambda chosen: failures(residents, chosen, report))
    raise AssertionError("C.4 held for the brackets above")


def is_legal_choice(residents: Group, lower: Group, chosen: Group) -> bool:
    """Return True if the bracket has a legal pairing, and so have all who remain (C.1, C.3,
    C.4).
    """
    rest = [player for player in lower if player not in chosen]
    return can_be_paired([*residents, *chosen]) and can_be_paired(rest)


def failures(residents: Group, chosen: Group, report: Report) -> tuple[object, ...]:
    """Return the failures of a set of upfloaters in C.6 to C.10, in order of priority; less is
    better.
    """
    c6 = sorted(-player.score for player in chosen)[::-1]  # the lowest score first
    c7 = min(map(unhappy, pairings([*residents, *chosen])))
    if report.number == report.rounds:
        return c6, c7
    maximum = [p for p in chosen if len(p.upfloats) >= most_upfloats(report.rounds)]
    c8 = len(maximum)
    c9 = sum(len(player.upfloats) for player in maximum)
    c10 = sum(report.number - 1 in player.upfloats for player in chosen)
    return c6, c7, c8, c9, c10


def pair_bracket(bracket: Group) -> Pairing:
    """Pair a bracket (B.3 to B.6): two subgroups, shifters, S1 and the first legal transposition of
    G2.
    """
    g1, g2 = divide(bracket)
    best = min(map(unhappy, pairings(bracket)))
    # B.4, first part: pairs that cannot be avoided within the smaller subgroup.
    smaller, larger = (g1, g2) if len(g1) <= len(g2) else (g2, g1)
    inside = min(count_inside(pairing, smaller) for pairing in pairings(bracket))
    for out in shifts(smaller, inside):
        left = without(smaller, out)
        # B.4, second part: as many of the larger subgroup as make both equal.
        half = (len(larger) + len(out) - len(left)) // 2
        for back in shifts(larger, half):
            new_smaller = [*left, *back]
            new_larger = [*without(larger, back), *out]
            if g1 is smaller:
                s1, pool = new_smaller, new_larger
            else:
                s1, pool = new_larger, new_smaller
            for pairing in across(s1, pool):
                if unhappy(pairing) == best:
                    return pairing
    raise AssertionError("some pairing of the bracket is the best")


def divide(bracket: Group) -> tuple[Group, Group]:
    """Return the two subgroups (B.3): White seekers and the others; if none has played, the two
    halves.
    """
    ranked = sorted(bracket, key=lambda player: player.number)
    if all(not player.colours for player in bracket):
        return ranked[: len(ranked) // 2], ranked[len(ranked) // 2 :]
    white = [player for player in ranked if player.preference[0] == "w"]
    return white, without(ranked, white)


def across(s1: Group, pool: Group) -> Iterator[Pairing]:
    """Yield the legal pairings of S1 with the transpositions of G2, in their order (B.5, B.6,
    D.3).
    """
    s1 = sorted(s1, key=lambda player: (player.aro, player.number))
    for transposition in permutations(sorted(pool, key=lambda player: player.number)):
        pairing = tuple(zip(s1, transposition, strict=True))
        if all(may_meet(one, two) for one, two in pairing):
            yield pairing


# --- C. Criteria --------------------------------------------------------------------------------


def may_meet(one: Player, two: Player) -> bool:
    """Return True if C.1 and C.3 allow the pair."""
    if two.number in one.met:
        return False
    return not (one.preference == two.preference and one.preference[1] == ABSOLUTE)


def bye_is_barred(report: Report, number: int) -> bool:
    """Return True if C.2 bars the bye: an earlier one, or a win because the opponent did not appear
    in time.

    A full-point bye is neither. `0000 - +` is read as a pairing-allocated bye.
    """
    return any(cell.code in ("U", "+") for cell in report.players[number].cells)


def unhappy(pairing: Pairing) -> int:
    """Return how many do not get the colour they prefer (C.7): one in each pair that prefers the
    same.
    """
    return sum(one.preference[0] == two.preference[0] for one, two in pairing)


def pairings(players: Group) -> Iterator[Pairing]:
    """Yield all legal pairings of these players."""
    if not players:
        yield ()
    elif len(players) % 2 == 0:
        first, *others = players
        for other in others:
            if may_meet(first, other):
                for pairing in pairings(without(others, [other])):
                    yield ((first, other), *pairing)


def can_be_paired(players: Group) -> bool:
    """Return True if these players have a legal pairing (C.4)."""
    return next(pairings(players), None) is not None


# --- D. Sorting ---------------------------------------------------------------------------------


def shifts(subgroup: Group, size: int) -> Iterator[Group]:
    """Yield the sets of shifters of a subgroup in their order: from the middle of its list outwards
    (D.2).

    "Players seeking a colour are shifted to the subgroup of players initially seeking the other
    colour": candidates are those who seek the subgroup's colour, not those just shifted into it.
    """
    ranked = sorted(
        subgroup,
        key=lambda p: (p.aro if p.preference[0] == "w" else 0, p.number),
    )
    numbered = []
    while ranked:
        numbered.append(ranked.pop((len(ranked) - 1) // 2))
    return combinations(numbered, size)


def without(players: Group, gone: Group) -> list[Player]:
    """Return the players without those who are gone, in their order."""
    return [player for player in players if player not in gone]


def count_inside(pairing: Pairing, subgroup: Group) -> int:
    """Return how many pairs have both players in a subgroup (B.4)."""
    return sum(one in subgroup and two in subgroup for one, two in pairing)


# --- E. Colours ---------------------------------------------------------------------------------


def colours(one: Player, two: Player, initial: str) -> tuple[int, int]:
    """Return the pair as a board, White first (E.0 to E.4)."""
    higher, lower = sorted((one, two), key=lambda player: player.rank)
    colour = colour_of_higher(higher, lower, initial)
    return (higher.number, lower.number) if colour == "w" else (lower.number, higher.number)


def colour_of_higher(higher: Player, lower: Player, initial: str) -> str:
    """Return the colour that the higher ranked player gets."""
    if not higher.colours and not lower.colours:
        return initial if higher.odd else OTHER[initial]  # E.0
    (colour, strength), (other, other_strength) = higher.preference, lower.preference
    if colour != other:
        return colour  # E.1
    if strength != other_strength:
        return colour if strength > other_strength else OTHER[other]  # E.2
    for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine != theirs:
            return theirs  # E.3
    return colour  # E.4
