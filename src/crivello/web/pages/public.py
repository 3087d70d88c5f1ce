"""Public pages: what everybody in the hall may read. Nothing here asks who is reading."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from ..view import AtDoor

router = APIRouter(prefix="/public")


@router.get("")
def overview(view: AtDoor) -> Response:
    return view.render("pages/public.html", found=view.desks.overview())
