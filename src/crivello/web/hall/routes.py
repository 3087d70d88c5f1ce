"""The page Hall: the projector, and links to paper and to the public pages."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response
from markupsafe import Markup

from crivello.reports.views.section import list_adjourned
from crivello.standard.classes import frozen
from crivello.standings.crosstable import person
from crivello.web.forms import parse_whole_number
from crivello.web.network.links import (
    HallLinks,
    code_address,
    code_address_or_none,
    desk_links,
    public_link,
)
from crivello.web.progress import missing_results, missing_tables
from crivello.web.public.view import PublicPage, board_grid, name_grid
from crivello.web.rendering import address
from crivello.web.tables.view import GridTable, complete, compute_once, standings_grid, subject
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_

router = APIRouter(prefix="/t/{file}/{section}/hall")

AUTOMATIC = "automatic"
SIZES = (
    (AUTOMATIC, N_("automatic")),
    ("large", N_("large")),
    ("medium", N_("medium")),
    ("small", N_("small")),
)
SECONDS = 12
LEAST, MOST = 2, 600


@router.get("")
def show(page: AtDesk) -> Response:
    return page.render(
        "hall/hall.html",
        kinds=[(kind, page.say(title)) for kind, title in KINDS.items()],
        sizes=[(size, page.say(text)) for size, text in SIZES],
        seconds=SECONDS,
        public_url=address("public", page.file.name, page.key),
        codes=CODES if _reachable(page) else "",
        begun=bool(page.section.rounds),
    )


def _reachable(page: SectionPage) -> bool:
    """Return True if the network is on for this tournament, so that it has codes to show."""
    with desk_links(page.desktop.switch, page.file.name) as links:
        return links is not None


@router.get("/show")
def projector(
    page: AtDesk,
    what: Annotated[list[str] | None, Query()] = None,
    seconds: str = "",
    size: str = AUTOMATIC,
    results: str = "published",
    say: str = "",
    have: str = "",
) -> Response:
    """Show the pages for the projector.

    `results`: `published`, as on the public pages, or `now`, as entered. Missing results are
    announced in both cases. `have`: the state of the lists that are shown already, which are not
    sent again.
    """
    shown = page if results == "now" else PublicPage(page.request, page.file.name, page.key)
    codes: list[TableCode] = []
    if CODES in (what or ()):
        with desk_links(page.desktop.switch, page.file.name) as links:
            codes = [] if links is None else table_codes(page, links)
    return render_show(page, shown, what, seconds, size, say, codes, have)


def render_show(
    page: SectionPage,
    shown: SectionPage,
    what: list[str] | None,
    seconds: str,
    size: str,
    say: str,
    codes: Sequence[TableCode] = (),
    have: str = "",
) -> Response:
    """Show the pages for the projector: `page` is used to find missing results, `shown` for the
    lists.
    """
    asked = what or KINDS
    kinds = [kind for kind in asked if kind in KINDS]
    kinds = kinds or ([] if codes else list(KINDS))
    number = len(shown.section.rounds)
    rounds = {"boards": number, "names": number, "standings": complete(shown)}
    wanted = parse_whole_number(seconds)
    parts = [_list(shown, kind, rounds[kind]) for kind in kinds if rounds[kind]]
    state = _state(number, parts, codes)
    return page.render(
        "hall/hall_show.html",
        title=shown.section.settings.name or page.key,
        number=number,
        parts=parts,
        state=state,
        same=have == state,
        codes=codes,
        announcements=[*filter(None, [say[:200]]), *_announcements(page, number)],
        public_code=_public_code(page),
        seconds=min(max(SECONDS if wanted is None else wanted, LEAST), MOST),
        size=size if size in dict(SIZES) else AUTOMATIC,
    )


def _public_code(page: SectionPage) -> str:
    """Return the code of the public pages as a picture; empty while the network is off."""
    switch = page.desktop.switch
    opened = None if switch is None else switch.opened
    if opened is None or page.file.name not in opened.files:
        return ""
    return code_address_or_none(public_link(opened))


@frozen
class TableCode:
    """A code for the phones at one table."""

    table: int
    pair: str
    image: str
    """The picture as a data address."""


CODES = "codes"


def table_codes(page: SectionPage, links: HallLinks) -> list[TableCode]:
    """Return the codes of the tables without a result in the round being played."""
    addresses = links.of_tables(page.file.name, page.section)
    if not addresses:
        return []
    this, names = page.section.rounds[-1], page.names
    return [
        TableCode(
            table, f"{person(names[game.white])} – {person(names[game.black])}", code_address(link)
        )
        for table, game, link in zip(this.tables, this.games, addresses, strict=True)
        if game.result is None
    ]


# What the projector shows: a few long lists, and announcements.


KINDS = {
    "boards": N_("Pairings by table"),
    "names": N_("Pairings by name"),
    "standings": N_("Standings"),
}
VALUES = 4
"""The most columns of values that fit on the page: the points and three tie-breaks."""
MISSING_SHOWN = 20


@frozen
class HallList:
    """A list for the projector, with its rows as HTML."""

    kind: str
    grid: GridTable
    rows: Markup
    state: str
    """A digest of what is shown."""


def _state(number: int, parts: Sequence[HallList], codes: Sequence[TableCode]) -> str:
    shown = [str(number), *(one.state for one in parts), *(one.image for one in codes)]
    return hashlib.sha256(" ".join(shown).encode()).hexdigest()[:12]


def _list(page: SectionPage, kind: str, number: int) -> HallList:
    makers: dict[str, Callable[[SectionPage, int], GridTable]] = {
        "boards": board_grid,
        "names": name_grid,
        "standings": _standings,
    }

    def compute() -> HallList:
        grid = makers[kind](page, number)
        rows = Markup("\n").join(line.plain for line in grid.lines)
        shown = f"{grid.title}{grid.provisional}{rows}"
        return HallList(kind, grid, rows, hashlib.sha256(shown.encode()).hexdigest())

    return compute_once(page, ("hall", kind), compute, number)


def _announcements(page: SectionPage, number: int) -> list[str]:
    """Return what is announced: when the round begins, or which results are missing."""
    if number == 0:
        return [page.say(N_("Round 1 is not published yet."))]
    this = page.section.rounds[-1]
    rounds = page.section.settings.rounds or number
    missing = missing_tables(this)
    when = subject(page).when(number)
    if missing and len(missing) == len(this.games):
        if not when:
            return [page.say(N_("Round {round} of {rounds}"), round=number, rounds=rounds)]
        return [page.say(N_("Round {round} begins: {when}"), round=number, when=when)]
    if missing:
        return [missing_results(page.say, missing, MISSING_SHOWN)]
    adjourned = [page.say(sentence) for sentence, _, _ in list_adjourned(page.section)]
    said = adjourned or [page.say(N_("All results are in."))]
    following = subject(page).when(number + 1)
    if number < rounds and following:
        coming = N_("Round {round} begins: {when}")
        said.append(page.say(coming, round=number + 1, when=following))
    return said


def _standings(page: SectionPage, number: int) -> GridTable:
    """Return the standings with as many tie-breaks as fit on the screen."""
    grid = standings_grid(page, number, None)
    first = len(grid.heads) - grid.values
    few = min(grid.values, VALUES)
    return replace(
        grid,
        heads=grid.heads[: first + few],
        lines=[replace(one, fields=one.fields[: first + few]) for one in grid.lines],
        values=few,
    )
