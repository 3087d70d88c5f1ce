"""The parts shared by all applications: the desk, the listener of a hall, the engine."""

from __future__ import annotations

import time
from pathlib import Path

from fastapi import FastAPI
from starlette.routing import Mount, Route

from crivello import __version__
from crivello.web.app import create_app
from crivello.web.network.app import NetworkReach, create_network_app
from crivello.web.network.device_store import DeviceStore
from crivello.web.service.app import create_service
from crivello.web.service.middleware import ServiceLimits
from crivello.web.session import Sessions


def applications(folder: Path) -> dict[str, FastAPI]:
    store = DeviceStore(folder / "book.sqlite")
    hosts = {"https": frozenset({"hall"})}
    reach = NetworkReach((), hosts, time.time() + 60)
    hall = create_network_app(folder, reach, sessions=Sessions(), store=store, key=b"x" * 32)
    store.close()
    engine = create_service(1, ServiceLimits())
    return {"desk": create_app(folder), "hall": hall, "engine": engine}


def test_no_application_has_pages_of_the_framework(tmp_path: Path) -> None:
    """They would load scripts from elsewhere; and the hall has no API for programs."""
    described = {}
    for name, app in applications(tmp_path).items():
        assert app.version == __version__
        paths = {one.path for one in app.routes if isinstance(one, Route | Mount)}
        assert not paths & {"/docs", "/docs/oauth2-redirect", "/redoc"}
        described[name] = app.openapi_url
    assert described == {
        "desk": "/api/v1/openapi.json",
        "hall": None,
        "engine": "/openapi.json",
    }
