"""The worked tournaments that come with the package are those of the test data."""

from __future__ import annotations

from dataclasses import replace

import pytest

import crivello as cv
from crivello.formats.example import example_files, read_example
from crivello.formats.trf import read_trf
from crivello.model.errors import WordError
from crivello.model.tournament import Tournament
from tests.cli.calling import call
from tests.support.cases import load, tournament

CASES = {
    "dutch-2017": "dutch-2016-held",
    "dutch-2011": "dutch-2011-held",
    "dubov-2018": "dubov-2018-held",
}


def rounds_of(found: Tournament) -> list[object]:
    return [(frozenset(this.games), frozenset(this.byes)) for this in found.rounds]


@pytest.mark.parametrize("name", CASES)
def test_an_example_is_the_worked_tournament(name: str) -> None:
    found = read_trf(read_example(name)).tournament
    case = tournament(load(CASES[name]))
    assert rounds_of(found) == rounds_of(case)
    assert found.players == case.players
    assert found.settings == replace(
        case.settings,
        name=found.settings.name,
        system=name,
        comments=found.settings.comments,
    )


def test_the_first_example_is_the_beginning_of_another() -> None:
    before, whole = (read_trf(read_example(name)).tournament for name in ("fourteen", "dutch-2017"))
    assert [replace(one, rank=None) for one in before.players] == [*whole.players]
    assert rounds_of(before) == rounds_of(whole)[:3]


def test_an_unknown_example_is_refused_with_the_known_ones() -> None:
    with pytest.raises(WordError, match=r"Did you mean dubov-2018\? Examples: fourteen, dubov-"):
        read_example("dubov-201")


def test_examples_by_the_library_and_by_commands() -> None:
    assert cv.example("dutch-2011").paired_rounds == 5
    listed = call("example", "--list").out
    assert [line.split()[0] for line in listed.splitlines()] == list(example_files())
    assert call("example", "dubov-2018").out.encode() == read_example("dubov-2018")
    told = call("explain", "--example", "dutch-2011", "--round", "5", "--player", "7")
    assert told.out.startswith("Round 5: 7 Giorgia")
    assert "before 2013" in call("explain", "--example", "dutch-2011", "--round", "5").out
    assert call("check", "--example", "dutch-2017").code == 0
    both = call("explain", "open.trf", "--example", "dutch-2011")
    assert "open.trf and --example cannot be combined." in both.err
