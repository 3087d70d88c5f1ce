"""The players as the Dubov rules of 1997 see them: due colour, R, ARO, and their orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from crivello.model.field import Entrant, Field, Float, Strength
from crivello.model.history import History
from crivello.model.result import Colour
from crivello.rules.aro import met_over_the_board
from crivello.rules.byes import barred_before_2017
from crivello.rules.colours import latest_difference
from crivello.rules.field import FieldRules
from crivello.rules.floats import forfeited_upfloats, no_unplayed_float, upfloats_only
from crivello.rules.preference import preference


def average(history: History, ratings: Mapping[int, int]) -> Fraction:
    """ARO: the average rating of the opponents played, not rounded; 0 without a game."""
    met = [ratings[opponent] for opponent in met_over_the_board(history)]
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
"""A preference is the due colour; it is absolute where rule f or g leaves no other. The bar of the
bye is that of the tournament's time (`dubov-1997-bye.md`)."""


class Players:
    """What the procedure asks about players and pairs of this round."""

    def __init__(
        self, field: Field, ratings: Mapping[int, int], alphabet: Mapping[int, str]
    ) -> None:
        """`alphabet`: what the names are sorted by."""
        self.field = field
        self.alphabet = alphabet
        self.aro = {p.id: average(p.history, ratings) for p in field.entrants}
        self.most_upfloats = 4 if field.rounds is not None and field.rounds > 9 else 3

    @staticmethod
    def may_meet(a: Entrant, b: Entrant) -> bool:
        """Rules b, f and g: not met before, and not both bound to the same colour."""
        if b.id in a.avoid:
            return False
        return not (a.preference is b.preference and bound(a) and bound(b))

    def may_be_moved_up(self, player: Entrant) -> bool:
        """Chapter 2: not twice running, at most three or four times; the last round is free."""
        if self.field.last_round:
            return True
        if player.floats and player.floats[0] is Float.UP:
            return False
        return player.floats.count(Float.UP) < self.most_upfloats

    # Orders; where the text names nothing more, and for equal names, the pairing number decides
    # (`dubov-1997-alphabet.md`)

    def name(self, player: Entrant) -> tuple[str, int]:
        return self.alphabet.get(player.id, ""), player.number

    def white_column(self, players: Iterable[Entrant]) -> list[Entrant]:
        """6.2: ARO ascending, then the lower R, then the alphabet."""
        return sorted(players, key=lambda p: (self.aro[p.id], p.rating, self.name(p)))

    def black_column(self, players: Iterable[Entrant]) -> list[Entrant]:
        """6.2: R descending, then the higher ARO, then the alphabet."""
        return sorted(players, key=lambda p: (-p.rating, -self.aro[p.id], self.name(p)))

    def by_rating(self, players: Iterable[Entrant]) -> list[Entrant]:
        """7.1, 7.2, 8: highest R, then lowest ARO."""
        return sorted(players, key=lambda p: (-p.rating, self.aro[p.id], p.number))

    def to_black(self, players: Iterable[Entrant]) -> list[Entrant]:
        """7.3, who leaves the Whites first: lowest ARO, then higher R, then the alphabet."""
        return sorted(players, key=lambda p: (self.aro[p.id], -p.rating, self.name(p)))

    def to_white(self, players: Iterable[Entrant]) -> list[Entrant]:
        """7.4, who leaves the Blacks first: highest ARO, then lower R, then the alphabet."""
        return sorted(players, key=lambda p: (-self.aro[p.id], p.rating, self.name(p)))

    def colours(self, a: Entrant, b: Entrant) -> tuple[Entrant, Entrant, str]:
        """Chapter 3: White, Black and the rule that decided; the limits f and g come first."""
        if a.preference is not b.preference:
            if a.preference is Colour.WHITE or b.preference is Colour.BLACK:
                return a, b, "3.1"
            return b, a, "3.1"
        if bound(a) != bound(b):
            first, second = (a, b) if bound(a) else (b, a)
            return (*_as_wanted(first, second), "2")
        # Who has had more games with Black than the other needs White more.
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


def bound(player: Entrant) -> bool:
    """Rule f or g leaves him one colour only."""
    return player.strength is Strength.ABSOLUTE


def _as_wanted(first: Entrant, second: Entrant) -> tuple[Entrant, Entrant]:
    return (first, second) if first.wants_white else (second, first)
