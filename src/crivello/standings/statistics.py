"""Statistics: results by colour and title, upsets, draws, rounds not played."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from crivello.model.result import Award, Bye, Colour, Result
from crivello.model.tournament import Tournament
from crivello.rules.rating_tables import HALF_POINTS
from crivello.standard.classes import frozen
from crivello.standings.finality import mark_provisional, open_games
from crivello.standings.table import Cell, ExactNumber, Table, TableColumns, title_of
from crivello.standings.wording import player_text
from crivello.words import N_, Translator, decimal_points


@frozen
class Tally:
    """The results over the board of a group of players, from their side."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    half_points: int = 0

    def with_game(self, award: Award) -> Tally:
        half = HALF_POINTS[award]
        return Tally(
            self.games + 1,
            self.wins + (half == 2),
            self.draws + (half == 1),
            self.losses + (half == 0),
            self.half_points + half,
        )

    @property
    def score_rate(self) -> Fraction:
        """Share of the possible points; 0 without games."""
        return Fraction(self.half_points, 2 * self.games) if self.games else Fraction(0)


@frozen
class Upset:
    """A game won by the lower rated player."""

    round: int
    winner: int
    loser: int
    difference: int


@frozen
class Statistics:
    rounds: int
    players: int
    white: Tally
    black: Tally
    by_title: tuple[tuple[str, Tally], ...]
    """The results of each title as written; the title is empty for players without one."""
    decided: int
    """Games won over the board between two players with different ratings."""
    upsets: tuple[Upset, ...]
    """Largest difference first."""
    forfeits: int
    """Games that have a result but were not played."""
    open_games: int
    byes: tuple[tuple[Bye, int], ...]

    @property
    def draw_rate(self) -> Fraction:
        """Share of draws in the games over the board; 0 without games."""
        return Fraction(self.white.draws, self.white.games) if self.white.games else Fraction(0)


def statistics(tournament: Tournament, after_round: int) -> Statistics:
    """Count the results of rounds 1 to `after_round`."""
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
                for group in (colour, title_of(players[player])):
                    tallies[group] = tallies.get(group, Tally()).with_game(result.of(colour))
            ahead = HALF_POINTS[result.white] - HALF_POINTS[result.black]
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
"""The most upsets that the table shows."""

_BYES = {
    Bye.PAIRING_ALLOCATED: N_("Pairing-allocated byes: {count}"),
    Bye.HALF_POINT: N_("Half-point byes: {count}"),
    Bye.FULL_POINT: N_("Full-point byes: {count}"),
    Bye.ZERO_POINT: N_("Zero-point byes: {count}"),
}


def _percent(rate: Fraction, words: Translator) -> Cell:
    """Return the rate as a percentage with one decimal place (half up); programs get the exact
    fraction.
    """
    tenths = (2000 * rate + 1) // 2
    text = decimal_points(int(tenths), 10, words.language, 1)
    return Cell(f"{text} %", ExactNumber(str(rate), rate))


def statistics_table(tournament: Tournament, found: Statistics, words: Translator) -> Table:
    """Tabulate the results by colour and title."""
    say = words.say
    colours = [("white", say("White"), found.white), ("black", say("Black"), found.black)]
    none = say("no title")
    titles = [(title or "untitled", title or none, tally) for title, tally in found.by_title]
    groups = colours + titles
    tallies = [tally for _, _, tally in groups]
    points = (tally.half_points for tally in tallies)
    rates = (_percent(tally.score_rate, words) for tally in tallies)
    columns = TableColumns(words)
    columns.cells("group", say("Group"), (Cell(s, key) for key, s, _ in groups), leading=True)
    columns.number("games", say("Games"), (tally.games for tally in tallies))
    columns.number("wins", say("Wins"), (tally.wins for tally in tallies))
    columns.number("draws", say("Draws"), (tally.draws for tally in tallies))
    columns.number("losses", say("Losses"), (tally.losses for tally in tallies))
    columns.score("points", say("Points"), points, 2)
    columns.cells("score_rate", say("Score"), rates, right=True)
    title = (tournament.settings.name, say("Statistics after round {round}", round=found.rounds))
    listing = columns.table("statistics", title, _notes(found, words))
    return mark_provisional(listing, open_games(tournament, found.rounds), words)


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
    """Tabulate the games won by the lower rated player, largest difference first."""
    say = words.say
    players, upsets = tournament.player, found.upsets[:MOST_UPSETS]
    winners = [players[upset.winner] for upset in upsets]
    losers = [players[upset.loser] for upset in upsets]
    columns = TableColumns(words)
    columns.number("round", say("Round"), (upset.round for upset in upsets), leading=True)
    columns.text("winner", say("Winner"), map(player_text, winners), shrinks=True)
    columns.number("winner_rating", say("Rating"), (one.rating for one in winners))
    columns.text("loser", say("Loser"), map(player_text, losers), shrinks=True)
    columns.number("loser_rating", say("Rating"), (one.rating for one in losers))
    columns.number("difference", say("Difference"), (upset.difference for upset in upsets))
    title = (tournament.settings.name, say("Upsets after round {round}", round=found.rounds))
    listing = columns.table("upsets", title)
    return mark_provisional(listing, open_games(tournament, found.rounds), words)
