"""The letters of the PDFs: the same on every computer, for all scripts; missing ones are listed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader
from pypdf.generic import ContentStream, DictionaryObject

from crivello.formats.trf import write_trf
from crivello.model.errors import Unsupported
from crivello.reports.event_archive import gaps
from crivello.reports.pages import view
from crivello.reports.pdf import as_pdf, page_data
from crivello.reports.subject import Subject
from crivello.reports.typefaces import (
    FAMILY,
    FOLDER,
    OWN,
    chosen_typefaces,
    find_unprintable,
    own_families,
    read_letters,
    texts_of_page,
)
from crivello.words import Language
from tests.cli.calling import call
from tests.reports.all_prints import documents
from tests.reports.pages_read import SCRIPTS, players

KHMER = "ខ្មែរ"


# The same everywhere


@pytest.fixture
def other_fonts(tmp_path: Path) -> Path:
    """Two fonts that would change every page: ours with wide letters, under two names."""
    folder = tmp_path / "other fonts"
    folder.mkdir()
    for name in ("Noto Sans", "Liberation Sans"):
        font = TTFont(OWN / "NotoSans-Regular.ttf")
        widths = font["hmtx"].metrics
        for glyph, (advance, bearing) in widths.items():
            widths[glyph] = (2 * advance, bearing)
        for number in (1, 4, 16):
            font["name"].setName(name, number, 3, 1, 0x409)
        font.save(folder / f"{name}.ttf")
    return folder


def configuration(tmp_path: Path, folder: Path) -> Path:
    """Return the file that limits programs on Linux to the fonts of this folder."""
    file = tmp_path / f"{folder.name}.conf"
    file.write_text(f"<?xml version='1.0'?><fontconfig><dir>{folder}</dir></fontconfig>")
    return file


def prints(*before: str, **environment: str) -> Any:
    """Return the output of `all_prints`, run by the command `before` in this environment."""
    words = [*before, sys.executable, "-m", "tests.reports.all_prints"]
    given = {name: value for name, value in os.environ.items() if not name.startswith("CRIVELLO_")}
    done = subprocess.run(words, env=given | environment, capture_output=True, check=True)
    return json.loads(done.stdout)


def test_a_page_is_the_same_file_whatever_fonts_the_system_has(
    tmp_path: Path, other_fonts: Path
) -> None:
    empty = tmp_path / "no fonts"
    empty.mkdir()
    usual = prints()
    bare = prints(FONTCONFIG_FILE=str(configuration(tmp_path, empty)))
    other = prints(
        FONTCONFIG_FILE=str(configuration(tmp_path, other_fonts)),
        TYPST_FONT_PATHS=str(other_fonts),
    )
    assert bare["system"] == []
    assert other["system"] == ["Liberation Sans", "Noto Sans"]
    assert len(usual["made"]) == 12
    assert usual["made"] == bare["made"] == other["made"]


@pytest.mark.mount
def test_a_page_is_the_same_file_where_the_folders_of_fonts_are_others(
    tmp_path: Path, other_fonts: Path
) -> None:
    """In a mount namespace /usr/share/fonts is another folder for the process."""
    Path("/usr/share/fonts").mkdir(exist_ok=True)
    empty = tmp_path / "no fonts"
    empty.mkdir()
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}

    def with_folder(folder: Path) -> Any:
        mount = 'mount --bind "$0" /usr/share/fonts && exec "$@"'
        return prints("unshare", "-m", "sh", "-c", mount, str(folder), **home)

    bare, other = with_folder(empty), with_folder(other_fonts)
    assert "Noto Sans" not in bare["system"]
    assert "Noto Sans" in other["system"]
    assert prints()["made"] == bare["made"] == other["made"]


# All scripts


def glyphs_of(made: bytes) -> Iterator[int]:
    """Yield the numbers of all glyphs in a PDF; 0 is the box for a letter that no font has."""
    reader = PdfReader(BytesIO(made))

    def walk(stream: Any, resources: Any) -> Iterator[int]:
        for operands, operator in ContentStream(stream, reader).operations:
            if operator in (b"Tj", b"TJ"):
                shown = operands[0] if operator == b"TJ" else operands
                for text in shown:
                    code = getattr(text, "original_bytes", b"")
                    yield from (int.from_bytes(code[at : at + 2]) for at in range(0, len(code), 2))
        for one in resources.get("/XObject", DictionaryObject()).values():
            drawn = one.get_object()
            if drawn["/Subtype"] == "/Form":
                yield from walk(drawn, drawn.get("/Resources", DictionaryObject()).get_object())

    for page in reader.pages:
        yield from walk(page.get_contents(), page["/Resources"].get_object())


def fonts_of(made: bytes) -> set[str]:
    """Return the names of the fonts in a PDF."""
    return {
        str(one.get_object()["/BaseFont"]).partition("+")[2].removesuffix("-Identity-H")
        for page in PdfReader(BytesIO(made)).pages
        for one in page["/Resources"]["/Font"].values()  # type: ignore[index]
    }


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize(("page", "weight"), [("players", "Regular"), ("name-cards", "Bold")])
def test_every_script_has_letters_regular_and_bold(script: str, page: str, weight: str) -> None:
    made = as_pdf(view(page, players(SCRIPTS[script])), Language.EN)
    numbers = list(glyphs_of(made))
    assert len(numbers) > len(SCRIPTS[script])
    assert 0 not in numbers
    own = {"Vietnamese": "Latin", "Korean": "CJKsc", "Japanese": "CJKsc", "Chinese": "CJKsc"}
    of_script = own.get(script.removeprefix("Traditional "), script)
    family = "" if of_script in ("Latin", "Greek", "Cyrillic") else of_script
    assert f"NotoSans{family}-{weight}" in fonts_of(made)
    assert find_unprintable([SCRIPTS[script]]) is None


def test_no_page_has_a_box() -> None:
    for document in documents():
        made = as_pdf(document, Language.EN)
        numbers = list(glyphs_of(made))
        assert len(numbers) > 100
        assert 0 not in numbers, document.name
        assert find_unprintable(texts_of_page(page_data(document, Language.EN))) is None


def test_a_letter_that_no_font_has_is_a_box() -> None:
    """This shows that `glyphs_of` would find one."""
    assert 0 in glyphs_of(as_pdf(view("players", players(KHMER)), Language.EN))


def test_our_own_sentences_can_be_printed() -> None:
    locale = Path(OWN.parent.parent, "words", "locale", "it", "LC_MESSAGES", "crivello.po")
    assert find_unprintable(locale.read_text(encoding="utf-8").splitlines()) is None


# What the fonts are


def test_the_fonts_are_those_that_are_listed() -> None:
    listed = tomllib.loads((OWN / "FONTS.toml").read_text(encoding="utf-8"))["asset"]
    assert {font["file"] for font in listed} == {path.name for path in OWN.glob("*.[ot]tf")}
    assert sorted(own_families()) == chosen_typefaces({}).load().families()
    weights: dict[str, set[int]] = {}
    for font in chosen_typefaces({}).load().fonts():
        weights.setdefault(font.family, set()).add(font.weight)
    signs = {"Noto Sans Math", "Noto Sans Symbols 2"}
    assert {name for name, found in weights.items() if found != {400, 700}} == signs


def test_the_fonts_stay_small() -> None:
    """The package is also installed by users who print nothing."""
    size = {path.name: path.stat().st_size for path in OWN.glob("*.[ot]tf")}
    assert sum(size.values()) < 8_500_000
    assert sum(bytes_ for name, bytes_ in size.items() if "CJK" not in name) < 1_500_000


def test_figures_are_of_one_width() -> None:
    for weight in ("Regular", "Bold"):
        font = TTFont(OWN / f"NotoSans-{weight}.ttf")
        letters = font.getBestCmap()
        assert len({font["hmtx"][letters[ord(figure)]][0] for figure in "0123456789"}) == 1


@pytest.mark.parametrize("path", sorted(OWN.glob("*.[ot]tf")), ids=lambda path: path.name)
def test_letters_are_read_from_a_font_as_others_read_them(path: Path) -> None:
    assert read_letters(path) == set(TTFont(path).getBestCmap())


def test_letters_are_read_from_a_collection_of_fonts(tmp_path: Path) -> None:
    from fontTools.ttLib import TTCollection

    collection = TTCollection()
    collection.fonts = [TTFont(OWN / f"NotoSans{name}-Bold.ttf") for name in ("Thai", "Hebrew")]
    collection.save(tmp_path / "two.ttc")
    expected = set().union(*(font.getBestCmap() for font in collection.fonts))
    assert read_letters(tmp_path / "two.ttc") == expected


# The user's own


@pytest.fixture
def with_khmer(tmp_path: Path) -> Path:
    """A folder with a font that has Khmer letters, whose shapes are Thai."""
    folder = tmp_path / "mine"
    folder.mkdir()
    font = TTFont(OWN / "NotoSansThai-Regular.ttf")
    for table in font["cmap"].tables:
        table.cmap = {0x1780 + at: name for at, name in enumerate(table.cmap.values())}
    for number in (1, 4, 6, 16):
        font["name"].setName("Mine", number, 3, 1, 0x409)
    font.save(folder / "mine.ttf")
    return folder


def test_a_folder_of_the_user_adds_letters_and_changes_no_others(
    with_khmer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = view("players", players("Anna"))
    before = as_pdf(anna, Language.EN)
    assert find_unprintable([KHMER]) is not None
    monkeypatch.setenv(FOLDER, str(with_khmer))
    assert find_unprintable([KHMER]) is None
    made = as_pdf(view("players", players(KHMER)), Language.EN)
    assert "Mine" in fonts_of(made)
    assert 0 not in glyphs_of(made)
    assert as_pdf(anna, Language.EN) == before


def test_a_family_of_the_user_comes_first(
    tmp_path: Path, other_fonts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = view("players", players("Anna"))
    before = as_pdf(document, Language.EN)
    monkeypatch.setenv(FOLDER, str(other_fonts))
    monkeypatch.setenv(FAMILY, "Liberation Sans")
    assert as_pdf(document, Language.EN) != before
    assert chosen_typefaces().families[:2] == ["Liberation Sans", "Noto Sans"]


def test_settings_that_name_nothing_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="is not a folder"):
        chosen_typefaces({FOLDER: str(tmp_path / "nowhere")})
    with pytest.raises(Unsupported, match="Noto Sans Thai"):
        assert chosen_typefaces({FAMILY: "Nothing"}).families


# What is missing is said


def test_letters_that_no_font_has_are_named_with_their_texts() -> None:
    found = find_unprintable(["Anna", f"Sok {KHMER}", "Żółć", "a\u0301\u200b ﬁ ½"])
    assert found is not None
    assert "ខ (U+1781)" in str(found)
    assert f"They are in: Sok {KHMER}. " in str(found)
    assert "CRIVELLO_FONTS" in str(found)
    many = find_unprintable(chr(0x1780 + at) for at in range(40))
    assert str(many).count("U+") == 12
    assert "…" in str(many)


def test_the_command_line_says_which_letters_cannot_be_printed(tmp_path: Path) -> None:
    file = tmp_path / "t.trf"
    file.write_text(write_trf(players(f"Sok {KHMER}", "Anna"), "trf26"), encoding="utf-8")
    done = call("print", "players", file, "--output", tmp_path / "players.pdf")
    assert done.code == 0
    assert "ខ (U+1781)" in done.err
    assert (tmp_path / "players.pdf").read_bytes().startswith(b"%PDF")
    assert "U+1781" not in call("print", "players", file, "--to", "csv").err
    done = call("print", "players", file, "--to", "pdf", CRIVELLO_FONTS="nowhere")
    assert done.code != 0
    assert "CRIVELLO_FONTS is 'nowhere'" in done.err


def test_the_end_of_an_event_names_them_too() -> None:
    subject = Subject.of_tournament(players(KHMER, "Anna"))
    assert any("U+1781" in str(gap.sentence) for gap in gaps(subject))
    assert not any("U+" in str(gap.sentence) for gap in gaps(Subject.of_tournament(players("A"))))
