"""Random tournaments: rounds are complete and legal, and sieve and solver agree."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

import pytest

from crivello.model.errors import Illegal, Impossible, TooLarge
from crivello.model.pairing import RoundPairing
from crivello.model.settings import Apart, Options
from crivello.model.tournament import Tournament
from crivello.systems.burstein import solver
from crivello.systems.registry import find
from tests.support.campaign import run
from tests.support.random_events import Axes, play, random_axes, random_pairing, start
from tests.support.samples import sample
from tools.agree_burstein import differing
from tools.agreement import run as run_comparison

OLD, NEW = find("burstein-2016"), find("burstein-2026")


@pytest.mark.parametrize("seed", range(12))
def test_2016_to_the_end(seed: int) -> None:
    assert run("burstein-2016", seed, most=50) >= 2


@pytest.mark.parametrize("seed", range(8))
def test_2026_to_the_end(seed: int) -> None:
    # Burstein 2026: 1.9, C1-C4
    assert run("burstein-2026", seed, most=50) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("key", ["burstein-2016", "burstein-2026"])
def test_120_players(key: str) -> None:
    assert run(key, 120, least=100, most=120) >= 5


def both(system_key: str, tournament: Tournament, number: int) -> RoundPairing:
    """Return the answer of the solver, which must be that of the sieve."""
    system = find(system_key)
    try:
        sifted = system.sift(tournament, number)
    except Impossible:
        with pytest.raises(Impossible):
            system.pair(tournament, number)
        raise
    assert system.pair(tournament, number) == sifted
    return sifted


@pytest.mark.parametrize("seed", range(sample(250)))
def test_sieve_and_solver_agree(seed: int) -> None:
    # Burstein 2026: 3.2, C5-C8
    """Small fields of all kinds are paired after rounds of the system, or after random ones."""
    rng = random.Random(f"burstein sieve {seed}")
    players, rounds = rng.randrange(3, 10), rng.randrange(3, 9)
    axes = random_axes(rng)
    imaginary = rng.random() < 0.3
    by_chance = random_pairing(rng)
    leading = rng.choice(["burstein-2016", "burstein-2026", "chance"])

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        if imaginary:
            options = Options(imaginary_point=True)
            settings = replace(tournament.settings, options=options)
            tournament = replace(tournament, settings=settings)
        made = {"burstein-2016": both("burstein-2016", tournament, number)}
        if number > min(rounds // 2, 4):
            made["burstein-2026"] = both("burstein-2026", tournament, number)
        return made.get(leading) or by_chance(tournament, number)

    play(rng, players, rounds, axes, pair)


def forcing(tournament: Tournament, number: int, one: int, other: int) -> Tournament:
    """Return the tournament with two players who may meet only each other."""
    others = [player.id for player in tournament.players if player.id not in (one, other)]
    more = tuple(Apart((a, b), number, number) for a in (one, other) for b in others)
    settings = replace(tournament.settings, forbidden=tournament.settings.forbidden + more)
    return replace(tournament, settings=settings)


@pytest.mark.parametrize("key", ["burstein-2016", "burstein-2026"])
def test_sieve_and_solver_agree_where_two_have_no_choice(key: str) -> None:
    paired = 0
    for seed in range(60):
        rng = random.Random(f"no choice {seed}")
        played = play(rng, rng.randrange(6, 10), 9, Axes(), find(key).pair, until=5)
        one, other = rng.sample([player.id for player in played.players], 2)
        try:
            both(key, forcing(played, 6, one, other), 6)
        except Impossible:
            continue
        paired += 1
    assert paired > 20


def test_the_bound_on_types_gives_what_a_matching_with_costs_gives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = []
    for seed in range(12):
        rng = random.Random(f"types {seed}")
        played = play(rng, rng.randrange(20, 40), 9, Axes(), NEW.pair, until=5)
        ids = [player.id for player in played.players]
        for event in (played, *(forcing(played, 6, *rng.sample(ids, 2)) for _ in range(4))):
            with suppress(Impossible):
                found.append((event, NEW.pair(event, 6)))
    assert len(found) > 30
    monkeypatch.setattr(solver, "_pair_alone", lambda *_: None)
    assert all(NEW.pair(event, 6) == pairing for event, pairing in found)


def test_the_number_of_seeding_rounds_needs_the_number_of_rounds() -> None:
    event = start(random.Random(1), 8, 5, Axes())
    unknown = replace(event, settings=replace(event.settings, rounds=None))
    with pytest.raises(Illegal, match="announce"):
        NEW.pair(unknown, 1)
    assert len(OLD.pair(unknown, 1).boards) == 4


def test_who_blocks_a_round() -> None:
    """Three players have met one another and all others but one."""
    rng = random.Random(5)
    event = play(rng, 4, 7, Axes(), OLD.pair)
    with pytest.raises(Impossible) as refusal:
        OLD.pair(event, event.next_round)
    assert set(refusal.value.blocked) <= {1, 2, 3, 4}
    assert len(refusal.value.blocked) >= 2
    assert "3.1" in refusal.value.criteria


def test_the_literal_search_refuses_large_fields() -> None:
    event = start(random.Random(1), 40, 1, Axes())
    with pytest.raises(TooLarge, match="40 players"):
        OLD.sift(event, 1)
    with pytest.raises(TooLarge, match="40 players"):
        NEW.sift(event, 1)


def test_the_solver_agrees_with_a_second_reading_of_the_text() -> None:
    """`make agree WHAT=burstein` compares 10,000 rounds."""
    seen, differences = run_comparison(differing, 250, seed=3)
    assert differences == []
    assert all(seen[event] for event in ("merged-below", "merged-last", "paired-again"))
