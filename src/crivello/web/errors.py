"""Errors as pages that say what is wrong and what to do; for programs (`/api/`) as JSON."""

from __future__ import annotations

import logging
import traceback

from fastapi import Request
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from ..desk import Refusal
from ..desk.refusals import NoSuchSection
from ..model.errors import CrivelloError
from ..store.errors import NotFound
from ..words import N_, Template
from .guard import NOT_KNOWN, Refused
from .permissions import NOBODY
from .view import View

NO_PAGE = N_("There is no page at this address.")
WRONG_METHOD = N_("This address cannot be asked like that.")
NOT_UNDERSTOOD = N_("The request is not understood.")
OUR_MISTAKE = N_("This is a mistake of crivello, not yours. Nothing was changed. Please report it.")

log = logging.getLogger("crivello.web")


def told(
    request: Request, status: int, sentence: Template, article: str = "", /, **values: object
) -> Response:
    if not hasattr(request.state, "who"):
        request.state.who = NOBODY
    view = View(request)
    text = view.say(sentence, **values)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": text, "article": article}, status)
    return view.render("error.html", status, text=text, article=article, status=status)


def refused(request: Request, why: Refused) -> Response:
    """What the guard does not let through."""
    response = told(request, why.status, why.sentence, **why.values)
    if why.sentence == NOT_KNOWN:
        response.headers["www-authenticate"] = 'Bearer realm="crivello"'
    return response


def wrong_address(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    sentences = {404: NO_PAGE, 405: WRONG_METHOD}
    return told(request, status, sentences.get(status, NOT_UNDERSTOOD))


def not_done(request: Request, error: Exception) -> Response:
    """An error of ours that no route has told itself."""
    assert isinstance(error, CrivelloError)
    missing = isinstance(error, NotFound | NoSuchSection)
    status = 404 if missing else 409 if isinstance(error, Refusal) else 422
    article = getattr(error, "article", "")
    return told(request, status, error.template, article, **error.values)


def unexpected(request: Request, error: Exception) -> Response:
    """The last resort; the details go to the terminal."""
    log.error("%s", "".join(traceback.format_exception(error)))
    return told(request, 500, OUR_MISTAKE)
