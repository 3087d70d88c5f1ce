import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.desk.prepared import make

At = Callable[[str], Path]


@pytest.fixture(scope="session")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stages")
    make(folder)
    return folder


@pytest.fixture
def at(stages: Path, tmp_path: Path) -> At:
    """Return a function that copies the file of a stage into the test's folder."""

    def copied(stage: str) -> Path:
        return Path(shutil.copy(stages / f"{stage}.crivello", tmp_path / "open.crivello"))

    return copied
