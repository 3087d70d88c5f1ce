"""Players to be registered: from report files, completed from a list, or already registered."""

from pathlib import Path

import pytest

import crivello
from crivello.lists.entries import TableEntry, look_through, read_entries
from crivello.lists.mapping import Mapping
from crivello.lists.review import duplicates, review
from crivello.model.errors import Malformed
from crivello.model.player import Player, Sex, Title
from crivello.rules.strength import strength_by
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
            "Østergaard, Søren",
            1466,
            id=0,
            number=0,
            title=Title.CM,
            federation="TUR",
            fide_id=1012702,
            birth="2014/00/00",
            sex=Sex.MALE,
            tags=(("club", "Roma"), ("k", "20")),
            rating_list=opened.about.stamp,
        )
        assert (alice.name, alice.rating, alice.federation) == ("Rossi A.", 2222, "POL")
        assert bruno == Player("Verdi, Bruno", id=0, number=0)
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
    return Player(name, id=id_, number=0, birth=birth, fide_id=fide_id)


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


@pytest.mark.parametrize("written", ["2105", "2.105", "2,105", "2 105", "2’105"])
def test_thousands_as_spreadsheets_write_them(written: str) -> None:
    (rossi,) = table(f'Nome;Elo\nRossi, Ugo;"{written}"\n')
    assert rossi.rating == 2105


@pytest.mark.parametrize("nothing", ["", "-", "–", "n.c.", "NC", "unr"])
def test_people_write_in_many_ways_that_there_is_no_rating(nothing: str) -> None:
    (player,) = table(f"name;rating;title;birth\nRossi, Ugo;{nothing};{nothing};{nothing}\n")
    assert player == Player("Rossi, Ugo", id=0, number=0)


def test_a_national_rating_counts_where_there_is_no_other() -> None:
    (player,) = table("Nome;Elo Italia\nRossi, Ugo;1650\n")
    assert player.rating == 1650
    rossi, neri = table("Nome;Elo Italia;Elo FIDE\nRossi, Ugo;1650;1700\nNeri, Eva;1500;n.c.\n")
    assert (rossi.rating, rossi.national_rating, rossi.estimate) == (1700, 1650, None)
    assert (neri.rating, neri.national_rating, neri.estimate) == (None, 1500, None)
    assert strength_by("")(neri) == 1500  # it is not FIDE's, but orders the list


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("26/4/65", "1965/04/26"),
        ("3/5/65", "1965/05/03"),
        ("28.2.09", "2009/02/28"),
        ("1.3.1990", "1990/03/01"),
    ],
)
def test_a_birth_may_have_a_year_of_two_digits(written: str, read: str) -> None:
    assert table(f"Nome;Nato il\nRossi, Ugo;{written}\n")[0].birth == read


def test_a_birth_that_may_be_of_two_years_is_asked_about() -> None:
    with pytest.raises(Malformed):
        table("Nome;Nato il\nRossi, Ugo;10/08/12\n")


def test_a_line_with_nothing_that_is_read_is_nobody() -> None:
    (player,) = table("N;Nome;Elo\n1;Rossi, Ugo;1650\nTotale 1;;\n")
    assert player.name == "Rossi, Ugo"


def test_a_problem_names_the_player_and_what_stands_there() -> None:
    with pytest.raises(Malformed) as caught:
        table("name;rating\nRossi, Ugo;18OO\n")
    (problem,) = caught.value.problems
    assert str(problem) == "The rating of Rossi, Ugo cannot be read."
    assert (problem.line, problem.found) == (2, "18OO")


def test_a_table_is_looked_through_row_by_row_and_mended() -> None:
    text = b"name;rating\nRossi, Ugo;18OO\nNeri, Eva;1500\n"
    bad, good = look_through(text, "x.csv").entries
    assert [problem.field for problem in bad.problems] == ["cell-2-rating"]
    assert (bad.texts["rating"], bad.player.rating) == ("18OO", None)
    assert (good.place, good.problems, good.player.rating) == (3, (), 1500)
    mended = look_through(text, "x.csv", changes={2: {"rating": "1800"}}).entries[0]
    assert (mended.problems, mended.player.rating) == ((), 1800)


def test_without_a_column_of_names_the_columns_are_shown() -> None:
    found = look_through(b"chi;quanto\nRossi, Ugo;1800\nNeri, Eva;\n", "x.csv")
    assert found.entries == ()
    assert found.samples == (("Rossi, Ugo", "Neri, Eva"), ("1800",))


def test_columns_are_stated_place_by_place() -> None:
    text = b"Nome;Elo;Altro;tag:scuola\nRossi, Ugo;1800;1900;Volta\n"
    headings = ("Nome", "Elo", "Altro", "tag:scuola")
    mapping = Mapping.of_places(("name", "", "rating", ""), headings)
    (entry,) = look_through(text, "x.csv", mapping).entries
    assert entry.player == Player("Rossi, Ugo", id=0, number=0, rating=1900)
    with pytest.raises(Malformed, match="the same: Elo and Altro") as caught:
        Mapping.of_places(("name", "rating", "rating", ""), headings)
    assert caught.value.field == "column-3"


@pytest.mark.parametrize("heading", ["Elo Italia", "EloItalia", "Ultimo Elo FSI", "Nat. rating"])
def test_what_seems_to_be_a_rating_is_one(heading: str) -> None:
    assert table(f"Nome;{heading}\nRossi, Ugo;1650\n")[0].rating == 1650


@pytest.mark.parametrize("heading", ["Elo rapid FSI", "K Elo", "Consigliere", "Rating lampo"])
def test_what_is_another_rating_is_none(heading: str) -> None:
    assert table(f"Nome;{heading}\nRossi, Ugo;1650\n")[0].rating is None


def test_a_certain_duplicate_comes_before_a_possible_one() -> None:
    rows = [TableEntry(person("A", birth), 2 + n) for n, birth in enumerate(("", "1990", "1990"))]
    assert [one.certain for one in duplicates(rows, [])] == [False, True]


def test_who_decides_about_a_row() -> None:
    one, two = (TableEntry(person("A", fide_id=7), line, line) for line in (2, 3))
    states = {
        (frozenset[int](), frozenset[int]()): ["in", "left"],
        (frozenset({2}), frozenset()): ["left", "in"],
        (frozenset(), frozenset({3})): ["in", "waits"],
    }
    for (left_out, kept), expected in states.items():
        rows = review([one, two], [], None, left_out, kept)
        found = ["left" if r.left_out else "waits" if r.waits else "in" for r in rows]
        assert found == expected
