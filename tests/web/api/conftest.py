"""Programs at the desk, which send the key and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response

from crivello.web.api import PREFIX
from crivello.web.app import create_app
from crivello.web.desktop import Desktop
from tests.desk.desks import Clock, fresh
from tests.web.asking import Client
from tests.web.conftest import ORIGIN


@dataclass
class Program:
    client: Client
    desktop: Desktop
    folder: Path

    def get(self, path: str, **headers: str) -> Any:
        """Return the JSON of an answer that must succeed."""
        answer = self.ask("GET", path, **headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Response:
        """Send a request; `path` is below `/api/v1`, headers are given by name with `_` for `-`."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.request(method, PREFIX + path, json=body, headers=sent)

    def act(self, file: str, action: str, /, **fields: object) -> Response:
        return self.ask("POST", f"/tournaments/{file}/actions", {"action": action, **fields})

    def sequence(self, file: str = "demo") -> int:
        return self.desktop.desks.file(file).snapshot.sequence


def serve(folder: Path) -> Iterator[Program]:
    app = create_app(folder, actor="a program")
    desktop: Desktop = app.state.desktop
    key = {"authorization": f"Bearer {desktop.sessions.api_key}"}
    with Client(app, base_url=ORIGIN, headers=key, follow_redirects=False) as client:
        yield Program(client, desktop, folder)


@pytest.fixture
def program(tmp_path: Path, demonstration: Path) -> Iterator[Program]:
    """A program at the demonstration desk: round 4, three of seven results."""
    shutil.copy(demonstration, tmp_path)
    yield from serve(tmp_path)


@pytest.fixture
def before(tmp_path: Path) -> Iterator[Program]:
    """A program at a desk with eight players before round 1, in the file `t`."""
    fresh(tmp_path, clock=Clock()).close()
    yield from serve(tmp_path)
