"""Rounds of matches that were paired before all boards of an earlier match had a result."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.audit.checker import RoundReport, Verdict, check
from crivello.audit.generator import generate
from crivello.audit.match_causes import all_forfeited, distinct, match_of, one_won, some_open
from crivello.audit.recipe import Recipe
from crivello.desk import actions as a
from crivello.model.matches import MatchTournament, event_of
from crivello.model.result import Result
from crivello.model.settings import PrimaryScore
from crivello.model.tournament import Game, Round, Tournament
from crivello.systems.registry import find
from tests.desk import matches
from tests.desk.desks import A

ENDS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
ADJOURNED = Result.ADJOURNED


def paired_too_early(
    folder: Path, seed: int, two_games: bool, adjourned: int
) -> tuple[list[RoundReport], tuple[int, int]]:
    """Pair round 2 while boards of a match are adjourned; then one side wins them all.

    Return the reports of the check, and the competitors of that match.
    """
    rng = random.Random(seed)
    desk = (
        matches.double_swiss(folder, 10)
        if two_games
        else matches.league(folder, 10, boards=4, members=4)
    )
    with desk:
        matches.publish(desk)
        games = desk.section(A).rounds[0].boards
        for match, boards in enumerate(games, start=1):
            ends = [rng.choice(ENDS) for _ in boards]
            if match == 1:
                ends[-adjourned:] = [ADJOURNED] * adjourned
            desk.act(
                a.EnterBoards(
                    A, tuple(a.BoardResult(match, at, one) for at, one in enumerate(ends, 1))
                )
            )
        matches.publish(desk)
        last = range(len(games[0]) - adjourned + 1, len(games[0]) + 1)
        won = tuple(a.BoardResult(1, at, Result.WHITE_WINS) for at in last)
        desk.act(a.EnterBoards(A, won, 1))
        event = desk.tournament(A)
        first = event.round(1).games[0]
        key = "doubleswiss-2026" if two_games else "team-2026"
        return list(check(event, find(key))), (first.white, first.black)


@pytest.mark.parametrize(("two_games", "adjourned"), [(False, 4), (False, 2), (True, 2), (True, 1)])
def test_a_match_that_was_adjourned_explains_the_round(
    tmp_path: Path, two_games: bool, adjourned: int
) -> None:
    explained = 0
    for seed in range(4):
        folder = tmp_path / str(seed)
        folder.mkdir()
        (_, report), pair = paired_too_early(folder, seed, two_games, adjourned)
        if report.verdict is Verdict.SAME:
            continue
        assert report.verdict is Verdict.EXPLAINED
        assert report.cause is not None
        assert report.cause.kind == "taken-as-a-draw"
        values = report.cause.sentence.values
        assert (values["white"].id, values["black"].id) == pair
        explained += 1
    assert explained


@pytest.fixture
def event(tmp_path: Path) -> MatchTournament:
    """Three matches of four boards, each with the score 2½-1½."""
    with matches.league(tmp_path, 6, boards=4, members=4) as desk:
        matches.publish(desk)
        matches.enter(desk)
        found = desk.tournament(A)
    assert isinstance(found, MatchTournament)
    return found


def test_boards_are_told_apart_by_the_points_of_the_match_alone(event: MatchTournament) -> None:
    """In a match with the results 1 = 0 1, open boards that give the same score are tried only
    once.
    """
    match = match_of(event, 1, event.round(1).games[0])
    assert match is not None
    assert match.points == (5, 3)
    found = [then.points for _, then in distinct(event, 1, match, some_open(match))]
    assert found == [(4, 4), (6, 2), (3, 5)]


def test_other_winners_and_forfeits_change_the_whole_event(event: MatchTournament) -> None:
    match = match_of(event, 1, event.round(1).games[0])
    assert match is not None
    won = [then.points for _, then in distinct(event, 1, match, one_won(match))]
    assert sorted(won) == [(3, 5), (4, 4), (6, 2), (7, 1)]
    lost = (Result.BLACK_WINS_BY_FORFEIT,)
    ((changed, then),) = distinct(event, 1, match, all_forfeited(match, lost))
    assert (then.points, then.played) == ((0, 8), False)
    assert changed.round(1).games[0].result is Result.BLACK_WINS_BY_FORFEIT
    scored = {(team, points) for team, number, points in changed.points if number == 1}
    assert (match.white, 0) in scored
    assert (match.black, 2) in scored
    assert changed.secondary_scores(2)[match.black] == 8
    assert changed.round(1).games[1:] == event.round(1).games[1:]
    assert replace(changed, rounds=(), matches=(), points=(), secondary=()) == replace(
        event, rounds=(), matches=(), points=(), secondary=()
    )


KEYS = ("team-2026", "doubleswiss-2026")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("primary", PrimaryScore)
def test_another_match_gives_the_event_that_its_games_give(key: str, primary: PrimaryScore) -> None:
    """Deriving the event from all of its games again gives the same event."""
    compared = 0
    for seed in range(8):
        event = generate(Recipe(system=key, players=8, rounds=4), seed)
        assert isinstance(event, MatchTournament)
        options = replace(event.individual.settings.options, primary_score=primary)
        settings = replace(event.individual.settings, options=options)
        event = derive(replace(event.individual, settings=settings))
        rng = random.Random(seed)
        number = rng.randint(1, len(event.matches))
        match = rng.choice([one for one in event.round_matches(number) if one.boards])
        variants = [*some_open(match), *one_won(match), *all_forfeited(match, FORFEITS)]
        rng.shuffle(variants)
        for results in variants[:4]:
            rounds = list(event.individual.rounds)
            for at, result in results.items():
                place = number - 1 if event.teams else 2 * (number - 1) + at
                game = match.boards[at].game
                assert game is not None
                rounds[place] = with_game(rounds[place], game, result)
            right = derive(replace(event.individual, rounds=tuple(rounds)))
            for changed, _ in distinct(event, number, match, [results]):
                assert changed.rounds == right.rounds
                assert changed.matches == right.matches
                assert changed.points == right.points
                assert changed.secondary == right.secondary
                assert set(changed.colourless) == set(right.colourless)
                compared += 1
    assert compared > 8


FORFEITS = (Result.WHITE_WINS_BY_FORFEIT, Result.DOUBLE_FORFEIT)


def derive(people: Tournament) -> MatchTournament:
    found = event_of(people)
    assert isinstance(found, MatchTournament)
    return found


def with_game(this: Round, old: Game, result: Result) -> Round:
    games = tuple(replace(one, result=result) if one == old else one for one in this.games)
    return replace(this, games=games)
