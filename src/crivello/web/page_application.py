"""The application that desk and hall network share: pages, static files, error handlers."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, Response
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.routing import BaseRoute, Route
from starlette.staticfiles import StaticFiles

from crivello.web import errors
from crivello.web.desktop import Desktop
from crivello.web.guard import Refuse, Refused
from crivello.web.rendering import STATIC
from crivello.web.server import Lifespan, make_application

LEAST_COMPRESSED = 1000
"""The size in bytes from which a response is compressed."""
LEVEL = 6
"""Level 9 takes three times as long and saves another hundredth."""
COMPRESSED_ALREADY = (
    "application/pdf",
    "application/octet-stream",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
)


def make_page_application(
    desktop: Desktop,
    routes: Iterable[BaseRoute],
    lifespan: Lifespan,
    openapi_url: str | None = None,
) -> FastAPI:
    app = make_application("crivello", lifespan, openapi_url)
    app.state.desktop = desktop
    # A page that repeats what its address says, beside a secret, should not be compressed where
    # others can count bytes. Session cookies are `samesite=strict`: a foreign page gets no secret.
    app.add_middleware(
        GZipMiddleware,
        minimum_size=LEAST_COMPRESSED,
        compresslevel=LEVEL,
        exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, *COMPRESSED_ALREADY),
    )
    app.router.routes.extend(routes)
    app.router.routes.append(Route("/favicon.ico", find_icon))
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    errors.add_handlers(app)
    return app


def find_icon(request: Request) -> Response:
    """Send the icon to browsers that look for it at its usual address."""
    return FileResponse(STATIC / "icon.svg", headers={"cache-control": "max-age=86400"})


def refuse_for(app: FastAPI) -> Refuse:
    """Return the function with which the guard shows a refusal as a page of the application."""

    def refuse(request: Request, why: Refused) -> Response:
        request.scope.setdefault("app", app)
        return errors.answer_refused(request, why)

    return refuse
