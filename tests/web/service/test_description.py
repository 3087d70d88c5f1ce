"""The description covers everything that the engine does, and is correct."""

from __future__ import annotations

import os
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
import schemathesis
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from crivello.engine.platform_questions import EngineAsk
from crivello.web.service.app import about, router
from tools.running_engine import RunningEngine

EXAMPLES = int(os.environ.get("CRIVELLO_EXAMPLES", "3"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
OPERATIONS = [
    (route.path, method.lower())
    for one in (router, about)
    for route in one.routes
    if isinstance(route, APIRoute)
    for method in sorted(route.methods or ())
]


@pytest.fixture(scope="module")
def described(engine: RunningEngine) -> Any:
    return schemathesis.openapi.from_url(f"{engine.url}/openapi.json")


def test_every_address_is_described(engine: RunningEngine) -> None:
    document = engine.get("/openapi.json").json
    paths = document["paths"]
    assert {(path, method) for path in paths for method in paths[path]} == set(OPERATIONS)
    assert {path for path in paths if path.startswith("/v1/")} == {
        f"/v1/{a.value}" for a in EngineAsk
    }
    assert document["openapi"].startswith("3.1")
    for schema in document["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    for path, item in paths.items():
        for operation in item.values():
            assert operation["description"], path
            for parameter in operation.get("parameters", ()):
                assert parameter["schema"], path
    sizes = [len(paths[path]["post"]["requestBody"]["content"]) for path in paths if "v1" in path]
    assert set(sizes) == {3}


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_the_engine_answers_as_it_is_described(
    described: Any, path: str, method: str, mode: GenerationMode
) -> None:
    operation = described[path][method]
    if not mode.is_positive and not operation.query and method == "get":
        return  # nothing in it can be wrong

    @seed(2026)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Case[Any]) -> None:
        case.call_and_validate(checks=CHECKS)

    ask()
