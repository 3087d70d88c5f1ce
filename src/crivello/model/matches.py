"""Events of matches: the competitors are teams, or players who meet for two games.

Such an event has people and their games, which are a tournament of their own, and matches.
Everything about a match (who met whom with which colour, match points, game points) is derived here
from the games. The pairing systems see only the competitors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import zip_longest

from crivello.model.history import histories
from crivello.model.keys import has_two_games
from crivello.model.player import Player
from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.settings import (
    Apart,
    PointsAdjustment,
    PrimaryScore,
    Scoring,
    Team,
    TeamEvent,
)
from crivello.model.tournament import Game, Round, Tournament
from crivello.standard.classes import field, frozen, frozen_with_dict, replace
from crivello.standard.typing_names import TypeVar

ByCompetitor = tuple[tuple[int, int, int], ...]
"""(competitor, round, points in units)"""


@frozen
class MatchBoard:
    """One board of a match, or one of its two games."""

    home: int | None
    """The player of the competitor with White on the first board; None: an empty seat."""
    guest: int | None
    game: Game | None
    """None if one seat, or both, are empty."""
    points: tuple[int, int]
    """Game points of home and guest, in units of the games; an open or adjourned game is a draw."""

    @property
    def is_open(self) -> bool:
        """True if two players sit here and their game has no result."""
        if self.home is None or self.guest is None:
            return False
        return self.game is None or self.game.result is None

    @property
    def is_adjourned(self) -> bool:
        return self.game is not None and self.game.result is Result.ADJOURNED

    @property
    def is_over(self) -> bool:
        """True if the points of the board are final."""
        return not self.is_open and not self.is_adjourned


@frozen
class Match:
    """A match: two competitors paired with each other, and their boards."""

    white: int
    """The competitor with White on the first board (in the first game)."""
    black: int
    boards: tuple[MatchBoard, ...] = ()
    result: Result | None = None
    """None while a game is open, then adjourned while one is."""

    @property
    def points(self) -> tuple[int, int]:
        """Game points of both competitors for pairing, in units of the games (C.04.2: 3.1)."""
        return _add_points(self.boards)

    @property
    def points_so_far(self) -> tuple[int, int]:
        """Game points of both competitors on the boards that are over."""
        return _add_points(board for board in self.boards if board.is_over)

    @property
    def played(self) -> bool:
        """True if at least one game was played, so that the match counts as played (C.04.6: 1.6,
        C.04.5: 1.6).
        """
        return any(
            board.game is not None and board.game.result is not None and board.game.result.played
            for board in self.boards
        )

    @property
    def has_no_colour(self) -> bool:
        """True if each player forfeited one of two games, so that they met without a colour."""
        return self.result is Result.DRAW and not self.played

    def decide(self, two_games: bool = False) -> Match:
        """Return the match with the result that follows from its boards.

        The result is None while a board is open, and adjourned while a game is adjourned.
        """
        if any(board.is_open for board in self.boards):
            return replace(self, result=None)
        if any(board.is_adjourned for board in self.boards):
            return replace(self, result=Result.ADJOURNED)
        counts = self.played or (two_games and self._both_appeared)
        return replace(self, result=_RESULTS[counts, _compare_points(*self.points)])

    @property
    def _both_appeared(self) -> bool:
        """True unless a player forfeited both games; only then is a match of two games forfeited
        (C.04.5: preface).
        """
        games = [board.game for board in self.boards if board.game is not None]
        return all(
            any(
                game.result is not None
                and game.result.of(game.colour(player)) is not Award.FORFEIT_LOSS
                for game in games
            )
            for player in (self.white, self.black)
        )


def _add_points(boards: Iterable[MatchBoard]) -> tuple[int, int]:
    both = [board.points for board in boards]
    return sum(home for home, _ in both), sum(guest for _, guest in both)


def _compare_points(mine: int, theirs: int) -> int:
    return (mine > theirs) - (mine < theirs)


_RESULTS = {
    (True, 1): Result.WHITE_WINS,
    (True, 0): Result.DRAW,
    (True, -1): Result.BLACK_WINS,
    (False, 1): Result.WHITE_WINS_BY_FORFEIT,
    (False, 0): Result.DOUBLE_FORFEIT,
    (False, -1): Result.BLACK_WINS_BY_FORFEIT,
}
"""The result, by whether a game was played and who has more points."""


@frozen_with_dict
class MatchTournament(Tournament):
    """A tournament of matches: its players are the competitors, its games the matches, its points
    the primary score.

    White in a match is the competitor whose first board, or first game, was scheduled with White. A
    match is played if at least one of its games was (C.04.6: 1.6, C.04.5: 1.6).
    """

    individual: Tournament = field(default_factory=Tournament)
    """The people and their games."""
    teams: tuple[Team, ...] = ()
    """The teams with the number of their competitor; empty: the competitors are the players
    themselves, who play two games running, each in a round of its own."""
    boards: int = 2
    """Boards of a match."""
    matches: tuple[tuple[Match, ...], ...] = ()
    """Round by round."""
    points: ByCompetitor = ()
    """Points of the primary score, where the results of the matches do not give them."""
    secondary: ByCompetitor = ()
    """Points of the other score (C.04.6: 1.2)."""
    colourless: tuple[tuple[int, int], ...] = ()
    """(competitor, round): a meeting without play, which gave no colour."""

    @cached_property
    def points_of_rounds(self) -> Mapping[tuple[int, int], int]:
        return {(competitor, number): points for competitor, number, points in self.points}

    @cached_property
    def rounds_without_colour(self) -> frozenset[tuple[int, int]]:
        return frozenset(self.colourless)

    def secondary_scores(self, before: int) -> Mapping[int, int]:
        found: dict[int, int] = {}
        for competitor, number, points in self.secondary:
            if number < before:
                found[competitor] = found.get(competitor, 0) + points
        return found

    def for_rating(self) -> Tournament:
        return self.individual.for_rating()

    @cached_property
    def team(self) -> Mapping[int, Team]:
        """The teams by the id of their competitor."""
        return {team.competitor: team for team in self.teams}

    def round_matches(self, number: int) -> tuple[Match, ...]:
        return self.matches[number - 1] if 0 < number <= len(self.matches) else ()


def event_of(individual: Tournament) -> Tournament:
    """Return the event that is paired: a tournament of matches if the settings say so, else
    `individual` itself.
    """
    settings = individual.settings
    if isinstance(individual, MatchTournament):
        return individual
    if settings.team_event is not None:
        return by_team(individual, settings.team_event)
    if has_two_games(settings.system):
        return by_two_games(individual)
    return individual


def has_teams(event: Tournament) -> bool:
    """Return True if the competitors are teams."""
    return isinstance(event, MatchTournament) and bool(event.teams)


def individual_of(event: Tournament) -> Tournament:
    """Return the tournament of the players and their games, as far as the event has rounds."""
    if not isinstance(event, MatchTournament):
        return event
    found, last = event.individual, len(event.rounds)
    if last >= len(event.matches):
        return found
    settings = found.settings
    if settings.team_event is None:
        return replace(found, rounds=found.rounds[: 2 * last])
    team_event = replace(
        settings.team_event,
        byes=tuple(one for one in settings.team_event.byes if one[0] <= last),
        lineups=tuple(one for one in settings.team_event.lineups if one.round <= last),
        forfeits=tuple(one for one in settings.team_event.forfeits if one.round <= last),
    )
    return replace(
        found, rounds=found.rounds[:last], settings=replace(settings, team_event=team_event)
    )


def with_match(event: MatchTournament, number: int, match: Match) -> MatchTournament:
    """Return the event with this match in place of the one between the same competitors, and its
    points updated.

    The games of the players are not changed.
    """
    pair = (match.white, match.black)
    matches = list(event.matches)
    matches[number - 1] = tuple(
        match if (one.white, one.black) == pair else one for one in event.round_matches(number)
    )
    rounds = list(event.rounds)
    this = rounds[number - 1]
    games = tuple(_set_result(game, match) for game in this.games)
    rounds[number - 1] = replace(this, games=games)
    points, secondary = match.points, None
    team_event = event.individual.settings.team_event
    if event.teams and team_event is not None:
        scoring = team_event.scoring
        secondary = _find_points(match, scoring, _make_own_match_points(scoring))
        if event.settings.options.primary_score is PrimaryScore.MATCH:
            points, secondary = secondary, points
    colourless = [one for one in event.colourless if one[1] != number or one[0] not in pair]
    if not event.teams and match.has_no_colour:
        colourless += [(player, number) for player in pair]
    return replace(
        event,
        rounds=tuple(rounds),
        matches=tuple(matches),
        points=_set_points(event.points, number, pair, points),
        secondary=_set_points(event.secondary, number, pair, secondary),
        colourless=tuple(colourless),
    )


def _set_result(game: Game, match: Match) -> Game:
    if {game.white, game.black} != {match.white, match.black}:
        return game
    result = match.result
    if result is not None and game.white != match.white:
        result = result.mirrored
    return replace(game, result=result)


def _set_points(
    given: ByCompetitor, number: int, pair: tuple[int, int], points: tuple[int, int] | None
) -> ByCompetitor:
    new = {} if points is None else dict(zip(pair, points, strict=True))
    return tuple((one, at, new.get(one, was) if at == number else was) for one, at, was in given)


def after_round(event: MatchTournament, number: int) -> MatchTournament:
    """Return the event as it was after a round."""
    if number >= len(event.matches):
        return event
    shorter = replace(event, rounds=event.rounds[:number])
    found = event_of(individual_of(shorter))
    assert isinstance(found, MatchTournament)
    return replace(found, players=event.players, rounds=shorter.rounds)


def people_after(event: Tournament, number: int) -> tuple[Tournament, int]:
    """Return the players and their games after a round, and the number of rounds of games."""
    if not isinstance(event, MatchTournament):
        return event, number
    return individual_of(event), number if event.teams else 2 * number


# From games to matches of teams


def by_team(individual: Tournament, event: TeamEvent) -> MatchTournament:
    """Return the tournament of matches between the teams in the settings of `individual`."""
    settings = individual.settings
    teams, games = settings.teams, settings.scoring
    found = _TeamMatches(individual, event)
    numbers = range(1, found.last_round + 1)
    matches = tuple(found.of_round(number) for number in numbers)
    boards = event.boards or max(
        (len(match.boards) for this in matches for match in this), default=0
    )
    rounds = tuple(
        _make_round(these, found.byes(number, these))
        for number, these in zip(numbers, matches, strict=True)
    )
    for_bye = boards * games.draw if event.bye_points is None else event.bye_points
    of_games = Scoring.of_units(boards * games.win, boards * games.draw, 0, for_bye, games.unit)
    by_games = settings.options.primary_score is PrimaryScore.GAME
    game_points = tuple(_list_points(matches, rounds, of_games, lambda match: match.points))
    match_points = tuple(
        _list_points(matches, rounds, event.scoring, _make_own_match_points(event.scoring))
    )
    return MatchTournament(
        tuple(map(competitor, teams)),
        rounds,
        replace(
            settings,
            scoring=of_games if by_games else event.scoring,
            acceleration=event.acceleration.with_ids(found.competitor),
            forbidden=tuple(_rename(one, found.competitor) for one in event.forbidden),
            adjustments=tuple(_rename(one, found.competitor) for one in event.adjustments),
            keep_apart=(),
            must_meet=(),
            teams=(),
        ),
        individual,
        teams,
        boards,
        matches,
        game_points if by_games else match_points,
        match_points if by_games else game_points,
    )


def with_primary_score(event: MatchTournament, primary: PrimaryScore) -> MatchTournament:
    """Return the same team event, paired by this score (match points or game points)."""
    settings = event.individual.settings
    if event.settings.options.primary_score is primary or settings.team_event is None:
        return event
    options = replace(settings.options, primary_score=primary)
    individual = replace(event.individual, settings=replace(settings, options=options))
    found = by_team(individual, settings.team_event)
    return replace(found, players=event.players, rounds=event.rounds)


def competitor(team: Team) -> Player:
    """Return a team as a player that can be paired."""
    return Player(
        team.name, id=team.competitor, number=team.number, rating=team.strength, rank=team.rank
    )


Named = TypeVar("Named", Apart, PointsAdjustment)


def _rename(one: Named, competitor: Mapping[int, int]) -> Named:
    """Return the setting with teams' numbers replaced by the ids of their competitors."""
    return replace(one, players=tuple(competitor[number] for number in one.players))


