"""Accelerations: virtual points, added to the score for pairing but not for the standings (C.04.5,
C.04.7).

The Baku acceleration gives points to group A, the first half of the initial order, in the first
rounds. An edition is a value: how many rounds have full and half virtual points, and to which
tournaments it applies. Points stated player by player replace the method
(`docs/decisions/baku-explicit.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crivello.model.errors import Illegal, Unsupported
from crivello.model.keys import SYSTEMS
from crivello.model.matches import has_teams
from crivello.model.player import Player
from crivello.model.sentence import N_, PlayerRef
from crivello.model.settings import Acceleration, PrimaryScore, Scoring
from crivello.model.tournament import Tournament
from crivello.standard.classes import NamedTuple

VirtualPoints = Mapping[tuple[int, int], int]
"""(player id, round) -> virtual points in units; nothing for 0."""


class Baku(NamedTuple):
    """One edition of the Baku acceleration."""

    key: str
    full_rounds: Callable[[int], int]
    """The number of rounds with full virtual points, by the announced number of rounds."""
    accelerated_rounds: Callable[[int], int]
    """The number of rounds with any virtual points."""
    least_rounds: int
    """Shorter tournaments are not accelerated."""
    standard_scoring: bool
    """Whether it needs one point for a win (up to 2025); otherwise a win must be worth two draws
    (2026)."""
    orders_boards: bool
    """Whether the pairing score also orders the boards."""
    articles: tuple[str, str]
    """The articles on the two groups and on the virtual points."""


def _halve_up(number: int) -> int:
    return -(-number // 2)


BAKU_2016 = Baku(
    key="baku-2016",
    full_rounds=lambda rounds: 3,  # 4
    accelerated_rounds=lambda rounds: 5,
    least_rounds=9,  # 1
    standard_scoring=True,
    orders_boards=False,
    articles=("2", "4"),
)
BAKU_2025 = Baku(
    key="baku-2025",
    full_rounds=lambda rounds: _halve_up(_halve_up(rounds)),
    accelerated_rounds=_halve_up,
    least_rounds=1,
    standard_scoring=True,
    orders_boards=False,
    articles=("2", "4"),
)
"""The wording in force up to January 2026: docs/decisions/baku-of-short-tournaments.md."""
BAKU_2026 = Baku(
    key="baku-2026",
    full_rounds=lambda rounds: _halve_up(_halve_up(rounds)),  # 1.4
    accelerated_rounds=_halve_up,
    least_rounds=1,
    standard_scoring=False,
    orders_boards=True,  # 1.5 with C.04.2: 3.6
    articles=("1.2", "1.4"),
)
EDITIONS = {edition.key: edition for edition in (BAKU_2016, BAKU_2025, BAKU_2026)}


def baku_of(system: str) -> str:
    """Return the key of the Baku edition that was in force with a pairing system."""
    return baku_on(SYSTEMS[system].since or "")


def baku_on(day: str) -> str:
    """Return the key of the Baku edition in force on a day, ``YYYY-MM-DD`` or ``YYYY/MM/DD``."""
    return (BAKU_2026 if day.replace("/", "-") >= "2026-02-01" else BAKU_2016).key


def baku_for(rounds: int | None) -> Baku:
    """Return the Baku edition for a tournament before February 2026, by its number of rounds.

    The edition of 2016 is for nine rounds and more; a later wording is for any number.
    """
    short = rounds is not None and rounds < BAKU_2016.least_rounds
    return BAKU_2025 if short else BAKU_2016


def virtual_points(tournament: Tournament, round_number: int) -> VirtualPoints:
    """Return the virtual points of all players in the rounds up to `round_number`."""
    # Baku 2016: 5 (1)
    acceleration = tournament.settings.acceleration
    if acceleration.virtual:
        return {
            (player, number): points
            for player, by_round in acceleration.virtual
            for number, points in enumerate(by_round[:round_number], start=1)
            if points
        }
    edition = _find_edition(acceleration)
    if edition is None:
        return {}
    if has_teams(tournament) and tournament.settings.options.primary_score is PrimaryScore.GAME:
        # C.04.7: 1.4
        raise Illegal(
            N_("{method} uses match points; this event is paired by game points."),
            method=edition.key,
        )
    rounds = _require_rounds(tournament, edition)
    win = _require_win(tournament.settings.scoring, edition)
    by_round = points_by_round(edition, rounds, win)[:round_number]
    return {
        (player.id, number): points
        for player in group_a(tournament)
        for number, points in enumerate(by_round, start=1)
        if points
    }


def points_by_round(edition: Baku, rounds: int, win: int) -> tuple[int, ...]:
    """Return the points of group A in each round (4; 1.4): first `win`, then half of it, then 0."""
    # Baku 2016: 4 (1, 2)
    full = edition.full_rounds(rounds)
    accelerated = edition.accelerated_rounds(rounds)
    return tuple(
        win if number <= full else win // 2 if number <= accelerated else 0
        for number in range(1, rounds + 1)
    )


def size_of_group_a(players: int) -> int:
    """Return the number of players in group A: half of all, rounded up to an even number (2;
    1.2).
    """
    # Baku 2016: 2 (2, 3)
    return 2 * -(-players // 4)


def last_of_group_a(tournament: Tournament) -> Player | None:
    """Return the last player of group A, the same in every round (3; 1.3); None without players.

    The list divided is that of round 1, so late entries do not change the last player, nor does
    that player's withdrawal.
    """
    # Baku 2016: 3 (2)
    stated = tournament.settings.acceleration.last_of_group_a
    if stated is not None:
        if stated not in tournament.player:
            raise Illegal(
                N_("Player {player} marks the border of group A, but is not in the tournament."),
                player=PlayerRef(stated),
            )
        return tournament.player[stated]
    listed = to_be_paired_in_round_1(tournament)
    if not listed:
        return None
    return listed[min(size_of_group_a(len(listed)), len(listed)) - 1]


def to_be_paired_in_round_1(tournament: Tournament) -> list[Player]:
    """Return the list that is divided before round 1, the highest player first (2; 1.2).

    Players with a requested bye in round 1 are not in it; the player with the pairing-allocated bye
    is.
    """
    # Baku 2016: 2 (1)
    requested = {player for player, bye in tournament.round(1).byes if bye.requested}
    return [one for one in players_of_round_1(tournament) if one.id not in requested]


def players_of_round_1(tournament: Tournament) -> list[Player]:
    """Return all players who were in the tournament in round 1, the highest first.

    Players with an announced absence have a bye there and are included. If round 1 is paired,
    players with neither a game nor a bye in it are late entries; report files mark late entries in
    no other way.
    """
    first = tournament.round(1)
    there = {player for game in first.games for player in (game.white, game.black)}
    there |= {player for player, _ in first.byes}
    return sorted(
        (
            player
            for player in tournament.players
            if player.entered <= 1
            and (player.withdrawn_after is None or player.withdrawn_after)
            and (player.id in there or not first.paired)
        ),
        key=lambda player: player.number,
    )


def group_a(tournament: Tournament) -> tuple[Player, ...]:
    """Return the players of group A: all down to its last player, late entries included."""
    last = last_of_group_a(tournament)
    if last is None:
        return ()
    return tuple(player for player in tournament.players if player.number <= last.number)


def boards_by_pairing_score(acceleration: Acceleration) -> bool:
    """Return True if virtual points also order the boards, as in the rules of 2026."""
    edition = _find_edition(acceleration)
    return edition is not None and edition.orders_boards


def _find_edition(acceleration: Acceleration) -> Baku | None:
    if acceleration.method is None:
        return None
    if acceleration.method not in EDITIONS:
        raise Unsupported(
            N_("There is no acceleration {method!r}. Known: {known}."),
            method=acceleration.method,
            known=", ".join(EDITIONS),
        )
    return EDITIONS[acceleration.method]


def _require_rounds(tournament: Tournament, edition: Baku) -> int:
    rounds = tournament.settings.rounds
    if rounds is None:
        raise Illegal(
            N_("{method} depends on the number of rounds: announce how many there are."),
            method=edition.key,
        )
    if rounds < edition.least_rounds:
        raise Illegal(
            N_("{method} is for tournaments of at least {least} rounds; this one has {rounds}."),
            method=edition.key,
            least=edition.least_rounds,
            rounds=rounds,
        )
    return rounds


def _require_win(scoring: Scoring, edition: Baku) -> int:
    """Return the value of a win; raise `Illegal` if the edition does not allow this scoring (1;
    1.1).
    """
    # Baku 2016: 1 (1)
    wins = {scoring.white_win, scoring.black_win}
    doubled_draws = {2 * scoring.white_draw, 2 * scoring.black_draw}
    lost = {scoring.white_loss, scoring.black_loss}
    win = scoring.white_win
    if wins != {win} or doubled_draws != {win} or lost != {0}:
        raise Illegal(
            N_(
                "{method} needs a scoring in which a win is worth two draws and a loss nothing, "
                "with either colour."
            ),
            method=edition.key,
        )
    if edition.standard_scoring and win != scoring.unit:
        raise Illegal(
            N_("{method} needs the standard scoring: one point for a win, half for a draw."),
            method=edition.key,
        )
    return win
