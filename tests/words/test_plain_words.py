"""Plain words: a player is never "he", and phrases that were replaced do not return."""

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
INSTEAD = {
    "take it over": "accept it",
    "plays on": "continues",
    "play on": "continue",
    "so many": "that many",
    "be told": "be shown, warned or asked",
    "is told": "is shown, warned or asked",
    "are told": "are shown, warned or asked",
    "not told": "not shown",
    "told at once": "shown at once",
    "by turns": "in turn",
    "beside the rules": "outside the rules",
    "the birth": "the date of birth",
    "it is open whether": "it is not decided whether",
}
"""Phrases that a native reader stumbles over, and what to write for them."""
IN_PROSE_TOO = frozenset(INSTEAD) - {"plays on", "play on", "the birth"}
"""Those with a second meaning are looked for in sentences only."""
IN_ENGLISH = re.compile(rf"\b({'|'.join(INSTEAD)})\b", re.IGNORECASE)
ITALIAN_TERMS = {
    "nella bracket": "nel bracket",
    "vicearbitr": "arbitro aggiunto",
    "per la valutazione": "per l'Elo",
    "per forfait": "a forfait",
    "fogliett": "cedola",
}
IN_ITALIAN = re.compile("|".join(ITALIAN_TERMS), re.IGNORECASE)
DISTINGUISHED = re.compile(r"told (?:apart|from|to)\b")


def sentences() -> Iterator[tuple[str, str]]:
    """Yield each sentence and its translation, or both forms of each."""
    for (one, many), entry in read_po(ITALIAN.read_text(encoding="utf-8")).items():
        yield f"{one} {many or ''}", " ".join(entry.forms)


THEY = "a player is `they`, or `the player`"


def test_no_sentence_calls_a_player_he() -> None:
    assert [english for english, _ in sentences() if HE.search(english)] == [], THEY


def test_no_page_calls_a_player_he() -> None:
    found = []
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        if not page.name.endswith(".es.md"):  # Spanish, where the word is another one
            lines = page.read_text(encoding="utf-8").splitlines()
            found += [(page.name, line) for line in lines if HE.search(line)]
    assert found == [], THEY


def test_no_source_calls_a_player_he() -> None:
    """Names and comments are read too."""
    found = []
    for folder in ("src", "tests", "tools", "bench", "fuzz"):
        for file in (ROOT / folder).rglob("*"):
            known = file.suffix in (".py", ".html", ".js", ".typ")
            if known and not file.name.endswith(".min.js") and file.name != Path(__file__).name:
                lines = file.read_text(encoding="utf-8").splitlines()
                found += [(file.name, line) for line in lines if HE.search(line)]
    assert found == [], THEY


def test_words_that_were_replaced_stay_replaced() -> None:
    found = [english for english, _ in sentences() if IN_ENGLISH.search(english)]
    found += [italian for _, italian in sentences() if IN_ITALIAN.search(italian)]
    assert found == [], f"write instead: {INSTEAD | ITALIAN_TERMS}"


def prose() -> Iterator[Path]:
    """Yield hand-written pages, and the source with its docstrings, comments and templates."""
    yield from (ROOT / "README.md", ROOT / "CONTRIBUTING.md")
    for page in (ROOT / "docs").rglob("*.md"):
        if page.parent.name != "worked" and not page.name.endswith((".it.md", ".es.md")):
            yield page
    for ending in ("*.py", "*.html"):
        yield from (ROOT / "src").rglob(ending)


def replaced_in(text: str) -> list[str]:
    """Return the replaced phrases in a text, including those split across lines or comment
    lines.
    """
    plain = " ".join(text.lower().replace("\n#", "\n").split()).replace(" # ", " ")
    if "told " in plain:
        plain = DISTINGUISHED.sub("", plain)
    near = [words for words in IN_PROSE_TOO if words in plain]  # much faster than to search at once
    return [words for words in near if re.search(rf"\b{words}\b", plain)]


def test_words_that_were_replaced_do_not_come_back_in_prose() -> None:
    found = {
        file.relative_to(ROOT).as_posix(): words
        for file in prose()
        if (words := replaced_in(file.read_text(encoding="utf-8")))
    }
    assert found == {}, f"write instead: {INSTEAD}"


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
    """Packages return a `Remedy`, and each interface names the command or the button."""
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
