"""`crivello crosstable`: all rounds of all players, as the arbiter's handbooks print them."""

from __future__ import annotations

from textwrap import wrap

from crivello.cli.console import Console
from crivello.cli.files import write_text
from crivello.cli.options import Arguments
from crivello.cli.table import GAP, LEFT, RIGHT, align, clean, cut, pad, width
from crivello.cli.tournaments import load, today
from crivello.model.field import Float
from crivello.model.result import Award, Colour
from crivello.model.tournament import Tournament
from crivello.standings.crosstable import Cell, Crosstable, crosstable
from crivello.systems.registry import find
from crivello.systems.request import choose_edition
from crivello.words import N_, Language, decimal_points


def run(arguments: Arguments, console: Console) -> int:
    tournament = load(arguments.require("FILE"), console)
    key = choose_edition(tournament, arguments.get("--system"), today())
    table = crosstable(tournament, find(key).field_rules, arguments.number("--round"))
    if console.json:
        text = _as_json(tournament, table, key, console)
    else:
        text = as_text(tournament, table, console)
    write_text(arguments.get("--output") or "-", text)
    return 0


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
_ARROW = {Float.DOWN: "↓", Float.UP: "↑", None: ""}
LEGEND = N_(
    "Each round: opponent, colour, float, result; then the score. "
    "A result that comes first was not played."
)
LONGEST_NAME = 28
LEAST_NAME = 9


def cell_text(cell: Cell) -> str:
    """``8W+``, with a float ``8W↓+``; not played, the sign comes first: ``+8W↓``, ``+PAB↓``."""
    arrow = _ARROW[cell.float]
    if cell.opponent is None or cell.colour is None:
        return _BYE[cell.award] + arrow
    met = f"{cell.opponent}{_COLOUR[cell.colour]}"
    sign = _SIGN[cell.award]
    return f"{met}{arrow}{sign}" if cell.played else f"{sign}{met}{arrow}"


def as_text(tournament: Tournament, table: Crosstable, console: Console) -> str:
    """In blocks of as many rounds as fit beside the names."""
    players = _players(table, console)
    rounds = [_round(table, number, console) for number in range(1, table.rounds + 1)]
    if not rounds:  # nothing played yet: only what everybody begins with
        begin = [_score(row.score, table, console) for row in table.rows]
        rounds = [[console.say("Pts"), *begin]]
    least = min(len(players[0]) - len(players[0].lstrip()) + LEAST_NAME, max(map(width, players)))
    lines = [_title(tournament, table, console)]
    for block in _blocks(rounds, console.width - least):
        rows = list(zip(players, *block, strict=True))
        lines += ["", *align(rows, LEFT * len(rows[0]), console.width, shrink=(0,))]
    if table.rounds:
        lines += ["", *wrap(console.say(LEGEND), console.width)]
    return "\n".join(lines) + "\n"


def _players(table: Crosstable, console: Console) -> list[str]:
    """The column of ids and names, with its head."""
    digits = max((len(str(row.player.id)) for row in table.rows), default=1)
    names = [
        f"{row.player.id:>{digits}} {cut(clean(row.player.name), LONGEST_NAME)}"
        for row in table.rows
    ]
    return [" " * (digits + 1) + console.say("Player"), *names]


def _round(table: Crosstable, number: int, console: Console) -> list[str]:
    """The column of a round, with its head: cells, and scores that line up."""
    cells = [row.cells[number - 1] for row in table.rows]
    texts = [(cell_text(cell), _score(cell.score, table, console)) for cell in cells]
    left, right = (max(map(width, column)) for column in zip(*texts, strict=True))
    return [
        str(number),
        *(f"{pad(text, left)} {pad(score, right, RIGHT)}" for text, score in texts),
    ]


def _score(units: int, table: Crosstable, console: Console) -> str:
    return decimal_points(units, table.unit, console.language, places=1)


def _blocks(columns: list[list[str]], room: int) -> list[list[list[str]]]:
    """As many columns in a block as there is room for, at least one."""
    blocks: list[list[list[str]]] = [[]]
    used = 0
    for column in columns:
        needed = len(GAP) + max(map(width, column))
        if blocks[-1] and used + needed > room:
            blocks.append([])
            used = 0
        blocks[-1].append(column)
        used += needed
    return blocks


def _title(tournament: Tournament, table: Crosstable, console: Console) -> str:
    name = clean(tournament.settings.name)
    if table.rounds == 0:
        line = console.say("Before round 1")
    else:
        line = console.say("Crosstable after round {round}", round=table.rounds)
    return f"{name}\n{line}" if name else line


def _as_json(tournament: Tournament, table: Crosstable, key: str, console: Console) -> str:
    """See docs/cli.md for its shape."""

    def score(units: int) -> str:
        return decimal_points(units, table.unit, Language.EN)

    return console.as_json(
        {
            "schema": "crivello/crosstable/1",
            "tournament": tournament.settings.name,
            "system": key,
            "after_round": table.rounds,
            "players": [
                {
                    "id": row.player.id,
                    "number": row.player.number,
                    "name": row.player.name,
                    "points": score(row.score),
                    "rounds": [
                        {
                            "round": number,
                            "opponent": cell.opponent,
                            "colour": cell.colour.value if cell.colour else None,
                            "result": cell.award.value if cell.known else None,
                            "played": cell.played and cell.known,
                            "float": cell.float.value if cell.float else None,
                            "score": score(cell.score),
                        }
                        for number, cell in enumerate(row.cells, start=1)
                    ],
                }
                for row in table.rows
            ],
        }
    )
