"""Round robins as a system: pairing, absences, changes by hand, questions, explanations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello.explain.answers import explain_player, explain_why_not_bye, explain_why_not_pair
from crivello.explain.explanation import Depth, Explanation, ExplanationWriter
from crivello.explain.player.readers import Reader, answer_player, answer_why_not_pair
from crivello.explain.round import explain_round
from crivello.model.consistency import errors
from crivello.model.errors import Illegal, Impossible
from crivello.model.pairing import Board
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import Options, Settings
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.round_robin import problems_by_hand
from crivello.systems.judgement import Defect, Wish
from crivello.systems.registry import find
from crivello.systems.roundrobin.system import RoundRobin
from crivello.words import Language


def system_of(key: str = "roundrobin") -> RoundRobin:
    system = find(key)
    assert isinstance(system, RoundRobin)
    return system


def event(players: int, key: str = "roundrobin", played: int = 0, **options: object) -> Tournament:
    """Return some rounds of the table, without results."""
    system = system_of(key)
    settings = Settings(system=key, options=replace(Options(), **options))  # type: ignore[arg-type]
    entries = tuple(Player(f"P{n}", id=n, number=n) for n in range(1, players + 1))
    tournament = Tournament(entries, (), settings)
    for number in range(1, played + 1):
        boards = system.pair(tournament, number).boards
        games = tuple(Game(board.white, board.black) for board in boards)
        tournament = replace(tournament, rounds=(*tournament.rounds, Round(games)))
    return tournament


def boards_of(tournament: Tournament, number: int) -> str:
    system = system_of(tournament.settings.system or "")
    return " ".join(map(str, system.pair(tournament, number).boards))


def text(explanation: Explanation, language: Language = Language.EN) -> str:
    writer = ExplanationWriter(language)
    shown = [one for one in explanation if one.depth <= explanation.depth]
    return " ".join(writer.say(one) for one in shown)


def test_all_rounds_are_known_without_a_result() -> None:
    tournament = event(6, played=4)
    assert boards_of(tournament, 5) == "3-6 4-2 5-1"
    assert not [one for one in errors(tournament) if "result" not in str(one.sentence)]


def test_numbers_decide_and_not_ids() -> None:
    tournament = event(4)
    drawn = tuple(replace(p, number=5 - p.id) for p in tournament.players)
    assert boards_of(replace(tournament, players=drawn), 1) == "4-1 3-2"


def test_the_free_player_of_an_odd_field_gets_no_bye() -> None:
    tournament = event(5)
    pairing = system_of().pair(tournament, 2)
    assert pairing.bye is None
    assert " ".join(map(str, pairing.boards)) == "5-3 1-2"
    said = text(explain_player(system_of(), tournament, 2, 4))
    assert "4 P4 meets the empty number and is free: no bye, no points." in said


def test_who_has_withdrawn_is_still_paired_and_forfeits() -> None:
    tournament = event(4, played=1)
    gone = replace(tournament.players[1], withdrawn_after=1)
    tournament = replace(tournament, players=(tournament.players[0], gone, *tournament.players[2:]))
    assert boards_of(tournament, 2) == "4-3 1-2"
    forfeited = Round((Game(4, 3, Result.DRAW), Game(1, 2, Result.WHITE_WINS_BY_FORFEIT)))
    first = Round(tuple(replace(g, result=Result.DRAW) for g in tournament.rounds[0].games))
    assert not errors(replace(tournament, rounds=(first, forfeited)))
    played = Round((Game(4, 3, Result.DRAW), Game(1, 2, Result.WHITE_WINS)))
    (problem,) = errors(replace(tournament, rounds=(first, played)))
    assert "withdrew after round 1" in str(problem.sentence)


def test_a_game_with_somebody_who_asked_for_a_bye_is_left_out() -> None:
    tournament = replace(event(4), rounds=(Round(byes=((3, Bye.ZERO_POINT),)),))
    assert boards_of(tournament, 1) == "1-4"
    assert "3 P3 is not paired, so the game of the table is left out." in text(
        explain_round(system_of(), tournament, 1)
    )


def test_a_round_that_the_table_does_not_have_is_refused() -> None:
    with pytest.raises(Illegal, match="with 4 players it has 3 rounds"):
        system_of().pair(event(4, played=3), 4)


def test_more_cycles_than_two() -> None:
    tournament = event(4, "doubleroundrobin")
    triple = replace(tournament, settings=replace(tournament.settings, rounds=9))
    assert len(system_of("doubleroundrobin").plan(triple)) == 9


def test_the_exchange_is_a_choice() -> None:
    assert boards_of(event(4, "doubleroundrobin", played=1), 2) == "2-4 3-1"
    plain = event(4, "doubleroundrobin", played=1, exchanged_rounds=False)
    assert boards_of(plain, 2) == "4-3 1-2"


def test_an_announced_order_of_rounds() -> None:
    assert boards_of(event(4, round_order=(3, 2, 1)), 1) == "2-4 3-1"
    with pytest.raises(Illegal, match="must name each of the 3 rounds once"):
        system_of().pair(event(4, round_order=(1, 2)), 1)


def test_a_table_does_not_go_on_from_rounds_of_another_kind() -> None:
    tournament = replace(event(4), rounds=(Round((Game(1, 2), Game(3, 4))),))
    with pytest.raises(Impossible, match="4 and 3 in round 2, but they have met in this cycle"):
        system_of().pair(tournament, 2)


def by_hand(*rounds: str, key: str = "roundrobin") -> list[str]:
    games = [
        Round(tuple(Game(int(w), int(b)) for w, b in (p.split("-") for p in this.split())))
        for this in rounds
    ]
    tournament = replace(event(4, key), rounds=tuple(games))
    return [str(one.sentence) for one in problems_by_hand(tournament)]


def test_rounds_by_hand_are_held_to_one_meeting_a_cycle() -> None:
    assert by_hand("1-2 3-4", "3-1 4-2", "1-4 2-3") == []
    assert by_hand("1-2 3-4", "2-1 4-3") == [
        "Round 2: 2 and 1 meet again too soon; meetings so far: 2, allowed by this round: 1.",
        "Round 2: 4 and 3 meet again too soon; meetings so far: 2, allowed by this round: 1.",
    ]
    found = by_hand("1-2 3-4", "3-1 4-2", "1-4 2-3", "2-1 4-3", key="doubleroundrobin")
    assert found == []


def test_three_colours_running_are_noticed_in_rounds_by_hand() -> None:
    found = by_hand("1-2 3-4", "1-3 4-2", "1-4 3-2")
    assert found == [
        "Round 3: 1 has one colour for the third time running.",
        "Round 3: 2 has one colour for the third time running.",
    ]


def test_other_boards_are_judged_by_the_table() -> None:
    system, tournament = system_of(), event(4)
    table = system.pair(tournament, 1).boards
    judge = system.judge_for(tournament, 1)
    assert judge.judge(table, None) is None
    turned = judge.judge((Board(4, 1), Board(2, 3)), None)
    assert turned is not None
    assert (turned.level, turned.players) == (Defect.COLOUR, (1, 4))
    other = judge.judge((Board(1, 2), Board(3, 4)), None)
    assert other is not None
    assert "The table pairs 1 and 4 in this round" in str(other)
    bye = judge.judge((Board(1, 4),), 2)
    assert bye is not None
    assert "has no bye" in str(bye)
    apart = Wish(frozenset({(1, 4)}))
    with pytest.raises(Impossible):
        judge.best_with(apart)
    assert judge.opponents_with(4, Colour.BLACK) == {1}
    assert judge.opponents_with(4, Colour.WHITE) == frozenset()


def test_when_do_i_meet_somebody() -> None:
    tournament = event(6, "doubleroundrobin", played=2)
    system = system_of("doubleroundrobin")
    assert [number for number, _ in system.meetings(tournament, 1, 3)] == [3, 8]
    player = text(answer_why_not_pair(system, tournament, 2, 1, 3, Reader.PLAYER))
    assert "You meet 3 P3 in round 3, with Black for you." in player
    assert "You meet again in round 8, and then you have White." in player
    arbiter = text(explain_why_not_pair(system, tournament, 2, 1, 3))
    assert "1 and 3 meet in round 3 of this schedule." in arbiter
    student = text(answer_why_not_pair(system, tournament, 2, 1, 3, Reader.STUDENT))
    assert "Numbers 1 and 3 meet in round 3 of the table: their sum less 1" in student
    assert "their sum" not in arbiter
    assert "has no bye" in text(explain_why_not_bye(system, tournament, 2, 1))


def test_a_student_reads_how_the_round_is_made() -> None:
    tournament = event(6)
    brief, normal, full = (
        text(explain_round(system_of(), tournament, 1, depth))
        for depth in (Depth.BRIEF, Depth.NORMAL, Depth.FULL)
    )
    assert len(brief) < len(normal) < len(full)
    assert "two numbers meet if their sum is 2 or 7" in full
    assert "itself, 1, meets the last number, 6" in full
    assert "2 P2 has number 2 and 5 P5 number 5: the sum of the numbers is odd" in full


def test_why_these_colours() -> None:
    system, tournament = system_of("doubleroundrobin"), event(6, "doubleroundrobin", played=10)
    first = text(answer_player(system, tournament, 1, 5, Reader.PLAYER))
    assert "You have Black: your number is 5, your opponent's 2" in first
    assert "the sum of the numbers is odd, so the lower number has White" in first
    again = text(answer_player(system, tournament, 6, 5, Reader.PLAYER))
    assert "This is the return game, so it is the other way round" in again
    last = text(answer_player(system, tournament, 1, 6, Reader.PLAYER))
    assert "the last number of the table has Black against the lower half" in last
    arbiter = text(explain_player(system, tournament, 4, 2))
    assert "This is round 5 of the Berger table for 6 numbers." in arbiter
    assert "have changed places" in arbiter
    student = answer_player(system, tournament, 4, 2, Reader.STUDENT)
    assert student.depth is Depth.FULL
    assert "round 10" in text(student)
    italian = text(answer_player(system, tournament, 1, 5, Reader.PLAYER), Language.IT)
    assert "Nero" in italian
