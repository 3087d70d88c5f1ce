"""Searching: accents, case, order, beginnings and typing errors; the best match first."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.lists import NameMatch, PlayerList
from crivello.lists.misspellings import edits_allowed
from crivello.model.names import words_of
from crivello.store.list_index import ListRow
from tests.lists.samples import loaded, with_players


@pytest.fixture(scope="module")
def fide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayerList]:
    with loaded(tmp_path_factory.mktemp("fide")) as opened:
        yield opened


def names(opened: PlayerList, text: str, federation: str | None = None) -> list[str]:
    return [found.player.name for found in opened.search(text, federation)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Østergaard, Søren", "Østergaard, Søren"),
        ("soren OSTERGAARD", "Østergaard, Søren"),
        ("ost sor", "Østergaard, Søren"),
        ("ostergard", "Østergaard, Søren"),
        ("stergaard", "Østergaard, Søren"),
        ("ostergaadr", "Østergaard, Søren"),
        ("lukasz", "Papadopoulos, Łukasz"),
        ("papadopulos lukas", "Papadopoulos, Łukasz"),
        ("papadpoulso", "Papadopoulos, Łukasz"),
        ("papadpou", "Papadopoulos, Łukasz"),
        ("o neill", "O'Neill, Carla"),
        ("oneil carla", "O'Neill, Carla"),
        ("O’Neill", "O'Neill, Carla"),
        ("neill", "O'Neill, Carla"),
        ("desio", "De Sio, Elisa"),
        ("de sio", "De Sio, Elisa"),
        ("vandenberg", "Van der Berg, Davide"),
        ("zoe lopez garcia", "García López, Zoë"),
        ("garcia xyzxyz lopez", "García López, Zoë"),
        ("jovanovich luisa", "Jovanović, Luisa"),
        ("mueller franco", "Müller, Franco"),
        ("1012702", "Østergaard, Søren"),
    ],
)
def test_it_is_found_however_it_is_typed(fide: PlayerList, text: str, name: str) -> None:
    assert names(fide, text)[0] == name


def test_how_it_was_found_is_told(fide: PlayerList) -> None:
    told = {
        text: fide.search(text)[0].match for text in ("1012702", "rossi", "ross al", "rosi alice")
    }
    assert list(told.values()) == [
        NameMatch.ID,
        NameMatch.EXACT,
        NameMatch.BEGINNING,
        NameMatch.NEAR,
    ]


@pytest.mark.parametrize(
    "text", ["", "  ", "zzzzzzzzzzz", "99", "!?*", '"', "a AND b", "0ita", "ß9"]
)
def test_nobody_is_an_answer(fide: PlayerList, text: str) -> None:
    assert names(fide, text) == []


def test_a_question_is_never_taken_for_a_command_of_the_index(fide: PlayerList) -> None:
    for text in ('rossi" OR "bianchi', "rossi NOT alice", "NEAR(rossi alice)", "words:rossi", "^r"):
        assert set(names(fide, text)) <= {"Rossi, Alice", "Ricca, Ines", "Bianchi, Bruno"}


def test_a_federation_narrows_it(fide: PlayerList) -> None:
    assert names(fide, "d", "ITA") == ["Dubov, Anaïs"]
    assert names(fide, "d", "srb") == ["Van der Berg, Davide"]
    assert names(fide, "rossi", "ITA") == []


def test_exact_comes_before_beginning_before_near_then_by_rating(tmp_path: Path) -> None:
    rows = [
        ListRow("Marini, Weak", standard=1500),
        ListRow("Marini, Strong", standard=2500),
        ListRow("Marinix, Longer", standard=2800),
        ListRow("Martini, Other", standard=2850),
        ListRow("Marini, Rapid", rapid=2000),
        ListRow("Marini, Unrated"),
    ]
    with with_players(tmp_path, *rows) as opened:
        assert names(opened, "marini") == [
            "Marini, Strong",
            "Marini, Rapid",
            "Marini, Weak",
            "Marini, Unrated",
            "Marinix, Longer",
            "Martini, Other",
        ]
        assert [one.player.name for one in opened.search("marini", limit=2)] == [
            "Marini, Strong",
            "Marini, Rapid",
        ]


def test_many_words_and_long_ones_are_no_trouble(fide: PlayerList) -> None:
    assert names(fide, "rossi " * 500) == ["Rossi, Alice"]
    assert names(fide, "x" * 100_000) == []
    rng = random.Random(3)
    for _ in range(50):
        fide.search("".join(chr(rng.randrange(1, 0x3000)) for _ in range(60)))


def edited(word: str, draw: st.DataObject) -> str:
    """Draw the word with one typing error."""
    place = draw.draw(st.integers(0, len(word) - 1))
    letter = draw.draw(st.sampled_from("aeqzt"))
    kind = draw.draw(st.sampled_from(("missing", "more", "other", "swap")))
    if kind == "missing":
        return word[:place] + word[place + 1 :]
    if kind == "more":
        return word[:place] + letter + word[place:]
    if kind == "other":
        return word[:place] + letter + word[place + 1 :]
    return word[:place] + word[place : place + 2][::-1] + word[place + 2 :]


PEOPLE = (
    "Østergaard, Søren",
    "Papadopoulos, Łukasz",
    "García López, Zoë",
    "Van der Berg, Davide",
    "Kowalski, Kevin",
    "Jovanović, Luisa",
)


@given(st.data())
def test_a_typing_error_still_finds_the_name(fide: PlayerList, data: st.DataObject) -> None:
    """One error is made in a word of at least five letters; the words may have any order."""
    name = data.draw(st.sampled_from(PEOPLE))
    words = data.draw(st.permutations(words_of(name)))
    place = data.draw(st.sampled_from([i for i, word in enumerate(words) if len(word) >= 5]))
    words[place] = edited(words[place], data)
    assert name in names(fide, " ".join(words))


@given(st.data())
def test_two_typing_errors_in_a_long_word_do_too(fide: PlayerList, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(PEOPLE[:2]))
    words = words_of(name)
    words[0] = edited(words[0], data)
    # A letter put between two that were swapped is a third error, for whoever only counts.
    place = data.draw(st.integers(0, len(words[0]) - 1))
    words[0] = words[0][:place] + data.draw(st.sampled_from(("", "e", "t"))) + words[0][place + 1 :]
    if edits_allowed(words[0]) == 2:
        assert name in names(fide, words[0])


@given(st.text(max_size=40), st.one_of(st.none(), st.text(max_size=5)), st.integers(1, 5))
def test_whatever_is_typed_there_is_an_answer(
    fide: PlayerList, text: str, federation: str | None, limit: int
) -> None:
    assert len(fide.search(text, federation, limit)) <= limit
