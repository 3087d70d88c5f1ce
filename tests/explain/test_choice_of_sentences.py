"""The choice among several true sentences, and sentences that are left out."""

from __future__ import annotations

import re

import pytest

from crivello.explain.answers import explain_player_of
from crivello.explain.explanation import Depth, NamedPlayer
from crivello.explain.player.answer import PlayerAnswer, PlayerWriter, without_names
from crivello.explain.player.questions import PlayerAnswers, answers_about
from crivello.explain.player.readers import Reader, answer_player
from crivello.explain.player.rest import FEW_OPPONENTS
from crivello.explain.render import as_text
from crivello.explain.round import TracedRound, explain_round
from crivello.explain.teach import teach_round
from crivello.model.sentence import Sentence
from crivello.systems.registry import find
from crivello.words import Language
from tests.explain.answer_checks import check_round, recipes

EN = Language.EN


def asked(key: str, seed: int, players: int, number: int) -> PlayerAnswers:
    return answers_about(TracedRound(find(key), recipes(key, seed, players), number))


def said(ask: PlayerAnswers, player: int, other: int | None = None) -> str:
    """Return everything that a player is told, or why they do not meet a certain opponent."""
    answers: tuple[PlayerAnswer, ...]
    if other is not None:
        answers = (ask.why_not_pair(player, other),)
    elif ask.this.opponent(player) is None:
        answers = ask.of(player)
    else:
        # On a slip long answers are cut; the first of these are whole.
        floating = ask.explain_float(player)
        whole = (ask.opponent(player),) if floating is None else (floating, ask.opponent(player))
        answers = (*whole, *ask.of(player))
    return (
        " ".join(map(PlayerWriter(EN).answer, answers))
        .replace("Player 00", "P")
        .replace("Team 0", "P")
    )


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
            "So 7 P07 is left over instead",
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
            "(the arbiter can tell you why). Next in the list is 9 P09.",
            id="the next who was tried",
        ),
        pytest.param(
            "team-2026",
            6,
            10,
            3,
            5,
            "6 P06 (met someone with other points last round)",
            id="a floater of the last round",
        ),
        pytest.param(
            "burstein-2026",
            3,
            11,
            5,
            3,
            "only 2 P02 is left for you.",
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
            "are 6 P06 and 10 P10 (play others with more points); 7 P07 and 8 P08 (met you "
            "earlier).",
            id="several who are passed over for the same reason",
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
        pytest.param(
            "burstein-2026",
            3,
            11,
            3,
            6,
            "But then 11 P11 would have to meet someone with fewer points, after points "
            "without a game two rounds ago.",
            id="who may not have the bye before the finer rules",
        ),
        pytest.param(
            "lim-1999",
            5,
            9,
            2,
            5,
            "There are three with 1 point, an odd number. One of them, 4 P04, must play one "
            "of you with ½ point.",
            id="an odd number above",
        ),
        pytest.param(
            "lim-1999",
            5,
            9,
            2,
            4,
            "If you met one of the others, 1 P01 would have to leave the group instead of "
            "you, despite being earlier in the list.",
            id="an odd number of one's own",
        ),
        pytest.param(
            "dubov-2026",
            6,
            10,
            7,
            2,
            "3 P03, 4 P04 and 5 P05 (met you earlier).",
            id="all who are better placed",
        ),
        pytest.param(
            "dubov-2026",
            6,
            10,
            7,
            3,
            "9 P09 (by number). You are each 2nd, so you meet 9 P09. Only",
            id="a board that is still short enough",
        ),
        pytest.param(
            "dutch-2026",
            2,
            10,
            3,
            10,
            "Then 5 P05 and 8 P08 would be left, who both need White. "
            "So 5 P05 is left over instead",
            id="the rest of a group",
        ),
        pytest.param(
            "dutch-2011",
            1,
            9,
            7,
            4,
            "But you already met in round 2. So you and 5 P05 swap opponents.",
            id="two swap opponents in a group above",
        ),
        pytest.param(
            "burstein-2026",
            6,
            10,
            5,
            8,
            "But 5 P05, who is paired before you, gets 4 P04, the lowest-placed possible. "
            "Then 6 P06 and 7 P07 would be left, who already met in round 3.",
            id="served before, and the rest of a group",
        ),
        pytest.param(
            "dubov-2026",
            1,
            9,
            1,
            7,
            "That is No. 1 of those who have entered, and by the drawing of lots odd numbers "
            "get White.",
            id="the number of one who asks",
        ),
        pytest.param(
            "dubov-2026",
            6,
            10,
            5,
            5,
            "10 P10 would do as well and no other player better, but 7 P07 has the lower number.",
            id="the lower number of equals",
        ),
        pytest.param(
            "lim-1999",
            5,
            9,
            2,
            1,
            "You and 2 P02 are the last two with 1 point still to be paired.",
            id="the last two",
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
    assert "If you stayed in your group, 4 P04 would find no opponent." in told
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
            "to meet 10 P10 (½ point) instead of 8 P08 (1 point), who is nearer.",
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
            "You can play 3 P03, who has 1 point as you do. 4 P04 has 0 points, and those with "
            "the same points meet as far as possible.",
            id="an opponent with the same points",
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
        pytest.param(
            "lim-1999",
            5,
            9,
            2,
            1,
            3,
            "You have 1 point, 3 P03 has ½ point. If you met, you would have to leave the "
            "group instead of 4 P04, despite being earlier in the list.",
            id="another would leave the group",
        ),
        pytest.param(
            "team-2026",
            1,
            9,
            2,
            9,
            5,
            "You have 1 point, 5 P05 has 2 points. If you met, more players would have to meet "
            "someone with 2 points, among them you.",
            id="who asks is the example",
        ),
        pytest.param(
            "dubov-1997",
            4,
            8,
            2,
            2,
            7,
            "You do not meet 7 P07: 3 P03, 1st in the list for one colour, meets the 1st for "
            "the other: you.",
            id="the first of two columns",
        ),
        pytest.param(
            "dubov-2026",
            4,
            8,
            3,
            1,
            3,
            "You do not meet 3 P03: you both need Black. Players need the colour they have "
            "had less often; after both equally often, the one they did not have last.",
            id="what needing a colour means",
        ),
        pytest.param(
            "dubov-1997",
            6,
            10,
            5,
            4,
            6,
            "You have 2½ points, 6 P06 has 2 points. If you met, 5 P05 would have to leave "
            "the group instead of 6 P06, despite the higher rating.",
            id="the higher rating would leave",
        ),
        pytest.param(
            "team-2026",
            1,
            9,
            5,
            4,
            5,
            "You have 7 points, 5 P05 has 6 points. If you met, 5 P05 would have to meet "
            "someone with different points again, as in the last round.",
            id="the round before",
        ),
    ],
)
def test_why_it_is_not_a_certain_opponent(
    key: str, seed: int, players: int, number: int, player: int, other: int, told: str
) -> None:
    assert said(asked(key, seed, players, number), player, other) == told


