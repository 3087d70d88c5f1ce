"""Answers to "why not?", compared with an enumeration of all legal pairings of the round."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from crivello.explain.answers import WhyNot, why_not_bye, why_not_colour, why_not_pair
from crivello.model.errors import Impossible
from crivello.model.pairing import RoundPairing
from crivello.model.result import Colour
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.rules.field import build_field
from crivello.systems.dubov.editions import EDITIONS as DUBOV
from crivello.systems.dutch.editions import EDITIONS as DUTCH
from crivello.systems.judgement import Defect
from crivello.systems.judgement import Wish as Granted
from crivello.systems.registry import Judge, find
from tests.explain.answer_checks import recipes
from tests.explain.exhaustive import Whole
from tests.explain.exhaustive_dubov import DubovRound
from tests.explain.exhaustive_dutch import ORDER, DutchRound
from tests.support.random_events import Axes, play, random_axes
from tests.support.samples import sample

Wish = Callable[[Whole], bool]


def events(key: str, seeds: range) -> list[tuple[Tournament, int]]:
    """Return rounds of small random tournaments, with all kinds of events."""
    found = []
    for seed in seeds:
        rng = random.Random(f"{key} {seed}")
        players = rng.randrange(4, 9)
        rounds = rng.randrange(3, 7)
        until = rng.randrange(2, rounds + 1)
        axes = random_axes(rng) if rng.random() < 0.6 else Axes(draws=rng.choice((20, 50)))
        played = play(rng, players, rounds, axes, find(key).pair, until)
        try:
            find(key).pair(played, played.next_round)
        except Impossible:
            continue
        found.append((played, played.next_round))
    return found


def questions(
    key: str, tournament: Tournament, number: int, rng: random.Random
) -> list[tuple[WhyNot, Wish]]:
    """Return some wishes about a round, each with its answer."""
    system = find(key)
    assert isinstance(system, Judge)
    judge = system.judge_for(tournament, number)
    ids = [player.id for player in judge.field.entrants]
    asked: list[tuple[WhyNot, Wish]] = []
    for _ in range(4):
        if len(ids) < 2:
            break
        one, other = rng.sample(ids, 2)
        pair = frozenset((one, other))
        asked.append(
            (
                why_not_pair(judge, one, other),
                lambda whole, pair=pair: pair in whole.sets(),  # type: ignore[misc]
            )
        )
    player = rng.choice(ids)
    if len(ids) % 2:
        asked.append(
            (
                why_not_bye(judge, player),
                lambda whole: whole.bye is not None and whole.bye.id == player,
            )
        )
    colour = rng.choice((Colour.WHITE, Colour.BLACK))
    kept = judge.opponents_with(player, colour)
    asked.append(
        (
            why_not_colour(judge, player, colour),
            lambda whole: player in whole.partner and whole.partner[player].id in kept,
        )
    )
    return asked


def enumerated(key: str, tournament: Tournament, number: int) -> DutchRound | DubovRound:
    trace: Trace = []
    find(key).pair(tournament, number, trace)
    field = build_field(tournament, number, find(key).field_rules)
    if key in DUTCH:
        return DutchRound(field, DUTCH[key], trace)
    return DubovRound(field, DUBOV[key])


def whole(everything: DutchRound | DubovRound, pairing: RoundPairing) -> Whole:
    boards = {frozenset((board.white, board.black)) for board in pairing.boards}
    (found,) = [one for one in everything.all if one.sets() == boards]
    return found


@pytest.mark.parametrize("key", [*DUTCH, *DUBOV])
def test_the_answer_is_the_first_difference_to_the_best_pairing(key: str) -> None:
    seen: Counter[str] = Counter()
    for place, (tournament, number) in enumerate(events(key, range(sample(110)))):
        everything = enumerated(key, tournament, number)
        right = whole(everything, find(key).pair(tournament, number))
        for answer, wish in questions(key, tournament, number, random.Random(place)):
            seen[check(everything, right, answer, wish)] += 1
    for kind in ("impossible", "granted", "order"):
        assert seen[kind] >= 5
    assert len(seen) >= 7  # many different criteria have decided


@pytest.mark.parametrize(
    ("key", "seed", "players", "number", "apart"),
    [
        ("dutch-2017", 4, 12, 4, (9, 7)),
        ("dutch-2017", 17, 11, 4, (11, 6)),
        ("dutch-2026", 104, 10, 2, (8, 9)),
        ("dutch-2026", 138, 9, 5, (9, 6)),
    ],
)
def test_of_equally_good_downfloaters_without_a_pair_the_first_in_order_are_chosen(
    key: str, seed: int, players: int, number: int, apart: tuple[int, int]
) -> None:
    event = recipes(key, seed, players)
    everything = enumerated(key, event, number)
    system = find(key)
    assert isinstance(system, Judge)
    found = system.judge_for(event, number).best_with(Granted(frozenset({apart})))
    others = [one for one in everything.all if frozenset(apart) not in one.sets()]
    assert whole(everything, found) == min(others, key=everything.key)


def check(everything: DutchRound | DubovRound, right: Whole, answer: WhyNot, wish: Wish) -> str:
    """Check an answer; return the code of its criterion."""
    difference = answer.difference
    granting = [one for one in everything.all if wish(one)]
    if not granting:
        assert answer.forced is None
        assert difference is not None
        assert difference.level is Defect.ABSOLUTE
        return "impossible"
    best = min(granting, key=everything.key)
    expected = everything.first_difference(right, best)
    if expected is None:
        assert difference is None
        return "granted"
    assert answer.forced is not None
    assert difference is not None
    shown = whole(everything, answer.forced)
    assert wish(shown)
    # Equal to the right one before the named bracket and criterion, and worse there.
    assert everything.first_difference(right, shown) == expected
    assert difference.score == expected.score
    if expected.code == ORDER:
        assert difference.level is Defect.ORDER
        return "order"
    assert difference.level is Defect.CRITERION
    assert difference.code == expected.code
    if expected.code == "C.5" and isinstance(everything, DutchRound):
        # It counts the pairs that are missing, and each leaves two players over.
        assert 2 * sum(difference.wrong or ()) == expected.wrong[0] - expected.right[0]
    elif expected.right:
        assert (difference.right, difference.wrong) == (expected.right, expected.wrong)
    return difference.code
