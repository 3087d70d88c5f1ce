"""Round robins compared with the Berger tables."""

import random
from dataclasses import replace

import pytest

from crivello.audit.checker import Verdict
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.audit.round_robin import check_round_robin
from crivello.model.player import Player
from crivello.model.result import Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.round_robin import berger_table, plays_round_robin


def event(players: int, cycles: int = 1) -> Tournament:
    rounds = []
    for cycle in range(cycles):
        for boards in berger_table(players):
            games = [Game(b, w) if cycle % 2 else Game(w, b) for w, b in boards]
            rounds.append(Round(tuple(replace(g, result=Result.DRAW) for g in games)))
    entries = tuple(Player(f"P{n}", id=n, number=n) for n in range(1, players + 1))
    return Tournament(entries, tuple(rounds))


def verdicts(tournament: Tournament) -> list[Verdict]:
    return [report.verdict for report in check_round_robin(tournament).rounds]


@pytest.mark.parametrize(("players", "cycles"), [(6, 1), (7, 1), (10, 1), (6, 2), (9, 2)])
def test_a_round_robin_is_recognised_and_the_same(players: int, cycles: int) -> None:
    tournament = event(players, cycles)
    assert plays_round_robin(tournament)
    assert set(verdicts(tournament)) == {Verdict.SAME}


def exchanged(tournament: Tournament, one: int, other: int) -> Tournament:
    rounds = list(tournament.rounds)
    rounds[one - 1], rounds[other - 1] = rounds[other - 1], rounds[one - 1]
    return replace(tournament, rounds=tuple(rounds))


def test_rounds_in_another_order_are_named() -> None:
    found = check_round_robin(exchanged(event(8), 2, 4)).rounds
    explained = [report for report in found if report.verdict is Verdict.EXPLAINED]
    assert [report.round for report in explained] == [2, 4]
    assert [r.cause.sentence.values["number"] for r in explained if r.cause] == [4, 2]


def test_the_last_rounds_of_the_first_cycle_may_be_exchanged_or_not() -> None:
    plain, recommended = event(6, 2), exchanged(event(6, 2), 4, 5)
    assert not check_round_robin(recommended).remarks
    assert set(verdicts(recommended)) == {Verdict.SAME}
    (remark,) = check_round_robin(plain).remarks
    assert "not exchanged" in str(remark.sentence)
    assert set(verdicts(plain)) == {Verdict.SAME}


@pytest.mark.parametrize(("players", "cycles"), [(6, 1), (7, 1), (11, 1), (5, 2), (8, 2)])
def test_other_numbers_than_those_of_the_file_are_found(players: int, cycles: int) -> None:
    drawn = list(range(1, players + 1))
    random.Random(players).shuffle(drawn)
    tournament = event(players, cycles)
    entries = tuple(replace(one, number=drawn[one.id - 1]) for one in tournament.players)
    found = check_round_robin(
        replace(tournament, players=entries, settings=Settings(kind="Round Robin"))
    )
    assert found.draw == tuple(range(1, players + 1))
    assert {report.verdict for report in found.rounds} == {Verdict.SAME}


def test_rounds_of_no_table_are_told_what_they_break() -> None:
    tournament = event(6)
    again = Round(tournament.rounds[0].games)
    found = check_round_robin(replace(tournament, rounds=(*tournament.rounds[:4], again)))
    said = " ".join(str(one.sentence) for one in found.remarks)
    assert "Round 5: 1 and 6 meet again too soon" in said
    assert "1 has not met these players as often as the others: 5." in said


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
    assert not plays_round_robin(part)
    named = replace(part, settings=Settings(kind="Individual: Round-Robin"))
    assert plays_round_robin(named)
    assert verdicts(named) == [Verdict.SAME] * 3


def test_all_having_met_is_none_if_the_file_says_otherwise_or_of_few_players() -> None:
    assert not plays_round_robin(replace(event(6), settings=Settings(system="dutch-2026")))
    assert plays_round_robin(replace(event(6), settings=Settings(system="roundrobin")))
    assert not plays_round_robin(event(5))
    assert not plays_round_robin(event(4, 2))


def test_meetings_must_be_equally_many() -> None:
    """All players meet in the ten rounds, but two rounds of the second cycle are equal."""
    twice = event(6, 2)
    assert plays_round_robin(twice)
    uneven = replace(twice, rounds=(*twice.rounds[:9], twice.rounds[8]))
    assert not plays_round_robin(uneven)


def test_a_swiss_tournament_is_none() -> None:
    for seed in range(10):
        players = random.Random(seed).randint(6, 20)
        tournament = generate(Recipe(players=players, rounds=5), seed)
        if players > 6:
            assert not plays_round_robin(tournament)
