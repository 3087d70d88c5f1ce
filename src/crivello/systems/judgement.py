"""Judge pairings: compare them with the right pairing, and pair a round again under
restrictions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection
from enum import Enum

from crivello.model.errors import Illegal
from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.pairing import Board, RoundPairing
from crivello.model.result import Colour
from crivello.model.sentence import N_, ListOf, PlayerRef, Sentence
from crivello.rules.criterion import Criterion, Measure
from crivello.standard.classes import NamedTuple, frozen, replace
from crivello.standard.typing_names import TYPE_CHECKING, Protocol, TypeVar
from crivello.systems.publication import Coloured, EditionValue, Solver

if TYPE_CHECKING:
    from crivello.model.trace import Trace


FEW = 16
"""The number of pairings with a granted wish kept for one round."""


class Defect(Enum):
    """The kinds of difference between a given pairing and the right one, the gravest first."""

    INCOMPLETE = "incomplete"
    """A player is missing or named twice."""
    ABSOLUTE = "absolute"
    """A pair or a bye that is forbidden in every pairing."""
    CRITERION = "criterion"
    """It fails a criterion in one bracket more than the right pairing does."""
    ORDER = "order"
    """Equally good, but generated later."""
    COLOUR = "colour"
    """The same pairs, but one colour differs from the colour rules."""
    PROCEDURE = "procedure"
    """The procedure of the system leads to another pairing."""


@frozen
class Difference:
    """The first difference between a given pairing and the right one, as a sentence and as data."""

    level: Defect
    code: str
    """The criterion or article that decides."""
    sentence: Sentence
    score: int | None = None
    """Score of the bracket, in units."""
    right: tuple[int, ...] | None = None
    """The failure value of the right pairing."""
    wrong: tuple[int, ...] | None = None
    players: tuple[int, ...] = ()
    parts: tuple[tuple[int, ...], ...] = ()
    """The pairs, and single players, of the given pairing that fail the criterion."""

    def __str__(self) -> str:
        return str(self.sentence)


Allocate = Callable[[Entrant, Entrant, Field], Coloured]
"""A rule for the colours of two players in the field of a round."""


def opponents_with(field: Field, player: int, colour: Colour, allocate: Allocate) -> frozenset[int]:
    """Return the ids of all opponents against whom the player would get this colour."""
    me = entrant(field, player)
    found = set()
    for other in field.entrants:
        if other is not me:
            white, _, _ = allocate(me, other, field)
            if (white is me) == (colour is Colour.WHITE):
                found.add(other.id)
    return frozenset(found)


def entrant(field: Field, player: int) -> Entrant:
    """Return the player with this id in the field; raise `Illegal` if the player is not paired in
    this round.
    """
    for found in field.entrants:
        if found.id == player:
            return found
    raise Illegal(
        N_("Player {player} is not paired in round {round}."),
        player=PlayerRef(player),
        round=field.round,
    )


def find_incomplete(field: Field, boards: Collection[Board], bye: int | None) -> Difference | None:
    """Return the difference if players are missing, unknown or named twice; else None."""
    there = {player.id for player in field.entrants}
    seated = [player for board in boards for player in (board.white, board.black)]
    seated += [] if bye is None else [bye]
    times = Counter(seated)
    odd = sorted(there ^ times.keys() | {player for player, many in times.items() if many > 1})
    if not odd:
        return None
    return Difference(
        Defect.INCOMPLETE,
        "",
        Sentence(
            N_("Players missing, unknown or named twice: {players}."), players=ListOf.players(odd)
        ),
        players=tuple(odd),
    )


class AbsoluteRules(NamedTuple):
    """The absolute rules of an edition: their codes, and the predicate `may_meet`."""

    rematch: str
    bye: str
    colours: str
    may_meet: MayMeet


def find_unlawful(
    field: Field, boards: Collection[Board], bye: int | None, rules: AbsoluteRules
) -> Difference | None:
    """Return the difference if players are missing or named twice or an absolute rule is broken;
    else None.
    """
    missing = find_incomplete(field, boards, bye)
    if missing is not None:
        return missing
    by_id = {player.id: player for player in field.entrants}
    for board in boards:
        forbidden = barred_pair(by_id[board.white], by_id[board.black], rules)
        if forbidden is not None:
            return forbidden
    return None if bye is None else barred_bye(field, by_id[bye], rules)


def barred_pair(one: Entrant, other: Entrant, rules: AbsoluteRules) -> Difference | None:
    """Return the absolute rule that forbids the pair, as a difference; None if the pair is
    allowed.
    """
    if other.id in one.history.met:
        code, sentence = rules.rematch, N_("{one} and {other} have already met.")
    elif other.id in one.avoid:
        code, sentence = "", N_("{one} and {other} are not to meet in this round.")
    elif not rules.may_meet(one, other):
        code, sentence = rules.colours, N_("{one} and {other} must both have the same colour.")
    else:
        return None
    values = {"one": PlayerRef(one.id), "other": PlayerRef(other.id)}
    return Difference(
        Defect.ABSOLUTE, code, Sentence(sentence, **values), players=(one.id, other.id)
    )


def barred_bye(field: Field, player: Entrant, rules: AbsoluteRules) -> Difference | None:
    """Return why the player may not have the bye, as a difference; None if the player may have
    it.
    """
    if len(field.entrants) % 2 == 0:
        sentence = N_("The number of players is even: there is no bye.")
        return Difference(Defect.ABSOLUTE, rules.bye, Sentence(sentence), players=(player.id,))
    if player.barred:
        said = Sentence(N_("{player} may not have the bye."), player=PlayerRef(player.id))
        return Difference(Defect.ABSOLUTE, rules.bye, said, players=(player.id,))
    return None


def wrong_colours(field: Field, boards: Collection[Board], allocate: Allocate) -> Difference | None:
    """Return the first board whose colours differ from the colour rules, as a difference; None if
    there is none.
    """
    by_id = {player.id: player for player in field.entrants}
    for board in sorted(boards, key=lambda b: (b.white, b.black)):
        two = by_id[board.white], by_id[board.black]
        white, _, article = allocate(*two, field)
        if white.id != board.white:
            sentence = N_("{white} has White against {black}; the colour rules say otherwise.")
            values = {"white": PlayerRef(board.white), "black": PlayerRef(board.black)}
            ids = board.white, board.black
            return Difference(Defect.COLOUR, article, Sentence(sentence, **values), players=ids)
    return None


def later_in_order(article: str, sentence: str, score: int) -> Difference:
    """Return the difference for a bracket that is paired equally well, but by a later candidate."""
    return Difference(Defect.ORDER, article, Sentence(sentence), score=score)


class HasIds(Protocol):
    """Anything with the ids of its players: a pair, or a single player of a candidate."""

    @property
    def ids(self) -> tuple[int, ...]: ...


P = TypeVar("P", bound=HasIds)


@frozen
class Breach:
    """A criterion that a candidate does not fully meet, with its failure value and the parts that
    fail it.
    """

    code: str
    sentence: str
    """The demand of the criterion."""
    measure: Measure
    value: tuple[int, ...]
    """The failure value by which candidates are compared."""
    parts: tuple[tuple[int, ...], ...]
    """Ids: pairs and single players that fail; for a list, in the order of its values."""

    @property
    def times(self) -> bool:
        """True if the failure value is the number of failing parts."""
        return self.measure is Measure.COUNT and self.value == (len(self.parts),)


def breach(criterion: Criterion[P], parts: list[P]) -> Breach:
    """Return the breach of a criterion by the parts of a candidate."""
    failing = [part for part in parts if any(criterion.cost(part))]
    if criterion.measure is Measure.LIST:
        # In the order of the values, the largest first.
        failing.sort(key=criterion.cost, reverse=True)
    return Breach(
        criterion.code,
        criterion.sentence,
        criterion.measure,
        criterion.value(parts),
        tuple(part.ids for part in failing),
    )


@frozen
class Wish:
    """A hypothetical restriction: pairs that must not be made, and players who must not get the
    bye.
    """

    apart: frozenset[tuple[int, int]] = frozenset()
    """Pairs of ids, in either order."""
    without_bye: frozenset[int] = frozenset()

    @property
    def key(self) -> tuple[frozenset[frozenset[int]], frozenset[int]]:
        """A cache key, equal for equal wishes."""
        return frozenset(map(frozenset, self.apart)), self.without_bye

    @property
    def players(self) -> frozenset[int]:
        """One player of each forbidden pair, and the players who must not get the bye."""
        return self.without_bye.union([one for one, _ in self.apart])

    def grant(self, field: Field) -> Field:
        """Return the field in which only pairings that grant the wish are legal."""
        more: dict[int, set[int]] = {}
        for one, other in self.apart:
            more.setdefault(one, set()).add(other)
            more.setdefault(other, set()).add(one)
        none: set[int] = set()
        entrants = [
            player.with_limits(
                player.avoid | more.get(player.id, none),
                player.barred or player.id in self.without_bye,
            )
            for player in field.entrants
        ]
        return replace(field, entrants=tuple(entrants))


class JudgedSystem(Protocol):
    """What a judge needs of a system (`registry.Judge`)."""

    @property
    def key(self) -> str: ...
    @property
    def articles(self) -> tuple[str, str, str, *tuple[str, ...]]: ...
    @property
    def edition(self) -> EditionValue: ...
    def may_meet(self, field: Field) -> MayMeet: ...
    def pair_field(self, field: Field, solver: Solver | None = None) -> RoundPairing: ...


class RoundJudge(ABC):
    """Compares given pairings of one round with the right one, which its trace records."""

    def __init__(self, system: JudgedSystem, field: Field, trace: Trace) -> None:
        self.system = system
        self.field = field
        self.trace = trace
        self._granted: dict[object, RoundPairing] = {}

    def best_with(self, wish: Wish) -> RoundPairing:
        """Return the best pairing by the rules of the system among those that grant the wish.

        Raises `Impossible` if there is none. The last few results are cached: different answers ask
        for the same ones.
        """
        found = self._granted.get(wish.key)
        if found is None:
            found = self._pair_with(wish)
            if len(self._granted) >= FEW:
                self._granted.clear()
            self._granted[wish.key] = found
        return found

    @abstractmethod
    def _pair_with(self, wish: Wish) -> RoundPairing: ...

    def judge(self, boards: Collection[Board], bye: int | None) -> Difference | None:
        """Return the first difference between a given pairing and the right one; None if they
        agree.
        """
        return (
            find_unlawful(self.field, boards, bye, self._absolute)
            or self._compare(boards, bye)
            or wrong_colours(self.field, boards, self.system.edition.allocate)
        )

    @abstractmethod
    def _compare(self, boards: Collection[Board], bye: int | None) -> Difference | None:
        """Return the first difference of a legal pairing in its pairs or bye; None if these are
        right.
        """

    @property
    def _absolute(self) -> AbsoluteRules:
        return AbsoluteRules(*self.system.articles[:3], self.system.may_meet(self.field))

    def opponents_with(self, player: int, colour: Colour) -> frozenset[int]:
        """Return the ids of all opponents against whom the player would get this colour."""
        return opponents_with(self.field, player, colour, self.system.edition.allocate)

    def forbids_pair(self, one: int, other: int) -> Difference | None:
        """Return the absolute rule that forbids this pair, as a difference; None if the pair is
        allowed.
        """
        two = entrant(self.field, one), entrant(self.field, other)
        return barred_pair(*two, self._absolute)

    def forbids_bye(self, player: int) -> Difference | None:
        """Return the absolute rule that bars this player from the bye, as a difference; None if
        there is none.
        """
        return barred_bye(self.field, entrant(self.field, player), self._absolute)
