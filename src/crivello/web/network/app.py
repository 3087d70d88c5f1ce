"""The application of the listener: the public pages, and the pages of the roles."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import field
from pathlib import Path

from fastapi import FastAPI

from crivello.standard.classes import frozen
from crivello.web.desks import ChangeFeed, Desks
from crivello.web.desktop import Desktop
from crivello.web.explain import routes as explain
from crivello.web.network import deputies, entrance, player_page, table_phones
from crivello.web.network.certificate import HallCertificate
from crivello.web.network.codes import Codes
from crivello.web.network.common import Network
from crivello.web.network.device_store import DeviceStore
from crivello.web.network.guard import LoginThrottle, NetworkConcurrencyLimit, NetworkGuard
from crivello.web.network.links import HallLinks
from crivello.web.page_application import make_page_application, refuse_for
from crivello.web.public import routes as public
from crivello.web.session import Sessions
from crivello.words import Language

ROUTERS = (
    entrance.router,
    table_phones.router,
    player_page.router,
    deputies.router,
    public.router,
    explain.public,
)
"""The routers of the pages on the network. They hold routes only, so that the tests can list all
routes."""


class ChosenDesks(Desks):
    """The tournament files of a folder that may be reached from the network."""

    def __init__(self, folder: Path, news: ChangeFeed, only: Collection[str]) -> None:
        super().__init__(folder, news)
        self._only = frozenset(only)

    def _all_names(self) -> list[str]:
        return [name for name in super()._all_names() if name in self._only]


@frozen
class NetworkReach:
    """What the arbiter has made reachable: which tournaments, at which addresses, until when."""

    files: tuple[str, ...]
    hosts: Mapping[str, frozenset[str]]
    """The host names that requests may use, by scheme."""
    until: float
    one_phone: bool = False
    """True if one phone at a table is enough, provided the result is confirmed on it."""
    screen_codes: bool = False
    """True if screens show the codes of the tables."""
    secure: str = ""
    """The beginning of the addresses over TLS: ``https://ADDRESS:PORT``."""
    plain: str = ""
    """The beginning of the addresses of the public pages without TLS; empty if there are none."""
    certificate: HallCertificate | None = field(default=None)


def create_network_app(
    folder: Path,
    reach: NetworkReach,
    *,
    sessions: Sessions,
    store: DeviceStore,
    key: bytes,
    language: Language = Language.EN,
) -> FastAPI:
    news = ChangeFeed()
    desks = ChosenDesks(folder, news, reach.files)
    desktop = Desktop(desks, sessions, news, language, note_shown=entrance.note_shown)
    codes = Codes(key)
    shown = reach.certificate.fingerprint if reach.certificate else ""
    network = Network(
        store=store,
        codes=codes,
        links=HallLinks(reach.secure, shown, codes, store.number),
        guesses=LoginThrottle(),
        until=reach.until,
        one_phone=reach.one_phone,
        screen_codes=reach.screen_codes,
        secure=reach.secure,
        authority=reach.certificate.authority if reach.certificate else b"",
        fingerprint=reach.certificate.authority_fingerprint if reach.certificate else "",
        clock=time.time,
    )

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        news.begin()
        desks.begin()
        for name in reach.files:  # so that all of them send news
            if name in desks.names():
                desks.file(name)
        yield
        news.close()
        desks.close()
        store.close()

    pages = [route for router in ROUTERS for route in router.routes]
    app = make_page_application(desktop, pages, lifespan)
    app.state.network = network
    app.add_middleware(NetworkConcurrencyLimit)
    app.add_middleware(
        NetworkGuard,
        sessions=sessions,
        hosts=reach.hosts,
        refuse=refuse_for(app),
        store=store,
        files=reach.files,
        secure=reach.secure,
    )
    return app
