"""Definitions of the older Dutch rules: players (A.5, A.7, B.1), pairs (B.1-B.6) and brackets (A.3,
C.3).

Procedure, search and sieve use them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce

from crivello.model.errors import TooLarge
from crivello.model.field import Entrant, Field, Float, Strength
from crivello.model.history import History, Part
from crivello.model.result import Award, Colour
from crivello.model.sentence import N_
from crivello.model.settings import Scoring
from crivello.rules.colours import Preference
from crivello.rules.field import FieldRules, barred_2026
from crivello.standard.classes import NamedTuple, draft, field, frozen, replace
from crivello.systems.dutch.bracket import may_meet, topscorers


def preference(history: History) -> Preference:
    """Return the colour preference (A.7): absolute, strong or mild.

    It is absolute for a colour difference beyond one, or the same colour in the last two *rounds*.
    The same colour before and after an unplayed round is not two in a row here.
    """
    colours = history.colours
    if not colours:
        return None, Strength.NONE
    difference = history.colour_difference
    if abs(difference) > 1:
        return _find_less_played(difference), Strength.ABSOLUTE
    last_two = [part.colour for part in history.parts[-2:] if part.played]
    if len(last_two) == 2 and last_two[0] is last_two[1] and last_two[0] is not None:
        return last_two[0].opposite, Strength.ABSOLUTE
    if difference:
        return _find_less_played(difference), Strength.STRONG
    return (Colour.BLACK if colours[-1] == "W" else Colour.WHITE), Strength.MILD


def _find_less_played(difference: int) -> Colour:
    return Colour.BLACK if difference > 0 else Colour.WHITE


def unplayed_float(part: Part, scoring: Scoring) -> Float | None:
    """Return a downfloat for a win's points without playing, None for less (A.5 as it was applied).

    See `dutch-2011-half-point-byes.md`.
    """
    if part.award is Award.PAIRING_ALLOCATED_BYE or part.points >= scoring.win:
        return Float.DOWN
    return None


FIELD_RULES = FieldRules(preference, unplayed_float, barred_2026, float_rounds=2, by_parity=True)
"""B.1b bars players who got a point without playing, like the rule of 2026."""


class Failures(NamedTuple):
    """The failures of a candidate by requirement; smaller tuples are better.

    The procedure gives up the requirement of the last field first and that of the first field last
    (C.9), each for as few players as possible. So the first candidate it accepts has the smallest
    failures.
    """

    b2: int = 0
    """Pairs of two equal absolute preferences (last round, over 50 %)."""
    a7d: int = 0
    """Pairs against a strong preference treated as absolute (A.7d, odd rounds)."""
    x: int = 0
    """Pairs against a preference, beyond x (C.11)."""
    z: int = 0
    """The same, beyond the x that remains when variable preferences are counted to help (A.7e)."""
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


def total(failures: Iterable[Failures | None]) -> Failures:
    return reduce(Failures.plus, [one for one in failures if one is not None], NONE)


@frozen
class Allowance:
    """How many pairs of a group may go against a colour preference (A.8)."""

    x: int
    z: int
    """How many of these may go against two preferences that are not variable (A.7e)."""
    majority: Colour | None
    """The colour that too many prefer; None while x is 0."""

    def less(self, pairs: int) -> Allowance:
        """Return the allowance for `pairs` fewer pairs (C.14)."""
        return Allowance(max(0, self.x - pairs), max(0, self.z - pairs), self.majority)

    def excess(self, raw: Failures) -> Failures:
        """Return the failures with x and z reduced to what exceeds the allowance."""
        return raw._replace(x=max(0, raw.x - self.x), z=max(0, raw.z - self.z))


class Facts:
    """The rules of this round about players and pairs: who may meet, and what a pair fails."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.odd_round = field.round % 2 == 1
        self.top = topscorers(field)

    def may_meet(self, a: Entrant, b: Entrant) -> bool:
        """Return True if the two have not met (B.1a) and B.2 allows their colours.

        In the last round B.2 does not bind a player with more than half of the points.
        """
        return may_meet(a, b, self.top)

    def as_bound(self, a: Entrant, b: Entrant) -> tuple[Entrant, Entrant]:
        """Return the two players as colour rule E.2 sees them.

        If both have the same absolute preference, that of a topscorer becomes a strong one: only a
        player with more than half of the points is exempt (A.7a). See
        `dutch-2011-last-round-colours.md`.
        """
        if not (a.preference is b.preference and _is_absolute(a) and _is_absolute(b)):
            return a, b
        one, other = (
            replace(player, strength=Strength.STRONG) if player.id in self.top else player
            for player in (a, b)
        )
        return one, other

    def variable(self, player: Entrant) -> bool:
        """Return True if the preference is variable: a mild one before an even round (A.7e)."""
        return not self.odd_round and player.strength is Strength.MILD

    def semi_absolute(self, player: Entrant) -> bool:
        """Return True if the preference is semi-absolute: a strong one before an odd round
        (A.7d).
        """
        return self.odd_round and player.strength is Strength.STRONG

    def allowance(self, players: tuple[Entrant, ...]) -> Allowance:
        """Return how many pairs of a group may go against a colour preference (A.8).

        x is the number of players who prefer the more wanted colour, less half of all players
        (rounded up). z is what remains of x if variable preferences for that colour count for the
        other one (A.7e).
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
        """Return the failures of a pair, before the allowance is deducted from x and z."""
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
            up5, up6 = _count_repeats(lower, Float.UP)
        return Failures(b2, a7d, x, z, 0, 0, up5, up6)

    def of_leaving(self, player: Entrant) -> Failures:
        """Return the failures if the player floats down (B.5, B.6)."""
        down5, down6 = _count_repeats(player, Float.DOWN)
        return Failures(down5=down5, down6=down6)


def _is_absolute(player: Entrant) -> bool:
    return player.strength is Strength.ABSOLUTE


def _count_repeats(player: Entrant, kind: Float) -> tuple[int, int]:
    floats = (*player.floats, None, None)
    return int(floats[0] is kind), int(floats[1] is kind)


# Brackets and their possible results (A.3, A.6, C.3, C.4).


@frozen
class OlderBracket:
    """The residents of one scoregroup and the players moved down to them, both in ranking order."""

    moved_down: tuple[Entrant, ...]
    residents: tuple[Entrant, ...]
    lowest: bool = False
    merged: bool = False
    """Joined from two or more brackets by C.13."""

    @property
    def players(self) -> tuple[Entrant, ...]:
        return self.moved_down + self.residents

    @property
    def homogeneous(self) -> bool:
        """True if no player moved down, or at least half of the players did (A.3)."""
        return not self.moved_down or 2 * len(self.moved_down) >= len(self.players)

    def without(self, players: tuple[Entrant, ...]) -> OlderBracket:
        gone = {player.id for player in players}
        return OlderBracket(
            tuple(p for p in self.moved_down if p.id not in gone),
            tuple(p for p in self.residents if p.id not in gone),
            self.lowest,
            self.merged,
        )


@frozen
class Target:
    """How a bracket is to be divided into S1 and S2, and how many pairs are wanted (C.3, C.4,
    C.14).
    """

    s1: tuple[Entrant, ...]
    """The p highest; in a heterogeneous bracket the moved-down players to be paired."""
    s2: tuple[Entrant, ...]
    heterogeneous: bool
    remainder: int
    """Pairs wanted in the homogeneous remainder; 0 in a homogeneous bracket."""
    lowered: int = 0
    """How often C.14 was applied."""
    remainder_lowered: int = 0
    """How often to the remainder."""
    floaters: frozenset[frozenset[int]] | None = None
    """Where C.12 or C.13 demands other floaters: exactly one of these sets of ids leaves."""

    def may_leave(self, players: Iterable[Entrant]) -> bool:
        """Return True if exactly these players may be left unpaired."""
        return self.floaters is None or frozenset(player.id for player in players) in self.floaters

    @property
    def p(self) -> int:
        return len(self.s1)

    @property
    def pairs(self) -> int:
        return self.p + self.remainder

    @property
    def leaving(self) -> int:
        """The number of players left unpaired."""
        return len(self.s1) + len(self.s2) - 2 * self.pairs


def divide(bracket: OlderBracket) -> Target:
    """Return the first target of a bracket: S1 are the p highest players, S2 all others (C.3, C.4,
    A.6).
    """
    if bracket.homogeneous:
        return all_alike(bracket)
    return _make_target(bracket, len(bracket.moved_down), 0)


def all_alike(bracket: OlderBracket) -> Target:
    """Return the target of a bracket treated as homogeneous: the upper half against the lower half
    (F.4 in round 1).
    """
    players = bracket.players
    half = len(players) // 2
    return Target(players[:half], players[half:], heterogeneous=False, remainder=0)


def lower(bracket: OlderBracket, target: Target, remainder_reached: bool) -> Target | None:
    """Return the target with one pair fewer (C.14); None if none is left.

    If the moved-down players of a heterogeneous bracket can be paired, its remainder gives up a
    pair. Otherwise the lowest moved-down player goes to S2 (C.4). See
    `docs/decisions/dutch-2011-lowering-p.md`.
    """
    if target.heterogeneous and remainder_reached and target.remainder:
        return replace(
            target,
            remainder=target.remainder - 1,
            lowered=target.lowered + 1,
            remainder_lowered=target.remainder_lowered + 1,
        )
    if target.p <= 1:
        return None
    return _make_target(bracket, target.p - 1, target.lowered + 1)


def _make_target(bracket: OlderBracket, p: int, lowered: int) -> Target:
    players = bracket.players
    heterogeneous = not bracket.homogeneous
    remainder = (len(players) - 2 * p) // 2 if heterogeneous else 0
    return Target(players[:p], players[p:], heterogeneous, remainder, lowered)


@frozen
class OlderSplit:
    """How a homogeneous group was paired: the exchange between S1 and S2 (C.8), and the order of S2
    (C.7).
    """

    s1: tuple[Entrant, ...]
    """As C.4 gives it."""
    s2: tuple[Entrant, ...]
    allowance: Allowance
    from_s1: tuple[Entrant, ...] = ()
    """Exchanged out of S1."""
    from_s2: tuple[Entrant, ...] = ()
    transposition: tuple[Entrant, ...] = ()
    """S2 in the order used: the opponents of S1, then the unpaired."""


@frozen
class OlderCandidate:
    """A pairing of a bracket, and its failures: the requirements that had to be given up for it."""

    failures: Failures
    order: tuple[int, ...] = field(repr=False)
    """Its place in the order of C.7 and C.8: smaller is earlier."""
    moved_down_pairs: tuple[tuple[Entrant, Entrant], ...]
    """Pairs of a heterogeneous bracket, the moved-down player first."""
    split: OlderSplit | None
    """The homogeneous bracket, or the remainder; None if no player remained."""
    pairs: tuple[tuple[Entrant, Entrant], ...]
    """All pairs, those of moved-down players first."""
    leaving: tuple[Entrant, ...]
    """The unpaired players, in ranking order."""
    dropped: tuple[tuple[Entrant, Entrant, str], ...] = field(default=(), compare=False)
    """Opponents passed over for the moved-down players, each with the article."""
    among: tuple[OlderCandidate | BarredPairing, ...] = field(default=(), compare=False, repr=False)
    """All candidates that the literal enumeration examined; empty for the search."""
    remainder: OlderCandidate | None = field(default=None, compare=False, repr=False)
    """The remainder chosen by the literal enumeration."""


def homogeneous_candidate(
    players: tuple[Entrant, ...],
    failures: Failures,
    allowance: Allowance,
    exchange: tuple[Sequence[int], Sequence[int]],
    pairs: Sequence[tuple[int, int]],
    order: Sequence[int],
) -> OlderCandidate:
    """Return the candidate with this exchange, these pairs, and this order of S2, all given as
    positions in `players`.
    """
    (out, into), p = exchange, len(pairs)

    def entrants_at(positions: Iterable[int]) -> tuple[Entrant, ...]:
        return tuple(players[i] for i in positions)

    split = OlderSplit(
        players[:p], players[p:], allowance, entrants_at(out), entrants_at(into), entrants_at(order)
    )
    key = (len(out), sum(into) - sum(out), *(-i for i in reversed(out)), *into, *order)
    entrant_pairs = tuple((players[i], players[j]) for i, j in pairs)
    return OlderCandidate(failures, key, (), split, entrant_pairs, entrants_at(sorted(order[p:])))


def join_failures(mine: Failures, theirs: Failures) -> Failures:
    """Return the failures of the moved-down players' pairs and of the remainder together.

    Each part has its own x and z, so the larger ones count.
    """
    return mine.plus(theirs)._replace(x=max(mine.x, theirs.x), z=max(mine.z, theirs.z))


def with_remainder(
    target: Target, order: Sequence[int], moved_down: Failures, remainder: OlderCandidate
) -> OlderCandidate:
    """Return the candidate that joins the pairs of the moved-down players with a remainder.

    `order` are the positions of their opponents in S2.
    """
    pairs = tuple((one, target.s2[i]) for one, i in zip(target.s1, order, strict=True))
    return OlderCandidate(
        join_failures(moved_down, remainder.failures),
        (*order, *remainder.order),
        pairs,
        remainder.split if len(order) < len(target.s2) else None,
        pairs + remainder.pairs,
        remainder.leaving,
    )


@frozen
class BarredPairing:
    """A pairing that the sieve examined and did not accept, with the article that forbids it."""

    pairs: tuple[tuple[Entrant, Entrant], ...]
    leaving: tuple[Entrant, ...]
    article: str
    """Empty: a player who may not be left would be."""


# The cost of candidates and the limit of trials: for the search and for the sieve.

Leave = Callable[[Entrant], Failures | None]
"""A rule: the failures of leaving a player unpaired; None if that is not allowed."""


MOST_WORK = 50_000_000
"""Limit for the work of one round, in pairs examined; about a minute."""


@draft
class WorkBudget:
    """Counts the trials of a round, and stops them at a limit."""

    left: int = MOST_WORK
    tried: int = 0

    def spend(self, players: int) -> None:
        """Count one more transposition, or set of floaters, in a bracket of this many players;
        raise `TooLarge` at the limit.
        """
        self.tried += 1
        self.left -= players * players
        if self.left < 0:
            raise TooLarge(
                N_(
                    "After {tried} transpositions and sets of floaters the procedure has not "
                    "paired this round; pair it with another edition, or by hand."
                ),
                tried=self.tried,
            )


# The reasons for passing over an earlier pair: the article that gave it up.

REASONS = {
    "B.1a": N_("{a} and {b} may not meet (again)."),
    "B.2": N_("With {a}-{b} two who must have the same colour would meet."),
    "A.7d": N_("With {a}-{b} a preference treated as absolute would be broken."),
    "B.4": N_("With {a}-{b} too many pairs would break a colour preference."),
    "B.5": N_("With {a}-{b} a player would float as in the last round."),
    "B.6": N_("With {a}-{b} a player would float as two rounds ago."),
    "C.7": N_("With {a}-{b} the others could not all be paired."),
    "C.9": N_("With {a}-{b} the remainder could not be paired."),
}
_ARTICLES = Failures("B.2", "A.7d", "B.4", "B.4", "B.5", "B.6", "B.5", "B.6")  # type: ignore[arg-type]

Dropped = tuple[Entrant, Entrant, str]
"""A pair, and the article that gave it up."""


def forbidding_article(a: Entrant, b: Entrant) -> str:
    return "B.1a" if b.id in a.avoid else "B.2"


def broken_article(worse: Failures, accepted: Failures) -> str:
    """Return the article of the first requirement that `worse` fails more than `accepted`."""
    for article, mine, theirs in zip(_ARTICLES, worse, accepted, strict=True):
        if mine > theirs:
            return str(article)
    return "C.7"
