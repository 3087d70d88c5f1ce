"""Results: the two sides of a result fit together and mirror each other."""

import pytest

from crivello.model.result import Award, Colour, Result


@pytest.mark.parametrize("result", list(Result))
def test_every_result_has_its_mirror(result: Result) -> None:
    assert result.mirrored.mirrored is result
    assert result.of(Colour.WHITE) is result.mirrored.of(Colour.BLACK)
    assert Result.of_awards(result.white, result.black) is result


def test_what_no_game_can_end_in() -> None:
    assert Result.of_awards(Award.WIN, Award.WIN) is None
    assert Result.of_awards(Award.WIN, Award.FORFEIT_LOSS) is None


@pytest.mark.parametrize(
    ("result", "text", "played", "rated"),
    [
        (Result.WHITE_WINS, "1-0", True, True),
        (Result.WHITE_DRAWS_BLACK_LOSES, "½-0", True, True),
        (Result.SHORT_DRAW, "½-½ (not rated)", True, False),
        (Result.BLACK_WINS_BY_FORFEIT, "0F-1F", False, False),
        (Result.DOUBLE_FORFEIT, "0F-0F", False, False),
        (Result.ADJOURNED, "adjourned", True, False),
    ],
)
def test_what_a_result_says(result: Result, text: str, played: bool, rated: bool) -> None:
    assert (str(result), result.played, result.rated) == (text, played, rated)
