"""The stream of news, and the same for those who have to ask."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response, StreamingResponse

from ..view import AtDoor

router = APIRouter()


@router.get("/events")
async def events(view: AtDoor) -> Response:
    return StreamingResponse(view.desktop.news.stream(), media_type="text/event-stream")


@router.get("/events/now")
def now(view: AtDoor) -> Response:
    """How far each open file has come: the fallback where there are no streams."""
    return JSONResponse(view.desktop.news.latest)
