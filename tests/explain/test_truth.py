"""Sentences that an arbiter must answer for: true of the round, with the right article."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from crivello import read
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.answers import explain_player, explain_why_not_pair
from crivello.explain.explanation import Depth, Explanation, ParagraphKind
from crivello.explain.render import as_text
from crivello.explain.round import explain_round
from crivello.model.keys import SYSTEMS
from crivello.model.player import Player
from crivello.model.settings import Options, Scoring
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from crivello.words import Language
from tests.support.cases import load, tournament
from tests.support.data import DATA
from tests.support.small import small

BYE_FIRST = ("dubov-1997", "burstein-2016", "burstein-2026", "lim-1999")


def text(told: Explanation, language: Language = Language.EN) -> str:
    return " ".join(as_text(told, language).split())


def explained(key: str, played: Tournament, number: int) -> str:
    return text(explain_round(find(key), played, number))


LOW_BYE = small(6, "1-4 1-0, 5-2 0-1, 3-6 1-0", "2-1 0-1, 4-3 0-1, 6-5 0-1", "4 Z", of=3)


def test_why_the_leaders_do_not_meet_though_they_may() -> None:
    # C.04.1: 9
    """C5: 1 and 3 have not met; but 2-5 have, so 1-3 would give the bye to a higher score."""
    # C.04.1.i (1)
    told = explain_round(find("dutch-2026"), LOW_BYE, 3)
    held_back = "One pair could be made here, but then the bye would go to somebody with a higher "
    assert f"{held_back}score. [C5]" in text(told)
    assert "Nobody can be paired in this bracket. Downfloaters: 1w" not in text(told)
    answer = explain_player(find("dutch-2026"), LOW_BYE, 3, 1)
    assert f"{held_back}score. [C5]" in text(answer)
    assert "ma allora il bye andrebbe a qualcuno" in text(answer, Language.IT)
    assert "already in the first candidate" not in text(answer)
    assert "only 6 remains, and may have the bye" in text(told)


def test_a_bracket_of_two_who_have_met() -> None:
    held = tournament(load("dutch-2016-held"))
    told = explained("dutch-2017", held, 6)
    assert (
        "Players: 2Bb↓, 5Bb↓↓. Most pairs possible: 0 (MaxPairs); pairs that must break a colour "
        "preference: 0 (x). Have met before: 2-5. [C.1]" in told
    )
    held_back = "One pair could be made here, but then the rest of the round could not be paired."
    assert f"{held_back} [C.4]" in told


def test_a_bracket_says_how_many_pairs_it_could_have_not_how_many_more() -> None:
    """1-4 and 2-3 could be made, but then 5 and 6, who have met, would be left: only one pair is
    made.
    """
    played = small(6, "1-2 1-0, 3-5 1-0, 4-6 1-0", "3-1 0-1, 4-2 0-1, 5-6 0-0", "", of=3)
    for key, article in (("dutch-2017", "C.4"), ("dutch-2026", "C4")):
        told = explained(key, played, 3)
        held_back = "2 pairs could be made here, but then the rest of the round could not be paired"
        assert "Most pairs possible: 1 (MaxPairs)" in told
        assert f"{held_back}. [{article}]" in told


def test_the_article_of_the_bye_is_not_that_of_the_bar() -> None:
    played = small(5, "1-3 1-0, 4-2 0-1, 5 U", scoring=Scoring(pairing_allocated_bye=0))
    for key, given, bar in (("dutch-2017", "A.5", "C.2"), ("dutch-2026", "1.5", "C2")):
        told = explained(key, played, 2)
        assert f"4 is left over and gets the pairing-allocated bye. [{given}]" in told
        assert f"May not have the bye: 5. [{bar}]" in told
    bars = {"burstein-2016": "4.1", "dubov-1997": "2", "dutch-2011": "B.1b"}
    for key, bar in bars.items():
        assert f"May not have the bye: 5. [{bar}]" in explained(key, played, 2)


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_who_is_left_over_and_who_is_given_the_bye_first(key: str) -> None:
    played = generate(Recipe(players=9, rounds=5, system=key), 2)
    first = key in BYE_FIRST
    for number in range(3, 6):
        told = explained(key, played, number)
        if not key.startswith(("dubov-20", "team", "double")):
            assert ("is left over and gets" in told) is not first
            assert ("Before anybody is paired," in told) is first
        bye = find(key).pair(played, number).bye
        assert bye is not None
        answer = text(explain_player(find(key), played, number, bye))
        assert ("When all the others are paired" in answer) is (not first and "dutch" in key)


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_every_pair_is_told_where_it_is_made(key: str) -> None:
    """Floaters' pairs and first rounds are explained too, not only the colours at the end."""
    recipe = Recipe(players=13, rounds=6, system=key, forfeit_rate=12, withdrawal_rate=40)
    played = generate(recipe, 7)
    for number in range(1, played.paired_rounds + 1):
        told = explain_round(find(key), played, number)
        made = {
            frozenset(part)
            for paragraph in told
            if paragraph.kind is ParagraphKind.CHOSEN and paragraph.depth is not Depth.FULL
            for part in (
                paragraph.sentence.values["pairs"].plain
                if "pairs" in paragraph.sentence.values
                else ()
            )
        }
        boards = find(key).pair(played, number).boards
        assert made >= {frozenset((board.white, board.black)) for board in boards}


