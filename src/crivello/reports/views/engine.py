"""How the engine for platforms is; its answers are those of the command line."""

from __future__ import annotations

from typing import TypedDict


class HealthView(TypedDict):
    status: str
    """`ready`, `starting` until all processes have started, `stopping` after SIGTERM."""
    version: str
    workers: int
    """How many processes there should be."""
    ready: int
    """How many of them have loaded everything."""
