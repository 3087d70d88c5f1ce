"""Each player's history before a round, derived from the tournament and never stored in files.

It contains only facts. What an edition derives from them (preference, floats, right to the bye) is
in `rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate, compress

from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.settings import PointsAdjustment, Scoring
from crivello.model.tournament import Round, Tournament
from crivello.standard.classes import NamedTuple, maker, record
from crivello.standard.typing_names import Any


class Part(NamedTuple):
    """One round of one player: colour, award and points, without the opponent.

    Few different values occur, so games share them.
    """

    colour: Colour | None
    """The colour of the game, or the one due if the game was not played."""
    award: Award
    points: int
    played: bool
    letter: str
    """The colour as it counts for preferences: ``W``, ``B``, or empty without play."""


class Entry(NamedTuple):
    """One round of one player: opponent, colour, award, points, and the score before it."""

    opponent: int | None
    """The scheduled opponent, whether or not the game was played."""
    colour: Colour | None
    award: Award
    points: int
    played: bool
    score_before: int
    """The player's standings points when the round was paired."""


_entry = maker(Entry)


@record
class History:
    """One player's rounds so far."""

    player: int
    opponents: tuple[int | None, ...]
    """Round by round, whether or not the game was played."""
    parts: tuple[Part, ...]
    scores: tuple[int, ...]
    """Standings points before each round, and those now; an open game is a draw (C.04.2: 3.1)."""
    colours: str
    """Colours of the games played, oldest first, as ``WBW`` (C.04.2: 3.4, gaps are left out)."""
    met: frozenset[int]
    """Opponents of games that were played."""

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The rounds as entries; round k is ``entries[k - 1]``.

        They are built on demand, since pairing rarely needs them.
        """
        if not self.parts:
            return ()
        colours, awards, points, played, _ = zip(*self.parts, strict=True)
        before = self.scores[:-1]
        rounds = zip(self.opponents, colours, awards, points, played, before, strict=True)
        return tuple(map(_entry, rounds))

    @property
    def score(self) -> int:
        """The standings points after the last round of this history."""
        return self.scores[-1]

    @property
    def colour_difference(self) -> int:
        """The number of games with White minus the number with Black."""
        return 2 * self.colours.count("W") - len(self.colours)

    @property
    def games_played(self) -> int:
        """The number of games (or matches) played.

        It counts a match of two games of which each player forfeited one, though that match has no
        colour.
        """
        return sum([part.played for part in self.parts])

    @property
    def unplayed(self) -> int:
        """The number of rounds so far without a played game."""
        return len(self.parts) - len(self.colours)

    @property
    def colour_sequence(self) -> str:
        """The colours of the games played, preceded by a ``u`` for each unplayed round (C.04.2:
        3.4).
        """
        # C.04.2.D.5 (1); C.04.2.D.5 (2)
        return "u" * self.unplayed + self.colours

    @property
    def taken_part(self) -> bool:
        """True if the player has been paired at least once: a scheduled game or a pairing-allocated
        bye.
        """
        return bool(self.met) or any(
            opponent is not None or part.award is Award.PAIRING_ALLOCATED_BYE
            for opponent, part in zip(self.opponents, self.parts, strict=True)
        )


WHITE, BLACK = Colour.WHITE, Colour.BLACK


def histories(tournament: Tournament, before: int) -> Mapping[int, History]:
    """Return the history of each player over rounds 1 to ``before - 1``, by player id.

    The tournament caches the last result: the reader, the checks and the pairing of one file need
    the same histories, and each next round needs only one round more.
    """
    kept = tournament.kept_histories
    found = kept.get(before)
    if found is None:
        earlier = kept.get(before - 1)
        if earlier is None or not _depends_on_results_alone(tournament):
            found = _derive(tournament, before)
        else:
            found = _add_round(earlier, tournament.round(before - 1), tournament.settings.scoring)
        kept.clear()
        kept[before] = found
    return found


def _depends_on_results_alone(tournament: Tournament) -> bool:
    """Return True if points and colours of all rounds follow from the results alone."""
    return not (
        tournament.settings.adjustments
        or tournament.points_of_rounds
        or tournament.rounds_without_colour
    )


def _add_round(past: Mapping[int, History], this: Round, scoring: Scoring) -> Mapping[int, History]:
    """Return the histories extended by one round."""
    came: dict[int, tuple[int | None, Part]] = {}
    known: dict[Result | None, tuple[Part, Part]] = {}
    for game in this.games:
        white, black, result = game.white, game.black, game.result
        both = known.get(result)
        if both is None:
            both = known[result] = _make_parts(result, scoring)
        came[white], came[black] = (black, both[0]), (white, both[1])
    for player, bye in this.byes:
        came[player] = None, _make_part_without_game(bye.award, scoring)
    absent = None, _make_part_without_game(Award.ABSENT, scoring)
    return {player: _extend(one, *came.get(player, absent)) for player, one in past.items()}


def _extend(history: History, opponent: int | None, part: Part) -> History:
    scores = history.scores
    return History(
        history.player,
        (*history.opponents, opponent),
        (*history.parts, part),
        (*scores, scores[-1] + part.points),
        history.colours + part.letter,
        history.met if opponent is None or not part.played else history.met | {opponent},
    )


def _derive(tournament: Tournament, before: int) -> Mapping[int, History]:
    scoring = tournament.settings.scoring
    special = _collect_special_awards(tournament.settings.adjustments)
    bonus = _collect_bonuses(tournament.settings.adjustments)
    rows: dict[int, list[Any]] = {player.id: [] for player in tournament.players}
    """Per player, alternating opponent and part: half as many lookups as two lists."""
    known: dict[Result | None, tuple[Part, Part]] = {}
    without_game = {bye: _make_part_without_game(bye.award, scoring) for bye in Bye}

    for number in range(1, before):
        this = tournament.round(number)
        for game in this.games:
            white, black, result = game.white, game.black, game.result
            if result in known:
                of_white, of_black = known[result]
            else:
                known[result] = of_white, of_black = _make_parts(result, scoring)
            row = rows[white]
            row.append(black)
            row.append(of_white)
            row = rows[black]
            row.append(white)
            row.append(of_black)
        for player, bye in this.byes:
            rows[player] += None, without_game[bye]
        if 2 * len(this.games) + len(this.byes) != len(rows):  # a player had neither
            absent = _make_part_without_game(Award.ABSENT, scoring)
            for row in rows.values():
                if len(row) < 2 * number:
                    row += None, absent

    for (player, number), points in tournament.points_of_rounds.items():
        if number < before:
            rows[player][2 * number - 1] = rows[player][2 * number - 1]._replace(points=points)
    for player, number in tournament.rounds_without_colour:
        if number < before:
            rows[player][2 * number - 1] = rows[player][2 * number - 1]._replace(letter="")
    return {player: _make_history(player, row, special, bonus) for player, row in rows.items()}


def _make_history(
    player: int,
    row: list[Any],
    special: Mapping[tuple[int, int, Award], int],
    bonus: Mapping[tuple[int, int], int],
) -> History:
    # C.04.2.D.6 (1)
    opponents, parts = tuple(row[::2]), tuple(row[1::2])
    if not parts:
        return History(player, (), (), (bonus.get((player, 0), 0),), "", frozenset())
    if special:
        parts = tuple(
            part._replace(points=_find_points(special, player, number, part))
            for number, part in enumerate(parts, start=1)
        )
    _, _, points, played, letters = zip(*parts, strict=True)
    start = 0
    if bonus:
        start = bonus.get((player, 0), 0)
        points = tuple(
            one + bonus.get((player, number), 0) for number, one in enumerate(points, start=1)
        )
    met = opponents if False not in played else compress(opponents, played)
    scores = tuple(accumulate(points, initial=start))
    return History(player, opponents, parts, scores, "".join(letters), frozenset(met))


def _make_parts(result: Result | None, scoring: Scoring) -> tuple[Part, Part]:
    """Return the parts of White and of Black for a game with this result."""
    # C.04.2.D.1 (1); Burstein 2016: 2 (1)
    result = result or Result.ADJOURNED
    played = result.played
    white, black = result.white, result.black
    return (
        Part(WHITE, white, scoring.points(white, WHITE), played, "W" if played else ""),
        Part(BLACK, black, scoring.points(black, BLACK), played, "B" if played else ""),
    )


def _make_part_without_game(award: Award, scoring: Scoring) -> Part:
    # C.04.1.c (2, 3)
    # Burstein 2016: 4.4 (1)
    return Part(None, award, scoring.points(award, None), played=False, letter="")


def _collect_special_awards(
    adjustments: tuple[PointsAdjustment, ...],
) -> Mapping[tuple[int, int, Award], int]:
    """Return the special points for awards, by (player, round or 0 for all rounds, award)."""
    return {
        (player, adjustment.round or 0, adjustment.award): adjustment.points
        for adjustment in adjustments
        if adjustment.award is not None
        for player in adjustment.players
    }


_PAID_LIKE = {
    Award.SHORT_WIN: Award.WIN,
    Award.SHORT_DRAW: Award.DRAW,
    Award.SHORT_LOSS: Award.LOSS,
    Award.ABSENT: Award.ZERO_POINT_BYE,
}
"""Awards without a letter of their own in record 299."""


def _find_points(
    table: Mapping[tuple[int, int, Award], int], player: int, number: int, part: Part
) -> int:
    """Return the points of a round: special points for that round, else those for all rounds, else
    the usual ones.
    """
    award = part.award
    for paid in (award, _PAID_LIKE.get(award, award)):
        for when in (number, 0):
            if (player, when, paid) in table:
                return table[player, when, paid]
    return part.points


def _collect_bonuses(adjustments: tuple[PointsAdjustment, ...]) -> Mapping[tuple[int, int], int]:
    """Return bonuses and penalties by (player, round after which they count); round 0 is the
    start.
    """
    table: dict[tuple[int, int], int] = {}
    for adjustment in adjustments:
        number = adjustment.round or 0
        if adjustment.award is None:
            for player in adjustment.players:
                table[player, number] = table.get((player, number), 0) + adjustment.points
    return table