def test_a_bracket_of_one_before_2013_moves_down_by_c1_alone() -> None:
    held = tournament(load("dutch-2011-held"))
    told = explained("dutch-2011", held, 5)
    assert (
        "Group at score 3½ Players: 2w. [C.3] Pairs that must break a colour preference: 0 (x). "
        "Pairs to be made: 0 (p). "
        "2 is alone in the bracket and moves down to the next one. [C.1] Group" in told
    )
    assert "The whole bracket moves down" not in told


def test_a_remainder_before_2013_is_told_in_its_bracket() -> None:
    """The pair of the moved-down player does not belong to the remainder, which is a group of its
    own.
    """
    held = tournament(load("dutch-2011-held"))
    told = explained("dutch-2011", held, 4)
    assert "The remainder, after the players from above: 12(b). [C.6] Pairs that must break" in told
    assert told.count("Group at score ½") == 1


def test_the_penultimate_bracket_before_2013_is_told_again_where_it_is_paired_again() -> None:
    """5, alone in the lowest bracket, has had the bye: one of the others must meet them."""
    played = small(5, "1-3 ½-½, 2-4 ½-½, 5 U", "", scoring=Scoring(pairing_allocated_bye=0))
    told = explained("dutch-2011", played, 2)
    assert (
        "Group at score 0 Players: 5↓. [C.3] Pairs that must break a colour preference: 0 (x). "
        "Pairs to be made: 0 (p). May not have the bye: 5. [B.1b] "
        "The penultimate bracket is undone to complete the lowest one. [C.13] "
        "Group at score ½ Players: 1b, 2b, 3w, 4w. [C.13]" in told
    )
    assert "One pair fewer is made in the bracket. [C.14]" in told
    assert "Leave the group unpaired: " in told[told.index("[C.14]") :]


def test_before_2013_two_who_have_met_move_down_by_c1_alone() -> None:
    played = small(6, "1-4 1-0, 2-5 1-0, 3-6 ½-½", "1-2 ½-½, 3-5 ½-½, 4-6 ½-½", "")
    told = explained("dutch-2011", played, 3)
    assert "Moved down to the next bracket: 1, 2. [C.1] Group" in told


