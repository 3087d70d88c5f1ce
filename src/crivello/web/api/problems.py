"""Errors of the API: `application/problem+json`, each with a code that never changes."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from crivello.desk import Refusal
from crivello.desk.refusals import NoSuchSection
from crivello.formats import codec
from crivello.model.errors import CrivelloError, Impossible
from crivello.model.grammar import NO_TABLE, ranges
from crivello.reports.views.defects import (
    ErrorView,
    ProblemView,
    error_view,
    misfit_view,
    plain_error_view,
)
from crivello.store.errors import AlreadyThere, NotFound, StoreError
from crivello.web.guard import Refused
from crivello.web.page_answers import Names, page_names
from crivello.web.shapes import describe_expected, shape
from crivello.words import N_, Language, say, translator

MEDIA_TYPE = "application/problem+json"
NOT_FITTING = N_(
    "One value of the request is not valid.", "{count} values of the request are not valid."
)
MOST_SHOWN = 50


class Changed(Refusal, code="changed"):
    """The log has grown since the caller read it."""

    template = N_(
        "The file has changed in the meantime: you expected event {expected} to be the last, but "
        "it is {found}. Nothing was done."
    )


class NoRound(CrivelloError, code="no-round"):
    """There is no round with the requested number."""

    def __init__(self, round: int) -> None:
        super().__init__(N_("There is no round {round}."), round=round)


class NoPlayer(CrivelloError, code="no-player"):
    """There is no player with the requested id."""

    def __init__(self, player: int) -> None:
        super().__init__(N_("There is no player with the id {player}."), player=player)


class NoTable(CrivelloError, code="no-table"):
    """There is no table with the requested number."""

    def __init__(self, table: int, round: int, tables: Sequence[int]) -> None:
        super().__init__(NO_TABLE, table=table, round=round, tables=ranges(tables))


class NoSystem(CrivelloError, code="no-system"):
    """There is no pairing system with the requested key."""

    def __init__(self, system: str) -> None:
        super().__init__(N_("There is no pairing system {system!r}."), system=system)


_MISSING = (NotFound, NoSuchSection, NoRound, NoPlayer, NoTable, NoSystem)


def status_of(error: CrivelloError) -> int:
    if isinstance(error, _MISSING):
        return 404
    if isinstance(error, Changed):
        return 412
    if isinstance(error, Refusal | Impossible | AlreadyThere):
        return 409
    if isinstance(error, StoreError):
        return 503
    return 422


def of_error(error: CrivelloError, language: Language, names: Names) -> JSONResponse:
    def number(player: int | None) -> int | None:
        known = None if player is None else names.get(player)
        return known.number if known else None

    words = translator(language).with_names(page_names(names))
    view = error_view(error, words.say, number)
    view["problems"] = view["problems"][:MOST_SHOWN]
    return _answer(status_of(error), view)


def of_misfits(error: RequestValidationError, language: Language) -> JSONResponse:
    """Return the response that lists the values of a request that FastAPI found invalid."""
    found = error.errors()
    view = plain_error_view("not-fitting", say(NOT_FITTING, language, count=len(found)))
    view["problems"] = [
        misfit_view(_pointer(one["loc"], error.body), describe_expected(one, language))
        for one in found[:MOST_SHOWN]
    ]
    return _answer(422, view)


def of_guard(why: Refused, text: str) -> JSONResponse:
    return answer(why.status, GUARD_CODES.get(why.status, "refused"), text)


def of_http(error: HTTPException, text: str) -> JSONResponse:
    codes = {400: "not-readable", 404: "no-such-address", 405: "wrong-method"}
    response = answer(error.status_code, codes.get(error.status_code, "not-understood"), text)
    response.headers.update(error.headers or {})
    return response


GUARD_CODES = {
    401: "not-known",
    403: "foreign",
    413: "too-long",
    421: "wrong-host",
    503: "too-many",
}


def answer(status: int, code: str, detail: str) -> JSONResponse:
    return _answer(status, plain_error_view(code, detail))


def _answer(status: int, error: ErrorView) -> JSONResponse:
    problem: ProblemView = {
        "type": f"urn:crivello:problem:{error['code']}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        **error,
    }
    return JSONResponse(problem, status, media_type=MEDIA_TYPE)


def _pointer(place: tuple[int | str, ...], body: Any) -> str:
    """Return the JSON pointer to an invalid value, without the type names that FastAPI puts into
    it.
    """
    where, *rest = place
    if where != "body":
        return str(rest[0]) if rest else str(where)
    steps = []
    for index, part in enumerate(rest):
        inside = isinstance(body, dict) and part in body
        inside |= isinstance(body, list) and isinstance(part, int) and part < len(body)
        if inside:
            body = body[part]
        if inside or (index == len(rest) - 1 and isinstance(body, dict)):
            steps.append(f"/{codec.pointer(str(part))}")
    return "".join(steps)


ANSWERS: dict[int | str, dict[str, Any]] = {
    status: {"model": shape(ProblemView), "description": HTTPStatus(status).phrase}
    for status in (400, 401, 403, 404, 409, 412, 413, 421, 422, 500, 503)
}
for _one in ANSWERS.values():
    _one["content"] = {MEDIA_TYPE: {}}
"""What every address may answer besides what was asked for."""
