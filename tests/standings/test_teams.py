"""The matches of a team event follow from its games."""

from crivello.formats import read
from crivello.formats.swiss_manager.structure import split_records
from crivello.model.matches import individual_of
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Settings, Team
from crivello.model.tournament import Game, Round, Tournament
from crivello.standings.teams import TeamMatch, TeamRow, matches, team_rows, team_tables
from crivello.words import Language, translator
from tests.support.data import DATA

PLAYERS = tuple(Player(id=number, number=number) for number in range(1, 7))
SETTINGS = Settings(teams=(Team("Alfa", (1, 2)), Team("Beta", (3, 4)), Team("Gamma", (5, 6))))


def event(*rounds: Round) -> Tournament:
    return Tournament(PLAYERS, rounds, SETTINGS)


def test_the_boards_of_two_teams_are_a_match() -> None:
    games = (Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW))
    assert matches(event(Round(games))) == [TeamMatch(1, 1, 2, 3, 1, True)]


def test_an_empty_board_gives_its_point_to_the_player_who_came() -> None:
    this = Round((Game(1, 3, Result.DRAW),), ((4, Bye.FULL_POINT),))
    assert matches(event(this)) == [TeamMatch(1, 1, 2, 1, 3, True)]


def test_a_match_with_an_open_board_has_no_result_yet() -> None:
    tournament = event(Round((Game(1, 3, Result.DRAW), Game(4, 2, None))))
    assert [match.complete for match in matches(tournament)] == [False]
    assert [row.played for row in team_rows(tournament)] == [0, 0, 0]


def test_teams_stand_by_match_points_then_points() -> None:
    tournament = event(
        Round((Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.DRAW))),
        Round((Game(5, 1, Result.WHITE_WINS), Game(2, 6, Result.WHITE_WINS))),
    )
    assert team_rows(tournament) == [
        TeamRow(1, 2, 1, 1, 0, 3, 5),
        TeamRow(3, 1, 0, 1, 0, 1, 2),
        TeamRow(2, 1, 0, 0, 1, 0, 1),
    ]


def test_members_of_one_team_and_players_without_a_team_make_no_match() -> None:
    lone = Tournament(PLAYERS, (Round((Game(1, 2, Result.DRAW),)),), SETTINGS)
    assert matches(lone) == []
    teamless = Tournament(PLAYERS, (Round((Game(1, 3, Result.DRAW),)),), Settings())
    assert matches(teamless) == []
    assert team_tables(teamless, translator(Language.EN)) == []


def test_the_matches_of_a_real_event_are_those_of_its_file() -> None:
    data = (DATA / "swiss-manager" / "20.TUMX").read_bytes()
    stated = [(block.short(0), block.short(2)) for block in split_records(data).matches]
    people = individual_of(read(data))
    found = matches(people)
    assert [(match.first, match.second) for match in found] == stated
    assert {match.first_points + match.second_points for match in found} == {8}
    teams, played = team_tables(people, translator(Language.EN))
    assert [cell.text for cell in teams.rows[0]] == ["2", "NXN-A01", "6", "4", "1", "1", "9", "15"]
    assert len(played.rows) == 48


def test_a_match_with_an_adjourned_board_has_its_points_so_far() -> None:
    tournament = event(Round((Game(1, 3, Result.WHITE_WINS), Game(4, 2, Result.ADJOURNED))))
    assert matches(tournament) == [TeamMatch(1, 1, 2, 2, 0, False, 1)]
    assert [row.played for row in team_rows(tournament)] == [0, 0, 0]
    _, listed = team_tables(tournament, translator(Language.EN))
    assert [cell.text for cell in listed.rows[0]] == [
        "1", "Alfa", "1", "0", "Beta", "one board adjourned"
    ]  # fmt: skip


def test_a_match_of_adjourned_boards_has_no_points() -> None:
    games = (Game(1, 3, Result.ADJOURNED), Game(4, 2, Result.ADJOURNED))
    _, listed = team_tables(event(Round(games)), translator(Language.EN))
    assert [cell.text for cell in listed.rows[0]] == [
        "1", "Alfa", "", "", "Beta", "match adjourned"
    ]  # fmt: skip
