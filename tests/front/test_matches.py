"""Matches in the library: rounds of teams, and of players who meet for two games."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import crivello as cv
from crivello.model.matches import MatchTournament


def double_swiss() -> cv.Tournament:
    names = ["Ada", "Ben", "Cleo", "Dan", "Eva"]
    return cv.Tournament.new("Two", 3, names, system="doubleswiss", initial_colour="white")


def league() -> cv.Tournament:
    """Return five teams with two boards after one round, one of them with a bye."""
    t = cv.generate(players=5, rounds=1, system="team", seed=4)
    return t.with_settings(rounds=3)


def matches(t: cv.Tournament, number: int) -> list[tuple[int, int, str | None, tuple[int, int]]]:
    return [
        (one.white, one.black, one.result and one.result.figures, one.points)
        for one in event(t).round_matches(number)
    ]


def event(t: cv.Tournament) -> MatchTournament:
    assert isinstance(t.model, MatchTournament)
    return t.model


def test_a_match_of_two_games_fills_two_rounds_of_games() -> None:
    t = double_swiss()
    paired = t.with_pairing(cv.pair(t))
    assert (paired.paired_rounds, paired.settings.rounds) == (1, 3)
    first, second = event(paired).individual.rounds
    assert [(g.black, g.white) for g in first.games] == [(g.white, g.black) for g in second.games]
    assert [bye for _, bye in (*first.byes, *second.byes)] == [
        cv.Bye.PAIRING_ALLOCATED,
        cv.Bye.HALF_POINT,
    ]
    played = paired.with_results([["1-0", "½"], ["0-1", "0-1"]])
    assert [points for *_, points in matches(played, 1)] == [(3, 1), (0, 4)]
    following = cv.pair(played)
    assert following.round == 2
    assert matches(played.with_pairing(following), 2)[0][2] is None


def test_a_round_of_teams_is_paired_and_played() -> None:
    t = league()
    before = matches(t, 1)
    pairing = cv.pair(t)
    paired = t.with_pairing(pairing)
    assert (pairing.round, paired.paired_rounds) == (2, 2)
    assert [tuple(board) for board in pairing] == [one[:2] for one in matches(paired, 2)]
    assert paired.rounds[1].byes == ((pairing.bye, cv.Bye.PAIRING_ALLOCATED),)
    assert all(one[2] is None for one in matches(paired, 2))
    boards = event(paired).boards
    played = paired.with_results([["1-0"] * boards, ["½"] * boards])
    assert [one[2] for one in matches(played, 2)] == ["1-0", "½-½"]
    assert matches(played, 1) == before
    assert cv.pair(played).round == 3


def test_teams_play_with_the_line_up_that_is_given_else_with_their_first_members() -> None:
    t = league()
    paired = t.with_pairing(cv.pair(t))
    found = event(paired)
    match = found.round_matches(2)[0]
    assert [board.home for board in match.boards] == list(
        found.team[match.white].members[: found.boards]
    )


def test_other_steps_keep_the_games_of_the_people() -> None:
    t = league()
    first = t.players[0]
    later = t.with_settings(city="Aosta").withdraw(first.id).bye(t.players[1].id)
    assert event(later).individual == event(t).individual
    assert matches(later, 1) == matches(t, 1)
    again = pickle.loads(pickle.dumps(later))
    assert event(again).individual == event(t).individual
    pairing = cv.pair(later)
    paired = later.with_pairing(pairing)
    assert first.id not in {player for board in pairing for player in board}
    assert paired.player(first.id).withdrawn_after == 1
    assert cv.standings(later) == cv.standings(later.with_settings(city=""))


def test_the_results_of_a_match_are_seen_from_the_side_named_first() -> None:
    t = league()
    paired = t.with_pairing(cv.pair(t))
    boards = event(paired).boards
    white, black = (paired.player(one) for one in cv.pair(t)[0])
    whole = paired.with_results({1: ["1-0"] * boards})
    assert matches(whole, 2)[0][2] == "1-0"
    assert paired.with_results({(black.name, white.name): ["0-1"] * boards}) == whole
    by_board = paired
    for board in range(1, boards + 1):
        assert matches(by_board, 2)[0][2] is None
        by_board = by_board.with_results({f"1.{board}": "1-0"})
    assert matches(by_board, 2) == matches(whole, 2)


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ({1: "1-0"}, "is a match: give the results of its . boards"),
        ({1: ["1-0"]}, "results, but got 1"),
        ({"1.9": "1-0"}, "no game on board 9"),
        ({3: ["1-0", "1-0"]}, "no board 3"),
        ({("Hares", 1): ["1-0", "1-0"]}, "Hares"),
        ({("Hares",): ["1-0", "1-0"]}, "not by tuple"),
    ],
)
def test_what_does_not_fit_a_match_is_said(results: Any, said: str) -> None:
    t = league()
    paired = t.with_pairing(cv.pair(t))
    with pytest.raises(cv.Illegal, match=said):
        paired.with_results(results)


def test_a_board_of_a_plain_table_may_be_named() -> None:
    t = cv.Tournament.new("Open", 3, ["Ada", "Ben"], initial_colour="white")
    paired = t.with_pairing(cv.pair(t))
    assert paired.with_results({"1.1": "1-0"}) == paired.with_results({1: "1-0"})


# A new event of teams


TEAMS: dict[str, list[Any]] = {
    "Lions": [("Rossi, Anna", 2105), ("Verdi, Ugo", 2001), "Serra, Lia"],
    "Bears": [("Neri, Pia", 2050), ("Gallo, Ivo", 1980)],
    "Owls": ["Berg, Olaf", "Dahl, Nils"],
}


def new_league(**settings: Any) -> cv.Tournament:
    return cv.Tournament.new("League", 3, teams=TEAMS, initial_colour="white", **settings)


def test_teams_are_numbered_by_the_average_of_their_first_boards() -> None:
    t = new_league()
    assert [(team.number, team.name, team.rating) for team in t] == [
        (1, "Lions", 2053),
        (2, "Bears", 2015),
        (3, "Owls", None),
    ]
    assert event(t).boards == 2
    assert [one.name for one in t.members("lions")] == ["Rossi, Anna", "Verdi, Ugo", "Serra, Lia"]
    assert [one.rating for one in new_league(boards=1)] == [2105, 2050, None]


def test_a_new_event_of_teams_is_played_from_round_to_round() -> None:
    t = new_league(tie_breaks=("MPTS", "GPTS"))
    t = t.with_lineup("Lions", ["Serra", "Rossi"]).with_lineup("Bears", [None, "Gallo"], round=2)
    first = cv.pair(t)
    t = t.with_pairing(first)
    by_name = {t.player(one).name: one for one in (1, 2, 3)}
    lions = next(
        one for one in event(t).round_matches(1) if by_name["Lions"] in (one.white, one.black)
    )
    seats = [
        board.home if lions.white == by_name["Lions"] else board.guest for board in lions.boards
    ]
    assert [event(t).individual.player[one].name for one in seats if one] == [
        "Serra, Lia",
        "Rossi, Anna",
    ]
    t = t.with_results([["1-0", "½"]])
    second = t.with_pairing(cv.pair(t))
    assert any(
        None in (board.home, board.guest)
        for match in event(second).round_matches(2)
        for board in match.boards
        if by_name["Bears"] in (match.white, match.black)
    ) == (cv.pair(t).bye != by_name["Bears"])
    assert [str(row["GPTS"]) for row in cv.standings(t)] == ["1½", "1", "½"]


def test_an_event_of_teams_survives_its_file(tmp_path: Path) -> None:
    t = new_league().with_lineup("Lions", [3, 1])
    t = t.with_pairing(cv.pair(t)).with_results([["1-0", "½"]])
    cv.write(t, tmp_path / "league.json")
    assert cv.read(tmp_path / "league.json") == t
    assert pickle.loads(pickle.dumps(t)) == t
    assert [one.verdict for one in cv.check(t)] == ["same"]


def test_bonus_points_of_a_new_event_are_those_of_teams() -> None:
    bonus = cv.PointsAdjustment([3], 1, round=1)
    t = new_league(adjustments=(bonus,))
    t = t.with_pairing(cv.pair(t)).with_results([["½", "½"]])
    points = {row.player.name: str(row.points) for row in cv.standings(t)}
    assert points[t.player(3).name] in ("2", "3")
    assert t.settings.adjustments == (bonus,)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"teams": {"A": []}}, "Team A has no players"),
        ({"teams": {"A": ["x"]}, "system": "dutch"}, "does not pair teams"),
        ({"teams": {"A": ["x"]}, "players": ["y"]}, "within their teams"),
        ({"teams": {3: ["x"]}}, "expected: a text"),
        ({"teams": {"A": ["x"]}, "boards": "two"}, "expected: a whole number"),
        ({"teams": {"A": ["x"]}, "boards": 0}, "at least 1 board"),
        ({"players": ["x"], "boards": 2}, "give the teams too"),
    ],
)
def test_teams_that_do_not_fit_are_refused(given: Any, said: str) -> None:
    with pytest.raises(cv.Illegal, match=said):
        cv.Tournament.new("League", 3, **given)


@pytest.mark.parametrize(
    ("team", "players", "said"),
    [
        ("Lions", ["Gallo"], "No player matches"),
        ("Lions", "Rossi", "A line-up is a list"),
        ("Lions", [1, 1], "on more than one board"),
        ("Lions", [None], "at least one player"),
        ("Lions", [1, 2, 3], "at most 2 players"),
        ("Foxes", [1], "No player matches"),
    ],
)
def test_a_line_up_that_does_not_fit_is_refused(team: str, players: Any, said: str) -> None:
    with pytest.raises(cv.CrivelloError, match=said):
        new_league().with_lineup(team, players)


def test_a_line_up_is_set_before_its_round_is_paired_and_only_for_teams() -> None:
    t = new_league()
    with pytest.raises(cv.Illegal, match="later rounds only"):
        t.with_pairing(cv.pair(t)).with_lineup("Lions", [1], round=1)
    with pytest.raises(cv.Illegal, match="no teams"):
        double_swiss().with_lineup("Ada", ["Ada"])


def test_a_random_event_of_teams_has_the_names_of_its_teams() -> None:
    t = cv.generate(4, 2, seed=1, system="team")
    assert [one.name for one in t] == ["Team 001", "Team 002", "Team 003", "Team 004"]


def test_files_of_teams_keep_the_order_of_matches_in_json(tmp_path: Path) -> None:
    real = cv.read(Path(__file__).parents[1] / "data/real/teams.trf", tolerant=True)
    drawn = cv.generate(9, 4, seed=2, system="team", forfeits=6)
    cv.write(drawn, tmp_path / "drawn.trf")
    for t in (real, cv.read(tmp_path / "drawn.trf")):
        cv.write(t, tmp_path / "t.json")
        back = cv.read(tmp_path / "t.json")
        assert back == t
        assert event(back) == event(t)
        for number in range(1, t.paired_rounds + 1):
            places = [{game.white, game.black} for game in t.round(number).games]
            assert [{one.white, one.black} for one in event(t).round_matches(number)] == places
