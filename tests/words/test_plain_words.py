"""Plain words: a player is never he, and what was put better once does not come back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.catalogue import LOCALE
from tools.po import read_po

ROOT = Path(__file__).resolve().parents[2]
ITALIAN = LOCALE / "it" / "LC_MESSAGES" / "crivello.po"
HE = re.compile(r"\b(he|him|his|himself)\b", re.IGNORECASE)
IN_ENGLISH = re.compile(
    r"take it over|look at it|second place|numbers that no table has|the given of|"
    r"\bplays? on\b|\bso many\b|\bbe told\b|it is open whether|deny as few|"
    r"\bnot told\b|who had no game, he|by turns|\bthe birth\b|the board of .* why",
    re.IGNORECASE,
)
IN_ITALIAN = re.compile(
    r"riprendilo|nella bracket|\bin scacchiera [0-9{]|fogliett|vicearbitr|per la valutazione",
    re.IGNORECASE,
)


def sentences() -> Iterator[tuple[str, str]]:
    """Each sentence and its translation; both forms where there are two."""
    for (one, many), entry in read_po(ITALIAN.read_text(encoding="utf-8")).items():
        yield f"{one} {many or ''}", " ".join(entry.forms)


def test_no_sentence_calls_a_player_he() -> None:
    assert [english for english, _ in sentences() if HE.search(english)] == []


def test_no_page_calls_a_player_he() -> None:
    found = []
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        if not page.name.endswith(".es.md"):  # Spanish, where the word is another one
            lines = page.read_text(encoding="utf-8").splitlines()
            found += [(page.name, line) for line in lines if HE.search(line)]
    assert found == []


def test_no_source_calls_a_player_he() -> None:
    """Names and comments are read too."""
    found = []
    for room in ("src", "tests", "tools", "bench", "fuzz"):
        for file in (ROOT / room).rglob("*"):
            known = file.suffix in (".py", ".html", ".js", ".typ")
            if known and file.name not in ("htmx.min.js", Path(__file__).name):
                lines = file.read_text(encoding="utf-8").splitlines()
                found += [(file.name, line) for line in lines if HE.search(line)]
    assert found == []


def test_words_that_were_replaced_stay_replaced() -> None:
    assert [english for english, _ in sentences() if IN_ENGLISH.search(english)] == []
    assert [italian for _, italian in sentences() if IN_ITALIAN.search(italian)] == []


@pytest.mark.parametrize("said", ["Has he come?", "HIS game", "it hurts him"])
def test_the_search_finds_what_it_looks_for(said: str) -> None:
    assert HE.search(said)
    assert not HE.search("the player, their game, this, when, the history")
