"""Which files have examples to run."""

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """No look for examples in a thousand modules that have none."""
    found = yield
    return [one for one in found if not isinstance(one, DoctestModule) or has_examples(file_path)]


def has_examples(file: Path) -> bool:
    return b">>> " in file.read_bytes()
