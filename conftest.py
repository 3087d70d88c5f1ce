"""Which files have examples to run, and that no example leaves a plug-in behind."""

import sys
from collections.abc import Generator, Iterator
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


@pytest.fixture(autouse=True)
def _forget_plug_ins() -> Iterator[None]:
    """What a test registers is gone after it."""
    yield
    keys = sys.modules.get("crivello.model.keys")
    if keys is not None and any(one.plug_in for one in keys.SYSTEMS.values()):
        kept = {key: one for key, one in keys.SYSTEMS.items() if not one.plug_in}
        keys.SYSTEMS._editions = kept
    tie_breaks = sys.modules.get("crivello.standings.tie_breaks")
    if tie_breaks is not None:
        tie_breaks.PLUG_INS.clear()
    formats = sys.modules.get("crivello.formats.plug_in")
    if formats is not None:
        formats.ADDED.clear()
    pages = sys.modules.get("crivello.reports.pages")
    if pages is not None:
        for name in [name for name, page in pages.PAGES.items() if page.plug_in]:
            del pages.PAGES[name]
