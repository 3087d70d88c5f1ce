"""Recorded calls of the programs that call a pairing engine, answered as they were."""

from pathlib import Path

import pytest

from tools.calls import Verdict, judge, recorded, replay

CALLS = Path(__file__).parent.parent / "data" / "calls"
KINDS = sorted(folder for folder in CALLS.glob("*/*") if folder.is_dir())


@pytest.mark.parametrize("folder", KINDS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_the_caller_notices_no_difference(folder: Path) -> None:
    calls = list(recorded(folder))
    assert calls
    for call in calls:
        verdict, reason = judge(call, replay(call))
        assert verdict is not Verdict.DIFFERENT, f"{call.folder.name}: {reason}"
