"""Texts that a spreadsheet would run as formulas, made harmless and back again.

>>> guarded("=1+1"), guarded("+8W"), guarded("-0.5"), guarded("-"), guarded("Rossi, Anna")
("'=1+1", "'+8W", '-0.5', '-', 'Rossi, Anna')
"""

from __future__ import annotations

import re

_RUN = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
"""How a text begins that some spreadsheet takes for a formula; full-width signs count."""
_HARMLESS = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?|[=+-]")
"""Numbers, and a sign alone: there is nothing to run in them."""


def guarded(text: str) -> str:
    """The text with an apostrophe in front if it could be run; numbers stay numbers."""
    return "'" + text if _RUN.match(text) and not _HARMLESS.fullmatch(text) else text


def unguarded(text: str) -> str:
    """What was guarded, as it was."""
    return text[1:] if text.startswith("'") and guarded(text[1:]) == text else text
