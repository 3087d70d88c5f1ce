"""Loading in a process of its own."""

from pathlib import Path

import pytest

from crivello import lists
from crivello.lists.background import Loading
from crivello.lists.listed import Row
from crivello.model.errors import Malformed
from tests.lists.samples import TEXT, published


def test_it_loads_beside_and_tells_how_far_it_is(tmp_path: Path) -> None:
    loading = Loading(TEXT, folder=tmp_path)
    assert loading.result(600).players == 20
    assert not loading.running
    assert (loading.stage, loading.done, loading.total) == (lists.Stage.WORDS, 2, 2)
    with lists.open_list(folder=tmp_path) as opened:
        assert opened.search("rossi")


def test_what_goes_wrong_is_raised_where_it_is_waited_for(tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("nothing\n", encoding="utf-8")
    with pytest.raises(Malformed, match="No column holds the names"):
        Loading(bad, folder=tmp_path).result(600)
    with pytest.raises(FileNotFoundError):
        Loading(tmp_path / "none.txt", folder=tmp_path).result(600)


def test_it_can_be_stopped(tmp_path: Path) -> None:
    large = tmp_path / "large.txt"
    rows = [Row(f"Name, {'x' * (n % 30)}", n + 1, federation="ITA") for n in range(60_000)]
    large.write_text(published(rows), encoding="utf-8")
    loading = Loading(large, folder=tmp_path)
    loading.cancel()
    with pytest.raises(lists.Stopped):
        loading.result(600)
    assert lists.loaded_lists(tmp_path) == []