def _make_round(matches: tuple[Match, ...], byes: Iterable[tuple[int, Bye]]) -> Round:
    games = tuple(Game(match.white, match.black, match.result) for match in matches)
    return Round(games, tuple(sorted(byes, key=lambda bye: bye[0])))


OwnPoints = Callable[[Match], tuple[int, int] | None]
"""A rule for the points of a match where its result does not give them."""


def _list_points(
    matches: tuple[tuple[Match, ...], ...],
    rounds: tuple[Round, ...],
    scoring: Scoring,
    own: OwnPoints,
) -> Iterator[tuple[int, int, int]]:
    """Yield (competitor, round, points) for each competitor in each round."""
    for number, (these, this) in enumerate(zip(matches, rounds, strict=True), start=1):
        for match in these:
            points = _find_points(match, scoring, own)
            yield match.white, number, points[0]
            yield match.black, number, points[1]
        for team, bye in this.byes:
            yield team, number, scoring.points(bye.award, None)


def _find_points(match: Match, scoring: Scoring, own: OwnPoints) -> tuple[int, int]:
    points = own(match) if match.boards else None
    return points or _award_points(match.result or Result.ADJOURNED, scoring)


def _make_own_match_points(scoring: Scoring) -> OwnPoints:
    """Return the function for match points where the result of the match does not determine
    them.
    """

    def own(match: Match) -> tuple[int, int] | None:
        if match.result in (None, Result.ADJOURNED):
            # Open and adjourned games are draws for pairing (C.04.2: 3.1), each by itself.
            return _award_points(_RESULTS[True, _compare_points(*match.points)], scoring)
        if match.result is Result.DOUBLE_FORFEIT and match.points[0] > 0:
            # Every board was forfeited, as many on one side as on the other: a drawn match.
            return scoring.draw, scoring.draw
        return None

    return own


