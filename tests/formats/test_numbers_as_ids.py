"""A tournament of the desk with pairing numbers instead of its permanent ids."""

from __future__ import annotations

from dataclasses import replace

from crivello.formats.trf import write_trf
from crivello.formats.trf.canonical_form import by_number
from crivello.model.matches import MatchTournament, event_of
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Apart, Settings, Team, TeamEvent
from crivello.model.tournament import Game, Round, Tournament

PLAYERS = (
    Player("Anna", id=30, number=1),
    Player("Bruno", id=10, number=2),
    Player("Carlo", id=20, number=3),
)
ROUNDS = (Round((Game(30, 10, Result.WHITE_WINS),), ((20, Bye.PAIRING_ALLOCATED),)),)


def test_games_byes_and_pairs_have_numbers() -> None:
    """Players who are not in the list are left out of groups kept apart and of announced pairs."""
    settings = Settings(
        rounds=3,
        forbidden=(Apart((10, 20)), Apart((10, 99))),
        keep_apart=(Apart((30, 99, 20)),),
        must_meet=((30, 20), (30, 99)),
    )
    found = by_number(Tournament(PLAYERS, ROUNDS, settings))
    assert [(one.id, one.name) for one in found.players] == [
        (1, "Anna"),
        (2, "Bruno"),
        (3, "Carlo"),
    ]
    assert found.rounds == (Round((Game(1, 2, Result.WHITE_WINS),), ((3, Bye.PAIRING_ALLOCATED),)),)
    assert [one.players for one in found.settings.forbidden] == [(2, 3)]
    assert [one.players for one in found.settings.keep_apart] == [(1, 3)]
    assert found.settings.must_meet == ((1, 3),)


def test_other_numbers_go_before_those_of_the_list() -> None:
    found = by_number(Tournament(PLAYERS, ROUNDS), {30: 2, 10: 1, 99: 7})
    assert [(one.id, one.name) for one in found.players] == [
        (2, "Anna"),
        (1, "Bruno"),
        (3, "Carlo"),
    ]
    assert found.rounds[0].games == (Game(2, 1, Result.WHITE_WINS),)


def test_teams_have_numbers_and_their_players_keep_their_ids() -> None:
    people = tuple(
        Player(f"P{id}", id=id, number=at) for at, id in enumerate((11, 12, 21, 22), start=1)
    )
    teams = (
        Team("Lions", (11, 12), 1, id=70),
        Team("Bears", (21, 22), 2, id=60),
    )
    games = (Game(11, 21, Result.WHITE_WINS), Game(22, 12, Result.DRAW))
    settings = Settings(rounds=3, system="team-2026", teams=teams, team_event=TeamEvent(boards=2))
    event = event_of(Tournament(people, (Round(games),), settings))
    assert isinstance(event, MatchTournament)
    assert [one.id for one in event.players] == [70, 60]
    found = by_number(event)
    assert isinstance(found, MatchTournament)
    assert [(one.id, one.name) for one in found.players] == [(1, "Lions"), (2, "Bears")]
    assert [(game.white, game.black) for game in found.rounds[0].games] == [(1, 2)]
    assert [one.id for one in found.individual.players] == [11, 12, 21, 22]
    # A report file has the numbers of the teams alone.
    plain = replace(settings, teams=tuple(replace(team, id=0) for team in teams))
    known = Tournament(people, (Round(games),), plain)
    assert write_trf(event, "trf26") == write_trf(known, "trf26")
