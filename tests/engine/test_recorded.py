"""Recorded calls of programs that call a pairing engine, with equal answers."""

from pathlib import Path

import pytest

from tests.cli.calling import call
from tools.calls import OURS, Verdict, judge, program, recorded, replay

CALLS = Path(__file__).parent.parent / "data" / "calls"
KINDS = sorted(folder for folder in CALLS.glob("*/*") if folder.is_dir())
STARTED = {folder.name: folder for folder in KINDS}.values()
"""One call of each kind that is run as a process, by any caller; and calls to pair of every
caller.
"""


@pytest.mark.parametrize("folder", KINDS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_the_caller_notices_no_difference(folder: Path) -> None:
    """Calls in `STARTED` run in a process of their own, all others in this one."""
    # C.04.2.A.4 (1)
    calls = list(recorded(folder))
    assert calls
    started = folder in STARTED or folder.name == "pair"
    for number, one in enumerate(calls):
        how = program(*OURS) if started and number == 0 else here
        verdict, reason = judge(one, replay(one, how))
        assert verdict is not Verdict.DIFFERENT, f"{one.folder.name}: {reason}"


def here(words: list[str], folder: Path, edition: str) -> tuple[int, str, str]:
    called = call(*words, cwd=folder, CRIVELLO_EDITION=edition)
    return called.code, called.out, called.err
