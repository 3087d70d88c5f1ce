"""The score sheet: a tournament after a certain round, as tie-breaks are computed from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from crivello.model.errors import Illegal
from crivello.model.history import Entry, History, Part, histories
from crivello.model.keys import is_round_robin
from crivello.model.matches import MatchTournament, with_primary_score
from crivello.model.result import Award, Bye, Result
from crivello.model.sentence import N_
from crivello.model.settings import PrimaryScore
from crivello.model.tournament import Tournament
from crivello.rules.score_sums import ScoreSums, score_sums
from crivello.standings.finality import open_games
from crivello.standings.unplayed import (
    IN_FORCE,
    ROUND_ROBIN,
    Edition,
    forfeits_as_played,
    not_counted,
    only_counting_games,
)
from crivello.standings.working import Modifiers, Value, Working

NO_STANDINGS = N_("There are no standings after round {round}; rounds paired so far: {paired}.")


class EventFormat(Enum):
    """The format of an event, which selects the article on unplayed rounds: 15 or 16."""

    ROUND_ROBIN = "round robin"
    SWISS = "swiss"


def format_of(tournament: Tournament) -> EventFormat:
    """Return the format of the tournament's system: round robin or Swiss."""
    robin = is_round_robin(tournament.settings.system)
    return EventFormat.ROUND_ROBIN if robin else EventFormat.SWISS


class BoardResults(NamedTuple):
    """The points of a team on each board of one round.

    A forfeited board is won or lost; a pairing-allocated bye is a win on every board (C.07: 12).
    """

    round: int
    opponent: int | None
    played: bool
    points: tuple[int, ...]
    """The points by board, the first board first, in units of the games."""


