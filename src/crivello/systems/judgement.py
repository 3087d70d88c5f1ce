"""Questions about a pairing: what it fails, where it differs from the right one; and wishes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from enum import Enum

from crivello.model.errors import Illegal
from crivello.model.field import Entrant, Field
from crivello.model.pairing import Board
from crivello.model.result import Colour
from crivello.model.sentence import N_, ListOf, PlayerRef, Sentence
from crivello.rules.criterion import Measure


class Defect(Enum):
    """Where the first difference lies, the gravest first."""

    INCOMPLETE = "incomplete"
    """Somebody is missing, or there twice."""
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


@dataclass(frozen=True, slots=True)
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


Allocate = Callable[[Entrant, Entrant, Colour], tuple[Entrant, Entrant, int]]
"""White, Black, and the number of the rule, of two players and the initial colour."""


def opponents_with(field: Field, player: int, colour: Colour, allocate: Allocate) -> frozenset[int]:
    """Ids of those against whom colour rules would give the player this colour."""
    me = entrant(field, player)
    found = set()
    for other in field.entrants:
        if other is not me:
            white, _, _ = allocate(me, other, field.initial_colour)
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


def incomplete(field: Field, boards: Collection[Board], bye: int | None) -> Difference | None:
    """Somebody missing, unknown, or there twice."""
    there = {player.id for player in field.entrants}
    seated = [player for board in boards for player in (board.white, board.black)]
    seated += [] if bye is None else [bye]
    odd = sorted(there ^ set(seated) | {p for p in seated if seated.count(p) > 1})
    if not odd:
        return None
    return Difference(
        Defect.INCOMPLETE,
        "",
        Sentence(
            N_("Players missing, unknown or named twice: {players}."),
            players=ListOf.players(odd),
        ),
        players=tuple(odd),
    )


ForbidsPair = Callable[[Entrant, Entrant], Difference | None]
ForbidsBye = Callable[[Entrant], Difference | None]


def unlawful(
    field: Field,
    boards: Collection[Board],
    bye: int | None,
    forbids_pair: ForbidsPair,
    forbids_bye: ForbidsBye,
) -> Difference | None:
    """Somebody missing or twice, or an absolute criterion broken."""
    missing = incomplete(field, boards, bye)
    if missing is not None:
        return missing
    by_id = {player.id: player for player in field.entrants}
    for board in boards:
        forbidden = forbids_pair(by_id[board.white], by_id[board.black])
        if forbidden is not None:
            return forbidden
    return None if bye is None else forbids_bye(by_id[bye])


def barred_pair(
    one: Entrant, other: Entrant, twice: str, absolute: str, may_meet: bool
) -> Difference | None:
    """What keeps two from meeting: the criterion `twice`, else `absolute`, that of the colours."""
    if other.id in one.history.met:
        code, sentence = twice, N_("{one} and {other} have already met.")
    elif other.id in one.avoid:
        code, sentence = twice, N_("{one} and {other} are not to meet in this round.")
    elif not may_meet:
        code, sentence = absolute, N_("{one} and {other} must both have the same colour.")
    else:
        return None
    values = {"one": PlayerRef(one.id), "other": PlayerRef(other.id)}
    return Difference(
        Defect.ABSOLUTE, code, Sentence(sentence, **values), players=(one.id, other.id)
    )


def barred_bye(field: Field, player: Entrant, code: str) -> Difference | None:
    """What keeps the bye from a player, or that there is no bye at all."""
    if len(field.entrants) % 2 == 0:
        sentence = N_("The number of players is even: nobody gets the bye.")
        return Difference(Defect.ABSOLUTE, code, Sentence(sentence), players=(player.id,))
    if player.barred:
        values = {"player": player.id}
        sentence = N_("{player} may not have the bye.")
        return Difference(Defect.ABSOLUTE, code, Sentence(sentence, **values), players=(player.id,))
    return None


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Wish:
    """Pairs that are not to be made, and players who are not to have the bye."""

    apart: frozenset[tuple[int, int]] = frozenset()
    """Pairs of ids, in either order."""
    without_bye: frozenset[int] = frozenset()

    def granted(self, field: Field) -> Field:
        """The field in which only pairings that grant the wish are legal."""
        more: dict[int, set[int]] = {}
        for one, other in self.apart:
            more.setdefault(one, set()).add(other)
            more.setdefault(other, set()).add(one)
        entrants = tuple(
            replace(
                player,
                avoid=player.avoid | more.get(player.id, set()),
                barred=player.barred or player.id in self.without_bye,
            )
            for player in field.entrants
        )
        return replace(field, entrants=entrants)
