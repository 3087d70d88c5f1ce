"""PDFs read back: heads repeat, no row is lost or split, and nothing is fetched."""

from __future__ import annotations

import re
import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from crivello.reports.exports import as_pdf
from crivello.reports.pages import page
from crivello.reports.subject import Choice
from crivello.words import Language
from tests.reports.pages_read import evil, large, with_prizes

pytestmark = pytest.mark.pdf


def dot() -> bytes:
    """The smallest picture there is: one black point."""
    parts = {
        b"IHDR": struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0),
        b"IDAT": zlib.compress(b"\0\0"),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts.items()
    )


def pages_of(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def test_a_long_table_repeats_its_head_and_keeps_its_rows() -> None:
    tournament = large(130, 2)
    pages = pages_of(as_pdf(page("standings", tournament, 2, Language.IT)))
    assert len(pages) > 2
    for number, text in enumerate(pages, start=1):
        assert "Nome" in text
        assert f"Pagina {number} di {len(pages)}" in text
    found = re.findall(r"N\d{4}", "".join(pages))
    assert sorted(found) == sorted(player.name[:5] for player in tournament.players)


def test_slips_fill_their_sheets() -> None:
    tournament = large(14, 2)
    assert len(tournament.round(1).games) == 7
    pages = pages_of(as_pdf(page("slips", tournament, 1, choice=Choice(per_page=3))))
    assert [re.findall(r"Board (\d+)", text) for text in pages] == [
        ["1", "4", "7"],
        ["2", "5"],
        ["3", "6"],
    ]
    pages = pages_of(as_pdf(page("slips", tournament, 1, choice=Choice(per_page=2))))
    assert [len(re.findall(r"Board \d+", text)) for text in pages] == [2, 2, 2, 1]


def test_cards_are_not_broken_over_pages() -> None:
    tournament = large(12, 7)
    pages = pages_of(as_pdf(page("cards", tournament, 7)))
    assert len(pages) > 1
    for text in pages:
        assert text.count("Opponent") == text.count("Score after round 7")
    assert len(pages_of(as_pdf(page("name-cards", tournament)))) == 6


def test_a_hundred_boards_on_paper() -> None:
    tournament = large(200, 2)
    pages = pages_of(as_pdf(page("pairings-by-board", tournament, 2)))
    games = tournament.round(2).games
    assert 3 <= len(pages) <= 4
    assert all("White" in text and "Black" in text for text in pages)
    found = re.findall(r"N\d{4}", "".join(pages))
    paired = [tournament.player[player].name[:5] for g in games for player in (g.white, g.black)]
    assert sorted(found) == sorted(
        paired + [tournament.player[player].name[:5] for player, _ in tournament.round(2).byes]
    )


def test_nothing_is_fetched(tmp_path: Path) -> None:
    from weasyprint import HTML  # type: ignore[import-untyped]

    picture = tmp_path / "dot.png"
    picture.write_bytes(dot())
    text = f'<p>before<img src="{picture.as_uri()}">after'
    assert len(PdfReader(BytesIO(HTML(string=text).write_pdf())).pages[0].images) == 1
    (made,) = PdfReader(BytesIO(as_pdf(text))).pages
    assert len(made.images) == 0
    assert "before" in made.extract_text()


def test_the_prizes_on_paper() -> None:
    (text,) = pages_of(as_pdf(page("prizes", with_prizes(large(12, 3)), 3, Language.IT)))
    assert "Premi dopo il turno 3" in text
    assert "Premi 1150,00 EUR = pagati" in text


def test_a_name_stays_a_name() -> None:
    text = "".join(pages_of(as_pdf(page("pairings-by-board", evil(), 2))))
    assert "Open </style><img src" in text
    assert "<script>" in text
