"""`crivello pair --batch`: pair many tournaments; each gets a line of JSON, in their order."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from crivello.audit.processes import cores
from crivello.cli.console import Console
from crivello.cli.errors import kind_of
from crivello.cli.files import display_name, is_tournament_file, write_text
from crivello.cli.options import Arguments, UsageError
from crivello.cli.sources import (
    AT_THE_DESK,
    NOT_AT_THE_DESK,
    ONLY_AT_THE_DESK,
    Source,
    reads_tolerantly,
    sources,
)
from crivello.engine.batch import read_stream
from crivello.engine.platform_questions import EngineAsk, EngineQuestion, Reply, refusal
from crivello.engine.workers import Workers
from crivello.model.errors import CrivelloError, Unsupported
from crivello.systems.request import INITIAL_COLOUR
from crivello.words import N_

SECONDS = 60
ONE_STREAM = N_("Standard input is a separate stream; name files, or -, not both.")


def run(arguments: Arguments, console: Console) -> int:
    for option in AT_THE_DESK:
        if option in arguments:
            raise UsageError(ONLY_AT_THE_DESK, option=option)
    for option in ("--sieve", "--all", "--output"):
        arguments.refuse_together("--batch", option)
    options: dict[str, Any] = {
        "round": arguments.number("--round"),
        "system": arguments.get("--system"),
        "option": arguments.all("--option"),
        "initial_colour": arguments.get("--initial-colour") or os.environ.get(INITIAL_COLOUR),
        "tolerant": reads_tolerantly(arguments, default=False),
    }
    paths = list(dict.fromkeys(word for word in arguments.all("FILE") if word))
    if not paths or paths == ["-"]:
        questions = read_stream(_standard_input(), options, console.language)
    elif "-" in paths:
        raise UsageError(ONE_STREAM)
    else:
        questions = _of_files(paths, options, console)
    number = arguments.number("--jobs") or cores()
    workers = Workers(number, arguments.number("--seconds") or SECONDS)
    code = 0
    try:
        for reply in workers.in_order(questions):
            code = max(code, reply.exit)
            write_text("-", reply.text + "\n")
    finally:
        workers.stop()
    return code


def _standard_input() -> BinaryIO:
    """Return standard input without its lock, as a thread may still be reading when the program
    ends.
    """
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except (io.UnsupportedOperation, OSError):
        return sys.stdin.buffer


def _of_files(
    paths: list[str], options: Mapping[str, Any], console: Console
) -> Iterator[EngineQuestion | Reply]:
    """Yield a question for each file, also of folders and zips, or a reply if it cannot be read."""
    for path in paths:
        try:
            for source in sources(path):
                yield _question(source, options, console)
        except CrivelloError as error:
            yield _refusal(display_name(path), error, console)


def _question(
    source: Source, options: Mapping[str, Any], console: Console
) -> EngineQuestion | Reply:
    try:
        if source.path and is_tournament_file(source.path):
            raise Unsupported(NOT_AT_THE_DESK, option="--batch")
        data = source.read()
    except CrivelloError as error:
        return _refusal(source.name, error, console)
    label = {"file": source.name}
    return EngineQuestion(EngineAsk.PAIR, data, options, source.name, console.language, label)


def _refusal(name: str, error: CrivelloError, console: Console) -> Reply:
    kind, code = kind_of(error)
    question = EngineQuestion(EngineAsk.PAIR, b"", {}, name, console.language, {"file": name})
    return refusal(question, error, (kind, int(code)))
