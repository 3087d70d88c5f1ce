"""The tables of a round: games, or matches with the games of their boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crivello.model.errors import Illegal
from crivello.model.grammar import is_number
from crivello.model.keys import has_two_games
from crivello.model.matches import Match, MatchTournament, by_two_games, event_of, individual_of
from crivello.model.pairing import RoundPairing
from crivello.model.result import Bye, Result
from crivello.model.sentence import N_
from crivello.model.settings import TeamEvent
from crivello.model.tables import (
    MATCH_BOARDS,
    USUAL_BOARDS,
    GameTable,
    Seats,
    games_of_match,
)
from crivello.model.tournament import Game, Round, Tournament
from crivello.standard.classes import replace

NO_GAME_THERE = N_("Table {table} has no game on board {board}.")
RESULTS_OF_BOARDS = N_(
    'Table {table} is a match: give the results of its {boards} boards, such as ["1-0", "½"], '
    'or name one board, such as "{table}.1".'
)


def round_tables(whole: Tournament, number: int) -> list[GameTable]:
    """Return the tables of a round."""
    if not isinstance(whole, MatchTournament):
        games = whole.round(number).games
        return [GameTable(place, place, game, (game,)) for place, game in enumerate(games, 1)]
    return [
        _match_table(whole, place, match)
        for place, match in enumerate(whole.round_matches(number), start=1)
    ]


def _match_table(event: MatchTournament, place: int, match: Match) -> GameTable:
    lineups: dict[int, Seats] = {}
    if event.teams:
        lineups = {
            match.white: tuple(board.home for board in match.boards),
            match.black: tuple(board.guest for board in match.boards),
        }
    pair = Game(match.white, match.black, match.result)
    games = tuple(board.game for board in match.boards)
    return GameTable(place, place, pair, games, is_match=True, lineups=lineups)


def split_place(place: str) -> tuple[int, int] | tuple[None, None]:
    """Return the table and board that ``"3.2"`` names; (None, None) for any other text."""
    table, _, board = place.partition(".")
    return (int(table), int(board)) if is_number(table, 6) and is_number(board, 3) else (None, None)


def results_at(
    table: GameTable, board: int | None, results: Sequence[Result | None]
) -> tuple[Result | None, ...]:
    """Return all results of a table after `results` are entered, for one board or for all with a
    game.
    """
    if board is not None and not table.has_game(board):
        raise Illegal(NO_GAME_THERE, table=table.number, board=board)
    boards = table.boards if board is None else [board]
    if len(results) != len(boards):
        found = {"table": table.number, "boards": len(boards), "found": len(results)}
        raise Illegal(MATCH_BOARDS, (), **found)
    after = list(table.results)
    for one, result in zip(boards, results, strict=True):
        after[one - 1] = result
    return tuple(after)


def with_tables(whole: Tournament, number: int, tables: Iterable[GameTable]) -> Tournament:
    """Return the tournament with the games of these tables in place of the present ones."""
    games = individual_of(whole)
    rounds, places = list(games.rounds), _places(whole, number)
    for table in tables:
        # A match of two games has each in a round of its own.
        rounds_of = places if len(places) > 1 else places * len(table.games)
        for at, game in zip(rounds_of, table.games, strict=True):
            if game is not None:
                rounds[at] = replace(rounds[at], games=_with_game(rounds[at].games, game))
    return _with_games(whole, replace(games, rounds=tuple(rounds)))


def _with_game(games: Iterable[Game], new: Game) -> tuple[Game, ...]:
    players = {new.white, new.black}
    return tuple(new if {game.white, game.black} == players else game for game in games)


def _places(whole: Tournament, number: int) -> tuple[int, ...]:
    """Return the indices of the rounds of games that make up round `number`.

    They are two in Double-Swiss, and one in all other systems.
    """
    if has_two_games(whole.settings.system):
        return 2 * number - 2, 2 * number - 1
    return (number - 1,)


def _with_games(whole: Tournament, games: Tournament) -> Tournament:
    """Return the event with these games; if it has matches, its competitors keep their data."""
    if not isinstance(whole, MatchTournament):
        return games
    found = event_of(games)
    rounds = (*found.rounds, *whole.rounds[len(found.rounds) :])
    assert isinstance(found, MatchTournament)
    settings = replace(whole.settings, team_event=games.settings.team_event)
    return with_parts(found, Tournament(whole.players, rounds, settings))


def as_event(whole: Tournament) -> Tournament:
    """Return the tournament as an event of matches if its players meet for two games."""
    if isinstance(whole, MatchTournament) or not has_two_games(whole.settings.system):
        return whole
    settings = whole.settings
    doubled = replace(
        settings,
        rounds=None if settings.rounds is None else 2 * settings.rounds,
        forbidden=tuple(
            replace(
                apart,
                first_round=2 * apart.first_round - 1,
                last_round=None if apart.last_round is None else 2 * apart.last_round,
            )
            for apart in settings.forbidden
        ),
    )
    rounds = tuple(Round(byes=this.byes) for this in whole.rounds for _ in range(2))
    return by_two_games(replace(whole, rounds=rounds, settings=doubled))


def with_pairing(whole: Tournament, pairing: RoundPairing) -> Tournament:
    """Return the tournament with one more round, as it is paired.

    Teams play with the line-ups of `TeamEvent`, or by default with their first members.
    """
    number, bye = pairing.round, pairing.bye
    pairs = [Game(board.white, board.black) for board in pairing.boards]
    free = () if bye is None else ((bye, Bye.PAIRING_ALLOCATED),)
    if isinstance(whole, MatchTournament) and whole.teams:
        return _with_games(whole, _with_teams(whole, number, pairs, bye))
    games, places = individual_of(whole), _places(whole, number)
    missing = places[-1] + 1 - len(games.rounds)
    rounds = [*games.rounds, *(Round() for _ in range(missing))]
    first, *second = places
    rounds[first] = Round(tuple(pairs), (*free, *rounds[first].byes))
    for at in second:
        turned = tuple(Game(game.black, game.white) for game in pairs)
        half = tuple((player, Bye.HALF_POINT) for player, _ in free)
        rounds[at] = Round(turned, (*half, *rounds[at].byes))
    return _with_games(whole, replace(games, rounds=tuple(rounds)))


def _with_teams(
    whole: MatchTournament, number: int, pairs: Iterable[Game], bye: int | None
) -> Tournament:
    """Return the players of a team event with the games of one more round."""
    people = individual_of(whole)
    event = people.settings.team_event or TeamEvent()
    lineups = _lineups(whole, event, number)
    games, alone = [], []
    for pair in pairs:
        both = (lineups[pair.white], lineups[pair.black])
        boards = games_of_match(people.settings, pair.white, pair.black, lineups)
        games += [game for game in boards if game is not None]
        alone += [one for seats in zip(*both, strict=True) if None in seats for one in seats if one]
    free = () if bye is None else ((number, whole.team[bye].number, Bye.PAIRING_ALLOCATED),)
    past = [people.round(one) for one in range(1, number)]
    this = Round(tuple(games), tuple((player, Bye.FULL_POINT) for player in alone))
    settings = replace(people.settings, team_event=replace(event, byes=(*event.byes, *free)))
    return replace(people, rounds=(*past, this), settings=settings)


def _lineups(whole: MatchTournament, event: TeamEvent, number: int) -> dict[int, Seats]:
    """Return the line-up of each team, by its competitor id."""
    boards = event.boards or whole.boards or USUAL_BOARDS
    given = {one.team: one.players for one in event.lineups if one.round == number}
    lineups = {}
    for team in whole.teams:
        seats = given.get(team.number, team.members)[:boards]
        lineups[team.competitor] = (*seats, *(None,) * (boards - len(seats)))
    return lineups


def with_parts(event: MatchTournament, parts: Tournament) -> MatchTournament:
    """Return the event with other players, rounds and settings, but with its own games and
    points.
    """
    old, new = event.settings.scoring.unit, parts.settings.scoring.unit
    points = tuple((one, number, value * new // old) for one, number, value in event.points)
    return replace(
        event,
        players=parts.players,
        rounds=parts.rounds,
        settings=parts.settings,
        points=points,
    )
