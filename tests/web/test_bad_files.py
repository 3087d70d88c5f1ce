"""One bad file in the folder is shown as such; the others work, and the public sees those that have
begun.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from crivello.store import LogFile, NewEntry
from tests.desk.desks import fresh, publish
from tests.web.conftest import Site, serve


@pytest.fixture
def mixed(tmp_path: Path) -> Site:
    fresh(tmp_path, name="good.crivello").close()
    playing = fresh(tmp_path, name="playing.crivello")
    publish(playing)
    playing.close()
    (tmp_path / "rubbish.crivello").write_bytes(b"rubbish" * 100)
    (tmp_path / "empty.crivello").write_bytes(b"")
    data = bytearray((tmp_path / "good.crivello").read_bytes())
    data[5000:9000] = bytes(4000)
    (tmp_path / "damaged.crivello").write_bytes(data)
    nonsense = NewEntry("2026-03-01T09:00:00.000+00:00", "", "", "Undone", '{"events": []}')
    LogFile.create(tmp_path / "nonsense.crivello", nonsense).close()
    (tmp_path / "folder.crivello").mkdir()
    return next(serve(tmp_path))


def test_the_others_work(mixed: Site) -> None:
    page = mixed.get("/").text
    for name in ("rubbish", "empty", "damaged", "nonsense"):
        assert f"<strong>{name}</strong>" in page
    assert mixed.get("/t/good/A/players").status_code == 200
    listed = {one["file"]: one for one in mixed.get("/api/v1/tournaments").json()}
    assert listed["good"]["trouble"] is None
    assert listed["damaged"]["trouble"]
    assert mixed.get("/t/damaged/A/round").status_code == 422
    assert mixed.get("/t/nonsense/A/round").status_code == 422


@pytest.mark.skipif(sys.platform != "linux", reason="names are text there")
def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    fresh(tmp_path, name="good.crivello").close()
    os.rename(tmp_path / "good.crivello", os.fsencode(tmp_path) + b"/bad\xff.crivello")
    fresh(tmp_path, name="other.crivello").close()
    site = next(serve(tmp_path))
    page = site.get("/")
    assert page.status_code == 200
    assert "The name of this file is not readable text." in page.text
    assert len(site.get("/api/v1/tournaments").json()) == 2
    assert site.get("/t/other/A/players").status_code == 200


def test_the_public_sees_what_has_begun_and_no_paths(mixed: Site) -> None:
    mixed.get("/t/good/A/players")
    mixed.get("/t/playing/A/players")
    anybody = mixed.visitor()
    page = anybody.get("/public").text
    assert "/public/playing/" in page
    assert "/public/good/" not in page
    assert set(anybody.get("/events/now").json()) == {"playing"}
    assert {"good", "playing"} <= set(mixed.get("/events/now").json())
    for name in ("damaged", "rubbish", "nonsense"):
        answer = anybody.get(f"/public/{name}/A/round")
        assert answer.status_code == 503
        assert str(mixed.folder) not in answer.text
