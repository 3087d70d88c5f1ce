"""A player's history in a tournament: scores, colours, opponents, gaps."""

from dataclasses import replace

from crivello.model.history import History, histories
from crivello.model.player import Player
from crivello.model.result import Award, Bye, Result
from crivello.model.settings import PointsAdjustment, Scoring, Settings
from crivello.model.tournament import Game, Round, Tournament


def tournament(*rounds: Round, players: int = 4, settings: Settings | None = None) -> Tournament:
    entries = tuple(Player(id=number, number=number) for number in range(1, players + 1))
    return Tournament(entries, rounds, settings or Settings(rounds=9))


def colours_of(pattern: str) -> History:
    """Return the history of player 1 with this sequence: W, B, or u for an unplayed round."""
    rounds = []
    for opponent, letter in enumerate(pattern, start=2):
        if letter == "W":
            rounds.append(Round((Game(1, opponent, Result.DRAW),)))
        elif letter == "B":
            rounds.append(Round((Game(opponent, 1, Result.DRAW),)))
        else:
            rounds.append(Round((Game(opponent, 1, Result.BLACK_WINS_BY_FORFEIT),)))
    event = tournament(*rounds, players=len(pattern) + 1)
    return histories(event, len(pattern) + 1)[1]


def test_unplayed_rounds_move_to_the_front_of_the_colours() -> None:
    # C.04.2: 3.4 (old D.5), its three examples
    assert colours_of("BWBuW").colour_sequence == "uBWBW"
    assert colours_of("WBuWB").colour_sequence == "uWBWB"
    assert colours_of("BWWuBuW").colour_sequence == "uuBWWBW"


def test_a_forfeit_gives_points_but_no_colour_and_no_opponent() -> None:
    history = colours_of("Wu")
    assert history.score == 1 + 2
    assert history.colours == "W"
    assert history.met == {2}
    assert history.entries[1].opponent == 3
    assert not history.entries[1].played
    assert history.unplayed == 1


def test_colour_difference_counts_played_games_only() -> None:
    # C.04.2.D.5 (1)
    assert colours_of("WWuB").colour_difference == 1
    assert colours_of("BuB").colour_difference == -2


def test_the_bye_is_worth_a_win_and_has_no_opponent_and_no_colour() -> None:
    # C.04.1.c (2)
    # Burstein 2016: 4.4 (1)
    past = histories(tournament(Round(byes=((1, Bye.PAIRING_ALLOCATED),))), 2)[1]
    assert (past.score, past.met, past.colours) == (2, frozenset(), "")
    assert (past.entries[0].opponent, past.entries[0].played) == (None, False)


def test_every_kind_of_bye_is_paid_by_the_scoring() -> None:
    # C.04.1.c (3)
    byes = (
        (1, Bye.PAIRING_ALLOCATED),
        (2, Bye.HALF_POINT),
        (3, Bye.FULL_POINT),
        (4, Bye.ZERO_POINT),
    )
    scoring = Scoring(pairing_allocated_bye=1, zero_point_bye=1)
    past = histories(tournament(Round(byes=byes), settings=Settings(scoring=scoring)), 2)
    assert [past[player].score for player in (1, 2, 3, 4)] == [1, 1, 2, 1]


def test_a_player_in_no_game_and_no_bye_was_absent() -> None:
    past = histories(tournament(Round((Game(1, 2, Result.WHITE_WINS),))), 2)
    assert past[3].entries[0].award is Award.ABSENT
    assert not past[3].taken_part
    assert past[2].taken_part


def test_unusual_results_pay_each_side_its_own() -> None:
    first = Round(
        (Game(1, 2, Result.WHITE_DRAWS_BLACK_LOSES), Game(3, 4, Result.BOTH_LOSE)),
    )
    past = histories(tournament(first), 2)
    assert [past[player].score for player in (1, 2, 3, 4)] == [1, 0, 0, 0]
    assert past[4].colours == "B"


def test_an_adjourned_game_counts_as_a_draw_for_pairing() -> None:
    # C.04.2.D.1 (1)
    past = histories(tournament(Round((Game(1, 2, Result.ADJOURNED),))), 2)
    assert past[1].score == past[2].score == 1
    assert past[1].met == {2}


