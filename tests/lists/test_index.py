"""The index of a list: replaced as a whole, next to other lists, while readers have it open."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import crivello
from crivello import lists
from crivello.lists import NotLoaded, Stage, Stopped
from crivello.lists.build import build
from crivello.lists.rating_list import data_folder
from crivello.model.errors import Malformed, Remedy, RemedyKind, Unsupported
from crivello.store.list_index import ListRow
from tests.lists.samples import TEXT, XML, loaded, published, with_players

SOURCE = Path(crivello.__file__).parents[1]


def left_behind(folder: Path) -> set[str]:
    return {path.suffix for path in (folder / "lists").iterdir()} - {".list", ".lock"}


def test_what_is_loaded_is_found(tmp_path: Path) -> None:
    with loaded(tmp_path) as opened:
        assert opened.about.players == 20
        assert opened.about.source == TEXT.name
        found = opened.find(1012702)
        assert found is not None
        assert found.name == "Østergaard, Søren"
        assert opened.find(1) is None
        assert opened.find(0) is None
    assert lists.find(1012702, folder=tmp_path) == found
    assert left_behind(tmp_path) == set()


def test_progress_is_told_stage_by_stage(tmp_path: Path) -> None:
    told: list[tuple[Stage, int, int]] = []
    lists.load(XML, folder=tmp_path, progress=lambda *news: told.append(news))
    assert list(dict.fromkeys(stage for stage, _, _ in told)) == [
        Stage.READING,
        Stage.SORTING,
        Stage.WORDS,
    ]
    assert all(0 <= done <= total for _, done, total in told)


def test_readers_keep_the_old_list_while_a_new_one_takes_its_place(tmp_path: Path) -> None:
    anna = ListRow("Rossi, Anna", standard=2000)
    with loaded(tmp_path) as old, with_players(tmp_path, anna) as new:
        assert [one.player.name for one in new.search("rossi")] == ["Rossi, Anna"]
        assert [one.player.name for one in old.search("rossi")] == ["Rossi, Alice"]
        assert old.find(1012702) is not None
        assert new.find(1012702) is None


def test_lists_lie_side_by_side(tmp_path: Path) -> None:
    table = tmp_path / "national.csv"
    table.write_text("Name;Tessera;Elo\nRossi, Anna;A17;1500\n", encoding="utf-8")
    lists.load(table, "fsi", folder=tmp_path)
    with loaded(tmp_path):
        pass
    assert [(one.name, one.players) for one in lists.loaded_lists(tmp_path)] == [
        ("fide", 20),
        ("fsi", 1),
    ]
    with lists.open_list("fsi", tmp_path) as opened:
        assert [one.player.name for one in opened.search("a17")] == ["Rossi, Anna"]
        national = opened.find_national("A17")
        assert national is not None
        assert national.standard.rating == 1500
        assert opened.find_national("") is None


def test_a_list_that_is_not_there_or_not_ours_is_told(tmp_path: Path) -> None:
    for name, told in (("fide", ""), ("fsi", "fsi")):
        with pytest.raises(NotLoaded) as caught:
            lists.open_list(name, tmp_path)
        assert caught.value.remedy == Remedy(RemedyKind.LOAD_LIST, value=told)
    (tmp_path / "lists").mkdir()
    path = tmp_path / "lists" / "fide.list"
    for content in (b"", b"hello", TEXT.read_bytes() * 20):
        path.write_bytes(content)
        with pytest.raises(NotLoaded, match="again"):
            lists.open_list(folder=tmp_path)
    path.unlink()
    loaded(tmp_path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(NotLoaded, match="again"):
        lists.open_list(folder=tmp_path)
    assert lists.loaded_lists(tmp_path) == []
    with loaded(tmp_path) as opened:
        assert opened.about.players == 20


@pytest.mark.parametrize("name", ["", "../x", "A", "a b", "a" * 33, "-x", "fide\n"])
def test_a_name_is_never_a_path(tmp_path: Path, name: str) -> None:
    with pytest.raises(Malformed):
        lists.load(TEXT, name, folder=tmp_path)


def test_a_list_that_cannot_be_read_leaves_the_old_one(tmp_path: Path) -> None:
    with loaded(tmp_path):
        pass
    bad = tmp_path / "bad.txt"
    for content in ("", "hello\n", published([]), "<playerslist></playerslist>", "<playerslist>"):
        bad.write_text(content, encoding="utf-8")
        with pytest.raises(Malformed):
            lists.load(bad, folder=tmp_path)
    with pytest.raises(OSError, match="missing"):
        lists.load(tmp_path / "missing.txt", folder=tmp_path)
    assert left_behind(tmp_path) == set()
    assert lists.loaded_lists(tmp_path)[0].players == 20


def many(count: int) -> list[ListRow]:
    return [ListRow(f"Name{'abcdefghij'[n % 10]}, Number", n + 1) for n in range(count)]


@pytest.mark.parametrize("after", [0, 1, 3, 6, 9])
def test_a_loading_can_be_stopped_at_any_moment(tmp_path: Path, after: int) -> None:
    with loaded(tmp_path):
        pass
    target = lists.list_file("fide", tmp_path)
    asked = 0

    def cancel() -> bool:
        nonlocal asked
        asked += 1
        return asked > after

    with pytest.raises(Stopped):
        build(target, iter(many(30_000)), dict, cancel=cancel)
    assert left_behind(tmp_path) == set()
    assert lists.loaded_lists(tmp_path)[0].players == 20


def test_two_programs_do_not_load_the_same_list_at_once(tmp_path: Path) -> None:
    target = lists.list_file("fide", tmp_path)

    def rows() -> object:
        yield from many(10)
        with pytest.raises(Unsupported, match="another program"):
            lists.load(TEXT, folder=tmp_path)
        lists.load(TEXT, "other", folder=tmp_path)
        yield from many(10)

    about = {"source": "", "loaded": ""}
    assert build(target, rows(), lambda: about) == 20  # type: ignore[arg-type]
    assert {one.name for one in lists.loaded_lists(tmp_path)} == {"fide", "other"}


SLOW = """
import sys, time
from pathlib import Path
from crivello.lists.build import build
from crivello.store.list_index import ListRow

