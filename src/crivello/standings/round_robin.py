"""The crosstable of a round robin, player against player, and the games still to be played."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from crivello.model.player import Player
from crivello.model.result import FIGURES, Award, Colour, Result
from crivello.model.sentence import N_
from crivello.model.tournament import Game, Tournament
from crivello.rules.round_robin import OPEN, in_order_of_numbers
from crivello.standard.classes import frozen
from crivello.standings.finality import mark_provisional
from crivello.standings.standings import Standings
from crivello.standings.table import Cell, Table, TableColumns
from crivello.standings.unplayed import not_counted
from crivello.standings.wording import LEFT_EARLY, given_notes, player_text, value_cell
from crivello.words import Translator

SIGNS = FIGURES | {Award.FORFEIT_WIN: "+", Award.FORFEIT_LOSS: "-", Award.ADJOURNED: "a"}
ITSELF, TO_COME = "×", "·"
LEGEND = N_(
    "Each cell: the result against the player with that number, cycle by cycle; + and - are "
    "forfeits, a is adjourned, · is still to be played."
)


class GridOrder(Enum):
    NUMBER = "number"
    RANK = "rank"


@frozen
class Meeting:
    """One game of two players, seen from the side of one of them."""

    round: int
    colour: Colour
    result: Result | None

    @property
    def award(self) -> Award | None:
        """The award of the game; None before it is played."""
        return None if self.result is None else self.result.of(self.colour)

    @property
    def open(self) -> bool:
        return self.result in OPEN

    @property
    def figure(self) -> str:
        return TO_COME if self.award is None else SIGNS[self.award]


@frozen
class MeetingGrid:
    """The meetings of all pairs of players."""

    players: tuple[Player, ...]
    """The players in the order of the rows, which is also that of the columns."""
    meetings: dict[tuple[int, int], tuple[Meeting, ...]]
    """The games of each pair of ids (player, opponent), in the order of the rounds."""
    left_early: tuple[int, ...]
    """Players who left early, so that their games do not count for the standings."""

    def cell(self, player: int, opponent: int) -> str:
        if player == opponent:
            return ITSELF
        return "".join(one.figure for one in self.meetings.get((player, opponent), ())) or TO_COME


def grid(tournament: Tournament, order: Sequence[int] = ()) -> MeetingGrid:
    """Build the grid with the players in the `order` of these ids; by default, by pairing
    number.
    """
    players = in_order_of_numbers(tournament)
    if order:
        place = {player: index for index, player in enumerate(order)}
        players.sort(key=lambda player: place[player.id])
    found: dict[tuple[int, int], list[Meeting]] = {}
    for number, this in enumerate(tournament.rounds, start=1):
        for game in this.games:
            for player in (game.white, game.black):
                meeting = Meeting(number, game.colour(player), game.result)
                found.setdefault((player, game.opponent(player)), []).append(meeting)
    meetings = {pair: tuple(several) for pair, several in found.items()}
    return MeetingGrid(tuple(players), meetings, not_counted(tournament))


def grid_beside(tournament: Tournament, table: Standings, by: GridOrder) -> MeetingGrid:
    """Build the grid in the order of the pairing numbers, or of the ranks in the standings."""
    return grid(tournament, [row.player.id for row in table.rows] if by is GridOrder.RANK else ())


def grid_table(
    tournament: Tournament, table: Standings, words: Translator, by: GridOrder = GridOrder.NUMBER
) -> Table:
    """Build the table with a row and a column for each player, with points and tie-breaks."""
    say = words.say
    found = grid_beside(tournament, table, by)
    rows = {row.player.id: row for row in table.rows}
    players = found.players
    columns = TableColumns(words)
    columns.players(players, words)
    columns.number("rating", say("Rating"), (one.rating for one in players), spare=True)
    for opponent in players:
        texts = (found.cell(player.id, opponent.id) for player in players)
        columns.text(f"against_{opponent.number}", str(opponent.number), texts)
    scores = (rows[player.id].score for player in players)
    columns.score("points", say("Pts"), scores, table.unit)
    for index, key in enumerate(table.keys):
        if key.rule.code != "PTS":
            cells = (value_cell(table, index, rows[one.id], words) for one in players)
            columns.cells(key.code, key.code, cells, right=True)
    ranks = (Cell(str(rows[one.id].rank), rows[one.id].rank) for one in players)
    columns.cells("rank", say("Rank"), ranks, right=True)
    done = progress(tournament)
    said = [say(LEGEND), say(PROGRESS, played=done.played, games=done.games)]
    if found.left_early:
        people = (player_text(tournament.player[player]) for player in found.left_early)
        said.append(say(LEFT_EARLY, players="; ".join(people)))
    title = (tournament.settings.name, say("Crosstable"))
    notes = (*said, *given_notes(tournament, table.round, words))
    return mark_provisional(columns.table("round-robin", title, notes), table.open_games, words)


# How far it has come


PROGRESS = N_("Games played: {played} of {games}.")


@frozen
class Progress:
    games: int
    """The games of the rounds paired so far."""
    played: int
    """Games with a result: forfeits count, adjourned games do not."""
    open: tuple[tuple[int, Game], ...]
    """The games not yet played, postponed or adjourned, each with its round, in the order of the
    rounds.
    """


def progress(tournament: Tournament) -> Progress:
    games = [
        (number, game)
        for number, this in enumerate(tournament.rounds, start=1)
        for game in this.games
    ]
    still = tuple(one for one in games if one[1].result in OPEN)
    return Progress(len(games), len(games) - len(still), still)


def games_left(tournament: Tournament, player: int) -> list[tuple[int, Game]]:
    """Return a player's unplayed games in the rounds paired so far, each with its round."""
    return [one for one in progress(tournament).open if player in (one[1].white, one[1].black)]


def remaining_table(tournament: Tournament, words: Translator) -> Table:
    """Tabulate the games that each player has still to play."""
    say = words.say
    rows = [
        (player, number, game)
        for player in in_order_of_numbers(tournament)
        for number, game in games_left(tournament, player.id)
    ]
    met = [tournament.player[game.opponent(player.id)] for player, _, game in rows]
    columns = TableColumns(words)
    columns.number("number", say("No."), (player.number for player, _, _ in rows), leading=True)
    names = (player.name for player, _, _ in rows)
    columns.text("name", say("Name"), names, leading=True, shrinks=True, player="number")
    columns.number("round", say("Round"), (number for _, number, _ in rows))
    colours = (
        Cell(say(_COLOUR[game.colour(player.id)]), game.colour(player.id).value)
        for player, _, game in rows
    )
    columns.cells("colour", say("Col."), colours)
    columns.number("opponent", say("No."), (one.number for one in met))
    columns.text("opponent_name", say("Opponent"), (one.name for one in met), shrinks=True)
    done = progress(tournament)
    notes = (say(PROGRESS, played=done.played, games=done.games),)
    return columns.table("remaining", (tournament.settings.name, say(STILL)), notes)


STILL = N_("Games still to be played")
_COLOUR = {Colour.WHITE: N_("White"), Colour.BLACK: N_("Black")}
