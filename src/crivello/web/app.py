"""The application of the desk, assembled from its routers and middleware."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from crivello.web.api import PREFIX
from crivello.web.desks import ChangeFeed, Desks
from crivello.web.desktop import Desktop
from crivello.web.explain import routes as explain
from crivello.web.files import ending, online, printing
from crivello.web.files import routes as files
from crivello.web.find import routes as find
from crivello.web.guard import ConcurrencyLimit, Guard
from crivello.web.hall import routes as hall
from crivello.web.home import folder_actions, imports
from crivello.web.home import routes as home
from crivello.web.log import routes as log
from crivello.web.network import chief
from crivello.web.network.switch import Switch
from crivello.web.page_application import make_page_application, refuse_for
from crivello.web.players import importing as player_import
from crivello.web.players import lists as player_lists
from crivello.web.players import routes as players
from crivello.web.practise import routes as practise
from crivello.web.public import routes as public
from crivello.web.round import routes as rounds
from crivello.web.round import schedule
from crivello.web.session import Sessions
from crivello.web.settings import routes as settings
from crivello.web.tables import prizes
from crivello.web.tables import routes as tables
from crivello.web.webhooks import HookSettings, start_webhooks
from crivello.words import Language

ROUTERS = (
    home.router,
    folder_actions.router,
    imports.router,
    find.router,
    rounds.router,
    schedule.router,
    player_import.router,
    player_lists.router,  # before the page of one player, whose address has a number in that place
    players.router,
    tables.router,
    explain.router,
    explain.public,
    practise.router,
    log.router,
    log.exceptions,
    settings.router,
    prizes.router,
    files.router,
    online.router,
    ending.router,
    hall.router,
    chief.router,
    printing.router,
    public.router,
)
"""The routers of all pages. They hold routes only, no other routers, so that the tests can list all
routes."""
OPENAPI = f"{PREFIX}/openapi.json"
PAGES = [route for router in ROUTERS for route in router.routes]
"""All routes. FastAPI takes long to prepare a route, so all applications of a process share
them."""


class ApiRoutes(BaseRoute):
    """The route of the API, which is loaded with its first request.

    No page needs it, and loading it would take as long as loading all pages.
    """

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        path = f"{scope['path']}/"
        inside = path.startswith(f"{PREFIX}/") and not path.startswith(f"{OPENAPI}/")
        return (Match.FULL if inside else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        description = await run_in_threadpool(import_module, "crivello.web.api.description")
        await description.ENTRANCE(scope, receive, send)


LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


def create_app(
    folder: Path,
    *,
    port: int = 80,
    sessions: Sessions | None = None,
    actor: str = "",
    backup_folder: Path | None = None,
    language: Language = Language.EN,
    webhooks: HookSettings | None = None,
) -> FastAPI:
    """Return the application for the tournament files of a folder, for browsers on this
    computer.
    """
    news = ChangeFeed()
    desks = Desks(folder, news, actor, backup_folder)
    known = sessions or Sessions()
    switch = Switch(folder, known.folder)
    desktop = Desktop(desks, known, news, language, switch=switch)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        news.begin()
        desks.begin()
        hooks = start_webhooks(desks, language, webhooks) if webhooks is not None else None
        uploads = online.UploadsAfterPublications(desks)
        news.follow(uploads.notice)
        yield
        uploads.close()
        if hooks is not None:
            hooks.close()
        switch.close()
        desktop.sessions.close()
        news.close()
        desktop.jobs.stop()
        desks.close()

    app = make_page_application(desktop, [*PAGES, ApiRoutes()], lifespan, OPENAPI)
    app.openapi = _describe  # type: ignore[method-assign]
    app.add_middleware(ConcurrencyLimit)
    app.add_middleware(
        Guard, sessions=desktop.sessions, hosts=local_hosts(port), refuse=refuse_for(app)
    )
    return app


@cache
def _describe() -> dict[str, Any]:
    """Return the OpenAPI description; it is made once, also for several applications of a
    process.
    """
    from crivello.web.api.description import describe

    return describe()


def local_hosts(port: int) -> frozenset[str]:
    """Return the host names that a browser on this computer may use; port 80 may be left out."""
    hosts = {f"{name}:{port}" for name in LOCAL_NAMES}
    return frozenset(hosts | set(LOCAL_NAMES)) if port == 80 else frozenset(hosts)
