from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk.actions import OpenSection
from crivello.model.settings import Settings
from tests.cli.lists.place import Place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture
def desk(place: Place) -> Place:
    first = OpenSection("A", Settings(rounds=5, system="dutch-2026"))
    Desk.create(place.folder / "open.crivello", first).close()
    return place
