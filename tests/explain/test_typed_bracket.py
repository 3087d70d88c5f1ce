"""Brackets typed as in books: the notation, its errors, and the pairings of the books."""

from __future__ import annotations

from fractions import Fraction

import pytest

from crivello.explain.explanation import Explanation
from crivello.explain.notation import EXAMPLE, MOST, read_bracket, read_numbers_in
from crivello.explain.render import as_form
from crivello.explain.typed_bracket import (
    TypedCircumstances,
    TypedRound,
    explain_typed,
    teach_typed,
)
from crivello.model.errors import CrivelloError
from crivello.model.field import Float, Strength
from crivello.model.result import Colour
from crivello.systems.registry import System, find
from crivello.words import Language

ANY = TypedCircumstances()
LAST = TypedCircumstances(lowest=True)
FINAL_ROUND = TypedCircumstances(round=6, rounds=6)
LAST_OF_FINAL_ROUND = TypedCircumstances(lowest=True, round=6, rounds=6)
ODD, EVEN = TypedCircumstances(round=3), TypedCircumstances(round=4)
LAST_OF_EVEN = TypedCircumstances(lowest=True, round=4)

DUTCH_2017 = [
    # Round 2
    (ANY, "[1Bb, 2Ww, 3Bb, 5Bb, 6Ww, 7Bb] @ 1 punto", "1-5 2-7 3-6", ""),
    (ANY, "[4Ww, 11Bb] @ ½ punto met 4-11", "", "4 11"),
    (
        LAST,
        "[4Ww, 11Bb][8Ww, 9Bb, 10Ww, 13Bb, 14Ww] met 4-11",
        "4-9 8-11 10-13",
        "14",
    ),
    # Round 3
    (ANY, "[2b, 5B]", "2-5", ""),
    (ANY, "[3w, 4b↓, 6b, 11w↓] met 3-6, 4-11", "3-4 6-11", ""),
    (ANY, "[1w, 7w, 10b, 14Ww↓] met 7-14", "1-14 7-10", ""),
    (LAST, "[8b↑,9w↑, 12Ww↓, 13w]", "8-12 9-13", ""),
    # Round 4
    (ANY, "[2B,5Bb,6b↓] met 2-5", "2-6", "5"),
    (ANY, "[5Bb][1W, 3Bb, 4Ww-↓, 7Bb]{11w-↓} met 1-5, 3-4, 4-11", "4-5 1-3 7-11", ""),
    (ANY, "[7Bb][11w-↓]", "7-11", ""),
    (ANY, "[9Bb-↑, 10Ww, 14b-↓]{8Ww-↑, 12b-↓} met 8-12", "10-14 8-9", "12"),
    (ANY, "[9Bb-↑][8Ww-↑, 12b-↓]{13W} met 8-12", "8-9 12-13", ""),
    (LAST, "[12b-↓][13W]", "12-13", ""),
    # Round 5
    (ANY, "[2w]", "", "2"),
    (ANY, "[2w][1b, 5W↓] met 1-5, 2-5", "1-2", "5"),
    (ANY, "[5W↓][4b↑, 6B-↓, 11Bb↑] met 4-5, 4-11", "5-11 4-6", ""),
    (ANY, "[3w, 7w↓] colours 3:WBWB, 7:WBWB", "3-7", ""),
    (ANY, "[9w↓, 10b, 14Ww]{8b↑, 13b↑} met 10-14", "9-10 8-14", "13"),
    (
        LAST,
        "[14Ww][8b↑, 13b↑]{12Ww↓} met 8-12, 12-13 colours 8:BWBW, 13:WBBW",
        "8-13 12-14",
        "",
    ),
    # Round 6, the last one
    (
        FINAL_ROUND,
        "[2Bb↑, 5Bb↓, 1Ww↓][4B-↑, 6w, 7W-↓]@3 met 1-2, 1-5, 2-5, 2-6, 2-7, 4-5, 4-6",
        "2-4 5-7 1-6",
        "",
    ),
    (
        FINAL_ROUND,
        "[10Ww, 11w-↑, 14b↓]@2,5 {3Bb, 8Ww-↑} met 10-14, 3-10",
        "11-14 8-10",
        "3",
    ),
    (FINAL_ROUND, "[10Ww][3Bb, 8Ww-↑] met 3-10", "8-10", "3"),
    (
        LAST_OF_FINAL_ROUND,
        "[3Bb][9Bb-↓]{13B-↑}{12W↑↓} met 9-13, 12-13",
        "3-13 9-12",
        "",
    ),
]
DUTCH_2011 = [
    (EVEN, "[1b, 2w, 3b, 5b, 6w, 7b]", "1-5 2-7 3-6", ""),
    (EVEN, "[4w, 11b] met 4-11", "", "4 11"),
    (
        LAST_OF_EVEN,
        "[4w 11b][8w 9b 10w 13b 14w] met 4-11",
        "4-9 8-11 10-13",
        "14",
    ),
    (ODD, "[2b, 5B]", "2-5", ""),
    (ODD, "[3w, 4b↓, 6b, 11w↓] met 3-6, 4-11", "3-4 6-11", ""),
    (ANY, "[1w, 7w, 10b, 14(W)] met 7-14", "1-14 7-10", ""),
    (LAST, "[8b↑, 9w↑, 12(W), 13w]", "8-12 9-13", ""),
    (EVEN, "[2B, 5b, 6(b)↓] met 2-5", "2-6", "5"),
    (EVEN, "[5b][1W, 3b, 4w-↓, 7b] met 1-5, 3-4", "4-5 1-3", "7"),
    (ANY, "[7b][11(w)-↓]", "7-11", ""),
    (ANY, "[9b-↑, 10w, 14(b)-↓]", "10-14", "9"),
    (ANY, "[9b-↑][8w-↑ 12(b)] met 8-12", "8-9", "12"),
    (LAST, "[12(b)][13W]", "12-13", ""),
    (ODD, "[2w][1b, 5W↓] met 1-5, 2-5", "1-2", "5"),
    (ANY, "[5W↓] [4b↑, 6(B)-↓, 11(B)↑] met 4-5, 4-11", "5-11 4-6", ""),
    (ODD, "[3w, 7w↓]", "3-7", ""),
    (ODD, "[9w↓, 10b, 14(W)] met 10-14", "9-10", "14"),
    (
        LAST,
        "[14(W)][8b↑, 13b↑]{12(W)↓} met 8-12, 12-13",
        "8-13 12-14",
        "",
    ),
]
DUBOV_2018 = [
    # Round 2: the residents of each bracket, then the players below
    (
        ANY,
        "[1B, 2W(2500), 3B, 4W(2450), 5B] [6W(2430), 12B, 13B, 14B] "
        "{7W(2630), 8B, 9W(2590), 10B, 11W(2550)} met 6-12",
        "1-6 3-4 2-5 12-13 7-14 8-11 9-10",
        "",
    ),
    (ANY, "[12B, 13B, 14B][7W(2630)]", "12-13 7-14", ""),
    (ANY, "[8B, 9W 2590, 10B, 11W 2550]", "8-11 9-10", ""),
    # Round 3
    (
        ANY,
        "{3W(2525), 4B} {5W(2525), 7B↑, 8W(2525), 12W(2485), 13B} "
        "{6B↑, 9B, 10W(2525), 14W(2520)} {11B} "
        "met 3-4, 3-9, 4-10, 5-11, 6-12, 7-14, 8-11, 9-10, 12-13",
        "3-13 4-5 7-12 8-9 6-14 10-11",
        "",
    ),
    # Round 4
    (ANY, "[1B, 2W(2560), 3B][4W(2530)] met 1-2, 3-4", "1-4 2-3", ""),
    # The book takes the averages of the round before for 7 and 13, and so another pairing.
    (ANY, "[7W↑ 2540, 11W 2500, 13W 2465] [10B] met 10-11", "7-11 10-13", ""),
    (ANY, "[7W↑ 2487, 11W 2500, 13W 2510] [10B] met 10-11", "7-10 11-13", ""),
    # Round 5: stronger preferences are marked
    (
        TypedCircumstances(round=5, rounds=6),
        "[1W 2560, 2B, 3W 2518, 8W 2490][4B↑, 5W-↑ 2505] met 1-2, 1-4, 2-3, 2-5, 2-8, 3-4, 4-5",
        "3-8 1-5 2-4",
        "",
    ),
    # Round 6
    (
        TypedCircumstances(round=6),
        "[10B↑, 11W*(2505), 12B*, 14W(2525)] met 10-11",
        "11-12 10-14",
        "",
    ),
    # The example of shifters in the slides
    (ANY, "[2W(2430), 4W(2410), 6W(2400), 12B]", "4-6 2-12", ""),
]
BOOKS = [
    *(("dutch-2017", *case) for case in DUTCH_2017),
    *(("dutch-2011", *case) for case in DUTCH_2011),
    *(("dubov-2018", *case) for case in DUBOV_2018),
]