def rows():
    for number in range(12000):
        yield ListRow("Somebody, Else", number + 1)
    print("half", flush=True)
    time.sleep(60)

build(Path(sys.argv[1]), rows(), dict)
"""


def test_a_killed_loading_leaves_the_old_list_and_the_next_one_clears_up(tmp_path: Path) -> None:
    with loaded(tmp_path):
        pass
    target = lists.list_file("fide", tmp_path)
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    child = subprocess.Popen(
        [sys.executable, "-c", SLOW, str(target)], stdout=subprocess.PIPE, env=environment
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"half\n"
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    assert ".raw" in left_behind(tmp_path)
    with lists.open_list(folder=tmp_path) as opened:
        assert [one.player.name for one in opened.search("rossi")] == ["Rossi, Alice"]
    with loaded(tmp_path) as again:
        assert again.about.players == 20
    assert left_behind(tmp_path) == set()


def test_searches_go_on_while_lists_are_replaced(tmp_path: Path) -> None:
    with loaded(tmp_path):
        pass
    wrong: list[object] = []
    over = threading.Event()

    def look() -> None:
        while not over.is_set():
            with lists.open_list(folder=tmp_path) as opened:
                found = opened.search("ostergard")
                if len(found) != 1:
                    wrong.append(found)

    readers = [threading.Thread(target=look) for _ in range(2)]
    for reader in readers:
        reader.start()
    end = time.monotonic() + 1.5
    while time.monotonic() < end:
        with loaded(tmp_path):
            pass
    over.set()
    for reader in readers:
        reader.join()
    assert wrong == []


def test_the_folder_is_the_one_of_the_system() -> None:
    home = Path.home()
    assert data_folder({"CRIVELLO_DATA": "/x", "XDG_DATA_HOME": "/y"}, "linux") == Path("/x")
    assert data_folder({"XDG_DATA_HOME": "/y"}, "linux") == Path("/y/crivello")
    assert data_folder({"XDG_DATA_HOME": "y"}, "linux") == home / ".local/share/crivello"
    assert data_folder({}, "linux") == home / ".local/share/crivello"
    assert data_folder({}, "darwin") == home / "Library/Application Support/crivello"
    assert data_folder({"LOCALAPPDATA": "/l"}, "win32") == Path("/l/crivello")


def load_rows(folder: Path, rows: list[ListRow]) -> lists.LoadReport:
    path = folder / "made.txt"
    path.write_text(published(rows), encoding="utf-8")
    return lists.load(path, folder=folder)


def count_players(folder: Path) -> int:
    with lists.open_list(folder=folder) as opened:
        return opened.about.players


def test_a_list_that_is_much_shorter_is_told_and_can_be_taken_back(tmp_path: Path) -> None:
    assert load_rows(tmp_path, many(100)).remarks == ()
    cut = load_rows(tmp_path, many(20))
    (remark,) = cut.remarks
    assert cut.kept
    assert "now has 20 players, and the one before had 100" in str(remark)
    assert count_players(tmp_path) == 20
    # Cut a second time: the complete one is still the one that is kept.
    assert load_rows(tmp_path, many(5)).kept
    assert lists.restore(folder=tmp_path).players == 100
    assert count_players(tmp_path) == 100
    assert left_behind(tmp_path) == set()
    with pytest.raises(NotLoaded, match="No earlier list"):
        lists.restore(folder=tmp_path)


def test_a_tenth_of_a_list_may_go_and_a_complete_list_ends_the_way_back(tmp_path: Path) -> None:
    load_rows(tmp_path, many(100))
    assert not load_rows(tmp_path, many(90)).kept
    assert load_rows(tmp_path, many(80)).kept
    assert lists.previous_list("fide", tmp_path) is not None
    assert not load_rows(tmp_path, many(79)).kept  # still short of the one that is kept
    assert lists.previous_list("fide", tmp_path) is not None
    assert load_rows(tmp_path, many(88)).remarks == ()
    assert lists.previous_list("fide", tmp_path) is None
    assert left_behind(tmp_path) == set()


def test_a_kept_list_is_no_list_of_its_own(tmp_path: Path) -> None:
    load_rows(tmp_path, many(100))
    load_rows(tmp_path, many(20))
    assert [one.name for one in lists.loaded_lists(tmp_path)] == ["fide"]


def test_ids_that_are_on_a_list_twice_are_told(tmp_path: Path) -> None:
    rows = many(3)
    twice = load_rows(tmp_path, [*rows, rows[0]._replace(name="Other, One")])
    (remark,) = twice.remarks
    assert str(remark) == (
        "One FIDE id is on the list more than once, and only one of its players is found by it: 1."
    )
    (many_twice,) = load_rows(tmp_path, [*many(12), *many(12)]).remarks
    assert "12 FIDE ids are on the list more than once" in str(many_twice)
    assert str(many_twice).endswith("9, 10….")
    assert load_rows(tmp_path, many(24)).remarks == ()
