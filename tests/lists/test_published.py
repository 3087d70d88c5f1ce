"""The two layouts in which FIDE publishes its list: whole, zipped, damaged and malicious."""

import random
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from crivello import lists
from crivello.lists.list_player import ListedPlayer, PaceRating
from crivello.lists.rating_file import read_text, read_xml
from crivello.lists.source import MAX_PROBLEMS, ListSource, open_source
from crivello.model.errors import CrivelloError, Malformed, TooLarge
from crivello.model.keys import PACES
from crivello.model.player import Sex, Title
from crivello.store.list_index import ListRow
from tests.lists.samples import HEADER, TEXT, XML, problems, published, source, zipped


def texts(data: bytes | str) -> list[ListRow]:
    return list(read_text(source(data), problems()))


def elements(data: bytes | str) -> list[ListRow]:
    return list(read_xml(source(data), problems()))


def test_a_line_of_the_text() -> None:
    rows = texts(TEXT.read_bytes())
    assert len(rows) == 20
    assert rows[2] == ListRow(
        "O'Neill, Carla",
        1001955,
        federation="ESP",
        sex="w",
        title="GM",
        women_title="WFM",
        other_titles="FA,NI",
        birth="1962",
        standard=2581,
        standard_games=8,
        standard_k=40,
        rapid=1674,
        rapid_games=13,
        rapid_k=20,
    )
    carla = ListedPlayer.of(rows[2])
    assert (carla.title, carla.sex, carla.birth) == (Title.GM, Sex.FEMALE, "1962/00/00")
    assert carla.rapid == PaceRating(1674, 13, 20)
    assert carla.blitz == PaceRating()
    assert [one.inactive for one in rows[:5]] == [0, 1, 0, 1, 1]


def test_both_layouts_tell_the_same() -> None:
    # The invented XML list has no games and no K of its own.
    def known(row: ListRow) -> tuple[object, ...]:
        return (*row[:12], row.rapid, row.blitz)

    assert list(map(known, texts(TEXT.read_bytes()))) == list(
        map(known, elements(XML.read_bytes()))
    )


def test_the_columns_are_those_of_the_header() -> None:
    narrow = "Name           ID Number Fed BRtng  B-day\nRossi, Anna    12        ITA 1800   1990\n"
    assert texts(narrow) == [ListRow("Rossi, Anna", 12, federation="ITA", birth="1990", blitz=1800)]
    assert texts("\ufeff" + narrow) == texts(narrow)
    assert texts(narrow.replace("\n", "\r\n")) == texts(narrow.replace("\n", "\r")) == texts(narrow)


@pytest.mark.parametrize("header", ["", "Name Fed", "ID Number Name", "ID Number Name Fed B-day"])
def test_without_its_header_it_is_no_list(header: str) -> None:
    with pytest.raises(Malformed) as caught:
        texts(header + "\n1 Rossi\n")
    assert (caught.value.problems[0].line, caught.value.problems[0].column) == (1, 1)


def test_latin_1_is_read_line_by_line() -> None:
    assert texts(TEXT.read_text("utf-8").encode("latin-1", "replace"))[5].name == "Müller, Franco"


@pytest.mark.parametrize("code", ["utf-16-le", "utf-16-be"])
def test_a_list_may_be_in_utf_16(tmp_path: Path, code: str) -> None:
    text = "\ufeff" + TEXT.read_text("utf-8")
    assert texts(text.encode(code)) == texts(TEXT.read_bytes())
    file = tmp_path / "list.txt"
    file.write_bytes(text.encode(code))
    assert lists.load(file, folder=tmp_path).players == lists.load(TEXT, folder=tmp_path).players
    table = tmp_path / "soci.csv"
    table.write_bytes("\ufeffSocio;Elo\r\nD’Amico, Niccolò;1800\r\n".encode(code))
    mapping = lists.Mapping.parse("name=Socio")
    (player,) = lists.preview(table, mapping, name="fsi", folder=tmp_path).players
    assert (player.name, player.standard.rating) == ("D’Amico, Niccolò", 1800)


