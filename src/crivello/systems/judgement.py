"""Questions about a pairing: what it fails, where it differs from the right one; and wishes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from crivello.model.classes import frozen
from crivello.model.errors import Illegal
from crivello.model.field import Entrant, Field, MayMeet
from crivello.model.pairing import Board, RoundPairing
from crivello.model.result import Colour
from crivello.model.sentence import N_, ListOf, PlayerRef, Sentence
from crivello.rules.criterion import Criterion, Measure
from crivello.systems.publication import Coloured, EditionValue, Solver

if TYPE_CHECKING:
    from crivello.model.trace import Trace


FEW = 16
"""How many pairings that grant a wish are kept for one round."""


class Defect(Enum):
    """Where the first difference lies, the gravest first."""

    INCOMPLETE = "incomplete"
    """A player is missing or named twice."""
    ABSOLUTE = "absolute"
    """A pair or a bye that no pairing may have."""
    CRITERION = "criterion"
    """In one bracket it fails a criterion more than the right pairing does."""
    ORDER = "order"
    """Equally good, but generated later."""
    COLOUR = "colour"
    """The same pairs, but a colour is not the one that the colour rules give."""
    PROCEDURE = "procedure"
    """A system that is a procedure leads elsewhere."""


@frozen
class Difference:
    """A sentence, and the facts for those who want to compute with them."""

    level: Defect
    code: str
    """Criterion or article that decides."""
    sentence: Sentence
    score: int | None = None
    """Score of the bracket, in units."""
    right: tuple[int, ...] | None = None
    """Failure value of the right pairing."""
    wrong: tuple[int, ...] | None = None
    players: tuple[int, ...] = ()
    parts: tuple[tuple[int, ...], ...] = ()
    """The pairs, and single players, of the given pairing in which the criterion fails."""

    def __str__(self) -> str:
        return str(self.sentence)


Allocate = Callable[[Entrant, Entrant, Field], Coloured]
"""The colours of two players in the field of a round."""


def opponents_with(field: Field, player: int, colour: Colour, allocate: Allocate) -> frozenset[int]:
    """Ids of those against whom colour rules would give the player this colour."""
    me = entrant(field, player)
    found = set()
    for other in field.entrants:
        if other is not me:
            white, _, _ = allocate(me, other, field)
            if (white is me) == (colour is Colour.WHITE):
                found.add(other.id)
    return frozenset(found)


def entrant(field: Field, player: int) -> Entrant:
    """The player in the field; refuses one who is not to be paired."""
    for found in field.entrants:
        if found.id == player:
            return found
    raise Illegal(
        N_("Player {player} is not paired in round {round}."),
        player=PlayerRef(player),
        round=field.round,
    )


def find_incomplete(field: Field, boards: Collection[Board], bye: int | None) -> Difference | None:
    """Players missing, unknown, or named twice."""
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
    """What no pairing may break, and where the edition says so."""

    rematch: str
    bye: str
    colours: str
    may_meet: MayMeet


def find_unlawful(
    field: Field, boards: Collection[Board], bye: int | None, rules: AbsoluteRules
) -> Difference | None:
    """Players missing or named twice, or an absolute criterion broken."""
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
    """What keeps two from meeting: that they have met, else their colours."""
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
    """What keeps the bye from a player, or that there is no bye at all."""
    if len(field.entrants) % 2 == 0:
        sentence = N_("The number of players is even: nobody gets the bye.")
        return Difference(Defect.ABSOLUTE, rules.bye, Sentence(sentence), players=(player.id,))
    if player.barred:
        said = Sentence(N_("{player} may not have the bye."), player=PlayerRef(player.id))
        return Difference(Defect.ABSOLUTE, rules.bye, said, players=(player.id,))
    return None


def wrong_colours(field: Field, boards: Collection[Board], allocate: Allocate) -> Difference | None:
    """The first board with other colours than the rules give."""
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
    """A bracket paired equally well, but not first in order."""
    return Difference(Defect.ORDER, article, Sentence(sentence), score=score)


class HasIds(Protocol):
    """A part of a candidate: a pair, or a single player."""

    @property
    def ids(self) -> tuple[int, ...]: ...


P = TypeVar("P", bound=HasIds)


@frozen
class Breach:
    """One criterion that a candidate does not meet in full: its failure value taken apart again."""

    code: str
    sentence: str
    """What the criterion asks for."""
    measure: Measure
    value: tuple[int, ...]
    """The failure value, as the candidate is compared by it."""
    parts: tuple[tuple[int, ...], ...]
    """Ids: pairs and single players in which it fails; of a list in the order of its values."""

    @property
    def times(self) -> bool:
        """Does the value merely count the parts?"""
        return self.measure is Measure.COUNT and self.value == (len(self.parts),)


def breach(criterion: Criterion[P], parts: list[P]) -> Breach:
    """What the parts of a candidate fail of a criterion."""
    failing = [part for part in parts if any(criterion.cost(part))]
    if criterion.measure is Measure.LIST:
        # In the order of the values: the largest first.
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
    """Pairs not to be made, and players not to get the bye."""

    apart: frozenset[tuple[int, int]] = frozenset()
    """Pairs of ids, in either order."""
    without_bye: frozenset[int] = frozenset()

    @property
    def key(self) -> tuple[frozenset[frozenset[int]], frozenset[int]]:
        """The same for the same wish, in whatever order its pairs are written."""
        return frozenset(map(frozenset, self.apart)), self.without_bye

    @property
    def players(self) -> frozenset[int]:
        """One of each pair, and those without bye: the others meet less for their sake."""
        return self.without_bye.union([one for one, _ in self.apart])

    def grant(self, field: Field) -> Field:
        """The field in which only pairings that grant the wish are legal."""
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
    """What a judge asks of the system whose rounds it judges (`registry.Judge`)."""

    @property
    def key(self) -> str: ...
    @property
    def articles(self) -> tuple[str, str, str, *tuple[str, ...]]: ...
    @property
    def edition(self) -> EditionValue: ...
    def may_meet(self, field: Field) -> MayMeet: ...
    def pair_field(self, field: Field, solver: Solver | None = None) -> RoundPairing: ...


class RoundJudge(ABC):
    """Compares pairings of one round with the right one, as its trace records it."""

    def __init__(self, system: JudgedSystem, field: Field, trace: Trace) -> None:
        self.system = system
        self.field = field
        self.trace = trace
        self._granted: dict[object, RoundPairing] = {}

    def best_with(self, wish: Wish) -> RoundPairing:
        """The best pairing, by the rules of the system, among those that grant a wish.

        Raises `Impossible` if there is none. The last few are kept: the player's answer and the
        arbiter's ask for the same.
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
        """The first difference to the right pairing; None if it is the right one."""
        return (
            find_unlawful(self.field, boards, bye, self._absolute)
            or self._compare(boards, bye)
            or wrong_colours(self.field, boards, self.system.edition.allocate)
        )

    @abstractmethod
    def _compare(self, boards: Collection[Board], bye: int | None) -> Difference | None:
        """The first difference of a lawful pairing to the right pairs and bye; None: no other."""

    @property
    def _absolute(self) -> AbsoluteRules:
        return AbsoluteRules(*self.system.articles[:3], self.system.may_meet(self.field))

    def opponents_with(self, player: int, colour: Colour) -> frozenset[int]:
        """Ids of those against whom the colour rules would give the player this colour."""
        return opponents_with(self.field, player, colour, self.system.edition.allocate)

    def forbids_pair(self, one: int, other: int) -> Difference | None:
        """The absolute rule that keeps these two from meeting, if there is one."""
        two = entrant(self.field, one), entrant(self.field, other)
        return barred_pair(*two, self._absolute)

    def forbids_bye(self, player: int) -> Difference | None:
        """The absolute rule that keeps the bye from this player, if there is one."""
        return barred_bye(self.field, entrant(self.field, player), self._absolute)
