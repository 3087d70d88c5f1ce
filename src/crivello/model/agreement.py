"""Fields of a sentence that agree with their value: ``{name:alternative|alternative}``.

A field may list alternatives, of which its value selects one. Inside an alternative, ``{}`` is the
value itself, and other plain fields are allowed too. A field may occur several times in a sentence,
each time with different alternatives. They are listed in this order:

==================================  =================================================
value                               alternatives
==================================  =================================================
a player who may be the reader      the reader | another
several players, or none            the reader alone, or nobody | one other | several
a number, or a list                 one | another number
a value that may be missing         missing (None, an empty text) | present
true or false                       false | true
==================================  =================================================

>>> from crivello.model.sentence import PlayerRef, Sentence, You
>>> met = "{who:You have|{} has} met everyone{holder:| but {}, who has the bye}."
>>> print(Sentence(met, who=You(3), holder=None))
You have met everyone.
>>> print(Sentence(met, who=PlayerRef(3), holder=PlayerRef(9)))
3 has met everyone but 9, who has the bye.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from crivello.standard.classes import NamedTuple
from crivello.standard.typing_names import Any


class Piece(NamedTuple):
    """A piece of a template: a text, and the field that follows it."""

    text: str
    field: str | None
    alternatives: tuple[str, ...]
    """Templates in which the field's own name stands for the value; empty for a plain field."""
    conversion: str | None


@lru_cache(maxsize=4096)
def parts(template: str) -> tuple[Piece, ...]:
    """Split a template into its pieces; raise `ValueError` if its braces do not match."""
    from string import Formatter

    return tuple(
        Piece(
            text,
            field,
            tuple(spec.replace("{}", f"{{{field}}}").split("|")) if spec else (),
            conversion,
        )
        for text, field, spec, conversion in Formatter().parse(template)
    )


@lru_cache(maxsize=4096)
def fields(template: str) -> frozenset[str]:
    """Return the names of all fields of a template, including those inside alternatives."""
    named = [part for part in parts(template) if part.field is not None]
    return frozenset(part.field for part in named if part.field is not None).union(
        *(fields(alternative) for part in named for alternative in part.alternatives)
    )


def fill(template: str, values: Mapping[str, Any], written: Mapping[str, object]) -> str:
    """Return the template with its fields filled in.

    `values` decide between alternatives; `written` holds the same values as text.
    """
    if "|" not in template:
        return template.format_map(written)
    texts = []
    for part in parts(template):
        texts.append(part.text)
        if part.field is None:
            continue
        if part.alternatives:
            taken = alternative(values[part.field], len(part.alternatives))
            texts.append(part.alternatives[taken].format_map(written))
        else:
            value = written[part.field]
            texts.append(repr(value) if part.conversion == "r" else str(value))
    return "".join(texts)


def alternative(value: Any, count: int) -> int:
    """Return which of `count` alternatives a value takes, counted from 0."""
    if value is None or value == "":
        return 0
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return int(value != 1)
    return value.alternative(count) if hasattr(value, "alternative") else 1
