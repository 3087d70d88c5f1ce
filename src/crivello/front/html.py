"""Show pairings, standings and tournaments in a notebook, and as text.

Names come from foreign files: all texts become HTML through `words.escaping`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crivello.model.history import histories
from crivello.model.pairing import RoundPairing
from crivello.model.result import Result
from crivello.model.tournament import Tournament
from crivello.standings.table import Table
from crivello.words import N_, Language, points, say
from crivello.words.columns import LEFT, RIGHT, align, clean
from crivello.words.escaping import Html, element

EN = Language.EN
BYE = N_("bye")


def table_html(table: Table) -> str:
    """Return a table of standings as HTML."""
    shown = [
        index
        for index, column in enumerate(table.columns)
        if not column.data_only and (not column.spare or any(row[index].text for row in table.rows))
    ]
    return _table(
        " · ".join(line for line in table.title if line),
        [table.columns[index].heading for index in shown],
        ([row[index].text for index in shown] for row in table.rows),
        [table.columns[index].right for index in shown],
        table.notes,
    )


def _table(
    caption: str,
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    right: Sequence[bool],
    notes: Iterable[str] = (),
) -> str:
    sides = [f"text-align: {'right' if one else 'left'}" for one in right]

    def line(name: str, cells: Sequence[str]) -> Html:
        return element(
            "tr",
            *(element(name, cell, style=side) for cell, side in zip(cells, sides, strict=True)),
        )

    whole = element(
        "table",
        element("caption", caption, style="text-align: left; font-weight: bold"),
        element("thead", line("th", headings)),
        element("tbody", *(line("td", cells) for cells in rows)),
    )
    below = [element("p", note, style="margin: 0; font-size: smaller") for note in notes]
    return element("div", whole, *below)


# A pairing

_HEADINGS = ("", "White", "Pts", "Pts", "Black")
_RIGHT = (True, False, True, True, False)


def _rows(pairing: RoundPairing, before: Tournament | None) -> list[list[str]]:
    """Return the rows of a pairing: board, White, points, points, Black; the bye comes last."""
    past = {} if before is None else histories(before, pairing.round)
    unit = 1 if before is None else before.settings.scoring.unit

    def name(player: int) -> str:
        known = None if before is None else before.player.get(player)
        return str(player) if known is None else f"{player} {clean(known.name)}".rstrip()

    def score(player: int) -> str:
        return points(past[player].score, unit, EN) if player in past else ""

    rows = [
        [str(number), name(one.white), score(one.white), score(one.black), name(one.black)]
        for number, one in enumerate(pairing.boards, start=1)
    ]
    if pairing.bye is not None:
        rows.append(["", name(pairing.bye), score(pairing.bye), "", say(BYE, EN)])
    return rows


def _caption(pairing: RoundPairing, before: Tournament | None) -> str:
    name = "" if before is None else clean(before.settings.name)
    caption = say("Round {round}", EN, round=pairing.round)
    return f"{name} · {caption}" if name else caption


def pairing_html(pairing: RoundPairing, before: Tournament | None) -> str:
    caption = f"{_caption(pairing, before)} · {pairing.system}"
    return _table(caption, _HEADINGS, _rows(pairing, before), _RIGHT)


def pairing_text(pairing: RoundPairing, before: Tournament | None) -> str:
    lines = align([list(_HEADINGS), *_rows(pairing, before)], RIGHT + LEFT + RIGHT * 2 + LEFT)
    return "\n".join([_caption(pairing, before), *(line.rstrip() for line in lines)])


# A tournament


def tournament_html(whole: Tournament) -> str:
    """Return an HTML table of the players, with opponent, colour and result of each round, and
    points.
    """
    rounds = range(1, whole.paired_rounds + 1)
    past = histories(whole, whole.next_round)
    unit = whole.settings.scoring.unit
    open_games = {
        (number, player)
        for number in rounds
        for game in whole.round(number).games
        if game.result in (None, Result.ADJOURNED)
        for player in (game.white, game.black)
    }
    rows = []
    for player in sorted(whole.players, key=lambda one: one.number):
        cells = []
        for number, entry in enumerate(past[player.id].entries, start=1):
            result = "·" if (number, player.id) in open_games else entry.award.value
            colour = entry.colour.value if entry.colour else ""
            cells.append(f"{entry.opponent or ''}{colour}{result}".strip() or "–")
        title = player.title.value if player.title else ""
        rows.append(
            [
                str(player.number),
                title,
                clean(player.name),
                str(player.rating or ""),
                *cells,
                points(past[player.id].score, unit, EN),
            ]
        )
    headings = ["", "", say("Name", EN), say("Rating", EN), *map(str, rounds), say("Pts", EN)]
    right = [True, False, False, True, *[True] * len(rounds), True]
    settings = whole.settings
    caption = clean(settings.name) or "–"
    if settings.rounds is not None:
        of = say("Round {round} of {rounds}", EN, round=whole.paired_rounds, rounds=settings.rounds)
        caption += f" · {of}"
    return _table(caption, headings, rows, right)
