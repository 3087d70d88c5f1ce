"""Players to be registered: from report files, completed from a list, and who is there already."""

from pathlib import Path

import pytest

import crivello
from crivello.lists.entries import TableEntry, duplicates, read_entries
from crivello.model.errors import Malformed
from crivello.model.player import Player, Sex, Title
from tests.lists.samples import loaded

EXAMPLE = Path(crivello.__file__).parent / "examples" / "before-round-4.trf"


def test_the_players_of_a_report_file_come_without_what_they_played() -> None:
    entries = read_entries(EXAMPLE.read_bytes(), "x.trf").entries
    assert len(entries) == 14
    assert {(one.player.id, one.player.number, one.player.rank) for one in entries} == {
        (0, 0, None)
    }
    lines = EXAMPLE.read_text("utf-8").split("\n")
    for entry in entries:
        assert entry.line is not None
        assert entry.player.name in lines[entry.line - 1]
    assert read_entries(EXAMPLE.read_bytes()) == read_entries(EXAMPLE.read_bytes(), "x.trf")


def test_a_list_completes_what_a_file_does_not_say(tmp_path: Path) -> None:
    text = b"FIDE ID;Name;Rating;Club\n1012702;;;Roma\n1000001;Rossi A.;2222;\n;Verdi, Bruno;;\n"
    with loaded(tmp_path) as opened:
        entries = read_entries(text, "x.csv", pace="rapid", opened=opened).entries
        soren, alice, bruno = (entry.player for entry in entries)
        assert soren == Player(
            0, 0, "Østergaard, Søren", Title.CM, 1466, "TUR", 1012702, "2014/00/00", Sex.MALE,
            (("club", "Roma"), ("k", "20")),
        )  # fmt: skip
        assert (alice.name, alice.rating, alice.federation) == ("Rossi A.", 2222, "POL")
        assert bruno == Player(0, 0, "Verdi, Bruno")
        only_ids = read_entries(b"ID FIDE\n1012702\n", "x.csv", opened=opened)
        assert only_ids.entries[0].player.name == "Østergaard, Søren"
        with pytest.raises(Malformed) as caught:
            read_entries(b"ID FIDE\n1012702\n77\n\n", "x.csv", opened=opened)
        assert [(one.line, one.column, one.found) for one in caught.value.problems] == [
            (3, 1, "77")
        ]
    with pytest.raises(Malformed, match="No column holds the names"):
        read_entries(b"ID FIDE\n1012702\n", "x.csv")


def person(name: str, birth: str = "", fide_id: int | None = None, id_: int = 0) -> Player:
    return Player(id_, 0, name, birth=birth, fide_id=fide_id)


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (person("A", fide_id=7), person("B", fide_id=7), "certain"),
        (person("A", fide_id=7), person("A", fide_id=8), "none"),
        (person("Rossi, Anna", "1990/01/02"), person("anna ROSSI", "1990/00/00"), "certain"),
        (person("Rossi, Anna", "1990/01/02"), person("Rossi, Anna", "1991/00/00"), "none"),
        (person("Rossi, Anna", "1990/01/02"), person("Rossi, Anna"), "possible"),
        (person("Rossi, Anna", fide_id=7), person("Rossi, Anna"), "possible"),
        (person("Rossi, Anna"), person("Rossi, Anni"), "none"),
    ],
)
def test_who_is_the_same(one: Player, two: Player, expected: str) -> None:
    in_file = duplicates([TableEntry(one, 2), TableEntry(two, 3)], [])
    registered = duplicates([TableEntry(two, 3)], [person(one.name, one.birth, one.fide_id, 5)])
    for found in (in_file, registered):
        kind = "none" if not found else "certain" if found[0].certain else "possible"
        assert kind == expected
        assert all(one.problem.line == 3 for one in found)
    if expected != "none":
        assert in_file[0].registered is None
        assert "line 2" in str(in_file[0].problem)
        assert registered[0].registered == 5


def table(text: str, code: str = "utf-8") -> list[Player]:
    return [one.player for one in read_entries(text.encode(code), "x.csv").entries]


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_table_may_come_in_the_codes_of_spreadsheets(code: str) -> None:
    (player,) = table("Cognome;Nome;Elo\nD’Amico;Niccolò;1800\n", code)
    assert (player.name, player.rating) == ("D’Amico, Niccolò", 1800)


@pytest.mark.parametrize("nothing", ["", "-", "–", "n.c.", "NC", "unr"])
def test_people_write_in_many_ways_that_there_is_no_rating(nothing: str) -> None:
    (player,) = table(f"name;rating;title;birth\nRossi, Ugo;{nothing};{nothing};{nothing}\n")
    assert player == Player(0, 0, "Rossi, Ugo")


def test_a_national_rating_counts_where_there_is_no_other() -> None:
    (player,) = table("Nome;Elo Italia\nRossi, Ugo;1650\n")
    assert player.rating == 1650
    (player,) = table("Nome;Elo Italia;Elo FIDE\nRossi, Ugo;1650;1700\n")
    assert player.rating == 1700


def test_a_problem_names_the_player_and_what_stands_there() -> None:
    with pytest.raises(Malformed) as caught:
        table("name;rating\nRossi, Ugo;18OO\n")
    (problem,) = caught.value.problems
    assert str(problem) == "The rating of Rossi, Ugo cannot be read."
    assert (problem.line, problem.found) == (2, "18OO")
