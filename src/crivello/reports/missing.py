"""What is said where an extra is not installed."""

from __future__ import annotations

from importlib.util import find_spec

from crivello.model.errors import Unsupported
from crivello.model.sentence import Template


def need(package: str, sentence: Template, extra: str) -> None:
    """Refuse with a sentence that names what to install."""
    if find_spec(package) is None:
        raise Unsupported(sentence, command=f"pip install 'crivello[{extra}]'")
