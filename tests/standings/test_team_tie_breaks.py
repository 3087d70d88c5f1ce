"""Tie-breaks of teams, by hand and against FIDE's reference program."""

from __future__ import annotations

from fractions import Fraction

import pytest

from crivello.model.errors import Unsupported
from crivello.model.matches import MatchTournament, event_of
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Options, PrimaryScore, Settings, Team, TeamEvent
from crivello.model.tournament import Game, Round, Tournament
from crivello.standings.standings import standings
from crivello.standings.teams import board_rows, team_tables
from crivello.words import Language, translator

W, D, B = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
MATCH = Options(primary_score=PrimaryScore.MATCH)
GAME = Options(primary_score=PrimaryScore.GAME)


def league(options: Options = MATCH) -> MatchTournament:
    """Three teams of two: A-B 2-0, C has the bye; C-A 1½-½, B has it; B-C 1-1, A has it."""
    teams = tuple(Team(name, (2 * n - 1, 2 * n), n) for n, name in enumerate("ABC", start=1))
    rounds = (
        Round((Game(1, 3, W), Game(4, 2, B))),
        Round((Game(5, 1, W), Game(2, 6, D))),
        Round((Game(3, 5, W), Game(6, 4, W))),
    )
    byes = tuple((number, team, Bye.PAIRING_ALLOCATED) for number, team in ((1, 3), (2, 2), (3, 1)))
    event = TeamEvent(2, "WB", byes=byes)
    settings = Settings(teams=teams, team_event=event, options=options)
    people = tuple(Player(n, n) for n in range(1, 7))
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
    ],
)
def test_by_hand(code: str, expected: list[object], options: Options) -> None:
    assert values(code, options) == expected


def test_the_other_points() -> None:
    assert values("MPVGP") == values("GPTS")
    assert values("MPVGP", GAME) == values("MPTS")


def test_boards_are_counted_from_the_first() -> None:
    """A: 1 + 2 and 2 · ½; B: 1; C: 1 + 2 · ½ and 2."""
    assert values("BC") == [4, 1, 4]


def test_the_extended_direct_encounter_goes_on_with_the_other_points() -> None:
    """A and C have 3½ game points; in their match C has more; by match points nobody is tied."""
    table = standings(league(GAME), codes=["PTS", "EDE"])
    assert [row.player.id for row in table.rows] == [3, 1, 2]
    assert [row.rank for row in table.rows] == [1, 2, 3]


def test_of_players_they_are_refused() -> None:
    plain = Tournament((Player(1, 1), Player(2, 2)), (Round((Game(1, 2, W),)),))
    with pytest.raises(Unsupported):
        standings(plain, codes=["EMMSB"])
    with pytest.raises(Unsupported, match="not computed"):
        standings(league(), codes=["SSSC"])


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
    names = [table.name for table in team_tables(league(), translator(Language.EN))]
    assert names == ["matches", "boards"]
