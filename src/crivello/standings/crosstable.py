"""The crosstable and the pairing cards: opponent, result and float by player and round."""

from __future__ import annotations

from crivello.model.errors import Illegal, Unsupported
from crivello.model.field import Float
from crivello.model.history import histories
from crivello.model.keys import has_two_games
from crivello.model.player import Player
from crivello.model.result import BYE_NAMES, Award, Colour
from crivello.model.sentence import LETTERS, N_, PLAIN, Sentence, Writer
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import virtual_points
from crivello.rules.field import FieldRules, floats_of_round
from crivello.standard.classes import frozen, record_with_slots
from crivello.standings.finality import mark_provisional, open_games
from crivello.standings.table import Cell, Table, TableColumns, number_cell, points_cell, title_of
from crivello.standings.wording import given_notes
from crivello.words import Translator, points


@record_with_slots
class CrosstableCell:
    """The cell of one player and one round in the crosstable."""

    opponent: int | None
    """Id of the scheduled opponent, even if the game was not played."""
    colour: Colour | None
    """The colour given, even if the game was not played."""
    award: Award
    played: bool
    known: bool
    """False for a game without a result; its award is then a draw, for pairing only."""
    float: Float | None
    """The float by the rules of the edition in use."""
    points: int
    """Won in this round, in units."""
    score: int
    """The running score after this round."""


@record_with_slots
class CrosstableRow:
    player: Player
    cells: tuple[CrosstableCell, ...]
    """``cells[k - 1]`` is round k."""
    score: int


@frozen
class Crosstable:
    rounds: int
    unit: int
    """Units that make one point."""
    rows: tuple[CrosstableRow, ...]
    """By pairing number."""
    two_games: bool
    """Each round is a match of two games."""
    unfinished: int
    """The number of games that are missing or adjourned."""

    def text(self, cell: CrosstableCell, writer: Writer = PLAIN) -> str:
        """Return the text of a cell; a match of two games also shows its points."""
        text = cell_text(cell, writer)
        if not self.two_games or not cell.known or cell.award in (Award.ABSENT, Award.ADJOURNED):
            return text
        won = writer.points(cell.points, self.unit)
        return f"{text.strip('+-=')} {won}" if cell.played or not cell.opponent else text

    @property
    def legend(self) -> Sentence:
        """Return what the signs of the cells mean."""
        return Sentence(LEGEND_OF_TWO_GAMES if self.two_games else LEGEND, **LETTERS)


def crosstable(tournament: Tournament, rules: FieldRules, rounds: int | None = None) -> Crosstable:
    """Build the crosstable after `rounds` rounds; by default, after all paired rounds."""
    paired = tournament.paired_rounds
    last = paired if rounds is None else rounds
    if not 0 <= last <= paired:
        template = N_("There is no crosstable after round {round}; rounds paired so far: {paired}.")
        raise Illegal(template, round=last, paired=paired)
    past = histories(tournament, last + 1)
    try:
        virtual = virtual_points(tournament, last)
    except (Illegal, Unsupported):  # an acceleration that cannot be applied
        virtual = {}
    open_seats = {
        (number, player)
        for number in range(1, last + 1)
        for game in tournament.round(number).games
        if game.result is None
        for player in (game.white, game.black)
    }
    floats = [
        floats_of_round(number, past, past, virtual, rules, tournament)
        for number in range(1, last + 1)
    ]
    rows = []
    for player in sorted(tournament.players, key=lambda player: player.number):
        history = past[player.id]
        # The score after a round is the one for pairing the next, except for games without a
        # result: they count as draws for pairing, but the players do not have those points yet.
        after = history.scores[1:]
        lent = 0
        cells = []
        for number, (entry, score) in enumerate(zip(history.entries, after, strict=True), start=1):
            known = (number, player.id) not in open_seats
            lent += 0 if known else entry.points
            cells.append(
                CrosstableCell(
                    opponent=entry.opponent,
                    colour=entry.colour,
                    award=entry.award,
                    played=entry.played,
                    known=known,
                    float=floats[number - 1][player.id],
                    points=entry.points if known else 0,
                    score=score - lent,
                )
            )
        rows.append(CrosstableRow(player, tuple(cells), history.score - lent))
    unit = tournament.settings.scoring.unit
    two_games = has_two_games(tournament.settings.system)
    return Crosstable(last, unit, tuple(rows), two_games, open_games(tournament, last))


# The tables

_SIGN = {
    **dict.fromkeys((Award.WIN, Award.SHORT_WIN, Award.FORFEIT_WIN), "+"),
    **dict.fromkeys((Award.DRAW, Award.SHORT_DRAW), "="),
    **dict.fromkeys((Award.LOSS, Award.SHORT_LOSS, Award.FORFEIT_LOSS), "-"),
    Award.ADJOURNED: "?",
}
_BYE = {
    Award.PAIRING_ALLOCATED_BYE: "+PAB",
    Award.FULL_POINT_BYE: "+FPB",
    Award.HALF_POINT_BYE: "=HPB",
    Award.ZERO_POINT_BYE: "-ZPB",
    Award.ABSENT: "-",
}
_COLOUR = {Colour.WHITE: "W", Colour.BLACK: "B"}
_ARROW = {Float.DOWN: "↓", Float.UP: "↑", None: ""}
LEGEND = N_(
    "Each round: opponent, colour ({W} White, {B} Black), float, result; then the score. "
    "A result that comes first was not played."
)
LEGEND_OF_TWO_GAMES = N_(
    "Each round is a match of two games: opponent, colour in the first game ({W} White, {B} "
    "Black), float, points of the match; then the score. A sign before the opponent: the match was "
    "forfeited; - alone: absent."
)
_UNPLAYED = {
    Award.FORFEIT_WIN: N_("won by forfeit"),
    Award.FORFEIT_LOSS: N_("lost by forfeit"),
    **{bye.award: name for bye, name in BYE_NAMES.items()},
    Award.ABSENT: N_("absent"),
}


