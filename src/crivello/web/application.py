"""What all applications begin with: the desk, the listener of a hall, the engine."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from fastapi import FastAPI

from crivello import __version__

Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def make_application(title: str, lifespan: Lifespan, openapi_url: str | None = None) -> FastAPI:
    """Without FastAPI's pages of documentation: they load scripts from elsewhere.

    At `openapi_url` is the description for programs, if there is one.
    """
    return FastAPI(
        title=title,
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=openapi_url,
    )
