"""Requests that the description allows, and many that it does not, sent to the real application.

The requests are always the same; `make stress WHAT=schemathesis` sends many more.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, Phase, assume, given, seed, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.types import ASGIApp, Receive, Scope, Send

from crivello.web.api import PREFIX
from crivello.web.api.description import API
from crivello.web.app import OPENAPI, create_app
from crivello.web.demonstration import build
from crivello.web.desktop import Desktop
from crivello.web.guard import FORM_BYTES

EXAMPLES = int(os.environ.get("CRIVELLO_EXAMPLES", "2"))
HOST = {"host": "127.0.0.1"}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
FILLED = {"file": "demo", "section": "A", "number": 4, "player": 3, "table": 2}
"""Of the names in an address: so that most questions meet something that is there."""


OPERATIONS = [
    (route.path, method.lower())
    for route in API
    if isinstance(route, APIRoute) and route.include_in_schema
    for method in sorted(route.methods or ())
    if not route.path.endswith("/events")  # they never end
]


def always_on(app: ASGIApp) -> ASGIApp:
    """Return the application without its startup and shutdown, which otherwise each request would
    repeat.
    """

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await app(scope, receive, send)
            return
        for event in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{event}.complete"})

    return asked


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, dict[str, str]]]:
    """Return the application, and the headers of a program."""
    folder = tmp_path_factory.mktemp("asked")
    build(folder)
    app = create_app(folder)
    shared: Desktop = app.state.desktop
    headers = HOST | {"authorization": f"Bearer {shared.sessions.api_key}"}
    yield schemathesis.openapi.from_asgi(OPENAPI, always_on(app), headers=headers), headers
    shared.desks.close()


def test_there_is_much_to_ask(desktop: tuple[Any, dict[str, str]]) -> None:
    paths = desktop[0].raw_schema["paths"]
    described = {(path, method) for path in paths for method in paths[path]}
    assert {one for one in described if not one[0].endswith("/events")} == set(OPERATIONS)
    assert len(OPERATIONS) > 28
    assert (f"{PREFIX}/tournaments/{{file}}/actions", "post") in OPERATIONS


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_the_desk_answers_as_it_is_described(
    desktop: tuple[Any, dict[str, str]], path: str, method: str, mode: GenerationMode
) -> None:
    described, headers = desktop
    operation = described[path][method]
    examples = EXAMPLES * (6 if path.endswith("/actions") else 1)

    @seed(2026)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Case[Any]) -> None:
        if mode.is_positive:
            for name in case.path_parameters or {}:
                case.path_parameters[name] = FILLED[name]
            if isinstance(case.body, dict) and "section" in case.body:
                case.body["section"] = "A"
        # What is too long is refused before it is read, and tested elsewhere.
        assume(len(repr(case.body)) < FORM_BYTES)
        case.call_and_validate(headers=headers, checks=CHECKS)

    ask()