@pytest.mark.parametrize(
    ("field", "bad", "column", "name"),
    [
        ("1000978 ", "10x0978 ", 1, "fide_id"),
        ("1000978 ", "        ", 1, "fide_id"),
        ("1000978 ", "0000000 ", 1, "fide_id"),
        ("Bianchi, Bruno", "              ", 16, "name"),
        ("Bianchi, Bruno", "Bianchi,\tBruno", 16, "name"),
        ("2471", "24½1", 127, "rapid"),
        ("2471", "-471", 127, "rapid"),
        ("0000  i", "19x0  i", HEADER.index("B-day") + 1, "birth"),
    ],
)
def test_a_bad_line_is_left_out_and_told(field: str, bad: str, column: int, name: str) -> None:
    lines = TEXT.read_text("utf-8").split("\n")
    lines[2] = lines[2].replace(field, bad)
    told = problems()
    rows = list(read_text(source("\n".join(lines)), told))
    assert len(rows) == 19
    (problem,) = told.found
    assert (problem.line, problem.column) == (3, column)
    assert problem.sentence.values == {"name": name}


def test_the_field_of_a_bad_element_is_told() -> None:
    text = XML.read_text("utf-8").replace("<rating>2581<", "<rating>two<")
    told = problems()
    assert len(list(read_xml(source(text), told))) == 19
    (problem,) = told.found
    line = text.split("\n").index("<rating>two</rating>") + 1
    assert (problem.line, problem.column, problem.found) == (line, len("<rating>") + 1, "two")


def test_too_many_bad_lines_are_no_list() -> None:
    with pytest.raises(Malformed) as caught:
        texts(HEADER + "\n" + "x\n" * (MAX_PROBLEMS + 5))
    assert len(caught.value.problems) == MAX_PROBLEMS


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><playerslist>&b;</playerslist>',
        '<!DOCTYPE a SYSTEM "file:///etc/passwd"><playerslist/>',
        '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://localhost/x"> %p;]><a/>',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_document_types_and_entities_are_refused(text: str, encoding: str) -> None:
    with pytest.raises(Malformed, match="document type"):
        elements(text.replace('<?xml version="1.0"?>', "").encode(encoding))


def test_damaged_xml_is_told_with_its_place() -> None:
    text = XML.read_text("utf-8")
    with pytest.raises(Malformed) as caught:
        elements(text[:5000] + "</oops>" + text[5000:])
    (problem,) = caught.value.problems
    assert problem.line == text[:5000].count("\n") + 1
    with pytest.raises(Malformed):
        elements(text[:5000])
    with pytest.raises(Malformed, match="undefined entity"):
        elements("<playerslist><player><name>&x;</name></player></playerslist>")


@pytest.mark.parametrize(
    "text",
    [
        "<playerslist><player><name>" + "x" * 3_000_000,
        "<playerslist><player " + "x" * 3_000_000,
        "<playerslist>" + "".join(f"<a{n}></a{n}>" for n in range(100_000)),
    ],
)
def test_an_element_without_end_is_not_collected(text: str) -> None:
    with pytest.raises(Malformed):
        elements(text)


@pytest.mark.parametrize("path", [TEXT, XML])
def test_as_published_it_is_zipped(tmp_path: Path, path: Path) -> None:
    archive = zipped(tmp_path / "list.zip", {"readme.txt": b"hello", path.name: path.read_bytes()})
    assert lists.load(archive, folder=tmp_path).players == 20


