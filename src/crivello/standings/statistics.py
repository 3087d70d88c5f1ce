"""What happened, counted: results by colour and title, upsets, draws, rounds without play."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.tournament import Tournament
from crivello.standings.table import Cell, Column, Table, scored, text_cell, whole
from crivello.standings.views import shown_player
from crivello.words import N_, Translator, decimal_points

_HALF_POINTS = {"1": 2, "W": 2, "=": 1, "D": 1, "0": 0, "L": 0}


@dataclass(frozen=True, slots=True)
class Tally:
    """Games over the board of a group of players, seen by them."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    half_points: int = 0

    def with_game(self, award: Award) -> Tally:
        half = _HALF_POINTS[award.value]
        return Tally(
            self.games + 1,
            self.wins + (half == 2),
            self.draws + (half == 1),
            self.losses + (half == 0),
            self.half_points + half,
        )

    @property
    def score_rate(self) -> Fraction:
        """Points of the points possible; 0 without games."""
        return Fraction(self.half_points, 2 * self.games) if self.games else Fraction(0)


@dataclass(frozen=True, slots=True)
class Upset:
    """A game that the lower rated won."""

    round: int
    winner: int
    loser: int
    difference: int


@dataclass(frozen=True, slots=True)
class Statistics:
    rounds: int
    players: int
    white: Tally
    black: Tally
    by_title: tuple[tuple[str, Tally], ...]
    """Titles as they are written; empty for players without one."""
    decided: int
    """Games over the board with a winner between two rated players of different ratings."""
    upsets: tuple[Upset, ...]
    """The largest difference first."""
    forfeits: int
    """Games that were not played."""
    open_games: int
    byes: tuple[tuple[Bye, int], ...]

    @property
    def draw_rate(self) -> Fraction:
        """Draws of the games over the board; 0 without games."""
        return Fraction(self.white.draws, self.white.games) if self.white.games else Fraction(0)


def statistics(tournament: Tournament, after_round: int) -> Statistics:
    """Over rounds 1 to `after_round`."""
    players = tournament.player
    tallies: dict[str | Colour, Tally] = {Colour.WHITE: Tally(), Colour.BLACK: Tally()}
    upsets: list[Upset] = []
    decided = forfeits = open_games = 0
    byes: Counter[Bye] = Counter()
    for number in range(1, after_round + 1):
        this = tournament.round(number)
        byes.update(bye for _, bye in this.byes)
        for game in this.games:
            result = game.result
            if result is None or result is Result.ADJOURNED:
                open_games += 1
                continue
            if not result.played:
                forfeits += 1
                continue
            for player, colour in ((game.white, Colour.WHITE), (game.black, Colour.BLACK)):
                title = players[player].title
                for group in (colour, title.value if title else ""):
                    tallies[group] = tallies.get(group, Tally()).with_game(result.of(colour))
            ahead = _HALF_POINTS[result.white.value] - _HALF_POINTS[result.black.value]
            winner, loser = (game.white, game.black) if ahead > 0 else (game.black, game.white)
            difference = (players[loser].rating or 0) - (players[winner].rating or 0)
            rated = players[winner].rating and players[loser].rating
            if ahead and rated and difference:
                decided += 1
                if difference > 0:
                    upsets.append(Upset(number, winner, loser, difference))
    upsets.sort(key=lambda upset: (-upset.difference, upset.round, players[upset.winner].number))
    by_title = [(key, tally) for key, tally in tallies.items() if isinstance(key, str)]
    return Statistics(
        rounds=after_round,
        players=len(players),
        white=tallies[Colour.WHITE],
        black=tallies[Colour.BLACK],
        by_title=tuple(sorted(by_title, key=lambda pair: (pair[0] == "", pair[0]))),
        decided=decided,
        upsets=tuple(upsets),
        forfeits=forfeits,
        open_games=open_games,
        byes=tuple((bye, byes[bye]) for bye in Bye if byes[bye]),
    )


# The tables

MOST_UPSETS = 10
"""How many of them the table of upsets shows."""

_BYES = {
    Bye.PAIRING_ALLOCATED: N_("Pairing-allocated byes: {count}"),
    Bye.HALF_POINT: N_("Half-point byes: {count}"),
    Bye.FULL_POINT: N_("Full-point byes: {count}"),
    Bye.ZERO_POINT: N_("Zero-point byes: {count}"),
}


def _percent(rate: Fraction, words: Translator) -> Cell:
    """To one place, half up; exact for programs."""
    tenths = (2000 * rate + 1) // 2
    text = decimal_points(int(tenths), 10, words.language, 1)
    return Cell(f"{text} %", str(rate))


def statistics_table(tournament: Tournament, found: Statistics, words: Translator) -> Table:
    """Results by colour and title."""
    say = words.say
    groups: list[tuple[str, str, Tally]] = [
        ("white", say("White"), found.white),
        ("black", say("Black"), found.black),
        *(
            (title or "untitled", title or say("no title"), tally)
            for title, tally in found.by_title
        ),
    ]
    columns = (
        Column("group", say("Group"), leading=True),
        Column("games", say("Games"), right=True),
        Column("wins", say("Wins"), right=True),
        Column("draws", say("Draws"), right=True),
        Column("losses", say("Losses"), right=True),
        Column("points", say("Points"), right=True),
        Column("score_rate", say("Score"), right=True),
    )
    rows = tuple(
        (
            Cell(shown, key),
            whole(tally.games),
            whole(tally.wins),
            whole(tally.draws),
            whole(tally.losses),
            scored(tally.half_points, 2, words.language),
            _percent(tally.score_rate, words),
        )
        for key, shown, tally in groups
    )
    title = (tournament.settings.name, say("Statistics after round {round}", round=found.rounds))
    return Table("statistics", title, columns, rows, tuple(_notes(found, words)))


def _notes(found: Statistics, words: Translator) -> list[str]:
    rate = _percent(found.draw_rate, words).text
    upsets = _percent(Fraction(len(found.upsets), max(found.decided, 1)), words).text
    return [
        words.say("Draws: {rate} of the games played", rate=rate),
        words.say("Won by the lower rated: {rate} of the decided games", rate=upsets),
        words.say("Games not played: {count}", count=found.forfeits),
        *(words.say(_BYES[bye], count=count) for bye, count in found.byes),
    ]


def upsets_table(tournament: Tournament, found: Statistics, words: Translator) -> Table:
    """The games that the lower rated won, the largest difference first."""
    say = words.say
    columns = (
        Column("round", say("Round"), right=True, leading=True),
        Column("winner", say("Winner"), shrinks=True),
        Column("winner_rating", say("Rating"), right=True),
        Column("loser", say("Loser"), shrinks=True),
        Column("loser_rating", say("Rating"), right=True),
        Column("difference", say("Difference"), right=True),
    )
    players = tournament.player
    rows = tuple(
        (
            whole(upset.round),
            text_cell(shown_player(players[upset.winner])),
            whole(players[upset.winner].rating),
            text_cell(shown_player(players[upset.loser])),
            whole(players[upset.loser].rating),
            whole(upset.difference),
        )
        for upset in found.upsets[:MOST_UPSETS]
    )
    title = (tournament.settings.name, say("Upsets after round {round}", round=found.rounds))
    return Table("upsets", title, columns, rows)
