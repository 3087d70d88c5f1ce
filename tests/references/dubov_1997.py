"""The Dubov system of 1997: chapters 1 to 9 of the text, one function for each.

The text is a procedure for pairing by hand, and its last chapter leaves open questions to the
arbiter. These are decided by the pages `docs/decisions/dubov-1997-*.md`; each function names its
own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations, zip_longest
from math import inf
from unicodedata import combining, normalize

from tests.references.report_file import Report, Round, read

OTHER = {"w": "b", "b": "w"}


@dataclass(frozen=True)
class Player:
    """The facts that the chapters need about a player before the round is paired."""

    number: int
    name: str
    rating: int
    score: Fraction
    aro: Fraction
    colours: str
    met: frozenset[int]
    risen: tuple[int, ...]
    """The rounds in which the player was transferred to a higher score group."""
    barred: bool
    side: str = ""
    """The colour in whose column the player is listed."""

    @property
    def difference(self) -> int:
        """Games with White minus games with Black."""
        return self.colours.count("w") - self.colours.count("b")

    @property
    def due(self) -> str:
        """The due colour (1); empty before the first game."""
        if self.difference:
            return "w" if self.difference < 0 else "b"
        return OTHER[self.colours[-1]] if self.colours else ""

    def may_have(self, colour: str) -> bool:
        """Return True if rules f and g allow the colour (2): no difference above 2, no colour three
        times running.
        """
        after = self.difference + (1 if colour == "w" else -1)
        return abs(after) <= 2 and not self.colours.endswith(colour * 2)


Group = Sequence[Player]


def may_meet(one: Player, two: Player) -> bool:
    """Return True if rule b allows the pair, and rules f and g both players (2)."""
    return two.number not in one.met and any(
        one.may_have(colour) and two.may_have(OTHER[colour]) for colour in "wb"
    )


def pair(text: str) -> Round | None:
    """Pair the coming round of a report file; None if that is impossible."""
    report = read(text)
    players = [take(report, number) for number, one in report.players.items() if not one.coming]
    bye = None
    if len(players) % 2:
        bye = give_bye(players, first=report.number == 1)
        if bye is None:
            return None
        players = without(players, [bye])
    elif not can_be_paired(players):
        return None
    if report.number == 1:
        boards = pair_first_round(players, report)
    else:
        boards = {colours(one, two) for one, two in pair_groups(players, report)}
    return frozenset(boards), bye.number if bye else None


def can_be_paired(players: Group) -> bool:
    """Return True if these players can be paired among themselves (dubov-1997-completion)."""
    if not players:
        return True
    first, *others = players
    return len(others) % 2 == 1 and any(
        may_meet(first, other) and can_be_paired(without(others, [other])) for other in others
    )


def without(players: Group, gone: Group) -> list[Player]:
    """Return the players without those who are gone, in their order."""
    numbers = {one.number for one in gone}
    return [player for player in players if player.number not in numbers]


def take(report: Report, number: int) -> Player:
    """Return the facts about one player."""
    person = report.players[number]
    played = [(cell, cell.opponent) for cell in person.cells if cell.played and cell.opponent]
    ratings = [report.players[opponent].rating for _, opponent in played]
    return Player(
        number=number,
        name=plain(person.name),
        rating=person.rating,
        score=report.points(number) + report.virtual(number),
        aro=Fraction(sum(ratings), len(ratings)) if ratings else Fraction(0),
        colours="".join(cell.colour for cell, _ in played),
        met=frozenset(opponent for _, opponent in played)
        | frozenset(other for two in report.forbidden if number in two for other in two - {number}),
        risen=tuple(r for r in range(1, report.number) if has_risen(report, number, r)),
        barred=bye_is_barred(report, number),
    )


def plain(name: str) -> str:
    """Return a name for alphabetical order, without accents and capitals (6.2,
    dubov-1997-alphabet.md).
    """
    return "".join(c for c in normalize("NFKD", name) if not combining(c)).casefold()


def bye_is_barred(report: Report, number: int) -> bool:
    """Return True if rule d bars the bye (2): that of the Basic Rules on the first day
    (docs/decisions/dubov-1997-bye.md).

    Until June 2017 any points without playing bar it; since then the bye and a win by forfeit.
    """
    unplayed = [cell.code for cell in report.players[number].cells if not cell.played]
    if report.start >= "2017/07/01":
        return any(code in ("U", "+") for code in unplayed)
    return any(report.worth[code] > 0 for code in unplayed)


def has_risen(report: Report, number: int, r: int) -> bool:
    """Return True if a player was transferred to a higher score group in a round (2).

    A file does not say who was brought up and who met a floater:
    docs/decisions/dubov-1997-limits.md counts both.
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


