"""Refusals for programs: `application/problem+json` with a code that never changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import Field, create_model
from starlette.exceptions import HTTPException

from crivello.desk import Refusal
from crivello.desk.refusals import NoSuchSection
from crivello.formats import codec
from crivello.model.errors import CrivelloError, Impossible
from crivello.model.grammar import NO_TABLE, ranges
from crivello.model.sentence import plain_value
from crivello.store.errors import AlreadyThere, NotFound, StoreError
from crivello.web.guard import Refused
from crivello.web.shapes import NO_SOURCE, ResponseBody, describe_expected
from crivello.web.view import Names, page_names
from crivello.words import N_, Language, say

MEDIA_TYPE = "application/problem+json"
NOT_FITTING = N_(
    "One value of the request is not valid.", "{count} values of the request are not valid."
)
MOST_SHOWN = 50


class Misfit(ResponseBody):
    """A value that does not fit, or a defect of an input."""

    pointer: str = ""
    """Where it is: a JSON pointer into the body, or the name of a parameter."""
    detail: str
    """What is expected there."""
    line: int | None = None
    column: int | None = None


class ProblemAnswer(ResponseBody):
    """Nothing was changed; this is why."""

    type: str
    """The code as a name that is unique everywhere."""
    title: str
    """What the status means."""
    status: int
    code: str
    """What happened, the same in all languages and versions: `no-such-board`."""
    detail: str
    """The sentence for a person, with names, in the language asked for."""
    article: str = ""
    """The rule behind it, where there is one."""
    values: dict[str, int | str | bool | list[int] | None] = Field(default={})
    """What the sentence speaks of: `expected` and `found`, `player`, `round` …"""
    problems: list[Misfit] = Field(default=[])
    """Everything that is wrong, if it is more than one thing."""


class Changed(Refusal, code="changed"):
    """The log has grown since the caller looked at it."""

    template = N_(
        "The file has changed in the meantime: you expected event {expected} to be the last, but "
        "it is {found}. Nothing was done."
    )


class NoRound(CrivelloError, code="no-round"):
    """Asked for by its number, and not there."""

    def __init__(self, round: int) -> None:
        super().__init__(N_("There is no round {round}."), round=round)


class NoPlayer(CrivelloError, code="no-player"):
    def __init__(self, player: int) -> None:
        super().__init__(N_("There is no player with the id {player}."), player=player)


class NoTable(CrivelloError, code="no-table"):
    def __init__(self, table: int, round: int, tables: Sequence[int]) -> None:
        super().__init__(NO_TABLE, table=table, round=round, tables=ranges(tables))


class NoSystem(CrivelloError, code="no-system"):
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
    values: dict[str, Any] = {key: plain_value(value) for key, value in error.values.items()}
    if isinstance(error, Impossible):
        values |= {"blocked": list(error.blocked), "criteria": ", ".join(error.criteria)}
    problems = [
        Misfit(detail=say(one, language), line=one.line, column=one.column)
        for one in getattr(error, "problems", ())[:MOST_SHOWN]
    ]
    detail = say(error, language, page_names(names))
    article = getattr(error, "article", "")
    return answer(status_of(error), error.code, detail, article, values, problems)


def of_misfits(error: RequestValidationError, language: Language) -> JSONResponse:
    """What FastAPI finds wrong with a request, said in our words."""
    found = error.errors()
    problems = [
        Misfit(pointer=_pointer(one["loc"], error.body), detail=describe_expected(one, language))
        for one in found[:MOST_SHOWN]
    ]
    detail = say(NOT_FITTING, language, count=len(found))
    return answer(422, "not-fitting", detail, problems=problems)


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


def answer(
    status: int,
    code: str,
    detail: str,
    article: str = "",
    values: Mapping[str, Any] | None = None,
    problems: list[Misfit] | None = None,
) -> JSONResponse:
    problem = ProblemAnswer(
        type=f"urn:crivello:problem:{code}",
        title=HTTPStatus(status).phrase,
        status=status,
        code=code,
        detail=detail,
        article=article,
        values=dict(values or {}),
        problems=problems or [],
    )
    return JSONResponse(problem.model_dump(), status, media_type=MEDIA_TYPE)


def _pointer(place: tuple[int | str, ...], body: Any) -> str:
    """Where in the body; FastAPI puts in the names of the types that it has tried as well."""
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


DESCRIBED = create_model(
    "Problem", __base__=ProblemAnswer, __doc__=ProblemAnswer.__doc__, __cls_kwargs__=NO_SOURCE
)
"""By its name in the description."""
ANSWERS: dict[int | str, dict[str, Any]] = {
    status: {"model": DESCRIBED, "description": HTTPStatus(status).phrase}
    for status in (400, 401, 403, 404, 409, 412, 413, 421, 422, 500, 503)
}
for _one in ANSWERS.values():
    _one["content"] = {MEDIA_TYPE: {}}
"""What every address may answer besides what was asked for."""