def pairs_and_unpaired(
    system: System, text: str, where: TypedCircumstances
) -> tuple[set[frozenset[int]], set[int]]:
    """Return the pairs among the typed players, and those of them who have no typed opponent."""
    typed = read_bracket(text)
    known = {player.number for player in typed.players}
    boards = TypedRound(system, typed, where).pairing.boards
    pairs = {frozenset((board.white, board.black)) for board in boards}
    pairs = {pair for pair in pairs if pair <= known}
    return pairs, known - {player for pair in pairs for player in pair}


@pytest.mark.parametrize(("key", "where", "text", "pairs", "unpaired"), BOOKS)
def test_the_brackets_of_the_books(
    key: str, where: TypedCircumstances, text: str, pairs: str, unpaired: str
) -> None:
    found = pairs_and_unpaired(find(key), text, where)
    assert found == (
        {frozenset(map(int, pair.split("-"))) for pair in pairs.split()},
        {*map(int, unpaired.split())},
    )
    told = explain_typed(find(key), read_bracket(text), where)
    for language in Language:
        assert as_form("text", told, language, 100)


def said(told: Explanation) -> str:
    return as_form("text", told, Language.EN, 1000)


def explained(key: str, text: str, where: TypedCircumstances = ANY) -> str:
    return said(explain_typed(find(key), read_bracket(text), where))


