"""The hall: what the projector shows, and the ways to paper and to the public pages."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from crivello.web.forms import whole
from crivello.web.hall_view import KINDS, hall_view
from crivello.web.public_page import PublicPage
from crivello.web.view import AtDesk, address
from crivello.words import N_

router = APIRouter(prefix="/t/{file}/{section}/hall")

SIZES = (("large", N_("large")), ("medium", N_("medium")), ("small", N_("small")))
SECONDS = 12
LEAST, MOST = 2, 600


@router.get("")
def show(page: AtDesk) -> Response:
    return page.render(
        "pages/hall.html",
        kinds=[(kind, page.say(title)) for kind, title in KINDS.items()],
        sizes=[(size, page.say(text)) for size, text in SIZES],
        seconds=SECONDS,
        public_url=address("public", page.file.name, page.key),
        begun=bool(page.section.rounds),
    )


@router.get("/show")
def projector(
    page: AtDesk,
    what: Annotated[list[str] | None, Query()] = None,
    seconds: str = "",
    size: str = "medium",
    results: str = "now",
    say: str = "",
) -> Response:
    """`results`: `now` as they are entered, or `published`, as the public pages have them."""
    shown = page if results == "now" else PublicPage(page.request, page.file.name, page.key)
    kinds = [kind for kind in what or KINDS if kind in KINDS] or list(KINDS)
    number = whole(seconds)
    wanted = SECONDS if number is None else number
    return page.render(
        "pages/hall_show.html",
        hall=hall_view(shown, kinds, say[:200]),
        seconds=min(max(wanted, LEAST), MOST),
        size=size if size in dict(SIZES) else "medium",
    )
