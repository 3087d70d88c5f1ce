"""A sample of `make stress WHAT=damage`: damaged files give our own errors, and no lost event is
called saved.
"""

import pytest

from tests.store.damage import run


@pytest.mark.slow
def test_damaged_files() -> None:
    found = run(60, 7)
    assert found["in part"] > 5
    assert found["complete"] > 2
    assert found["crafted"] > 5