def test_the_explanation_has_the_parameters_and_all_candidates() -> None:
    told = explained("dutch-2017", EXAMPLE)
    assert "moved down: 1 (M0), of whom 1 can be paired (M1)" in told
    assert "5-4, 6-11  –     –     –     –     –     –     not allowed: C.1" in told
    assert "→ 3  5-11, 4-6  ½, 0  1     1     1     ½     ½     chosen" in told
    assert "Have met before" not in told.split("Bracket at score")[0]
    assert "Have met: 4-5, 4-11." in told


def test_nothing_is_said_of_the_players_below_who_are_not_typed() -> None:
    told = explained("dutch-2017", "[9Bb-↑, 10Ww, 14b-↓]")
    assert "Nothing is known of the players below" in told
    assert "C.7" not in told.replace("C.7–C.9", "").replace("C.5–C.9", "").replace("C.5–C.", "")
    assert told.count("Bracket at score") == 1
    assert not {"15", "16", "17", "15-16"} & {*told.split()}


def test_the_next_bracket_counts_if_it_is_typed() -> None:
    # Without it both are equally good; the next bracket can only be paired with 4.
    alone = pairs_and_unpaired(find("dutch-2017"), "[1b, 3w, 4w]", ANY)
    below = pairs_and_unpaired(find("dutch-2017"), "[1b, 3w, 4w]{7b} met 4-7", ANY)
    assert alone == ({frozenset((1, 3))}, {4})
    assert below == ({frozenset((1, 4)), frozenset((3, 7))}, set())


def test_who_had_the_bye_does_not_get_it_again() -> None:
    text = "[1b, 3w, 6w]"
    assert pairs_and_unpaired(find("dutch-2017"), text, LAST)[1] == {6}
    barred = TypedCircumstances(lowest=True, barred=frozenset({6}))
    assert pairs_and_unpaired(find("dutch-2017"), text, barred)[1] == {3}


def test_colours_that_are_not_typed_are_asked_for() -> None:
    assert "colours 8:BWBW" in explained("dutch-2017", "[3w, 7w]")
    told = explained("dutch-2017", "[3w, 7w] colours 3:BWWB 7:WBWB")
    assert "Type the colours" not in told
    # 7 had Black when they last differed.
    assert "the colours of the last round in which they differed alternate: 7-3" in told


def test_scores_are_told_where_they_are_assumed() -> None:
    assert "No scores are typed" in explained("dutch-2017", "[3w][7b]")
    assert "No scores are typed" not in explained("dutch-2017", "[3w][7b]@2")
    assert "Bracket at score 2" in explained("dutch-2017", "[3w][7b]@2")


def test_a_whole_round_by_its_scoregroups() -> None:
    told = explained("dutch-2026", "{1b, 2w}{3b, 4w}{5b}", LAST)
    assert "Bracket at score 2" in told
    assert "5 is left over and gets the pairing-allocated bye" in told


def test_the_tables_of_a_typed_bracket() -> None:
    typed = read_bracket(EXAMPLE)
    told = said(teach_typed(find("dutch-2017"), typed, ANY, ("transpositions",)))
    assert "Transpositions of S2 in order (3)" in told
    assert told.count("Bracket at score") == 1


def test_signs_of_a_player() -> None:
    typed = read_bracket("[#5W↓-, 6Bb^v 2480@2½, 7(w), 8A] colours 6:WBW; upfloats 7:2 5:1")
    one, two, three, four = typed.players
    assert (one.preference, one.strength) == (Colour.WHITE, Strength.ABSOLUTE)
    assert one.floats == (Float.DOWN, None)
    assert (two.strength, two.floats) == (Strength.STRONG, (Float.UP, Float.DOWN))
    assert (two.aro, two.score) == (2480, Fraction(5, 2))
    assert (three.strength, three.parity) == (Strength.MILD, 0)
    assert four.preference is None
    assert typed.colours == ((6, "WBW"),)
    assert typed.upfloats == ((7, 2), (5, 1))


