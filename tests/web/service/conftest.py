"""Engines for platforms, as real processes on 127.0.0.1."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.calling import EXAMPLE, call
from tools.running_engine import RunningEngine, running


@pytest.fixture(scope="package")
def engine() -> Iterator[RunningEngine]:
    """An engine with practically unlimited time for each request."""
    with running("--workers", "2", "--seconds", "600", "--body", "1", "--players", "200") as found:
        yield found


@pytest.fixture(scope="package")
def hasty() -> Iterator[RunningEngine]:
    """An engine with one process, which has a second for a request."""
    with running("--workers", "1", "--seconds", "1") as found:
        yield found


@pytest.fixture(scope="package")
def example() -> bytes:
    return Path(EXAMPLE).read_bytes()


def generated(players: int, rounds: int) -> bytes:
    options = ["--players", str(players), "--rounds", str(rounds), "--seed", "1"]
    return call("generate", *options).out.encode()


@pytest.fixture(scope="package")
def long() -> bytes:
    """Return a tournament that takes about a second to check by all editions."""
    return generated(120, 8)


@pytest.fixture(scope="package")
def endless() -> bytes:
    """Return a tournament that takes many seconds to check by all editions."""
    return generated(1000, 9)
