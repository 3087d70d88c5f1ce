"""How unplayed rounds count in tie-breaks that sum over opponents (C.07: 15 and 16), by edition.

An edition is a value: how a player's unplayed rounds count for the opponents, which score replaces
that of a missing opponent, and which value is cut first. Decisions where the text leaves room:
docs/decisions/unplayed-rounds-in-tie-breaks.md and tie-break-editions.md.
"""

from __future__ import annotations

from dataclasses import replace

from crivello.model.errors import Unsupported
from crivello.model.grammar import nearest_word
from crivello.model.history import History
from crivello.model.result import Award
from crivello.model.sentence import N_
from crivello.model.settings import Scoring
from crivello.model.tournament import Game, Tournament
from crivello.rules.round_robin import cycles_of, rounds_played, without_open_games
from crivello.rules.score_sums import VIRTUAL_OPPONENT, Scores, ScoreSource, StandIn, UnplayedRounds
from crivello.standard.classes import frozen

REQUESTED_BYES = frozenset({Award.HALF_POINT_BYE, Award.ZERO_POINT_BYE, Award.ABSENT})
"""16.2: byes that a player requests; a round after withdrawing is a zero-point bye."""
VOLUNTARY = REQUESTED_BYES | {Award.FORFEIT_LOSS}
"""Voluntary unplayed rounds (VUR)."""


def _draw_trailing_byes(history: History, scoring: Scoring) -> int:
    """Return the player's score as it counts for opponents (16.3).

    Requested byes that only voluntary unplayed rounds follow count as draws.
    """
    score = history.score
    for part in reversed(history.parts):
        if part.played or part.award not in VOLUNTARY:
            break
        if part.award in REQUESTED_BYES:
            score += scoring.draw - part.points
    return score


def _dummy(history: History, number: int, seen: Scores, scoring: Scoring) -> StandIn:
    """Return the score of the dummy, the imaginary opponent of an unplayed round (16.4).

    It is the player's own score, at most that of the scheduled opponent; without one, at most a
    draw in each round.
    """
    opponent = history.opponents[number - 1]
    if opponent is not None:
        limit, capped = seen[opponent], ScoreSource.CAPPED_BY_OPPONENT
    else:
        limit, capped = scoring.draw * len(history.parts), ScoreSource.CAPPED_BY_DRAWS
    return (history.score, ScoreSource.ONESELF) if history.score <= limit else (limit, capped)


def _unlimited_dummy(history: History, number: int, seen: Scores, scoring: Scoring) -> StandIn:
    return history.score, ScoreSource.ONESELF


def forfeits_as_played(rules: UnplayedRounds) -> UnplayedRounds:
    """Return the same rules, except that a forfeit counts the scheduled opponent's score
    (``/P``).
    """

    def stand_in(history: History, number: int, seen: Scores, scoring: Scoring) -> StandIn:
        opponent = history.opponents[number - 1]
        if opponent is None:
            return rules.stand_in(history, number, seen, scoring)
        return seen[opponent], ScoreSource.SCHEDULED

    return UnplayedRounds(rules.as_seen, stand_in)


def _own_score(history: History, scoring: Scoring) -> int:
    return history.score


ROUND_ROBIN = forfeits_as_played(UnplayedRounds(_own_score, _unlimited_dummy))
"""The rules of round robins: forfeits count as played (15.2)."""


@frozen
class Edition:
    key: str
    title: str
    since: str | None
    """First day in force, ``YYYY-MM-DD``."""
    until: str | None
    unplayed: UnplayedRounds
    voluntary_first: bool
    """16.5: voluntary unplayed rounds are cut before the least significant value."""


_2026 = N_("C.07 as applied from 1 March 2026")
_2024 = N_("C.07 as applied from August 2024: a dummy without a limit")
_2022 = N_("C.07 before September 2023: virtual opponents")
_LIMITED, _UNLIMITED = (
    UnplayedRounds(_draw_trailing_byes, dummy) for dummy in (_dummy, _unlimited_dummy)
)
EDITIONS = (
    Edition("c07-2026", _2026, "2026-03-01", None, _LIMITED, voluntary_first=True),
    Edition("c07-2024", _2024, "2024-08-01", "2026-02-28", _UNLIMITED, voluntary_first=True),
    Edition("c07-2022", _2022, None, "2023-08-31", VIRTUAL_OPPONENT, voluntary_first=False),
)
"""Newest first. The rules between the two older editions are not known in detail."""

IN_FORCE = EDITIONS[0]


def find_edition(key: str) -> Edition:
    for edition in EDITIONS:
        if edition.key == key:
            return edition
    template = N_(
        "{key!r} is not an edition of the tie-break rules.{near:| Did you mean {}?} Known: {known}."
    )
    known = [edition.key for edition in EDITIONS]
    raise Unsupported(template, key=key, near=nearest_word(key, known), known=", ".join(known))


# Players who left a round robin early. If they played less than half of their games, it is chance
# who has met them, so none of these games counts for the standings. Otherwise the results count,
# and the remaining games are forfeits (docs/decisions/round-robin-withdrawals.md).


def not_counted(tournament: Tournament) -> tuple[int, ...]:
    """Return the ids of the players who left a round robin after less than half of their games.

    Their games do not count for the standings.
    """
    players, settings = tournament.players, tournament.settings
    scheduled = cycles_of(settings.system, settings.rounds, len(players)) * (len(players) - 1)
    gone = [player.id for player in players if player.withdrawn_after is not None]
    return tuple(player for player in gone if 2 * games_played(tournament, player) < scheduled)


def games_played(tournament: Tournament, player: int) -> int:
    """Count the player's games over the board."""
    return len(list(rounds_played(tournament, player)))


def only_counting_games(tournament: Tournament) -> Tournament:
    """Return the tournament with only the games that have a result and count for the standings."""
    tournament, gone = without_open_games(tournament), set(not_counted(tournament))

    def counts(game: Game) -> bool:
        return not gone & {game.white, game.black}

    rounds = tuple(
        replace(this, games=tuple(filter(counts, this.games))) for this in tournament.rounds
    )
    return replace(tournament, rounds=rounds)
