"""The table of options has every field of `Options`, with words that can be parsed back."""

from dataclasses import fields

import pytest

from crivello.model.keys import SYSTEMS
from crivello.model.settings import OPTIONS, Options, Parity, SystemOption, list_choices
from crivello.systems.registry import find


def test_every_option_has_a_key() -> None:
    assert {option.field for option in OPTIONS} == {field.name for field in fields(Options)}
    assert {option.key for option in OPTIONS} == set().union(
        *(find(key).options for key in SYSTEMS)
    )


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_words_lead_there_and_back(option: SystemOption) -> None:
    for word in option.values:
        assert option.of(option.put(Options(), word)) == word
    with pytest.raises(KeyError):
        option.put(Options(), "perhaps")


def test_only_what_differs_from_the_default_is_said() -> None:
    assert list_choices(Options()) == ()
    said = list_choices(Options(Parity.LITERAL, imaginary_point=True))
    assert said == (("imaginary-point", "yes"), ("parity", "literal"))


def test_who_reads_an_option() -> None:
    assert "imaginary-point" in find("burstein-2016").options
    assert "imaginary-point" not in find("burstein-2026").options
    assert "maxi-tournament" in find("lim-1999").options
    assert find("dutch-2026").options == {"parity"}