def cell_text(cell: CrosstableCell, writer: Writer = PLAIN) -> str:
    """Return the text of a cell, with the letters of the language of `writer`.

    A game is ``8W+``, with a float ``8W↓+``; a result without a game comes first: ``+8W↓``,
    ``+PAB↓``.
    """
    arrow = _ARROW[cell.float]
    if cell.opponent is None or cell.colour is None:
        return _BYE[cell.award] + arrow
    met = f"{cell.opponent}{writer.colours(_COLOUR[cell.colour])}"
    sign = _SIGN[cell.award] if cell.known else _SIGN[Award.ADJOURNED]
    return f"{met}{arrow}{sign}" if cell.played else f"{sign}{met}{arrow}"


def crosstable_table(tournament: Tournament, table: Crosstable, words: Translator) -> Table:
    """Build the table with one row for each player: the cell and the score of each round."""
    say, unit = words.say, table.unit
    players = [row.player for row in table.rows]
    names = (player.name for player in players)
    columns = TableColumns(words)
    columns.number("number", say("No."), (player.number for player in players), leading=True)
    columns.text("name", say("Name"), names, leading=True, shrinks=True, player="number")
    columns.number("rating", say("Rating"), (one.rating for one in players), spare=True)
    for number in range(1, table.rounds + 1):
        cells = [row.cells[number - 1] for row in table.rows]
        texts = (Cell(table.text(cell, words), table.text(cell)) for cell in cells)
        columns.cells(f"round_{number}", str(number), texts)
        columns.score(f"score_{number}", "", (cell.score for cell in cells), unit)
    columns.score("points", say("Pts"), (row.score for row in table.rows), unit)
    given = given_notes(tournament, table.rounds, words)
    title = [tournament.settings.name, say("Crosstable after round {round}", round=table.rounds)]
    listing = columns.table("crosstable", title, (say(table.legend), *given))
    return mark_provisional(listing, table.unfinished, words)


def card_table(
    tournament: Tournament,
    table: Crosstable,
    row: CrosstableRow,
    words: Translator,
    more: tuple[str, ...] = (),
) -> Table:
    """Build the pairing card of one player, with a row for each round.

    `more`: further lines below it.
    """
    say, cells, players = words.say, row.cells, tournament.player
    met = [players[cell.opponent] if cell.opponent is not None else None for cell in cells]
    names = (person(one) if one else None for one in met)
    colours = (
        Cell(words.colours(_COLOUR[one.colour]), one.colour.value) if one.colour else Cell("", None)
        for one in cells
    )
    points_won = (_points(cell, table, words) for cell in cells)
    floats = (Cell(_ARROW[one.float], one.float and one.float.value) for one in cells)
    remarks = (_remark(cell, words) for cell in cells)
    columns = TableColumns(words)
    columns.cells(
        "player", say("Player"), [number_cell(row.player.id)] * len(cells), data_only=True
    )
    columns.number("round", say("Round"), range(1, len(cells) + 1), leading=True)
    columns.cells("colour", say("Col."), colours)
    columns.number("opponent", say("No."), (cell.opponent for cell in cells))
    columns.text("name", say("Opponent"), names, shrinks=True, player="opponent")
    columns.number("rating", say("Rating"), (one.rating if one else None for one in met))
    columns.cells("points", say("Pts"), points_won, right=True)
    columns.score("score", say("Score"), (cell.score for cell in cells), table.unit)
    columns.cells("float", say("Float"), floats)
    columns.cells("unplayed", say("Remark"), remarks, shrinks=True)
    player = row.player
    facts = (
        f"{player.number or player.id} {person(player)}",
        str(player.rating or ""),
        player.federation,
    )
    title = (tournament.settings.name, "  ".join(fact for fact in facts if fact))
    score = points(row.score, table.unit, words.language)
    note = say("Score after round {round}: {score}", round=table.rounds, score=score)
    given = given_notes(tournament, table.rounds, words, frozenset({player.id}))
    listing = columns.table("card", title, (*given, note, *more))
    return mark_provisional(listing, table.unfinished, words)


def person(player: Player) -> str:
    """Return title and name: ``FM Rossi, Anna``."""
    return f"{title_of(player)} {player.name}".lstrip()


def _points(cell: CrosstableCell, table: Crosstable, words: Translator) -> Cell:
    if not cell.known or cell.award is Award.ADJOURNED:
        return Cell("?", None)
    return points_cell(cell.points, table.unit, words.language)


def _remark(cell: CrosstableCell, words: Translator) -> Cell:
    if not cell.known or cell.award is Award.ADJOURNED:
        return Cell(words.say("no result yet"), "open")
    if cell.played:
        return Cell("", None)
    return Cell(words.say(_UNPLAYED[cell.award]), cell.award.name.lower())
