"""Rendering of templates: their environment, and the addresses of pages and static files."""

from __future__ import annotations

import hashlib
import re
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

STATIC = Path(__file__).parent / "static"

environment = Environment(
    loader=PackageLoader("crivello", "web"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    auto_reload=False,  # else every page checks the files of its templates
    trim_blocks=True,
    lstrip_blocks=True,
)
_CODE = re.compile(r"`([^`]+)`")
_RESULT = re.compile(r"(?<![\w½-])[01½]F?-[01½]F?(?![\w½-])")


def wall_time(seconds: float) -> str:
    """Return a time as day and time of day, such as ``17/11 18:30``."""
    return datetime.fromtimestamp(seconds).astimezone().strftime("%d/%m %H:%M")


def unbroken(text: str) -> Markup:
    """Return a text in which no result is broken at the end of a line."""
    return Markup(_RESULT.sub(r'<span class="unbroken">\g<0></span>', str(escape(text))))


def with_code(text: str) -> Markup:
    """Return a text in which parts between backticks are shown as code."""
    return Markup(_CODE.sub(r"<code>\g<1></code>", str(escape(text))))


environment.filters["unbroken"] = unbroken
environment.filters["with_code"] = with_code


@cache
def static(name: str) -> str:
    """Return the address of a static file, which changes with its content."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={digest}"


@lru_cache(maxsize=10_000)  # a page has thousands of addresses, made of few words and of numbers
def _quote(part: str) -> str:
    return quote(part, safe="")


def address(*parts: object, **query: object) -> str:
    """Return the path made of these parts, each quoted: names of files and sections may contain
    anything.

    A value of the query may be a list.
    """
    path = "/" + "/".join([_quote(str(part)) for part in parts])
    given = {key: value for key, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(given, doseq=True)}" if given else path
