"""A sample of `make load-test`: readers and writers while somebody holds idle connections."""

from pathlib import Path

import pytest

from bench.load import run


@pytest.mark.slow
def test_readers_and_writers_beside_idle_connections(tmp_path: Path) -> None:
    found = run(tmp_path, seconds=4, readers=10, strangers=3, writers=2, idle=400)
    assert not found.measured.errors
    assert found.lost == 0
    assert found.acknowledged > 0
    assert found.opened > 400  # the desk closed some, and new ones came
