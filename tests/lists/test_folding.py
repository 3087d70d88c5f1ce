"""Names in the form in which they are searched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.model.names import fold, indexed_words, words_of


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("Østergaard, Søren", "ostergaard, soren"),
        ("Łukasz Đorđević", "lukasz dordevic"),
        ("GROSSMANN Großmann", "grossmann grossmann"),
        ("Ægir Þór", "aegir thor"),
        ("İpek Yılmaz", "ipek yilmaz"),
        ("Núñez", "nunez"),
        ("Nu\u0301n\u0303ez", "nunez"),
        ("Plain, Name", "plain, name"),
    ],
)
def test_accents_and_capitals_do_not_matter(name: str, folded: str) -> None:
    assert fold(name) == folded


def test_an_apostrophe_joins_and_everything_else_separates() -> None:
    assert words_of("O'Neill, Anne-Marie J.") == ["oneill", "anne", "marie", "j"]
    assert words_of("D’Angelo") == words_of("D´Angelo") == ["dangelo"]
    assert words_of("12 345 _ !") == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Rossi, Anna Maria", {"rossi", "anna", "maria"}),
        ("De Sio, Elisa", {"de", "sio", "elisa", "desio"}),
        ("Van der Berg, Davide", {"van", "der", "berg", "davide", "vanderberg"}),
        ("D'Angelo, Marco", {"dangelo", "angelo", "marco"}),
        ("Li, Wei", {"li", "wei"}),
        ("García López, Zoë", {"garcia", "lopez", "zoe"}),
    ],
)
def test_a_name_is_found_by_every_way_to_write_it(name: str, words: set[str]) -> None:
    assert set(indexed_words(name)) == words
    assert len(indexed_words(name)) == len(words)


@given(st.text())
def test_any_text_folds_to_itself_and_to_words(text: str) -> None:
    for word in words_of(text):
        assert words_of(word) == [word]
    assert set(words_of(text)) <= set(indexed_words(text))
