"""Clients that another program makes from the OpenAPI files of a release pair a round."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import crivello as cv
from tests.cli.calling import EXAMPLE, call
from tests.web.api.test_stream import Running, running  # noqa: F401  a fixture
from tools.openapi import write
from tools.running_engine import running as running_engine

pytestmark = [pytest.mark.slow, pytest.mark.process]


@pytest.fixture(scope="module")
def clients(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the packages `desk_client` and `engine_client`."""
    folder = tmp_path_factory.mktemp("clients")
    for path in write(folder):
        name = path.stem.removeprefix("openapi-")
        words = ["--path", str(path), "--output-path", f"{name}_client", "--meta", "none"]
        command = [sys.executable, "-m", "openapi_python_client", "generate", *words]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Unable to" not in done.stdout
    return folder


@pytest.fixture
def package(clients: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(clients))
    return clients


def module(name: str) -> ModuleType:
    return importlib.import_module(name)


def test_a_client_of_the_engine_pairs_a_round(package: Path) -> None:
    pair = module("engine_client.api.questions.pair_v1_pair_post")
    types = module("engine_client.types")
    with (
        running_engine("--workers", "1") as engine,
        module("engine_client").Client(base_url=engine.url, timeout=600) as client,
        Path(EXAMPLE).open("rb") as file,
    ):
        answer = pair.sync(client=client, body=types.File(payload=file))
        refused = pair.sync(client=client, body=types.File(payload=b"nonsense"))
    boards = [(one.white.id, one.black.id) for one in answer.boards]
    assert boards == [tuple(board) for board in cv.pair(cv.example())]
    assert refused.error.kind in ("malformed", "illegal")


@pytest.mark.usefixtures("package")
def test_a_client_of_the_desk_pairs_and_publishes_a_round(running: Running) -> None:  # noqa: F811
    path = str(running.folder / "club.crivello")
    assert call("new", path, "name=Club", "rounds=3").code == 0
    for name in ("Ada", "Ben", "Cleo", "Dan"):
        assert call("add", name, "-t", path).code == 0
    for words in (["present", "--all"], ["draw", "white"]):
        assert call(*words, "-t", path).code == 0
    doing, reading = "desk_client.api.doing", "desk_client.api.reading"
    url = f"http://127.0.0.1:{running.port}"
    with module("desk_client").AuthenticatedClient(
        base_url=url, token=running.key, timeout=600
    ) as client:
        where = {"file": "club", "section": "A", "client": client}
        assert module(f"{doing}.pair").sync_detailed(**where).status_code == 201
        published = module(f"{doing}.publish").sync_detailed(**where, number=1, body=None)
        assert published.status_code == 200
        found = module(f"{reading}.round_").sync(**where, number=1)
        players = module(f"{reading}.players").sync(**where)
    assert [(one.white.number, one.black.number) for one in found.boards] == [(1, 3), (4, 2)]
    assert [one.player.name for one in players.items] == ["Ada", "Ben", "Cleo", "Dan"]
