"""The public pages, which anyone in the hall may read.

They are made from the `published_section`: no drafts, and no results before they are published.
"""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from crivello.desk import Section
from crivello.desk.publications import published_section
from crivello.standings.round_robin import GridOrder
from crivello.web.page_answers import PageLink
from crivello.web.public.view import AtPublic, PublicPage, board_grid, name_grid
from crivello.web.rendering import address
from crivello.web.tables import view as tables
from crivello.web.view import AnyPage, View
from crivello.words import N_

router = APIRouter(prefix="/public")

LISTED = 50
NOT_BEGUN = N_("Round 1 is not published yet.")
PLAYING = N_("Round {round} of {rounds}")
OVER = N_("All {rounds} rounds are played.")


@router.get("")
def overview(view: AnyPage) -> Response:
    rows = [
        (address("public", one.name, key), section, _state(view, published_section(section)))
        for one in view.desks.overview()
        for key, section in (one.snapshot.state.sections.items() if one.snapshot else ())
        if section.rounds  # what has not begun is not public
    ]
    return view.render("public/public.html", rows=rows, files="*")


def _state(view: View, section: Section) -> str:
    rounds = section.settings.rounds or len(section.rounds)
    if len(section.rounds) >= rounds and section.rounds[-1].complete:
        return view.say(OVER, rounds=rounds)
    return view.say(PLAYING, round=len(section.rounds), rounds=rounds)


@router.get("/{file}")
def tournament(view: AnyPage, file: str) -> Response:
    """Go to the first section of a file."""
    first = next(iter(view.desks.file(file).snapshot.state.sections))
    return RedirectResponse(address("public", file, first), 303)


# Pairings


@router.get("/{file}/{section}")
@router.get("/{file}/{section}/round")
def current_by_board(page: AtPublic, have: str = "") -> Response:
    return _round(page, len(page.section.rounds), names=False, have=have, following=True)


@router.get("/{file}/{section}/names")
def current_by_name(page: AtPublic, have: str = "") -> Response:
    return _round(page, len(page.section.rounds), names=True, have=have, following=True)


@router.get("/{file}/{section}/round/{number}")
def by_board(page: AtPublic, number: int, have: str = "") -> Response:
    return _round(page, _require_round(page, number), names=False, have=have)


@router.get("/{file}/{section}/round/{number}/names")
def by_name(page: AtPublic, number: int, have: str = "") -> Response:
    return _round(page, _require_round(page, number), names=True, have=have)


def _require_round(page: PublicPage, number: int) -> int:
    if not 1 <= number <= len(page.section.rounds):
        raise HTTPException(404)
    return number


def _round(
    page: PublicPage, number: int, names: bool, have: str, following: bool = False
) -> Response:
    """Show a round; `following`: always the newest one, also after a reload."""
    if number == 0:
        return page.render("public/public_none.html", sentence=page.say(NOT_BEGUN))
    make = name_grid if names else board_grid
    kind = "names" if names else "boards"
    table = tables.render_grid(page, (kind,), lambda: make(page, number), number)
    if page.htmx and have == table.state:
        return Response(status_code=204)
    last = len(page.section.rounds)
    path = ["names"] if names else []
    return page.render(
        "public/public_round.html",
        number=number,
        names=names,
        table=table,
        when=tables.subject(page).when(number),
        tabs=[
            PageLink(str(k), page.url("round", k, *path), k == number) for k in range(1, last + 1)
        ],
        by_board=page.url() if following else page.url("round", number),
        by_name=page.url("names") if following else page.url("round", number, "names"),
        card_url=page.url("card"),
    )


# Standings and crosstable


@router.get("/{file}/{section}/standings")
def show_standings(
    page: AtPublic, round: int | None = None, columns: str = "", have: str = ""
) -> Response:
    number = _choose_round(page, round)
    if not number:
        return _show_nothing(page)
    everything = tables.counts_all(page, number)
    title = N_("Standings") if everything else N_("Standings after round {round}")
    few = columns == tables.DECIDING

    table = tables.render_standings(page, number, None, few)
    other = tables.other_columns(page, number, few)
    return _show_table(page, "standings", title, number, have, table, other)


@router.get("/{file}/{section}/crosstable")
def show_crosstable(page: AtPublic, round: int | None = None, have: str = "") -> Response:
    number = _choose_round(page, round)
    if not number:
        return _show_nothing(page)
    table = tables.render_crosstable(page, number, GridOrder.NUMBER)
    everything = tables.counts_all(page, number)
    title = N_("Crosstable") if everything else N_("Crosstable after round {round}")
    return _show_table(page, "crosstable", title, number, have, table)


def _show_nothing(page: PublicPage) -> Response:
    sentence = page.say(N_("No results have been published yet."))
    return page.render("public/public_none.html", sentence=sentence)


def _show_table(
    page: PublicPage,
    path: str,
    title: str,
    number: int,
    have: str,
    table: tables.RenderedGrid,
    other: PageLink | None = None,
) -> Response:
    if page.htmx and have == table.state:
        return Response(status_code=204)
    return page.render(
        "public/public_table.html",
        title=page.say(title, round=number),
        table=table,
        searched=path == "standings",
        tabs=tables.after_tabs(page, number, tables.complete(page), path),
        other=other,
    )


def _choose_round(page: PublicPage, number: int | None) -> int:
    last = tables.complete(page)
    if number is not None and not 1 <= number <= last:
        raise HTTPException(404)
    return last if number is None else number


# My card


@router.get("/{file}/{section}/card")
def find_card(page: AtPublic, name: str = "") -> Response:
    found = tables.search(page, name) if name.strip() else []
    if len(found) == 1:
        return page.redirect(found[0].url)
    return page.render(
        "public/public_find.html", name=name, found=found[:LISTED], more=len(found) - LISTED
    )


@router.get("/{file}/{section}/card/{player}")
def one_card(page: AtPublic, player: int) -> Response:
    found = tables.card(page, player)
    if found is None:
        raise HTTPException(404)
    number = tables.complete(page)
    rank = tables.standings_after(page, number).row(player).rank if number else None
    return page.render(
        "public/public_card.html",
        card=found,
        now=found.rows[-1] if found.rows else None,
        rank=rank,
        after=number,
    )
