"""Standings: lists of tie-breaks, shared ranks, rounds, categories."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from crivello.formats.detect import read
from crivello.model.errors import CrivelloError
from crivello.model.player import Player, Sex, Title
from crivello.model.settings import Acceleration
from crivello.model.tournament import Round, Tournament
from crivello.standings.categories import Category, parse_category, ranks_in
from crivello.standings.sheet import EventFormat
from crivello.standings.standings import standings
from crivello.standings.wording import standings_table, why, working_table
from crivello.words import Language, translator
from tests.standings.events import EXAMPLE_1, EXAMPLE_2, event
from tests.support.data import DATA


def order(tournament: Tournament, *codes: str, after: int | None = None) -> list[tuple[int, int]]:
    return [(row.rank, row.player.id) for row in standings(tournament, after, codes).rows]


def test_without_tie_breaks_ties_share_a_rank() -> None:
    assert order(EXAMPLE_1) == [(1, 1), (2, 2), (2, 3), (4, 4), (4, 5), (6, 6)]


def test_the_next_tie_break_is_for_those_still_tied() -> None:
    # BH/C1 leaves 2 and 3 tied (10½ each), SB decides (7, 5¼); 4 and 5 share everything.
    # C.07: 4.2
    assert order(EXAMPLE_1, "BH/C1", "SB") == [(1, 1), (2, 2), (3, 3), (4, 4), (4, 5), (6, 6)]
    assert order(EXAMPLE_1, "BH/C1", "SB", "TPN/R")[3:] == [(4, 5), (5, 4), (6, 6)]
    # The rating, the lowest first.
    assert order(EXAMPLE_1, "RTNG/R")[1:3] == [(2, 3), (3, 2)]


def test_the_list_may_put_something_before_the_points() -> None:
    assert order(EXAMPLE_2, "REP", "PTS") == [(1, 1), (2, 2), (3, 3), (4, 5), (5, 4)]
    assert order(EXAMPLE_2, "BH", "PTS")[0] == (1, 5)


def test_the_list_that_the_tournament_announces() -> None:
    # C.07: 4.1
    settings = replace(EXAMPLE_1.settings, tie_breaks=("TPN/R",))
    assert standings(replace(EXAMPLE_1, settings=settings)).rows[1].player.id == 3
    settings = replace(settings, standings_order=("PTS", "TPN"))
    announced = standings(replace(EXAMPLE_1, settings=settings))
    assert [key.code for key in announced.keys] == ["PTS", "TPN"]
    assert announced.rows[1].player.id == 2


def test_after_an_earlier_round() -> None:
    # After round 1 of example 2: 1, 2 and 5 (with the bye) have 1 point.
    assert order(EXAMPLE_2, after=1) == [(1, 1), (1, 2), (1, 5), (4, 3), (4, 4)]
    assert order(EXAMPLE_2, after=0) == [(1, number) for number in range(1, 6)]
    with pytest.raises(CrivelloError, match="no standings after round 6; rounds paired so far: 5"):
        standings(EXAMPLE_2, 6)


def test_the_last_round_with_all_results_is_meant_by_default() -> None:
    last = EXAMPLE_2.rounds[-1]
    games = tuple(replace(game, result=None) for game in last.games)
    unfinished = replace(EXAMPLE_2, rounds=(*EXAMPLE_2.rounds[:-1], Round(games, last.byes)))
    assert standings(unfinished).round == 4
    assert standings(unfinished).open_games == 0
    live = standings(unfinished, 5)
    assert live.open_games == 1
    # The open game counts as a draw: 2 has 3½, 5 has 2.
    assert {row.player.id: row.score for row in live.rows} == {1: 9, 2: 7, 3: 5, 4: 0, 5: 4}


def test_virtual_points_never_count() -> None:
    settings = replace(EXAMPLE_1.settings, acceleration=Acceleration(virtual=((6, (2, 2, 2)),)))
    lent = replace(EXAMPLE_1, settings=settings)
    codes = ("BH", "SB", "PS", "KS")
    assert standings(lent, codes=codes).rows == standings(EXAMPLE_1, codes=codes).rows


def test_rating_tie_breaks_are_left_out_when_there_is_an_unrated_player() -> None:
    tournament = event("1 2 1-0, 3 4 1-0", ratings=(2400, 0, 2200, 2100))
    table = standings(tournament, codes=["ARO", "BH", "APPO", "ARO/U1000"])
    assert [key.code for key in table.keys] == ["PTS", "BH", "ARO/U1000"]
    assert [key.code for key in table.dropped] == ["ARO", "APPO"]
    # Also if nobody has met the unrated player, and for the players' own ratings (10.6).
    tournament = event("1 3 1-0, 2 Z, 4 Z", ratings=(2400, 0, 2200, 2100))
    codes = ["ARO", "TPR", "PTP", "APRO", "APPO", "RTNG", "RTNG/R", "BH"]
    table = standings(tournament, codes=codes)
    assert [key.code for key in table.dropped] == codes[:-1]
    table = standings(tournament, codes=["RTNG/R/U1000"])
    assert [row.player.id for row in table.rows] == [1, 2, 4, 3]


@pytest.mark.parametrize("code", ["AOB", "ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO"])
def test_what_is_undefined_ranks_last_and_is_shown_as_undefined(code: str) -> None:
    # 3 and 4 have as many points as 1 and 2, without a game.
    tournament = event("1 2 ½, 3 H, 4 H", "1 2 ½, 3 H, 4 H", ratings=(2400, 2300, 2200, 2100))
    table = standings(tournament, codes=[code])
    assert [row.player.id for row in table.rows][2:] == [3, 4]
    assert [row.rank for row in table.rows][2:] == [3, 3]
    assert [row.values[1] for row in table.rows][2:] == [None, None]
    words = translator(Language.EN)
    shown = standings_table(tournament, table, words)
    assert shown.rows[2][-1] == ("–", None)
    assert "– means that the value is undefined; it ranks last." in shown.notes
    above = why(tournament, table, 1, 3, words)
    assert above.endswith(" against undefined.")
    working = working_table(tournament, table, 3, words)
    assert "undefined, there is nothing to average" in working.rows[1][2].text


def test_an_average_of_nothing_ranks_below_an_average_of_zero() -> None:
    tournament = event("1 2 0-0, 3 Z", ratings=(2400, 2300, 2200))
    table = standings(tournament, codes=["AOB"])
    assert [(row.player.id, row.values[1]) for row in table.rows] == [(1, 0), (2, 0), (3, None)]


def test_the_average_of_opponents_buchholz_counts_opponents_really_met() -> None:
    # 1 met 2 only; 3 did not come. BH/P of 2: 1 (2 points) and 4 (½), in half points 5.
    tournament = event("1 2 1-0, 3 4 ½", "3 1 -+, 2 4 1-0", ratings=(2400, 2300, 2200, 2100))
    assert standings(tournament, codes=["BH/P"]).row(2).values[1] == 5
    assert standings(tournament, codes=["AOB/P"]).row(1).values[1] == 5


def read_file(name: str) -> Tournament:
    path = DATA / "standings" / name
    return read(path.read_bytes(), path.name)


def test_unrated_players_of_a_file() -> None:
    codes = ["SB/C2", "SB/M1", "SB/M2", "RTNG", "RTNG/R", "ARO"]
    tournament = read_file("held-many2.trf")
    table = standings(tournament, codes=codes)
    assert [key.code for key in table.dropped] == ["RTNG", "RTNG/R", "ARO"]
    assert [key.code for key in standings(read_file("unm.trf"), codes=["ARO"]).dropped] == ["ARO"]


def test_the_second_cut_of_sonneborn_berger_in_any_order_of_rounds() -> None:
    """Player 4 lost three rounds by forfeit: which of the zeros is cut first decides the rest."""
    tournament = read_file("held-many2.trf")
    rounds = tournament.rounds
    for first in permutations(rounds[:3]):
        turned = replace(tournament, rounds=(*first, *rounds[3:]))
        four = standings(turned, codes=["SB/C2"]).row(4)
        assert Fraction(four.values[1] or 0) / 4 == 5


def test_the_limit_of_koya_as_a_percentage() -> None:
    # C.07: 9.2. After two rounds: 1 has 2, 2 and 3 have 1, 4 has 0.
    tournament = event("1 2 1-0, 3 4 1-0", "1 3 1-0, 2 4 1-0", ratings=(2400, 2300, 2200, 2100))
    for code, of_one in (("KS", 4), ("KS/L51%", 0), ("KS/L50%", 4), ("KS/L+1", 0), ("KS/L-2", 4)):
        assert standings(tournament, codes=[code]).row(1).values[1] == of_one
    assert standings(tournament, codes=["KS/L0%"]).row(2).values[1] == 2
    assert standings(tournament, codes=["KS/L1%"]).row(2).values[1] == 0


def test_names_of_cuts_and_limits() -> None:
    tournament = event("1 2 1-0", ratings=(2400, 2300))
    table = standings(tournament, codes=["BH/C1", "BH/C4", "SB/M3", "KS/L60%"])
    assert standings_table(tournament, table, translator(Language.EN)).notes[:4] == (
        "BH/C1: Buchholz, cut 1 (C.07: 8.1)",
        "BH/C4: Buchholz, cut 4 (C.07: 8.1)",
        "SB/M3: Sonneborn-Berger, median 3 (C.07: 9.1)",
        "KS/L60%: Koya system, limit 60 % (C.07: 9.2)",
    )


def test_buchholz_is_not_for_round_robins() -> None:
    for code in ("BH", "FB/C1", "AOB"):
        with pytest.raises(CrivelloError, match="is not for round robins"):
            standings(EXAMPLE_1, codes=[code], kind=EventFormat.ROUND_ROBIN)


def test_nobody_and_nothing() -> None:
    assert standings(Tournament()).rows == ()
    alone = standings(Tournament((Player(id=1, number=1),)), codes=["DE", "BH", "APPO", "AOB"])
    assert [row.rank for row in alone.rows] == [1]


def with_people(tournament: Tournament) -> Tournament:
    facts = {
        1: {"sex": Sex.FEMALE, "birth": "2008/05/01", "federation": "ITA", "title": Title.FM},
        2: {"sex": Sex.MALE, "birth": "2007/12/31", "federation": "FRA"},
        3: {"sex": Sex.FEMALE, "birth": "1961", "tags": (("club", "Lione"),)},
        4: {"birth": "1960/01/01", "tags": (("club", "lione"), ("Team", "B"))},
        5: {"birth": "0000/00/00", "rating": None, "federation": "ITA"},
    }
    players = tuple(
        replace(player, **facts.get(player.id, {}))  # type: ignore[arg-type]
        for player in tournament.players
    )
    return replace(
        tournament, players=players, settings=replace(tournament.settings, start="2026/03/01")
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sex=w", [(1, 1), (2, 3)]),
        ("age=U18", [(1, 1)]),
        ("age=u19", [(1, 1), (2, 2)]),
        ("age=S65", [(1, 3), (2, 4)]),
        ("rating=2300-2399", [(1, 2), (1, 3)]),
        ("rating=-2200", [(1, 5), (2, 6)]),
        ("rating=2350-", [(1, 1), (2, 2)]),
        ("title=FM", [(1, 1)]),
        ("title=none", [(1, 2), (1, 3), (3, 4), (3, 5), (5, 6)]),
        ("federation=ita", [(1, 1), (2, 5)]),
        ("club=Lione", [(1, 3), (2, 4)]),
        ("team=B", [(1, 4)]),
        ("club=Torino", []),
    ],
)
def test_categories(text: str, expected: list[tuple[int, int]]) -> None:
    """Players are ranked within their category; shared ranks stay shared."""
    tournament = with_people(EXAMPLE_1)
    category = parse_category(text, tournament)
    found = ranks_in(standings(tournament), category)
    assert [(rank, row.player.id) for rank, row in found] == expected


@pytest.mark.parametrize(
    "text", ["", "women", "age=18", "age=U", "rating=1600", "rating=a-b", "=x"]
)
def test_what_is_no_category_is_refused(text: str) -> None:
    with pytest.raises(
        CrivelloError, match=r"is not a category\. Write it in one of these forms: sex=w"
    ):
        parse_category(text, with_people(EXAMPLE_1))


def test_an_age_needs_a_date() -> None:
    with pytest.raises(CrivelloError, match="Enter its start date"):
        parse_category("age=U18", EXAMPLE_1)


def test_a_rating_band_without_a_lower_end_takes_unrated_players() -> None:
    people = (Player(id=1, number=1), Player(id=2, number=2, rating=1500))
    tournament = Tournament(people)
    for text, expected in (("rating=-1599", [True, True]), ("rating=1-1599", [False, True])):
        category = parse_category(text, tournament)
        assert [category.has(player) for player in people] == expected


@pytest.mark.parametrize("key", ["club", "Club", "section", "Section"])
def test_a_group_is_found_by_a_tag_whatever_its_capitals(key: str) -> None:
    player = Player("Ada", id=1, number=1, tags=((key, "Torre"),))
    assert Category(key.lower(), "torre").has(player)
    assert not Category(key.lower(), "alfiere").has(player)
    assert not Category("federation", "torre").has(player)
