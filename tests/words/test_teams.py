"""Sentences about teams that correspond to sentences about players."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from crivello.model.sentence import Template
from crivello.words import Language, translator
from crivello.words.po import read_po
from crivello.words.teams import OF_TEAMS
from tools.catalogue import LOCALE

SAID = read_po((LOCALE / "it" / "LC_MESSAGES" / "crivello.po").read_text(encoding="utf-8"))
FIELD = re.compile(r"\{[^}]*\}")


def forms(template: Template) -> tuple[str, ...]:
    return (template,) if isinstance(template, str) else template


@pytest.mark.parametrize("template", OF_TEAMS)
def test_what_is_said_of_teams_has_the_same_values(template: Template) -> None:
    own, other = forms(template), forms(OF_TEAMS[template])
    assert len(own) == len(other)
    for one, two in zip(own, other, strict=True):
        assert {field for _, field, _, _ in Formatter().parse(one)} == {
            field for _, field, _, _ in Formatter().parse(two)
        }
        assert "player" not in FIELD.sub("", two).lower()


@pytest.mark.parametrize("template", OF_TEAMS)
def test_each_is_said_somewhere_of_players(template: Template) -> None:
    """Otherwise the original sentence was changed, and the catalogue lacks the one about teams."""
    one, *many = forms(template)
    assert (one, many[0] if many else None) in SAID


def test_a_translator_says_them_only_of_teams() -> None:
    words = translator(Language.IT)
    template = ("One player has withdrawn.", "{count} players have withdrawn.")
    assert words.say(template, count=2) == "2 giocatori si sono ritirati."
    assert words.of_teams().say(template, count=2) == "2 squadre si sono ritirate."
    assert words.of_teams().of_teams(False).say(template, count=2) == words.say(template, count=2)
