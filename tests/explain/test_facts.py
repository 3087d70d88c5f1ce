"""The values of answers are facts and true, especially those that were once false."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crivello.explain.player.answer import PlayerWriter, Question, count_words
from crivello.explain.player.questions import answers_about
from crivello.explain.round import TracedRound
from crivello.formats.detect import read
from crivello.formats.example import read_example
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from crivello.words import Language
from tests.explain.answer_checks import check_round, recipes
from tests.explain.articles import wrong_articles
from tests.support.data import DATA


def event(name: str) -> Tournament:
    return read((DATA / "findings" / name).read_bytes(), name)


def test_the_edition_says_which_round_bars_the_bye() -> None:
    # C.04.3: C2
    """A half-point bye does not bar the bye in 2026; the forfeit win before it does."""
    ask = answers_about(TracedRound(find("dutch-2026"), event("barred-bye.json"), 3))
    assert PlayerWriter(Language.EN).answer(ask.why_not_bye(7)) == (
        "You got points without playing in round 1, so you may not have the bye."
    )


def told(name: str, key: str, number: int, player: int) -> str:
    answer = answers_about(TracedRound(find(key), event(name), number)).opponent(player)
    return PlayerWriter(Language.EN).answer(answer)


def test_why_a_group_is_skipped_where_the_rest_could_not_be_paired() -> None:
    # C.04.3 (2017): C.4
    """12 has met both players with 1 point, so 14 plays 12, and those two play each other."""
    assert told("seed001-before-r5.trf", "dutch-2017", 5, 14) == (
        "12 Oscar has already met all the others still to be paired, so you play 12 Oscar, not "
        "someone with 1 point."
    )
    assert told("seed001-before-r5.trf", "dutch-2017", 5, 12) == (
        "You have already met all the others still to be paired, so 14 Roberto plays you, not "
        "someone with 1 point."
    )
    assert told("seed003-before-r5.trf", "dutch-2011", 5, 14).startswith("12 Oscar has already met")


def test_two_below_who_have_met_are_played_from_above() -> None:
    assert told("seed001-before-r6.trf", "dutch-2017", 6, 9) == (
        "13 Patrizia and 12 Oscar, the only two with fewer than 1½ points, have met in round 4. So "
        "you play one of them, not someone with 2 points. You must play someone with ½ to 1 points "
        "and are paired first. So you get 12 Oscar, 2nd in their list by points, then number, as "
        "you are 2nd of those left over elsewhere."
    )
    assert "not someone with 1½ points." in told("seed001-before-r6.trf", "dutch-2017", 6, 3)


def test_a_joined_group_has_players_with_different_points() -> None:
    assert told("seed003-before-r5.trf", "dutch-2011", 5, 8).startswith(
        "Of the four with ½ to 1½ points, listed by points, then number, the top half meets the "
        "bottom half. You, 2nd, would have met the 4th, 12 Oscar. But you already met in round 3."
    )


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("fact-2017-a.trf", "dutch-2017"),
        ("fact-2011-a.trf", "dutch-2011"),
        ("seed001-before-r5.trf", "dutch-2017"),
        ("seed001-before-r6.trf", "dutch-2017"),
        ("seed003-before-r5.trf", "dutch-2011"),
    ],
)
def test_every_answer_about_a_joined_group_is_true(name: str, key: str) -> None:
    played = event(name)
    assert check_round(key, played, played.paired_rounds + 1) > 30


def test_every_article_that_decided_is_cited_in_the_order_told() -> None:
    """Elisa has met Alice, and Carla needs the same colour."""
    ask = answers_about(TracedRound(find("dutch-2017"), read(read_example(), "example.trf"), 4))
    mine, theirs = ask.opponent(5), ask.opponent(4)
    assert "in line for you is 3 Carla (needs Black as you do)" in str(mine.sentences[1])
    assert mine.articles == ("C.1", "C.10")
    assert theirs.articles == ("C.5", "C.1", "C.10")


@pytest.mark.parametrize("key", ["dutch-2026", "dubov-1997", "burstein-2016", "team-2026"])
def test_why_this_opponent_and_this_colour_take_eighty_words_together(key: str) -> None:
    played = recipes(key, 9, 12)
    ask = answers_about(TracedRound(find(key), played, 5))
    for entrant in ask.this.field.entrants:
        board = [
            one
            for one in ask.of(entrant.id)
            if one.question in (Question.OPPONENT, Question.COLOUR)
        ]
        assert count_words(*(said for one in board for said in one.sentences)) <= 80


def test_an_article_that_is_about_something_else_is_noticed() -> None:
    ask = answers_about(TracedRound(find("dutch-2017"), read(read_example(), "example.trf"), 4))
    answer = ask.why_not_pair(5, 1)
    assert answer.article == "C.1"
    assert list(wrong_articles("dutch-2017", answer)) == []
    for article in ("C.10", "C.99"):
        other = replace(answer, cause=replace(answer.cause, article=article))
        assert list(wrong_articles("dutch-2017", other))