# --- 3. Colour allocation -----------------------------------------------------------------------


def colours(one: Player, two: Player) -> tuple[int, int]:
    """Return the board, White first; the limits of 2 come before everything else."""
    allowed = [c for c in "wb" if one.may_have(c) and two.may_have(OTHER[c])]
    colour = allowed[0] if len(allowed) == 1 else colour_of(one, two)
    return (one.number, two.number) if colour == "w" else (two.number, one.number)


def colour_of(one: Player, two: Player) -> str:
    """Return the colour of the first of two players."""
    if one.due != two.due:
        return one.due or OTHER[two.due]  # both their due colour; a newcomer has none
    if abs(one.difference) != abs(two.difference):  # equalise the numbers
        return one.due if abs(one.difference) > abs(two.difference) else OTHER[two.due]
    for mine, theirs in zip(reversed(one.colours), reversed(two.colours), strict=False):
        if mine != theirs:
            return theirs
    if one.aro != two.aro:
        return "w" if one.aro > two.aro else "b"
    if one.rating != two.rating:
        return "w" if one.rating < two.rating else "b"
    return "b" if one.number < two.number else "w"  # the lower in the list, like the lower R


# --- 4, 5. The bye, the first round -------------------------------------------------------------


def give_bye(players: Group, first: bool) -> Player | None:
    """Return the player with the bye (4, 5): lowest score group, lowest R, then due the dominating
    colour, then the higher ARO.

    docs/decisions/dubov-1997-bye.md says who may have it; the last of the list gets it if all is
    equal.
    """
    fit = [one for one in players if not one.barred and can_be_paired(without(players, [one]))]
    if not fit:
        return None
    if first:
        return max(fit, key=lambda player: player.number)
    lowest = min(player.score for player in fit)
    group = with_sides([player for player in players if player.score == lowest])
    fit = [player for player in group if player.number in {one.number for one in fit}]
    last = [player for player in fit if player.rating == min(one.rating for one in fit)]
    if {"w", "b"} == {player.side for player in last} and dominating(group):
        last = [player for player in last if player.side == dominating(group)]
    return max(last, key=lambda player: (player.aro, player.number))


def dominating(group: Group) -> str:
    """Return the colour that more players are due; empty if neither."""
    whites = sum((one.side or one.due) == "w" for one in group)
    blacks = sum((one.side or one.due) == "b" for one in group)
    return "w" if whites > blacks else "b" if blacks > whites else ""


def pair_first_round(players: Group, report: Report) -> set[tuple[int, int]]:
    """Pair round 1 (5): the upper half of the list against the lower, colours alternating from pair
    to pair.

    Virtual points make score groups, and rows are repaired as in 6.3; players who cannot be matched
    in this way are paired as in other rounds: docs/decisions/dubov-1997-first-round.md.
    """
    pairs: list[tuple[Player, Player]] = []
    left = sorted(players, key=lambda player: (-player.score, player.number))
    for score in sorted({player.score for player in players}, reverse=True):
        group = [player for player in left if player.score >= score]
        half = len(group) // 2
        rows = first_halves(group[:half], group[half : 2 * half])
        if rows is None or not can_be_paired(without(left, [one for row in rows for one in row])):
            pairs += pair_groups(left, report)
            break
        pairs += rows
        left = without(left, [one for row in rows for one in row])
    boards = set()
    for index, (one, two) in enumerate(pairs):
        first = (report.initial == "w") == (index % 2 == 0)
        boards.add((one.number, two.number) if first else (two.number, one.number))
    return boards


def first_halves(upper: Group, lower: Group) -> list[tuple[Player, Player]] | None:
    """Return the rows of the first order of the lower half in which every pair may meet (5,
    6.3).
    """
    for order in permutations(lower):
        rows = list(zip(upper, order, strict=True))
        if all(may_meet(*row) for row in rows):
            return rows
    return None


