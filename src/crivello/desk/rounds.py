"""Facts about the rounds of a section: effects of corrections, deadlines, players without
opponent.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from hashlib import sha256

from crivello.desk.events import Effect
from crivello.desk.state import Section
from crivello.formats.codec import encode
from crivello.model.dates import read_time
from crivello.model.keys import is_round_robin
from crivello.model.matches import MatchTournament
from crivello.model.result import Result
from crivello.model.tournament import Game, Tournament
from crivello.rules.strength import strength_in

# Corrections (C.04.2: 4.3, old D.8)


def effect_now(section: Section, round_number: int) -> Effect | None:
    """Return the effect that a correction of a published round has if it is made now.

    None if neither its results nor the next round are published: the result is then just entered.
    """
    # C.04.2.D.8 (1, 2, 5, 6)
    this = section.rounds[round_number - 1]
    if is_round_robin(section.settings.system):
        return Effect.NOW  # no pairing depends on it
    if len(section.rounds) == round_number:
        return Effect.NOW if this.results_published else None
    following = section.rounds[round_number]
    if len(section.rounds) == round_number + 1 and not following.ended:
        return Effect.NEXT
    return Effect.RATING


def deadline_passed(section: Section, round_number: int, now: datetime) -> bool:
    """Return True if the time for reporting errors in the published results is over."""
    # C.04.2.D.8 (4)
    minutes = section.announced.correction_minutes
    published = section.rounds[round_number - 1].results_published
    if minutes is None or not published:
        return False
    return now > datetime.fromisoformat(published) + timedelta(minutes=minutes)


def lineups_closed(section: Section, round_number: int, now: datetime) -> bool:
    """Return True if the deadline for line-ups of a round is over; False if its start is not
    known.
    """
    minutes, times = section.announced.lineup_minutes, section.announced.round_times
    days, at = section.settings.round_dates, round_number - 1
    if minutes is None or at >= len(days) or at >= len(times):
        return False
    hour, minute = read_time(times[at])
    try:
        day = date.fromisoformat(days[at].replace("/", "-"))
    except ValueError:
        return False
    begins = datetime(day.year, day.month, day.day, hour, minute).astimezone()
    return now > begins - timedelta(minutes=minutes)


# Who has no opponent in a published round, and may be paired after all (C.04.2: 4.4, case 3).


_ONE_CAME = (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT)


def who_came(game: Game) -> int | None:
    """Return the player whose opponent did not appear; None if both or neither came."""
    if game.result not in _ONE_CAME:
        return None
    return game.white if game.result is Result.WHITE_WINS_BY_FORFEIT else game.black


def who_did_not(game: Game) -> int | None:
    """Return the player who did not appear against an opponent who did; None if there is none."""
    came = who_came(game)
    return None if came is None else game.opponent(came)


def no_shows(games: Iterable[Game]) -> frozenset[int]:
    """Return all players of these games who did not appear against an opponent who did."""
    return frozenset(player for game in games if (player := who_did_not(game)) is not None)


def without_opponent(section: Section) -> list[int]:
    """Return the players who may still be paired after publication, by pairing number.

    They have the bye, were absent, have just been admitted late, or came while the opponent did
    not. Whether they agree, and are near in the standings, is for the arbiter to say.
    """
    if not section.rounds:
        return []
    number = len(section.rounds)
    playing = set()
    for game in section.rounds[-1].games:
        playing |= {game.white, game.black} - {who_came(game)}
    return [
        player.id
        for player in section.listed_players
        if player.id not in playing
        and player.withdrawn_after is None
        and player.entered <= number + 1
    ]


# What a pairing was made from, as one digest: if it differs, the pairing is of another field.


def basis(tournament: Tournament, round_number: int) -> str:
    """Return a digest of all that the pairing of a round may depend on.

    Names, dates and reports are left out, so that correcting them does not make a draft stale.
    """
    settings = tournament.settings
    strength = strength_in(settings)
    players = [
        (p.id, p.number, strength(p), p.entered, p.withdrawn_after)
        for p in sorted(tournament.players, key=lambda p: p.number)
    ]
    rounds = [
        (
            [(g.white, g.black, g.reversed, g.result.name if g.result else "") for g in this.games],
            sorted((player, bye.value) for player, bye in this.byes),
        )
        for this in (tournament.round(number) for number in range(1, round_number + 1))
    ]
    rules = [
        encode(value)
        for value in (
            settings.system,
            settings.rounds,
            settings.initial_colour,
            settings.scoring,
            settings.acceleration,
            settings.forbidden,
            settings.keep_apart,
            settings.adjustments,
            settings.options,
        )
    ]
    if isinstance(tournament, MatchTournament):  # its results do not give all of its points
        past = (tournament.points, tournament.secondary)
        rules.append([[one for one in points if one[1] < round_number] for points in past])
        rules.append([one for one in tournament.colourless if one[1] < round_number])
    if settings.must_meet and round_number == 1:
        rules.append(encode(settings.must_meet))
    return sha256(repr((round_number, players, rounds, rules)).encode()).hexdigest()[:32]
