"""Tournament files open in the desk: other programs, copies, removed files, the stream of
events.
"""

from __future__ import annotations

import html
import shutil
from pathlib import Path

import pytest

from crivello.desk import Desk
from crivello.desk.actions import EnterResults
from crivello.model.result import Result
from crivello.store.errors import LogChanged, NotFound
from crivello.web import jobs
from crivello.web.demonstration import build
from crivello.web.desks import ChangeFeed, Desks
from crivello.words.escaping import file_name
from tests.support.waiting import until
from tests.web.conftest import Site, serve


def test_what_another_program_writes_is_seen(site: Site) -> None:
    file = site.desktop.desks.file("demo")
    before = file.snapshot.sequence
    with site.desk() as other:
        other.act(EnterResults("A", ((2, Result.WHITE_WINS),)))
    until(lambda: file.snapshot.sequence == before + 1)
    assert site.desktop.news.latest["demo"] == before + 1
    assert "4 of 7" in site.get("/t/demo/A/round").text


def test_reading_does_not_wait_for_writing(site: Site) -> None:
    import threading

    file = site.desktop.desks.file("demo")
    may_go_on = threading.Event()
    long = file.submit(lambda desk: may_go_on.wait(600))
    assert "3 of 7" in site.get("/t/demo/A/round").text
    may_go_on.set()
    assert long.result()


def test_long_work_is_shown_until_it_is_done(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    file = site.desktop.desks.file("demo")
    may_go_on = threading.Event()
    file.submit(lambda desk: may_go_on.wait(600))  # the thread of the file is busy
    monkeypatch.setattr(jobs, "SOON", 0.1)
    answer = site.post("/t/demo/A/round/5/pair")
    assert "/working/" in str(answer.url)
    assert "Pairing round 5: 14 players." in answer.text
    may_go_on.set()
    monkeypatch.setattr(jobs, "SOON", 600.0)
    text = site.get(str(answer.url.path)).text
    assert "results are missing" in text


def test_a_file_that_was_taken_away_is_not_written_to(site: Site, tmp_path: Path) -> None:
    file = site.desktop.desks.file("demo")
    file.path.rename(tmp_path / "elsewhere")
    with pytest.raises(NotFound):
        file.act(EnterResults("A", ((2, Result.WHITE_WINS),)))
    build(tmp_path)
    with pytest.raises(NotFound):  # another file under its name is not it either
        file.act(EnterResults("A", ((2, Result.WHITE_WINS),)))
    assert site.get("/t/demo/A/round").status_code == 200  # that one is opened anew
    assert site.desktop.desks.file("demo") is not file


@pytest.mark.parametrize("taken_away", [False, True])
def test_an_older_copy_in_its_place_is_not_continued(
    site: Site, tmp_path: Path, taken_away: bool
) -> None:
    """The copy gets the name of the file, as file managers and synchronised folders do it."""
    desks = site.desktop.desks
    path = desks.file("demo").path
    older, newer = tmp_path / "older", tmp_path / "newer"
    shutil.copyfile(path, older)
    last = desks.file("demo").act(EnterResults("A", ((2, Result.WHITE_WINS),))).sequence
    path.rename(newer)
    if taken_away:  # and asked for while it is not there
        assert site.get("/t/demo/A/round").status_code == 404
    shutil.copyfile(older, path)
    for _ in range(2):
        with pytest.raises(LogChanged, match=f"event {last} was in it"):
            desks.file("demo").act(EnterResults("A", ((5, Result.BLACK_WINS),)))
        page = html.unescape(site.get("/t/demo/A/round").text)
        assert f"event {last} was in it, but now it ends with event {last - 1}" in page
    assert path.read_bytes() == older.read_bytes()
    newer.replace(path)
    assert desks.file("demo").act(EnterResults("A", ((5, Result.BLACK_WINS),))).sequence == last + 1
    assert "was there" not in site.get("/t/demo/A/round").text


def test_the_backup_folder_gets_copies_and_its_failure_is_shown(tmp_path: Path) -> None:
    folder, stick = tmp_path / "desk", tmp_path / "stick"
    folder.mkdir()
    build(folder)
    desks = Desks(folder, ChangeFeed(), "arbiter", stick)
    file = desks.file("demo")
    file.copy().result()
    assert "stick" in str(file.trouble)  # it is not there
    stick.mkdir()
    file.copy().result()
    assert not file.trouble
    with Desk.open(stick / "demo.crivello") as copy:
        assert copy.state == file.snapshot.state
    desks.close()


def test_a_broken_file_is_told_on_the_first_page(site: Site) -> None:
    (site.folder / "broken.crivello").write_bytes(b"not a database at all" * 50)
    text = site.get("/").text
    assert "Fourteen players" in text
    assert "broken.crivello is not a tournament file" in text
    assert site.get("/t/broken/A/round").status_code == 422


def test_a_new_tournament_is_a_new_file(site: Site) -> None:
    fields = {"name": "Città d'Asti: Open", "rounds": 5, "system": "dutch-2026"}
    answer = site.post("/new", fields | {"tie_breaks": "swiss"})
    with site.desk("citta-d-asti-open") as desk:
        assert desk.section("A").settings.tie_breaks[:2] == ("BH/C1", "BH")
    assert str(answer.url).endswith("/t/citta-d-asti-open/A/players")
    again = site.post("/new", fields)
    assert "There is already a file" in again.text
    assert "d&#39;Asti" in again.text  # what was filled in is still there
    assert "needs a name" in site.post("/new", {"rounds": 5}).text
    names = site.desktop.desks.names()
    long = site.post("/new", {"name": "x" * 201, "rounds": 5})
    assert "The name of the tournament is too long: 201 characters" in long.text
    assert site.desktop.desks.names() == names


@pytest.mark.parametrize(
    ("title", "name"),
    [("../../x", "x"), ("CON", "tournament-con"), ("  ", "tournament"), ("Été 2026", "ete-2026")],
)
def test_files_have_plain_names(title: str, name: str) -> None:
    assert file_name(title) == name


def test_the_folder_of_the_desk_has_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Started without a folder, the desk works in the current one."""
    monkeypatch.chdir(tmp_path)
    for site in serve(Path()):
        text = html.unescape(site.get("/").text)
        assert f"There is no tournament in {tmp_path} yet." in text
        assert f"The tournament is saved as a file in {tmp_path}." in text
