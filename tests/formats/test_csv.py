"""Reading and writing players as CSV."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.formats.csv_players import read_players, write_players
from crivello.model.errors import Malformed, TooLarge
from crivello.model.player import Player, Sex, Title
from crivello.rules.initial_order import TITLES_BEFORE_2013

TEXT = "name,title,rating,federation,fide_id,birth,sex,club,tag:Team\n"


def test_all_columns() -> None:
    (rossi,) = read_players(TEXT + '"Rossi, Anna",wgm,2400,ITA,800123,1990-01-31,F,Lecce,"A;B"\n\n')
    assert rossi == Player(
        "Rossi, Anna",
        2400,
        id=1,
        number=1,
        title=Title.WGM,
        federation="ITA",
        fide_id=800123,
        birth="1990/01/31",
        sex=Sex.FEMALE,
        tags=(("Team", "A;B"), ("club", "Lecce")),
    )


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_delimiters_encodings_line_ends(delimiter: str, encoding: str, end: str) -> None:
    lines = ("Name;Rating", "Müller; 2000", "Ibáñez;2100")
    text = end.join(line.replace(";", delimiter) for line in lines)
    found = read_players(text.encode(encoding))
    assert [(p.number, p.name, p.rating) for p in found] == [
        (1, "Ibáñez", 2100),
        (2, "Müller", 2000),
    ]


def test_without_numbers_the_initial_order_counts() -> None:
    text = "name,title,rating\nZ,FM,2000\nB,,2100\nA,WIM,2000\nC,,\n"
    assert [p.name for p in read_players(text)] == ["B", "Z", "A", "C"]
    assert [p.name for p in read_players(text, TITLES_BEFORE_2013)] == ["B", "A", "Z", "C"]
    assert [p.id for p in read_players(text)] == [1, 2, 3, 4]


def test_numbers_are_kept() -> None:
    found = read_players("number,name,rating\n7,A,1000\n3,B,2000\n")
    assert [(p.id, p.number, p.name) for p in found] == [(3, 3, "B"), (7, 7, "A")]


BAD = [
    ("", [(1, 1, "")]),
    ("name,colour\nA,red", [(1, 2, "colour")]),
    ("name,club,tag:club\nA,B,C", [(1, 3, "tag:club")]),
    ("rating,title\n1,2", [(1, 1, "rating,title")]),
    ("name,rating\nA,2O00\nB,99999", [(2, 2, "2O00"), (3, 2, "99999")]),
    ("name,title\nA,XM", [(2, 2, "XM")]),
    ("name,sex\nA,x", [(2, 2, "x")]),
    ("name,birth\nA,31.13.1990", [(2, 2, "31.13.1990")]),
    ("name,fide_id\nA,12b", [(2, 2, "12b")]),
    ("name,rating\n,2000", [(2, 1, "")]),
    ("name,rating\nA,2000,x", [(2, 3, "x")]),
    ("number,name\n1,A\n1,B", [(3, 1, "1")]),
    ("number,name\n1,A\n,B", [(3, 1, "")]),
    ("number,name\n0,A", [(2, 1, "0")]),
    ('name\n"' + "x" * 200_000, [(2, 1, None)]),
]


@pytest.mark.parametrize(("text", "problems"), BAD)
def test_bad_tables(text: str, problems: list[tuple[int, int, str]]) -> None:
    with pytest.raises(Malformed) as caught:
        read_players(text)
    assert [(p.line, p.column, p.found) for p in caught.value.problems] == problems
    assert all(str(problem) for problem in caught.value.problems)


def test_too_many_players() -> None:
    with pytest.raises(TooLarge):
        read_players("name\n" + "A\n" * 10_000)


NAMES = st.text("aZ é'\",;\u2028ß", min_size=1).map(lambda text: text.strip() or "x")
players = st.lists(
    st.builds(
        Player,
        id=st.just(0),
        number=st.just(0),
        name=NAMES,
        title=st.none() | st.sampled_from(Title),
        rating=st.none() | st.integers(1, 9999),
        federation=st.sampled_from(("", "ITA")),
        fide_id=st.none() | st.integers(1, 10**9),
        birth=st.sampled_from(("", "1990/01/31")),
        sex=st.none() | st.sampled_from(Sex),
        tags=st.sampled_from(((), (("club", "a,b"),), (("Team", "x"), ("club", '"'))),
        ),
    ),
    min_size=1,
    max_size=6,
)  # fmt: skip


@given(drawn=players)
def test_what_is_written_comes_back(drawn: list[Player]) -> None:
    from dataclasses import replace

    numbered = tuple(replace(p, id=n, number=n) for n, p in enumerate(drawn, start=1))
    assert read_players(write_players(numbered)) == numbered


def test_a_name_that_a_spreadsheet_would_run_is_guarded_and_comes_back() -> None:
    players = (
        Player("=1+1", id=1, number=1, tags=(("club", "@x"),)),
        Player("'=1+1", id=2, number=2),
        Player("'t Hooft", id=3, number=3),
    )
    text = write_players(players)
    assert "1,'=1+1," in text
    assert "'@x" in text
    assert read_players(text) == players
