"""Many tournaments in one call: the input is JSON lines or files, the output one JSON line for
each.

An input line is ``{"id": …, "tournament": …}``: the caller's name for the tournament, and the
tournament as the text of a report file or as an object of our JSON. It may have `round`, `system`,
`option`, `initial_colour` and `tolerant`, with the meanings they have for `crivello pair`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from crivello.engine.files import LARGEST_INPUT
from crivello.engine.platform_questions import EngineAsk, EngineQuestion, Reply, refusal
from crivello.formats.codec import A_BOOLEAN, A_TEXT
from crivello.model.errors import CrivelloError, Malformed, TooLarge, WordError
from crivello.model.grammar import nearest_word
from crivello.model.sentence import N_, Sentence
from crivello.words import Language

EXAMPLE = '{"id": 1, "tournament": "012 Open…"}'
NO_OBJECT = N_("Line {line} is not a JSON object. A stream has one per line, such as {example}.")
NO_TOURNAMENT = N_("Line {line} has no {member!r}: the text of a report file, or an object.")
NO_SUCH_MEMBER = N_(
    "Line {line} has an unknown member {member!r}.{near:| Did you mean {}?} Known: {known}."
)
WRONG_MEMBER = N_("In line {line}, {member!r} must be {expected}.")
LINE_TOO_LONG = N_("Line {line} is longer than {limit} MiB; it cannot be a tournament.")

A_ROUND = N_("a whole number from 1")
TEXTS = N_("a list of strings")
A_COLOUR = N_("white or black")


def _is_round(value: Any) -> bool:
    return type(value) is int and 0 < value < 10**9


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


MEMBERS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "round": (_is_round, A_ROUND),
    "system": (lambda value: isinstance(value, str), A_TEXT),
    "option": (_are_texts, TEXTS),
    "initial_colour": (lambda value: value in ("white", "black"), A_COLOUR),
    "tolerant": (lambda value: isinstance(value, bool), A_BOOLEAN),
}
"""The members of a line besides its tournament: a test of the value, and its description."""


def read_stream(
    stream: BinaryIO, options: Mapping[str, Any], language: Language
) -> Iterator[EngineQuestion | Reply]:
    """Yield a question for each line that is not blank; for a line that cannot be read, its reply.

    `options` apply to lines that do not set them.
    """
    for number, line in enumerate(_read_lines(stream), start=1):
        if line is not None and not line.strip():
            continue
        label: dict[str, Any] = {"id": number}
        try:
            yield _read_question(line, number, label, options, language)
        except CrivelloError as error:
            yield refusal(
                EngineQuestion(EngineAsk.PAIR, b"", label=label, language=language), error
            )


def _read_lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """Yield the lines of the stream; None for a line that is too long."""
    while line := stream.readline(LARGEST_INPUT + 1):
        if len(line) <= LARGEST_INPUT:
            yield line
            continue
        yield None
        while line and not line.endswith(b"\n"):
            line = stream.readline(LARGEST_INPUT)


def _read_question(
    line: bytes | None,
    number: int,
    label: dict[str, Any],
    options: Mapping[str, Any],
    language: Language,
) -> EngineQuestion:
    if line is None:
        raise TooLarge(LINE_TOO_LONG, line=number, limit=LARGEST_INPUT // 2**20)
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Malformed(NO_OBJECT, line=number, example=EXAMPLE)
    label["id"] = value.pop("id", number)
    tournament = value.pop("tournament", None)
    if not isinstance(tournament, str | dict):
        raise WordError(NO_TOURNAMENT, line=number, member="tournament")
    for name, found in value.items():
        if name not in MEMBERS:
            known = ["id", "tournament", *MEMBERS]
            near = nearest_word(name, known)
            raise WordError(
                NO_SUCH_MEMBER, line=number, member=name, near=near, known=", ".join(known)
            )
        accepts, expected = MEMBERS[name]
        if not accepts(found):
            raise WordError(WRONG_MEMBER, line=number, member=name, expected=Sentence(expected))
    text = tournament if isinstance(tournament, str) else json.dumps(tournament)
    data = text.encode("utf-8", "surrogatepass")
    return EngineQuestion(
        EngineAsk.PAIR, data, {**options, **value}, language=language, label=label
    )
