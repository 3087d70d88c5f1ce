"""The report on an event: nothing that its file does not state."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello.formats.example import read_example
from crivello.formats.trf import read_trf
from crivello.reports.layout import as_page
from crivello.reports.pages import view
from crivello.reports.subject import Subject
from crivello.words import Language


@pytest.mark.parametrize(("system", "stated"), [(None, False), ("dutch-2017", True)])
def test_only_a_stated_pairing_system_is_named(system: str | None, stated: bool) -> None:
    whole = read_trf(read_example()).tournament
    whole = replace(whole, settings=replace(whole.settings, system=system))
    page = as_page(
        view("event-report", Subject.of_tournament(whole), None, Language.EN), Language.EN
    )
    assert ("FIDE (Dutch) System" in page) == stated