def test_lim_proposes_pairs_of_those_whom_no_floater_meets() -> None:
    """3 floats to the losers and meets 4; 2.4 then proposes 5-6, not halves with 4 in them."""
    played = small(6, "1-4 1-0, 2-5 1-0, 3-6 1-0", "", of=5)
    told = explained("lim-1999", played, 2)
    assert "3 floats to make the number of players even. [2.3.4] 3 is due the" in told
    assert "Proposed, top half against bottom half: 1-2. [2.4]" in told
    later = small(7, "4-1 ½-½, 2-5 1-0, 3-6 0-1, 7 U", "2-6 ½-½, 7-1 1-0, 3-4 ½-½, 5 U", "")
    told = explained("lim-1999", later, 3)
    assert re.search(r"Paired: [-0-9, ]+\. \[3\.8\]", told)
    for group in told.split("Group at score")[1:]:
        proposed = re.search(r"Proposed for the others[^:]*: ([^.]*)\.", group)
        floaters = re.search(r"From another score: ([^.]*)\.", group)
        if proposed and floaters:
            assert not set(re.findall(r"\d+", proposed[1])) & set(re.findall(r"\d+", floaters[1]))


def test_which_part_of_article_5_4_decides_in_lim() -> None:
    """The colours of both pairs never differed: above the median the rank decides."""
    told = explained("lim-1999", small(4, "1-3 1-0, 2-4 1-0", ""), 2)
    served = "player gets the preferred colour"
    assert f"Equal preferences and colours; the higher-ranked {served}: 2-1. [5.4]" in told
    below = "Equal preferences and colours, below the median group: the lower-ranked"
    assert f"{below} {served}: 4-3. [5.4]" in told
    answer = text(explain_player(find("lim-1999"), small(4, "1-3 1-0, 2-4 1-0", ""), 2, 3))
    assert "below the median group the lower-ranked player, 4 Player 4, gets it" in answer


def test_why_two_do_not_meet_has_its_article_in_every_procedure() -> None:
    met = small(4, "1-3 1-0, 2-4 1-0", "", of=3)
    bound = small(6, "1-4 1-0, 2-5 1-0, 3-6 0-1", "1-6 1-0, 2-3 1-0, 4-5 ½-½", "", of=4)
    for key, twice, colours in (
        ("dutch-2011", "B.1a", "B.2"),
        ("dubov-1997", "2", "2"),
        ("burstein-2016", "3.1", "5.2, 5.3"),
        ("burstein-2026", "C1", "C3"),
        ("lim-1999", "2.1", "2.1"),
    ):
        answer = text(explain_why_not_pair(find(key), met, 2, 1, 3))
        told = f"1 and 3 have already met. [{twice}] They played each other in round 1."
        assert answer.endswith(told), key
        answer = text(explain_why_not_pair(find(key), bound, 3, 1, 2))
        assert answer.endswith(f"1 and 2 must both have the same colour. [{colours}]"), key


def test_the_imaginary_point_makes_the_scoregroups_that_are_told() -> None:
    """Burstein 2016, 3.3: in round 1 the upper half is a point ahead."""
    fresh = small(8)
    options = Options(imaginary_point=True)
    played = replace(fresh, settings=replace(fresh.settings, options=options))
    told = explained("burstein-2016", played, 1)
    assert "Score 1: 1, 2, 3, 4. Score 0: 5, 6, 7, 8." in told
    assert "Group at score 1 Players: 1, 2, 3, 4. [6.1]" in told
    assert "5 Player 5 has 0" not in text(explain_player(find("burstein-2016"), played, 1, 5))


def test_pairs_that_a_group_cannot_make_are_told_by_every_procedure() -> None:
    """1 and 2, the leaders, have met; 1 and 5 may both have Black only."""
    met = small(6, "1-4 1-0, 2-5 1-0, 3-6 ½-½", "1-2 ½-½, 3-5 ½-½, 4-6 ½-½", "", of=4)
    for key, article in (
        ("dutch-2011", "B.1a"),
        ("dubov-1997", "2"),
        ("burstein-2016", "3.1"),
        ("burstein-2026", "C1"),
        ("lim-1999", "2.1"),
    ):
        assert re.search(
            rf"Have met before: 1-2[-0-9, ]*\. \[{re.escape(article)}\]", explained(key, met, 3)
        ), key
    bound = small(6, "1-4 1-0, 2-5 1-0, 3-6 0-1", "1-6 1-0, 2-3 1-0, 4-5 ½-½", "", of=4)
    for key, article in (
        ("burstein-2016", "5.2, 5.3"),
        ("burstein-2026", "C3"),
        ("lim-1999", "2.1"),
    ):
        assert f"Must both have the same colour: 1-2. [{article}]" in explained(key, bound, 3), key


