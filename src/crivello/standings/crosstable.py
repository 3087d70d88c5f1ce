"""The crosstable and the pairing cards: for each player and round opponent, result and float."""

from __future__ import annotations

from dataclasses import dataclass

from crivello.model.errors import Illegal, Unsupported
from crivello.model.field import Float
from crivello.model.history import histories
from crivello.model.player import Player
from crivello.model.result import Award, Colour
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import virtual_points
from crivello.rules.field import FieldRules, floats_of_round
from crivello.standings.table import Cell, Column, Table, scored, text_cell, whole
from crivello.standings.views import given_notes
from crivello.words import Translator, points


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """One round of one player."""

    opponent: int | None
    """Id of the scheduled opponent, whether or not the game was played."""
    colour: Colour | None
    """The colour he had, or should have had."""
    award: Award
    played: bool
    known: bool
    """False for a game without a result; its award is then a draw for the pairing only."""
    float: Float | None
    """By the edition in use."""
    points: int
    """What the round brought, in units."""
    score: int
    """Running score: after this round."""


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    player: Player
    cells: tuple[CrosstableCell, ...]
    """``cells[k - 1]`` is round k."""
    score: int


@dataclass(frozen=True, slots=True)
class Crosstable:
    rounds: int
    unit: int
    """Units of one point."""
    rows: tuple[CrosstableRow, ...]
    """In order of the pairing numbers."""


def crosstable(tournament: Tournament, rules: FieldRules, rounds: int | None = None) -> Crosstable:
    """The table after `rounds` rounds; after all that have been paired if it is None."""
    paired = tournament.paired_rounds
    last = paired if rounds is None else rounds
    if not 0 <= last <= paired:
        raise Illegal(
            N_("There is no table after round {round}; rounds paired so far: {paired}."),
            round=last,
            paired=paired,
        )
    past = histories(tournament, last + 1)
    try:
        virtual = virtual_points(tournament, last)
    except (Illegal, Unsupported):  # an acceleration that cannot be applied; no round is paired
        virtual = {}
    open_games = {
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
        # The score after a round is the one with which the next was paired, but for games without
        # a result: the draw they count as for the pairing is nobody's yet.
        after = history.scores[1:]
        lent = 0
        cells = []
        for number, (entry, score) in enumerate(zip(history.entries, after, strict=True), start=1):
            known = (number, player.id) not in open_games
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
    return Crosstable(last, tournament.settings.scoring.unit, tuple(rows))


# The tables

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


def cell_text(cell: CrosstableCell) -> str:
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
            cells += [Cell(text, text), scored(cell.score, table.unit, words.language)]
        cells.append(scored(row.score, table.unit, words.language))
        rows.append(tuple(cells))
    given = given_notes(tournament, table.rounds, words)
    title = (
        tournament.settings.name,
        say("Crosstable after round {round}", round=table.rounds),
    )
    return Table("crosstable", title, tuple(columns), tuple(rows), (say(LEGEND), *given))


def card_table(
    tournament: Tournament, table: Crosstable, row: CrosstableRow, words: Translator
) -> Table:
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
                Cell(say(_COLOUR_ON_CARD[cell.colour]), cell.colour.value)
                if cell.colour
                else Cell("", None),
                whole(met.id if met else None),
                text_cell(person(met) if met else None),
                whole(met.rating if met else None),
                _points(cell, table, words),
                scored(cell.score, table.unit, words.language),
                Cell(_ARROW[cell.float], cell.float.value if cell.float else None),
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


def _points(cell: CrosstableCell, table: Crosstable, words: Translator) -> Cell:
    if not cell.known or cell.award is Award.ADJOURNED:
        return Cell("?", None)
    return scored(cell.points, table.unit, words.language)


def _remark(cell: CrosstableCell, words: Translator) -> Cell:
    if not cell.known or cell.award is Award.ADJOURNED:
        return Cell(words.say("no result yet"), "open")
    if cell.played:
        return Cell("", None)
    return Cell(words.say(_UNPLAYED[cell.award]), cell.award.name.lower())
