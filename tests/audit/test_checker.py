"""The checker finds nothing in sound tournaments, and exactly the planted changes in others."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import pytest

from crivello.audit.checker import EFFORT, RoundReport, Verdict, check, check_round
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.model.result import Bye, Result
from crivello.model.sentence import ListOf, PlayerRef
from crivello.model.settings import Options, Parity
from crivello.model.tournament import Game, Round, Tournament
from crivello.systems.judgement import Defect
from crivello.systems.registry import System, find
from tests.support.samples import sample

KEYS = ("dutch-2017", "dutch-2026")


def event(seed: int, key: str, **recipe: int) -> Tournament:
    wanted: dict[str, int] = {"players": 14 + seed % 7, "rounds": 6, "draw_percentage": 35} | recipe
    return generate(replace(Recipe(system=key), **wanted), seed)  # type: ignore[arg-type]


def report(tournament: Tournament, key: str, effort: int = EFFORT) -> list[RoundReport]:
    return list(check(tournament, find(key), effort))


def with_round(tournament: Tournament, number: int, this: Round) -> Tournament:
    rounds = list(tournament.rounds)
    rounds[number - 1] = this
    return replace(tournament, rounds=tuple(rounds))


@pytest.mark.parametrize("key", KEYS)
def test_a_generated_tournament_is_the_same_in_every_round(key: str) -> None:
    for seed in range(6):
        tournament = event(seed, key, forfeit_rate=20, half_point_bye_rate=20, withdrawal_rate=60)
        assert {r.verdict for r in report(tournament, key)} == {Verdict.SAME}


# ------------------------------------------------------------------ planted in the last round

Plant = Callable[[random.Random, Round], Round]


def swap_colours(rng: random.Random, this: Round) -> Round:
    games = list(this.games)
    i = rng.randrange(len(games))
    game = games[i]
    assert game.result is not None
    games[i] = Game(game.black, game.white, game.result.mirrored)
    return replace(this, games=tuple(games))


def swap_opponents(rng: random.Random, this: Round) -> Round:
    games = list(this.games)
    i, j = rng.sample(range(len(games)), 2)
    games[i], games[j] = (
        replace(games[i], black=games[j].black),
        replace(games[j], black=games[i].black),
    )
    return replace(this, games=tuple(games))


def wrong_bye(rng: random.Random, this: Round) -> Round:
    """Return the round with the bye and the Black player of a random game exchanged."""
    (bye,) = (player for player, kind in this.byes if kind is Bye.PAIRING_ALLOCATED)
    games = list(this.games)
    i = rng.randrange(len(games))
    other = games[i].black
    games[i] = replace(games[i], black=bye)
    byes = tuple((other if p == bye else p, kind) for p, kind in this.byes)
    return replace(this, games=tuple(games), byes=byes)


@pytest.mark.parametrize("seed", range(sample(10)))
@pytest.mark.parametrize("plant", [swap_colours, swap_opponents, wrong_bye])
def test_what_is_planted_in_the_last_round_is_found_there(plant: Plant, seed: int) -> None:
    key = KEYS[seed % 2]
    rng = random.Random(seed)
    tournament = event(seed, key, players=15 + 2 * (seed % 3))
    last = tournament.paired_rounds
    broken = with_round(tournament, last, plant(rng, tournament.round(last)))
    reports = report(broken, key)
    assert [r.verdict for r in reports] == [Verdict.SAME] * (last - 1) + [Verdict.DIFFERENT]
    difference = reports[-1].difference
    assert difference is not None
    if plant is swap_colours:
        assert difference.level is Defect.COLOUR
    else:
        assert difference.level is not Defect.COLOUR
    if difference.level is Defect.CRITERION and difference.right and difference.wrong:
        assert difference.wrong > difference.right


@pytest.mark.parametrize("key", ["dubov-2018", "dubov-2026", "burstein-2026", "lim-1999"])
@pytest.mark.parametrize("plant", [swap_colours, swap_opponents, wrong_bye])
def test_the_other_systems_find_it_too(plant: Plant, key: str) -> None:
    for seed in range(2):
        tournament = event(seed, key, players=15)
        last = tournament.paired_rounds
        broken = with_round(tournament, last, plant(random.Random(seed), tournament.round(last)))
        reports = report(broken, key)
        assert [r.verdict for r in reports] == [Verdict.SAME] * (last - 1) + [Verdict.DIFFERENT]
        difference = reports[-1].difference
        assert difference is not None
        assert (difference.level is Defect.COLOUR) == (plant is swap_colours)
        if key.startswith("dubov"):
            assert difference.code


def test_colours_swapped_in_the_file_are_found_where_they_are() -> None:
    """Later rounds, paired from the true colours, are explained by the reversal of this game."""
    explained = 0
    for seed in range(6):
        key = KEYS[seed % 2]
        tournament = event(seed, key, players=16)
        rng = random.Random(seed)
        broken = with_round(tournament, 3, swap_colours(rng, tournament.round(3)))
        (swapped,) = set(broken.round(3).games) - set(tournament.round(3).games)
        reports = report(broken, key)
        assert [r.round for r in reports if r.verdict is Verdict.DIFFERENT] == [3]
        for found in reports:
            if found.verdict is Verdict.EXPLAINED:
                assert found.cause is not None
                assert found.cause.kind == "colours-corrected"
                assert found.cause.sentence.values["white"] == PlayerRef(swapped.white)
                explained += 1
    assert explained >= 6


@pytest.mark.parametrize("seed", range(5))
def test_a_rematch_is_named(seed: int) -> None:
    key = KEYS[seed % 2]
    tournament = event(seed, key, players=16)
    last = tournament.paired_rounds
    first = tournament.round(1).games[seed]
    games = list(tournament.round(last).games)
    i = next(i for i, game in enumerate(games) if first.white in (game.white, game.black))
    j = next(i for i, game in enumerate(games) if first.black in (game.white, game.black))
    assert i != j
    left = [p for g in (games[i], games[j]) for p in (g.white, g.black)]
    left = [p for p in left if p not in (first.white, first.black)]
    games[i] = Game(first.white, first.black, Result.DRAW)
    games[j] = Game(left[0], left[1], Result.DRAW)
    broken = with_round(tournament, last, replace(tournament.round(last), games=tuple(games)))
    final = report(broken, key)[-1]
    assert final.verdict is Verdict.DIFFERENT
    assert final.difference is not None
    assert final.difference.level is Defect.ABSOLUTE
    assert final.difference.code in ("C.1", "C1")


# ------------------------------------------------------------------ explained


def disturbed_rounds(tournament: Tournament, key: str) -> list[int]:
    reports = report(tournament, key, effort=0)
    return [r.round for r in reports if r.verdict is not Verdict.SAME]


@pytest.mark.parametrize("seed", range(sample(12)))
@pytest.mark.parametrize(
    ("then", "now", "kind"),
    [
        (Result.BLACK_WINS, Result.DRAW, "result-corrected"),
        (Result.DRAW, Result.WHITE_WINS, "taken-as-a-draw"),
    ],
)
def test_a_result_that_came_after_the_pairing_explains_the_round(
    then: Result, now: Result, kind: str, seed: int
) -> None:
    """The file has the corrected result; the next round was paired with the earlier one."""
    key = KEYS[seed % 2]
    tournament = event(seed, key, players=24, rounds=5)
    past = 4
    for game in tournament.round(past).games:
        if game.result is then:
            games = tuple(
                replace(g, result=now) if g is game else g for g in tournament.round(past).games
            )
            corrected = with_round(tournament, past, replace(tournament.round(past), games=games))
            if disturbed_rounds(corrected, key) == [past + 1]:
                break
    else:
        raise AssertionError("no game of this tournament disturbs the next pairing")
    final = report(corrected, key)[-1]
    assert final.verdict is Verdict.EXPLAINED
    assert final.cause is not None
    assert final.cause.kind == kind
    named = {name: final.cause.sentence.values[name] for name in ("round", "white", "black")}
    assert named == {"round": past, "white": PlayerRef(game.white), "black": PlayerRef(game.black)}
    if kind == "result-corrected":
        assert final.cause.sentence.values["result"] == "0-1"


def test_an_open_game_is_taken_as_a_draw() -> None:
    """A game has no result, and the next round was paired nevertheless."""
    tournament = event(1, "dutch-2026", players=12, rounds=4)
    game = tournament.round(2).games[0]
    adjourned = replace(game, result=Result.ADJOURNED)
    start = with_round(
        replace(tournament, rounds=tournament.rounds[:2]),
        2,
        replace(tournament.round(2), games=(adjourned, *tournament.round(2).games[1:])),
    )
    boards = find("dutch-2026").pair(start, 3).boards
    third = Round(tuple(Game(b.white, b.black, Result.DRAW) for b in boards))
    still_open = replace(game, result=None)
    games = (still_open, *tournament.round(2).games[1:])
    whole = replace(start, rounds=(start.rounds[0], Round(games, start.rounds[1].byes), third))
    last = report(whole, "dutch-2026")[-1]
    assert last.verdict is Verdict.EXPLAINED
    assert last.cause is not None
    assert last.cause.kind == "open-games"


DECISIVE = (Result.WHITE_WINS, Result.BLACK_WINS)


def test_a_late_entry_with_the_last_number_explains_the_round() -> None:
    """In the file, the late players have since moved to their places by rating."""
    found = 0
    for seed in range(8):
        key = KEYS[seed % 2]
        rng = random.Random(seed)
        tournament = event(seed, key, players=14, rounds=1)
        first = tournament.players[0]
        late = replace(first, number=15, entered=2)
        players = (*tournament.players[1:], late)
        start = replace(tournament, players=players, rounds=())
        for number in (1, 2):
            pairing = find(key).pair(start, number)
            ends = [rng.choice(DECISIVE) for _ in pairing.boards]
            games = tuple(
                Game(b.white, b.black, end) for b, end in zip(pairing.boards, ends, strict=True)
            )
            byes = () if pairing.bye is None else ((pairing.bye, Bye.PAIRING_ALLOCATED),)
            start = replace(start, rounds=(*start.rounds, Round(games, byes)))
        today = replace(start, players=(*tournament.players[1:], replace(late, number=1)))
        second = report(today, key)[1]
        if second.verdict is Verdict.EXPLAINED:
            assert second.cause is not None
            assert second.cause.kind == "number-of-late-entry"
            assert second.cause.sentence.values == {"players": ListOf.players([first.id])}
            found += 1
    assert found >= 4


def test_the_effort_is_bounded() -> None:
    tournament = event(1, "dutch-2026", players=17)
    last = tournament.paired_rounds
    broken = with_round(tournament, last, wrong_bye(random.Random(1), tournament.round(last)))
    system = find("dutch-2026")
    tried = 0

    class Counting:
        def __getattr__(self, name: str) -> object:
            return getattr(system, name)

        def pair(self, tournament: Tournament, round_number: int, *more: object) -> object:
            nonlocal tried
            tried += 1
            return system.pair(tournament, round_number)

    final = check_round(broken, last, cast(System, Counting()), effort=800)
    assert final.verdict is Verdict.DIFFERENT
    assert final.exhausted
    assert 10 < tried < 110


def test_colours_reversed_in_play_and_followed_by_the_next_round() -> None:
    found = 0
    for seed in range(30):
        key = KEYS[seed % 2]
        four = event(seed, key, players=12, rounds=4)
        three = replace(four, rounds=four.rounds[:3])
        for game in three.round(3).games:
            assert game.result is not None
            turned = Game(game.black, game.white, game.result.mirrored)
            games = tuple(turned if g is game else g for g in three.round(3).games)
            played = with_round(three, 3, replace(three.round(3), games=games))
            # the next round is paired by what was really played
            pairing = find(key).pair(played, 4)
            games4 = tuple(Game(b.white, b.black, Result.DRAW) for b in pairing.boards)
            whole = replace(played, rounds=(*played.rounds, Round(games4)))
            third = report(whole, key)[2]
            if third.verdict is Verdict.EXPLAINED:
                assert third.cause is not None
                if third.cause.kind == "colours-reversed":
                    found += 1
            else:
                assert third.verdict is Verdict.DIFFERENT
        if found >= 3:
            break
    assert found >= 3


def test_colours_by_the_final_numbers_are_named() -> None:
    """A program used the numbers of the final list although a player had not yet entered."""
    tournament = event(3, "dutch-2026", players=13, rounds=3)
    late = replace(tournament.players[0], entered=2)
    literal = replace(tournament.settings, options=Options(parity=Parity.LITERAL))
    start = replace(
        tournament, players=(late, *tournament.players[1:]), rounds=(), settings=literal
    )
    pairing = find("dutch-2026").pair(start, 1)
    games = tuple(Game(b.white, b.black, Result.DRAW) for b in pairing.boards)
    played = replace(start, rounds=(Round(games),), settings=tournament.settings)
    (only,) = report(played, "dutch-2026")
    assert only.verdict is Verdict.EXPLAINED
    assert only.cause is not None
    assert only.cause.kind == "literal-numbers"


def test_a_round_for_which_nothing_is_left_of_the_budget_says_so() -> None:
    tournament = event(1, "dutch-2026", players=17)
    last = tournament.paired_rounds
    broken = with_round(tournament, last, wrong_bye(random.Random(1), tournament.round(last)))
    final = list(check(broken, find("dutch-2026"), effort_of_file=0))[-1]
    assert (final.verdict, final.exhausted) == (Verdict.DIFFERENT, True)
