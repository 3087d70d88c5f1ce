"""Test whether all players of a round can be paired, and name those who cannot.

`LegalPairs` is for systems whose absolute rules depend only on the colours (and scores) of two
players; `graph` works for any rule, but calls it once for every two players.
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
    """Return the facts about a player's colours on which the absolute rules depend."""
    history = player.history
    return player.preference, player.strength, history.colours[-2:], history.colour_difference


def score_and_colour_kind(player: Entrant) -> Kind:
    """Return the facts about a player's score and colours on which the absolute rules depend."""
    return player.score, *colour_kind(player)


class LegalPairs:
    """The graph of pairs that the absolute rules allow; the vertices are positions in `players`.

    Apart from past opponents, `may_meet` must depend only on the *kinds* of two players (the result
    of `kind`). So it is called once for every two kinds, not for every two players.
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
        """Return the players as a bit set of positions."""
        return bitset(self.position[player.id] for player in players)

    def rows_of(self, players: Sequence[Entrant]) -> list[int]:
        """Return the graph of these players alone; its vertices are their positions in
        `players`.
        """
        bit = [0] * len(self.players)
        for i, player in enumerate(players):
            bit[self.position[player.id]] = 1 << i
        these = self.among(players)
        rows = (self.rows[self.position[player.id]] & these for player in players)
        return [sum([bit[i] for i in members(row)]) for row in rows]

    def opponents(self, player: Entrant, among: int) -> int:
        """Return how many players of the set `among` the player may meet."""
        return (self.rows[self.position[player.id]] & among).bit_count()

    def can_complete(self, players: Iterable[Entrant]) -> bool:
        """Return True if all these players can be paired with one another."""
        return has_perfect_matching(self.rows, self.among(players))

    def find_left_over(self, these: int) -> int | None:
        """Return 0 if all of `these` can be paired; if one player must be left over, the set of
        those who could be; else None.
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
        """Return the players of an odd field who may have the bye and without whom all others can
        be paired.
        """
        extended = self._with_bye()
        mate = maximum_matching(extended)
        if -1 in mate:
            return []
        bye = len(self.players)
        return [self.players[i] for i in members(possible_partners(extended, mate, bye))]

    def blocked_players(self) -> list[Entrant]:
        """Return players who cannot all be paired; the field must have no legal pairing."""
        rows = self.complete_rows()
        return _find_blocked_players(self.players, rows, maximum_matching(rows))

    def can_be_completed(self) -> bool:
        """Return True if the whole field can be paired, with one bye if the number of players is
        odd.
        """
        return has_perfect_matching(self.complete_rows())

    def complete_rows(self) -> list[int]:
        """Return the graph whose perfect matchings are the pairings of the whole field; in an odd
        field it has a vertex for the bye.
        """
        return self._with_bye() if len(self.players) % 2 else self.rows

    def _with_bye(self) -> list[int]:
        """Return the graph with one more vertex, the bye, joined to all players who may have it."""
        n = len(self.players)
        allowed = sum(1 << i for i, player in enumerate(self.players) if not player.barred)
        return [row | (allowed >> i & 1) << n for i, row in enumerate(self.rows)] + [allowed]


def count_pairs(players: Sequence[Entrant], may_meet: MayMeet) -> int:
    """Return the largest number of pairs that can be made of these players."""
    rows = graph(players, may_meet, lambda player: False, 0)
    return (len(players) - maximum_matching(rows).count(-1)) // 2


def graph(
    players: Sequence[Entrant],
    may_meet: MayMeet,
    may_leave: Callable[[Entrant], bool],
    leaving: int,
) -> list[int]:
    """Return the graph of allowed pairs, as bit sets of neighbours.

    After the players follow `leaving` vertices; a player matched to one of them is left unpaired.
    """
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
    """Return True if all players can be paired when `byes` of them get a bye."""
    return has_perfect_matching(graph(players, may_meet, has_right_to_bye, byes))


def has_right_to_bye(player: Entrant) -> bool:
    return not player.barred


def refuse_impossible(
    players: Sequence[Entrant], may_meet: MayMeet, criteria: tuple[str, ...]
) -> None:
    """Raise `Impossible` if the players (with a bye, if odd) have no legal pairing.

    The error names players who cannot all be paired.
    """
    rows = graph(players, may_meet, has_right_to_bye, len(players) % 2)
    mate = maximum_matching(rows)
    if -1 in mate:
        raise no_legal_pairing(_find_blocked_players(players, rows, mate), criteria)


def impossible(legal: LegalPairs, criteria: Iterable[str]) -> Impossible:
    """Return the error for a field without a legal pairing; it names players who cannot all be
    paired.
    """
    return no_legal_pairing(legal.blocked_players(), tuple(criteria))


def _find_blocked_players(
    players: Sequence[Entrant], rows: Sequence[int], mate: list[int]
) -> list[Entrant]:
    """Return players who cannot all be paired: the members of the odd components of the
    Gallai-Edmonds barrier.
    """
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
    """Return the first player in `order` who may have the bye and whom the other players can spare;
    there must be one.

    `articles[0]` is cited for players passed over because the others need them, `articles[1]` for
    the choice. `bar` is cited for players passed over because they may not have the bye, if that is
    another article.
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
