"""An application of pages: at the desk, or in the hall."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import FastAPI, Request
from fastapi.responses import Response
from starlette.routing import BaseRoute
from starlette.staticfiles import StaticFiles

from crivello.web import errors
from crivello.web.guard import Refuse, Refused
from crivello.web.server import Lifespan, make_application
from crivello.web.view import STATIC, Desktop


def make_page_application(
    desktop: Desktop,
    routes: Iterable[BaseRoute],
    lifespan: Lifespan,
    openapi_url: str | None = None,
) -> FastAPI:
    app = make_application("crivello", lifespan, openapi_url)
    app.state.desktop = desktop
    app.router.routes.extend(routes)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    errors.add_handlers(app)
    return app


def refuse_for(app: FastAPI) -> Refuse:
    """For the guard, which stands before the application: a page needs it all the same."""

    def refuse(request: Request, why: Refused) -> Response:
        request.scope.setdefault("app", app)
        return errors.answer_refused(request, why)

    return refuse
