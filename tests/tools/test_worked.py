"""The pages of docs/worked are what the program writes now."""

import pytest

from crivello.words import COMPLETE_LANGUAGES, Language
from tools.worked import FOLDER, GENERATE, pages, questions


def test_every_page_is_up_to_date() -> None:
    written = dict(pages())
    assert set(FOLDER.glob("*.md")) == set(written)
    for path, text in written.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run make worked"


@pytest.mark.parametrize("language", COMPLETE_LANGUAGES)
def test_three_questions_of_each_kind(language: Language) -> None:
    page = questions(language)
    for kind in ("--player", "--why-not ", "--why-not-bye", "--why-not-colour", "--edition-diff"):
        asked = [line for line in page.splitlines() if line.startswith("    crivello explain")]
        assert sum(f" {kind}" in line for line in asked) == 3
    assert GENERATE in page
