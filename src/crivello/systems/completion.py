"""The graph of possible pairs, completion of a round, and the error if there is none.

`LegalPairs` is for systems whose rules depend only on a player's kind; `graph` works for any rule,
but asks it for every two players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from crivello.matching.bits import bitset, members
from crivello.matching.cardinality import (
    HungarianTree,
    barrier,
    grow_tree,
    has_perfect_matching,
    maximum_matching,
)
from crivello.matching.perfect import possible_partners
from crivello.model.errors import Impossible
from crivello.model.field import Entrant, MayMeet
from crivello.model.sentence import N_
from crivello.model.trace import ByeDecided, Trace
from crivello.model.trace.procedure import EventType, ProcedureEvent
from crivello.standard.classes import replace
from crivello.systems.publication import no_legal_pairing

Kind = tuple[object, ...]


def colour_kind(player: Entrant) -> Kind:
    """Return all that rules of legality depend on in a player's colours."""
    history = player.history
    return player.preference, player.strength, history.colours[-2:], history.colour_difference


def score_and_colour_kind(player: Entrant) -> Kind:
    return player.score, *colour_kind(player)


class LegalPairs:
    """The pairs that may meet in a field: a graph whose vertices are positions in `players`.

    `may_meet` depends only on whom a player has to avoid and on the `kind`: so it is asked once for
    every two kinds, of players without opponents to avoid.
    """

    def __init__(
        self,
        players: Sequence[Entrant],
        may_meet: MayMeet,
        kind: Callable[[Entrant], Kind] = colour_kind,
    ) -> None:
        self.players = tuple(players)
        self.may_meet = may_meet
        self.position = {player.id: i for i, player in enumerate(self.players)}
        kinds = [kind(player) for player in self.players]
        examples: dict[Kind, Entrant] = {}
        alike: dict[Kind, int] = {}
        for i, (this, player) in enumerate(zip(kinds, self.players, strict=True)):
            if this not in alike:
                examples[this] = replace(player, avoid=frozenset())
            alike[this] = alike.get(this, 0) | 1 << i
        open_to = {
            one: sum(alike[other] for other, b in examples.items() if may_meet(a, b))
            for one, a in examples.items()
        }
        self.rows = []
        for i, player in enumerate(self.players):
            avoided = (self.position[other] for other in player.avoid if other in self.position)
            self.rows.append(open_to[kinds[i]] & ~bitset((i, *avoided)))

    def fit(self, a: Entrant, b: Entrant) -> bool:
        return bool(self.rows[self.position[a.id]] >> self.position[b.id] & 1)

    def among(self, players: Iterable[Entrant]) -> int:
        """Return the set of these players."""
        return bitset(self.position[player.id] for player in players)

    def rows_of(self, players: Sequence[Entrant]) -> list[int]:
        """Return the graph of these players alone, by position among them."""
        bit = [0] * len(self.players)
        for i, player in enumerate(players):
            bit[self.position[player.id]] = 1 << i
        these = self.among(players)
        rows = (self.rows[self.position[player.id]] & these for player in players)
        return [sum([bit[i] for i in members(row)]) for row in rows]

    def opponents(self, player: Entrant, among: int) -> int:
        """Count how many of a set the player may meet."""
        return (self.rows[self.position[player.id]] & among).bit_count()

    def can_complete(self, players: Iterable[Entrant]) -> bool:
        """Return True if all of these can be paired with one another."""
        return has_perfect_matching(self.rows, self.among(players))

    def find_left_over(self, these: int) -> int | None:
        """Return 0 if all of `these` can be matched; if one player must be left over, those who can
        be that player.

        Return None if more than one must be left over.
        """
        mate = maximum_matching(self.rows, available=these)
        exposed = [i for i in members(these) if mate[i] < 0]
        if len(exposed) > 1:
            return None
        if not exposed:
            return 0
        tree = grow_tree(self.rows, mate, exposed[0], 0, these)
        assert isinstance(tree, HungarianTree)  # no vertex was searched for, so none was found
        return tree.outer

    def possible_byes(self) -> list[Entrant]:
        """Return the players who may have the bye in an odd field and leave a complete pairing."""
        extended = self._with_bye()
        mate = maximum_matching(extended)
        if -1 in mate:
            return []
        bye = len(self.players)
        return [self.players[i] for i in members(possible_partners(extended, mate, bye))]

    def blocked_players(self) -> list[Entrant]:
        """Return players who cannot all be paired (of a field without a legal pairing)."""
        rows = self.complete_rows()
        return _blocked_players(self.players, rows, maximum_matching(rows))

    def can_be_completed(self) -> bool:
        """Return True if the whole field can be paired, with a bye if its number is odd."""
        return has_perfect_matching(self.complete_rows())

    def complete_rows(self) -> list[int]:
        """Return the graph in which a pairing of the whole field is a perfect matching."""
        return self._with_bye() if len(self.players) % 2 else self.rows

    def _with_bye(self) -> list[int]:
        """Return the graph with one more vertex for the bye."""
        n = len(self.players)
        allowed = sum(1 << i for i, player in enumerate(self.players) if not player.barred)
        return [row | (allowed >> i & 1) << n for i, row in enumerate(self.rows)] + [allowed]


