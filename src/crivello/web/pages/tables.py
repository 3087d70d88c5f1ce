"""Standings, crosstable and pairing cards."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from ..view import AtDesk

router = APIRouter(prefix="/t/{file}/{section}")


@router.get("/standings")
def standings(page: AtDesk) -> Response:
    return page.render("pages/standings.html")


@router.get("/crosstable")
def crosstable(page: AtDesk) -> Response:
    return page.render("pages/crosstable.html")


@router.get("/cards")
def cards(page: AtDesk) -> Response:
    return page.render("pages/cards.html")
