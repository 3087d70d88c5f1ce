"""Round robins beside the Berger tables."""

import random
from dataclasses import replace

import pytest

from crivello.audit.checker import RoundReport, Verdict
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.audit.round_robin import check_round_robin, is_round_robin
from crivello.model.player import Player
from crivello.model.result import Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.rounds import berger_table


def event(players: int, cycles: int = 1) -> Tournament:
    rounds = []
    for cycle in range(cycles):
        for boards in berger_table(players):
            games = [Game(b, w) if cycle % 2 else Game(w, b) for w, b in boards]
            rounds.append(Round(tuple(replace(g, result=Result.DRAW) for g in games)))
    entries = tuple(Player(n, n, f"P{n}") for n in range(1, players + 1))
    return Tournament(entries, tuple(rounds))


def verdicts(tournament: Tournament) -> list[Verdict]:
    return [report.verdict for report in check_round_robin(tournament)]


@pytest.mark.parametrize(("players", "cycles"), [(6, 1), (7, 1), (10, 1), (6, 2), (9, 2)])
def test_a_round_robin_is_recognised_and_the_same(players: int, cycles: int) -> None:
    tournament = event(players, cycles)
    assert is_round_robin(tournament)
    assert set(verdicts(tournament)) == {Verdict.SAME}


def test_rounds_in_another_order_are_named() -> None:
    """As the annex recommends for a double one: the last two rounds of the first cycle."""
    double = event(6, 2)
    rounds = list(double.rounds)
    rounds[3], rounds[4] = rounds[4], rounds[3]
    reports: list[RoundReport] = list(check_round_robin(replace(double, rounds=tuple(rounds))))
    explained = [r for r in reports if r.verdict is Verdict.EXPLAINED]
    assert [r.round for r in explained] == [4, 5]
    assert [r.cause.sentence.values["number"] for r in explained if r.cause] == [5, 4]


def test_a_turned_game_is_different() -> None:
    tournament = event(8)
    this = tournament.round(3)
    first = this.games[0]
    games = (Game(first.black, first.white, Result.DRAW), *this.games[1:])
    rounds = (*tournament.rounds[:2], Round(games), *tournament.rounds[3:])
    found = verdicts(replace(tournament, rounds=rounds))
    assert [n for n, verdict in enumerate(found, 1) if verdict is Verdict.DIFFERENT] == [3]


def test_an_unfinished_one_is_known_by_what_the_file_says() -> None:
    part = replace(event(8), rounds=event(8).rounds[:3])
    assert not is_round_robin(part)
    named = replace(part, settings=Settings(kind="Individual: Round-Robin"))
    assert is_round_robin(named)
    assert verdicts(named) == [Verdict.SAME] * 3


def test_a_swiss_tournament_is_none() -> None:
    for seed in range(10):
        players = random.Random(seed).randint(6, 20)
        tournament = generate(Recipe(players=players, rounds=5), seed)
        if players > 6:
            assert not is_round_robin(tournament)
