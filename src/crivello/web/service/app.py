"""The routes of the engine: they take a tournament, and answer with the JSON of the command line.

The process that serves them only receives and sends; the processes of `engine.workers` compute.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from pydantic import Field, create_model
from starlette.exceptions import HTTPException

from crivello import __version__
from crivello.engine.platform_questions import (
    EngineAsk,
    EngineQuestion,
    OurMistake,
    Reply,
    refusal,
)
from crivello.engine.workers import Workers
from crivello.explain.player.readers import Reader
from crivello.model.errors import CrivelloError, WordError
from crivello.model.grammar import nearest_word
from crivello.model.keys import NEWEST
from crivello.reports.views.checks import CheckView, HealthView
from crivello.reports.views.defects import CommandErrorView, DefectView, RepairView
from crivello.reports.views.explanation import ExplanationView
from crivello.reports.views.round import RoundView
from crivello.reports.views.tables import StandingsView
from crivello.web.logs import describe
from crivello.web.server import make_application
from crivello.web.service.metrics import Metrics
from crivello.web.service.middleware import LimitMiddleware, ServiceLimits, client_of
from crivello.web.shapes import (
    NO_SOURCE,
    ColourJson,
    HowMuch,
    ResponseBody,
    describe_expected,
    describe_routes,
    shape,
    whole_model,
)
from crivello.words import N_, Language

PREFIX = "/v1"
OPENAPI = "/openapi.json"
RETRY_SECONDS = 1

NO_PARAMETER = N_("There is no parameter {name!r} here. Parameters: {known}.")
NEAR_PARAMETER = N_("There is no parameter {name!r} here; did you mean {near}?")
MISFITS = N_("Parameters that are not valid: {parameters}.")
NO_BODY = N_("The request body is empty; send the tournament as a report file or as JSON.")
ENCODED = N_("A body with Content-Encoding {found!r} is not read; send it uncompressed.")

STATUS = {
    "": HTTPStatus.OK,
    "usage": HTTPStatus.BAD_REQUEST,
    "no address": HTTPStatus.NOT_FOUND,
    "impossible": HTTPStatus.CONFLICT,
    "too large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "malformed": HTTPStatus.UNPROCESSABLE_ENTITY,
    "illegal": HTTPStatus.UNPROCESSABLE_ENTITY,
    "unsupported": HTTPStatus.UNPROCESSABLE_ENTITY,
    "unexpected": HTTPStatus.INTERNAL_SERVER_ERROR,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "too slow": HTTPStatus.GATEWAY_TIMEOUT,
    "slow body": HTTPStatus.REQUEST_TIMEOUT,
}
"""The HTTP status for each kind of error; the empty kind is an answer without an error."""
REFUSED_LATER = {"busy": "waited too long", "too slow": "took too long"}
"""The reason in the metric of refusals, by the kind of error in a reply."""

log = logging.getLogger("crivello.web")


class NoAddress(CrivelloError, code="no-such-address"):
    """The engine has no such address."""

    def __init__(self) -> None:
        sentence = N_("This address does not exist; {path} describes all addresses.")
        super().__init__(sentence, path=OPENAPI)


class WrongMethod(CrivelloError, code="wrong-method"):
    """The address does not accept this HTTP method."""

    def __init__(self) -> None:
        sentence = N_(
            "This address does not accept such a request; {path} describes all addresses."
        )
        super().__init__(sentence, path=OPENAPI)


# The programs whose order of boards can be asked for.
class EngineName(StrEnum):
    JAVAFO = "javafo"
    BBP = "bbp"


class ColourWord(StrEnum):
    WHITE = "white"
    BLACK = "black"


class Service:
    """The objects that all requests to the engine share."""

    def __init__(self, workers: int, limits: ServiceLimits) -> None:
        self.number = workers
        self.limits = limits
        self.stopping = False
        """True after SIGTERM: the service reports that it is not ready, but still answers."""
        self._workers: Workers | None = None
        self._metrics: Metrics | None = None

    @property
    def workers(self) -> Workers:
        assert self._workers is not None, "the application has started"
        return self._workers

    @property
    def metrics(self) -> Metrics:
        assert self._metrics is not None, "the application has started"
        return self._metrics

    def begin(self) -> None:
        reserved = max(1, self.number // 4) if self.number > 1 else 0
        self._workers = Workers(self.number, self.limits.seconds, self.limits.patience, reserved)
        self._metrics = Metrics(self._workers)

    def end(self) -> None:
        self.workers.stop()

    @property
    def health(self) -> HealthView:
        ready = self.workers.ready
        status = "stopping" if self.stopping else "ready" if ready == self.number else "starting"
        return HealthView(status=status, version=__version__, workers=self.number, ready=ready)

    async def answer(
        self, request: Request, ask: EngineAsk, language: Language, options: dict[str, Any]
    ) -> Reply:
        _refuse_unknown(request)
        encoding = request.headers.get("content-encoding", "identity")
        if encoding.lower() != "identity":
            raise WordError(ENCODED, found=encoding[:40])
        data = await request.body()
        if not data.strip():
            raise WordError(NO_BODY)
        question = EngineQuestion(
            ask, data, options, language=language, most_players=self.limits.players
        )
        client = client_of(request.scope)
        reply = await asyncio.wrap_future(self.workers.submit(question, client))
        if reply.error in REFUSED_LATER:
            self.metrics.refused.labels(REFUSED_LATER[reply.error]).inc()
        if reply.trouble:
            log.error("%s", reply.trouble)
        return reply


def _refuse_unknown(request: Request) -> None:
    """Raise an error if the query has an unknown parameter, such as one with a typing error."""
    route = request.scope["route"].path
    operation = request.app.openapi()["paths"][route][request.method.lower()]
    known = [one["name"] for one in operation.get("parameters", ())]
    for name in request.query_params:
        if name not in known:
            if near := nearest_word(name, known):
                raise WordError(NEAR_PARAMETER, name=name[:80], near=near)
            raise WordError(NO_PARAMETER, name=name[:80], known=", ".join(known))


def as_response(reply: Reply) -> Response:
    """Return the HTTP response for a reply of the engine."""
    status = STATUS[reply.error]
    headers = {"retry-after": str(RETRY_SECONDS)} if status in (503, 504) else {}
    if reply.system:
        return PlainTextResponse(reply.text, headers={"crivello-system": reply.system})
    return Response(reply.text, status, headers, "application/json")


def refusal_response(
    request: Request, error: CrivelloError, kind: tuple[str, int] | None = None
) -> Response:
    """Return the response to an error that was found before a process was asked."""
    return as_response(
        refusal(EngineQuestion(EngineAsk.PAIR, b"", language=_language(request)), error, kind)
    )


def _language(request: Request) -> Language:
    try:
        return Language(request.query_params.get("lang", Language.EN.value))
    except ValueError:
        return Language.EN


# The description of answers


DEFECTS: Any = list[shape(DefectView)]  # type: ignore[misc]
REPAIRS: Any = list[shape(RepairView)]  # type: ignore[misc]
ERROR = create_model(
    "ErrorAnswer",
    __base__=ResponseBody,
    __doc__="Why there is no answer; as `--json` writes it to standard error.",
    __cls_kwargs__=NO_SOURCE,
    error=(whole_model(CommandErrorView, "Refusal"), ...),
    warnings=(DEFECTS, ...),
)
ERROR_SCHEMA = {"$ref": "#/components/schemas/ErrorAnswer"}
STATUSES = (400, 408, 409, 413, 422, 429, 500, 503, 504)
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ERROR, "description": HTTPStatus(status).phrase} for status in STATUSES
}
BODY = {
    "requestBody": {
        "required": True,
        "description": "The tournament; its format is recognised, whatever the content type says.",
        "content": {
            "text/plain": {"schema": {"type": "string", "minLength": 1}},
            "application/json": {"schema": {"type": "object"}},
            "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
        },
    }
}


def _answer_model(view: Any, name: str) -> Any:
    """Return the model of an answer: a view, with what the command line adds to it."""
    return create_model(
        f"{name}Answer",
        __base__=whole_model(view, name),
        __doc__=f"As `crivello {name.lower()} --json`.",
        __cls_kwargs__=NO_SOURCE,
        schema_=(str, Field(alias="schema")),
        warnings=(DEFECTS, ...),
        repairs=(REPAIRS, Field(default=[])),
    )


def _answers(view: Any, name: str) -> Any:
    """Return the OpenAPI description of a route: its responses and its body."""
    model = _answer_model(view, name)
    found = {200: {"model": model, "description": "The answer."}}
    return {"responses": found | ERRORS, "openapi_extra": BODY, "response_class": JSONResponse}


PAIRED = _answers(RoundView, "Pair")
EXPLAINED = _answers(ExplanationView, "Explain")
CHECKED = _answers(CheckView, "Check")
RANKED = _answers(StandingsView, "Standings")
BOARDS: Any = {
    "responses": {
        200: {"description": "The number of lines, `white black` each; `player 0` for the bye."},
        **ERRORS,
    },
    "openapi_extra": BODY,
    "response_class": PlainTextResponse,
}
HEALTH: Any = {
    "response_model": shape(HealthView),
    "responses": {503: {"model": shape(HealthView), "description": "Not ready."}},
}


# The addresses


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


AtService = Annotated[Service, Depends(_service)]


def _parameter(description: str, **limits: Any) -> Any:
    return Query(description=description, **limits)


RoundNumber = Annotated[
    int | None,
    _parameter("By default the next one to pair, or the last one to explain.", ge=1, le=1000),
]
SystemKey = Annotated[
    str | None,
    _parameter(f"A pairing system, with or without edition: `{NEWEST}`.", max_length=40),
]
Choices = Annotated[
    list[str] | None,
    _parameter("A choice that the rules leave open: `imaginary-point=yes`.", max_length=20),
]
InitialColour = Annotated[
    ColourWord | None,
    _parameter("The initial colour, where the tournament does not state it."),
]
Tolerant = Annotated[
    bool | None,
    _parameter(
        "Repair what can be repaired, and list every repair. By default a round is paired "
        "strictly, and the rest is read tolerantly."
    ),
]
Lang = Annotated[Language, _parameter("The language of sentences.")]
PlayerId = Annotated[int, _parameter("A player, by the number in the file.", ge=1, lt=10**9)]
Depth = Annotated[Reader, _parameter("For whom the answer is.")]


def _word(colour: ColourWord | None) -> str | None:
    return None if colour is None else colour.value


class TournamentQuestion:
    """The parameters of a question about a tournament."""

    def __init__(
        self, request: Request, tolerant: Tolerant = None, lang: Lang = Language.EN
    ) -> None:
        self.request = request
        self.language = lang
        self.options: dict[str, Any] = {"tolerant": tolerant}

    async def answer(self, ask: EngineAsk, **options: Any) -> Response:
        service: Service = self.request.app.state.service
        return as_response(
            await service.answer(self.request, ask, self.language, {**self.options, **options})
        )


class RulesQuestion(TournamentQuestion):
    """The parameters of a question that is answered by the rules of a pairing system."""

    def __init__(
        self,
        request: Request,
        system: SystemKey = None,
        option: Choices = None,
        tolerant: Tolerant = None,
        lang: Lang = Language.EN,
    ) -> None:
        super().__init__(request, tolerant, lang)
        self.options |= {"system": system, "option": option}


class RoundQuestion(RulesQuestion):
    """The parameters of a question about one round."""

    def __init__(
        self,
        request: Request,
        round: RoundNumber = None,
        system: SystemKey = None,
        option: Choices = None,
        initial_colour: InitialColour = None,
        tolerant: Tolerant = None,
        lang: Lang = Language.EN,
    ) -> None:
        super().__init__(request, system, option, tolerant, lang)
        self.options |= {"round": round, "initial_colour": _word(initial_colour)}


OfTournament = Annotated[TournamentQuestion, Depends()]
OfRules = Annotated[RulesQuestion, Depends()]
OfRound = Annotated[RoundQuestion, Depends()]

router = APIRouter(prefix=PREFIX, tags=["questions"])
about = APIRouter(tags=["the engine"])


@router.post("/pair", **PAIRED)
async def pair(asked: OfRound) -> Response:
    """Pair a round: boards, byes, and who does not play."""
    return await asked.answer(EngineAsk.PAIR)


@router.post("/boards", **BOARDS)
async def boards(
    request: Request,
    at: AtService,
    like: Annotated[EngineName, _parameter("Whose order of boards.")] = EngineName.BBP,
    system: SystemKey = None,
    edition: Annotated[
        str | None, _parameter("A year, where the tournament leaves it open.", pattern="^[0-9]{4}$")
    ] = None,
    baku: Annotated[bool, _parameter("Lend Baku points in this round, as `-b`.")] = False,
    initial_colour: InitialColour = None,
    lang: Lang = Language.EN,
) -> Response:
    """Pair the next round as JaVaFo or bbpPairings do when called: the numbers of the boards.

    The file is read tolerantly, and no edition is refused; the header `crivello-system` names the
    one that was used.
    """
    options = {"like": like.value, "system": system, "edition": edition, "baku": baku}
    options["initial_colour"] = _word(initial_colour)
    return as_response(await at.answer(request, EngineAsk.BOARDS, lang, options))


@router.post("/explain", **EXPLAINED)
async def explain(asked: OfRound, depth: HowMuch = HowMuch.NORMAL) -> Response:
    """Explain how a round is paired."""
    return await asked.answer(EngineAsk.EXPLAIN, depth=depth.value)


@router.post("/explain/player", **EXPLAINED)
async def explain_player(
    asked: OfRound, player: PlayerId, depth: Depth = Reader.PLAYER
) -> Response:
    """Explain why a player has this opponent and colour, or the bye."""
    return await asked.answer(EngineAsk.PLAYER, player=player, depth=depth.value)


@router.post("/why-not/pair", **EXPLAINED)
async def why_not_pair(
    asked: OfRound, one: PlayerId, other: PlayerId, depth: Depth = Reader.PLAYER
) -> Response:
    """Explain why two players do not meet."""
    return await asked.answer(EngineAsk.WHY_NOT_PAIR, one=one, other=other, depth=depth.value)


@router.post("/why-not/bye", **EXPLAINED)
async def why_not_bye(asked: OfRound, player: PlayerId, depth: Depth = Reader.PLAYER) -> Response:
    """Explain why a player does not have the bye."""
    return await asked.answer(EngineAsk.WHY_NOT_BYE, player=player, depth=depth.value)


@router.post("/why-not/colour", **EXPLAINED)
async def why_not_colour(
    asked: OfRound, player: PlayerId, colour: ColourJson, depth: Depth = Reader.PLAYER
) -> Response:
    """Explain why a player does not have this colour."""
    options = {"player": player, "colour": str(colour), "depth": depth.value}
    return await asked.answer(EngineAsk.WHY_NOT_COLOUR, **options)


@router.post("/edition-difference", **EXPLAINED)
async def edition_difference(
    asked: OfRound,
    other: Annotated[str, _parameter("The other system or edition.", max_length=40)],
    player: Annotated[int | None, _parameter("Only for this player.", ge=1, lt=10**9)] = None,
) -> Response:
    """Pair the round by another system or edition, and explain what differs, for one player
    or all.
    """
    return await asked.answer(EngineAsk.EDITION_DIFFERENCE, other=other, player=player)


@router.post("/check", **CHECKED)
async def check(
    asked: OfRules,
    editions: Annotated[bool, _parameter("Also which system and edition fits best.")] = False,
) -> Response:
    """Check every round of the tournament against the rules."""
    return await asked.answer(EngineAsk.CHECK, editions=editions)


@router.post("/standings", **RANKED)
async def standings(
    asked: OfTournament,
    round: Annotated[
        int | None, _parameter("After which; by default the last complete one.", ge=1, le=1000)
    ] = None,
    tie_breaks: Annotated[str | None, _parameter("Codes: `BH/C1,SB`.", max_length=200)] = None,
    category: Annotated[str | None, _parameter("`sex=w`, `age=U18` …", max_length=200)] = None,
    edition: Annotated[
        str | None, _parameter("The edition of the tie-breaks.", max_length=40)
    ] = None,
) -> Response:
    """Get the standings after a round, by points and tie-breaks."""
    options = {"round": round, "tie_breaks": tie_breaks, "category": category, "edition": edition}
    return await asked.answer(EngineAsk.STANDINGS, **options)


@about.get("/health", response_model=shape(HealthView))
async def health(at: AtService) -> HealthView:
    """Report that the engine is alive, whatever its processes are doing."""
    return at.health


@about.get("/ready", **HEALTH)
async def ready(at: AtService) -> Response:
    """Report whether all processes have started and questions are welcome; 503 if not."""
    found = at.health
    status = HTTPStatus.OK if found["status"] == "ready" else HTTPStatus.SERVICE_UNAVAILABLE
    return JSONResponse(found, status)


@about.get("/metrics", response_class=PlainTextResponse)
async def metrics(at: AtService) -> Response:
    """Get the counters in the text format of Prometheus."""
    return Response(at.metrics.text(), media_type=at.metrics.media_type)


# The application

INTRODUCTION = """\
Exact FIDE Swiss pairings for platforms: post a tournament as a report file (TRF) or as JSON, and
get boards, explanation, check or standings. Nothing is kept between two requests."""


def create_service(workers: int, limits: ServiceLimits) -> FastAPI:
    service = Service(workers, limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        service.begin()
        app.openapi()  # takes a second, in which no request would be answered
        yield
        await asyncio.to_thread(service.end)

    app = make_application("crivello engine", lifespan, OPENAPI)
    app.state.service = service
    for routes in (router, about):
        describe_routes(routes.routes)
        app.include_router(routes)
    app.openapi = lambda: _describe(app)  # type: ignore[method-assign]
    app.add_exception_handler(HTTPException, _wrong_address)
    app.add_exception_handler(RequestValidationError, _refuse_parameters)
    app.add_exception_handler(CrivelloError, _not_done)
    app.add_exception_handler(Exception, _handle_unexpected)
    app.add_middleware(
        LimitMiddleware,
        limits=limits,
        metrics=lambda: service.metrics,
        refuse=lambda scope, error, kind: refusal_response(Request(scope), error, kind),
    )
    return app


def _describe(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI description, which is made once."""
    if app.openapi_schema is None:
        found = get_openapi(
            title=app.title, version=app.version, routes=app.routes, description=INTRODUCTION
        )
        for path, item in found["paths"].items():
            for operation in item.values():
                operation["summary"] = operation["description"].partition("\n")[0]
                for status, answer in operation["responses"].items():
                    if path.startswith(PREFIX) and int(status) >= 400:
                        answer["content"] = {"application/json": {"schema": ERROR_SCHEMA}}
        app.openapi_schema = found
    return app.openapi_schema


def _wrong_address(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    found = WrongMethod() if error.status_code == 405 else NoAddress()
    response = refusal_response(request, found, ("no address", 3))
    response.status_code = error.status_code
    response.headers.update(error.headers or {})
    return response


def _refuse_parameters(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    language = _language(request)
    found = "; ".join(
        f"{'.'.join(map(str, one['loc'][1:]))}: {describe_expected(one, language)}"
        for one in error.errors()
    )
    return refusal_response(request, WordError(MISFITS, parameters=found))


def _not_done(request: Request, error: Exception) -> Response:
    assert isinstance(error, CrivelloError)
    return refusal_response(request, error)


def _handle_unexpected(request: Request, error: Exception) -> Response:
    """Return the response to any other error, and write its details to the log."""
    log.error("%s", describe(error))
    return refusal_response(request, OurMistake())
