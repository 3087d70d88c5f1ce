"""Invariants of tournaments of any size, checked by the rules and not by the solver."""

import random
from collections import Counter

import pytest

from crivello.matching.cardinality import barrier, maximum_matching
from crivello.matching.weighted import minimum_cost_perfect_matching
from crivello.model.errors import Impossible
from crivello.model.field import Entrant, Field, Strength
from crivello.model.pairing import RoundPairing
from crivello.model.result import Colour
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.upfloats import DubovBracketPaired
from crivello.rules.field import build_field
from crivello.systems.dubov.editions import EDITIONS
from crivello.systems.registry import System, find
from tests.matching.proofs import verify
from tests.support.random_events import Axes, play, random_axes


class Checked:
    """A system that checks each of its pairings."""

    def __init__(self, key: str) -> None:
        self.system: System = find(key)
        self.seen: Counter[str] = Counter()

    def pair(self, tournament: Tournament, number: int) -> RoundPairing:
        field = build_field(tournament, number, EDITIONS[self.system.key].field_rules)
        trace: Trace = []
        try:
            pairing = self.system.pair(tournament, number, trace)
        except Impossible:
            assert impossible(field)
            self.seen["impossible"] += 1
            raise
        everybody_is_paired(field, pairing)
        pairs_are_legal(field, pairing)
        bye_follows_the_rule(field, pairing)
        self.upfloaters_are_fewest(field, [s for s in trace if isinstance(s, DubovBracketPaired)])
        self.seen["rounds"] += 1
        return pairing

    def upfloaters_are_fewest(self, field: Field, brackets: list[DubovBracketPaired]) -> None:
        """Check the number of upfloaters: by a proof for the residents or, if more are needed, for
        all players left.
        """
        players = {player.id: player for player in field.entrants}
        left = [one for bracket in brackets for pair in bracket.pairs for one in pair]
        for bracket in brackets:
            residents = [players[one] for one in bracket.residents]
            number = len(bracket.upfloaters)
            if number > 1:
                self.seen["several upfloaters"] += 1
            if number > bound_by_components(residents):
                self.seen["upfloaters for completion"] += 1
                assert number == fewest_in_any_pairing([players[one] for one in left], residents)
            gone = {one for pair in bracket.pairs for one in pair}
            left = [one for one in left if one not in gone]


def may_meet(a: Entrant, b: Entrant) -> bool:
    bound = a.strength is Strength.ABSOLUTE and b.strength is Strength.ABSOLUTE
    return (
        a.id not in b.avoid and b.id not in a.avoid and not (bound and a.preference is b.preference)
    )


def everybody_is_paired(field: Field, pairing: RoundPairing) -> None:
    seated = [one for board in pairing.boards for one in (board.white, board.black)]
    if pairing.bye is not None:
        seated.append(pairing.bye)
    assert sorted(seated) == sorted(player.id for player in field.entrants)
    assert (pairing.bye is None) == (len(field.entrants) % 2 == 0)


def pairs_are_legal(field: Field, pairing: RoundPairing) -> None:
    players = {player.id: player for player in field.entrants}
    for board in pairing.boards:
        white, black = players[board.white], players[board.black]
        assert black.id not in white.avoid
        for player, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
            if player.strength is Strength.ABSOLUTE:
                assert player.preference is colour


def neighbours(players: list[Entrant]) -> list[int]:
    return [
        sum(1 << v for v, other in enumerate(players) if other is not one and may_meet(one, other))
        for one in players
    ]


def can_all_be_paired(players: list[Entrant]) -> bool:
    return -1 not in maximum_matching(neighbours(players))


def impossible(field: Field) -> bool:
    if len(field.entrants) % 2 == 0:
        return not can_all_be_paired(list(field.entrants))
    return not any(
        can_all_be_paired([other for other in field.entrants if other is not player])
        for player in field.entrants
        if not player.barred
    )


def bye_follows_the_rule(field: Field, pairing: RoundPairing) -> None:
    """Check that no player who comes earlier for the bye, and is not barred, could have had it."""
    if pairing.bye is None:
        return

    def claim(player: Entrant) -> tuple[int, int, int]:
        return player.score, -player.history.games_played, -player.number

    chosen = next(player for player in field.entrants if player.id == pairing.bye)
    assert not chosen.barred
    for player in field.entrants:
        if claim(player) < claim(chosen) and not player.barred:
            rest = [other for other in field.entrants if other is not player]
            assert not can_all_be_paired(rest)


def bound_by_components(residents: list[Entrant]) -> int:
    """Return a lower bound of residents left over: odd components minus the players between them.

    The solver names the players between; the components are counted here.
    """
    graph = neighbours(residents)
    between = barrier(graph, maximum_matching(graph)).separator
    left = {v for v in range(len(residents)) if not between >> v & 1}
    odd = 0
    while left:
        component = stack = [left.pop()]
        size = 0
        while stack:
            v = stack.pop()
            size += 1
            near = {w for w in left if graph[v] >> w & 1}
            left -= near
            component.extend(near)
        odd += size % 2
    return odd - between.bit_count()


def fewest_in_any_pairing(players: list[Entrant], residents: list[Entrant]) -> int:
    """Return the fewest pairs of a resident with a lower player in any legal pairing of all players
    left.

    The proof of this number is checked.
    """
    up = {player.id for player in residents}
    cost = [
        [
            int((a.id in up) != (b.id in up)) if a is not b and may_meet(a, b) else None
            for b in players
        ]
        for a in players
    ]
    solution = minimum_cost_perfect_matching(len(players), cost)
    assert solution is not None
    verify(len(players), cost, solution)
    return solution.total


@pytest.mark.parametrize("key", EDITIONS)
def test_invariants_in_random_tournaments(key: str) -> None:
    checked = Checked(key)
    for seed in range(60):
        rng = random.Random(seed)
        axes = random_axes(rng)
        play(rng, rng.choice((4, 7, 9, 12, 15, 20, 40)), rng.randrange(3, 12), axes, checked.pair)
    for what in ("several upfloaters", "upfloaters for completion", "impossible"):
        assert checked.seen[what] >= 5


@pytest.mark.parametrize("key", EDITIONS)
def test_invariants_with_300_players_over_11_rounds(key: str) -> None:
    checked = Checked(key)
    axes = Axes(draws=30, forfeits=2, half=2, zero=2, full=1, late=3)
    play(random.Random(300), 300, 11, axes, checked.pair)
    assert checked.seen["rounds"] == 11
