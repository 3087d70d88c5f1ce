"""The page Settings."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from ..view import AtDesk

router = APIRouter(prefix="/t/{file}/{section}/settings")


@router.get("")
def show(page: AtDesk) -> Response:
    return page.render("pages/settings.html")
