"""Performance and rating change, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello.formats.detect import read
from crivello.model.player import Player
from crivello.model.result import Result
from crivello.model.tournament import Round, Tournament
from crivello.standings.ratings import (
    RatingChange,
    first_rating,
    k_factor,
    player_rating_table,
    rating_changes,
    rating_table,
)
from crivello.words import Language, translator
from tests.standings.events import EXAMPLE_2, event
from tests.support.data import DATA


def changes(tournament: Tournament, start: str = "") -> dict[int, RatingChange]:
    settings = replace(tournament.settings, start=start)
    found = rating_changes(replace(tournament, settings=settings), tournament.paired_rounds)
    return {change.player.id: change for change in found}


def test_a_tournament_with_byes_and_a_forfeit() -> None:
    found = changes(EXAMPLE_2)
    # 1 (2400): won against 2200 (.76), 2000 (.92), drew with 2300 (.64); the forfeit and the bye
    # count nothing. 2½ - 2.32 = .18, K 10: 1.8.
    one = found[1]
    assert [game.expected for game in one.games] == [76, 92, 64]
    assert (one.half_points, one.expected, one.k, one.change, one.rounded) == (5, 232, 10, 180, 2)
    assert (one.average, one.performance) == (2167, 2440)
    # 2 (2300): 2100 (.76), 2200 (.64), 2400 (.36), 2000 (.85): 3 - 2.61 = .39, K 20: 7.8.
    assert (found[2].expected, found[2].change, found[2].rounded) == (261, 780, 8)
    # 4 (2100): lost to 2300 (.24) and 2200 (.36): -.60, K 20: -12.
    assert (found[4].expected, found[4].change, found[4].rounded) == (60, -1200, -12)


def test_a_half_is_rounded_away_from_zero() -> None:
    # 1500 against 1500: half expected. A win with K 20 is +10, with K 11 +5.5: 6, lost: -6.
    tournament = event("1 2 1-0", ratings=(1500, 1500))
    players = tuple(replace(player, tags=(("k", "11"),)) for player in tournament.players)
    found = changes(replace(tournament, players=players))
    assert (found[1].change, found[1].rounded) == (550, 6)
    assert (found[2].change, found[2].rounded) == (-550, -6)


def test_a_difference_above_400_counts_as_400() -> None:
    """Article 8.3.1."""
    tournament = event("1 2 ½", ratings=(2649, 2000))
    one, two = (changes(tournament)[player] for player in (1, 2))
    assert (one.expected, two.expected) == (92, 8)
    assert one.games[0].capped
    # Exactly 400 is not above it, and the same.
    assert changes(event("1 2 ½", ratings=(2400, 2000)))[1].expected == 92
    assert not changes(event("1 2 ½", ratings=(2400, 2000)))[1].games[0].capped


def test_one_upgrade_by_the_400_point_rule_from_2022_to_february_2024() -> None:
    # 2000 against 1063, 1299, 1413, 1427, 1682 and 2450.
    ratings = (2000, 1299, 1063, 1413, 1427, 1682, 2450)
    tournament = event(*(f"1 {number} 1-0" for number in range(2, 8)), ratings=ratings)
    for day in ("2022/01/01", "2024/02/29"):
        games = changes(tournament, day)[1].games
        # The greatest difference counts as 400 (.92), the other ones in full; 318 is below 400
        # anyway, and a stronger opponent brings no benefit: 450 counts as 400 (.08).
        assert [game.expected for game in games] == [99, 92, 98, 98, 87, 8]
        assert [game.capped for game in games] == [False, True, False, False, False, True]
    for day in ("2021/12/31", "2024/03/01", ""):
        games = changes(tournament, day)[1].games
        assert [game.expected for game in games] == [92, 92, 92, 92, 87, 8]
    # The weaker players' differences are 400 in every game, as before.
    assert changes(tournament, "2023/05/01")[2].expected == 8


def test_of_two_equal_differences_one_is_the_upgrade() -> None:
    tournament = event("1 2 1-0", "1 3 1-0", ratings=(2000, 1500, 1500))
    assert [game.capped for game in changes(tournament, "2023/05/01")[1].games] == [True, False]


def test_a_rating_table_of_those_years_says_so() -> None:
    words = translator(Language.EN)

    def notes(start: str) -> str:
        tournament = event("1 2 1-0", ratings=(2000, 1500))
        tournament = replace(tournament, settings=replace(tournament.settings, start=start))
        return " ".join(rating_table(tournament, rating_changes(tournament, 1), 1, words).notes)

    assert "the 400-point rule benefited a player in one game only" in notes("2023/05/01")
    assert "First ratings follow the rules of March 2024" in notes("2021/05/01")
    assert "400-point rule" not in notes("2021/05/01")
    assert "2024" not in notes("2024/03/01")
    assert "2024" not in notes("")


def test_no_first_rating_from_a_score_of_zero() -> None:
    """Article 8.2.1."""
    path = DATA / "standings" / "rat-031.trf"
    tournament = read(path.read_bytes(), path.name)
    (change,) = [c for c in rating_changes(tournament, 7) if c.player.id == 38]
    assert (change.player.rating, len(change.games), change.half_points) == (None, 5, 0)
    assert change.first_rating is None
    assert first_rating([2000] * 5, 0) is None
    assert first_rating([2000] * 5, 1) is not None
    table = player_rating_table(tournament, (change,), 7, 38, translator(Language.EN))
    assert table.notes[0] == "A score of zero does not give a first rating (B.02: 8.2.1)."


def test_from_2650_on_it_counts_in_full_since_october_2025() -> None:
    tournament = event("1 2 ½", ratings=(2700, 2000))  # 700: .99
    assert changes(tournament)[1].expected == 99
    assert changes(tournament, "2025/10/01")[1].expected == 99
    assert changes(tournament, "2025/09/30")[1].expected == 92
    # For the opponent it is 400 as before.
    assert changes(tournament)[2].expected == 8


@pytest.mark.parametrize(
    ("rating", "birth", "tags", "k"),
    [
        (1800, "", (), 20),
        (2399, "", (), 20),
        (2400, "", (), 10),
        (2299, "2008/01/01", (), 40),
        (2299, "2007/12/31", (), 20),  # 18 was the year before
        (2300, "2010/01/01", (), 20),
        (2450, "2010/01/01", (), 10),
        (1800, "", (("games", "29"),), 40),
        (1800, "", (("games", "30"),), 20),
        (2350, "", (("k", "10"),), 10),
    ],
)
def test_k(rating: int, birth: str, tags: tuple[tuple[str, str], ...], k: int) -> None:
    player = Player(id=1, number=1, rating=rating, birth=birth, tags=tags)
    assert k_factor(player, 2026, 9) == k


def test_k_times_games_is_at_most_700() -> None:
    junior = Player(id=1, number=1, rating=1500, birth="2015")
    assert k_factor(junior, 2026, 17) == 40
    assert k_factor(junior, 2026, 18) == 38
    assert k_factor(junior, 2026, 0) == 40


def test_only_rated_games_against_rated_opponents() -> None:
    tournament = event("1 2 1-0", "1 3 1-0", ratings=(2000, 0, 2000))
    last = tournament.rounds[-1]
    short = tuple(replace(game, result=Result.SHORT_WHITE_WINS) for game in last.games)
    found = changes(replace(tournament, rounds=(tournament.rounds[0], Round(short))))
    assert found[1].games == ()
    assert found[1].rounded is None
    # A late correction counts for the rating only.
    late = tuple(replace(game, rating_result=Result.DRAW) for game in last.games)
    found = changes(replace(tournament, rounds=(tournament.rounds[0], Round(late))))
    assert found[1].half_points == 1
    # 2 has no rating and one game: too few for a first one.
    assert found[2].performance == 2000 - 800
    assert found[2].first_rating is None


@pytest.mark.parametrize("result", [None, Result.ADJOURNED])
def test_a_game_without_a_final_result_is_not_rated(result: Result | None) -> None:
    # C.04.2.D.1 (2)
    tournament = event("1 2 1-0", "1 3 1-0", ratings=(2000, 1900, 2000))
    game = replace(tournament.rounds[-1].games[0], result=result)
    found = changes(replace(tournament, rounds=(tournament.rounds[0], Round((game,)))))
    assert [(one.opponent, one.half_points) for one in found[1].games] == [(2, 2)]
    assert found[3].games == ()


def test_the_columns_of_the_tables_have_keys_that_programs_know() -> None:
    changes, words = rating_changes(EXAMPLE_2, 5), translator(Language.EN)
    everybody = rating_table(EXAMPLE_2, changes, 5, words)
    assert " ".join(column.key for column in everybody.columns) == (
        "number title name rating games score average performance expected k change new"
    )
    games = player_rating_table(EXAMPLE_2, changes, 5, 1, words)
    assert (
        " ".join(column.key for column in games.columns)
        == "round opponent rating score expected capped"
    )


def test_a_first_rating() -> None:
    # Five games against 2000 with 3 points, and two draws with 1800: (10000 + 3600) / 7 = 1943,
    # 4 of 7 = 57 %: +50.
    assert first_rating([2000] * 5, 6) == 1993
    assert first_rating([2000] * 4, 6) is None
    # At most 2200, and none below 1400.
    assert first_rating([2400] * 5, 10) == 2200
    assert first_rating([1400] * 5, 0) is None


def test_a_first_rating_to_the_point() -> None:
    """The mean with the two draws is 1943.57 and 1943.43; 4 of 7 adds 50."""
    assert first_rating([2000] * 4 + [2005], 6) == 1944 + 50
    assert first_rating([2000] * 4 + [2004], 6) == 1943 + 50


def test_a_first_rating_is_1400_at_least() -> None:
    """1½ of 7 are 21 %, or 230 points below the mean: 1630 and 1629 points, of which 1400
    remain.
    """
    assert first_rating([1562] * 5, 1) == 1400
    assert first_rating([1562] * 4 + [1558], 1) is None


@pytest.mark.parametrize("pace", ["rapid", "blitz"])
def test_no_standard_change_in_a_rapid_or_blitz_event(pace: str) -> None:
    """These events have other rules: only what follows from ratings and results is shown."""
    after = EXAMPLE_2.paired_rounds
    standard = rating_changes(EXAMPLE_2, after)
    found = rating_changes(EXAMPLE_2, after, pace)
    for one, other in zip(found, standard, strict=True):
        assert (one.average, one.performance) == (other.average, other.performance)
        assert one.half_points == other.half_points
        nothing = (one.expected, one.k, one.change, one.rounded, one.first_rating)
        assert nothing == (None,) * 5
        assert all(game.expected is None and not game.capped for game in one.games)
    for language, said in ((Language.EN, "not covered here"), (Language.IT, "non sono trattate")):
        words = translator(language)
        table = rating_table(EXAMPLE_2, found, after, words, pace)
        (note,) = table.notes
        assert said in note
        assert player_rating_table(EXAMPLE_2, found, after, 1, words, pace).notes == (note,)


def test_an_unrated_rapid_player_is_told_nothing_about_a_first_rating() -> None:
    tournament = event("1 2 0-1", ratings=(0, 2000))
    found = rating_changes(tournament, 1, "rapid")
    words = translator(Language.EN)
    notes = player_rating_table(tournament, found, 1, 1, words, "rapid").notes
    assert not any("first rating (B.02" in note for note in notes)
