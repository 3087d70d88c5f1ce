"""Draw the numbers of a round robin: by lot, by hand, or so that players of one group meet early.

A lot depends only on a seed: a player's ticket is the SHA-256 of the seed and the player's id, and
the smallest ticket draws first. So anyone can repeat and check a draw. The restricted draw uses the
Varma tables (C.05, Annex 2), which are for 9 to 24 players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from itertools import combinations

from crivello.model.errors import Illegal, Impossible, TooLarge
from crivello.model.player import Player
from crivello.model.player_fields import group_of
from crivello.model.sentence import N_, ListOf, PlayerRef, Sentence
from crivello.model.tournament import Tournament
from crivello.rules.initial_order import alphabetical
from crivello.rules.round_robin import PlannedRound, schedule_of, table_size
from crivello.standard.classes import frozen, replace

LAST_ROUNDS = 3
"""The number of rounds, from the end, in which players of one group do not meet."""


class DrawMethod(Enum):
    """The ways to assign numbers."""

    LOT = "lot"
    HAND = "hand"
    VARMA = "varma"
    """The Varma tables, with the row for 12 players repaired."""
    ANNEX = "annex"
    """The Varma tables as the annex prints them."""
    APART = "apart"
    """The project's own draw: any number of players, any groups."""


@frozen
class NumbersDrawn:
    order: tuple[int, ...]
    """Ids, number 1 first."""
    method: DrawMethod
    seed: str = ""
    log: tuple[Sentence, ...] = ()
    """The steps of the draw, in order."""


Groups = Mapping[str, Sequence[int]]
"""Ids of the players by the name of their group; players without a group are left out."""

DREW = N_("{player} draws number {number}.")
ENVELOPE = N_("{group}, players: {count}. Envelope {letter} is drawn: {numbers}.")
LEFT_OVER = N_("Numbers left for the other players: {numbers}.")
REPAIRED = N_(
    "In the annex, the row for 12 players puts 6 and 12 in one envelope although they meet in "
    "the last round; here 11 and 12 are swapped."
)
AS_PRINTED = N_("The envelopes are those that the annex prints.")
HELD = N_("Checked: in the last {rounds} rounds no two players of one group meet.")
NOT_HELD = N_("In the last {rounds} rounds these players of one group meet: {pairs}.")
SIZES = N_("The Varma tables are for 9 to 24 players, not for {players}; draw with apart instead.")
NO_ENVELOPE = N_(
    "No envelope is left with {count} numbers for {group}, and the rules do not say how to split "
    "a group; draw with apart instead."
)
TOO_MANY = N_(
    "No numbers keep the {count} players of {group} apart in the last {rounds} rounds; choose "
    "fewer rounds."
)
NO_DRAW = N_("No numbers keep the groups apart in the last {rounds} rounds; choose fewer rounds.")
GAVE_UP = N_(
    "No draw that keeps the groups apart was found in {steps} steps; choose another seed or fewer "
    "rounds."
)
TWICE = N_("The numbers must name every player once.")


# Lots


def ticket(seed: str, what: object) -> str:
    """Return the ticket of `what`: a sort key that anyone who knows the seed can compute."""
    from hashlib import sha256

    return sha256(f"{seed}:{what}".encode()).hexdigest()


def shuffle(items: Iterable[int], seed: str, about: str = "") -> list[int]:
    return sorted(items, key=lambda item: ticket(seed, f"{about}{item}"))


def draw_by_lot(players: Iterable[int], seed: str) -> NumbersDrawn:
    order = tuple(shuffle(players, seed))
    log = tuple(_say_drawn(player, number) for number, player in enumerate(order, start=1))
    return NumbersDrawn(order, DrawMethod.LOT, seed, log)


def numbers_by_hand(players: Iterable[int], order: Sequence[int]) -> NumbersDrawn:
    """Return the numbers for this order of ids, number 1 first; raise `Illegal` if it does not
    contain each player once.
    """
    if sorted(players) != sorted(order):
        raise Illegal(TWICE)
    return NumbersDrawn(tuple(order), DrawMethod.HAND)


