"""Plain words: a player is never he, and what was put better once does not come back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from crivello.cli.commands import COMMANDS
from crivello.words.po import read_po
from tools.catalogue import LOCALE, collect_here

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
    r"riprendilo|nella bracket|\bin scacchiera [0-9{]|fogliett|vicearbitr|per la valutazione|"
    r"variazion[ei] di rating|\bper forfait\b",
    re.IGNORECASE,
)
REPLACED = (
    *("take it over", "numbers that no table has", "the given of", "deny as few", "so many"),
    *("be told", "not told", "is told", "are told", "told at once", "it is open whether"),
    *("who had no game, he", "by turns", "beside the rules", "of which it is", "dearest"),
    *("does not fit; it is", "the side named first first"),
)
"""What must not come back in prose either."""
DISTINGUISHED = re.compile(r"told (?:apart|from|to)\b")


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


def prose() -> Iterator[Path]:
    """Pages that people write, and the source with its docstrings, comments and templates."""
    yield from (ROOT / "README.md", ROOT / "CONTRIBUTING.md")
    for page in (ROOT / "docs").rglob("*.md"):
        if page.parent.name != "worked" and not page.name.endswith((".it.md", ".es.md")):
            yield page
    for ending in ("*.py", "*.html"):
        yield from (ROOT / "src").rglob(ending)


def replaced_in(text: str) -> list[str]:
    """Also over the end of a line, and of a comment that goes on."""
    plain = " ".join(text.lower().replace("\n#", "\n").split()).replace(" # ", " ")
    if "told " in plain:
        plain = DISTINGUISHED.sub("", plain)
    near = [words for words in REPLACED if words in plain]  # much faster than to search at once
    return [words for words in near if re.search(rf"\b{words}\b", plain)]


def test_words_that_were_replaced_do_not_come_back_in_prose() -> None:
    found = {
        file.relative_to(ROOT).as_posix(): words
        for file in prose()
        if (words := replaced_in(file.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize("said", ["by\n    # turns", "There are so many.", "It is not\ntold."])
def test_the_search_of_prose_finds_what_it_looks_for(said: str) -> None:
    assert replaced_in(said)
    assert not replaced_in("They are told apart; also many cannot be told from others.")


OF_THE_COMMAND_LINE = re.compile(rf"(?<![\w-])--[a-z]|\bcrivello ({'|'.join(COMMANDS)})\b")
IN_A_TERMINAL = {
    "engine/call.py": "the words by which other programs call",
    "web/network/addresses.py": "said before there is a page, as the next two",
    "web/server.py": "",
    "web/service/start.py": "",
    "web/advice.py": "remedies that no page has",
}


def test_rooms_name_no_command_and_no_option() -> None:
    """They hand over a `Remedy`, and each door says what to type or where to press."""
    found = [
        (place, one)
        for (one, many), places in collect_here().sentences.items()
        for place in places
        if not place.startswith("cli/") and place not in IN_A_TERMINAL
        if OF_THE_COMMAND_LINE.search(f"{one} {many or ''}")
    ]
    assert found == []


@pytest.mark.parametrize("said", ["Has he come?", "HIS game", "it hurts him"])
def test_the_search_finds_what_it_looks_for(said: str) -> None:
    assert HE.search(said)
    assert not HE.search("the player, their game, this, when, the history")
