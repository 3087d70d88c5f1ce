"""The pages of standings with their calculation, statistics, crosstable and pairing cards."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from crivello.desk.warnings import warn_of_missing_tie_breaks
from crivello.model.errors import CrivelloError
from crivello.model.grammar import is_number
from crivello.standard.classes import frozen
from crivello.standings.round_robin import GridOrder
from crivello.standings.statistics import statistics, statistics_table, upsets_table
from crivello.standings.table import Table
from crivello.standings.wording import why, working_table
from crivello.web.tables import view
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_

router = APIRouter(prefix="/t/{file}/{section}")

LISTED = 200
"""Players listed without a search; everybody else is found by name."""
CHOOSE_TWO = N_("Choose two players.")
COMING = {
    "standings": N_(
        "Ranks, points and tie-breaks will appear here once the results of round 1 are in."
    ),
    "crosstable": N_(
        "Opponents, colours and results will appear here once the results of round 1 are in."
    ),
    "statistics": N_("Wins, draws and upsets will appear here once the results of round 1 are in."),
}
"""What an empty page says."""


@frozen
class TieBreakWorking:
    """The calculation of one tie-break of one player: the sum and its terms, as texts by column."""

    sum: Mapping[str, str]
    terms: list[Mapping[str, str]]


def asked_round(page: SectionPage, number: int | None, last: int) -> int:
    """Return the round after which a table is wanted, by default the last complete one."""
    if number is None:
        return min(view.complete(page), last)
    if not 1 <= number <= last:
        raise HTTPException(404)
    return number


def _paired_rounds(page: SectionPage) -> int:
    return view.subject(page).tournament.paired_rounds


def _render_none(page: SectionPage, title: str, table: str) -> Response:
    """Show a sentence on what the page will contain, while it is empty."""
    title, coming = page.say(title), page.say(COMING[table])
    return page.render("tables/tables_none.html", title=title, coming=coming)


def as_number(text: str) -> int | None:
    """Return a number from an address; None if it is left empty."""
    return int(text) if is_number(text, digits=5) else None


# Standings


@router.get("/standings")
def show_standings(
    page: AtDesk,
    round: int | None = None,
    category: str = "",
    low: str = "",
    high: str = "",
    columns: str = "",
    have: str = "",
) -> Response:
    number = asked_round(page, round, _paired_rounds(page))
    wanted = {"category": category, "low": low, "high": high, "columns": columns}
    few = columns == view.DECIDING
    if number == 0:
        return _render_none(page, N_("Standings"), "standings")
    chosen, refused = None, {}
    try:
        chosen = view.category_of(page, category, as_number(low), as_number(high))
    except CrivelloError as error:
        refused["answer"] = page.refusal(error)
    table = view.render_standings(page, number, chosen, few)
    if page.htmx and have == table.state:
        return Response(status_code=204)
    return page.render(
        "tables/standings.html",
        **refused,
        **wanted,
        number=number,
        counts_all=view.counts_all(page, number),
        table=table,
        chosen=str(chosen or ""),
        no_tie_breaks=[
            page.sentence(one) for one in warn_of_missing_tie_breaks(page.section.settings)
        ],
        hides=view.other_columns(page, number, few, **wanted),
        tabs=view.after_tabs(page, number, _paired_rounds(page), "standings", **wanted),
        categories=view.compute_once(page, ("categories",), lambda: view.categories(page), 0),
        players=view.names_by_number(page),
        print_url=page.url(
            "print", "standings", round=number, category=str(chosen or ""), columns=columns
        ),
    )


@router.get("/standings/player/{player}")
def working(page: AtDesk, player: int, round: int | None = None) -> Response:
    """Show the calculation of all tie-breaks of one player, term by term."""
    number = asked_round(page, round, _paired_rounds(page))
    tournament = view.subject(page).tournament
    if number == 0 or player not in tournament.player:
        raise HTTPException(404)
    shown = working_table(tournament, view.standings_after(page, number), player, view.words(page))
    return page.render(
        "tables/standings_player.html",
        number=number,
        player=player,
        keys=_keys(shown),
        title=shown.title[2],
        notes=shown.notes,
        provisional=shown.provisional,
        players=view.names_by_number(page),
        tabs=view.after_tabs(page, number, _paired_rounds(page), "standings", "player", player),
        back=page.url("standings", round=number),
        player_url=view.player_urls(page)[player],
    )


@router.get("/standings/why")
def why_above(page: AtDesk, one: str = "", two: str = "", round: int | None = None) -> Response:
    """Show why one of two players is ranked above the other, with both side by side."""
    number = asked_round(page, round, _paired_rounds(page))
    tournament = view.subject(page).tournament
    first, second = as_number(one), as_number(two)
    known = first in tournament.player and second in tournament.player
    if number == 0:
        raise HTTPException(404)
    sentence, sides = page.say(CHOOSE_TWO), []
    if known and first != second and first is not None and second is not None:
        table = view.standings_after(page, number)
        sentence = why(tournament, table, first, second, view.words(page))
        pair = sorted((first, second), key=lambda player: table.row(player).rank)
        for player in pair:
            shown = working_table(tournament, table, player, view.words(page))
            url = page.url("standings", "player", player, round=number)
            sides.append((shown.title[2], _keys(shown), url))
    return page.render(
        "tables/standings_why.html",
        number=number,
        sentence=sentence,
        sides=sides,
        first=first,
        second=second,
        players=view.names_by_number(page),
        tabs=view.after_tabs(
            page, number, _paired_rounds(page), "standings", "why", one=one, two=two
        ),
        back=page.url("standings", round=number),
    )


def _keys(table: Table) -> list[TieBreakWorking]:
    """Return the tie-breaks of a table of calculations, each with the terms below it."""
    keys: list[TieBreakWorking] = []
    for row in table.rows:
        text = {column.key: cell.text for column, cell in zip(table.columns, row, strict=True)}
        if text["tie_break"]:
            keys.append(TieBreakWorking(text, []))
        else:
            keys[-1].terms.append(text)
    return keys


# Statistics


@router.get("/statistics")
def show_statistics(page: AtDesk, round: int | None = None) -> Response:
    number = asked_round(page, round, _paired_rounds(page))
    if number == 0:
        return _render_none(page, N_("Statistics"), "statistics")
    tournament = view.subject(page).tournament
    found = view.compute_once(page, ("statistics",), lambda: statistics(tournament, number), number)
    return page.render(
        "tables/statistics.html",
        number=number,
        table=statistics_table(tournament, found, view.words(page)),
        upsets=upsets_table(tournament, found, view.words(page)),
        tabs=view.after_tabs(page, number, _paired_rounds(page), "statistics"),
    )


# Crosstable


@router.get("/crosstable")
def show_crosstable(
    page: AtDesk, round: int | None = None, by: str = "", have: str = ""
) -> Response:
    last = _paired_rounds(page)
    order = GridOrder.RANK if by == GridOrder.RANK.value else GridOrder.NUMBER
    orders = view.grid_orders(page, order)
    number = last if round is None or orders else asked_round(page, round, last)
    if number == 0:
        return _render_none(page, N_("Crosstable"), "crosstable")
    table = view.render_crosstable(page, number, order)
    if page.htmx and have == table.state:
        return Response(status_code=204)
    return page.render(
        "tables/crosstable.html",
        number=number,
        table=table,
        orders=orders,
        tabs=view.after_tabs(page, number, last, "crosstable"),
        print_url=page.url("print", "crosstable", by=order.value)
        if orders
        else page.url("print", "crosstable", round=number),
    )


# Cards


@router.get("/cards")
def cards(page: AtDesk, name: str = "") -> Response:
    """Find pairing cards by name or number; one that is found alone is shown."""
    found = view.search(page, name)
    if name and len(found) == 1:
        return page.redirect(found[0].url)
    more = len(found) - LISTED
    return page.render("tables/cards.html", name=name, found=found[:LISTED], more=more)


@router.get("/cards/all")
def every_card(page: AtDesk, part: int = 1) -> Response:
    found = view.cards_page(page, part)
    if found is None:
        raise HTTPException(404)
    return page.render("tables/cards_all.html", cards=found)


@router.get("/cards/{player}")
def one_card(page: AtDesk, player: int) -> Response:
    found = view.card(page, player)
    if found is None:
        raise HTTPException(404)
    numbers = sorted(view.subject(page).tournament.player)
    before, after = player - 1, player + 1
    return page.render(
        "tables/card.html",
        card=found,
        before=page.url("cards", before) if before in numbers else "",
        after=page.url("cards", after) if after in numbers else "",
        standings_url=page.url("standings", "player", player),
        print_url=page.url("print", "cards", player=player),
        player_url=view.player_urls(page)[player],
    )
