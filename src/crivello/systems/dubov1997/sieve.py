"""The Dubov system of 1997 implemented a second time, sentence by sentence, for small fields.

The procedure is compared with it. It shares only the players' past with the procedure (scores,
games, earlier transfers, bars to the bye). Due colours, limits, averages, orders and colours are
computed here from the games, and each choice is made among all pairings. Where the text does not
decide, it follows `docs/decisions/dubov-1997-*.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from crivello.model.field import Entrant, Field, Float
from crivello.model.result import Colour

Pair = tuple[Entrant, Entrant]
Side = dict[int, str]
"""``W`` or ``B`` for each player: the colour subgroup."""
OTHER = {"W": "B", "B": "W"}


class Dubov1997Sieve:
    """Pairs one round by trying all pairings."""

    def __init__(
        self, field: Field, ratings: Mapping[int, int], alphabet: Mapping[int, str]
    ) -> None:
        """Prepare the round; `ratings` and `alphabet` (the sort keys of names) are by id."""
        self.field = field
        self.alphabet = alphabet
        self.left = list(field.entrants)
        """Players without an opponent yet, by score and pairing number."""
        self.made: list[Pair] = []
        self.aro = {player.id: _compute_average(player, ratings) for player in field.entrants}
        self._pairable: dict[frozenset[int], bool] = {}

    def run(self) -> tuple[list[tuple[Entrant, Entrant, str]], Entrant | None] | None:
        """Return each pair as White, Black and colour rule, and the player with the bye; None if
        there is no legal pairing.
        """
        bye = None
        if len(self.left) % 2:
            bye = self.choose_bye()
            if bye is None:
                return None
            self.left.remove(bye)
        elif not self.pairable(self.left):
            return None
        if self.field.round == 1:
            self.first_round()
        for score in sorted({player.score for player in self.left}, reverse=True):
            self.scoregroup(score)
        if self.field.round > 1:
            return [self.colours(*pair) for pair in self.made], bye
        drawn = "W" if self.field.initial_colour is Colour.WHITE else "B"
        first_has_white = [(drawn == "W") == (place % 2 == 0) for place in range(len(self.made))]
        turned = zip(self.made, first_has_white, strict=True)
        return [(a, b, "5") if white else (b, a, "5") for (a, b), white in turned], bye

    # Chapter 2

    def legal(self, a: Entrant, b: Entrant) -> bool:
        """Return True if the two have not met (rule b) and the colour limits (rules f and g) allow
        the pair.
        """
        both_bound = _has_one_colour_only(a) and _has_one_colour_only(b)
        return b.id not in a.avoid and not (
            both_bound and _find_due_colour(a) == _find_due_colour(b)
        )

    def pairable(self, players: Sequence[Entrant]) -> bool:
        """Return True if all these players can be paired with one another."""
        if not players:
            return True
        these = frozenset(player.id for player in players)
        if these not in self._pairable:
            first, others = players[0], players[1:]
            self._pairable[these] = len(players) % 2 == 0 and any(
                self.legal(first, other) and self.pairable(_without(others, other))
                for other in others
            )
        return self._pairable[these]

    def pairings(self, players: Sequence[Entrant]) -> Iterator[list[Pair]]:
        """Yield every legal way to pair all these players."""
        if not players:
            yield []
        elif self.pairable(players):
            for other in players[1:]:
                if self.legal(players[0], other):
                    for more in self.pairings(_without(players[1:], other)):
                        yield [(players[0], other), *more]

    def may_rise(self, player: Entrant) -> bool:
        """Return True if the player may be moved up (2): not twice running, at most three or four
        times.

        In the last round every player may be.
        """
        most = 3 if self.field.rounds is None or self.field.rounds < 10 else 4
        ups = [at is Float.UP for at in player.floats]
        return self.field.last_round or not (any(ups[:1]) or sum(ups) >= most)

    # Chapter 3

    def colours(self, a: Entrant, b: Entrant) -> tuple[Entrant, Entrant, str]:
        one, other = _find_due_colour(a), _find_due_colour(b)
        if one != other:
            return (a, b, "3.1") if one == "W" or other == "B" else (b, a, "3.1")
        if one and _has_one_colour_only(a) != _has_one_colour_only(b):
            served, denied = (a, b) if _has_one_colour_only(a) else (b, a)
            return (served, denied, "2") if one == "W" else (denied, served, "2")
        blacks = [_count(player, "B") - _count(player, "W") for player in (a, b)]
        if blacks[0] != blacks[1]:
            return (a, b, "3.2") if blacks[0] > blacks[1] else (b, a, "3.2")
        for mine, theirs in zip(a.history.colours[::-1], b.history.colours[::-1], strict=False):
            if mine != theirs:
                return (a, b, "3.3") if mine == "B" else (b, a, "3.3")
        if self.aro[a.id] != self.aro[b.id]:
            return (a, b, "3.4") if self.aro[a.id] > self.aro[b.id] else (b, a, "3.4")
        if a.rating != b.rating:
            return (a, b, "3.5") if a.rating < b.rating else (b, a, "3.5")
        return (a, b, "3.5") if a.number > b.number else (b, a, "3.5")

    # Chapter 4

    def choose_bye(self) -> Entrant | None:
        order: list[Entrant] = []
        for score in sorted({player.score for player in self.left}):
            group = [player for player in self.left if player.score == score]
            side = self.sides(group)
            group.sort(key=lambda p: p.number, reverse=True)
            group.sort(key=lambda p: self.aro[p.id], reverse=True)
            group.sort(key=lambda p: side[p.id] != _find_dominating_colour(side))
            group.sort(key=lambda p: p.rating)
            order += group
        if self.field.round == 1:
            order.sort(key=lambda p: p.number, reverse=True)  # 5: the last of the list
        for player in order:
            if not player.barred and self.pairable(_without(self.left, player)):
                return player
        return None

    # Chapter 5

    def first_round(self) -> None:
        """Pair the halves of each scoregroup; the last player of an odd one goes on to the next."""
        over: list[Entrant] = []
        for score in sorted({player.score for player in self.left}, reverse=True):
            group = over + [player for player in self.left if player.score == score]
            over = group[-1:] if len(group) % 2 else []
            group = _without(group, *over)
            upper, lower = group[: len(group) // 2], group[len(group) // 2 :]
            pairs = self.first_rows(upper, lower)
            if pairs is None or not self.pairable(_without(self.left, *group)):
                return
            self.pair_off(pairs)

    # Chapter 6

    def white_column(self, players: Sequence[Entrant]) -> list[Entrant]:
        return sorted(players, key=lambda p: (self.aro[p.id], p.rating, *self.name(p)))

    def black_column(self, players: Sequence[Entrant]) -> list[Entrant]:
        return sorted(players, key=lambda p: (-p.rating, -self.aro[p.id], *self.name(p)))

    def name(self, player: Entrant) -> tuple[str, int]:
        return self.alphabet.get(player.id, ""), player.number

    def sides(self, players: Sequence[Entrant], start: Side | None = None) -> Side:
        """Return the colour subgroup of each player: the due colour; a newcomer joins the smaller
        one, White if equal.

        `start` are the subgroups of players placed before.
        """
        side = dict(start or {})
        side |= {p.id: _find_due_colour(p) for p in players if _find_due_colour(p)}
        newcomers = [p for p in players if p.id not in side]
        for player in sorted(newcomers, key=lambda p: (-p.rating, p.number)):
            standing = list(side.values())
            side[player.id] = "W" if standing.count("W") <= standing.count("B") else "B"
        return side

    def first_rows(self, white: Sequence[Entrant], black: Sequence[Entrant]) -> list[Pair] | None:
        """Return the first legal way to match the columns row by row; None if there is none.

        The order of Blacks is changed from the last row up (6.3).
        """
        for order in permutations(black):
            pairs = list(zip(white, order, strict=True))
            if all(self.legal(a, b) for a, b in pairs):
                return pairs
        return None

    def within_columns(self, white: Sequence[Entrant], black: Sequence[Entrant]) -> list[Pair]:
        """Return the pairing with the fewest pairs inside a column, the first if several are equal
        (6.3).
        """

        def inside(pairs: Sequence[Pair]) -> int:
            return sum((a in white) == (b in white) for a, b in pairs)

        def order(pairs: Sequence[Pair]) -> list[int]:
            """Return the sort key of pairings: the opponents of Whites from the top, Blacks first,
            then those of Blacks.
            """
            wish = [*black, *white]
            pairs = sorted(pairs, key=lambda pair: [*white, *black].index(pair[0]))
            return [wish.index(b) for _, b in pairs]

        every = list(self.pairings([*white, *black]))
        fewest = min(map(inside, every))
        return min((pairs for pairs in every if inside(pairs) == fewest), key=order)

    def floaters(self, group: Sequence[Entrant], side: Side, score: int) -> list[Entrant]:
        """Return the players who float down (6.4): the smallest set that works, the first in order
        of preference.
        """
        others = _without(self.left, *group)
        lower = [p.score for p in others if p.score < score]
        below = [p for p in others if lower and p.score == max(lower)]
        dominating = _find_dominating_colour(side)
        order = sorted(group, key=lambda p: p.number, reverse=True)
        order.sort(key=lambda p: self.aro[p.id], reverse=True)
        order.sort(key=lambda p: p.rating)
        order.sort(key=lambda p: dominating is not None and side[p.id] != dominating)
        order.sort(key=lambda p: not any(self.legal(p, other) for other in below))
        for count in range(len(group) + 1):
            for leaving in combinations(order, count):
                stay = _without(group, *leaving)
                if self.pairable(stay) and self.pairable([*leaving, *others]):
                    return list(leaving)
        raise AssertionError("a pair was made that leaves others without a pairing")

    # Chapters 6 to 8, a scoregroup

    def scoregroup(self, score: int) -> None:
        self.pair_floaters([p for p in self.left if p.score > score], score)
        lower = [p.score for p in self.left if p.score < score]
        group = [p for p in self.left if p.score == score or not lower]
        side = self.sides(group)
        if lower and group:
            group, side = self.transfers(group, side, score)
        for leaving in self.floaters(group, side, score):
            group.remove(leaving)
            del side[leaving.id]
        if group:
            self.pair_group(group, side)

    def pair_group(self, group: Sequence[Entrant], side: Side) -> None:
        """Pair the scoregroup: make its two columns equal (7.3), then match them row by row (6.2,
        6.3).
        """
        white = [p for p in group if side[p.id] == "W"]
        black = [p for p in group if side[p.id] == "B"]
        n = abs(len(white) - len(black)) // 2
        if len(white) > len(black):
            free = [p for p in white if not _has_one_colour_only(p)]
            free.sort(key=lambda p: (self.aro[p.id], -p.rating, *self.name(p)))
            black += free[:n]
            white = _without(white, *free[:n])
        else:
            free = [p for p in black if not _has_one_colour_only(p)]
            free.sort(key=lambda p: (-self.aro[p.id], p.rating, *self.name(p)))
            white += free[:n]
            black = _without(black, *free[:n])
        white, black = self.white_column(white), self.black_column(black)
        rows = self.first_rows(white, black)
        self.pair_off(self.within_columns(white, black) if rows is None else rows)

    def pair_off(self, pairs: Sequence[Pair]) -> None:
        self.made += pairs
        self.left = _without(self.left, *(player for pair in pairs for player in pair))

    # Chapter 7

    def transfers(self, group: list[Entrant], side: Side, score: int) -> tuple[list[Entrant], Side]:
        """Return the scoregroup after the transfers of 7.1 and 7.2, and its colour subgroups.

        It contains the players moved up, and not those who float down because no opponent could be
        moved up.
        """
        own = list(group)
        group = list(group)
        for player in own if len(own) > 1 else ():
            if any(self.legal(player, other) for other in group if other is not player):
                continue
            fit = [p for p in self.next_group(score, group) if self.legal(p, player)]
            risen = self.first_to_rise(fit, _find_due_colour(player))
            group += risen
            if not risen:
                group.remove(player)
                own = [p for p in own if p is not player]
        side = self.sides(group, {p.id: side[p.id] for p in own})
        if len(group) % 2:
            fit = self.next_group(score, group)
            fit = [p for p in fit if any(self.legal(p, other) for other in own)]
            risen = self.first_to_rise(fit, _find_dominating_colour(side) or "")
            group += risen
            side = self.sides(group, side)
        return group, side

    def next_group(self, score: int, group: Sequence[Entrant]) -> list[Entrant]:
        """Return the players left of the next lower scoregroup who are not in `group`."""
        below = [p for p in _without(self.left, *group) if p.score < score]
        return [p for p in below if p.score == max(other.score for other in below)]

    def first_to_rise(self, fit: Sequence[Entrant], against: str) -> list[Entrant]:
        fit = sorted((p for p in fit if self.may_rise(p)), key=self.by_rating)
        fit.sort(key=lambda p: bool(against) and _find_due_colour(p) == against)
        return fit[:1]

    def by_rating(self, player: Entrant) -> tuple[int, Fraction, int]:
        """Return the sort key: highest R first, then lowest ARO, then smallest number."""
        return -player.rating, self.aro[player.id], player.number

    # Chapter 8

    def pair_floaters(self, floaters: Sequence[Entrant], score: int) -> None:
        side = self.sides(floaters)
        white = self.white_column([p for p in floaters if side[p.id] == "W"])
        black = self.black_column([p for p in floaters if side[p.id] == "B"])
        while white or black:
            for column in (white, black):
                if column:
                    self.pair_floater(column.pop(0), score)

    def pair_floater(self, floater: Entrant, score: int) -> None:
        opponents = sorted((p for p in self.left if p.score == score), key=self.by_rating)
        opponents.sort(
            key=lambda p: (
                bool(_find_due_colour(p)) and _find_due_colour(p) == _find_due_colour(floater)
            )
        )
        for opponent in opponents:
            rest = _without(self.left, floater, opponent)
            if self.legal(floater, opponent) and self.pairable(rest):
                self.pair_off([(floater, opponent)])
                return


def _without(players: Sequence[Entrant], *those: Entrant) -> list[Entrant]:
    ids = {player.id for player in those}
    return [player for player in players if player.id not in ids]


def _compute_average(player: Entrant, ratings: Mapping[int, int]) -> Fraction:
    """Return ARO, the average rating of the opponents met over the board; 0 for a newcomer."""
    past = zip(player.history.opponents, player.history.parts, strict=True)
    met = [ratings[opponent] for opponent, part in past if opponent is not None and part.played]
    return Fraction(sum(met), len(met) or 1)


def _count(player: Entrant, colour: str) -> int:
    return player.history.colours.count(colour)


def _has_one_colour_only(player: Entrant) -> bool:
    """Return True if the colour limits f and g leave the player only one colour."""
    unequal = abs(_count(player, "W") - _count(player, "B")) >= 2
    return unequal or player.history.colours[-2:] in ("WW", "BB")


def _find_due_colour(player: Entrant) -> str:
    """Return the due colour (1), within the limits (`dubov-1997-limits.md`); an empty string for a
    newcomer.
    """
    colours = player.history.colours
    more_whites = _count(player, "W") - _count(player, "B")
    if not colours:
        return ""
    if abs(more_whites) < 2 and (colours[-2:] in ("WW", "BB") or more_whites == 0):
        return OTHER[colours[-1]]
    return "B" if more_whites > 0 else "W"


def _find_dominating_colour(side: Side) -> str | None:
    """Return the colour of the larger subgroup; None if both are equal."""
    white, black = (list(side.values()).count(colour) for colour in "WB")
    return None if white == black else "W" if white > black else "B"
