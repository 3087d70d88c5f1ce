"""Check a tournament for consistency: list every defect, with its player and round.

A file reader finds most defects itself, with line and column. This check is for tournaments from
other sources, and is made before one is written or paired.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from crivello.model.errors import Problem, Severity
from crivello.model.keys import is_round_robin
from crivello.model.result import Award, Bye
from crivello.model.sentence import N_, PlayerRef, Sentence
from crivello.model.tournament import Round, Tournament

ID_TWICE = N_("The id {player} belongs to more than one player.")
NUMBER_TWICE = N_("The pairing number {number} belongs to more than one player.")
ID_BELOW_ONE = N_("The id {player} is not a positive number.")
NUMBER_BELOW_ONE = N_("The pairing number {number} of player {player} is not positive.")
UNKNOWN_IN_ROUND = N_("Round {round} names player {player}, who does not exist.")
AGAINST_ONESELF = N_("Player {player} is listed as their own opponent in round {round}.")
TWICE_IN_ROUND = N_("Player {player} appears more than once in round {round}.")
TWO_BYES = N_("Round {round} has {count} pairing-allocated byes.")
RESULT_MISSING = N_("Round {round}: the game of {player} and {opponent} has no result.")
NOT_ENTERED = N_("Player {player} plays in round {round}, but entered only for round {entered}.")
WITHDRAWN = N_("Player {player} plays in round {round}, but withdrew after round {withdrawn}.")
AFTER_THE_LAST = N_("There is a round {round}, but {rounds} rounds are announced.")
NO_ROUNDS = N_("The number of rounds announced is {rounds}; it must be positive.")
UNIT_BELOW_ONE = N_("The unit of points is {unit}; it must be positive.")
UNKNOWN_APART = N_("A forbidden group names player {player}, who does not exist.")
UNKNOWN_KEPT_APART = N_("A group to keep apart names player {player}, who does not exist.")
UNKNOWN_TO_MEET = N_("A pair announced for round 1 names player {player}, who does not exist.")
TWICE_TO_MEET = N_("The pairs announced for round 1 name player {player} twice.")
UNKNOWN_TEAM_MEMBER = N_("Team {team} names player {player}, who does not exist.")
UNKNOWN_ACCELERATED = N_("The acceleration names player {player}, who does not exist.")
UNKNOWN_ADJUSTED = N_("Special points name player {player}, who does not exist.")
TWICE_IN_GROUP = N_("A forbidden group names player {player} twice.")


def problems(tournament: Tournament) -> list[Problem]:
    """Return all defects, errors as well as warnings; an empty list for a consistent tournament."""
    return [
        *_check_players(tournament),
        *_check_settings(tournament),
        *_check_rounds(tournament),
    ]


def errors(tournament: Tournament) -> list[Problem]:
    """Return the defects that are errors, not warnings."""
    return [p for p in problems(tournament) if p.severity is Severity.ERROR]


def _check_players(tournament: Tournament) -> Iterator[Problem]:
    for player, count in Counter(player.id for player in tournament.players).items():
        if count > 1:
            yield Problem(Sentence(ID_TWICE, player=PlayerRef(player)), player=player)
        if player < 1:
            yield Problem(Sentence(ID_BELOW_ONE, player=PlayerRef(player)), player=player)
    for number, count in Counter(player.number for player in tournament.players).items():
        if count > 1:
            yield Problem(Sentence(NUMBER_TWICE, number=number))
    for entry in tournament.players:
        if entry.number < 1:
            values = {"player": PlayerRef(entry.id), "number": entry.number}
            yield Problem(Sentence(NUMBER_BELOW_ONE, **values), player=entry.id)


def _check_settings(tournament: Tournament) -> Iterator[Problem]:
    settings = tournament.settings
    if settings.rounds is not None:
        if settings.rounds < 1:
            yield Problem(Sentence(NO_ROUNDS, rounds=settings.rounds))
        elif len(tournament.rounds) > settings.rounds:
            values = {"round": len(tournament.rounds), "rounds": settings.rounds}
            yield Problem(Sentence(AFTER_THE_LAST, **values), round=len(tournament.rounds))
    if settings.scoring.unit < 1:
        yield Problem(Sentence(UNIT_BELOW_ONE, unit=settings.scoring.unit))

    def unknown(template: str, players: Iterable[int], **values: str) -> Iterator[Problem]:
        for player in players:
            if player not in tournament.player:
                yield Problem(Sentence(template, player=PlayerRef(player), **values), player=player)

    for apart in settings.forbidden:
        yield from unknown(UNKNOWN_APART, apart.players)
        for player, count in Counter(apart.players).items():
            if count > 1:
                yield Problem(Sentence(TWICE_IN_GROUP, player=PlayerRef(player)), player=player)
    for apart in settings.keep_apart:
        yield from unknown(UNKNOWN_KEPT_APART, apart.players)
    announced = [player for pair in settings.must_meet for player in pair]
    yield from unknown(UNKNOWN_TO_MEET, announced)
    for player, count in Counter(announced).items():
        if count > 1:
            yield Problem(Sentence(TWICE_TO_MEET, player=PlayerRef(player)), player=player)
    for team in settings.teams:
        yield from unknown(UNKNOWN_TEAM_MEMBER, team.members, team=team.name)
    for adjustment in settings.adjustments:
        yield from unknown(UNKNOWN_ADJUSTED, adjustment.players)
    accelerated = [player for player, _ in settings.acceleration.virtual]
    if settings.acceleration.last_of_group_a is not None:
        accelerated.append(settings.acceleration.last_of_group_a)
    yield from unknown(UNKNOWN_ACCELERATED, accelerated)


def _check_rounds(tournament: Tournament) -> Iterator[Problem]:
    paired = tournament.paired_rounds
    for number, this in enumerate(tournament.rounds, start=1):
        yield from _check_participants(tournament, this, number)
        for game in this.games:
            if game.white == game.black:
                values = {"player": PlayerRef(game.white), "round": number}
                yield Problem(Sentence(AGAINST_ONESELF, **values), player=game.white, round=number)
            if game.result is None and number <= paired:
                yield Problem(
                    Sentence(
                        RESULT_MISSING,
                        round=number,
                        player=PlayerRef(game.white),
                        opponent=PlayerRef(game.black),
                    ),
                    player=game.white,
                    round=number,
                    severity=Severity.WARNING,
                )
        allocated = sum(bye is Bye.PAIRING_ALLOCATED for _, bye in this.byes)
        if allocated > 1:
            # Some real events gave several; their files are read and written like any other.
            values = {"round": number, "count": allocated}
            yield Problem(Sentence(TWO_BYES, **values), round=number, severity=Severity.WARNING)


def _forfeits(this: Round, player: int) -> bool:
    """Return True if the player's game in this round has no result or is lost by forfeit."""
    return any(
        game.result is None or game.result.of(game.colour(player)) is Award.FORFEIT_LOSS
        for game in this.games
        if player in (game.white, game.black)
    )