def test_keyboards_without_arrows() -> None:
    assert read_bracket("[5Wv][4b^, 6B-v]").groups == read_bracket("[5W↓][4b↑ 6B-↓]").groups


def test_a_dubov_letter_tells_the_colour_and_the_star_an_absolute_preference() -> None:
    meet = pairs_and_unpaired(find("dubov-2018"), "[12B, 13B]", ANY)
    assert meet[0] == {frozenset((12, 13))}
    with pytest.raises(CrivelloError, match="No legal pairing"):
        pairs_and_unpaired(find("dubov-2018"), "[12B*, 13B*]", ANY)
    assert "12B*" in explained("dubov-2018", "[11W 2500, 12B*]")


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("", 1, "a group of players in [ ] / { }"),
        ("5W", 1, "a group of players in [ ] / { }"),
        ("[5W", 4, "a comma, or ] at the end of the group"),
        ("{5W]", 4, "a comma, or } at the end of the group"),
        ("[5W,,6]", 5, "the number of a player, from 1 to 9999"),
        ("[0W]", 2, "the number of a player, from 1 to 9999"),
        ("[W]", 2, "the number of a player, from 1 to 9999"),
        ("[5Wb]", 3, "a colour preference, one of W, Ww"),
        ("[5(Ww)]", 3, "a colour preference, one of W, Ww"),
        ("[5W@x]", 5, "a score, such as 2½"),
        ("[5W] and 3", 6, "one of the words met, colours, upfloats"),
        ("[5W, 6b] met 5", 15, "two players, such as 4-5"),
        ("[5W] colours 5", 15, "a player and the colours of the games, such as 8:BWBW"),
        ("[5W] colours 5:XX", 16, "a player and the colours of the games, such as 8:BWBW"),
        ("[5W] upfloats 5:100", 17, "a player and a number of upfloats, such as 7:2"),
    ],
)
def test_an_error_names_the_place_and_what_was_expected(
    text: str, place: int, expected: str
) -> None:
    with pytest.raises(CrivelloError) as refused:
        read_bracket(text)
    assert f"at character {place} " in str(refused.value)
    assert f"expected {expected}" in str(refused.value)


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("dutch-2017", "[5, 5]", "Player 5 is written twice."),
        ("dutch-2017", "[]", "There is no player in the bracket."),
        ("dutch-2017", "[5] met 5-6", "After met comes player 6, who is not in a group."),
        ("dutch-2017", "[5, 4]", "Player 4 comes after 5"),
        ("dutch-2017", "[1][2][3]", "at most two groups in [ ]"),
        ("dutch-2017", "{1}[2]", "before the scoregroups below it"),
        ("dutch-2017", "[1]@1[2]@2", "The score of player 2 must be lower than that of player 1."),
        ("dutch-2017", "[1]@½{2}{3}{4}", "less than 0 points"),
        ("dutch-2017", "[5W] colours 5:WW", "The games WW give player 5 the preference B"),
        ("dutch-2011", "[5(W), 6(b)]", "a bracket cannot have both"),
        ("dubov-2018", "[2W, 3B]", "asks for the average rating of the opponents"),
        ("burstein-2026", "[1]", "announce how many there are"),
        ("dubov-1997", "[1]", "type the average after each player"),
        ("dutch-2017", f"[{','.join(map(str, range(1, MOST + 2)))}]", "has at most 40 players"),
    ],
)
def test_what_cannot_be_explained(key: str, text: str, message: str) -> None:
    with pytest.raises(CrivelloError) as refused:
        explained(key, text)
    assert message in str(refused.value)


def test_a_round_that_does_not_fit() -> None:
    with pytest.raises(CrivelloError, match=r"\(W\) of player 5 cannot be used in round 4"):
        explained("dutch-2011", "[5(W), 6b]", EVEN)
    with pytest.raises(CrivelloError, match="Round 3 is too early for player 5: 3 games"):
        explained("dutch-2017", "[5Ww, 6b] colours 5:BWB", ODD)


def test_players_of_an_option() -> None:
    typed = read_bracket("[5W, 6b, 9]")
    assert read_numbers_in("6, 9", "--bye-taken", typed) == {6, 9}
    with pytest.raises(CrivelloError, match="After --bye-taken comes player 7"):
        read_numbers_in("7", "--bye-taken", typed)
