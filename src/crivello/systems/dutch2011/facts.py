"""What the older rules make of a player's history (A.5, A.7, B.1) and of a pair (B.1-B.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from crivello.model.field import Entrant, Field, Float, Strength
from crivello.model.history import History, Part
from crivello.model.result import Award, Colour
from crivello.model.settings import Scoring
from crivello.rules.byes import barred_2026
from crivello.rules.field import FieldRules
from crivello.rules.preference import Preference
from crivello.systems.dutch.bracket import may_meet, topscorers


def preference(history: History) -> Preference:
    """A.7: absolute for |CD| > 1 or one colour in the last two *rounds*, strong, mild.

    A colour repeated across an unplayed round is not two in a row here.
    """
    colours = history.colours
    if not colours:
        return None, Strength.NONE
    difference = history.colour_difference
    if abs(difference) > 1:
        return _less_played(difference), Strength.ABSOLUTE
    last_two = [part.colour for part in history.parts[-2:] if part.played]
    if len(last_two) == 2 and last_two[0] is last_two[1] and last_two[0] is not None:
        return last_two[0].opposite, Strength.ABSOLUTE
    if difference:
        return _less_played(difference), Strength.STRONG
    return (Colour.BLACK if colours[-1] == "W" else Colour.WHITE), Strength.MILD


def _less_played(difference: int) -> Colour:
    return Colour.BLACK if difference > 0 else Colour.WHITE


def unplayed_float(part: Part, scoring: Scoring) -> Float | None:
    """A.5 as it was applied: a point got without playing is a downfloat, less than that is none.

    See `dutch-2011-half-point-byes.md`.
    """
    if part.award is Award.PAIRING_ALLOCATED_BYE or part.points >= scoring.win:
        return Float.DOWN
    return None


FIELD_RULES = FieldRules(preference, unplayed_float, barred_2026, float_rounds=2, by_parity=True)
"""B.1b bars who got a point without playing: the same as the rule of 2026."""


class Failures(NamedTuple):
    """How far a candidate falls short, in the order in which requirements are given up last.

    The procedure gives up the last one first (C.9) and the first one last; each for as few
    players as possible. So the first candidate it accepts has the smallest failures of all.
    """

    b2: int = 0
    """Pairs of two equal absolute preferences (last round, over 50 %)."""
    a7d: int = 0
    """Pairs that break a strong preference treated as absolute (A.7d, odd rounds)."""
    x: int = 0
    """Pairs that break a preference, beyond x (C.11)."""
    z: int = 0
    """Likewise, beyond what is left of x when variable preferences are counted to help (A.7e)."""
    down5: int = 0
    """Players who float down as in the last round (B.5, C.10)."""
    down6: int = 0
    """Players who float down as two rounds ago (B.6, C.10)."""
    up5: int = 0
    """Players who float up as in the last round (B.5, C.9)."""
    up6: int = 0
    """Players who float up as two rounds ago (B.6, C.9)."""

    def plus(self, other: Failures) -> Failures:
        return Failures(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


NONE = Failures()


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many pairs of a group may break a preference (A.8)."""

    x: int
    z: int
    """Of these, how many may break two preferences that are not variable (A.7e)."""
    majority: Colour | None
    """The colour that too many want; None while x is 0."""

    def less(self, pairs: int) -> Allowance:
        """C.14: x falls with p."""
        return Allowance(max(0, self.x - pairs), max(0, self.z - pairs), self.majority)


class Facts:
    """The questions a bracket asks about the players of this round."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.odd_round = field.round % 2 == 1
        self.top = topscorers(field)

    def may_meet(self, a: Entrant, b: Entrant) -> bool:
        """B.1a and B.2; B.2 does not bind a player above 50 % in the last round."""
        return may_meet(a, b, self.top)

    def as_bound(self, a: Entrant, b: Entrant) -> tuple[Entrant, Entrant]:
        """The pair as E.2 sees it: who of two equal absolute preferences need not be obeyed.

        The exemption of A.7a is for a player above 50 % only; so the preference of an opponent who
        is not stays the stronger one. See `dutch-2011-last-round-colours.md`.
        """
        if not (a.preference is b.preference and _absolute(a) and _absolute(b)):
            return a, b
        one, other = (
            replace(player, strength=Strength.STRONG) if player.id in self.top else player
            for player in (a, b)
        )
        return one, other

    def variable(self, player: Entrant) -> bool:
        """A.7e: a mild preference before an even round."""
        return not self.odd_round and player.strength is Strength.MILD

    def semi_absolute(self, player: Entrant) -> bool:
        """A.7d: a strong preference before an odd round."""
        return self.odd_round and player.strength is Strength.STRONG

    def allowance(self, players: tuple[Entrant, ...]) -> Allowance:
        """A.8: x = the players of the more wanted colour beyond half, rounded up.

        x is stated with the preferences as they are; z is what remains of it when a variable
        preference of the majority counts for the other colour as long as that lowers x (A.7e).
        """
        white = sum(player.wants_white for player in players)
        black = sum(player.wants_black for player in players)
        x = max(0, max(white, black) - (len(players) + 1) // 2)
        if not x:
            return Allowance(0, 0, None)
        majority = Colour.WHITE if white > black else Colour.BLACK
        variable = sum(p.preference is majority and self.variable(p) for p in players)
        return Allowance(x, max(0, x - variable), majority)

    def of_pair(self, a: Entrant, b: Entrant, majority: Colour | None) -> Failures:
        """What the pair a-b costs; x and z are counted raw, without the allowance."""
        x = z = a7d = b2 = up5 = up6 = 0
        if a.preference is not None and a.preference is b.preference:
            x = z = 1
            if a.preference is majority and (self.variable(a) or self.variable(b)):
                z = 0
            binding = [p.strength is Strength.ABSOLUTE or self.semi_absolute(p) for p in (a, b)]
            if a.strength is b.strength is Strength.ABSOLUTE:
                b2 = 1
            elif all(binding):
                a7d = 1
        if a.score != b.score:
            lower = a if a.score < b.score else b
            up5, up6 = _repeats(lower, Float.UP)
        return Failures(b2, a7d, x, z, 0, 0, up5, up6)

    def of_leaving(self, player: Entrant) -> Failures:
        """What it costs to let him float down (B.5, B.6)."""
        down5, down6 = _repeats(player, Float.DOWN)
        return Failures(down5=down5, down6=down6)


def _absolute(player: Entrant) -> bool:
    return player.strength is Strength.ABSOLUTE


def _repeats(player: Entrant, kind: Float) -> tuple[int, int]:
    floats = (*player.floats, None, None)
    return int(floats[0] is kind), int(floats[1] is kind)
