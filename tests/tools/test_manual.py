"""The arbiter's manual is in the package, and the page on endorsement names existing files."""

import re
from pathlib import Path

import pytest

from crivello.cli.commands import COMMANDS
from crivello.reports.manual import manual_page, manual_text
from crivello.words import COMPLETE_LANGUAGES, Language
from tests.cli.calling import call
from tools.manual import made

ROOT = Path(__file__).resolve().parents[2]


def test_the_package_has_what_is_made_from_the_documentation() -> None:
    for path, text in made().items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: make manual"


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_every_command_it_names_is_there(language: Language) -> None:
    known = {*COMMANDS, "help"}
    named = re.findall(r"(?:`|    )crivello ([a-z-]+)", manual_text(language))
    assert len(named) > 15
    assert set(named) <= known


def test_both_languages_have_the_same_chapters() -> None:
    texts = [manual_text(language) for language in COMPLETE_LANGUAGES]
    for sign in ("\n## ", "\n| ", "\n- ", "\n1. "):
        assert len({text.count(sign) for text in texts}) == 1, sign


def test_it_is_printed_and_written_as_a_page(tmp_path: Path) -> None:
    assert call("manual").out == manual_text(Language.EN)
    assert call("manual", "--lang", "it").out == manual_text(Language.IT)
    target = tmp_path / "manuale.html"
    done = call("manual", "--lang", "it", "--output", str(target))
    assert (done.code, done.out) == (0, "")
    assert target.read_text(encoding="utf-8") == manual_page(Language.IT)


def test_the_page_on_endorsement_names_tests_that_are_there() -> None:
    page = (ROOT / "docs" / "evidence" / "endorsement.md").read_text(encoding="utf-8")
    path = ""
    checked = 0
    for named in re.findall(r"`((?:tests/[\w/]+(?:\.py)?)?(?:::test_\w+)?)`", page):
        where, _, test = named.partition("::")
        path = where or path
        assert (ROOT / path).exists(), named
        if test:
            text = (ROOT / path).read_text(encoding="utf-8")
            assert re.search(rf"^def {test}\(", text, re.MULTILINE), named
        checked += 1
    assert checked > 40
