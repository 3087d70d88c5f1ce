"""A small hall in network namespaces: real processes, real TLS, a bad Wi-Fi, a killed listener.

`make stress WHAT=hall` plays the same with 300 phones and 3 deputies (`bench/hall.py`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.hall import BAD_WIFI, faults, play


@pytest.mark.netns
@pytest.mark.slow
def test_every_entry_once_or_refused_with_its_reason(tmp_path: Path) -> None:
    """Packets, and entries too, are late, doubled, reordered or lost."""
    played = play(
        tmp_path,
        phones=8,
        deputies=2,
        cut=0.4,
        kills=1,
        spread=0.5,
        weather=BAD_WIFI,
        rivals=2,
        flooding=3,
    )
    assert faults(played) == []
    assert len(played.wanted) == 2 * 8 - 2
    assert len(played.told["rivals"]) == 2 * 2  # two deputies entered different results
    # Two phones and a tablet came back in the second round with what they wanted in the first.
    assert len(played.told["late"]) == 3
    assert len(played.listed) == 3 + 2 * 2  # and the entries of the slower deputy
    assert played.told["cut"] > 0
    assert set(played.told["flooded"]) <= {"200", "429", "503"}  # one phone asked all the time
    assert played.kills == 1
    assert all(played.air[what] > 0 for what in ("lost", "doubled", "overtaking")), played.air
