"""Random tournaments: complete and legal rounds, the literal search and matchings equal."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from crivello.model.errors import Impossible, TooLarge
from crivello.model.field import Entrant
from crivello.model.pairing import RoundPairing
from crivello.model.result import Colour
from crivello.model.settings import Options
from crivello.model.tournament import Tournament
from crivello.systems.completion import LegalPairs
from crivello.systems.lim.compatible import compatible, same_due
from crivello.systems.lim.exchange import exchange_order, search
from crivello.systems.lim.group import pair_group
from crivello.systems.lim.search import Matchings
from crivello.systems.registry import find
from tests.support.campaign import run
from tests.support.entrants import due, entrant
from tests.support.random_events import Axes, play, random_axes, random_pairing, start

LIM = find("lim-1999")


@pytest.mark.parametrize("seed", range(15))
def test_to_the_end(seed: int) -> None:
    assert run("lim-1999", seed, most=50, equal_scores_last=True) >= 2


@pytest.mark.slow
def test_120_players() -> None:
    assert run("lim-1999", 120, least=100, most=120, equal_scores_last=True) >= 5


@pytest.mark.parametrize("seed", range(200))
def test_literal_search_and_matchings_agree(seed: int) -> None:
    """Small fields of any kind, paired by the system or with a history no system would make."""
    rng = random.Random(f"lim {seed}")
    players, rounds = rng.randrange(3, 11), rng.randrange(3, 9)
    options = Options(maxi_tournament=rng.random() < 0.3)
    by_chance = random_pairing(rng) if rng.random() < 0.4 else None

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        settings = replace(tournament.settings, options=options)
        tournament = replace(tournament, settings=settings)
        try:
            sifted = LIM.sift(tournament, number)
        except Impossible:
            with pytest.raises(Impossible):
                LIM.pair(tournament, number)
            raise
        assert LIM.pair(tournament, number) == sifted
        return by_chance(tournament, number) if by_chance else sifted

    play(rng, players, rounds, random_axes(rng), pair)


def first_scrutiny(players: list[Entrant]) -> list[tuple[Entrant, Entrant]] | None:
    """4.1 to 4.3 by walking through the columns of the text."""
    columns = [column for _, column in search(players, compatible)]
    last = columns[-1]
    return last if all(compatible(a, b) for a, b in last) else None


def second_scrutiny(
    accepted: list[tuple[Entrant, Entrant]], left: list[Entrant]
) -> list[tuple[Entrant, Entrant]]:
    """5.2: pair by pair, exchange the partner for the first one due the other colour."""
    if not left:
        return accepted
    proposal = first_scrutiny(left)
    assert proposal is not None
    first, partner = proposal[0]
    if same_due(first, partner):
        for other in exchange_order(left):
            rest = [player for player in left if player not in (first, other)]
            if compatible(first, other) and not same_due(first, other):
                if not rest or first_scrutiny(rest):
                    partner = other
                    break
    rest = [player for player in left if player not in (first, partner)]
    return second_scrutiny([*accepted, (first, partner)], rest)


@pytest.mark.parametrize("seed", range(300))
def test_the_scrutinies_step_by_step(seed: int) -> None:
    """A group without floaters, against a walk through all columns."""
    rng = random.Random(f"scrutiny {seed}")
    size = rng.choice([2, 4, 6, 8])
    avoid: dict[int, set[int]] = {k: set() for k in range(1, size + 1)}
    density = rng.choice([0.0, 0.2, 0.4])
    for a in avoid:
        for b in range(1, a):
            if rng.random() < density:
                avoid[a].add(b)
                avoid[b].add(a)
    dues = (Colour.WHITE, Colour.BLACK, None)
    players = [entrant(k, due(rng.choice(dues)), avoid[k]) for k in avoid]
    if rng.random() < 0.5:
        players.reverse()  # upward
    if first_scrutiny(players) is None:
        assert not LegalPairs(players, compatible).can_complete(players)
        return
    found = pair_group([], players, Matchings(LegalPairs(players, compatible)))
    assert found == second_scrutiny([], players)


def test_the_literal_search_refuses_large_fields() -> None:
    event = start(random.Random(1), 40, 1, Axes())
    with pytest.raises(TooLarge, match="40 players"):
        LIM.sift(event, 1)
