"""The checklist of ``-l``: the facts about each player when the round was paired.

Both programs write a table of cells with a tab after each, the players in ranking order, and an
empty line after each scoregroup. A `Style` holds the differences: columns and some signs.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from crivello.model.field import Entrant, Field, Float, Strength
from crivello.model.pairing import RoundPairing
from crivello.standard.classes import frozen
from crivello.systems.registry import find

Table = list[list[str]]


@frozen
class Style:
    """How one of the two programs writes its checklist."""

    rows: Callable[[Field, RoundPairing | None, str], Table]
    """Header and players, cells padded, from field, pairing and edition."""
    before: str
    """The text before the header."""


def checklist(style: Style, field: Field, pairing: RoundPairing | None, edition: str) -> str:
    """Return the checklist of a round; `pairing` is None if the round cannot be paired."""
    header, *rows = style.rows(field, pairing, edition)
    lines = [_join_cells(header), ""]
    left = iter(rows)
    for _, members in groupby(field.entrants, key=lambda entrant: entrant.score):
        lines += [_join_cells(next(left)) for _ in members]
        lines.append("")
    return style.before + "\n".join(lines) + "\n\n"


def _join_cells(cells: list[str]) -> str:
    return "".join(cell + "\t" for cell in cells)


def _write_points(units: int, unit: int) -> str:
    return f"{units / unit:.1f}" if 10 * units % unit == 0 else f"{units / unit:.2f}"


def _write_colours(entrant: Entrant, rounds: int) -> str:
    return entrant.history.colours.rjust(rounds + 1)


def _list_opponents(entrant: Entrant) -> list[str]:
    """Return the opponent of each round as text, empty if the player did not play."""
    rounds = zip(entrant.history.opponents, entrant.history.parts, strict=True)
    return [str(opponent) if part.played and opponent else "" for opponent, part in rounds]


def _list_current(pairing: RoundPairing | None, bye: str) -> dict[int, str]:
    """Return each player's opponent and colour in the paired round, such as ``(3W)``, by id."""
    if pairing is None:
        return {}
    found = {} if pairing.bye is None else {pairing.bye: bye}
    for board in pairing.boards:
        found[board.white] = f"({board.black}W)"
        found[board.black] = f"({board.white}B)"
    return found


def _justify(table: Table) -> Table:
    """Return the table with its cells right-justified, each column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [[cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in table]


# -- bbpPairings


LETTERS = {Float.DOWN: "D", Float.UP: "U", None: ""}


def _make_bbp_table(field: Field, pairing: RoundPairing | None, edition: str) -> Table:
    played = field.round - 1
    latest, before = find(edition).float_columns
    current = _list_current(pairing, "(bye)")
    table = [
        [
            "ID",
            "Pts",
            "-" * field.round,
            "Pref",
            "C2",
            latest,
            before,
            "Cur",
            "",
            *(f"R{number}" for number in range(1, played + 1)),
        ]
    ]
    for entrant in field.entrants:
        floats = [LETTERS[one] for one in (*entrant.floats, None, None)][:2]
        table.append(
            [
                str(entrant.id),
                _write_points(entrant.score, field.scoring.unit),
                _write_colours(entrant, played),
                _write_bbp_preference(entrant),
                "N" if entrant.barred else "Y",
                *floats,
                current.get(entrant.id, ""),
                "",
                *_list_opponents(entrant),
            ]
        )
    return _justify(table)


def _write_bbp_preference(entrant: Entrant) -> str:
    if entrant.preference is None:
        return "A "
    letter = entrant.preference.value.upper()
    if entrant.strength is Strength.STRONG:
        return f"({letter})"
    return f"{letter if entrant.strength is Strength.ABSOLUTE else letter.lower()} "


# -- JaVaFo


ARROWS = {Float.DOWN: " ▼ ", Float.UP: " ▲ ", None: "   "}


def _make_javafo_table(field: Field, pairing: RoundPairing | None, edition: str) -> Table:
    played = field.round - 1
    colours = max(played, 1)
    unit = field.scoring.unit
    current = _list_current(pairing, "(pab)")
    points = max((len(_write_points(one.score, unit)) for one in field.entrants), default=3)
    id_width = max((len(str(one.id)) for one in field.entrants), default=1)
    table = [
        [
            "ID".rjust(id_width),
            "Pts".rjust(points),
            " " + "-" * colours,
            "Pref",
            "-1R",
            "-2R",
            "Cur".rjust(id_width + 3),
            *(f"G-{number}" for number in range(played, 0, -1)),
        ]
    ]
    for entrant in field.entrants:
        games = [one for one in _list_opponents(entrant) if one]
        cells = [""] * (played - len(games)) + games
        if entrant.barred:
            cells[0] = "[X]"
        floats = [ARROWS[one] for one in (*entrant.floats, None, None)][:2]
        table.append(
            [
                str(entrant.id).rjust(max(id_width, 2)),
                _write_points(entrant.score, unit).rjust(points),
                _write_colours(entrant, colours),
                _write_javafo_preference(entrant).rjust(4),
                *floats,
                current.get(entrant.id, "(null)").rjust(id_width + 3),
                *(cell.rjust(3) for cell in cells),
            ]
        )
    return table


def _write_javafo_preference(entrant: Entrant) -> str:
    """Return the colour preference in JaVaFo's notation; an absolute one shows its reason.

    The reason is the colour difference, the last two games, or both.
    """
    if entrant.preference is None:
        return "A"
    letter = entrant.preference.value.upper()
    if entrant.strength is Strength.STRONG:
        return f"({letter})"
    if entrant.strength is not Strength.ABSOLUTE:
        return f"({letter.lower()})"
    colours, difference = entrant.history.colours, abs(entrant.colour_difference)
    twice = len(colours) > 1 and colours[-1] == colours[-2]
    if difference > 1:
        return letter * (3 if twice else 2)
    return f"{letter}1" if difference else letter


STYLES = {
    "bbp": Style(_make_bbp_table, before="\n"),
    "javafo": Style(_make_javafo_table, before="\ufeff"),
}
"""The styles by the key of the convention."""
