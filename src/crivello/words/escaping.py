"""Escape texts for HTML and CSS, for spreadsheets that would run them, and for file names.

>>> str(element("p", "1 < 2 ", element("b", "&"), class_="note"))
'<p class="note">1 &lt; 2 <b>&amp;</b></p>'
>>> [guard_formula(text) for text in ("=1+1", "+8W", "-0.5", "-", "Rossi, Anna")]
["'=1+1", "'+8W", '-0.5', '-', 'Rossi, Anna']
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from html import escape

VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})
"""Elements without content or end tag."""
_CONTROLS = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127), "�")
_SPECIAL = re.compile(r"""[&<>"'\x00-\x08\x0b\x0c\x0e-\x1f\x7f]""")
"""The characters that are escaped."""


class Html(str):
    """Finished HTML; other texts are escaped when combined with it."""

    __slots__ = ()


def element(name: str, /, *content: str, **attributes: str | int | bool | None) -> Html:
    """Return an HTML element.

    The attribute ``class_`` is class, and ``data_kind`` is data-kind; None and False are left out,
    and True is the bare name.
    """
    start = name
    for key, value in attributes.items():
        if value is not None and value is not False:
            shown = "" if value is True else f'="{markup(str(value))}"'
            start += f" {_attribute_name(key)}{shown}"
    if name in VOID:
        return Html(f"<{start}>")
    return Html(f"<{start}>{''.join(map(markup, content))}</{name}>")


def markup(text: str) -> str:
    """Return a text escaped for HTML; `Html` is returned as it is."""
    if type(text) is Html or text.isalnum() or _SPECIAL.search(text) is None:
        return text  # nearly always: a large page has a million texts
    return escape(text.translate(_CONTROLS))


def lines(parts: Iterable[str]) -> Html:
    """Return the parts joined, each on a line of its own."""
    return Html("\n".join(map(markup, parts)))


def style(css: str) -> Html:
    """Return a style sheet as an element of a page."""
    if "</" in css:
        raise ValueError("a style sheet cannot contain the end of its element")
    return Html(f"<style>\n{css}</style>")


def css_string(text: str) -> str:
    """Return a text as a CSS string; characters that could end it, or the style sheet, are
    escaped.
    """
    signs = (s if s.isalnum() or s in " .,-–·" else f"\\{ord(s):06x}" for s in text)
    return f'"{"".join(signs)}"'


@cache
def _attribute_name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


_RUN = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
"""The beginning of a text that some spreadsheet takes for a formula; full-width signs count."""
_HARMLESS = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?|[=+-]")
"""Numbers, and a single sign: nothing in them can run."""


def guard_formula(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet could run; numbers stay as they are."""
    return "'" + text if _RUN.match(text) and not _HARMLESS.fullmatch(text) else text


def unguard_formula(text: str) -> str:
    """Remove the apostrophe that `guard_formula` has put before a text."""
    return text[1:] if text.startswith("'") and guard_formula(text[1:]) == text else text


# Names of files

_DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{n}{i}" for n in ("COM", "LPT") for i in range(1, 10))}
"""The names that Windows reserves."""


def file_name(title: str) -> str:
    """Return a simple name for a file: letters without accents, digits, hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    name = re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-").lower()[:60].strip("-")
    return name if name and name.upper() not in _DEVICES else f"tournament-{name}".strip("-")
