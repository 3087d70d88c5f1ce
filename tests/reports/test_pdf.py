"""PDFs read back: headings repeat, no row is lost or split, and text stays text in any script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.cffLib import CFFFontSet
from fontTools.pens.recordingPen import RecordingPen
from fontTools.ttLib import TTFont
from PIL import Image
from pypdf import PageObject, PdfReader
from typst import Compiler
from zxingcpp import read_barcodes

from crivello.model.errors import Illegal
from crivello.model.tournament import Tournament
from crivello.reports import pdf
from crivello.reports.document import Cards, Document, Slips
from crivello.reports.pages import view, with_codes
from crivello.reports.pdf import as_pdf, page_data, pdf_of
from crivello.reports.subject import Choice, Subject
from crivello.reports.typefaces import Typefaces
from crivello.standings.table import Column, Table, text_cell
from crivello.web.network.links import drawn_code
from crivello.words import Language
from tests.reports.pages_read import SCRIPTS, evil, fullest_slips, large, players, with_prizes

MM = 72 / 25.4
A4_HEIGHT = 297 * MM
MARGIN = 6 * MM
"""The margin at the foot of a slip, where many printers print nothing."""
READ = '#read("/etc/passwd")'


def pages_of(made: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(made)).pages]


def printed(
    name: str,
    source: Tournament | Subject,
    round_number: int | None = None,
    language: Language = Language.EN,
    choice: Choice | None = None,
) -> list[str]:
    return pages_of(as_pdf(view(name, source, round_number, language, choice), language))


def test_a_long_table_repeats_its_head_and_keeps_its_rows() -> None:
    tournament = large(130, 2)
    pages = printed("standings", tournament, 2, Language.IT)
    assert len(pages) > 2
    for number, text in enumerate(pages, start=1):
        assert "Nome" in text
        assert f"Pagina {number} di {len(pages)}" in text
    found = re.findall(r"N\d{4}", "".join(pages))
    assert sorted(found) == sorted(player.name[:5] for player in tournament.players)


@pytest.mark.parametrize("name", ["pairings-by-board", "standings", "players"])
def test_a_page_has_fifty_rows_or_more_but_fewer_for_the_wall(name: str) -> None:
    long_names = large(240, 2)
    people = tuple(replace(one, name=one.name[:5]) for one in long_names.players)
    tournament = replace(long_names, players=people)

    def most(choice: Choice) -> int:
        found = printed(name, tournament, choice=choice)
        return max(len(set(re.findall(r"N\d{4}", text))) for text in found)

    per_row = 2 if name == "pairings-by-board" else 1
    assert 50 <= most(Choice()) / per_row <= 60
    assert 35 <= most(Choice(wall=True)) / per_row <= 42


def test_every_page_says_what_it_belongs_to_and_when_it_was_printed() -> None:
    document = replace(view("standings", large(130, 2), 2), printed="19/11/2026 18:30")
    pages = pages_of(as_pdf(document, Language.EN))
    event, what, *_ = document.title
    assert len(pages) == 3
    for number, text in enumerate(pages):
        assert text.count(f"{event} · {what}") == (2 if number else 1)  # at the foot, and on top
        assert "printed 19/11/2026 18:30" in text


def test_pairings_by_name_of_a_large_open_have_two_columns_on_a_page() -> None:
    tournament = large(220, 2)
    pages = printed("pairings-by-name", tournament, 2)
    assert len(pages) == 3
    found = re.findall(r"N\d{4}", "".join(pages))
    assert found == sorted(player.name[:5] for player in tournament.players)
    assert len(printed("pairings-by-name", tournament, 2, choice=Choice(wall=True))) > 5


def test_all_cards_have_the_same_columns() -> None:
    """Whatever stands in them: a name of another length, a remark on one card only."""
    data = json.loads(page_data(view("cards", with_prizes(evil()), 2), Language.EN))
    widths = [
        [column["width"] for column in card["table"]["columns"]]
        for card in data["blocks"][0]["cards"]
    ]
    assert len(widths) == 5
    assert all(one == widths[0] for one in widths)
    assert 0 not in widths[0]  # the width of the text differs from card to card


def test_cards_come_in_parts() -> None:
    subject = Subject.of_tournament(large(430, 1))
    found: list[str] = []
    for part in (1, 2, 3):
        (block,) = view("cards", subject, choice=Choice(part=part)).blocks
        assert isinstance(block, Cards)
        found += [table.title[1].split()[0] for table in block.tables]
    assert found == [str(number) for number in range(1, 431)]
    with pytest.raises(Illegal, match="There is no part 4 of the cards; there are 3"):
        view("cards", subject, choice=Choice(part=4))


@pytest.mark.parametrize("per_page", [2, 3])
def test_codes_on_slips_can_be_read_from_the_paper(tmp_path: Path, per_page: int) -> None:
    """The page is drawn as a picture, as a phone sees it."""
    links = {table: f"https://10.0.0.5:8443/table#t/open/A/1/{table}/SECRET" for table in (1, 2, 3)}
    plain = view("slips", large(6, 1), 1, choice=Choice(per_page=per_page))
    document = with_codes(plain, {table: drawn_code(link) for table, link in links.items()})
    assert "Scan to propose" in pages_of(as_pdf(document, Language.EN))[0]
    assert "Scan to propose" not in pages_of(as_pdf(plain, Language.EN))[0]
    assert "SECRET" not in "".join(pages_of(as_pdf(document, Language.EN)))  # in the picture only
    fonts = Typefaces()
    inputs = json.loads(page_data(document, Language.EN)) | {"fonts": fonts.families}
    compiler = Compiler(
        pdf.PROGRAM.read_bytes(),
        root=tmp_path,
        font_paths=fonts.load(),
        sys_inputs={"data": json.dumps(inputs)},
    )
    made = compiler.compile(format="png", ppi=110)
    assert made is not None
    sheets = made if isinstance(made, list) else [made]
    found = [one.text for sheet in sheets for one in read_barcodes(Image.open(BytesIO(sheet)))]
    assert sorted(found) == sorted(links.values())


def test_slips_fill_their_sheets() -> None:
    tournament = large(14, 2)
    assert len(tournament.round(1).games) == 7
    pages = printed("slips", tournament, 1, choice=Choice(per_page=3))
    assert [re.findall(r"Table (\d+)", text) for text in pages] == [
        ["1", "4", "7"],
        ["2", "5"],
        ["3", "6"],
    ]
    pages = printed("slips", tournament, 1, choice=Choice(per_page=2))
    assert [len(re.findall(r"Table \d+", text)) for text in pages] == [2, 2, 2, 1]


def test_cards_are_not_broken_over_pages() -> None:
    tournament = large(12, 7)
    pages = printed("cards", tournament, 7)
    assert len(pages) > 1
    for text in pages:
        assert text.count("Opponent") == text.count("Score after round 7")
    assert len(printed("name-cards", tournament)) == 6


def test_a_hundred_boards_on_paper() -> None:
    tournament = large(200, 2)
    pages = printed("pairings-by-board", tournament, 2)
    games = tournament.round(2).games
    assert 2 <= len(pages) <= 3
    assert all("White" in text and "Black" in text for text in pages)
    found = re.findall(r"N\d{4}", "".join(pages))
    paired = [tournament.player[player].name[:5] for g in games for player in (g.white, g.black)]
    assert sorted(found) == sorted(
        paired + [tournament.player[player].name[:5] for player, _ in tournament.round(2).byes]
    )


def starts_of(page: PageObject) -> dict[str, float]:
    """Return for each text its distance in points from the left edge."""
    found: dict[str, float] = {}

    def see(text: str, cm: list[float], tm: list[float], *rest: object) -> None:
        found.setdefault(text.strip(), cm[4] + cm[0] * tm[4])

    page.extract_text(visitor_text=see)
    return found


@pytest.mark.parametrize(("rounds", "wide"), [(3, False), (9, True)])
def test_a_crosstable_lies_as_its_page_says_and_all_of_it_is_on_the_paper(
    rounds: int, wide: bool
) -> None:
    made = as_pdf(view("crosstable", large(12, rounds), rounds), Language.EN)
    (sheet,) = PdfReader(BytesIO(made)).pages
    assert (sheet.mediabox.width > sheet.mediabox.height) is wide
    places = starts_of(sheet)
    assert places["Name"] > MM
    assert max(places.values()) < sheet.mediabox.width - 12 * MM


def test_many_columns_are_printed_smaller() -> None:
    def scale_of(rounds: int) -> float:
        columns = (
            Column("name", "Name", shrinks=True),
            *(Column(f"{k}", "heading") for k in range(rounds)),
        )
        table = Table("t", ("Open", "Many"), columns, ((text_cell("A name"),) * (rounds + 1),))
        data = json.loads(page_data(Document("t", table.title, (table,)), Language.EN))
        return float(data["blocks"][0]["table"]["scale"])

    assert scale_of(5) == 1
    assert scale_of(20) < scale_of(15) < 1


@pytest.mark.parametrize("rounds", [15, 17, 19])
def test_names_keep_their_room_beside_many_rounds(rounds: int) -> None:
    made = as_pdf(view("crosstable", large(24, rounds), rounds), Language.EN)
    places = starts_of(PdfReader(BytesIO(made)).pages[0])
    assert places["Rating"] - places["Name"] > 25 * MM


def test_white_and_black_have_equal_room() -> None:
    data = json.loads(page_data(view("pairings-by-board", evil(), 2), Language.EN))
    columns = data["blocks"][0]["table"]["columns"]
    assert sorted(one["width"] for one in columns if one["width"] > 0) == [1, 1]


def test_the_prizes_on_paper() -> None:
    (text,) = printed("prizes", with_prizes(large(12, 3)), 3, Language.IT)
    assert "Premi dopo il turno 3" in text
    assert "Premi 1150,00 EUR = pagati" in text


def test_a_name_stays_a_name() -> None:
    text = "".join(printed("pairings-by-board", evil(), 2))
    assert "Open </style><img src" in text
    assert "<script>" in text


@pytest.mark.parametrize("name", ["players", "name-cards"])
def test_what_looks_like_a_program_is_printed_literally(name: str) -> None:
    evil_names = (READ, "*b* _i_ $x^2$ -- `c`", "#panic() \\u{41}", 'a" + read("x") + "')
    tournament = players(*evil_names)
    named = replace(tournament, settings=replace(tournament.settings, name=READ))
    text = "\n".join(printed(name, named))
    for one in evil_names:
        assert one in text
    assert "root:" not in text


@pytest.mark.parametrize("path", ["/etc/passwd", "../../../../../../etc/passwd", "{program}"])
def test_the_program_of_a_page_can_read_no_file(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "page.typ"
    program.write_text(f'#read("{path.format(program=program.as_posix())}")')
    monkeypatch.setattr(pdf, "PROGRAM", program)
    with pytest.raises(RuntimeError, match=r"file not found|escape the project root"):
        pdf_of("{}")


def fonts_in(made: bytes) -> dict[str, TTFont | CFFFontSet]:
    """Return the fonts in a PDF by name, with the letters that are used."""
    found: dict[str, TTFont | CFFFontSet] = {}
    for page in PdfReader(BytesIO(made)).pages:
        for one in page["/Resources"]["/Font"].values():  # type: ignore[index]
            (font,) = one.get_object()["/DescendantFonts"]
            about = font.get_object()["/FontDescriptor"].get_object()
            name = str(font.get_object()["/BaseFont"]).partition("+")[2]
            if "/FontFile2" in about:
                found[name] = TTFont(BytesIO(about["/FontFile2"].get_object().get_data()))
            else:
                found[name] = CFFFontSet()
                data = about["/FontFile3"].get_object().get_data()
                found[name].decompile(BytesIO(data), None)
    return found


def test_chinese_names_bring_their_font_into_the_file() -> None:
    made = as_pdf(view("players", players("王小明")), Language.EN)
    fonts = fonts_in(made)
    (chinese,) = (font for name, font in fonts.items() if name.startswith("NotoSansCJKsc"))
    letters = list(chinese[0].CharStrings.values())
    assert len(letters) == 1 + len("王小明"), "and the box for letters that are missing"
    for letter in letters:
        pen = RecordingPen()
        letter.draw(pen)
        assert len(pen.value) >= 5, "lines are drawn"


def test_arabic_names_run_from_right_to_left_and_their_letters_join() -> None:
    name = SCRIPTS["Arabic"]
    made = as_pdf(view("players", players(name)), Language.EN)
    (text,) = pages_of(made)
    assert " ".join(reversed(name.split())) in text, "read from the left, the last word is first"
    alone = as_pdf(view("players", players(" ".join(name.replace(" ", "")))), Language.EN)

    def shapes(file: bytes) -> int:
        (font,) = (font for name, font in fonts_in(file).items() if "Arabic" in name)
        return int(font["maxp"].numGlyphs)

    assert shapes(made) > shapes(alone), "a letter has other shapes at other places of a word"


def test_letters_that_no_font_has_do_not_stop_the_page() -> None:
    text = "".join(printed("players", players("ខ្មែរ", "Anna")))
    assert "Anna" in text
    assert "ខ្មែរ" not in text


@pytest.mark.parametrize("odd", ["\ud800", "\x00\x1b\x7f", "\U0010ffff", "a\nb\tc", "x" * 400, ""])
def test_any_text_makes_a_page(odd: str) -> None:
    pages = printed("players", players(f"A {odd} Z", "Other"))
    assert len(pages) == 1
    assert "Other" in pages[0]


def test_slips_with_reasons_have_a_picture_for_each_player() -> None:
    tournament = large(6, 2)
    first, *others = tournament.players
    odd = replace(first, name='<b> & "\uffff\ud800')
    document = view("why-slips", replace(tournament, players=(odd, *others)), 2)
    pages = PdfReader(BytesIO(as_pdf(document, Language.EN))).pages
    assert [len(re.findall(r"Table \d", page.extract_text())) for page in pages] == [2, 1]
    assert "<b> &" in "".join(page.extract_text() for page in pages)
    assert pages[0].extract_text().count("3 players, 1 point") == 2, "in the pictures of board 1"


def test_the_fullest_slips_keep_within_half_a_page_and_can_be_read() -> None:
    """Each slip is on a sheet of its own, with all its text in the upper half."""
    title = ("A tournament with a rather long name", "Round 6", "2026-08-24")
    smallest = set()
    for slip in fullest_slips(12):
        document = Document("why-slips", title, (Slips((slip,), 2),))
        (page,) = PdfReader(BytesIO(as_pdf(document, Language.EN))).pages
        placed = list(letters_of(page))
        assert min(y for y, _ in placed) > A4_HEIGHT / 2 + MARGIN, slip.reasons
        smallest.add(min(size for _, size in placed))
    assert min(smallest) > 4.2, "places in the order, the smallest letters of a picture"
    assert len(smallest) > 1, "a picture is as large as the answers allow"


def letters_of(page: PageObject) -> Iterator[tuple[float, float]]:
    """Yield the distance of letters from the lower edge, and their size, in points."""
    found: list[tuple[float, float]] = []

    def see(text: str, cm: list[float], tm: list[float], font: object, size: float) -> None:
        if text.strip():
            found.append((cm[5] + cm[3] * tm[5], abs(cm[3] * tm[3] * size)))

    page.extract_text(visitor_text=see)
    return iter(found)


def test_a_reason_longer_than_a_page_is_printed_to_its_end() -> None:
    long = " ".join(f"word{number}" for number in range(2000))
    columns = (Column("round", "Round", right=True), Column("reason", "Reason", wraps=True))
    table = Table(
        "audit", ("Open", "Audit"), columns, ((text_cell("1"), text_cell(long)),), (long,)
    )
    text = " ".join(pages_of(as_pdf(Document("audit", table.title, (table,)), Language.EN)))
    assert text.count("word1999") == 2


def test_the_same_page_is_the_same_file() -> None:
    document = view("players", players("Anna", "Ben"))
    assert as_pdf(document, Language.IT) == as_pdf(document, Language.IT)
