"""Fields of sentences that list alternatives, of which the value chooses one."""

import pytest

from crivello.model.agreement import fields
from crivello.model.sentence import ListOf, PlayerRef, Sentence, You

MET = "{who:You have|{} has} met everyone{holder:| but {}, who has the bye}."
PEOPLE = "{who:You go|{} goes|{} go} down."


@pytest.mark.parametrize(
    ("who", "holder", "text"),
    [
        (You(3), None, "You have met everyone."),
        (You(3), PlayerRef(9), "You have met everyone but 9, who has the bye."),
        (PlayerRef(3), "", "3 has met everyone."),
        (PlayerRef(3), PlayerRef(9), "3 has met everyone but 9, who has the bye."),
    ],
)
def test_one_template_for_the_reader_and_others_with_and_without(
    who: object, holder: object, text: str
) -> None:
    assert str(Sentence(MET, who=who, holder=holder)) == text


@pytest.mark.parametrize(
    ("players", "text"),
    [
        ((You(3),), "You go down."),
        ((PlayerRef(3),), "3 goes down."),
        ((PlayerRef(3), PlayerRef(4)), "3, 4 go down."),
        ((You(3), PlayerRef(4)), "you, 4 go down."),
        ((), "You go down."),
    ],
)
def test_several_players(players: tuple[object, ...], text: str) -> None:
    assert str(Sentence(PEOPLE, who=ListOf(players))) == text


@pytest.mark.parametrize(
    ("who", "text"), [(You(3), "You go down."), (PlayerRef(3), "3 goes down.")]
)
def test_a_player_takes_the_same_alternative_alone_and_as_the_only_one_of_a_list(
    who: object, text: str
) -> None:
    assert str(Sentence(PEOPLE, who=who)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0 pairs"),
        (1, "one pair"),
        (2, "2 pairs"),
        (ListOf((5,)), "one pair"),
        (ListOf((5, 6)), "5, 6 pairs"),
    ],
)
def test_numbers_and_lists(value: object, text: str) -> None:
    assert str(Sentence("{pairs:one pair|{} pairs}", pairs=value)) == text


@pytest.mark.parametrize(("value", "text"), [(False, "A bye."), (True, "A bye again.")])
def test_true_or_false(value: bool, text: str) -> None:
    assert str(Sentence("A bye{again:| again}.", again=value)) == text


def test_other_fields_stand_in_an_alternative_and_a_field_agrees_twice() -> None:
    template = "{who:You meet {other}|{} meets {other}}; {who:you are|they are} {word!r}."
    assert fields(template) == {"who", "other", "word"}
    values = {"other": PlayerRef(4), "word": "first"}
    assert str(Sentence(template, who=You(3), **values)) == "You meet 4; you are 'first'."
    assert str(Sentence(template, who=PlayerRef(3), **values)) == "3 meets 4; they are 'first'."


def test_braces_and_bars_in_a_value_are_left_alone() -> None:
    assert str(Sentence("{who:You|{} has} a {x}.", who="{a|b}", x="|{}")) == "{a|b} has a |{}."


def test_a_missing_value_is_a_mistake() -> None:
    with pytest.raises(KeyError, match="who"):
        str(Sentence(MET, holder=None))


def test_a_bar_outside_a_field_is_text() -> None:
    assert str(Sentence("white|black {x}", x=1)) == "white|black 1"


def test_both_numbers_of_a_sentence_agree_as_well() -> None:
    template = "{who:You have|{} has} one bye.", "{who:You have|{} has} {count} byes."
    assert str(Sentence(template, who=You(3), count=2)) == "You have 2 byes."
    assert str(Sentence(template, who=PlayerRef(3), count=1)) == "3 has one bye."