def _say_drawn(player: int, number: int) -> Sentence:
    return Sentence(DREW, player=PlayerRef(player), number=number)


# The Varma tables: four envelopes; players of one envelope do not meet in the last three rounds.


_VARMA: Mapping[int, tuple[tuple[int, ...], ...]] = {
    10: ((3, 4, 8), (5, 7, 9), (1, 6), (2, 10)),
    12: ((4, 5, 9, 10), (1, 2, 7), (6, 8, 12), (3, 11)),
    14: ((4, 5, 6, 11, 12), (1, 2, 8, 9), (7, 10, 13), (3, 14)),
    16: ((5, 6, 7, 12, 13, 14), (1, 2, 3, 9, 10), (8, 11, 15), (4, 16)),
    18: ((5, 6, 7, 8, 14, 15, 16), (1, 2, 3, 10, 11, 12), (9, 13, 17), (4, 18)),
    20: ((6, 7, 8, 9, 15, 16, 17, 18), (1, 2, 3, 11, 12, 13, 14), (5, 10, 19), (4, 20)),
    22: (
        (6, 7, 8, 9, 10, 17, 18, 19, 20),
        (1, 2, 3, 4, 12, 13, 14, 15),
        (11, 16, 21),
        (5, 22),
    ),
    24: (
        (6, 7, 8, 9, 10, 11, 19, 20, 21, 22),
        (1, 2, 3, 4, 13, 14, 15, 16, 17),
        (12, 18, 23),
        (5, 24),
    ),
}
_REPAIRED = ((4, 5, 9, 10), (1, 2, 7), (6, 8, 11), (3, 12))


