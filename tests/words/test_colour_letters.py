"""Colours are W and B, as in the handbooks; with `--letters local` B and N in Italian.

Programs read W and B in any case.
"""

from __future__ import annotations

import re

import pytest

from crivello.explain.editions import explain_edition_diff
from crivello.explain.render import as_html, as_text
from crivello.model.sentence import ColourLetters, Sentence
from crivello.reports.pages import page
from crivello.reports.subject import Subject
from crivello.systems.registry import find
from crivello.words import Language, say
from tests.cli.calling import EXAMPLE, call
from tests.support.small import small
from tests.systems.dubov.cases import worked_tournament

EN, IT = Language.EN, Language.IT
LETTERS = re.compile(r"(?<![^\W\d])(?:[WBN]+[wbn]?|[wbn])(?=[↓↑+=\-\s.,;:)<]|$)")
"""After a number or alone, such as in ``8W+``, ``5Bb↓``, ``(w)`` and ``WBW``; not in ``PAB``."""
IN_ITALIAN = str.maketrans("WBwb", "BNbn")
TAGS = re.compile(r"<style.*?</style>|<[^>]*>", re.DOTALL)
NUMBER = re.compile(r"\bN\.")
"""The Italian heading of numbers."""


@pytest.fixture
def local(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRIVELLO_LETTERS", "local")


def check(english: str, italian: str, least: int = 20) -> None:
    """Check that both texts have the same colours, each in its letters; the texts may be HTML."""
    english, italian = (TAGS.sub(" ", text) for text in (english, italian))
    found = LETTERS.findall(english)
    assert len(found) >= least
    assert {letter for text in found for letter in text} <= set("WBwb")
    assert LETTERS.findall(NUMBER.sub("", italian)) == [
        text.translate(IN_ITALIAN) for text in found
    ]


@pytest.mark.parametrize("letters", ["WBW", "Ww↓", "(B)", "b", ""])
def test_letters_inside_a_sentence(letters: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = Sentence("{colours}", colours=ColourLetters(letters))
    assert say(sentence, EN) == say(sentence, IT) == letters
    monkeypatch.setenv("CRIVELLO_LETTERS", "local")
    assert say(sentence, EN) == letters
    assert say(sentence, IT) == letters.translate(IN_ITALIAN)
    assert ColourLetters(letters).plain == letters


@pytest.mark.parametrize(
    ("command", "least"),
    [
        (("crosstable", EXAMPLE), 39),
        (("print", "crosstable", EXAMPLE, "--to", "text"), 39),
        (("print", "crosstable", EXAMPLE, "--to", "html"), 39),
        (("card", EXAMPLE), 39),
        (("print", "cards", EXAMPLE, "--to", "html"), 39),
        (("print", "aro", EXAMPLE, "--to", "text"), 14),
        (("explain", EXAMPLE, "--round=4"), 40),
        (("explain", EXAMPLE, "--round=4", "--full", "--to", "html"), 40),
        (("explain", EXAMPLE, "--round=4", "--player", "5", "--depth", "arbiter"), 2),
        (("teach", "bracket", EXAMPLE, "--bracket", "1"), 2),
    ],
    ids=lambda one: " ".join(map(str, one[:2])) if isinstance(one, tuple) else str(one),
)
def test_commands(command: tuple[str, ...], least: int) -> None:
    said = [
        call(*command, "--letters", "local", "--lang", language.value, COLUMNS="300")
        for language in (EN, IT)
    ]
    assert [one.code for one in said] == [0, 0], [one.err for one in said]
    check(said[0].out, said[1].out, least)
    handbook = call(*command, "--lang", "it", COLUMNS="300").out
    handbook = NUMBER.sub("", TAGS.sub(" ", handbook))
    assert LETTERS.findall(TAGS.sub(" ", said[0].out)) == LETTERS.findall(handbook)


@pytest.mark.usefixtures("local")
def test_the_list_of_aros_as_a_page() -> None:
    subject = Subject.of_tournament(worked_tournament(), "dubov-2018")
    check(page("aro", subject, 3, EN), page("aro", subject, 3, IT))


@pytest.mark.usefixtures("local")
def test_two_editions() -> None:
    """A player without a game prefers no colour in one edition, and Black in the other."""
    told = explain_edition_diff(find("dutch-2017"), find("dubov-2018"), small(4, ""), 1)
    assert "is – under" in as_text(told, EN)
    check(as_text(told, EN), as_text(told, IT), least=1)
    check(as_html(told, EN), as_html(told, IT), least=1)


def test_programs_read_the_same_in_every_language() -> None:
    commands = (
        ("crosstable", EXAMPLE, "--json"),
        ("print", "crosstable", EXAMPLE, "--to", "csv"),
        ("print", "aro", EXAMPLE, "--to", "csv"),
    )
    for command in commands:
        english, italian = (call(*command, "--lang", one.value).out for one in (EN, IT))
        assert english == italian
    cards = [
        re.findall(r'"card": "[^"]*"', call("explain", EXAMPLE, "--json", "--lang", one.value).out)
        for one in (EN, IT)
    ]
    assert cards[0] == cards[1] != []


def test_letters_that_do_not_exist() -> None:
    refused = call("systems", "--letters", "locals")
    assert refused.code != 0
    assert "Did you mean local?" in refused.err
