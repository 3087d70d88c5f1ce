"""The procedure of the Dubov system of 1997, in which players float down as well as up.

The chapters of its text: 2 limits, 3 colours, 4 bye, 5 first round, 6 standard pairing, 7
transfers, 8 floaters. R is a player's rating, ARO the average rating of the opponents. A pair is
made only if all other players can still be paired; see `docs/decisions/dubov-1997-completion.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest

from crivello.matching.bipartite import first_in_order
from crivello.matching.weighted import minimum_cost_perfect_matching
from crivello.model.field import Entrant, Field, Float, Strength
from crivello.model.history import History
from crivello.model.result import Colour
from crivello.model.sentence import N_
from crivello.model.trace import Step, Trace, id_pairs, ids
from crivello.model.trace.procedure import (
    EventType,
    GroupOpened,
    GroupPaired,
    PairDropped,
    PairFixed,
    ProcedureEvent,
    RatingsKnown,
)
from crivello.rules.colours import latest_difference, may_meet, preference
from crivello.rules.field import (
    FieldRules,
    barred_before_2017,
    forfeited_upfloats,
    no_unplayed_float,
    opponents_over_the_board,
    upfloats_only,
)
from crivello.standard.classes import replace
from crivello.systems.completion import can_be_paired, first_for_bye, refuse_impossible

# Events of the procedure besides pairs, as values of the trace.

NEWCOMER = EventType(
    "newcomer", N_("Without a game yet, and so put into the smaller colour group: {players}.")
)
BROUGHT_UP = EventType("brought-up", N_("Brought up from the next lower scoregroup: {players}."))
NOBODY_HERE = EventType(
    "nobody-here", N_("{players} may not meet any player left in the scoregroup.")
)
NOBODY_UP = EventType("nobody-up", N_("No player of the next lower scoregroup may be brought up."))
LIMIT_UP = EventType(
    "limit-up", N_("Moved up in the previous round, or already as often as allowed: {players}.")
)
UNFIT = EventType("unfit", N_("May not meet those who need an opponent: {players}."))
GOES_ON = EventType("goes-on", N_("{players} finds no opponent here and moves on."))
SHIFTED = EventType(
    "shifted", N_("To make the colour groups equal, moved to the other one: {players}.")
)
FLOATS = EventType("floats", N_("Not paired here, so they float down: {players}."))
REPAIRED = EventType(
    "repaired",
    N_("The two columns cannot be matched; players of one column are paired with each other."),
)
MET = N_("{a} and {b} may not meet (again).")
OTHERS = N_("With {a}-{b} the others could not all be paired.")


# Players under the Dubov rules of 1997: due colour, R, ARO, and their orders.


def average(history: History, ratings: Mapping[int, int]) -> Fraction:
    """Return ARO, the average rating of the opponents played, as a fraction; 0 without a game."""
    # Dubov 1997: 1 (1)
    met = [ratings[opponent] for opponent in opponents_over_the_board(history)]
    return Fraction(sum(met), len(met)) if met else Fraction(0)


FIELD_RULES = FieldRules(
    preference,
    no_unplayed_float,
    None,
    float_rounds=None,
    forfeit_floats=forfeited_upfloats,
    pair_float=upfloats_only,
    shown_aro=average,
    undated_bye_bar=barred_before_2017,
)
"""A preference is the due colour; it is absolute where rule f or g leaves no other.

