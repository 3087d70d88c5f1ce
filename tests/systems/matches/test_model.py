"""Matches derived from the games of a team event and of a Double-Swiss."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello.model.history import histories
from crivello.model.matches import MatchTournament, by_team, by_two_games, event_of
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import (
    ForfeitedMatch,
    Lineup,
    Options,
    PrimaryScore,
    Settings,
    Team,
    TeamEvent,
)
from crivello.model.tournament import Game, Round, Tournament
from crivello.rules.field import build_field
from crivello.systems.matches.editions import TEAM_2026

PEOPLE = tuple(Player(id=n, number=n) for n in range(1, 10))
TEAMS = (Team("Alfa", (1, 2, 3), 1), Team("Beta", (4, 5, 6), 2), Team("Gamma", (7, 8, 9), 3))
R = Result


def teams(event: TeamEvent, *rounds: Round, options: Options | None = None) -> MatchTournament:
    settings = Settings(teams=TEAMS, team_event=event, options=options or Options())
    found = event_of(Tournament(PEOPLE, rounds, settings))
    assert isinstance(found, MatchTournament)
    return found


BOARDS = Round((Game(4, 1, R.DRAW), Game(2, 5, R.WHITE_WINS)))
"""Beta has White on the first board, Alfa on the second; Alfa wins 1½-½."""


def test_the_first_board_gives_the_colour_and_the_points_the_result() -> None:
    # C.04.6: 1.2, 1.6
    event = teams(TeamEvent(2), BOARDS)
    (match,) = event.round_matches(1)
    assert (match.white, match.black, match.points) == (2, 1, (1, 3))
    assert event.rounds[0].games == (Game(2, 1, R.BLACK_WINS),)
    assert [histories(event, 2)[team].score for team in (1, 2, 3)] == [2, 0, 0]
    assert event.secondary_scores(2) == {2: 1, 1: 3}


def test_a_team_without_a_match_has_no_secondary_points() -> None:
    # C.04.6: 4.2
    event = teams(TeamEvent(2), BOARDS)
    field = build_field(event, 2, TEAM_2026.field_rules)
    assert {team.id: team.secondary for team in field.entrants} == {1: 3, 2: 1, 3: 0}


def test_game_points_may_come_first() -> None:
    # C.04.6: 1.2, 1.4
    by_games = Options(primary_score=PrimaryScore.GAME)
    event = teams(TeamEvent(2, byes=((1, 3, Bye.PAIRING_ALLOCATED),)), BOARDS, options=by_games)
    assert [histories(event, 2)[team].score for team in (1, 2, 3)] == [3, 1, 2]
    assert event.secondary_scores(2) == {2: 0, 1: 2, 3: 1}


def test_an_empty_first_board_is_known_by_the_other_colours() -> None:
    this = Round((Game(2, 5, R.WHITE_WINS),), ((4, Bye.FULL_POINT),))
    event = teams(TeamEvent(2, lineups=(Lineup(1, 1, (None, 2)),)), this)
    (match,) = event.round_matches(1)
    assert (match.white, match.points) == (2, (2, 2))


def test_a_match_without_play_is_forfeited() -> None:
    lost = Round((Game(4, 1, R.WHITE_WINS_BY_FORFEIT), Game(2, 5, R.BLACK_WINS_BY_FORFEIT)))
    event = teams(TeamEvent(2), lost)
    assert event.rounds[0].games == (Game(2, 1, R.WHITE_WINS_BY_FORFEIT),)
    stated = teams(TeamEvent(2, forfeits=(ForfeitedMatch(1, 1, 3, R.BLACK_WINS_BY_FORFEIT),)))
    assert stated.rounds[0].games == (Game(1, 3, R.BLACK_WINS_BY_FORFEIT),)
    assert histories(stated, 2)[3].score == 2
    assert stated.secondary_scores(2) == {1: 0, 3: 4}


def test_boards_forfeited_on_both_sides_are_a_drawn_match_without_play() -> None:
    both = Round((Game(4, 1, R.WHITE_WINS_BY_FORFEIT), Game(2, 5, R.WHITE_WINS_BY_FORFEIT)))
    past = histories(teams(TeamEvent(2), both), 2)
    assert [past[team].score for team in (1, 2)] == [1, 1]
    assert past[1].met == frozenset()
    assert past[1].colours == ""


def test_a_match_forfeited_by_both_is_lost_by_both() -> None:
    none = Round((Game(4, 1, R.DOUBLE_FORFEIT), Game(2, 5, R.DOUBLE_FORFEIT)))
    past = histories(teams(TeamEvent(2), none), 2)
    assert [past[team].score for team in (1, 2)] == [0, 0]
    assert past[1].met == frozenset()


def test_one_board_played_makes_a_match_played() -> None:
    one = Round((Game(4, 1, R.WHITE_WINS_BY_FORFEIT), Game(2, 5, R.DRAW)))
    assert histories(teams(TeamEvent(2), one), 2)[1].met == {2}


def test_an_open_board_leaves_the_match_open() -> None:
    event = teams(TeamEvent(2), Round((Game(4, 1, R.DRAW), Game(2, 5))))
    assert event.rounds[0].games == (Game(2, 1),)


def test_byes_come_from_the_players_or_from_the_team() -> None:
    free = Round(BOARDS.games, ((7, Bye.PAIRING_ALLOCATED), (8, Bye.PAIRING_ALLOCATED)))
    assert teams(TeamEvent(2), free).rounds[0].byes == ((3, Bye.PAIRING_ALLOCATED),)
    asked = TeamEvent(2, byes=((1, 3, Bye.HALF_POINT),))
    assert teams(asked, BOARDS).rounds[0].byes == ((3, Bye.HALF_POINT),)
    assert histories(teams(asked, BOARDS), 2)[3].score == 1


# Matches of two games


def two_games(*rounds: Round) -> MatchTournament:
    return by_two_games(Tournament(PEOPLE[:4], rounds, Settings(system="doubleswiss-2026")))


@pytest.mark.parametrize(
    ("first", "second", "result", "points", "colours"),
    [
        (R.WHITE_WINS, R.DRAW, R.WHITE_WINS, (3, 1), "W"),
        (R.WHITE_WINS, R.WHITE_WINS, R.DRAW, (2, 2), "W"),
        (R.BOTH_LOSE, R.BOTH_LOSE, R.DRAW, (0, 0), "W"),
        (R.WHITE_WINS_BY_FORFEIT, R.DRAW, R.WHITE_WINS, (3, 1), "W"),
        (R.WHITE_WINS_BY_FORFEIT, R.BLACK_WINS_BY_FORFEIT, R.WHITE_WINS_BY_FORFEIT, (4, 0), ""),
        # Each forfeits one game: a meeting, and nobody had a colour.
        (R.WHITE_WINS_BY_FORFEIT, R.WHITE_WINS_BY_FORFEIT, R.DRAW, (2, 2), ""),
        (R.DOUBLE_FORFEIT, R.DOUBLE_FORFEIT, R.DOUBLE_FORFEIT, (0, 0), ""),
        (R.DOUBLE_FORFEIT, R.WHITE_WINS_BY_FORFEIT, R.BLACK_WINS_BY_FORFEIT, (0, 2), ""),
    ],
)
def test_two_games_are_a_match(
    first: Result, second: Result, result: Result, points: tuple[int, int], colours: str
) -> None:
    """A match is forfeited only if one side forfeits both games (C.04.5, preface)."""
    # C.04.5: 1.6
    event = two_games(Round((Game(1, 2, first),)), Round((Game(2, 1, second),)))
    assert event.rounds[0].games == (Game(1, 2, result),)
    past = histories(event, 2)
    assert (past[1].score, past[2].score) == points
    assert past[1].colours == colours
    assert (2 in past[1].met) == result.played


def test_byes_fill_both_games_and_the_allocated_one_is_a_win_and_a_draw() -> None:
    # C.04.5: 1.4
    event = two_games(
        Round((), ((1, Bye.PAIRING_ALLOCATED), (2, Bye.HALF_POINT), (3, Bye.FULL_POINT))),
        Round((), ((1, Bye.HALF_POINT), (2, Bye.HALF_POINT), (3, Bye.FULL_POINT))),
    )
    past = histories(event, 2)
    assert [past[player].score for player in (1, 2, 3, 4)] == [3, 2, 4, 0]
    assert event.rounds[0].byes[0] == (1, Bye.PAIRING_ALLOCATED)


def test_half_a_match_is_open() -> None:
    event = two_games(Round((Game(1, 2, R.WHITE_WINS),)))
    assert event.rounds[0].games == (Game(1, 2),)
    assert event.settings.rounds is None


def test_the_event_is_found_by_its_settings() -> None:
    plain = Tournament(PEOPLE)
    assert event_of(plain) is plain
    event = teams(TeamEvent(2), BOARDS)
    assert event_of(event) is event
    team_event = event.individual.settings.team_event
    assert team_event is not None
    assert by_team(event.individual, team_event) == event
    assert replace(event, rounds=()).matches == event.matches


# Adjourned boards (C.04.2: 3.1)


def test_an_adjourned_board_makes_the_match_adjourned() -> None:
    mixed = teams(TeamEvent(2), Round((Game(4, 1, R.WHITE_WINS), Game(2, 5, R.ADJOURNED))))
    assert mixed.rounds[0].games == (Game(2, 1, R.ADJOURNED),)
    (match,) = mixed.round_matches(1)
    assert match.points_so_far == (2, 0)
    assert match.points == (3, 1)  # for pairing
    whole = teams(TeamEvent(2), Round((Game(4, 1, R.ADJOURNED), Game(2, 5, R.ADJOURNED))))
    assert whole.rounds[0].games == (Game(2, 1, R.ADJOURNED),)
    assert whole.round_matches(1)[0].points_so_far == (0, 0)


@pytest.mark.parametrize("open_result", [None, R.ADJOURNED])
def test_each_open_board_is_a_draw_for_pairing(open_result: Result | None) -> None:
    """The side that leads on the other boards leads the match; the colours count as played."""
    led = teams(TeamEvent(2), Round((Game(4, 1, R.WHITE_WINS), Game(2, 5, open_result))))
    past = histories(led, 2)
    assert [past[team].score for team in (1, 2)] == [0, 2]
    assert led.secondary_scores(2) == {2: 3, 1: 1}
    assert past[1].colours == "B"
    assert past[1].met == {2}
    level = teams(TeamEvent(2), Round((Game(4, 1, open_result), Game(2, 5, open_result))))
    assert [histories(level, 2)[team].score for team in (1, 2)] == [1, 1]


def test_a_board_without_a_result_leaves_a_match_open_though_another_is_adjourned() -> None:
    event = teams(TeamEvent(2), Round((Game(4, 1, R.ADJOURNED), Game(2, 5))))
    assert event.rounds[0].games == (Game(2, 1),)


def test_a_player_alone_at_a_board_has_the_point_of_an_adjourned_match() -> None:
    this = Round((Game(2, 5, R.ADJOURNED),), ((4, Bye.FULL_POINT),))
    event = teams(TeamEvent(2, lineups=(Lineup(1, 1, (None, 2)),)), this)
    (match,) = event.round_matches(1)
    assert (match.result, match.points_so_far, match.points) == (R.ADJOURNED, (2, 0), (3, 1))


@pytest.mark.parametrize(
    ("first", "second", "so_far", "points"),
    [
        (R.ADJOURNED, R.ADJOURNED, (0, 0), (2, 2)),
        (R.WHITE_WINS, R.ADJOURNED, (2, 0), (3, 1)),
        (R.ADJOURNED, R.WHITE_WINS, (0, 2), (1, 3)),
        (R.WHITE_WINS_BY_FORFEIT, R.ADJOURNED, (2, 0), (3, 1)),
    ],
)
def test_two_games_of_which_one_is_adjourned(
    first: Result, second: Result, so_far: tuple[int, int], points: tuple[int, int]
) -> None:
    event = two_games(Round((Game(1, 2, first),)), Round((Game(2, 1, second),)))
    assert event.rounds[0].games == (Game(1, 2, R.ADJOURNED),)
    assert event.round_matches(1)[0].points_so_far == so_far
    past = histories(event, 2)
    assert (past[1].score, past[2].score) == points
    assert past[1].colours == "W"