def test_what_speaks_against_the_first_combination_of_a_burstein_group() -> None:
    """Of the four winners 1 and 4 are due White: the fold 1-4, 2-3 grants no more than 1-3, 2-4."""
    played = small(8, "5-1 0-1, 2-6 1-0, 3-7 1-0, 8-4 0-1", "", of=3)
    told = explained("burstein-2016", played, 2)
    better = "Another combination has fewer pairs that cannot give both players their colour: 0"
    assert (
        "The first combination in order, the highest against the lowest: 1-4, 2-3. "
        f"{better} instead of 2. [6.5] "
        "Paired: 1-3, 2-4. [6.2]" in told
    )
    newer = explained("burstein-2026", played, 2)
    assert f"{better} instead of 2. [C8]" in newer


def test_a_burstein_bracket_may_float_more_for_the_sake_of_the_rest() -> None:
    """2026, C4: 1-4, 2-3 could be made, but then 5 and 6, who have met, would be left."""
    played = small(6, "1-2 1-0, 3-5 1-0, 4-6 1-0", "3-1 0-1, 4-2 0-1, 5-6 0-0", "", of=3)
    told = explained("burstein-2026", played, 3)
    assert "Group at score 1" in told
    assert (
        "With 0 floaters, as many as the bracket itself needs, the rest of the round could not be "
        "paired. [C4]" in told
    )


def test_where_a_player_went_on_from() -> None:
    """1 leads alone and is paired with 2 of the next group; undone steps are not told."""
    played = small(6, "1-4 1-0, 2-5 ½-½, 3-6 ½-½", "", of=3)
    for key in ("burstein-2016", "dutch-2011", "burstein-2026"):
        answer = text(explain_player(find(key), played, 2, 1))
        if key != "dutch-2011":
            assert "1 Player 1 was not paired in the group at score 1, and moved on." in answer
        assert "The pair was made in the group at score ½." in answer
        assert "The best combination" not in answer


def test_without_a_median_group_the_group_below_is_paired_last() -> None:
    """Lim, round 2: no game was drawn, so the floater from above enters the group below."""
    played = small(6, "1-4 1-0, 5-2 0-1, 3-6 1-0")
    told = explained("lim-1999", played, 2)
    assert "Group at score ½" not in told
    below = told[told.index("Group at score 0") :]
    assert "No player has the median score; this group is paired last. [2.2]" in below


@pytest.mark.parametrize(
    ("rounds", "article"),
    [
        (("1-4 1-0, 2-5 1-0, 3-6 ½-½", "1-2 ½-½, 3-5 ½-½, 4-6 ½-½"), "2.3.1"),
        (("1-4 1-0, 2-5 1-0, 3-6 0-1", "1-6 1-0, 2-3 1-0, 4-5 ½-½"), "2.3.2"),
        (("4-1 0-1, 5-2 0-1, 3-6 0-1", "1-5 1-0, 2-4 1-0, 3-6 ½-½", "1-3 1-0, 2-6 1-0"), "2.3.3"),
    ],
)
def test_which_case_of_article_2_3_moves_a_lim_player(
    rounds: tuple[str, ...], article: str
) -> None:
    """1 and 2 have met. Both had White twice, or two more Whites than Blacks, or twice running
    after a Black.
    """
    told = explained("lim-1999", small(6, *rounds), len(rounds) + 1)
    assert f"1, 2: no compatible opponent in the group. [{article}]" in told


