"""Every inconsistency that a tournament can have, one at a time."""

from dataclasses import replace

import pytest

from crivello.model import consistency
from crivello.model.consistency import errors, problems
from crivello.model.errors import Severity
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Acceleration, Apart, PointsAdjustment, Scoring, Settings, Team
from crivello.model.tournament import Game, Round, Tournament

GOOD = Tournament(
    (
        Player(id=1, number=1),
        Player(id=2, number=2),
        Player(id=3, number=3),
        Player(id=4, number=4),
    ),
    (
        Round((Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW))),
        Round((Game(2, 1, Result.DRAW),), ((3, Bye.PAIRING_ALLOCATED), (4, Bye.HALF_POINT))),
    ),
    Settings(rounds=5, forbidden=(Apart((1, 4)),), teams=(Team("A", (1,)),)),
)


def players(*changed: Player) -> Tournament:
    return replace(GOOD, players=(*GOOD.players[: 4 - len(changed)], *changed))


def second_round(this: Round) -> Tournament:
    return replace(GOOD, rounds=(GOOD.rounds[0], this))


def with_settings(**changes: object) -> Tournament:
    return replace(GOOD, settings=replace(GOOD.settings, **changes))  # type: ignore[arg-type]


Where = tuple[str, int | None, int | None]
DEFECTS: list[tuple[Tournament, list[Where]]] = [
    (players(Player(id=4, number=4), Player(id=4, number=3)), [
        ("ID_TWICE", 4, None), ("UNKNOWN_IN_ROUND", 3, 1), ("UNKNOWN_IN_ROUND", 3, 2),
    ]),
    (players(Player(id=4, number=3)), [("NUMBER_TWICE", None, None)]),
    (players(Player(id=4, number=0)), [("NUMBER_BELOW_ONE", 4, None)]),
    (replace(GOOD, players=(*GOOD.players, Player(id=0, number=5))), [("ID_BELOW_ONE", 0, None)]),
    (second_round(Round((Game(1, 9, Result.DRAW),))), [("UNKNOWN_IN_ROUND", 9, 2)]),
    (second_round(Round((Game(1, 1, Result.DRAW),))), [("AGAINST_ONESELF", 1, 2)]),
    (second_round(Round((Game(1, 2, Result.DRAW), Game(3, 1, Result.DRAW)))), [
        ("TWICE_IN_ROUND", 1, 2),
    ]),
    (second_round(Round((Game(1, 2, Result.DRAW),), ((2, Bye.HALF_POINT),))), [
        ("TWICE_IN_ROUND", 2, 2),
    ]),
    (second_round(Round((), ((1, Bye.PAIRING_ALLOCATED), (2, Bye.PAIRING_ALLOCATED)))), [
        ("TWO_BYES", None, 2),
    ]),
    (second_round(Round((Game(1, 2),))), [("RESULT_MISSING", 1, 2)]),
    (players(Player(id=4, number=4, entered=2)), [("NOT_ENTERED", 4, 1)]),
    (
        players(
            Player(id=3, number=3, withdrawn_after=1), Player(id=4, number=4, withdrawn_after=1)
        ),
        [("WITHDRAWN", 3, 2)],
    ),
    (with_settings(rounds=1), [("AFTER_THE_LAST", None, 2)]),
    (replace(with_settings(rounds=0), rounds=()), [("NO_ROUNDS", None, None)]),
    (with_settings(scoring=Scoring(unit=0)), [("UNIT_BELOW_ONE", None, None)]),
    (with_settings(forbidden=(Apart((1, 8)),)), [("UNKNOWN_APART", 8, None)]),
    (with_settings(forbidden=(Apart((1, 1)),)), [("TWICE_IN_GROUP", 1, None)]),
    (with_settings(keep_apart=(Apart((1, 8)),)), [("UNKNOWN_KEPT_APART", 8, None)]),
    (with_settings(must_meet=((1, 8),)), [("UNKNOWN_TO_MEET", 8, None)]),
    (with_settings(must_meet=((1, 2), (3, 1))), [("TWICE_TO_MEET", 1, None)]),
    (with_settings(teams=(Team("A", (8,)),)), [("UNKNOWN_TEAM_MEMBER", 8, None)]),
    (with_settings(acceleration=Acceleration(virtual=((8, (2,)),))), [
        ("UNKNOWN_ACCELERATED", 8, None),
    ]),
    (with_settings(acceleration=Acceleration(last_of_group_a=8)), [
        ("UNKNOWN_ACCELERATED", 8, None),
    ]),
    (with_settings(adjustments=(PointsAdjustment((8,), 1),)), [("UNKNOWN_ADJUSTED", 8, None)]),
]  # fmt: skip


def test_a_good_tournament_has_none() -> None:
    assert problems(GOOD) == []
    assert problems(Tournament()) == []


@pytest.mark.parametrize(("tournament", "expected"), DEFECTS)
def test_every_defect_of_a_tournament_is_named(
    tournament: Tournament, expected: list[Where]
) -> None:
    names = {getattr(consistency, name): name for name in dir(consistency) if name.isupper()}
    found = [(names[str(p.sentence.template)], p.player, p.round) for p in problems(tournament)]
    assert found == expected
    assert all(str(problem) for problem in problems(tournament))


def test_every_sentence_is_tried() -> None:
    sentences = {name for name in dir(consistency) if name.isupper() and name != "N_"}
    assert sentences == {name for _, found in DEFECTS for name, _, _ in found}


def test_a_missing_result_is_only_a_warning() -> None:
    tournament = second_round(Round((Game(1, 2),)))
    assert [p.severity for p in problems(tournament)] == [Severity.WARNING]
    assert errors(tournament) == []
