"""The desk for programs: the same actions as REST and JSON, below `/api/v1`."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from ..view import AtDoor

router = APIRouter(tags=["desk"])

ROUTERS = (router,)
"""Each module of this room has one."""


class Listed(BaseModel):
    """A tournament file of the folder."""

    name: str
    sections: list[str]
    sequence: int | None
    """Of the last event; null if the file cannot be read."""


@router.get("/tournaments")
def tournaments(view: AtDoor) -> list[Listed]:
    """All tournament files of the folder."""
    return [
        Listed(
            name=one.name,
            sections=[] if one.snapshot is None else list(one.snapshot.state.sections),
            sequence=None if one.snapshot is None else one.snapshot.sequence,
        )
        for one in view.desks.overview()
    ]