def _award_points(result: Result, scoring: Scoring) -> tuple[int, int]:
    return (
        scoring.points(result.white, Colour.WHITE),
        scoring.points(result.black, Colour.BLACK),
    )


class _TeamMatches:
    """The matches of each round of a team event, derived from the games of its players."""

    def __init__(self, individual: Tournament, event: TeamEvent) -> None:
        self.individual = individual
        self.event = event
        self.teams = individual.settings.teams
        self.competitor = {team.number: team.competitor for team in self.teams}
        self.team_of = {
            player: self.competitor[one.team]
            for one in event.lineups
            for player in one.players
            if player
        } | {player: team.competitor for team in self.teams for player in team.members}
        self.lineups = {
            (self.competitor[one.team], one.round): one.players for one in event.lineups
        }
        self.members = {team.competitor: team.members for team in self.teams}
        self.alone = [
            frozenset(
                player
                for player, bye in this.byes
                if bye in (Bye.FULL_POINT, Bye.PAIRING_ALLOCATED)
            )
            for this in individual.rounds
        ]
        """For each round, the players without an opponent at their board."""
        self.last_round = max(
            len(individual.rounds),
            *(one.round for one in event.forfeits),
            *(number for number, _, _ in event.byes),
            0,
        )
        past = histories(individual, len(individual.rounds) + 1)
        self.entries = {player: history.entries for player, history in past.items()}

    def of_round(self, number: int) -> tuple[Match, ...]:
        games: dict[tuple[int, int], dict[int, Game]] = {}
        for game in self.individual.round(number).games:
            one, other = sorted(self.team_of.get(player, 0) for player in (game.white, game.black))
            if 0 < one < other:  # otherwise not a match: both of one team, or a player of none
                found = games.setdefault((one, other), {})
                found[game.white] = found[game.black] = game
        matches = [self._match(number, *pair, these) for pair, these in games.items()]
        met = {team for pair in games for team in pair}
        for forfeit in self.event.forfeits:
            white, black = self.competitor[forfeit.white], self.competitor[forfeit.black]
            if forfeit.round == number and not met & {white, black}:
                matches.append(Match(white, black, result=forfeit.result))
        return tuple(matches)

    def _match(self, number: int, one: int, other: int, games: dict[int, Game]) -> Match:
        rows: dict[tuple[int | None, int | None], None] = {}
        seats = (self._find_seats(team, number, games) for team in (one, other))
        for mine, theirs in zip_longest(*seats):
            for player in (mine, theirs):
                if player is None:
                    continue
                game = games.get(player)
                row: tuple[int | None, int | None]
                if game is None:
                    row = (player, None) if self.team_of[player] == one else (None, player)
                elif self.team_of[game.white] == one:
                    row = game.white, game.black
                else:
                    row = game.black, game.white
                rows[row] = None
        turned = not self._has_white([mine for mine, _ in rows], games)
        boards = tuple(
            MatchBoard(
                home,
                guest,
                games.get(home or 0) or games.get(guest or 0),
                (self._get_points(home, number), self._get_points(guest, number)),
            )
            for home, guest in (row[::-1] if turned else row for row in rows)
        )
        white, black = (other, one) if turned else (one, other)
        return Match(white, black, boards).decide()

    def _find_seats(
        self, team: int, number: int, games: Mapping[int, Game]
    ) -> tuple[int | None, ...]:
        """Return the players at a team's boards: its line-up, or else the members who played, in
        the order of the team.
        """
        if (team, number) in self.lineups:
            return self.lineups[team, number]
        alone = self.alone[number - 1] if number <= len(self.alone) else frozenset()
        return tuple(player for player in self.members[team] if player in games or player in alone)

    def _has_white(self, players: list[int | None], games: Mapping[int, Game]) -> bool:
        """Return True if the pattern of colours shows that these players have White on the first
        board.

        The majority of boards decides, since files do not say where colours were reversed by
        mistake.
        """
        pattern = [
            (games[player].colour(player) is self.event.colour(board)) != games[player].reversed
            for board, player in enumerate(players)
            if player is not None and player in games
        ]
        white, black = pattern.count(True), pattern.count(False)
        return white > black or (white == black and (not pattern or pattern[0]))

    def _get_points(self, player: int | None, number: int) -> int:
        return 0 if player is None else self.entries[player][number - 1].points

    def byes(self, number: int, matches: tuple[Match, ...]) -> Iterator[tuple[int, Bye]]:
        """Yield the teams without a match in a round, each with its bye; a team without a bye is
        absent and left out.
        """
        met = {team for match in matches for team in (match.white, match.black)}
        stated = {team: bye for at, team, bye in self.event.byes if at == number}
        letters = dict(self.individual.round(number).byes)
        for team in self.teams:
            found = {letters[player] for player in team.members if player in letters}
            bye = stated.get(team.number) or next((bye for bye in Bye if bye in found), None)
            if bye is not None and team.competitor not in met:
                yield team.competitor, bye


