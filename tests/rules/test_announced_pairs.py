"""Pairs announced for round 1: in every system they meet, and the others are paired by the
rules.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello.audit.checker import Verdict, check
from crivello.explain.round import explain_round
from crivello.model.keys import SYSTEMS
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.field import build_field
from crivello.systems.registry import find
from crivello.words import Language, translator


def tournament(players: int, *pairs: tuple[int, int], system: str = "dutch-2026") -> Tournament:
    entries = tuple(
        Player(f"Player {number:02}", id=number, number=number, rating=2500 - 10 * number)
        for number in range(1, players + 1)
    )
    settings = Settings(
        rounds=5, system=system, initial_colour=Colour.WHITE, must_meet=tuple(pairs)
    )
    return Tournament(entries, (), settings)


def paired(event: Tournament) -> tuple[set[frozenset[int]], int | None]:
    pairing = find(event.settings.system or "").pair(event, 1)
    return {frozenset((board.white, board.black)) for board in pairing.boards}, pairing.bye


def sets(*pairs: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairs}


@pytest.mark.parametrize("system", sorted(SYSTEMS.swiss))
def test_announced_pairs_meet_in_every_system(system: str) -> None:
    boards, bye = paired(tournament(8, (1, 2), (7, 3), system=system))
    assert sets((1, 2), (3, 7)) <= boards
    assert len(boards) == 4
    assert bye is None


@pytest.mark.parametrize("system", ["dutch-2026", "dutch-2017", "lim-1999"])
def test_in_dutch_and_lim_the_others_are_paired_as_if_by_themselves(system: str) -> None:
    boards, _ = paired(tournament(14, (1, 2), system=system))
    assert boards == sets((1, 2), (3, 9), (4, 10), (5, 11), (6, 12), (7, 13), (8, 14))


def test_the_bye_goes_to_somebody_else() -> None:
    boards, bye = paired(tournament(9, (8, 9)))
    assert frozenset((8, 9)) in boards
    assert bye == 7


def test_a_pair_lapses_if_one_of_them_is_away() -> None:
    away = replace(tournament(8, (1, 2)), rounds=(Round(byes=((2, Bye.HALF_POINT),)),))
    boards, bye = paired(away)
    assert boards == sets((1, 5), (3, 6), (4, 7))
    assert bye == 8


def test_only_round_1_is_announced() -> None:
    event = tournament(4, (1, 2))
    games = (Game(1, 2, Result.DRAW), Game(3, 4, Result.DRAW))
    later = replace(event, rounds=(Round(games),))
    field = build_field(later, 2, find("dutch-2026").field_rules)
    assert {player.id: set(player.avoid) for player in field.entrants} == {
        1: {2},
        2: {1},
        3: {4},
        4: {3},
    }


def test_a_round_with_an_announced_pair_is_right() -> None:
    event = tournament(8, (1, 2))
    games = (Game(1, 2), Game(3, 6), Game(7, 4), Game(5, 8))
    drawn = tuple(replace(game, result=Result.DRAW) for game in games)
    with_pair = replace(event, rounds=(Round(drawn),))
    system = find("dutch-2026")
    assert [report.verdict for report in check(with_pair, system)] == [Verdict.SAME]
    without = replace(with_pair, settings=replace(with_pair.settings, must_meet=()))
    assert [report.verdict for report in check(without, system)] != [Verdict.SAME]


@pytest.mark.parametrize("system", sorted(SYSTEMS.swiss))
def test_the_explanation_says_that_they_were_announced(system: str) -> None:
    event = tournament(8, (1, 2), system=system)
    story = explain_round(find(system), event, 1)
    sentences = [part.sentence.template for part in story.paragraphs]
    told = "Announced before the tournament: these meet each other and nobody else: {pairs}."
    assert sentences.count(told) == 1
    assert "Must not meet in this round: {pairs}." not in sentences
    assert translator(Language.IT).say(told, pairs="1-2") != told