# --- The score groups ---------------------------------------------------------------------------


def pair_groups(players: Group, report: Report) -> list[tuple[Player, Player]]:
    """Pair the score groups from the top: floaters (8), transfers (7), new floaters (6.4), then
    chapter 6.
    """
    pairs: list[tuple[Player, Player]] = []
    left = list(players)
    floaters: list[Player] = []
    while left:
        score = max(player.score for player in left)
        group = [player for player in left if player.score == score]
        left = without(left, group)
        met, group, floaters = pair_floaters(floaters, group, left)
        if not left:  # in the last group floaters who found nobody belong to it
            group, floaters = [*group, *floaters], []
        group, left, down = transfer(with_sides(group), left, report)
        floaters += down
        down = choose_floaters(group, floaters, left)
        floaters += [one for one in down if one.score >= score]
        left += [one for one in down if one.score < score]  # brought up in vain: back home
        pairs += met + pair_columns(balance(without(group, down)))
    return pairs


def with_sides(group: Group) -> list[Player]:
    """Return the players with their columns (1). Newcomers:
    docs/decisions/dubov-1997-newcomers.md.
    """
    placed = [on_side(player, player.due) for player in group if player.due]
    for player in sorted(group, key=lambda one: (-one.rating, one.number)):
        if not player.due:
            placed = join(placed, player)
    return placed


def join(group: list[Player], player: Player) -> list[Player]:
    """Return the group with one more player; a newcomer joins the smaller column, White if
    equal.
    """
    return [*group, on_side(player, player.due or ("b" if dominating(group) == "w" else "w"))]


def on_side(player: Player, side: str) -> Player:
    """Return the player with a column."""
    return replace(player, side=side)


# --- 8. Floaters --------------------------------------------------------------------------------


def white_order(player: Player) -> tuple[object, ...]:
    """Return the sort key of the White column (6.2)."""
    return player.aro, player.rating, player.name, player.number


def black_order(player: Player) -> tuple[object, ...]:
    """Return the sort key of the Black column (6.2)."""
    return -player.rating, -player.aro, player.name, player.number


def pair_floaters(
    floaters: list[Player], group: list[Player], left: list[Player]
) -> tuple[list[tuple[Player, Player]], list[Player], list[Player]]:
    """Pair the floaters one by one, White and Black by turns (8); those without an opponent float
    on.
    """
    sided = with_sides(floaters)
    whites = sorted((one for one in sided if one.side == "w"), key=white_order)
    blacks = sorted((one for one in sided if one.side == "b"), key=black_order)
    turns = [one for two in zip_longest(whites, blacks) for one in two if one]
    pairs = []
    onward: list[Player] = []
    for index, floater in enumerate(turns):
        others = [*turns[index + 1 :], *onward, *left]
        fit = [
            one
            for one in group
            if may_meet(floater, one) and can_be_paired([*without(group, [one]), *others])
        ]
        if fit:
            opponent = min(
                fit,
                key=lambda one: (
                    bool(one.due) and bool(floater.due) and one.due == floater.due,
                    -one.rating,
                    one.aro,
                    one.number,
                ),
            )
            pairs.append((floater, opponent))
            group = without(group, [opponent])
        else:
            onward.append(floater)
    return pairs, group, onward


# --- 7. Transfers -------------------------------------------------------------------------------


def transfer(
    group: list[Player], left: list[Player], report: Report
) -> tuple[list[Player], list[Player], list[Player]]:
    """Bring up players from the next lower group (7.1, 7.2); return also those who float because no
    one can.

    Players with no opponent in the group come in the order of the list, and those for whom no
    player comes up float before the group is counted: docs/decisions/dubov-1997-floaters.md. 7.2
    asks for a player who may meet "at least one of the players of the higher score group": one who
    has just been brought up does not count. Neither article asks whether the others can still be
    paired.
    """
    down: list[Player] = []
    own = [one.number for one in group]
    for player in sorted(group, key=lambda one: one.number):
        if left and not any(may_meet(player, other) for other in without(group, [player])):
            risen = find_riser(left, player.side, report, [player])
            if risen is None:
                down.append(player)
                group = without(group, [player])
            else:
                group, left = join(group, risen), without(left, [risen])
    if len(group) % 2:
        residents = [one for one in group if one.number in own]
        risen = find_riser(left, dominating(group), report, residents)
        if risen is not None:
            group, left = join(group, risen), without(left, [risen])
    return group, left, down


