"""The team system (C.04.6) and Double-Swiss (C.04.5): orders, cases, colours, two solvers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crivello.model.errors import Impossible
from crivello.model.field import Float, Strength
from crivello.model.history import History
from crivello.model.matches import MatchTournament
from crivello.model.pairing import Board, RoundPairing
from crivello.model.result import Colour
from crivello.model.settings import (
    AcceleratedScore,
    Acceleration,
    ColourPreferences,
    FollowingGroup,
    FollowingUpfloaters,
    LastRoundPreference,
    Options,
)
from crivello.model.trace import Trace
from crivello.model.trace.upfloats import ByeChosen, ByeReason, MatchBracketPaired, UpfloatersNeeded
from crivello.rules.field import build_field
from crivello.standings.crosstable import crosstable
from crivello.systems.judgement import Defect, Wish
from crivello.systems.matches.bracket import as_written, identifier, place_in_list, top_first
from crivello.systems.matches.editions import (
    DOUBLE_2026,
    TEAM_2026,
    MatchEdition,
    first_of,
    preference_in,
    preference_type_a,
    preference_type_b,
)
from crivello.systems.matches.sieve import pairings, sets_in_order
from crivello.systems.matches.system import MatchSystem
from tests.support.entrants import entrant
from tests.systems.matches.events import boards, event, random_event

WHITE, BLACK = Colour.WHITE, Colour.BLACK
STRONG, MILD, NONE = Strength.STRONG, Strength.MILD, Strength.NONE
TYPE_B = Options(colour_preferences=ColourPreferences.TYPE_B)
VARIANTS: dict[str, tuple[MatchEdition, Options]] = {
    "type A": (TEAM_2026, Options()),
    "type B": (TEAM_2026, TYPE_B),
    "no preferences": (TEAM_2026, Options(colour_preferences=ColourPreferences.NONE)),
    "double": (DOUBLE_2026, Options()),
    "fewest below": (TEAM_2026, Options(following_upfloaters=FollowingUpfloaters.FEWEST)),
    "accelerated otherwise": (
        TEAM_2026,
        Options(
            accelerated_floats=AcceleratedScore.REAL, accelerated_colours=AcceleratedScore.PAIRING
        ),
    ),
    "only played matches float": (DOUBLE_2026, Options(forfeited_floats=False)),
    "unpaired below": (DOUBLE_2026, Options(following_group=FollowingGroup.STILL_UNPAIRED)),
}


def with_options(tournament: MatchTournament, options: Options) -> MatchTournament:
    return replace(tournament, settings=replace(tournament.settings, options=options))


# Orders (3.5, 3.6)


def test_sets_of_upfloaters_are_listed_by_score_then_number() -> None:
    # C.04.6: 3.5; C.04.5: 3.5
    scores = {2: 6, 6: 6, 8: 6, 1: 5, 3: 5, 5: 5}
    pool = [entrant(number, score=score) for number, score in scores.items()]
    listed = dict(sets_in_order(pool, 3))
    assert list(listed) == [(6, 6, 6), (5, 6, 6), (5, 5, 6), (5, 5, 5)]
    two_and_one = [place_in_list(one) for one in listed[5, 6, 6]]
    expected = "261 263 265 281 283 285 681 683 685"
    assert ["".join(map(str, one)) for one in two_and_one] == expected.split()
    assert as_written(reversed(pool)) == as_written(pool)


def test_the_identifier_names_top_members_first() -> None:
    # C.04.6: 3.6; C.04.5: 3.6
    pairs = [(11, 24), (16, 6), (10, 9), (8, 4)]
    given = [top_first(entrant(one), entrant(other)) for one, other in pairs]
    assert identifier(given) == (4, 6, 9, 11, 8, 16, 10, 24)


# Cases


def test_without_constraints_the_upper_half_meets_the_lower_by_number() -> None:
    pairing = MatchSystem(TEAM_2026).pair(event(8, 5), 1)
    assert boards(pairing) == "1-5 6-2 3-7 8-4"


def test_an_upfloater_may_be_the_top_member_by_number() -> None:
    """The halves are made by number, whatever the scores."""
    # C.04.6: 1.3; C.04.5: 1.3
    played = event(8, 5, "1-5/1 2-6/1 3-7/= 4-8/1")
    pairing = MatchSystem(TEAM_2026).pair(played, 2)
    assert sorted(boards(pairing).split()) == ["3-1", "4-2", "6-8", "7-5"]


CASE_2 = (
    "1-7/1 2-8/= 3-4/= 5-6/= 9/Z 10/Z",
    "1-9/1 2-10/= 3-5/= 4-6/= 7/Z 8/Z",
    "1-10/1 2-9/= 3-6/= 4-5/= 7/Z 8/Z",
)


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        (FollowingUpfloaters.BY_PARITY, "10-4 2-1 5-7 6-8 9-3"),
        (FollowingUpfloaters.FEWEST, "10-7 3-1 5-8 6-2 9-4"),
    ],
)
def test_readings_of_the_scoregroup_that_follows(way: FollowingUpfloaters, expected: str) -> None:
    """No set leaves a scoregroup below that can be paired by parity; some sets leave it better than
    others.
    """
    # C.04.6: C6; C.04.5: C6
    played = with_options(event(10, 5, *CASE_2), Options(following_upfloaters=way))
    pairing = MatchSystem(TEAM_2026).pair(played, 4)
    assert sorted(boards(pairing).split()) == expected.split()


def test_a_set_that_serves_the_scoregroup_below_comes_first() -> None:
    played = event(
        10,
        6,
        "1-6/1 2-7/1 3-4/= 5/Z 8/Z 9/Z 10/Z",
        "1-2/= 3-6/= 4-7/= 5-10/1 8-9/=",
    )
    pairing = MatchSystem(TEAM_2026).pair(played, 3)
    assert sorted(boards(pairing).split()) == ["2-3", "4-8", "5-1", "6-9", "7-10"]


def test_the_bye_goes_by_score_matches_and_number() -> None:
    # C.04.6: 3.4; C.04.5: 3.4
    trace: Trace = []
    played = event(5, 4, "1-3/1 2-4/1 5/U", "1-2/= 3-5/1 4/U")
    pairing = MatchSystem(TEAM_2026).pair(played, 3, trace)
    assert pairing.bye == 3  # 5 and 4 have had one
    (step,) = [one for one in trace if isinstance(one, ByeChosen)]
    assert (step.reason, step.barred) == (ByeReason.SCORE, (5, 4))


@pytest.mark.parametrize("sign", ["U", "F"])
def test_who_has_won_without_a_match_has_no_bye(sign: str) -> None:
    # C.04.5: C2
    pairing = MatchSystem(DOUBLE_2026).pair(event(5, 4, f"1-3/= 2-4/= 5/{sign}"), 2)
    assert pairing.bye == 4


def test_a_forfeited_match_bars_from_the_bye_and_may_be_played_again() -> None:
    # C.04.6: C2
    played = event(3, 3, "1-2/+ 3/Z")
    pairing = MatchSystem(TEAM_2026).pair(played, 2)
    assert pairing.bye == 3
    assert {*pairing.boards[0]} == {1, 2}


FLOATS = "1-4/+ 5-2/0 3-6/=", "2-1/0 5-3/+ 6-4/0"
"""1 has 4 points, 2, 4 and 5 have 2. In round 2 players 4 and 5 were paired with one point more, 5
with somebody who did not come."""


@pytest.mark.parametrize(
    ("edition", "floats"), [(DOUBLE_2026, Float.UP), (TEAM_2026, None)], ids=["double", "team"]
)
def test_a_forfeited_match_floats_in_double_swiss_only(
    edition: MatchEdition, floats: Float | None
) -> None:
    # C.04.5: 1.5; C.04.6: 1.5
    field = build_field(event(6, 7, *FLOATS), 3, edition.field_rules)
    found = {one.id: one.floats for one in field.entrants}
    assert found[4] == (Float.UP,)
    assert found[5] == (floats,)
    # Who did not come was paired with a lower score.
    assert found[3] == (floats and Float.DOWN,)


@pytest.mark.parametrize(("counted", "expected"), [(True, {1, 4}), (False, {1, 5})])
def test_a_forfeited_match_floats_unless_the_event_says_otherwise(
    counted: bool, expected: set[int]
) -> None:
    """Both have floated, so the first in the list comes up to player 1; otherwise the other."""
    # C.04.5: C7
    played = with_options(event(6, 7, *FLOATS), Options(forfeited_floats=counted))
    pairing = MatchSystem(DOUBLE_2026).pair(played, 3)
    assert pairing == replace(MatchSystem(DOUBLE_2026).sift(played, 3), trace=pairing.trace)
    assert expected in [{*board} for board in pairing.boards]


def test_nobody_left_to_meet_is_said_with_its_criteria() -> None:
    # C.04.6: C1
    with pytest.raises(Impossible) as refused:
        MatchSystem(TEAM_2026).pair(event(2, 3, "1-2/="), 2)
    assert refused.value.criteria == ("C1",)


# Preferences (1.7)


def history(colours: str) -> History:
    return History(1, (), (), (0,), colours, frozenset())


@pytest.mark.parametrize(
    ("colours", "a", "b"),
    [
        ("", (None, NONE), (None, NONE)),
        ("W", (None, NONE), (BLACK, MILD)),
        ("WB", (None, NONE), (WHITE, MILD)),
        ("WW", (BLACK, STRONG), (BLACK, STRONG)),
        ("BWW", (BLACK, STRONG), (BLACK, STRONG)),
        ("BBWW", (BLACK, STRONG), (BLACK, STRONG)),
        ("WWB", (None, NONE), (BLACK, MILD)),
        ("WWWBB", (None, NONE), (BLACK, MILD)),
        ("BBW", (None, NONE), (WHITE, MILD)),
        ("WBB", (WHITE, STRONG), (WHITE, STRONG)),
        ("WBBB", (WHITE, STRONG), (WHITE, STRONG)),
    ],
)
def test_preferences_of_teams(colours: str, a: object, b: object) -> None:
    assert preference_type_a(history(colours)) == a
    assert preference_type_b(history(colours)) == b


def test_even_colours_give_no_mild_preference_in_the_last_round() -> None:
    last = event(4, 3)
    of_type_b = [
        with_options(last, replace(TYPE_B, last_round_preference=one))
        for one in LastRoundPreference
    ]
    strong, none = (preference_in(one, 3) for one in of_type_b)
    assert strong(history("WB")) == none(history("WB")) == (None, NONE)
    assert strong(history("BBWW")) == (BLACK, STRONG)
    assert none(history("BBWW")) == (None, NONE)
    assert preference_in(of_type_b[1], 2)(history("WB")) == (WHITE, MILD)


def test_floats_under_acceleration_are_by_pairing_score() -> None:
    """Teams 1 and 5 won both; in round 2 team 1 had two virtual points, and met a lower score.

    docs/decisions/matches-under-acceleration.md
    """
    played = event(8, 9, "1-2/1 3-4/1 5-6/1 7-8/1", "1-5/1 3-7/1 2-4/1 6-8/1")
    virtual = tuple((team, (2, 2)) for team in range(1, 5))
    settings = replace(played.settings, acceleration=Acceleration(virtual=virtual))
    accelerated = replace(played, settings=settings)
    field = build_field(accelerated, 3, TEAM_2026.field_rules)
    floats = {one.number: one.floats[0] for one in field.entrants}
    assert floats[1] is floats[3] is Float.DOWN
    assert floats[5] is floats[7] is Float.UP
    assert floats[2] is floats[4] is floats[6] is floats[8] is None
    by_real = with_options(accelerated, Options(accelerated_floats=AcceleratedScore.REAL))
    field = build_field(by_real, 3, TEAM_2026.field_rules)
    assert {one.floats[0] for one in field.entrants} == {None}
    shown = [
        {row.cells[1].float for row in crosstable(one, TEAM_2026.field_rules).rows}
        for one in (accelerated, by_real)
    ]
    assert shown == [{Float.DOWN, Float.UP, None}, {None}]


def test_the_first_of_two_under_acceleration_is_by_real_score() -> None:
    """Teams 5 and 1 have the same real points; team 5 has two virtual points more.

    docs/decisions/matches-under-acceleration.md
    """
    virtual, real = replace(entrant(5), score=4, points=2), replace(entrant(1), score=2, points=2)
    by_pairing_score = Options(accelerated_colours=AcceleratedScore.PAIRING)
    assert first_of(virtual, real, Options()) == (real, virtual)
    assert first_of(virtual, real, by_pairing_score) == (virtual, real)


# Colours (article 4)


def test_the_first_is_by_score_secondary_score_and_number() -> None:
    # C.04.6: 4.2; C.04.5: 4.2
    low, high = entrant(1, score=2), entrant(2, score=4)
    assert first_of(low, high, Options()) == (high, low)
    other = replace(entrant(3, score=4), secondary=5)
    assert first_of(high, other, Options()) == (other, high)
    assert first_of(entrant(4), entrant(3), Options())[0].number == 3


def given_colours(variant: str, first: str, second: str) -> tuple[int, str]:
    """Return the team with White, by the colours of two teams, and the article."""
    edition, options = VARIANTS[variant]
    rule = edition.field_rules.preference_of(with_options(event(4, 9), options), 5)
    two = []
    for number, colours in ((1, first), (2, second)):
        past = history(colours)
        colour, strength = rule(past)
        two.append(replace(entrant(number), preference=colour, strength=strength, history=past))
    field = build_field(event(4, 9), 1, edition.field_rules)
    white, _, article = edition.allocate(two[0], two[1], replace(field, initial_colour=WHITE))
    return white.number, article


@pytest.mark.parametrize(
    ("variant", "first", "second", "white", "article"),
    [
        ("type A", "", "", 1, "4.3.1"),
        ("type A", "WW", "WB", 2, "4.3.2"),
        ("type A", "WB", "WW", 1, "4.3.2"),
        ("type A", "WW", "BB", 2, "4.3.3"),
        ("type B", "WW", "W", 2, "4.3.4"),
        ("type A", "W", "", 2, "4.3.5"),
        ("no preferences", "WB", "BW", 1, "4.3.6"),
        ("type B", "WBWB", "WBWB", 1, "4.3.7"),
        ("type A", "WB", "WB", 1, "4.3.8"),
        ("type A", "", "WB", 2, "4.3.9"),
        ("double", "", "", 1, "4.3.1"),
        ("double", "W", "B", 2, "4.3.2"),
        ("double", "WB", "BW", 1, "4.3.3"),
        ("double", "BW", "BW", 2, "4.3.4"),
        ("double", "", "B", 2, "4.3.5"),
    ],
)
def test_the_first_colour_rule_that_decides(
    variant: str, first: str, second: str, white: int, article: str
) -> None:
    # C.04.6: 4.3; C.04.5: 4.3
    assert given_colours(variant, first, second) == (white, article)


# Two solvers, one answer


@given(st.integers(0, 2**32), st.integers(4, 9), st.sampled_from(sorted(VARIANTS)))
def test_sieve_and_solver_agree_in_matches(seed: int, teams: int, variant: str) -> None:
    # C.04.6: 1.5, C3-C10; C.04.5: 1.5, C1, C3-C8
    edition, options = VARIANTS[variant]
    system = MatchSystem(edition)
    tournament = random_event(seed, teams, system, options)
    number = len(tournament.rounds)
    fast: Trace = []
    literal: Trace = []
    answers: list[RoundPairing | None] = []
    for pair, trace in ((system.pair, fast), (system.sift, literal)):
        try:
            answers.append(replace(pair(tournament, number, trace), trace=()))
        except Impossible:
            answers.append(None)
    assert answers[0] == answers[1]
    kinds = (ByeChosen, UpfloatersNeeded, MatchBracketPaired)
    kept = [[step for step in trace if isinstance(step, kinds)] for trace in (fast, literal)]
    assert kept[0] == kept[1]


# Judging


@pytest.mark.parametrize("variant", ["type B", "double"])
@pytest.mark.parametrize("seed", range(12))
def test_the_judge_accepts_the_round_and_nothing_else(variant: str, seed: int) -> None:
    edition, options = VARIANTS[variant]
    system = MatchSystem(edition)
    tournament = random_event(seed, 6, system, options)
    number = len(tournament.rounds)
    try:
        right = system.pair(tournament, number)
    except Impossible:
        return
    judge = system.judge_for(tournament, number)
    assert judge.judge(right.boards, right.bye) is None
    field = judge.field
    for bye in [None] if right.bye is None else field.entrants:
        present = [player for player in field.entrants if player is not bye]
        for pairs in pairings(present):
            found = [system.edition.allocate(*two, field)[:2] for two in pairs]
            made = [Board(white.id, black.id) for white, black in found]
            given = None if bye is None else bye.id
            verdict = judge.judge(made, given)
            same = {*made} == {*right.boards} and given == right.bye
            assert (verdict is None) == same
            if verdict is not None and verdict.level is Defect.CRITERION:
                assert verdict.right is not None
                assert verdict.wrong is not None
                assert verdict.right < verdict.wrong or verdict.code == "3.4"


def test_an_upfloater_of_a_lower_score_is_judged_by_that_score() -> None:
    """C5 comes before the order of sets: 3 meets 5, who has no points, after 4 and 8 drew."""
    # C.04.6: 3.5
    system = MatchSystem(TEAM_2026)
    judge = system.judge_for(event(8, 5, "1-5/1 2-6/1 3-7/1 4-8/="), 2)
    teams = {team.id: team for team in judge.field.entrants}
    given = []
    for one, other in [(1, 2), (3, 5), (4, 6), (8, 7)]:
        white, black, _ = system.edition.allocate(teams[one], teams[other], judge.field)
        given.append(Board(white.id, black.id))
    difference = judge.judge(given, None)
    assert difference is not None
    assert (difference.level, difference.code) == (Defect.CRITERION, "C5")


def test_a_wish_is_granted_at_the_least_cost() -> None:
    system = MatchSystem(TEAM_2026)
    judge = system.judge_for(event(8, 5), 1)
    forced = judge.best_with(Wish(frozenset({(1, 5)})))
    assert boards(forced) == "1-6 5-2 3-7 8-4"
    difference = judge.judge(forced.boards, None)
    assert difference is not None
    assert (difference.level, difference.code) == (Defect.ORDER, "3.6")