def _check_participants(tournament: Tournament, this: Round, number: int) -> Iterator[Problem]:
    """Yield a problem for each player of a round who is unknown, appears twice, has left or has not
    entered yet.
    """
    to_play = [player for game in this.games for player in {game.white, game.black}]
    to_play += [player for player, bye in this.byes if bye is Bye.PAIRING_ALLOCATED]
    requested = [player for player, bye in this.byes if bye.requested]
    for player, count in Counter((*to_play, *requested)).items():
        values = {"player": PlayerRef(player), "round": number}
        if player not in tournament.player:
            yield Problem(Sentence(UNKNOWN_IN_ROUND, **values), player=player, round=number)
        if count > 1:
            yield Problem(Sentence(TWICE_IN_ROUND, **values), player=player, round=number)
    if is_round_robin(tournament.settings.system):
        # A player who has left keeps the place in the table and loses by forfeit.
        to_play = [player for player in to_play if not _forfeits(this, player)]
    for player in dict.fromkeys(to_play):
        entry = tournament.player.get(player)
        if entry is None:
            continue
        values = {"player": PlayerRef(player), "round": number}
        if number < entry.entered:
            values["entered"] = entry.entered
            yield Problem(Sentence(NOT_ENTERED, **values), player=player, round=number)
        if entry.withdrawn_after is not None and number > entry.withdrawn_after:
            values["withdrawn"] = entry.withdrawn_after
            yield Problem(Sentence(WITHDRAWN, **values), player=player, round=number)