def find_riser(left: Group, against: str, report: Report, whom: Group) -> Player | None:
    """Return the player of the next lower group who comes up (7.1, 7.2): due colour opposite,
    highest R, lowest ARO.

    "The next possible lower score group" is the next that has players when one is needed: an empty
    one is not possible. The list decides between equals (docs/decisions/dubov-1997-alphabet.md); a
    newcomer is due the colour that fits (-newcomers.md).
    """
    score = max((player.score for player in left), default=Fraction(-1))
    fit = [
        player
        for player in left
        if player.score == score
        and may_rise(player, report)
        and any(may_meet(player, other) for other in whom)
    ]
    return min(
        fit, key=lambda one: (one.due == against, -one.rating, one.aro, one.number), default=None
    )


def may_rise(player: Player, report: Report) -> bool:
    """Return True if the player may be brought up (2): not twice running, and at most three times
    (four from ten rounds on).
    """
    if report.number == report.rounds:
        return True
    most = 3 if report.rounds < 10 else 4
    return report.number - 1 not in player.risen and len(player.risen) < most


def balance(group: Group) -> Group:
    """Return the group with as many Whites as Blacks (7.3)."""
    whites = [one for one in group if one.side == "w"]
    blacks = [one for one in group if one.side == "b"]
    n = (len(whites) - len(blacks)) // 2
    if n >= 0:
        able = [one for one in whites if one.may_have("b")]
        able.sort(key=lambda one: (one.aro, -one.rating, one.name, one.number))
    else:
        able = [one for one in blacks if one.may_have("w")]
        able.sort(key=lambda one: (-one.aro, one.rating, one.name, one.number))
    moved = able[: abs(n)]
    return [on_side(one, OTHER[one.side]) if one in moved else one for one in group]


# --- 6. The standard procedure ------------------------------------------------------------------


def choose_floaters(group: Group, floaters: Group, left: Group) -> list[Player]:
    """Return the players who float down (6.4); docs/decisions/dubov-1997-floaters.md orders equal
    ones.
    """
    score = max((player.score for player in left), default=Fraction(-1))
    lower = [player for player in left if player.score == score]
    colour = dominating(group)
    ranked = sorted(
        group,
        key=lambda one: (
            not any(may_meet(one, other) for other in lower),
            bool(colour) and one.side != colour,
            one.rating,
            -one.aro,
            -one.number,
        ),
    )
    for size in range(len(group) % 2, len(group) + 1, 2):
        for down in combinations(ranked, size):
            if can_be_paired(without(group, down)) and can_be_paired([*floaters, *down, *left]):
                return list(down)
    raise AssertionError("all who are left can be paired")


def pair_columns(group: Group) -> list[tuple[Player, Player]]:
    """Return the pairs of two columns (6.2, 6.3); docs/decisions/dubov-1997-rows.md and
    dubov-1997-repair.md.
    """
    whites = sorted((one for one in group if one.side == "w"), key=white_order)
    blacks = sorted((one for one in group if one.side == "b"), key=black_order)
    return first_rows([*whites, *blacks], len(whites))[1]


def first_rows(players: list[Player], whites: int) -> tuple[float, list[tuple[Player, Player]]]:
    """Return the smallest number of pairs within a column, and the first rows with this number.

    The first `whites` players are the White column, the others the Black one. A White looks among
    the Blacks, then among the Whites below; a remaining Black among the Blacks below.
    """
    if not players:
        return 0, []
    best: tuple[float, list[tuple[Player, Player]]] = (inf, [])
    first, *rest = players
    order = [*range(whites - 1, len(rest)), *range(whites - 1)] if whites else range(len(rest))
    for index in order:
        other = rest[index]
        if may_meet(first, other):
            inside = not whites or index < whites - 1
            after = max(0, whites - 1 - (index < whites - 1))
            cost, rows = first_rows(rest[:index] + rest[index + 1 :], after)
            if cost + inside < best[0]:
                best = cost + inside, [(first, other), *rows]
    return best
