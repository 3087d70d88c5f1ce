"""The events as they happen: server-sent events, for programs."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Header
from fastapi.responses import Response, StreamingResponse

from crivello.web.api.resources import After, log_item
from crivello.web.api.scope import FileName, api_router
from crivello.web.desks import TournamentFile
from crivello.web.view import AtDoor, View, opened

router = api_router("Events")

AT_ONCE = 200
STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}
}


class EventStream(StreamingResponse):
    media_type = "text/event-stream"


@router.get("/events", response_class=EventStream, responses=STREAM)
async def changes(view: AtDoor) -> Response:
    """Which files change, and how far they have come: `{"file": "open", "sequence": 41}`."""
    return EventStream(view.desktop.news.stream(lambda file: view.still))


@router.get("/tournaments/{file}/events", response_class=EventStream, responses=STREAM)
async def events(
    view: AtDoor,
    file: FileName,
    after: After = 0,
    last_event_id: Annotated[int | None, Header(ge=0, le=10**9)] = None,
) -> Response:
    """Every event of a file as the log has it, from the one after `after` (or `Last-Event-ID`) on.

    The `id` of a message is the sequence number, its `event` the type of the event, its `data` an
    item of the log. A program that reconnects with the last id misses nothing.
    """
    await opened(view.request, file)
    start = after if last_event_id is None else last_event_id
    return EventStream(_items(view, view.desks.file(file), start))


async def _items(view: View, file: TournamentFile, after: int) -> AsyncIterator[str]:
    async for _ in view.desktop.news.heard():
        if not view.still:
            return
        yield ": beat\n\n"
        while after < file.snapshot.sequence:
            found = file.snapshot.log[after : after + AT_ONCE]
            for item in found:
                one = log_item(file, item, view.language)
                data = json.dumps(one, ensure_ascii=False)
                yield f"id: {one['sequence']}\nevent: {one['type']}\ndata: {data}\n\n"
            after += len(found)
