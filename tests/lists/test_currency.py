"""Lists know their month, and are compared with the players before round 1."""

from dataclasses import replace
from pathlib import Path

import pytest

from crivello import lists
from crivello.lists.currency import CHANGED, OLDER
from crivello.lists.loading import month_of, read_month
from crivello.model.errors import WordError
from crivello.model.player import NationalRecord
from crivello.store.list_index import ListRow
from tests.lists.samples import HEADER, published, source

ROWS = [
    ListRow("Rossi, Anna", 7, federation="ITA", title="FM", standard=2100),
    ListRow("Bianchi, Ugo", 8, federation="ITA", standard=1900),
]


def load(folder: Path, name: str = "fide", month: str = "2026-10") -> lists.ListInfo:
    path = folder / "list.txt"
    path.write_text(published(ROWS), encoding="utf-8")
    lists.load(path, name, month=month, folder=folder)
    (found,) = (one for one in lists.loaded_lists(folder) if one.name == name)
    return found


@pytest.mark.parametrize(
    ("header", "inner", "outer", "month"),
    [
        (HEADER.replace("SRtng", "NOV26"), "x.txt", "x.zip", "2026-11"),
        (HEADER, "standard_feb27frl.txt", "x.zip", "2027-02"),
        (HEADER, "players_list.txt", "fsi-2026-03.zip", "2026-03"),
        (HEADER, "players_list.txt", "soci_202612.csv", "2026-12"),
        (HEADER, "players_list.txt", "list20261301.csv", ""),
        (HEADER, "maria22.txt", "marzo.zip", ""),
    ],
)
def test_a_list_tells_its_month(header: str, inner: str, outer: str, month: str) -> None:
    assert month_of(source(header + "\n", inner), outer) == month


def test_a_month_that_is_none_is_refused() -> None:
    assert read_month(" 2026-11 ") == "2026-11"
    assert read_month("") == ""
    with pytest.raises(WordError, match="2026-11"):
        read_month("November")


def test_ratings_are_marked_with_their_list(tmp_path: Path) -> None:
    load(tmp_path)
    anna = lists.find(7, folder=tmp_path)
    assert anna is not None
    player = anna.player()
    assert (player.rating, player.rating_list, player.national) == (2100, "fide 2026-10", ())
    load(tmp_path, "fsi", "2026-09")
    listed = lists.find(7, "fsi", tmp_path)
    assert listed is not None
    record = NationalRecord("ITA", rating=2100, rating_list="fsi 2026-09")
    assert listed.player().national == (record,)
    # The list of a federation does not overwrite a rating of FIDE's.
    known = replace(player, id=1, rating=2300, national=(replace(record, rating=2000),))
    fields = [one.field for one in lists.differences(known, listed)]
    assert fields == ["national"]
    assert lists.update_player(known, listed) == replace(known, national=(record,))


def test_an_older_list_is_told_and_who_changed(tmp_path: Path) -> None:
    load(tmp_path)
    people = []
    for id_, fide_id in enumerate((7, 8), start=1):
        listed = lists.find(fide_id, folder=tmp_path)
        assert listed is not None
        people.append(replace(listed.player(), id=id_))
    (check,) = lists.check_lists(people, "standard", "2026/11/20", tmp_path)
    assert (check.older, check.changed) == (True, ())
    assert [one.template for one in check.sentences()] == [OLDER]
    people[1] = replace(people[1], rating=1850)
    (check,) = lists.check_lists(people, "standard", "2026/10/20", tmp_path)
    assert (check.older, check.changed) == (False, (2,))
    assert [one.template for one in check.sentences()] == [CHANGED]


def test_without_lists_or_ids_there_is_nothing_to_say(tmp_path: Path) -> None:
    assert lists.check_lists([], "standard", "2026/11/20", tmp_path) == []
    load(tmp_path)
    listed = lists.find(7, folder=tmp_path)
    assert listed is not None
    nameless = replace(listed.player(), fide_id=None)
    assert lists.check_lists([nameless], "standard", "2026/11/20", tmp_path) == []
