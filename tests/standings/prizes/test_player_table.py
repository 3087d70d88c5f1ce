"""The answer to a player about the prizes, in the tournament of `test_awards`."""

from __future__ import annotations

from crivello.standings.prizes.awards import Awards, award
from crivello.standings.prizes.prize_lists import Prize, PrizeList, PrizeRules, Thing, Ties
from crivello.standings.prizes.wording import player_prize_table, prize_table, prizes_text
from crivello.standings.standings import standings
from crivello.words import Language, translator
from tests.standings.prizes.test_awards import EIGHT, WOMEN, given_out, with_women

EN = translator(Language.EN)
OTHER_PRIZE = (
    "the player qualifies, but can win only one prize, and theirs is worth at least as much"
)
NOTHING_LEFT = "the player qualifies, but none of it was left for this tie"
DIFFERENT = (
    "The shares of this tie differ: those who get less could not have won more between them from "
    "the prizes they qualify for, one each."
)


def answers(awards: Awards, player: int) -> list[str]:
    table = player_prize_table(awards.standings.sheet.tournament, awards, player, EN)
    return [row[-1].text for row in table.rows]


def notes(awards: Awards, player: int) -> tuple[str, ...]:
    return player_prize_table(awards.standings.sheet.tournament, awards, player, EN).notes


def test_a_thing_that_a_better_woman_won_and_one_for_which_money_was_won() -> None:
    awards = given_out(
        with_women(2, 5, 6),
        PrizeList("Open", (Thing("Cup"), 100), Ties.TIE_BREAK),
        PrizeList("Women", (Thing("Medal"),), Ties.TIE_BREAK, WOMEN),
    )
    assert answers(awards, 2) == ["Open (2)", OTHER_PRIZE]
    assert answers(awards, 5) == [OTHER_PRIZE, "Women (1): Medal, by tie-break"]
    assert answers(awards, 6) == [NOTHING_LEFT, NOTHING_LEFT]


def test_who_gets_a_thing_only_is_shown_no_sum_of_money() -> None:
    awards = given_out(EIGHT, PrizeList("Open", (Thing("Cup"), 100), Ties.TIE_BREAK))
    assert notes(awards, 1) == ("The player gets: Cup.",)
    assert notes(awards, 2) == ("1.00 = 1.00, rounded down 1.00.",)
    assert notes(awards, 8) == ("The player gets no prize.",)


def test_different_shares_of_a_tie_are_justified() -> None:
    """1 and 2 are level on points, and only 2 is a woman."""
    lists = PrizeList("Open", (100,)), PrizeList("Women", (200,), categories=WOMEN)
    shares = ("1 Player 1: Open (1) = 1.00, 1.00 each.", "2 Player 2: Women (1) = 2.00, 2.00 each.")
    assert notes(given_out(with_women(2), *lists), 1)[1:] == (*shares, DIFFERENT)
    equal = notes(given_out(with_women(1, 2), *lists), 1)[1:]
    assert equal == ("1 Player 1, 2 Player 2: Open (1), Women (1) = 3.00, 1.50 each.",)


def test_prizes_besides_the_one_prize_are_named() -> None:
    said = "In addition, a player may win: Women."
    for besides in (True, False):
        women = PrizeList("Women", (30,), categories=WOMEN, besides=besides)
        rules = PrizeRules((PrizeList("Open", (100, 60)), women))
        awards = award(rules, standings(with_women(2)))
        assert (said in prize_table(EIGHT, awards, EN).notes) is besides


def test_the_amounts_of_a_list_name_its_things() -> None:
    awards = given_out(EIGHT, PrizeList("Open", (Thing("Cup"), 100), Ties.TIE_BREAK))
    amounts = player_prize_table(EIGHT, awards, 1, EN).rows[0][1]
    assert amounts.text == "Cup, 1.00"


def test_places_in_a_row_are_joined() -> None:
    rules = PrizeRules((PrizeList("Open", (6, 5, 4, 3, 2, 1)), PrizeList("Women", (1,))))
    prizes = [Prize(0, place, 7 - place) for place in (1, 2, 4, 5, 6)]
    assert prizes_text(rules, prizes) == "Open (1-2, 4-6)"
    assert prizes_text(rules, [prizes[0], prizes[2], Prize(1, 1, 1)]) == "Open (1, 4), Women (1)"


def test_the_sums_are_in_the_currency() -> None:
    rules = PrizeRules((PrizeList("Open", (10000, 5001)),), unit=100, currency="EUR")
    notes = prize_table(EIGHT, award(rules, standings(EIGHT)), EN).notes
    # 1 and 2 share 150.01: 75.00 for each, and 0.01 is left.
    assert notes[:2] == (
        "Prizes 150.01 EUR = paid 150.00 EUR + rounding 0.01 EUR + not awarded 0.00 EUR.",
        "Payments are rounded down to a multiple of 1.00 EUR.",
    )


def test_before_the_first_round_the_prizes_say_when_they_are_known() -> None:
    rules = PrizeRules((PrizeList("Open", (100,)),))
    said = "Standings are shown once all results of the first round are in."
    for played in (0, 1):
        notes = prize_table(EIGHT, award(rules, standings(EIGHT, played)), EN).notes
        assert (said in notes) is (played == 0)
