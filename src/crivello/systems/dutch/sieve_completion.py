"""Completion (C.4, A.9; C4, C5): can everybody not yet paired still be paired?"""

from __future__ import annotations

from collections.abc import Sequence

from crivello.model.errors import N_, Impossible
from crivello.model.field import Entrant, Field, Strength
from crivello.model.sentence import ListOf
from crivello.systems.dutch.bracket import may_meet, topscorers
from crivello.systems.dutch.editions import Edition
from crivello.systems.dutch.sieve_matching import NOBODY, maximum_matching

Witness = tuple[tuple[int, int], ...]


class Completion:
    """The completion test of one round."""

    def __init__(self, field: Field, edition: Edition) -> None:
        self.field = field
        self.edition = edition
        self.top = topscorers(field)
        self.odd = len(field.entrants) % 2 == 1
        self.bye_score: int | None = None
        """C5: the score at which the bye must be given, once it is known."""
        self._known: dict[tuple[frozenset[int], int, int | None], Witness | None] = {}

    def meet(self, one: Entrant, other: Entrant) -> bool:
        return may_meet(one, other, self.top)

    def may_have_bye(self, player: Entrant) -> bool:
        return not player.barred and self.bye_score in (None, player.score)

    def witness(self, floaters: Sequence[Entrant], below: Sequence[Entrant]) -> Witness | None:
        """A legal pairing of the downfloaters of a bracket and all players below it, if any.

        Two downfloaters of one bracket are not paired with each other in it: as moved-down
        players they never will be (docs/decisions/completion-between-downfloaters.md).
        """
        key = (frozenset(player.id for player in floaters), len(below), self.bye_score)
        if key not in self._known:
            self._known[key] = self._search([*floaters, *below], len(floaters))
        return self._known[key]

    def possible(self, floaters: Sequence[Entrant], below: Sequence[Entrant]) -> bool:
        return self.witness(floaters, below) is not None

    def broken_by(self, floaters: Sequence[Entrant], below: Sequence[Entrant]) -> str | None:
        """Code of the criterion because of which these downfloaters are not allowed."""
        if self.possible(floaters, below):
            return None
        if not below and len(floaters) == 1 and floaters[0].barred:
            return self.edition.absolute[1]
        if self.bye_score is not None:
            score, self.bye_score = self.bye_score, None
            anywhere = self.possible(floaters, below)
            self.bye_score = score
            if anywhere and self.edition.lowest_bye is not None:
                return self.edition.lowest_bye
        return self.edition.completion

    def _search(self, players: Sequence[Entrant], floaters: int) -> Witness | None:
        mate = maximum_matching(self._graph(players, floaters))
        if NOBODY in mate:
            return None
        return tuple(
            (players[one].id, players[other].id)
            for one, other in enumerate(mate)
            if one < other < len(players)
        )

    def _graph(self, players: Sequence[Entrant], floaters: int) -> list[list[int]]:
        """Who may meet whom; the bye is one more vertex where their number is odd."""
        count = len(players)
        graph = [
            [
                other
                for other in range(count)
                if other != one
                and max(one, other) >= floaters
                and self.meet(players[one], players[other])
            ]
            for one in range(count)
        ]
        if count % 2:
            takers = [one for one in range(count) if self.may_have_bye(players[one])]
            for one in takers:
                graph[one].append(count)
            graph.append(takers)
        return graph

    def require(self) -> None:
        """Raise `Impossible` unless the round can be paired at all."""
        players = self.field.entrants
        if self.possible((), players):
            return
        blocked = self.blocked((), players)
        criteria = self._criteria(blocked)
        raise Impossible(
            N_("No legal pairing exists: players {players} cannot all be paired ({codes})."),
            blocked=[player.id for player in blocked],
            criteria=criteria,
            players=ListOf.players(player.id for player in blocked),
            codes=", ".join(criteria),
        )

    def blocked(self, floaters: Sequence[Entrant], below: Sequence[Entrant]) -> list[Entrant]:
        """All who are left over by one of the largest pairings (with the bye as an opponent)."""
        players = [*floaters, *below]
        graph = self._graph(players, len(floaters))

        def left_over(mates: Sequence[int]) -> int:
            return sum(mate == NOBODY for mate in mates)

        fewest = left_over(maximum_matching(graph))
        blocked = []
        for one, player in enumerate(players):
            without: list[list[int]] = [
                [] if vertex == one else [other for other in others if other != one]
                for vertex, others in enumerate(graph)
            ]
            if left_over(maximum_matching(without)) == fewest:
                blocked.append(player)
        return blocked

    def _criteria(self, blocked: Sequence[Entrant]) -> tuple[str, ...]:
        """The absolute criteria that forbid pairs, or the bye, among these players."""
        met, bye, colour = self.edition.absolute
        pairs = [(one, other) for one in blocked for other in blocked if one.id < other.id]
        found = []
        if any(other.id in one.avoid for one, other in pairs):
            found.append(met)
        if self.odd and any(player.barred for player in blocked):
            found.append(bye)
        if any(
            one.strength is other.strength is Strength.ABSOLUTE
            and other.id not in one.avoid
            and not self.meet(one, other)
            for one, other in pairs
        ):
            found.append(colour)
        return tuple(found)