# From games to matches of two games


def by_two_games(individual: Tournament) -> MatchTournament:
    """Return the tournament whose matches are rounds 1 and 2, 3 and 4, … of the games (C.04.5).

    A bye fills both rounds. The pairing-allocated bye is worth a win and a draw (C.04.5: 1.4), so a
    half-point bye follows it. Round numbers in the settings are those of the games.
    """
    settings = individual.settings
    games = settings.scoring
    past = histories(individual, len(individual.rounds) + 1)
    entries = {player: history.entries for player, history in past.items()}
    rounds: list[Round] = []
    matches: list[tuple[Match, ...]] = []
    colourless: list[tuple[int, int]] = []

    for number in range(1, (len(individual.rounds) + 1) // 2 + 1):
        halves = individual.round(2 * number - 1), individual.round(2 * number)
        these = []
        for pair, played in _find_pairs(*halves).items():
            boards = []
            for half, game in enumerate(played):
                at = 2 * (number - 1) + half
                points = [entries[p][at].points if game is not None else 0 for p in pair]
                boards.append(MatchBoard(*pair, game, (points[0], points[1])))
            match = Match(*pair, tuple(boards)).decide(two_games=True)
            these.append(match)
            if match.has_no_colour:
                colourless += [(player, number) for player in pair]
        met = {player for match in these for player in (match.white, match.black)}
        byes = {player: bye for half in reversed(halves) for player, bye in half.byes}
        matches.append(tuple(these))
        rounds.append(_make_round(tuple(these), [one for one in byes.items() if one[0] not in met]))

    bye = games.pairing_allocated_bye + games.half_point_bye
    scoring = Scoring.of_units(2 * games.win, 2 * games.draw, 0, bye, games.unit)
    scored = _list_points(tuple(matches), tuple(rounds), scoring, lambda match: match.points)
    return MatchTournament(
        individual.players,
        tuple(rounds),
        replace(
            settings,
            scoring=scoring,
            rounds=None if settings.rounds is None else -(-settings.rounds // 2),
            forbidden=tuple(
                replace(
                    apart,
                    first_round=-(-apart.first_round // 2),
                    last_round=None if apart.last_round is None else -(-apart.last_round // 2),
                )
                for apart in settings.forbidden
            ),
        ),
        individual,
        matches=tuple(matches),
        points=tuple(scored),
        colourless=tuple(colourless),
    )


def _find_pairs(first: Round, second: Round) -> dict[tuple[int, int], tuple[Game | None, ...]]:
    """Return the two games of each match, by White and Black of its first game."""
    found: dict[tuple[int, int], tuple[Game | None, ...]] = {}
    returns = {_get_paired(game)[::-1]: game for game in second.games}
    for game in first.games:
        pair = _get_paired(game)
        found[pair] = game, returns.pop(pair, None) or returns.pop(pair[::-1], None)
    return found | {pair: (None, game) for pair, game in returns.items()}


def _get_paired(game: Game) -> tuple[int, int]:
    """Return the ids of White and Black as the pairing assigned them."""
    return (game.black, game.white) if game.reversed else (game.white, game.black)
