"""The crosstable and the pairing cards as tables, in the user's language."""

from __future__ import annotations

from crivello.model.field import Float
from crivello.model.player import Player
from crivello.model.result import Award, Colour
from crivello.model.tournament import Tournament
from crivello.standings.crosstable import Cell, Crosstable, Row
from crivello.standings.given import given_notes
from crivello.standings.table import Cell as TableCell
from crivello.standings.table import Column, Table, scored, text_cell, whole
from crivello.words import N_, Translator, points

_SIGN = {
    Award.WIN: "+",
    Award.SHORT_WIN: "+",
    Award.FORFEIT_WIN: "+",
    Award.DRAW: "=",
    Award.SHORT_DRAW: "=",
    Award.LOSS: "-",
    Award.SHORT_LOSS: "-",
    Award.FORFEIT_LOSS: "-",
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
_COLOUR_ON_CARD = {Colour.WHITE: N_("W"), Colour.BLACK: N_("B")}
"""A card has room for a word where a letter would mislead: in Italian B begins Bianco, White."""
_ARROW = {Float.DOWN: "↓", Float.UP: "↑", None: ""}
LEGEND = N_(
    "Each round: opponent, colour, float, result; then the score. "
    "A result that comes first was not played."
)
_UNPLAYED = {
    Award.FORFEIT_WIN: N_("won by forfeit"),
    Award.FORFEIT_LOSS: N_("lost by forfeit"),
    Award.PAIRING_ALLOCATED_BYE: N_("pairing-allocated bye"),
    Award.HALF_POINT_BYE: N_("half-point bye"),
    Award.FULL_POINT_BYE: N_("full-point bye"),
    Award.ZERO_POINT_BYE: N_("zero-point bye"),
    Award.ABSENT: N_("absent"),
}


def cell_text(cell: Cell) -> str:
    """``8W+``, with a float ``8W↓+``; not played, the sign comes first: ``+8W↓``, ``+PAB↓``."""
    arrow = _ARROW[cell.float]
    if cell.opponent is None or cell.colour is None:
        return _BYE[cell.award] + arrow
    met = f"{cell.opponent}{_COLOUR[cell.colour]}"
    sign = _SIGN[cell.award] if cell.known else _SIGN[Award.ADJOURNED]
    return f"{met}{arrow}{sign}" if cell.played else f"{sign}{met}{arrow}"


def crosstable_table(tournament: Tournament, table: Crosstable, words: Translator) -> Table:
    """One line for each player; for each round the cell and the score after it."""
    say = words.say
    columns = [
        Column("id", say("No."), right=True, leading=True),
        Column("name", say("Name"), leading=True, shrinks=True, player="id"),
        Column("rating", say("Rating"), right=True, spare=True),
    ]
    for number in range(1, table.rounds + 1):
        columns += [
            Column(f"round_{number}", str(number)),
            Column(f"score_{number}", "", right=True),
        ]
    columns.append(Column("points", say("Pts"), right=True))
    rows = []
    for row in table.rows:
        cells = [whole(row.player.id), text_cell(row.player.name), whole(row.player.rating)]
        for cell in row.cells:
            text = cell_text(cell)
            cells += [TableCell(text, text), scored(cell.score, table.unit, words.language)]
        cells.append(scored(row.score, table.unit, words.language))
        rows.append(tuple(cells))
    given = given_notes(tournament, table.rounds, words)
    title = (
        tournament.settings.name,
        say("Crosstable after round {round}", round=table.rounds),
    )
    return Table("crosstable", title, tuple(columns), tuple(rows), (say(LEGEND), *given))


def card_table(tournament: Tournament, table: Crosstable, row: Row, words: Translator) -> Table:
    """The pairing card of one player: a line for each round."""
    say = words.say
    columns = (
        Column("player", say("Player"), data_only=True),
        Column("round", say("Round"), right=True, leading=True),
        Column("colour", say("Col.")),
        Column("opponent", say("No."), right=True),
        Column("name", say("Opponent"), shrinks=True, player="opponent"),
        Column("rating", say("Rating"), right=True),
        Column("points", say("Pts"), right=True),
        Column("score", say("Score"), right=True),
        Column("float", say("Float")),
        Column("unplayed", say("Remark"), shrinks=True),
    )
    rows = []
    for number, cell in enumerate(row.cells, start=1):
        met = None if cell.opponent is None else tournament.player[cell.opponent]
        rows.append(
            (
                whole(row.player.id),
                whole(number),
                TableCell(say(_COLOUR_ON_CARD[cell.colour]), cell.colour.value)
                if cell.colour
                else TableCell("", None),
                whole(met.id if met else None),
                text_cell(person(met) if met else None),
                whole(met.rating if met else None),
                _points(cell, table, words),
                scored(cell.score, table.unit, words.language),
                TableCell(_ARROW[cell.float], cell.float.value if cell.float else None),
                _remark(cell, words),
            )
        )
    player = row.player
    facts = [str(player.rating) if player.rating else "", player.federation]
    title = (
        tournament.settings.name,
        "  ".join([f"{player.id} {person(player)}", *(fact for fact in facts if fact)]),
    )
    score = points(row.score, table.unit, words.language)
    note = say("Score after round {round}: {score}", round=table.rounds, score=score)
    given = given_notes(tournament, table.rounds, words, frozenset({player.id}))
    return Table("card", title, columns, tuple(rows), (*given, note))


def person(player: Player) -> str:
    """``FM Rossi, Anna``."""
    return f"{player.title.value} {player.name}" if player.title else player.name


def _points(cell: Cell, table: Crosstable, words: Translator) -> TableCell:
    if not cell.known or cell.award is Award.ADJOURNED:
        return TableCell("?", None)
    return scored(cell.points, table.unit, words.language)


def _remark(cell: Cell, words: Translator) -> TableCell:
    if not cell.known or cell.award is Award.ADJOURNED:
        return TableCell(words.say("no result yet"), "open")
    if cell.played:
        return TableCell("", None)
    return TableCell(words.say(_UNPLAYED[cell.award]), cell.award.name.lower())
