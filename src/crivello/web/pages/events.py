"""The stream of news, and the same for those who have to ask."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response, StreamingResponse

from crivello.web.view import AtDoor, View

router = APIRouter()


@router.get("/events")
async def events(view: AtDoor) -> Response:
    stream = view.desktop.news.stream(_may_hear(view))
    return StreamingResponse(stream, media_type="text/event-stream")


@router.get("/events/now")
def now(view: AtDoor) -> Response:
    """How far each open file has come: the fallback where there are no streams."""
    may_hear = _may_hear(view)
    latest = view.desktop.news.latest
    return JSONResponse({file: last for file, last in latest.items() if may_hear(file)})


def _may_hear(view: View) -> Callable[[str], bool]:
    """The arbiter hears of every file, everybody else of those that have a published round."""
    if view.who.arbiter:
        return lambda file: view.still

    def begun(name: str) -> bool:
        file = view.desks.opened(name)
        return file is not None and any(
            section.rounds for section in file.snapshot.state.sections.values()
        )

    return begun
