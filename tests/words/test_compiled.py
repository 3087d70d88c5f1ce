"""The compiled catalogue next to a `.po` file, which a clone makes when it is first run."""

import os
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest

from crivello.words import catalogue
from crivello.words.po import Key, Translation, compile_mo, read_header, read_po, write_po

HEADER = {
    "Language": "it",
    "Content-Type": "text/plain; charset=UTF-8",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
}
ENTRIES = {
    ("It is {time}.", None): Translation(("È {time}.",)),
    ("one bye", "{count} byes"): Translation(("un bye", "{count} bye")),
}


@pytest.fixture
def po(tmp_path: Path) -> Path:
    path = tmp_path / "crivello.po"
    path.write_text(write_po(HEADER, ENTRIES), encoding="utf-8")
    return path


def said(po: Path, sentence: str) -> str:
    return GNUTranslations(BytesIO(catalogue.compiled_form(str(po)))).gettext(sentence)


def test_python_reads_it() -> None:
    italian = GNUTranslations(BytesIO(compile_mo(HEADER, ENTRIES)))
    assert italian.gettext("It is {time}.") == "È {time}."
    assert italian.ngettext("one bye", "{count} byes", 1) == "un bye"
    assert italian.ngettext("one bye", "{count} byes", 3) == "{count} bye"


def test_a_missing_one_is_made_and_kept(po: Path) -> None:
    assert said(po, "It is {time}.") == "È {time}."
    mo = po.with_suffix(".mo")
    assert mo.read_bytes() == compile_mo(HEADER, ENTRIES)
    assert sorted(po.parent.iterdir()) == [mo, po], "nothing unfinished is left"


def test_one_that_is_up_to_date_is_read(po: Path) -> None:
    catalogue.compiled_form(str(po))
    mo, other = po.with_suffix(".mo"), Translation(("Sono le {time}.",))
    mo.write_bytes(compile_mo(HEADER, {("It is {time}.", None): other}))
    os.utime(mo, ns=(po.stat().st_mtime_ns,) * 2)
    assert said(po, "It is {time}.") == "Sono le {time}."


@pytest.mark.parametrize("later", [60, -60], ids=["newer", "older, as a copy may be"])
def test_one_of_another_state_of_the_catalogue_is_made_again(po: Path, later: int) -> None:
    catalogue.compiled_form(str(po))
    changed = po.stat().st_mtime_ns + later * 10**9
    po.write_text(po.read_text("utf-8").replace("È {time}.", "Sono le {time}."), "utf-8")
    os.utime(po, ns=(changed, changed))
    assert said(po, "It is {time}.") == "Sono le {time}."


def test_where_nothing_can_be_written_it_is_compiled_for_this_process(po: Path) -> None:
    po.with_suffix(".mo").mkdir()  # replaced by no file, not even by root's
    os.utime(po.with_suffix(".mo"), (0, 0))
    assert said(po, "It is {time}.") == "È {time}."
    assert sorted(po.parent.iterdir()) == [po.with_suffix(".mo"), po]


def test_an_installed_package_has_the_compiled_one_only(po: Path) -> None:
    catalogue.compiled_form(str(po))
    po.unlink()
    assert said(po, "It is {time}.") == "È {time}."


@pytest.mark.parametrize(
    "entry", [Translation(("",)), Translation(()), Translation(("È {time}.",), fuzzy=True)], ids=str
)
def test_what_is_not_translated_or_not_confirmed_is_shown_in_english(entry: Translation) -> None:
    found = GNUTranslations(BytesIO(compile_mo(HEADER, {("It is {time}.", None): entry})))
    assert found.gettext("It is {time}.") == "It is {time}."


def test_a_translation_that_lacks_a_form_is_shown_in_english() -> None:
    entries: dict[Key, Translation] = {("one bye", "{count} byes"): Translation(("un bye", ""))}
    found = GNUTranslations(BytesIO(compile_mo(HEADER, entries)))
    assert [found.ngettext("one bye", "{count} byes", n) for n in (1, 2)] == [
        "one bye",
        "{count} byes",
    ]


def test_the_header_is_read() -> None:
    assert read_header(write_po(HEADER, ENTRIES)) == HEADER
    assert read_po(write_po(HEADER, ENTRIES)) == ENTRIES
