import copy
import pickle

import pytest

from crivello.model.sentence import ListOf, PairRef, PlayerRef, Sentence, plain_value


def test_a_sentence_is_a_value() -> None:
    one = Sentence("{player} plays.", player=PlayerRef(3))
    assert one == Sentence("{player} plays.", player=PlayerRef(3))
    assert one != Sentence("{player} plays.", player=PlayerRef(4))
    assert len({one, Sentence("{player} plays.", player=PlayerRef(3))}) == 1
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == eval(repr(one)) == one
    with pytest.raises(AttributeError):
        one.template = "x"


@pytest.mark.parametrize(("count", "text"), [(1, "one bye"), (2, "2 byes"), (0, "0 byes")])
def test_count_decides_between_the_forms(count: int, text: str) -> None:
    assert str(Sentence(("one bye", "{count} byes"), count=count)) == text


def test_values_in_json() -> None:
    values = (7, "x", None, PlayerRef(3), ListOf.players([1, 2]), PairRef(1, 2), Sentence("White"))
    assert [plain_value(one) for one in values] == [7, "x", None, 3, [1, 2], [1, 2], "White"]
