"""Every printed page in every format, from a report file and at each stage of a tournament."""

from __future__ import annotations

from pathlib import Path

import pytest

from crivello.cli.commands import PAGE_FORMS
from crivello.reports.pages import PAGES
from tests.cli.desk.conftest import At
from tests.cli.desk.prepared import desk

BAD_REQUEST = 3
PRIZES = 'currency = "EUR"\n[[list]]\nname = "Open"\nprizes = [500, 300]\n'
BEGINNINGS = {"xlsx": b"PK", "pdf": b"%PDF", "html": b"<!doctype html"}
EXAMPLE = Path(__file__).parents[3] / "src/crivello/examples/before-round-4.trf"


def is_written(folder: Path, name: str, form: str, *words: str) -> bool:
    """Return True if the page is written; if not, check that the command gives a reason."""
    target = folder / f"page.{form}"
    target.unlink(missing_ok=True)
    prizes = ("--prizes", str(folder / "prizes.toml")) if name == "prizes" else ()
    done = desk(folder, "print", name, *words, "--to", form, "--output", target, *prizes)
    where = (name, form, words, done.err)
    if done.code == 0:
        data = target.read_bytes()
        assert data.lower().startswith(BEGINNINGS.get(form, b"").lower()), where
        assert data, where
        return True
    assert (done.code, done.err != "") == (BAD_REQUEST, True), where
    assert not target.exists(), where
    return False


@pytest.mark.parametrize("stage", ["file", "registered", "playing", "closed"])
def test_every_page_in_every_format(tmp_path: Path, at: At, stage: str) -> None:
    (tmp_path / "prizes.toml").write_text(PRIZES)
    words = (str(EXAMPLE),) if stage == "file" else ()
    if not words:
        at(stage)
    found = {
        (name, form)
        for name in PAGES
        for form in PAGE_FORMS
        if is_written(tmp_path, name, form, *words)
    }
    for name, form in found:
        page = PAGES[name]
        assert page.tabular or form in ("html", "pdf") or (page.form and form == "json")
    if stage == "closed":
        assert {name for name, _ in found} == PAGES.keys()
