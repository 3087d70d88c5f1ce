"""The map of the packages and the index of the articles agree with the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.test_architecture import SUBPACKAGES
from tools import articles, package_map

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_drawing_shows_the_imports_of_today() -> None:
    assert package_map.DRAWING.read_text(encoding="utf-8") == package_map.drawing(), "make generate"


def test_the_table_of_rooms_is_the_one_that_is_held() -> None:
    page = (DOCS / "contribute" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.+`) \|.+\| (.+) \|$", page, re.MULTILINE)
    shown = {
        package: {name.strip() for name in may.split(",")}
        for packages, may in rows
        for package in re.findall(r"`(\w+)`", packages)
    }
    assert list(shown) == [package for package, _ in SUBPACKAGES]
    for package, allowed in SUBPACKAGES:
        if package in ("engine", "front", "static_page"):
            assert shown[package] == {"all above but desk", "store"}
        else:
            expected = {"all above"} if allowed is None else allowed or {"no other package"}
            assert shown[package] == expected, package


def test_every_article_has_code_and_a_test() -> None:
    assert articles.missing() == []


def test_the_index_of_the_articles_is_up_to_date() -> None:
    assert articles.PAGE.read_text(encoding="utf-8") == articles.page(), "make generate"


def test_every_sentence_of_the_general_rules_has_code_and_a_test() -> None:
    assert articles.missing_sentences() == []


def test_the_table_of_the_sentences_is_up_to_date() -> None:
    assert articles.SENTENCES.read_text(encoding="utf-8") == articles.sentences_page()


def test_what_the_tables_name_is_there() -> None:
    """Every named function, class, test and file exists."""
    root = DOCS.parent
    for places in [*articles.index().values(), *articles.sentence_places().values()]:
        for place in [*places.code, *places.tests]:
            path, _, name = place.partition("::")
            assert (root / path).is_file(), place
            assert name.rpartition(".")[2] in (root / path).read_text("utf-8"), place


def test_a_sentence_that_is_not_listed_is_no_sentence() -> None:
    found = articles.sentence_citation().findall("C.04.2.B.3 (4), C.04.2.B.9 (1), Lim: 3.8 (1, 2)")
    assert found == [("C.04.2.B.3", "4"), ("Lim: 3.8", "1, 2")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Dutch 2026: 1.4.2, 1.4.4", {("dutch-2026", "1.4.2"), ("dutch-2026", "1.4.4")}),
        ("Dutch A.6 / 1.7", {("dutch-2017", "A.6"), ("dutch-2026", "1.7")}),
        ("(C.04.2.B.3)", {("c0402", "2.3")}),
        ("C.04.1: 6-7; C.07: 8.1", {("c0401", "6"), ("c0401", "7"), ("c07", "8.1")}),
        ("Lim 5.1.2", {("lim-1999", "5.1")}),
        ("2.5 points", set()),
    ],
)
def test_citations(text: str, found: set[tuple[str, str]]) -> None:
    assert articles.cited(text, (), articles.regulations()) == found


def test_the_paths_that_the_guides_name_are_there() -> None:
    root = DOCS.parent
    for page in [DOCS / "contribute" / "architecture.md", *(DOCS / "guides").glob("*.md")]:
        named = re.findall(r"`((?:src|tests|docs|fuzz|tools)/[\w/.-]+)`", page.read_text("utf-8"))
        for name in named:
            assert (root / name).exists(), f"{page.name}: {name}"