The bar to the bye is that of the tournament's time (`dubov-1997-bye.md`).
"""


class RoundPlayers:
    """What the procedure needs to know about the players of one round: limits, orders and
    colours.
    """

    def __init__(
        self, field: Field, ratings: Mapping[int, int], alphabet: Mapping[int, str]
    ) -> None:
        """Prepare the round; `alphabet` maps ids to the sort keys of names."""
        self.field = field
        self.alphabet = alphabet
        self.aro = {p.id: average(p.history, ratings) for p in field.entrants}
        self.most_upfloats = 4 if field.rounds is not None and field.rounds > 9 else 3

    def may_be_moved_up(self, player: Entrant) -> bool:
        """Return True if the player may be moved up (2): not twice running, at most three or four
        times.

        In the last round every player may be.
        """
        # Dubov 1997: 2 (2, 3)
        if self.field.last_round:
            return True
        if player.floats and player.floats[0] is Float.UP:
            return False
        return player.floats.count(Float.UP) < self.most_upfloats

    # Orders; where the text gives no further key, and for equal names, the pairing number decides
    # (`dubov-1997-alphabet.md`)

    def name(self, player: Entrant) -> tuple[str, int]:
        # Dubov 1997: 6.2 (3); Dubov 1997: 7.3 (2); Dubov 1997: 7.4 (2)
        return self.alphabet.get(player.id, ""), player.number

    def white_column(self, players: Iterable[Entrant]) -> list[Entrant]:
        """Sort players due White: lowest ARO first, then lowest R, then the alphabet (6.2)."""
        # Dubov 1997: 6.2 (1)
        return sorted(players, key=lambda p: (self.aro[p.id], p.rating, self.name(p)))

    def black_column(self, players: Iterable[Entrant]) -> list[Entrant]:
        """Sort players due Black: highest R first, then highest ARO, then the alphabet (6.2)."""
        # Dubov 1997: 6.2 (2)
        return sorted(players, key=lambda p: (-p.rating, -self.aro[p.id], self.name(p)))

    def by_rating(self, players: Iterable[Entrant]) -> list[Entrant]:
        """Sort players: highest R first, then lowest ARO (7.1, 7.2, 8)."""
        return sorted(players, key=lambda p: (-p.rating, self.aro[p.id], p.number))

    def to_black(self, players: Iterable[Entrant]) -> list[Entrant]:
        """Sort players due White by who changes to Black first: lowest ARO, then highest R, then
        the alphabet (7.3).
        """
        # Dubov 1997: 7.3 (1)
        return sorted(players, key=lambda p: (self.aro[p.id], -p.rating, self.name(p)))

    def to_white(self, players: Iterable[Entrant]) -> list[Entrant]:
        """Sort players due Black by who changes to White first: highest ARO, then lowest R, then
        the alphabet (7.4).
        """
        # Dubov 1997: 7.4 (1)
        return sorted(players, key=lambda p: (-self.aro[p.id], p.rating, self.name(p)))

    def colours(self, a: Entrant, b: Entrant) -> tuple[Entrant, Entrant, str]:
        """Return White, Black, and the rule that decides (3); the colour limits f and g come
        first.
        """
        # Dubov 1997: 3 (1, 2, 3, 4, 5)
        if a.preference is not b.preference:
            if a.preference is Colour.WHITE or b.preference is Colour.BLACK:
                return a, b, "3.1"
            return b, a, "3.1"
        if is_bound(a) != is_bound(b):
            first, second = (a, b) if is_bound(a) else (b, a)
            return (*_grant_colour(first, second), "2")
        # The player who has had more games with Black than the other needs White more.
        if a.colour_difference != b.colour_difference:
            first, second = (a, b) if a.colour_difference < b.colour_difference else (b, a)
            return first, second, "3.2"
        had = latest_difference(a, b)
        if had is not None:
            return (b, a, "3.3") if had == "W" else (a, b, "3.3")
        if self.aro[a.id] != self.aro[b.id]:
            return (a, b, "3.4") if self.aro[a.id] > self.aro[b.id] else (b, a, "3.4")
        first, second = sorted((a, b), key=lambda p: (p.rating, -p.number))
        return first, second, "3.5"


def is_bound(player: Entrant) -> bool:
    """Return True if the colour limits f and g leave the player only one colour."""
    return player.strength is Strength.ABSOLUTE


def _grant_colour(first: Entrant, second: Entrant) -> tuple[Entrant, Entrant]:
    return (first, second) if first.wants_white else (second, first)


# One scoregroup: columns, rows, and floaters (6.2-6.4, 7.3).


Sides = dict[int, Colour]
"""The colour group of each player, by id."""
Pair = tuple[Entrant, Entrant]


def sides_of(
    players: RoundPlayers, group: Sequence[Entrant], standing: Sides | None = None
) -> Sides:
    """Return the colour group of each player: the due colour, or the smaller group for a newcomer.

    Newcomers join one after the other, the highest R first. `standing` are the groups of newcomers
    placed before, who stay there.
    """
    known = standing or {}
    sides = {p.id: p.preference or known[p.id] for p in group if p.preference or p.id in known}
    for player in players.by_rating(p for p in group if p.id not in sides):
        white = sum(side is Colour.WHITE for side in sides.values())
        sides[player.id] = Colour.WHITE if 2 * white <= len(sides) else Colour.BLACK
    return sides


def surplus(sides: Sides) -> int:
    """Return the number of players in the White group minus the number in the Black group."""
    return sum(1 if side is Colour.WHITE else -1 for side in sides.values())


def dominating_colour(sides: Sides) -> Colour | None:
    """Return the colour of the larger group; None if both are equal."""
    excess = surplus(sides)
    return None if not excess else Colour.WHITE if excess > 0 else Colour.BLACK


def choose_shifters(players: RoundPlayers, group: Sequence[Entrant], sides: Sides) -> list[Entrant]:
    """Return the players who change the colour group so that both become equal (7.3).

    Players whom rule f or g binds to a colour do not change.
    """
    # Dubov 1997: 2 (4)
    excess = surplus(sides)
    if excess > 0:
        pool = [p for p in group if sides[p.id] is Colour.WHITE and not is_bound(p)]
        return players.to_black(pool)[: excess // 2]
    pool = [p for p in group if sides[p.id] is Colour.BLACK and not is_bound(p)]
    return players.to_white(pool)[: -excess // 2]


def rows(white: Sequence[Entrant], black: Sequence[Entrant]) -> list[Pair] | None:
    """Pair the columns (6.2, 6.3): each White in turn takes the first Black with whom all later
    Whites can still be paired.

    None if the columns cannot be matched. See `docs/decisions/dubov-1997-rows.md`.
    """
    # Dubov 1997: 6.2 (4); Dubov 1997: 6.3 (1, 2)
    if len(white) != len(black):
        return None
    allowed = [sum(1 << j for j, b in enumerate(black) if may_meet(a, b)) for a in white]
    chosen = first_in_order(allowed, len(black))
    if chosen is None:
        return None
    return [(a, black[j]) for a, j in zip(white, chosen, strict=True)]


def record_passed_over(black: Sequence[Entrant], pairs: Sequence[Pair]) -> list[Step]:
    """Return, for each White in turn, a step for each Black before the opponent, with the reason
    why they do not meet.
    """
    found: list[Step] = []
    left = list(black)
    for a, b in pairs:
        for other in left[: left.index(b)]:
            reason = OTHERS if may_meet(a, other) else MET
            found.append(PairDropped("6.3", a.id, other.id, reason))
        left.remove(b)
    return found


def pair_within_columns(white: Sequence[Entrant], black: Sequence[Entrant]) -> list[Pair]:
    """Pair the players with as few pairs inside a column as possible (6.3, last part); there must
    be a pairing.

    Each White in turn takes the first Black with whom this is still possible, otherwise the first
    such White. The remaining Blacks are paired in the same way.
    """
    # Dubov 1997: 6.3 (3)
    players = [*white, *black]
    split = len(white)
    n = len(players)
    cost: list[list[int | None]] = [[None] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            if may_meet(players[i], players[j]):
                cost[i][j] = cost[j][i] = int((i < split) == (j < split))
    left = list(range(n))
    best = _find_least_cost(cost, left)
    assert best is not None
    pairs: list[Pair] = []
    while left:
        first = left[0]
        for other in (*(i for i in left if i >= split), *(i for i in left if i < split)):
            price = cost[first][other]
            if price is None:
                continue
            rest = [i for i in left if i not in (first, other)]
            if _find_least_cost(cost, rest) == best - price:
                break
        else:
            raise AssertionError("a matching of this cost was found before")
        pairs.append((players[first], players[other]))
        left, best = rest, best - price
    return pairs


def _find_least_cost(cost: list[list[int | None]], left: list[int]) -> int | None:
    matrix = [[cost[i][j] for j in left] for i in left]
    solution = minimum_cost_perfect_matching(len(left), matrix)
    return None if solution is None else solution.total


def floaters_of(
    players: RoundPlayers,
    group: Sequence[Entrant],
    others: Sequence[Entrant],
    sides: Sides,
    score: int,
) -> list[Entrant]:
    """Return the players who float down (6.4): as few as possible, such that all other players can
    be paired.

    Players who may meet someone in the next scoregroup are preferred, then those of the dominating
    colour, then the lowest R, then the highest ARO. Floaters from above are not in the group; they
    are paired before, or go on.
    """
    # Dubov 1997: 6.4 (1, 2)
    dominating = dominating_colour(sides)
    below = max((p.score for p in others if p.score < score), default=None)
    next_group = [p for p in others if p.score == below]
    preferred = sorted(
        group,
        key=lambda p: (
            not any(may_meet(p, other) for other in next_group),
            dominating not in (None, sides[p.id]),
            p.rating,
            -players.aro[p.id],
            -p.number,
        ),
    )
    # The fewest; of equally many, first the one whom the order prefers, then the next.
    many = 1 << len(group)
    price = {p.id: many - (many >> rank + 1) for rank, p in enumerate(preferred)}
    everybody = [*group, *others]
    n, own = len(everybody), len(group)
    cost: list[list[int | None]] = [[None] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            if may_meet(everybody[i], everybody[j]):
                crossing = j < own <= i
                cost[i][j] = cost[j][i] = price[everybody[j].id] if crossing else 0
    solution = minimum_cost_perfect_matching(n, cost)
    assert solution is not None  # only pairs that leave this possible were made
    return [p for i, p in enumerate(group) if solution.mate[i] >= own]


def event(article: str, kind: EventType, group: Sequence[Entrant] = ()) -> ProcedureEvent:
    return ProcedureEvent(article, kind, ids(group))


# A round.


def first_round_colours(field: Field, number: int, a: Entrant, b: Entrant) -> Pair:
    """Return the pair in the order White, Black for the first round (5): the lot decides the first
    pair, then colours alternate.
    """
    # Dubov 1997: 5 (2)
    colour = field.initial_colour if number % 2 else field.initial_colour.opposite
    return (a, b) if colour is Colour.WHITE else (b, a)


class Dubov1997Procedure:
    """Pairs one round by the rules of 1997."""

    def __init__(self, field: Field, players: RoundPlayers, trace: Trace | None) -> None:
        self.field = field
        self.players = players
        self.trace = trace
        self.open = list(field.entrants)
        """Players without an opponent yet, in ranking order."""
        self.pairs: list[Pair] = []
        self.before: list[Step] = []
        """Steps taken before the columns of a scoregroup are formed; recorded once it is opened."""

    def _record(self, *steps: Step) -> None:
        if self.trace is not None:
            self.trace.extend(steps)

    def run(self) -> tuple[list[Pair], Entrant | None]:
        # Dubov 1997: 2 (1)
        refuse_impossible(self.open, may_meet, ("b", "d", "f", "g"))
        if self.field.round > 1:
            aro = self.players.aro
            self._record(RatingsKnown(tuple((p.id, p.rating, aro[p.id]) for p in self.open)))
        bye = self._choose_bye() if len(self.open) % 2 else None
        if bye is not None:
            self.open.remove(bye)
        if self.field.round == 1:
            self._pair_first_round()
        for score in sorted({player.score for player in self.open}, reverse=True):
            self._pair_group(score)
        return self.pairs, bye

    def _can_complete_without(self, *gone: Entrant) -> bool:
        rest = [player for player in self.open if player not in gone]
        return can_be_paired(rest, may_meet)

    def _add_pairs(self, article: str, pairs: Sequence[Pair]) -> None:
        gone = {player.id for pair in pairs for player in pair}
        self.open = [player for player in self.open if player.id not in gone]
        self.pairs.extend(pairs)
        self._record(*(PairFixed(article, a.id, b.id) for a, b in pairs))

    # Chapter 4

    def _choose_bye(self) -> Entrant:
        """Return the player with the bye (4).

        The order is: lowest scoregroup, lowest R, dominating colour, highest ARO, last in the list.
        Players who may not have it, or without whom the others cannot be paired, are passed over.
        """
        # Dubov 1997: 5 (3)
        if self.field.round == 1:
            order = sorted(self.open, key=lambda p: -p.number)
        else:
            order = list(self._sort_for_bye())
        return first_for_bye(order, self._can_complete_without, ("4", "4"), self.trace, bar="2")

    def _sort_for_bye(self) -> Iterator[Entrant]:
        # Dubov 1997: 4 (1, 2)
        for score in sorted({player.score for player in self.open}):
            group = [player for player in self.open if player.score == score]
            sides = sides_of(self.players, group)
            dominating = dominating_colour(sides)
            aro = self.players.aro
            yield from sorted(
                group,
                key=lambda p: (p.rating, sides[p.id] is not dominating, -aro[p.id], -p.number),
            )

    # Chapter 5

    def _pair_first_round(self) -> None:
        """Pair the upper half of each scoregroup with the lower half (5); the last player of an odd
        one goes on to the next.

        There are several scoregroups only if virtual points make them.
        """
        # Dubov 1997: 5 (1)
        waiting: list[Entrant] = []
        for score in sorted({player.score for player in self.open}, reverse=True):
            group = waiting + [player for player in self.open if player.score == score]
            waiting = [group.pop()] if len(group) % 2 else []
            half = len(group) // 2
            pairs = rows(group[:half], group[half:])
            gone = [player for pair in pairs or () for player in pair]
            if pairs is None or not self._can_complete_without(*gone):
                return  # forbidden pairs: the others are paired as in later rounds
            self._record(self._make_opening_step("5", group, group[:half], group[half:]))
            self._add_pairs("5", pairs)
            self._record(GroupPaired("5", score, id_pairs(pairs), ids(waiting)))

    def _make_opening_step(
        self,
        article: str,
        everybody: Sequence[Entrant],
        white: Sequence[Entrant] = (),
        black: Sequence[Entrant] = (),
        floaters: Sequence[Entrant] = (),
    ) -> GroupOpened:
        return GroupOpened(
            article,
            max((p.score for p in everybody), default=0),
            ids(everybody),
            ids(floaters),
            ids(white),
            ids(black),
        )

    # Chapters 6 to 8, one scoregroup

    def _pair_group(self, score: int) -> None:
        """Pair the floaters from above, then the scoregroup with the players moved up to it."""
        start = len(self.pairs)
        floaters = [player for player in self.open if player.score > score]
        self._pair_floaters(floaters, score)
        last = not any(player.score < score for player in self.open)
        own = [player for player in self.open if player.score == score]
        # In the last scoregroup, floaters without an opponent belong to it.
        group = list(self.open) if last else own
        if not group:
            if floaters:
                self._record_group("8", score, start, floaters, [])
            return
        self.before = []
        self._record_newcomers(group)
        sides = sides_of(self.players, group)
        alone: list[Entrant] = []
        brought: list[Entrant] = []
        if not last:
            alone, brought, sides = self._bring_up(group, sides, score)
        group = [player for player in group if player not in alone] + brought
        self._record_newcomers(brought)
        down = self._choose_floaters(group, sides, score)
        left = group
        group = [player for player in group if player not in down]
        down = alone + down
        if group:
            own_sides = {player.id: sides[player.id] for player in group}
            white, black = self._form_columns(group, own_sides)
            everybody = rank_players([*group, *down])
            opened = self._make_opening_step("6.2", everybody, white, black, brought)
            self._record(replace(opened, score=score, remainder=bool(floaters)), *self.before)
            self._pair_columns(white, black)
        else:
            everybody = [p for p in alone + left if p.score >= score]
            opened = self._make_opening_step("6", everybody)
            self._record(replace(opened, score=score, remainder=bool(floaters)), *self.before)
        self._record_group("6", score, start, floaters, down)

    def _record_newcomers(self, group: Sequence[Entrant]) -> None:
        new = [player for player in group if player.preference is None]
        if new:
            self.before.append(event("6.2", NEWCOMER, new))

    def _record_group(
        self,
        article: str,
        score: int,
        start: int,
        floaters: Sequence[Entrant],
        down: Sequence[Entrant],
    ) -> None:
        """Record the end of a scoregroup; its pairs are those from index `start` on."""
        on = [player for player in floaters if player in self.open and player not in down]
        self._record(GroupPaired(article, score, id_pairs(self.pairs[start:]), ids((*on, *down))))

    # Chapter 8

    def _pair_floaters(self, floaters: Sequence[Entrant], score: int) -> None:
        # Dubov 1997: 8.2 (1, 2)
        if floaters:
            own = [player for player in self.open if player.score == score]
            self._record(GroupOpened("8", score, ids((*floaters, *own)), ids(floaters)))
        for floater in self._sort_floaters(floaters):
            own = [player for player in self.open if player.score == score]
            opponents = self.players.by_rating(own)
            opponents.sort(key=lambda p: not _are_opposite(p.preference, floater.preference))
            for opponent in opponents:
                if not may_meet(floater, opponent):
                    self._record(PairDropped("8", floater.id, opponent.id, MET))
                elif not self._can_complete_without(floater, opponent):
                    self._record(PairDropped("8", floater.id, opponent.id, OTHERS))
                else:
                    self._add_pairs("8", [(floater, opponent)])
                    break
            else:
                if any(player.score < score for player in self.open):
                    self._record(event("8", GOES_ON, [floater]))

    def _sort_floaters(self, floaters: Sequence[Entrant]) -> list[Entrant]:
        """Return the floaters alternately: the first due White, the first due Black, the second due
        White, and so on.
        """
        # Dubov 1997: 8.1 (1)
        sides = sides_of(self.players, floaters)
        white = [player for player in floaters if sides[player.id] is Colour.WHITE]
        black = [player for player in floaters if sides[player.id] is Colour.BLACK]
        columns = self.players.white_column(white), self.players.black_column(black)
        return [player for row in zip_longest(*columns) for player in row if player is not None]

    # Chapter 7

    def _bring_up(
        self, group: Sequence[Entrant], sides: Sides, score: int
    ) -> tuple[list[Entrant], list[Entrant], Sides]:
        """Move players up to a scoregroup; return the players who float down, those moved up, and
        the new colour groups.

        Each player without a possible opponent gets one from below (7.1), and floats down if there
        is none (6.4). If the number of players is then odd, one more is moved up (7.2).
        """
        # Dubov 1997: 7.1 (1); Dubov 1997: 7.2 (1)
        alone: list[Entrant] = []
        brought: list[Entrant] = []
        for player in group if len(group) > 1 else ():
            if any(may_meet(player, p) for p in (*group, *brought) if p is not player):
                continue
            self.before.append(event("7.1", NOBODY_HERE, [player]))
            free, bound = self._find_next_group(score, brought)
            fit = [p for p in free if may_meet(player, p)]
            found = self._choose_first_fit("7.1", fit, player.preference)
            brought += found
            if not found:
                self._record_refusals("7.1", bound, free)
                alone.append(player)
                self.before.append(event("6.4", FLOATS, [player]))
        rest = [player for player in group if player not in alone]
        sides = sides_of(self.players, [*rest, *brought], sides)
        if (len(rest) + len(brought)) % 2:
            free, bound = self._find_next_group(score, brought)
            fit = [p for p in free if any(may_meet(p, q) for q in rest)]
            found = self._choose_first_fit("7.2", fit, dominating_colour(sides))
            if not found:
                self._record_refusals("7.2", bound, free)
            brought += found
            sides = sides_of(self.players, [*rest, *brought], sides)
        return alone, brought, sides

    def _find_next_group(
        self, score: int, brought: Sequence[Entrant]
    ) -> tuple[list[Entrant], list[Entrant]]:
        """Return the players of the next lower scoregroup who may be moved up, and those who may
        not.
        """
        below = [p for p in self.open if p.score < score and p not in brought]
        highest = max((player.score for player in below), default=None)
        group = [player for player in below if player.score == highest]
        free = [player for player in group if self.players.may_be_moved_up(player)]
        return free, [player for player in group if player not in free]

    def _choose_first_fit(
        self, article: str, fit: Sequence[Entrant], against: Colour | None
    ) -> list[Entrant]:
        """Return the player to move up, in a list; an empty list if no one fits.

        Players due another colour than `against` come first, then the highest R, then the lowest
        ARO.
        """
        # Dubov 1997: 7.1 (2, 3); Dubov 1997: 7.2 (2, 3)
        ordered = self.players.by_rating(fit)
        ordered.sort(key=lambda player: not _are_opposite(player.preference, against))
        chosen = ordered[:1]
        self.before.append(event(article, BROUGHT_UP if chosen else NOBODY_UP, chosen))
        return chosen

    def _record_refusals(
        self, article: str, bound: Sequence[Entrant], unfit: Sequence[Entrant]
    ) -> None:
        """Record why no player was moved up: the limits of chapter 2 (`bound`), or no possible
        opponent (`unfit`).
        """
        if bound:
            self.before.append(event("2", LIMIT_UP, bound))
        if unfit:
            self.before.append(event(article, UNFIT, unfit))

    # Chapter 6

    def _choose_floaters(self, group: Sequence[Entrant], sides: Sides, score: int) -> list[Entrant]:
        """Return the floaters (6.4): none if the scoregroup can be paired by itself, and all other
        players too.
        """
        others = [player for player in self.open if player not in group]
        if can_be_paired(group, may_meet) and can_be_paired(others, may_meet):
            return []
        down = floaters_of(self.players, group, others, sides, score)
        self.before.append(event("6.4", FLOATS, down))
        return down

    def _form_columns(
        self, group: Sequence[Entrant], sides: Sides
    ) -> tuple[list[Entrant], list[Entrant]]:
        """Return the White and the Black column (6.2) after the shifts of 7.3."""
        moved = choose_shifters(self.players, group, sides)
        if moved:
            self.before.append(event("7.3", SHIFTED, moved))
        sides = sides | {player.id: sides[player.id].opposite for player in moved}
        white = self.players.white_column(p for p in group if sides[p.id] is Colour.WHITE)
        black = self.players.black_column(p for p in group if sides[p.id] is Colour.BLACK)
        return white, black

    def _pair_columns(self, white: Sequence[Entrant], black: Sequence[Entrant]) -> None:
        # Dubov 1997: 6.1 (1)
        pairs = rows(white, black)
        if pairs is not None:
            self._record(*record_passed_over(black, pairs))
            self._add_pairs("6.2", pairs)
        else:
            self._record(event("6.3", REPAIRED))
            self._add_pairs("6.3", pair_within_columns(white, black))


def rank_players(players: Sequence[Entrant]) -> list[Entrant]:
    return sorted(players, key=lambda player: (-player.score, player.number))


def _are_opposite(colour: Colour | None, other: Colour | None) -> bool:
    """Return True if the due colours differ, or if a player is due no colour (a newcomer fits with
    every player).
    """
    return colour is None or other is None or colour is not other