def test_the_record_of_a_player_who_moved_down_names_the_bracket_and_the_opponent() -> None:
    this = TracedRound(find("burstein-2026"), recipes("burstein-2026", 1, 9), 2)
    for player in (5, 1):
        told = as_text(explain_player_of(this, player), EN)
        assert "moved down to the bracket at score ½ and was paired there with 1 " in told


def test_a_number_that_gives_the_colour_is_counted_among_those_who_have_entered() -> None:
    """Only one of the two pairs has a number that differs from that in the list."""
    played = recipes("lim-1999", 1, 9)
    told = as_text(explain_round(find("lim-1999"), played, 2), EN)
    assert "two, counted among those who have entered, decides: 1-5, 9-4. [7.2]" in told


def test_rounds_tell_what_cannot_be_avoided_and_only_cycles_that_there_are() -> None:
    told = as_text(explain_round(find("dutch-2026"), recipes("dutch-2026", 5, 9), 3), EN)
    assert "at least one preference cannot be granted (x = 1). [C12]" in told
    told = as_text(explain_round(find("dubov-2026"), recipes("dubov-2026", 4, 8), 6), EN)
    assert "no more preferences can be granted: 2 prefer White, 0 Black. [C7]" in told
    played = recipes("roundrobin", 4, 8)
    single = as_text(explain_round(find("roundrobin"), played, 2, Depth.FULL), EN)
    assert "two numbers meet if their sum is 3 or 10" in single
    assert "cycle" not in single


def test_who_has_more_points_is_told_so_when_asking_for_the_bye() -> None:
    ask = asked("burstein-2026", 3, 9, 2)  # no round without a game but the first bye
    told = PlayerWriter(EN).answer(ask.why_not_bye(1))
    assert told.endswith("because 8 Player 0008 has fewer points.")


def test_the_record_of_a_dubov_pair_names_the_place_and_the_average() -> None:
    this = TracedRound(find("dubov-2026"), recipes("dubov-2026", 1, 9), 1)
    told = as_text(explain_player_of(this, 7), EN)
    assert "7 Player, 0007 is number 1 of S1, by ARO (0), and 8 Player, 0008 the first" in told


def test_lessons_name_the_article_of_the_numbers_and_what_was_shifted() -> None:
    told = as_text(teach_round(find("burstein-2026"), recipes("burstein-2026", 1, 9), 2), EN)
    assert "its first N1 = 1 numbers are compared [4.2]:" in told
    told = as_text(teach_round(find("dubov-2026"), recipes("dubov-2026", 4, 8), 6), EN)
    assert "→ 1 8 1 8" in " ".join(told.split())


def test_two_floaters_who_meet_are_told_that_no_other_opponent_was_possible() -> None:
    # Lim: 3.8
    told = said(asked("lim-1999", 700, 16, 6), 2)
    assert (
        "You and 9 P09 are both left over from other points. No opponent with 2½ points is "
        "possible for you, so you two meet." in told
    )


