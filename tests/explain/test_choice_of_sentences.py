"""Of several true sentences, the one that a player is told; and what is left out of an answer."""

from __future__ import annotations

import pytest

from crivello.explain.player.answer import PlayerAnswer, PlayerWriter
from crivello.explain.player.questions import PlayerAnswers, answers_about
from crivello.explain.round import TracedRound
from crivello.systems.registry import find
from crivello.words import Language
from tests.explain.answer_checks import check_round, recipes


def asked(key: str, seed: int, players: int, number: int) -> PlayerAnswers:
    return answers_about(TracedRound(find(key), recipes(key, seed, players), number))


def said(ask: PlayerAnswers, player: int, other: int | None = None) -> str:
    """All that a player is told, or why it is not a certain opponent."""
    answers: tuple[PlayerAnswer, ...]
    if other is not None:
        answers = (ask.why_not_pair(player, other),)
    elif ask.this.opponent(player) is None:
        answers = ask.of(player)
    else:
        # On a slip long answers are cut; the first of these is whole.
        answers = (ask.opponent(player), *ask.of(player))
    return " ".join(map(PlayerWriter(Language.EN).answer, answers)).replace("Player 00", "P")


@pytest.mark.parametrize(
    ("key", "seed", "players", "number", "player", "told"),
    [
        pytest.param(
            "dutch-2011",
            1,
            9,
            7,
            5,
            "You have already met every other player with more than 2½ points. So you meet "
            "someone with 2½ points.",
            id="who was joined to the group above",
        ),
        pytest.param(
            "burstein-2026",
            5,
            9,
            5,
            4,
            "So 7 P07 is left over instead, and in order you meet 6 P06.",
            id="another player is left over",
        ),
        pytest.param(
            "lim-1999",
            5,
            9,
            1,
            5,
            "But 2 P02, who is paired before you, gets 7 P07, the first possible in the list.",
            id="a player who is served before",
        ),
        pytest.param(
            "lim-1999",
            5,
            9,
            1,
            4,
            "(the arbiter can tell you why). So you and 5 P05 swap opponents.",
            id="two swap opponents",
        ),
        pytest.param(
            "team-2026",
            6,
            10,
            3,
            5,
            "Better placed than 8 P08 is 6 P06 (met someone with other points last round).",
            id="a floater of the last round",
        ),
        pytest.param(
            "burstein-2026",
            3,
            11,
            5,
            3,
            "After 5 P05 with 1 P01, only 2 P02 is left for you.",
            id="only one is left",
        ),
        pytest.param(
            "dubov-1997",
            4,
            8,
            2,
            1,
            "You need White, so you are on the White side of the four with 1 point.",
            id="on the side of the needed colour",
        ),
        pytest.param(
            "team-2026",
            5,
            9,
            5,
            7,
            "counted back from the end, where they first differ 9 P09 had White.",
            id="colours of unequal length",
        ),
        pytest.param(
            "dubov-1997",
            4,
            8,
            1,
            2,
            "you meet the 5th, 5 P05. The number before a name is the pairing number.",
            id="room for what a number means",
        ),
        pytest.param(
            "dubov-2026",
            6,
            10,
            7,
            3,
            "2 P02 (4½ points) would have to meet 9 P09 (0 points), not the nearer 6 P06 (3 "
            "points).",
            id="a third player would meet someone further away",
        ),
        pytest.param(
            "dutch-2011",
            5,
            9,
            6,
            3,
            "You and 4 P04 both need Black, and 4 P04 needs it more, having had the other "
            "colour more often; you have had both equally often.",
            id="the stronger preference before the share of the points",
        ),
        pytest.param(
            "dubov-1997",
            1,
            9,
            2,
            5,
            "It is 1 P01, who has a higher rating than 4 P04, the next choice.",
            id="the higher rating comes up",
        ),
        pytest.param(
            "team-2026",
            4,
            8,
            2,
            6,
            "Like others of them, you have missed the fewest rounds; of these, you have the "
            "highest number.",
            id="missed rounds before the number",
        ),
        pytest.param(
            "dubov-1997",
            4,
            8,
            3,
            1,
            "You need Black, so your opponent should need White. 2 P02 does; 3 P03 needs Black.",
            id="the colour that should come up",
        ),
        pytest.param(
            "dubov-2026",
            1,
            9,
            2,
            5,
            "so the higher-ranked of you decides. That is No. 3 of those who have entered, "
            "and by the drawing of lots odd numbers get White.",
            id="the number that gives the colour",
        ),
        pytest.param(
            "dubov-2026",
            5,
            9,
            5,
            7,
            "8 P08 has already met 6 P06, the other one left with 2 points, so it is you.",
            id="two of more are left",
        ),
        pytest.param(
            "team-2026",
            2,
            10,
            7,
            2,
            "In the other half only 10 P10 is left for you. You have Black",
            id="only explanations of words are told once",
        ),
    ],
)
def test_what_a_player_is_told(
    key: str, seed: int, players: int, number: int, player: int, told: str
) -> None:
    assert told in said(asked(key, seed, players, number), player)
    assert check_round(key, recipes(key, seed, players), number)


def test_that_all_of_a_group_leave_is_not_called_some_of_them() -> None:
    told = said(asked("dutch-2026", 5, 9, 6), 3)
    assert "If you stayed in your group, the others could not all be paired." in told
    assert "Of the three" not in told


@pytest.mark.parametrize(
    ("key", "seed", "players", "number", "player", "other", "told"),
    [
        pytest.param(
            "dubov-1997",
            4,
            8,
            1,
            2,
            3,
            "If you met 3 P03, 1 P01, who is paired before you, would have to take 6 P06 "
            "instead of 4 P04, the first possible in the list.",
            id="equal points are not told",
        ),
        pytest.param(
            "dubov-2026",
            6,
            10,
            3,
            2,
            4,
            "You have 1½ points, 4 P04 has 1 point. If you met, 3 P03 (1½ points) would have "
            "to meet 10 P10 (½ point), not the nearer 8 P08 (1 point).",
            id="a third player would meet someone further away",
        ),
        pytest.param(
            "dubov-2026",
            6,
            10,
            3,
            3,
            7,
            "7 P07 has ½ point. 8 P08, with 1 point, is nearer to your 1½ points.",
            id="another player is nearer",
        ),
        pytest.param(
            "dubov-1997",
            4,
            8,
            2,
            2,
            4,
            "You have 1 point, 4 P04 has 0 points. If you met, more pairs would have "
            "different points, such as 5 P05 against 7 P07 (0 against 1 point).",
            id="a pair of others as the example",
        ),
        pytest.param(
            "dubov-1997",
            4,
            8,
            1,
            4,
            5,
            "You do not meet 5 P05: 1 P01, who is paired first, gets the first possible in "
            "the list, and that is you.",
            id="the first of a list, not of columns",
        ),
    ],
)
def test_why_it_is_not_a_certain_opponent(
    key: str, seed: int, players: int, number: int, player: int, other: int, told: str
) -> None:
    assert said(asked(key, seed, players, number), player, other) == told
