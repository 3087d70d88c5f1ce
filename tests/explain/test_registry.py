"""Every system finds its explainer, and all callers find it in the same way."""

from __future__ import annotations

from pathlib import Path

import pytest

from crivello.explain import registry
from crivello.explain.player.place import find_guide
from crivello.explain.registry import EditionNarrator, find_narrator
from crivello.model.keys import SYSTEMS
from crivello.systems.registry import find


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_system_has_its_narrator_and_its_guide(key: str) -> None:
    system = find(key)
    assert find_narrator(system).system is system
    assert find_guide(system).system is system


VALUES = ["dutch-2026", "dutch-2017", "dubov-2026", "dubov-2018", "team-2026", "doubleswiss-2026"]
"""Swiss systems whose editions are values."""


@pytest.mark.parametrize("key", VALUES)
def test_a_narrator_knows_every_criterion_and_colour_rule_of_its_edition(key: str) -> None:
    narrator = find_narrator(find(key))
    assert isinstance(narrator, EditionNarrator)
    edition = narrator.edition
    assert {one.code for one in edition.criteria} <= narrator.measures.keys()
    articles = [rule if isinstance(rule, str) else rule[0] for rule in edition.colour_rules]
    assert list(narrator.colour_reasons) == articles


def test_rooms_are_looked_up_in_one_place() -> None:
    folder = Path(registry.__file__).parent
    loading = [path.name for path in folder.rglob("*.py") if "import_module(" in path.read_text()]
    assert loading == ["registry.py"]