def count_pairs(players: Sequence[Entrant], may_meet: MayMeet) -> int:
    """Return the largest number of pairs that these players can make among themselves."""
    rows = graph(players, may_meet, lambda player: False, 0)
    return (len(players) - maximum_matching(rows).count(-1)) // 2


def graph(
    players: Sequence[Entrant],
    may_meet: MayMeet,
    may_leave: Callable[[Entrant], bool],
    leaving: int,
) -> list[int]:
    """Return the graph of possible pairs, followed by one vertex per player who may be left
    unpaired."""
    n = len(players)
    rows = [0] * (n + leaving)
    for i, a in enumerate(players):
        for j in range(i):
            if may_meet(players[j], a):
                rows[i] |= 1 << j
                rows[j] |= 1 << i
        if leaving and may_leave(a):
            for place in range(n, n + leaving):
                rows[i] |= 1 << place
                rows[place] |= 1 << i
    return rows


def can_be_paired(players: Sequence[Entrant], may_meet: MayMeet, byes: int = 0) -> bool:
    """Return True if all players can be paired, or have one of the byes."""
    return has_perfect_matching(graph(players, may_meet, has_right_to_bye, byes))


def has_right_to_bye(player: Entrant) -> bool:
    return not player.barred


def refuse_impossible(
    players: Sequence[Entrant], may_meet: MayMeet, criteria: tuple[str, ...]
) -> None:
    """Raise `Impossible` with the players who block the round, if no legal pairing exists."""
    rows = graph(players, may_meet, has_right_to_bye, len(players) % 2)
    mate = maximum_matching(rows)
    if -1 in mate:
        raise no_legal_pairing(_blocked_players(players, rows, mate), criteria)


def impossible(legal: LegalPairs, criteria: Iterable[str]) -> Impossible:
    """Return the error for a field without a legal pairing, with players who cannot all be
    paired."""
    return no_legal_pairing(legal.blocked_players(), tuple(criteria))


def _blocked_players(
    players: Sequence[Entrant], rows: Sequence[int], mate: list[int]
) -> list[Entrant]:
    """Return players who cannot all be paired, from the Gallai-Edmonds barrier."""
    components = barrier(rows, mate).odd_components
    found = sorted(i for component in components for i in members(component))
    return [players[i] for i in found if i < len(players)]


NO_BYE = EventType(
    "no-bye",
    N_("Without {players} the others could not all be paired, so the bye goes to another player."),
)


def first_for_bye(
    order: Sequence[Entrant],
    can_be_spared: Callable[[Entrant], bool],
    articles: tuple[str, str],
    trace: Trace | None,
    bar: str = "",
) -> Entrant:
    """Return the first player who may have the bye and without whom the others can be paired.

    There must be such a player. `articles`: the one that passes over a player whom the others need,
    and the one that decides. `bar`: the one by which some may not have it, if it is another one.
    """
    barred: list[int] = []
    needed: list[int] = []
    for player in order:
        if player.barred:
            barred.append(player.id)
        elif not can_be_spared(player):
            needed.append(player.id)
        else:
            if trace is not None:
                if needed:
                    trace.append(ProcedureEvent(articles[0], NO_BYE, tuple(needed)))
                equal = tuple(other.id for other in order if other.score == player.score)
                trace.append(ByeDecided(player.id, articles[1], tuple(barred), bar, equal))
            return player
    raise AssertionError("somebody may have the bye")