def varma_table(players: int, printed: bool = False) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of the envelopes A to D; for an odd number of players without the highest
    number.

    `printed` selects the row for 12 players as the annex prints it, which has an error.
    """
    # C.05 Annex 2
    size = table_size(players)
    if size not in _VARMA:
        raise Illegal(SIZES, players=players)
    row = _VARMA[size] if printed or size != 12 else _REPAIRED
    return tuple(tuple(number for number in one if number <= players) for one in row)


def draw_by_varma(
    players: Sequence[Player], groups: Groups, seed: str, printed: bool = False
) -> NumbersDrawn:
    """Draw numbers by the Varma tables, for the largest group first, groups of one size by name.

    Each group of two or more players gets a random envelope with enough numbers left. All other
    players draw from the numbers that remain.
    """
    envelopes = [list(one) for one in varma_table(len(players), printed)]
    log = [Sentence(AS_PRINTED)] if printed else []
    if not printed and table_size(len(players)) == 12:
        log.append(Sentence(REPAIRED))
    name = {player.id: alphabetical(player) for player in players}
    number: dict[int, int] = {}
    several = {group: members for group, members in groups.items() if len(members) > 1}
    for group, members in sorted(several.items(), key=lambda one: (-len(one[1]), one[0])):
        fitting = [place for place, one in enumerate(envelopes) if len(one) >= len(members)]
        if not fitting:
            raise Impossible(NO_ENVELOPE, count=len(members), group=group)
        place = shuffle(fitting, seed, f"{group}:")[0]
        values = {"group": group, "count": len(members), "letter": "ABCD"[place]}
        log.append(Sentence(ENVELOPE, **values, numbers=ListOf(tuple(envelopes[place]))))
        drawn = shuffle(envelopes[place], seed, f"{group}:number:")
        for player in sorted(members, key=name.__getitem__):
            number[player] = drawn.pop(0)
            log.append(_say_drawn(player, number[player]))
        envelopes[place] = sorted(drawn)
    left = sorted(n for one in envelopes for n in one)
    others = [player.id for player in players if player.id not in number]
    if others:
        log.append(Sentence(LEFT_OVER, numbers=ListOf(tuple(left))))
    for player, drawn_number in zip(shuffle(others, seed, "rest:"), left, strict=True):
        number[player] = drawn_number
        log.append(_say_drawn(player, drawn_number))
    order = tuple(sorted(number, key=number.__getitem__))
    method = DrawMethod.ANNEX if printed else DrawMethod.VARMA
    return NumbersDrawn(order, method, seed, tuple(log))


# The project's own draw: any number of players and any groups; the result is verified afterwards.


MOST_STEPS = 50_000


def draw_apart(
    players: Sequence[Player],
    groups: Groups,
    rounds: Sequence[PlannedRound],
    seed: str,
    last: int = LAST_ROUNDS,
) -> NumbersDrawn:
    """Draw numbers by lot so that no players of one group meet in the last rounds.

    For each number in turn, lots decide which player gets it, among those whose group has not been
    given an opponent of that number. If there is none, earlier numbers are given to other players.
    Raises `Impossible` when all ways have been tried, `TooLarge` when that takes too long.
    """
    meeting = _find_meetings(rounds, last)
    largest = min(groups, key=lambda group: (-len(groups[group]), group), default="")
    if largest and not _Apart(players, {largest: groups[largest]}, meeting, seed).draw():
        raise Impossible(TOO_MANY, group=largest, count=len(groups[largest]), rounds=last)
    search = _Apart(players, groups, meeting, seed)
    if not search.draw():
        raise Impossible(NO_DRAW, rounds=last)
    drawn = tuple(sorted(search.number, key=search.number.__getitem__))
    log = tuple(_say_drawn(player, n) for n, player in enumerate(drawn, start=1))
    return NumbersDrawn(drawn, DrawMethod.APART, seed, log)


class _Apart:
    """The search of `draw_apart`, with backtracking.

    A failed state is not tried again. What can still be assigned depends only on how many players
    of each group are left and which numbers are closed to the group. The numbers are assigned in an
    order in which few later numbers meet an assigned one, so there are few such states.
    """

    def __init__(
        self,
        players: Sequence[Player],
        groups: Groups,
        meeting: Mapping[int, Sequence[int]],
        seed: str,
    ) -> None:
        self.group = {
            player: group
            for group, members in groups.items()
            if len(members) > 1
            for player in members
        }
        self.left = Counter(self.group.values())
        self.numbers = _sort_neighbours_first(meeting, shuffle(meeting, seed, "first:")[0])
        self.bars = {number: sum(1 << other for other in meeting[number]) for number in meeting}
        ids = [player.id for player in players]
        self.lots = {number: shuffle(ids, seed, f"{number}:") for number in meeting}
        self.number: dict[int, int] = {}
        self.hopeless: set[tuple[object, ...]] = set()
        self.steps = 0

    def draw(self) -> bool:
        """Assign all numbers, in `number`, and return True; return False if there is no way."""
        return self.give(0, dict.fromkeys(self.left, 0))

    def give(self, place: int, barred: Mapping[str, int]) -> bool:
        """Assign the numbers from index `place` on and return True; return False if there is no
        way.

        `barred` holds the numbers closed to each group, as bit sets.
        """
        if place == len(self.numbers):
            return True
        open_bits = sum(1 << number for number in self.numbers[place:])
        state = tuple(
            (group, count, barred[group] & open_bits) for group, count in self.left.items() if count
        )
        if (place, state) in self.hopeless:
            return False
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLarge(GAVE_UP, steps=MOST_STEPS)
        if all((open_bits & ~closed).bit_count() >= count for _, count, closed in state):
            number = self.numbers[place]
            for player in self._find_candidates(number, barred):
                group = self.group.get(player)
                self.number[player] = number
                further = barred
                if group is not None:
                    self.left[group] -= 1
                    further = {**barred, group: barred[group] | self.bars[number]}
                if self.give(place + 1, further):
                    return True
                del self.number[player]
                if group is not None:
                    self.left[group] += 1
        self.hopeless.add((place, state))
        return False

    def _find_candidates(self, number: int, barred: Mapping[str, int]) -> list[int]:
        """Return the players who may get `number`, in the order of its lots.

        Only the first of each group is included, since members of a group are interchangeable.
        Players without a group count as one group.
        """
        found: dict[str | None, int] = {}
        for player in self.lots[number]:
            group = self.group.get(player)
            if player not in self.number and (group is None or not barred[group] >> number & 1):
                found.setdefault(group, player)
        return list(found.values())


def _sort_neighbours_first(meeting: Mapping[int, Sequence[int]], first: int) -> list[int]:
    """Return the numbers in an order in which each one meets as many as possible of those before
    it.
    """
    listed = [first]
    waiting = sorted(set(meeting) - {first})
    while waiting:
        number = max(waiting, key=lambda one: len({*meeting[one]} & {*listed}))
        waiting.remove(number)
        listed.append(number)
    return listed


def _find_meetings(rounds: Sequence[PlannedRound], last: int) -> Mapping[int, list[int]]:
    """Return the opponents of each number in the last rounds."""
    found: dict[int, list[int]] = {}
    for this in rounds:
        for pair in this.pairs:
            for one, other in (pair, pair[::-1]):
                found.setdefault(one, [])
                if this.number > len(rounds) - last:
                    found[one].append(other)
        if this.free is not None:
            found.setdefault(this.free, [])
    return found


def clashes(
    order: Sequence[int], groups: Groups, rounds: Sequence[PlannedRound], last: int = LAST_ROUNDS
) -> list[tuple[int, int]]:
    """Return the pairs of players of one group who meet in the last rounds."""
    seat = dict(enumerate(order, start=1))
    late = {
        frozenset((seat[white], seat[black]))
        for this in rounds[max(len(rounds) - last, 0) :]
        for white, black in this.pairs
    }
    together = (pair for members in groups.values() for pair in combinations(members, 2))
    return [pair for pair in together if frozenset(pair) in late]


# A tournament with its numbers


def groups_by(players: Iterable[Player], what: str) -> Groups:
    """Return the ids of players by group: the value of a field such as the federation, or a tag.

    Players without a value are in no group.
    """
    found: dict[str, list[int]] = {}
    for player in players:
        if value := group_of(player, what):
            found.setdefault(value, []).append(player.id)
    return found


def draw_numbers(
    tournament: Tournament,
    method: DrawMethod,
    seed: str = "",
    groups: Groups | None = None,
    last: int = LAST_ROUNDS,
    order: Sequence[int] = (),
    system: str | None = None,
) -> NumbersDrawn:
    """Draw the numbers of a tournament; with groups, check the result and add the verdict to its
    log.

    `order` is for `DrawMethod.HAND`: ids, number 1 first.
    """
    players = tournament.players
    ids = sorted(player.id for player in players)
    kept = groups or {}
    rounds = schedule_of(len(players), tournament.settings, system)
    match method:
        case DrawMethod.LOT:
            drawn = draw_by_lot(ids, seed)
        case DrawMethod.HAND:
            drawn = numbers_by_hand(ids, order)
        case DrawMethod.APART:
            drawn = draw_apart(players, kept, rounds, seed, last)
        case DrawMethod.VARMA | DrawMethod.ANNEX:
            drawn = draw_by_varma(players, kept, seed, method is DrawMethod.ANNEX)
    if not kept:
        return drawn
    meet = clashes(drawn.order, kept, rounds, last)
    verdict = Sentence(HELD, rounds=last)
    if meet:
        verdict = Sentence(NOT_HELD, rounds=last, pairs=ListOf.pairs(meet))
    return replace(drawn, log=(*drawn.log, verdict))


def with_numbers(tournament: Tournament, order: Sequence[int]) -> Tournament:
    """Return the tournament with these numbers; raise `Illegal` if a round is paired."""
    if tournament.paired_rounds:
        raise Illegal(N_("Round 1 is paired: the numbers stay as they are."))
    number = {player: place for place, player in enumerate(order, start=1)}
    players = tuple(replace(player, number=number[player.id]) for player in tournament.players)
    return replace(tournament, players=players)