def test_why_not_is_answered_where_a_floater_got_another_floater() -> None:
    assert said(asked("lim-1999", 5003, 18, 16), 4, 13) == (
        "You do not meet 13 P13: 17 P17, who is paired first, gets the first possible in the list, "
        "and that is you."
    )


def test_a_floater_is_not_offered_opponents_whom_earlier_floaters_took() -> None:
    # Lim: 3.8
    """2, 8 and 10 meet the floaters before 4, and 3 leaves the group."""
    told = said(asked("lim-1999", 900002, 17, 9), 9)
    assert "It would have been 3 P03, first in the list of those still free." in told
    assert "8 P08" not in told


def test_those_with_few_opponents_are_named_even_in_a_shortened_answer() -> None:
    """Names of a group are left out of a long answer; these are the reason itself."""
    few = Sentence(FEW_OPPONENTS, these=NamedPlayer(3, "Ada"), others=NamedPlayer(4, "Ben"))
    assert without_names(few) == few


def test_a_bracket_with_most_from_above_names_its_first_opponent_from_the_halves() -> None:
    """Dutch 2011, A.3: such a bracket has no list of residents in which a floater is the first."""
    ask = asked("dutch-2011", 1, 9, 4)
    place = ask.guide.place(ask.story, 8, 6)
    assert place is not None
    assert place.order == (1, 8, 6)
    assert place.natural == 1
    told = said(ask, 8)
    assert "You, 2nd, would have met the 1st, 1 P01. But you already met in round 3." in told
    assert "first in" not in told


def test_in_a_bracket_with_few_from_above_the_first_of_the_list_is_one_of_its_residents() -> None:
    ask = asked("dutch-2011", 1, 9, 4)
    place = ask.guide.place(ask.story, 1, 3)
    assert place is not None
    assert (place.order, place.first) == ((2, 3), 2)
    assert "It would be 2 P02, 1st in their list by number." in said(ask, 1)


@pytest.mark.parametrize(("seed", "players", "number"), [(1, 10, 7), (2, 7, 1), (4, 7, 3)])
def test_a_pair_kept_apart_falls_at_the_article_against_rematches(
    seed: int, players: int, number: int
) -> None:
    played = recipes("dubov-2018", seed, players)
    told = as_text(explain_round(find("dubov-2018"), played, number, Depth.FULL), EN)
    assert "not allowed: C.1" in told
    assert not re.search(r"not allowed:(?! C\.1\b)", told)


@pytest.mark.parametrize(
    ("key", "seed", "players", "number", "player", "told"),
    [
        pytest.param(
            "dutch-2011",
            1,
            9,
            4,
            1,
            "No other player with 2 points is free for you: 7 P07 (plays 5 P05, with more points). "
            "So you meet someone with ½ point.",
            id="whom the others with the same points play",
        ),
        pytest.param(
            "dubov-2026",
            52010,
            15,
            4,
            7,
            "4 P04 (needs Black like 6 P06) and 5 P05 (needs White like 1 P01).",
            id="two who need different colours share no reason",
        ),
        pytest.param(
            "dubov-1997",
            1,
            9,
            4,
            5,
            "It would be 6 P06, the highest-rated who does not need the same colour.",
            id="an opponent who needs no colour",
        ),
        pytest.param(
            "dubov-1997",
            38,
            9,
            2,
            9,
            "So you get 3 P03, the highest-rated.",
            id="who needs no colour gets the highest-rated",
        ),
        pytest.param(
            "dubov-1997",
            1,
            9,
            7,
            4,
            "Ruled out with 4½ points: 5 P05 (met you in round 5). So it is 1 P01.",
            id="why it is none of the others who could come up",
        ),
        pytest.param(
            "dubov-1997",
            2,
            10,
            4,
            8,
            "By the list you would have met 10 P10. There is no simpler answer",
            id="whom the list names where no short reason is known",
        ),
        pytest.param(
            "dutch-2026",
            2,
            10,
            5,
            2,
            "You must play someone with 2½ points. Otherwise you and 5 P05 would find no opponent "
            "with 2½ points. 5 P05 is the only one there.",
            id="the only one with the points of those left",
        ),
        pytest.param(
            "burstein-2016",
            2,
            10,
            5,
            8,
            "First against last in the list, you would have met 9 P09. But then",
            id="a long answer has a short beginning",
        ),
    ],
)
def test_what_is_said_before_or_instead_of_the_record(
    key: str, seed: int, players: int, number: int, player: int, told: str
) -> None:
    assert told in said(asked(key, seed, players, number), player)


def test_a_seeding_round_says_whose_articles_it_cites() -> None:
    system, played = find("burstein-2026"), recipes("burstein-2026", 1, 9)
    texts = [
        as_text(answer_player(system, played, number, 2, Reader.PLAYER), EN) for number in (3, 6)
    ]
    named = ["of the rules that pair the first rounds" in " ".join(one.split()) for one in texts]
    assert named == [True, False]
