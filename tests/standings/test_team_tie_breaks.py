"""Tie-breaks of teams, computed by hand and by FIDE's reference program."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from crivello.model.errors import Unsupported
from crivello.model.matches import MatchTournament, event_of
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import (
    Options,
    PrimaryScore,
    Scoring,
    Settings,
    Team,
    TeamEvent,
)
from crivello.model.tournament import Game, Round, Tournament
from crivello.standings.standings import standings
from crivello.standings.teams import board_rows, team_tables
from crivello.standings.wording import standings_table, why, working_table
from crivello.standings.working import CutBy, Modifiers, Reason, Term, Working, by_opponent, cut
from crivello.words import Language, translator

W, D, B = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
MATCH = Options(primary_score=PrimaryScore.MATCH)
GAME = Options(primary_score=PrimaryScore.GAME)


def league(options: Options = MATCH) -> MatchTournament:
    """Return three teams of two: A-B 2-0 (C has the bye); C-A 1½-½ (B has it); B-C 1-1 (A has
    it).
    """
    teams = tuple(Team(name, (2 * n - 1, 2 * n), n) for n, name in enumerate("ABC", start=1))
    rounds = (
        Round((Game(1, 3, W), Game(4, 2, B))),
        Round((Game(5, 1, W), Game(2, 6, D))),
        Round((Game(3, 5, W), Game(6, 4, W))),
    )
    byes = tuple((number, team, Bye.PAIRING_ALLOCATED) for number, team in ((1, 3), (2, 2), (3, 1)))
    event = TeamEvent(2, "WB", byes=byes)
    settings = Settings(teams=teams, team_event=event, options=options)
    people = tuple(Player(id=n, number=n) for n in range(1, 7))
    found = event_of(Tournament(people, rounds, settings))
    assert isinstance(found, MatchTournament)
    return found


def values(code: str, options: Options = MATCH) -> list[object]:
    table = standings(league(options), codes=[code])
    at = [key.code for key in table.keys].index(code)
    return [table.row(team).values[at] for team in (1, 2, 3)]


HALF = Fraction(1, 2)


@pytest.mark.parametrize("options", [MATCH, GAME])
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # A won 2-0 and lost ½-1½, B lost and drew, C won and drew; a bye is a drawn match.
        ("MPTS", [3, 2, 4]),
        ("GPTS", [3 + HALF, 2, 3 + HALF]),
        # The bye counts as a dummy with the own score, at most a draw in each round: 3 and 3.
        ("BH:MP", [2 + 4 + 3, 3 + 4 + 2, 3 + 3 + 2]),
        ("BH:GP", [2 + 3 + HALF + 3, 3 + HALF + 2 + 3 + HALF, 3 + 3 + HALF + 2]),
        ("EMMSB", [2 * 2 + 0 * 4 + 1 * 3, 0 + 1 * 2 + 1 * 4, 1 * 3 + 2 * 3 + 1 * 2]),
        ("EMGSB", [2 * 2 + 4 * HALF + 3 * 1, 0 + 2 * 1 + 4 * 1, 3 * 1 + 3 * (1 + HALF) + 2 * 1]),
        ("EGMSB", [2 * 2 + 0 + 3 * 1, 0 + 2 * 1 + 3 + HALF, 3 + 2 * (3 + HALF) + 2]),
        # C.07: 13.2
        ("EGGSB", [4 + (3 + HALF) / 2 + 3, 2 + 3 + HALF, 3 + (3 + HALF) * (1 + HALF) + 2]),
    ],
)
def test_by_hand(code: str, expected: list[object], options: Options) -> None:
    assert values(code, options) == expected


def test_the_other_points() -> None:
    # C.07: 13.1
    assert values("MPVGP") == values("GPTS")
    assert values("MPVGP", GAME) == values("MPTS")


def test_whole_points_are_whole_numbers_for_programs() -> None:
    assert [type(value) for value in values("GPTS")] == [Fraction, int, Fraction]
    assert {type(value) for value in values("MPVGP", GAME)} == {int}


def test_boards_are_counted_from_the_first() -> None:
    """A: 1 + 2 and 2 · ½; B: 1; C: 1 + 2 · ½ and 2; each team has a bye, which is a win on both
    boards.
    """
    # C.07: 12.1
    assert values("BC") == [4 + 3, 1 + 3, 4 + 3]


def test_schedule_strength_is_added_to_the_other_points() -> None:
    """By match points 6 are possible in three rounds, and 2 game points in a match: BH is divided
    by 3.

    By game points it is 6 and 2 again.
    """
    # C.07: 13.4
    assert values("SSSC") == [3 + HALF + 3, 2 + 3, 3 + HALF + Fraction(8, 3)]
    assert values("SSSC", GAME) == [3 + Fraction(17, 6), 2 + 3, 4 + Fraction(17, 6)]
    assert values("SSSC/K4") == [3 + HALF + Fraction(9, 4), 2 + Fraction(9, 4), 3 + HALF + 2]


def test_of_a_short_event_with_many_boards_the_buchholz_is_not_divided() -> None:
    """There are two match points in one round and four game points in a match: the factor would be
    0.
    """
    table = standings(one_round("1111"), codes=["SSSC"])
    assert [row.values[1] for row in table.rows] == [4 + 0, 0 + 2]


def test_a_match_of_the_last_round_counts_as_drawn() -> None:
    # C.07: 8.3
    for code, drawn in (("BH:MP/F", 1), ("BH:GP/F", 2), ("FB", 1)):
        table = standings(one_round("1111"), codes=[code])
        assert [row.values[1] for row in table.rows] == [drawn, drawn]


def one_round(*matches: str) -> MatchTournament:
    """Return a round in which teams 1 and 2, 3 and 4, … meet; the results are those of the first
    team.
    """
    boards = len(matches[0])
    teams = tuple(
        Team(f"Team {n}", tuple(range(boards * (n - 1) + 1, boards * n + 1)), n)
        for n in range(1, 2 * len(matches) + 1)
    )
    games = []
    for at, results in enumerate(matches):
        home, guests = teams[2 * at].members, teams[2 * at + 1].members
        for board, (one, other, sign) in enumerate(zip(home, guests, results, strict=True)):
            result = {"1": W, "=": D, "0": B}[sign]
            game = Game(other, one, result.mirrored) if board % 2 else Game(one, other, result)
            games.append(game)
    settings = Settings(teams=teams, team_event=TeamEvent(boards), options=MATCH)
    people = tuple(Player(id=n, number=n) for n in range(1, boards * len(teams) + 1))
    found = event_of(Tournament(people, (Round(tuple(games)),), settings))
    assert isinstance(found, MatchTournament)
    return found


@pytest.mark.parametrize(
    ("results", "code", "expected"),
    [
        # Level in match points, game points and board count (2 + 3 and 1 + 4).
        ("0110", "EDE", {1: 1, 2: 1}),
        ("0110", "EDET", {2: 1, 1: 2}),
        ("0110", "EDEB", {1: 1, 2: 2}),
        ("0110", "EDEBT", {2: 1, 1: 2}),
        ("0110", "EDEBB", {1: 1, 2: 2}),
        # The board count decides, 1 + 1½ + 2 against 2 + 1½ + 2.
        ("10==", "EDEBT", {1: 1, 2: 2}),
        ("01==", "EDEBB", {2: 1, 1: 2}),
        # The match itself decides.
        ("0111", "EDET", {1: 1, 2: 2}),
        ("====", "EDEBB", {1: 1, 2: 1}),
        ("0110", "TBR", {2: 1, 1: 2}),
        ("0110", "BBE", {1: 1, 2: 2}),
        ("=10=", "TBR", {1: 1, 2: 2}),
        ("=01=", "BBE", {2: 1, 1: 2}),
    ],
)
def test_two_teams_are_separated_by_their_boards(
    results: str, code: str, expected: dict[int, int]
) -> None:
    # C.07: 12.2, 12.3, 13.3
    table = standings(one_round(results), codes=["GPTS", code] if code in "TBR BBE" else [code])
    assert {row.player.id: row.rank for row in table.rows} == expected


def test_the_boards_separate_only_two_teams_that_have_met() -> None:
    """Teams 1 and 3 won 2-0 each, on different boards; no other tie-break separates them."""
    table = standings(one_round("110=", "1=10"), codes=["EDET"])
    assert {row.player.id: row.rank for row in table.rows} == {1: 1, 3: 1, 2: 3, 4: 3}
    by_boards = standings(one_round("110=", "1=10"), codes=["TBR"])
    assert {row.player.id: row.rank for row in by_boards.rows} == {1: 1, 3: 2, 4: 3, 2: 4}


def test_the_board_count_needs_equal_game_points() -> None:
    """Teams 1 and 3 won, with two game points and with one and a half."""
    # C.07: 12.1
    table = standings(one_round("11", "1="), codes=["BC"])
    assert {row.player.id: (row.rank, row.values[1]) for row in table.rows} == {
        1: (1, 3),
        3: (1, 2),
        2: (3, 0),
        4: (3, 1),
    }


def test_the_round_of_a_requested_bye_counts_on_every_board() -> None:
    """See docs/decisions/team-tie-breaks.md."""
    individual = one_round("1=", "10").individual
    byes = ((1, 1, Bye.HALF_POINT), (1, 2, Bye.FULL_POINT), (1, 3, Bye.ZERO_POINT))
    settings = replace(individual.settings, team_event=TeamEvent(2, byes=byes))
    rounds = (Round(), *individual.rounds)
    found = event_of(replace(individual, rounds=rounds, settings=settings))
    table = standings(found, codes=["BC"])
    assert {row.player.id: row.values[1] for row in table.rows} == {
        1: 2 + 1 + HALF,
        2: 1 + 3,
        3: 1,
        4: 2,
    }


def test_why_says_which_board_decided() -> None:
    table = standings(one_round("0110"), codes=["EDET"])
    words = translator(Language.EN)
    assert why(table.sheet.tournament, table, 1, 2, words) == (
        "2 Team 2 is above 1 Team 1: they are level in points (1), and then the points on board 1 "
        "decide, 1 against 0 (EDET, 12.2)."
    )
    table = standings(one_round("10=="), codes=["EDEBT"])
    assert why(table.sheet.tournament, table, 1, 2, words) == (
        "1 Team 1 is above 2 Team 2: they are level in points (1). In the matches between them "
        "the board count is lower, 4½ against 5½ (EDEBT, 12.1)."
    )
    shown = working_table(table.sheet.tournament, table, 1, words)
    assert [row[-1].text for row in shown.rows] == ["4", "13.3", "6.2", "6.2", "12.1"]


def test_the_extended_direct_encounter_goes_on_with_the_other_points() -> None:
    """A and C have 3½ game points, and in their match C has more; no teams are tied by match
    points.
    """
    table = standings(league(GAME), codes=["PTS", "EDE"])
    assert [row.player.id for row in table.rows] == [3, 1, 2]
    assert [row.rank for row in table.rows] == [1, 2, 3]


def test_of_players_they_are_refused() -> None:
    plain = Tournament((Player(id=1, number=1), Player(id=2, number=2)), (Round((Game(1, 2, W),)),))
    with pytest.raises(Unsupported):
        standings(plain, codes=["EMMSB"])
    with pytest.raises(Unsupported, match="not supported"):
        standings(league(), codes=["ESB"])


def test_the_players_stand_by_board() -> None:
    rows = board_rows(league())
    assert [(row.board, row.player.id, row.games, row.points) for row in rows] == [
        (1, 1, 2, 2),
        (1, 3, 2, 2),
        (1, 5, 2, 2),
        (2, 2, 2, 3),
        (2, 6, 2, 3),
        (2, 4, 2, 0),
    ]
    tables = team_tables(league(), translator(Language.EN))
    assert [table.name for table in tables] == ["matches", "boards"]
    assert [column.key for column in tables[1].columns] == [
        *("board", "player", "team", "games", "points")
    ]
    # Two units make a point.
    assert [[cell.text for cell in row[2:]] for row in tables[1].rows[2:4]] == [
        ["C", "2", "1"],
        ["A", "2", "1½"],
    ]


def test_a_cut_takes_the_lowest_product_though_it_is_no_whole_number() -> None:
    """A team met two opponents with equal points: it scored 1½ against one and 1 against the
    other.
    """
    # C.07: 14
    opponents = [Term(1, Reason.OPPONENT, 1 + HALF, 2, 1, 3), Term(2, Reason.OPPONENT, 1, 3, 1, 2)]
    left = cut(opponents, Modifiers(least=1), by_opponent)
    assert [term.cut for term in left] == [None, CutBy.LEAST]


def test_the_working_tells_the_boards_of_a_bye_from_those_of_a_match() -> None:
    table = standings(league(), codes=["BC"])
    working = table.working(1, 1)
    assert isinstance(working, Working)
    assert [(term.round, term.reason, term.opponent, term.value) for term in working.terms] == [
        (1, Reason.BOARDS, 2, 3),
        (2, Reason.BOARDS, 3, 1),
        (3, Reason.BYE_BOARDS, None, 3),
    ]


def test_of_players_with_the_same_share_who_played_more_comes_first() -> None:
    """On the second board 2 won one game of one, 4 won two of two."""
    teams = tuple(Team(name, (2 * n - 1, 2 * n), n) for n, name in enumerate("ABC", start=1))
    rounds = (Round((Game(4, 6, W),)), Round((Game(6, 4, B),)), Round((Game(2, 6, W),)))
    settings = Settings(teams=teams, team_event=TeamEvent(2, "WB"), options=MATCH)
    found = event_of(
        Tournament(tuple(Player(id=n, number=n) for n in range(1, 7)), rounds, settings)
    )
    assert isinstance(found, MatchTournament)
    second = [(row.player.id, row.points, row.games) for row in board_rows(found) if row.board == 2]
    assert second == [(4, 4, 2), (2, 2, 1), (6, 0, 3)]


def test_three_who_won_a_match_each_are_separated_by_the_other_points() -> None:
    """13.3: A-B 2-0, B-C 1½-½, C-A 1½-½; in these matches A has 2½ game points, C 2, B 1½."""
    # C.07: 13.3
    teams = tuple(Team(name, (2 * n - 1, 2 * n), n) for n, name in enumerate("ABC", start=1))
    rounds = (
        Round((Game(1, 3, W), Game(4, 2, B))),
        Round((Game(3, 5, W), Game(6, 4, D))),
        Round((Game(5, 1, W), Game(2, 6, D))),
    )
    settings = Settings(teams=teams, team_event=TeamEvent(2, "WB"), options=MATCH)
    found = event_of(
        Tournament(tuple(Player(id=n, number=n) for n in range(1, 7)), rounds, settings)
    )
    table = standings(found, codes=["PTS", "EDE"])
    assert [(row.rank, row.player.id) for row in table.rows] == [(1, 1), (2, 3), (3, 2)]


def test_game_points_that_are_no_half_points_are_decimals() -> None:
    """A loss is worth a quarter of a point."""
    whole, half, quarter = Fraction(1), Fraction(1, 2), Fraction(1, 4)
    people = league(GAME).individual
    scoring = Scoring.of_points(whole, half, quarter, whole)
    found = event_of(replace(people, settings=replace(people.settings, scoring=scoring)))
    shown = standings_table(found, standings(found, codes=["GPTS"]), translator(Language.EN))
    place = [column.key for column in shown.columns].index("GPTS")
    # A and C lost one game each, B three: a quarter each time.
    assert [row[place].text for row in shown.rows] == ["3.75", "3.75", "2.75"]