@pytest.mark.parametrize(
    ("start", "article"), [("2018/05/01", "2.3.a"), ("2026/03/01", "2.3.1"), ("", "2.3.1")]
)
def test_lim_is_cited_with_the_letters_of_its_time(start: str, article: str) -> None:
    played = small(6, "1-4 1-0, 2-5 1-0, 3-6 ½-½", "1-2 ½-½, 3-5 ½-½, 4-6 ½-½")
    played = replace(played, settings=replace(played.settings, start=start))
    told = explained("lim-1999", played, 3)
    assert f"1, 2: no compatible opponent in the group. [{article}]" in told


def test_pairs_that_a_dubov_bracket_cannot_make_are_told() -> None:
    """1 and 2 have met: so 2, the first set, is not brought up to 1."""
    played = small(6, "1-4 1-0, 2-5 1-0, 3-6 ½-½", "1-2 1-0, 3-5 0-0, 4-6 0-0", "")
    for key, article in (("dubov-2018", "C.1"), ("dubov-2026", "C1")):
        told = explained(key, played, 3)
        assert f"Have met before: 1-2. [{article}] The first set of upfloaters in order: 2" in told


def test_dubov_residents_who_could_do_without_upfloaters() -> None:
    """1 and 2 could meet, but then 3 and 4, who have met, could not be paired."""
    told = explained("dubov-2026", small(4, "1-3 1-0, 2-4 1-0", "3-4 0-0, 1 Z, 2 Z", ""), 3)
    assert (
        "The residents could be paired among themselves, but with fewer than 2 upfloaters "
        "somebody would remain unpaired below. [3.2.1]" in told
    )


def test_a_dubov_newcomer_prefers_black() -> None:
    late = small(6, "1-4 1-0, 5-2 0-1")
    players = tuple(
        Player(
            p.name, id=p.id, number=p.number, rating=p.rating, entered=2 if p.id in (3, 6) else 1
        )
        for p in late.players
    )
    played = Tournament(players, late.rounds, late.settings)
    answer = text(explain_player(find("dubov-2026"), played, 2, 6))
    assert "has not played yet, which counts as a mild preference for Black" in answer
    assert "prefers no colour" in text(explain_player(find("dutch-2026"), played, 2, 6))


def test_differences_and_their_pairs_stand_in_the_same_order() -> None:
    """2017, the PPB of round 5: 1 is left over, and counts more than the half point of 2-4."""
    played = read(DATA / "corpus" / "dutch-2017-axes" / "0000.trf").model
    told = explained("dutch-2017", played, 5)
    assert "Differences here: 1½, ½, in 1↓, 2-4. [C.16]" in told


def test_nobody_to_meet_because_of_the_colour_is_not_a_rematch() -> None:
    """1 and 2 have not met; both had White twice running, and it is not the last round."""
    played = small(6, "1-4 1-0, 2-5 1-0, 3-6 0-1", "1-6 1-0, 2-3 1-0, 4-5 ½-½")
    for key, article in (("dutch-2017", "C.3"), ("dutch-2026", "C3")):
        answer = text(explain_player(find(key), played, 3, 1))
        told = "nobody whom 1 Player 1 may meet. Must both have the same colour: 1-2."
        assert f"{told} [{article}]" in answer


def test_the_subgroups_are_those_of_the_first_candidate() -> None:
    """2017, the PPB of round 5: S1 begins with 1, who goes into the limbo only by an exchange."""
    played = read(DATA / "corpus" / "dutch-2017-axes" / "0000.trf").model
    told = explained("dutch-2017", played, 5)
    again = told[told.index("(PPB)") : told.index("(CLB)")]
    assert "S1 = 1Bb↓↓; S2 = 3w↑↑, 4B↓, 5b↓." in again
    assert "Limbo = 2Ww↓↓." in again
    assert "The first candidate, S1 against S2 in order: 1-3, 4-5; downfloaters: 2." in again
    assert "Other moved-down players are paired: 2; into the limbo: 1." in again