def test_points_by_colour() -> None:
    scoring = Scoring(white_win=4, black_win=6, white_draw=1, black_draw=2)
    event = tournament(
        Round((Game(1, 2, Result.WHITE_WINS), Game(3, 4, Result.BLACK_WINS))),
        Round((Game(1, 3, Result.DRAW),)),
        settings=Settings(scoring=scoring),
    )
    past = histories(event, 3)
    assert [past[player].score for player in (1, 2, 3, 4)] == [5, 0, 2, 6]


def test_a_bonus_counts_from_its_round_and_an_award_can_be_paid_differently() -> None:
    settings = Settings(
        adjustments=(
            PointsAdjustment((1,), -1, round=1),
            PointsAdjustment((2,), 1),
            PointsAdjustment((3,), 3, award=Award.WIN),
        )
    )
    event = tournament(
        Round((Game(1, 2, Result.WHITE_WINS), Game(3, 4, Result.WHITE_WINS))), settings=settings
    )
    assert histories(event, 1)[1].score == 0
    past = histories(event, 2)
    assert [past[player].score for player in (1, 2, 3, 4)] == [1, 1, 3, 0]
    assert past[2].entries[0].score_before == 1


def test_one_round_more_is_the_same_as_all_rounds_at_once() -> None:
    rounds = (
        Round((Game(1, 2, Result.WHITE_WINS),), ((3, Bye.HALF_POINT),)),  # 4 was absent
        Round((Game(3, 1, Result.DRAW), Game(4, 2, Result.BLACK_WINS_BY_FORFEIT))),
        Round((Game(1, 4, None), Game(2, 3, Result.BOTH_LOSE))),
        Round((Game(2, 1, Result.SHORT_DRAW),), ((3, Bye.PAIRING_ALLOCATED),)),
    )
    bonus = Settings(adjustments=(PointsAdjustment((1,), -1, round=2),))
    for settings in (Settings(), Settings(scoring=Scoring(white_win=6, black_draw=3)), bonus):
        event = tournament(*rounds, settings=settings)
        for before in range(1, 6):
            anew = tournament(*rounds, settings=settings)
            assert histories(event, before) == histories(anew, before)


def test_an_event_that_goes_on_keeps_its_histories_right() -> None:
    first = Round((Game(1, 2, Result.WHITE_WINS), Game(3, 4, Result.DRAW)))
    second = Round((Game(3, 1, Result.WHITE_WINS),), ((2, Bye.HALF_POINT),))
    event = tournament(first, Round())
    assert histories(event, 2)[1].score == 2
    left = tuple(replace(player, withdrawn_after=1) for player in event.players)
    following = event.next_state((first, second), left)
    assert following.players == left
    assert histories(following, 3) == histories(tournament(first, second), 3)


def test_special_points_hold_for_short_games_and_for_absences_too() -> None:
    settings = Settings(
        adjustments=(
            PointsAdjustment((1,), 3, award=Award.WIN),
            PointsAdjustment((2,), 1, award=Award.LOSS),
            PointsAdjustment((3, 4), 1, award=Award.ZERO_POINT_BYE),
        )
    )
    short = Round((Game(1, 2, Result.SHORT_WHITE_WINS),), ((3, Bye.ZERO_POINT),))
    past = histories(tournament(short, settings=settings), 2)
    assert [past[player].score for player in (1, 2, 3, 4)] == [3, 1, 1, 1]


def test_score_before_is_the_score_of_that_pairing() -> None:
    event = tournament(Round((Game(1, 2, Result.WHITE_WINS),)), Round((Game(1, 3, Result.DRAW),)))
    entries = histories(event, 3)[1].entries
    assert [entry.score_before for entry in entries] == [0, 2]


def test_the_round_to_pair_follows_the_last_paired_one() -> None:
    event = tournament(
        Round((Game(1, 2, Result.DRAW),)), Round(byes=((3, Bye.HALF_POINT),)), Round()
    )
    assert event.paired_rounds == 1
    assert event.next_round == 2
    assert replace(event, rounds=()).next_round == 1


def test_before_a_paired_round_those_without_a_game_are_absent() -> None:
    event = tournament(
        Round((Game(1, 2, Result.DRAW),), ((3, Bye.HALF_POINT),)),
        Round((Game(1, 3, Result.DRAW),)),
    )
    before = event.before(1)
    assert before.next_round == 1
    assert before.round(1) == Round(byes=((3, Bye.HALF_POINT), (4, Bye.ZERO_POINT)))
    assert event.before(3) is event