class Sheet:
    """The players' histories after `round`, and values that several tie-breaks need, computed
    once.
    """

    def __init__(
        self,
        tournament: Tournament,
        after_round: int,
        edition: Edition = IN_FORCE,
        kind: EventFormat = EventFormat.SWISS,
    ) -> None:
        if not 0 <= after_round <= tournament.paired_rounds:
            raise Illegal(NO_STANDINGS, round=after_round, paired=tournament.paired_rounds)
        self.whole = tournament
        """With the games that do not count."""
        self.not_counted: tuple[int, ...] = ()
        """Players who left a round robin so early that their games do not count."""
        if kind is EventFormat.ROUND_ROBIN:
            self.not_counted = not_counted(tournament)
            tournament = only_counting_games(tournament)
        self.tournament = tournament
        self.round = after_round
        """Rounds so far; during the event this counts as the last one."""
        self.edition = edition
        self.kind = kind
        self.scoring = tournament.settings.scoring
        self.past: Mapping[int, History] = histories(tournament, after_round + 1)
        self._scored: dict[PrimaryScore, Sheet] = {}
        self._sums: dict[tuple[bool, bool], Mapping[int, ScoreSums]] = {}
        self._values: dict[tuple[str, Modifiers], Mapping[int, Value | None]] = {}
        self._ratings: dict[int | None, Mapping[int, int]] = {}

    def with_primary_score(self, primary: PrimaryScore) -> Sheet:
        """Return the sheet of the same team event with match points, or game points, as scores."""
        if primary not in self._scored:
            assert isinstance(self.tournament, MatchTournament)
            event = with_primary_score(self.tournament, primary)
            self._scored[primary] = (
                self
                if event is self.tournament
                else Sheet(event, self.round, self.edition, self.kind)
            )
        return self._scored[primary]

    def with_other_score(self) -> Sheet:
        """Return the sheet of the same team event with the points as scores that are not primary.

        If match points are the primary score, these are the game points, and the other way round.
        """
        by_match = self.tournament.settings.options.primary_score is PrimaryScore.MATCH
        return self.with_primary_score(PrimaryScore.GAME if by_match else PrimaryScore.MATCH)

    # The boards of an event of teams

    @property
    def event(self) -> MatchTournament:
        assert isinstance(self.tournament, MatchTournament)
        return self.tournament

    @property
    def board_number(self) -> int:
        """The number of boards of a match."""
        return self.event.boards

    @property
    def board_unit(self) -> int:
        """Units of a board's points that make one point."""
        return self.event.individual.settings.scoring.unit

    def boards(self, team: int) -> list[BoardResults]:
        """Return the board points of a team's matches, and of its byes that bring points (C.07:
        12).
        """
        return self._boards[team]

    @cached_property
    def _boards(self) -> Mapping[int, list[BoardResults]]:
        event, found = self.event, defaultdict[int, list[BoardResults]](list)
        scoring = event.individual.settings.scoring
        every, none = (scoring.win,) * event.boards, (0,) * event.boards
        # Requested byes: docs/decisions/team-tie-breaks.md.
        on_board = dict.fromkeys((Bye.PAIRING_ALLOCATED, Bye.FULL_POINT), scoring.win)
        on_board[Bye.HALF_POINT] = scoring.draw
        for number in range(1, self.round + 1):
            for match in event.round_matches(number):
                sides = tuple(
                    tuple(board.points[side] for board in match.boards) for side in (0, 1)
                )
                if not match.boards and match.result is not None:  # forfeited without games
                    letters = match.result.white, match.result.black
                    sides = tuple(
                        every if letter is Award.FORFEIT_WIN else none for letter in letters
                    )
                pair = (match.white, match.black)
                for team, opponent, points in zip(pair, pair[::-1], sides, strict=True):
                    found[team].append(BoardResults(number, opponent, match.played, points))
            for team, bye in event.round(number).byes:
                if bye in on_board:
                    points = (on_board[bye],) * event.boards
                    found[team].append(BoardResults(number, None, played=False, points=points))
        return found

    def entries(self, player: int) -> tuple[Entry, ...]:
        return self.past[player].entries

    def games_played(self, player: int) -> list[tuple[int, int]]:
        """Return round and opponent of each game played over the board."""
        return self._games_by_player[player]

    @cached_property
    def _games_by_player(self) -> Mapping[int, list[tuple[int, int]]]:
        return {
            player: [
                (number, opponent)
                for number, (opponent, part) in enumerate(
                    zip(history.opponents, history.parts, strict=True), start=1
                )
                if part.played and opponent is not None
            ]
            for player, history in self.past.items()
        }

    def sums(self, played: bool, fore: bool) -> Mapping[int, ScoreSums]:
        """Return the scores of each player's opponents, round by round.

        With `played`, forfeits count as games (``/P``); with `fore`, last-round games count as
        draws (``/F``).
        """
        if (played, fore) not in self._sums:
            rules = self.edition.unplayed
            if self.kind is EventFormat.ROUND_ROBIN:
                rules = ROUND_ROBIN
            elif played:
                rules = forfeits_as_played(rules)
            past = self.last_drawn if fore else self.past
            self._sums[played, fore] = score_sums(past, self.scoring, rules)
        return self._sums[played, fore]

    @cached_property
    def last_drawn(self) -> Mapping[int, History]:
        """The histories with every game of the last round drawn, forfeits included (8.3)."""
        if self.round == 0:
            return self.past
        rounds = list(self.tournament.rounds)
        last = rounds[self.round - 1]
        drawn = tuple(replace(game, result=Result.DRAW) for game in last.games)
        rounds[self.round - 1] = replace(last, games=drawn)
        found = replace(self.tournament, rounds=tuple(rounds))
        if isinstance(found, MatchTournament):  # else the points of the boards would count
            paired = {competitor for game in drawn for competitor in (game.white, game.black)}
            kept = (one for one in found.points if one[1] != self.round or one[0] not in paired)
            found = replace(found, points=tuple(kept))
        return histories(found, self.round + 1)

    @cached_property
    def full_rounds(self) -> int:
        """The number of rounds in which a player can win points.

        In a round robin it is the number of opponents: with an odd number of players, each has a
        free round.
        """
        if self.kind is EventFormat.SWISS:
            return self.round
        return max(
            (sum(one is not None for one in past.opponents) for past in self.past.values()),
            default=0,
        )

    def ratings(self, unrated: int | None) -> Mapping[int, int]:
        """Return the ratings by player; `unrated` is the rating of players without one.

        If `unrated` is None, unrated players are left out, and tie-breaks by rating (10) do not
        apply.
        """
        if unrated not in self._ratings:
            ratings = {player.id: player.rating or unrated for player in self.tournament.players}
            self._ratings[unrated] = {
                player: rating for player, rating in ratings.items() if rating is not None
            }
        return self._ratings[unrated]

    @cached_property
    def all_rated(self) -> bool:
        """True if all players are rated; otherwise tie-breaks by rating (10) need a rating for the
        unrated.
        """
        return all(player.rating for player in self.tournament.players)

    def values(
        self, code: str, modifiers: Modifiers, compute: Compute
    ) -> Mapping[int, Value | None]:
        """Return the value of a tie-break for each player; values are cached, as other tie-breaks
        average them.
        """
        if (code, modifiers) not in self._values:
            self._values[code, modifiers] = {
                player: compute(self, modifiers, player).value for player in self.past
            }
        return self._values[code, modifiers]

    def counts_as_played(self, part: Part) -> bool:
        """Return True if a round counts as played; in a round robin also a forfeit win (15.2)."""
        return part.played or (
            self.kind is EventFormat.ROUND_ROBIN and part.award is Award.FORFEIT_WIN
        )

    @cached_property
    def open_games(self) -> int:
        """The number of games without a result, including single games of matches.

        They count as draws for now, in a round robin as zero points.
        """
        return open_games(self.whole, self.round)


Compute = Callable[[Sheet, Modifiers, int], Working]
"""A function that computes a tie-break of one player."""
