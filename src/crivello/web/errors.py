"""Errors as pages that say what is wrong and what to do, and for `/api/` as JSON.

Code of the API is imported only if a request needs it.
"""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from crivello.desk import Refusal
from crivello.desk.refusals import NoSuchSection
from crivello.model.errors import CrivelloError
from crivello.store.errors import NotFound
from crivello.web.guard import ANONYMOUS, HEADERS, NO_COOKIE, NOT_KNOWN, SAFE, Refused
from crivello.web.logs import describe
from crivello.web.page_answers import Names
from crivello.web.view import View
from crivello.words import N_, Sayable

NO_PAGE = N_("There is no page at this address.")
WRONG_METHOD = N_("This address does not accept such a request.")
NOT_UNDERSTOOD = N_("The request cannot be understood.")
OUR_MISTAKE = N_(
    "This is a bug in crivello, not your mistake. Nothing was changed. Please report it."
)
MAY_BE_DONE = N_(
    "This is a bug in crivello, not your mistake. Please report it. Check the "
    "log: your action may have gone through."
)
"""The message if a bug occurs during an action: the event may have been written already."""

RETRY_AFTER = {429: "5", 503: "2"}
"""By status: after how many seconds the client should try again."""
NOT_NOW = N_("This tournament cannot be shown at the moment. Ask the arbiter.")

log = logging.getLogger("crivello.web")


def error_page(
    request: Request,
    status: int,
    sentence: Sayable,
    article: str = "",
    link: str = "",
    /,
    **values: object,
) -> Response:
    view = _view(request)
    text = view.say(sentence, **values)
    return view.render(
        "templates/error.html", status, text=text, article=article, link=link, status=status
    )


def _view(request: Request) -> View:
    if not hasattr(request.state, "user"):
        request.state.user = ANONYMOUS
    return View(request)


def _program(request: Request) -> bool:
    return request.url.path.startswith("/api/")


def answer_refused(request: Request, why: Refused) -> Response:
    """Return the response to a request that the guard refuses."""
    if _program(request):
        from crivello.web.api.problems import of_guard

        response: Response = of_guard(why, _view(request).say(why.sentence, **why.values))
    else:
        response = error_page(request, why.status, why.sentence, "", why.link, **why.values)
    if why.sentence in (NOT_KNOWN, NO_COOKIE):
        response.headers["www-authenticate"] = 'Bearer realm="crivello"'
    if why.status in RETRY_AFTER:
        response.headers["retry-after"] = RETRY_AFTER[why.status]
    return response


def wrong_address(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refused):
        # Whatever happens while FastAPI reads a JSON body, it calls the body malformed.
        return answer_refused(request, error.__cause__)
    status = error.status_code
    if status == 304:
        return Response(status_code=status, headers=error.headers)
    sentence = {404: NO_PAGE, 405: WRONG_METHOD}.get(status, NOT_UNDERSTOOD)
    if _program(request):
        from crivello.web.api.problems import of_http

        return of_http(error, _view(request).say(sentence))
    return error_page(request, status, sentence)


def answer_refused_inside(request: Request, error: Exception) -> Response:
    """Return the response to a request whose body turned out to be too long while it was read."""
    if not isinstance(error, Refused):
        return JSONResponse({}, 500)
    return answer_refused(request, error)


def answer_misfit(request: Request, error: Exception) -> Response:
    """Return the response to a request with an invalid parameter or body."""
    assert isinstance(error, RequestValidationError)
    if _program(request):
        from crivello.web.api.problems import of_misfits

        return of_misfits(error, _view(request).language)
    return error_page(request, 404, NO_PAGE)


def not_done(request: Request, error: Exception) -> Response:
    """Return the response to an error of ours that the route did not handle."""
    assert isinstance(error, CrivelloError)
    if hasattr(request.state, "refusing"):
        view, back = request.state.refusing
        answered: Response = view.redirect(back, view.refusal(error))
        return answered
    if _program(request):
        from crivello.web.api.problems import of_error

        view = _view(request)
        return of_error(error, view.language, _names(request, view))
    missing = isinstance(error, NotFound | NoSuchSection)
    if not missing and not _view(request).user.arbiter:
        # What is wrong with the arbiter's files, and where they are, is nobody else's business.
        return error_page(request, 503, NOT_NOW)
    status = 404 if missing else 409 if isinstance(error, Refusal) else 422
    article = getattr(error, "article", "")
    return error_page(request, status, error, article)


def answer_unexpected(request: Request, error: Exception) -> Response:
    """Return the response to any other error, and write its details to the log."""
    log.error("%s", describe(error))
    sentence = OUR_MISTAKE if request.method in SAFE else MAY_BE_DONE
    if _program(request):
        from crivello.web.api.problems import answer

        response: Response = answer(500, "our-mistake", _view(request).say(sentence))
    else:
        response = error_page(request, 500, sentence)
    # This answer does not pass through the guard.
    response.headers.update(HEADERS)
    response.headers["cache-control"] = "no-store"
    return response


def _names(request: Request, view: View) -> Names:
    """Return the names of the players of the file in the address, as far as it is open."""
    from crivello.web.api.scope import names_of

    file = view.desks.find_open(request.path_params.get("file", ""))
    return {} if file is None else names_of(file)


def add_handlers(app: FastAPI) -> None:
    """Register handlers, so that all errors are answered with our own messages."""
    app.add_exception_handler(HTTPException, wrong_address)
    app.add_exception_handler(CrivelloError, not_done)
    app.add_exception_handler(RequestValidationError, answer_misfit)
    app.add_exception_handler(Refused, answer_refused_inside)
    app.add_exception_handler(Exception, answer_unexpected)
