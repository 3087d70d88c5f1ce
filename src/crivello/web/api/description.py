"""The description (OpenAPI) of all routes below `/api/v1`, and a page that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response
from starlette.routing import Router

from crivello import __version__
from crivello.web.api import PREFIX, actions, explanations, resources
from crivello.web.api.problems import MEDIA_TYPE
from crivello.web.shapes import describe_routes
from crivello.web.view import AnyPage

router = APIRouter(prefix=PREFIX, include_in_schema=False)
ROUTERS = (router, resources.router, explanations.router, actions.router, resources.stream)
"""All routers of the API. They hold routes only, no other routers, so that the tests can list all
routes."""

METHODS = ("get", "put", "post", "delete")
PROBLEM = {"$ref": "#/components/schemas/Problem"}
NOT_MODIFIED = {"description": "You have it already: `If-None-Match` names the state as it is."}
INTRODUCTION = """\
The desk for programs on this computer: the same actions as in the browser and on the command line.
Send the programs' key as `Authorization: Bearer …`; `crivello desk FOLDER --api-key` prints it.
Points are exact decimal numbers as texts. Players are named by their permanent ids."""


def describe() -> dict[str, Any]:
    """Return the OpenAPI description of all routes below `/api/v1`."""
    describe_routes(API)
    found = get_openapi(
        title="crivello",
        version=__version__,
        routes=API,
        description=INTRODUCTION,
    )
    for _, method, operation in _operations(found):
        operation["summary"] = operation.get("description", "").partition("\n")[0]
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                answer["content"] = {MEDIA_TYPE: {"schema": PROBLEM}}
        if method == "get" and any(p["name"] == "file" for p in operation.get("parameters", ())):
            operation["responses"]["304"] = NOT_MODIFIED
    return found


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]


@router.get("")
def page(view: AnyPage) -> Response:
    """Show the description as a page."""
    document = view.request.app.openapi()
    groups: dict[str, list[tuple[str, str, dict[str, Any]]]] = {}
    for one in _operations(document):
        groups.setdefault(one[2]["tags"][0], []).append(one)
    return view.render(
        "templates/api.html",
        about=document["info"],
        groups=groups,
        schemas=sorted(document["components"]["schemas"].items()),
        type_of=_type,
        sent=lambda operation: _content(operation.get("requestBody", {})),
        answered=lambda operation: _content(next(iter(operation["responses"].values()))),
    )


def _content(message: dict[str, Any]) -> str:
    """Return the type of the body of a request or response as text; empty if it has none."""
    content: dict[str, Any] = next(iter(message.get("content", {}).values()), {})
    return _type(content.get("schema", {})) if content else ""


def _type(schema: dict[str, Any]) -> str:
    """Return a schema as a short text, such as `[Player]`, `int | null` or `"Pair"`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return " | ".join(f'"{one}"' for one in schema["enum"])
    options = schema.get("anyOf") or schema.get("oneOf")
    if options:
        texts = [_type(one) for one in options]
        return " | ".join(texts) if len(texts) < 5 else "…Action"
    if schema.get("type") == "array":
        inner = schema.get("prefixItems")
        return f"[{', '.join(map(_type, inner))}]" if inner else f"[{_type(schema['items'])}, …]"
    kind = str(schema.get("type", "any"))
    return {"integer": "int", "boolean": "bool"}.get(kind, kind)


API = [route for each in ROUTERS for route in each.routes]
ENTRANCE = Router(API)
