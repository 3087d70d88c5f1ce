"""Who may meet whom, and whether the round can be completed (C.1-C.4, A.9; C1-C5, 1.9).

Players are indices in ranking order, sets of players are bit sets. In an odd field one more
vertex, `Meetings.bye`, stands for the pairing-allocated bye: its neighbours are those who may
have it. A completion is then a perfect matching.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

from ....matching.bits import members
from ....matching.cardinality import grow_tree
from ....matching.perfect import possible_partners
from ....model.errors import N_, Impossible
from ....model.field import Entrant, Field, Strength
from ..bracket import topscorers
from ..editions import Edition


class Meetings:
    """The legal pairs of a round as a graph."""

    def __init__(self, field: Field) -> None:
        self.players = field.entrants
        n = len(self.players)
        self.bye: int | None = n if n % 2 else None
        self.rows = _legal_rows(field)
        self.eligible = 0
        for i, player in enumerate(self.players):
            if not player.barred:
                self.eligible |= 1 << i
        if self.bye is not None:
            self.rows.append(0)
            self.give_bye_to(self.eligible)

    def give_bye_to(self, players: int) -> None:
        """From now on only these may have the bye (C.2, C2; for C5 those of one score)."""
        assert self.bye is not None
        self.eligible = players
        bit = 1 << self.bye
        for i, row in enumerate(self.rows[:-1]):
            self.rows[i] = row | bit if players >> i & 1 else row & ~bit
        self.rows[self.bye] = players

    def with_rows(self, rows: list[int]) -> Meetings:
        """The same players with other legal pairs."""
        other = copy(self)
        other.rows = rows
        return other

    @property
    def bye_bit(self) -> int:
        return 0 if self.bye is None else 1 << self.bye


def _legal_rows(field: Field) -> list[int]:
    """For each player the set of those he may meet: `bracket.may_meet`, a row at a time."""
    players = field.entrants
    index = {player.id: i for i, player in enumerate(players)}
    top = topscorers(field)
    everybody = (1 << len(players)) - 1
    # The players with each absolute preference whom C.3 binds (no topscorers).
    bound: dict[object, int] = {}
    for i, player in enumerate(players):
        if player.strength is Strength.ABSOLUTE and player.id not in top:
            bound[player.preference] = bound.get(player.preference, 0) | 1 << i
    rows = []
    for i, player in enumerate(players):
        out = 1 << i
        for other in player.avoid:
            j = index.get(other)
            if j is not None:
                out |= 1 << j
        if player.strength is Strength.ABSOLUTE and player.id not in top:
            out |= bound[player.preference]
        rows.append(everybody & ~out)
    return rows


@dataclass(frozen=True, slots=True)
class Blocked:
    """Why a completion does not exist: these players are too many for those they can meet."""

    players: int


class Completion:
    """A way to complete the round, kept and repaired from bracket to bracket."""

    def __init__(self, meetings: Meetings) -> None:
        self.meetings = meetings
        self._mate = [-1] * len(meetings.rows)

    def find(self, floaters: int, below: int) -> dict[int, int] | Blocked:
        """A completion of `floaters` (who do not meet one another) and all `below` them."""
        meetings = self.meetings
        available = floaters | below
        if available.bit_count() % 2:
            available |= meetings.bye_bit
        rows = meetings.rows
        if floaters:
            rows = list(rows)
            for v in members(floaters):
                rows[v] &= ~floaters
        mate = self._mate
        exposed = 0
        todo = members(available)
        for v in todo:
            w = mate[v]
            # Mates of players who were not asked about last time may be out of date.
            if w < 0 or mate[w] != v or not available >> w & 1 or not rows[v] >> w & 1:
                exposed |= 1 << v
        mate = list(mate)
        for v in members(exposed):
            mate[v] = -1
        for v in members(exposed):
            if exposed >> v & 1:
                choice = rows[v] & exposed
                if choice:
                    w = choice.bit_length() - 1
                    mate[v], mate[w] = w, v
                    exposed ^= 1 << v | 1 << w
        while exposed:
            root = exposed.bit_length() - 1
            exposed ^= 1 << root
            end = grow_tree(rows, mate, root, exposed, available)
            if not isinstance(end, int):
                return Blocked(end.outer)
            exposed ^= 1 << end
        self._mate = mate
        return {v: mate[v] for v in todo}

    def possible(self, floaters: int, below: int) -> bool:
        return not isinstance(self.find(floaters, below), Blocked)

    def possible_byes(self) -> int:
        """All who have the bye in some completion of the whole field (one has been found)."""
        bye = self.meetings.bye
        assert bye is not None
        return possible_partners(self.meetings.rows, self._mate, bye)


def absolute(edition: Edition, number: int) -> str:
    """The code of an absolute criterion."""
    return edition.completion.replace("4", str(number))


def impossible(field: Field, edition: Edition, meetings: Meetings, blocked: Blocked) -> Impossible:
    """The error that names the players who block the round and the criteria that do it."""
    players = [field.entrants[i] for i in members(blocked.players & ~meetings.bye_bit)]
    criteria = {1} if any(_have_met(player, players) for player in players) else set()
    if meetings.bye is not None and any(player.barred for player in players):
        criteria.add(2)
    if any(player.strength is Strength.ABSOLUTE for player in players):
        criteria.add(3)
    codes = [absolute(edition, number) for number in sorted(criteria)]
    return Impossible(
        N_("No legal pairing exists: players {players} cannot all be paired ({codes})."),
        [player.id for player in players],
        codes,
        players=", ".join(str(player.id) for player in players),
        codes=", ".join(codes),
    )


def _have_met(player: Entrant, others: list[Entrant]) -> bool:
    return any(other.id in player.avoid for other in others)
