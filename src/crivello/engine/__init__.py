"""The calling conventions of JaVaFo and bbpPairings, for programs that call a pairing engine.

The rounds are paired by the same code as everywhere; options and answers are those of the other
programs. `convention` holds the differences between the two, and the arguments show which one is
meant. Answers and messages are in English, whatever the language of the computer.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence

from crivello.engine.call import CallError, is_meant, read_call

__all__ = ["is_meant", "run"]


def run(words: Sequence[str]) -> int:
    """Answer one call with these arguments and return the exit code."""
    from crivello.engine.call_answer import CallAnswerer
    from crivello.engine.convention import BBP, JAVAFO, EngineOutcome

    try:
        call = read_call(words, os.environ)
    except CallError as error:
        _remark(f"crivello: {error}")
        meant = BBP if any(word.startswith("--") for word in words) else JAVAFO
        return meant.exit_codes[EngineOutcome.REFUSED]
    answering = CallAnswerer(call, os.environ, time.strftime("%Y-%m-%d"), _remark)
    return answering.run()


def _remark(line: str) -> None:
    print(line, file=sys.stderr)
