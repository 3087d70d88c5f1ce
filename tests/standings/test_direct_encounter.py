"""Direct encounter (C.07: 6) on small groups."""

from __future__ import annotations

from crivello.model.tournament import Tournament
from crivello.standings.direct_encounter import direct_encounter
from crivello.standings.sheet import EventFormat, Sheet
from crivello.standings.standings import standings
from crivello.standings.tie_breaks import TieBreak
from tests.standings.events import event

FOUR = (2400, 2300, 2200, 2100)
SIX = (2400, 2300, 2200, 2100, 2000, 1900)


def groups(
    tournament: Tournament, *tied: int, code: str = "DE", kind: EventFormat = EventFormat.SWISS
) -> list[list[int]]:
    sheet = Sheet(tournament, tournament.paired_rounds, kind=kind)
    return direct_encounter(sheet, TieBreak.parse(code).modifiers, tied)[0]


def test_all_have_met_so_their_table_ranks_them() -> None:
    # 1 beat 2, drew with 3; 2 beat 3: 1½, 1, ½.
    tournament = event("1 2 1-0", "1 3 ½", "2 3 1-0", ratings=FOUR)
    assert groups(tournament, 1, 2, 3) == [[1], [2], [3]]


def test_a_subset_still_tied_is_looked_at_alone() -> None:
    # 1 and 2 have 2 of 3 in the table of four, 3 and 4 have 1; 2 beat 1, and 3 beat 4.
    tournament = event("1 4 1-0, 2 3 ½", "1 3 1-0, 2 4 ½", "1 2 0-1, 3 4 ½", ratings=FOUR)
    # Points: 1: 2, 2: 2, 3: 1, 4: 1; 3 and 4 drew: nothing tells them apart.
    assert groups(tournament, 1, 2, 3, 4) == [[2], [1], [3, 4]]


def test_three_who_beat_one_another_in_a_circle_stay_tied() -> None:
    tournament = event("1 2 1-0", "2 3 1-0", "3 1 1-0", ratings=FOUR)
    assert groups(tournament, 1, 2, 3) == [[1, 2, 3]]


def test_of_several_games_the_average_counts() -> None:
    # 1 and 2 met twice (1 and ½: ¾ and ¼), the others once. 1: ¾ + ½, 2: ¼ + 1, 3: ½ + 0.
    # C.07: 4.4, 6
    tournament = event("1 2 1-0", "2 1 ½", "1 3 ½", "2 3 1-0", ratings=FOUR)
    sheet = Sheet(tournament, 4)
    _, workings = direct_encounter(sheet, TieBreak.parse("DE").modifiers, [1, 2, 3])
    table = workings[1].steps[0].table
    assert [table[player].points * 2 for player in (1, 2, 3)] == [5, 5, 2]
    # 1 and 2 are level, so their own table decides: ¾ against ¼.
    assert groups(tournament, 1, 2, 3) == [[1], [2], [3]]


def test_a_forfeit_is_no_meeting_unless_the_event_says_so() -> None:
    tournament = event("1 2 -+", ratings=FOUR)
    assert groups(tournament, 1, 2) == [[1, 2]]
    assert groups(tournament, 1, 2, code="DE/P") == [[2], [1]]
    assert groups(tournament, 1, 2, kind=EventFormat.ROUND_ROBIN) == [[2], [1]]


def test_not_all_have_met_but_one_is_first_whatever_happens() -> None:
    # 1 beat 2 and 3; 2 and 3 did not meet: the better of them could have 1 point, 1 has 2.
    tournament = event("1 2 1-0", "1 3 1-0", ratings=FOUR)
    assert groups(tournament, 1, 2, 3) == [[1], [2, 3]]


def test_he_must_be_alone_on_top() -> None:
    # 1 has 1½; the winner of 2 - 3 could have 1½ too (2 drew with 1).
    tournament = event("1 2 ½", "1 3 1-0", ratings=FOUR)
    assert groups(tournament, 1, 2, 3) == [[1, 2, 3]]
    # A missing game of the candidate themselves counts for their rival: 1 - 2 was not played.
    tournament = event("1 3 1-0", "2 3 ½", ratings=FOUR)
    assert groups(tournament, 1, 2, 3) == [[1, 2, 3]]


def test_the_second_is_found_in_the_same_table() -> None:
    # 1 beat 2, 3, 4; 2 beat 3 and 4; 3 - 4 is missing.
    # 1 has 3; 2 has 2, and 3 or 4 could reach 1: 2 is second; 3 and 4 are not told apart.
    tournament = event("1 2 1-0", "1 3 1-0", "1 4 1-0", "2 3 1-0, 4 1 --", "2 4 1-0", ratings=FOUR)
    assert groups(tournament, 1, 2, 3, 4) == [[1], [2], [3, 4]]


def test_article_6_again_for_those_still_unranked() -> None:
    tournament = event(
        "1 2 1-0, 4 3 1-0",
        "1 3 1-0, 2 4 ½",
        "1 5 1-0, 2 3 1-0",
        "2 5 1-0",
        "5 4 1-0",
        "3 5 1-0",
        ratings=SIX,
    )
    # Only 1 - 4 is missing. 1: 3, 2: 2½, 4: 1½ (at most 2½), 3: 1, 5: 1. So 1 is first, and 2 is
    # not surely second. Of the other four all have met: 2: 2½, 4: 1½, then 3, who beat 5.
    assert groups(tournament, 1, 2, 3, 4, 5) == [[1], [2], [4], [3], [5]]
    _, workings = direct_encounter(
        Sheet(tournament, 6), TieBreak.parse("DE").modifiers, [1, 2, 3, 4, 5]
    )
    assert [step.article for step in workings[3].steps] == ["6.3", "6.2", "6.2"]
    assert [workings[player].value for player in (1, 2, 4, 3, 5)] == [1, 2, 3, 4, 5]


def test_a_later_tie_break_and_direct_encounter_again() -> None:
    # After four rounds 1 and 2 and 3 are tied in points; all they share is decided step by step.
    tournament = event(
        "1 4 1-0, 2 5 1-0, 3 6 1-0",
        "1 2 ½, 3 4 ½, 5 6 ½",
        "1 3 ½, 2 6 ½, 4 5 ½",
        ratings=SIX,
    )
    # 1, 2, 3 have 2; 4, 5, 6 have 1 and only two of their games were played, both drawn.
    table = standings(tournament, codes=["DE", "WON", "DE", "TPN"])
    assert [row.rank for row in table.rows] == [1, 2, 3, 4, 5, 6]
    # Nobody is ahead in the first direct encounter: 1 has 1 of 2, and 2 or 3 could have 1½.
    assert [row.values[1] for row in table.rows] == [1, 1, 1, 1, 1, 1]
    plain = standings(tournament, codes=["DE", "WON", "DE"])
    assert [row.rank for row in plain.rows] == [1, 1, 1, 4, 4, 4]


def test_who_is_not_tied_has_no_value() -> None:
    tournament = event("1 2 1-0, 3 4 1-0", "1 3 1-0, 2 4 1-0", ratings=FOUR)
    table = standings(tournament, codes=["DE"])
    # 1 has 2, 2 and 3 have 1 and did not meet, 4 has none.
    assert [(row.rank, row.player.id, row.values[1]) for row in table.rows] == [
        (1, 1, None),
        (2, 2, 1),
        (2, 3, 1),
        (4, 4, None),
    ]
