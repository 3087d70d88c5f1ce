"""The absolute rules, checked from the games of a tournament alone, without code of a system.

For systems whose colour limits are absolute: no two players meet twice, no player gets one colour
three times running or three times more often than the other, and the bye goes to each player at
most once, and not to a player who has had a win's points without playing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from crivello.matching.cardinality import has_perfect_matching
from crivello.model.history import histories
from crivello.model.pairing import RoundPairing
from crivello.model.player import Player
from crivello.model.result import Bye, Result
from crivello.model.settings import Acceleration
from crivello.model.tournament import Round, Tournament
from crivello.rules.acceleration import virtual_points


class Facts:
    """The facts about all players in the rounds before `number`.

    With `equal_scores_first` the limits do not bind players of equal pairing score (the last round
    of the Lim system).
    """

    def __init__(
        self, tournament: Tournament, number: int, equal_scores_first: bool = False
    ) -> None:
        self.within_limits = cache(self._within_limits)  # asked of each player with each other
        self.scores: dict[int, int] = {}
        if equal_scores_first:
            virtual = virtual_points(tournament, number)
            self.scores = {
                player: history.score + virtual.get((player, number), 0)
                for player, history in histories(tournament.before(number), number).items()
            }
        self.met: set[frozenset[int]] = set()
        self.colours: dict[int, str] = defaultdict(str)
        self.barred: set[int] = set()
        scoring = tournament.settings.scoring
        for this in tournament.rounds[: number - 1]:
            for game in this.games:
                assert game.result is not None
                if game.result.played:
                    self.met.add(frozenset((game.white, game.black)))
                    self.colours[game.white] += "W"
                    self.colours[game.black] += "B"
                elif scoring.forfeit_win >= scoring.win:
                    if game.result is Result.WHITE_WINS_BY_FORFEIT:
                        self.barred.add(game.white)
                    if game.result is Result.BLACK_WINS_BY_FORFEIT:
                        self.barred.add(game.black)
            for player, bye in this.byes:
                if bye is Bye.PAIRING_ALLOCATED or (
                    bye is Bye.FULL_POINT and scoring.full_point_bye >= scoring.win
                ):
                    self.barred.add(player)
        for apart in tournament.settings.forbidden:
            self.met |= {frozenset((a, b)) for a in apart.players for b in apart.players if a != b}
        away = {player for player, bye in tournament.round(number).byes if bye.requested}
        self.present = [
            player.id
            for player in tournament.players
            if player.id not in away
            and player.entered <= number
            and (player.withdrawn_after is None or player.withdrawn_after >= number)
        ]

    def _within_limits(self, player: int, colour: str) -> bool:
        after = self.colours[player] + colour
        difference = after.count("W") - after.count("B")
        return abs(difference) <= 2 and after[-3:] not in ("WWW", "BBB")

    def bound(self, a: int, b: int) -> bool:
        """Return True if the colour limits bind this pair."""
        return not self.scores or self.scores[a] != self.scores[b]

    def may_meet(self, a: int, b: int) -> bool:
        if a == b or frozenset((a, b)) in self.met:
            return False
        return not self.bound(a, b) or any(
            self.within_limits(a, one) and self.within_limits(b, other)
            for one, other in ("WB", "BW")
        )


def assert_legal(
    tournament: Tournament, pairing: RoundPairing, equal_scores_first: bool = False
) -> None:
    """Check that the pairing of its round is complete and legal."""
    facts = Facts(tournament, pairing.round, equal_scores_first)
    seated = [player for board in pairing.boards for player in (board.white, board.black)]
    if pairing.bye is not None:
        seated.append(pairing.bye)
        assert pairing.bye not in facts.barred
    assert sorted(seated) == sorted(facts.present)
    assert (pairing.bye is not None) == bool(len(facts.present) % 2)
    for board in pairing.boards:
        assert frozenset((board.white, board.black)) not in facts.met
        if facts.bound(board.white, board.black):
            assert facts.within_limits(board.white, "W")
            assert facts.within_limits(board.black, "B")


def can_be_paired(tournament: Tournament, number: int, equal_scores_first: bool = False) -> bool:
    """Return True if a legal pairing of the round exists."""
    facts = Facts(tournament, number, equal_scores_first)
    players = facts.present
    rows = [sum(1 << j for j, b in enumerate(players) if facts.may_meet(a, b)) for a in players]
    everybody = (1 << len(players)) - 1
    if len(players) % 2 == 0:
        return has_perfect_matching(rows)
    return any(
        has_perfect_matching(rows, everybody & ~(1 << i))
        for i, player in enumerate(players)
        if player not in facts.barred
    )


def with_gap(player: int) -> int:
    """Return a different id, in the same order."""
    return 7 * player + 100


def with_gaps(tournament: Tournament, numbers: bool) -> Tournament:
    """Return the same tournament with other ids in the same order, and with other numbers if
    asked.
    """

    def renamed(this: Round) -> Round:
        return Round(
            tuple(replace(g, white=with_gap(g.white), black=with_gap(g.black)) for g in this.games),
            tuple((with_gap(player), bye) for player, bye in this.byes),
        )

    def entry(player: Player) -> Player:
        number = 3 * player.number + 2 if numbers else player.number
        return replace(player, id=with_gap(player.id), number=number)

    settings = tournament.settings
    acceleration = settings.acceleration
    return Tournament(
        tuple(entry(player) for player in tournament.players),
        tuple(renamed(this) for this in tournament.rounds),
        replace(
            settings,
            forbidden=tuple(
                replace(apart, players=tuple(map(with_gap, apart.players)))
                for apart in settings.forbidden
            ),
            acceleration=Acceleration(
                acceleration.method,
                tuple((with_gap(player), points) for player, points in acceleration.virtual),
            ),
        ),
    )


def boards_with_gaps(pairing: RoundPairing) -> list[tuple[int, int]]:
    """Return the boards with the ids of `with_gaps`."""
    return [(with_gap(white), with_gap(black)) for white, black in boards(pairing)]


def boards(pairing: RoundPairing) -> list[tuple[int, int]]:
    return [(board.white, board.black) for board in pairing.boards]


def pairs(items: Iterable[tuple[int, int]]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in items}
