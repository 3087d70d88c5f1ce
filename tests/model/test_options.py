"""The table of options has every field of `Options`, with words that lead back to it."""

from dataclasses import fields

import pytest

from crivello.model.keys import BY_KEY as SYSTEMS
from crivello.model.keys import FAMILIES
from crivello.model.options import BY_KEY, OPTIONS, SystemOption, chosen
from crivello.model.settings import Options, Parity


def test_every_option_has_a_key() -> None:
    assert {option.field for option in OPTIONS} == {field.name for field in fields(Options)}
    named = {system for option in OPTIONS for system in option.systems}
    assert named <= {*SYSTEMS, *FAMILIES}


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_words_lead_there_and_back(option: SystemOption) -> None:
    for word in option.values:
        assert option.of(option.put(Options(), word)) == word
    with pytest.raises(KeyError):
        option.put(Options(), "perhaps")


def test_only_what_differs_from_the_default_is_said() -> None:
    assert chosen(Options()) == ()
    said = chosen(Options(Parity.LITERAL, imaginary_point=True))
    assert said == (("imaginary-point", "yes"), ("parity", "literal"))


def test_who_reads_an_option() -> None:
    assert BY_KEY["imaginary-point"].is_read_by("burstein-2016")
    assert not BY_KEY["imaginary-point"].is_read_by("burstein-2026")
    assert BY_KEY["maxi-tournament"].is_read_by("lim-1999")
    assert BY_KEY["parity"].is_read_by("dutch-2026")
