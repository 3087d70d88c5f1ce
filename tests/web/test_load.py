"""A sample of `make stress WHAT=load`: readers and writers beside idle connections."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bench.load import run


@pytest.mark.slow
def test_readers_and_writers_beside_idle_connections(tmp_path: Path) -> None:
    # In a thread of its own: a browser that another test keeps open has an event loop in this one.
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(
            run, tmp_path, seconds=1, readers=10, strangers=3, writers=2, idle=400
        ).result()
    assert not found.measured.errors
    assert found.lost == 0
    assert found.acknowledged > 0
    assert found.opened >= 400  # all were let in; whom it closes is held by test_connections
