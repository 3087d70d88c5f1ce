"""A small hall in network namespaces: real processes, real TLS, cut connections, a killed listener.

`make hall-test` plays the same with 300 phones and 3 deputies (`bench/hall.py`).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.hall import play


@pytest.mark.netns
@pytest.mark.slow
def test_every_entry_once_although_connections_are_cut_and_the_listener_is_killed(
    tmp_path: Path,
) -> None:
    played = play(tmp_path, phones=12, deputies=2, cut=0.4, kills=1, spread=0.5)
    assert played.told["errors"] == []
    assert played.told["refused"] == {}
    assert played.told["cut"] > 0
    assert played.kills == 1
    # What was acknowledged is there, and every board was entered exactly once.
    assert played.told["acknowledged"] == played.wanted
    assert played.entered == {board: [result] for board, result in played.wanted.items()}