def test_a_zip_bomb_is_refused_by_what_it_claims_and_by_what_it_is(tmp_path: Path) -> None:
    bomb = zipped(tmp_path / "bomb.zip", {"list.txt": bytes(30_000_000)})
    with pytest.raises(TooLarge, match="100 times"):
        lists.load(bomb, folder=tmp_path)
    # The same with a lie about its size: read as a stream, it is noticed on the way.
    with zipfile.ZipFile(bomb) as archive:
        member = archive.infolist()[0]
        stream = ListSource(archive.open(member), "list.txt", 10, member.compress_size)
        with pytest.raises(TooLarge, match="100 times"):
            list(iter(stream.read, b""))
        assert stream.done < 12_000_000
    assert not list(tmp_path.glob("lists/*.list"))


def test_other_archives_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"no \.txt, \.xml, \.csv file"):
        lists.load(zipped(tmp_path / "a.zip", {"list.doc": b"x"}), folder=tmp_path)
    whole = zipped(tmp_path / "b.zip", {"list.txt": TEXT.read_bytes()}).read_bytes()
    for cut in (5, len(whole) // 2, len(whole) - 3):
        (tmp_path / "c.zip").write_bytes(whole[:cut])
        with pytest.raises(Malformed):
            lists.load(tmp_path / "c.zip", folder=tmp_path)
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 255
    (tmp_path / "d.zip").write_bytes(damaged)
    with pytest.raises(Malformed):
        lists.load(tmp_path / "d.zip", folder=tmp_path)


@pytest.mark.parametrize("path", [TEXT, XML])
def test_damaged_lists_never_crash(tmp_path: Path, path: Path) -> None:
    rng = random.Random(7)
    data = path.read_bytes()
    for _ in range(150):
        damaged = bytearray(data)
        for _ in range(rng.randrange(1, 30)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        read = read_xml if path == XML else read_text
        with suppress(CrivelloError):
            for row in read(source(bytes(damaged)), problems()):
                ListedPlayer.of(row).player("rapid")


def test_a_line_that_does_not_end_is_refused_and_the_rest_not_silently_dropped() -> None:
    good = TEXT.read_text("utf-8")
    with pytest.raises(Malformed, match="does not end") as caught:
        texts(good + "x" * 3_000_000 + "\n" + good)
    assert caught.value.problems[0].line == 22


def test_chunks_may_end_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = texts(TEXT.read_bytes()), elements(XML.read_bytes())
    monkeypatch.setattr("crivello.lists.source.ListSource.read.__defaults__", (7,))
    assert texts(TEXT.read_bytes().replace(b"\n", b"\r\n")) == rows[0]
    assert elements(XML.read_bytes()) == rows[1]


def test_a_large_file_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crivello.lists.source.MAX_BYTES", 1000)
    with pytest.raises(TooLarge), open_source(TEXT):
        pass
    archive = zipped(tmp_path / "list.zip", {TEXT.name: TEXT.read_bytes()})
    with pytest.raises(TooLarge), open_source(archive):
        pass


def test_what_we_write_for_tests_is_the_published_layout() -> None:
    rows = [ListRow("Rossi, Anna", 12, federation="ITA", title="IM", birth="1990", standard=2300)]
    assert texts(published(rows)) == rows


@pytest.mark.parametrize(
    ("name", "pace"),
    [
        ("standard_rating_list.txt", "standard"),
        ("rapid_rating_list.txt", "rapid"),
        ("blitz_rating_list.xml", "blitz"),
    ],
)
def test_lists_of_one_pace(tmp_path: Path, name: str, pace: str) -> None:
    text = (
        "ID Number  Name         Fed NOV26 Gms K  B-day\n"
        "7          Rossi, Anna  ITA 2100  5   20 1990\n"
    )
    if name.endswith("xml"):
        text = (
            "<playerslist><player><fideid>7</fideid><name>Rossi, Anna</name><rating>2100</rating>"
            "<games>5</games><k>20</k></player></playerslist>"
        )
    archive = zipped(tmp_path / "list.zip", {name: text.encode()})
    (anna,) = lists.preview(archive).players
    assert anna.of_pace(pace) == PaceRating(2100, 5, 20)
    assert [one for one in PACES if anna.of_pace(one).rating] == [pace]
