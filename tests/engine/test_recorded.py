"""Recorded calls of the programs that call a pairing engine, answered as they were."""

from pathlib import Path

import pytest

from tests.cli.calling import call
from tools.calls import OURS, Verdict, judge, program, recorded, replay

CALLS = Path(__file__).parent.parent / "data" / "calls"
KINDS = sorted(folder for folder in CALLS.glob("*/*") if folder.is_dir())


@pytest.mark.parametrize("folder", KINDS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_the_caller_notices_no_difference(folder: Path) -> None:
    """The first call of each kind in a process, the others in this one."""
    calls = list(recorded(folder))
    assert calls
    for number, one in enumerate(calls):
        verdict, reason = judge(one, replay(one, here if number else program(*OURS)))
        assert verdict is not Verdict.DIFFERENT, f"{one.folder.name}: {reason}"


def here(words: list[str], folder: Path, edition: str) -> tuple[int, str, str]:
    called = call(*words, cwd=folder, CRIVELLO_EDITION=edition)
    return called.code, called.out, called.err
