"""Answers to players are short and true, and their cause is sufficient."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.answers import explain_player
from crivello.explain.explanation import Depth
from crivello.explain.player.answer import CauseKind, PlayerAnswer, PlayerWriter, Question, fit
from crivello.explain.player.path_picture import MOST_ROWS, ROW, TOP, path_picture
from crivello.explain.player.questions import PlayerAnswers, answers_about
from crivello.explain.player.readers import Reader, answer_player
from crivello.explain.player.rest import shortest_chain
from crivello.explain.render import as_json
from crivello.explain.round import TracedRound
from crivello.model.errors import Illegal
from crivello.model.keys import SYSTEMS
from crivello.model.result import Colour
from crivello.model.settings import Apart, Settings
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from crivello.words import Language
from tests.explain.answer_checks import check_round, recipes
from tests.support.small import small
from tools.worked import event_of_answers


@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize("seed", [3, 4])
def test_answers_are_short_and_true_and_their_cause_is_enough(key: str, seed: int) -> None:
    """This is a sample; `make agree WHAT=answers` checks thousands of rounds."""
    played = recipes(key, seed, 8 + seed % 3)
    many = 0
    for number in (1, 3, min(6, played.paired_rounds)):
        many += check_round(key, played, number, step=1 + seed)
    assert many > 60


def asked(played: Tournament, number: int, key: str = "dutch-2026") -> PlayerAnswers:
    return answers_about(TracedRound(find(key), played, number))


def text(answer: PlayerAnswer, language: Language = Language.EN) -> str:
    return PlayerWriter(language).answer(answer)


FOUR = small(8, "1-5 1-0, 6-2 0-1, 3-7 1-0, 8-4 0-1", "")
AFTER_TWO = small(
    8,
    "1-5 1-0, 6-2 0-1, 3-7 1-0, 8-4 0-1",
    "4-1 ½-½, 2-3 ½-½, 5-8 ½-½, 7-6 ½-½",
    "",
)


def test_a_first_round_is_told_by_the_order_alone() -> None:
    answer = asked(small(8), 1).opponent(3)
    assert text(answer) == (
        "You are 3rd of the eight with 0 points, listed by number. The top half meets the "
        "bottom half, 1st against 5th and so on, so you meet the 7th, 7 Player 7."
    )
    assert answer.cause.kind is CauseKind.IN_ORDER
    assert answer.article == "4.2"


def test_the_article_of_an_answer_is_a_value_of_its_own_in_json() -> None:
    answer = answer_player(find("dutch-2026"), small(8), 1, 3, Reader.PLAYER)
    paragraphs = as_json(answer, Language.EN)["paragraphs"]
    articles = [one for one in paragraphs if one["kind"] == "article"]
    assert [one["values"] for one in articles] == [{"article": "4.2"}, {"article": "5.2.5"}]
    assert [one["text"] for one in articles] == ["Article 4.2.", "Article 5.2.5."]


def test_another_edition_gives_the_same_board_or_another_or_none() -> None:
    """The three answers of `explain_player` with `--edition-diff`, in whole tournaments."""
    seen = Counter[CauseKind]()
    for seed in range(6):
        played = recipes("dutch-2026", seed, 9)
        for number in range(1, played.paired_rounds + 1):
            here, there = (
                TracedRound(find(key), played, number) for key in ("dutch-2026", "dubov-2026")
            )
            ask = answers_about(here)
            for entrant in here.field.entrants:
                answer = ask.by_another_edition(entrant.id, there)
                boards = [
                    next((b for b in one.pairing.boards if entrant.id in (b.white, b.black)), None)
                    for one in (here, there)
                ]
                same = boards[0] == boards[1]
                if boards[1] is None:
                    tail = "the same" if same else "no opponent"
                elif same:
                    tail = "the same"
                else:
                    other = there.opponent(entrant.id)
                    side = "White" if boards[1].white == entrant.id else "Black"
                    tail = f"{side} against {other} "
                assert f"You would have {tail}" in text(answer)
                assert answer.cause.kind is (CauseKind.GRANTED if same else CauseKind.EDITION)
                seen[answer.cause.kind] += 1
                seen[CauseKind.ABSENT] += boards[1] is None and not same
    assert min(seen.values()) > 0
    assert len(seen) == 3


def test_both_players_of_a_board_get_their_own_answer() -> None:
    ask = asked(small(8), 1)
    mine, theirs = text(ask.opponent(3)), text(ask.opponent(7))
    assert mine.startswith("You are 3rd of the eight")
    assert mine.endswith("you meet the 7th, 7 Player 7.")
    assert theirs.startswith("You are 7th of the eight")
    assert theirs.endswith("you meet the 3rd, 3 Player 3.")


def test_whom_one_has_met_is_named_with_the_round() -> None:
    answer = asked(AFTER_TWO, 3).why_not_pair(1, 4)
    assert text(answer) == "You do not meet 4 Player 4: you already met in round 2."
    assert answer.cause.kind is CauseKind.MET


def test_a_file_without_a_log_names_organiser_or_arbiter_as_keeping_two_apart() -> None:
    apart = Apart((1, 5), 1, None, "same club")
    settings = Settings(rounds=5, initial_colour=Colour.WHITE, forbidden=(apart,))
    kept = Tournament(small(8).players, (), settings)
    answer = asked(kept, 1).why_not_pair(1, 5)
    assert text(answer) == (
        "You do not meet 5 Player 5: the organiser or the arbiter keeps you two apart from round 1 "
        "on (same club)."
    )
    assert text(asked(kept, 1).opponent(1)) == (
        "Of the eight with 0 points, listed by number, the top half meets the bottom half. "
        "You, 1st, would have met the 5th, 5 Player 5. But the organiser or the arbiter keeps you "
        "two apart from round 1 on (same club). Next in the list is 6 Player 6."
    )
    plain = replace(kept, settings=replace(settings, forbidden=(replace(apart, name=""),)))
    assert text(asked(plain, 1).why_not_pair(1, 5)) == (
        "You do not meet 5 Player 5: the organiser or the arbiter keeps you two apart from round 1 "
        "on (the arbiter can tell you why)."
    )


def test_a_colour_is_told_with_what_both_had() -> None:
    answer = asked(FOUR, 2).colour(1)
    assert answer.question is Question.COLOUR
    assert "Colours so far: you W, 4 Player 4 B." in text(answer)


def test_who_may_not_have_the_bye_is_told_the_round() -> None:
    played = small(5, "1-3 1-0, 4-2 0-1, 5 U", "")
    answer = asked(played, 2).why_not_bye(5)
    assert text(answer) == "You had the bye in round 1, and no player has it twice."
    ask = asked(played, 2)
    bye = ask.this.pairing.bye
    assert bye is not None
    assert text(ask.bye(bye)).startswith(
        "You have the bye (no opponent), because the number of players is odd. "
    )
    assert text(asked(FOUR, 2).why_not_bye(1)).startswith("You have no bye (a round without")


def test_the_last_of_the_ranking_has_the_bye_and_others_are_told_so() -> None:
    assert text(asked(small(7), 1).why_not_bye(1)) == (
        "You do not have the bye (no opponent), because 7 Player 7 has as many points and a higher "
        "number. The number before a name is the pairing number."
    )


AFTER_BYES = small(7, "1-4 1-0, 5-2 0-1, 3-6 1-0, 7 U", "2-1 0-1, 6-3 ½-½, 7-4 0-1, 5 U", "")


def test_who_has_the_bye_is_told_why_nobody_else_has_it() -> None:
    assert text(asked(AFTER_BYES, 3).bye(6)) == (
        "You have the bye (no opponent), because the number of players is odd. You have the fewest "
        "points of all: ½ point."
    )
    lost = small(5, "1-3 1-0, 4-2 0-1, 5 U", "3-1 0-1, 2-5 1-0, 4 U", "")
    assert text(asked(lost, 3).bye(3)).endswith(" You have the fewest points of all: 0 points.")
    had_it = small(7, "1-4 1-0, 5-2 0-1, 3-6 1-0, 7 U", "2-1 ½-½, 6-3 1-0, 7-4 0-1, 5 U", "")
    assert text(asked(had_it, 3).bye(6)).endswith(
        " 7 Player 7 (bye in round 1), with no more points than you, may not have it."
    )


def test_who_comes_up_is_told_with_the_reason() -> None:
    ask = asked(AFTER_BYES, 3, "dubov-2026")
    assert text(ask.opponent(1)) == (
        "You are the only one with 2 points. So you meet someone with fewer points: 3 Player 3, "
        "with 1½ points. By points, then number, 3 Player 3 is next below."
    )
    assert text(ask.opponent(3)).startswith("1 Player 1 is the only one with 2 points. So ")
    assert [one.question for one in ask.of(3)] == [Question.OPPONENT, Question.COLOUR]


def test_a_colour_that_is_due_after_as_many_of_each_shows_them_in_order() -> None:
    assert text(asked(AFTER_BYES, 3).colour(2)) == (
        "You have White. You and 7 Player 7 both need Black, and 7 Player 7 needs it more, having "
        "had the other colour more often; you have had both equally often. Colours so far: you BW, "
        "7 Player 7 –W (– is a round without one)."
    )


def test_the_bye_among_equal_ratings_goes_by_finer_rules() -> None:
    plain = small(5, "1-3 1-0, 4-2 0-1, 5 U", "")
    equal = tuple(replace(player, rating=2000) for player in plain.players)
    ask = asked(replace(plain, players=equal), 2, "dubov-1997")
    bye = ask.this.pairing.bye
    assert bye is not None
    assert "you come first by the finer rules" in text(ask.of(bye)[0])


def test_nobody_can_be_asked_about_who_is_not_there() -> None:
    ask = asked(FOUR, 2)
    with pytest.raises(Illegal, match="There is no player 99"):
        ask.of(99)
    with pytest.raises(Illegal, match="Nobody can meet themselves"):
        ask.why_not_pair(1, 1)


def test_the_path_shows_the_opponent_and_whom_the_order_named() -> None:
    kept = Settings(
        rounds=5, initial_colour=Colour.WHITE, forbidden=(Apart((1, 5), 1, None, "<club>"),)
    )
    ask = asked(Tournament(small(8).players, (), kept), 1)
    drawn = path_picture(ask, 1, Language.EN)
    picture = ElementTree.fromstring(drawn)
    assert float(picture.attrib["width"]) <= 360  # it fits a phone
    texts = [one.text or "" for one in picture.iter() if one.tag.endswith("text")]
    assert "✗ kept apart" in texts
    assert {"1 Player 1", "5 Player 5", "6 Player 6"} <= set(texts)
    classes = [one.attrib.get("class", "") for one in picture.iter()]
    assert classes.count("chip strong") == 2
    assert classes.count("chip crossed") == 1
    assert "&lt;club&gt;" in drawn
    assert "rejected" not in path_picture(asked(small(8), 1), 3, Language.IT)


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_every_player_has_a_path(key: str) -> None:
    played = recipes(key, 5, 9)
    ask = asked(played, 4, key)
    for entrant in ask.story.field.entrants:
        ElementTree.fromstring(path_picture(ask, entrant.id, Language.EN))


def test_a_large_group_is_cut_to_what_the_path_is_about() -> None:
    drawn = path_picture(asked(small(60), 1), 20, Language.EN)
    assert drawn.count('class="chip') <= 2 * 7
    assert "⋯" in drawn
    assert "20 Player 20" in drawn


def test_no_path_has_more_rows_than_a_slip_has_room_for() -> None:
    ask = asked(recipes("dutch-2026", 5, 60), 4)
    heights = set()
    for entrant in ask.story.field.entrants:
        drawn = path_picture(ask, entrant.id, Language.EN)
        height = float(ElementTree.fromstring(drawn).attrib["height"])
        assert height <= TOP + MOST_ROWS * ROW + 10
        assert entrant.id == ask.this.pairing.bye or drawn.count('class="chip strong"') == 2
        heights.add(height)
    assert TOP + MOST_ROWS * ROW + 10 in heights


SVG = "{http://www.w3.org/2000/svg}"


def corners(path: str) -> list[tuple[float, float]]:
    numbers = [float(one) for one in re.findall(r"-?[0-9.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_the_lines_of_a_path_join_the_inner_sides_of_two_players(key: str) -> None:
    played = recipes(key, 5, 9)
    byes = 0
    for number in range(2, played.paired_rounds + 1, 2):
        ask = asked(played, number, key)
        for entrant in ask.story.field.entrants:
            picture = ElementTree.fromstring(path_picture(ask, entrant.id, Language.EN))
            middle = float(picture.attrib["width"]) / 2
            if entrant.id == ask.this.pairing.bye:
                assert "bye" in [one.text for one in picture.iter(f"{SVG}text")]
                byes += 1
                continue
            inner = {}
            for chip in picture.iter(f"{SVG}g"):
                for rect in chip.findall(f"{SVG}rect"):
                    x, y, width, height = (
                        float(rect.attrib[name]) for name in ("x", "y", "width", "height")
                    )
                    side = x + width if x < middle else x
                    inner[side, y + height / 2] = chip.attrib["class"]
            lines = [one for one in picture.iter(f"{SVG}path") if one.get("class") == "pair"]
            ((start, *_, end),) = [corners(one.attrib["d"]) for one in lines]
            assert (inner[start], inner[end]) == ("chip strong", "chip strong")
            for group in picture.iter(f"{SVG}g"):
                if group.get("class") == "rejected":
                    line, cross = (corners(one.attrib["d"]) for one in group.findall(f"{SVG}path"))
                    assert "chip crossed" in (inner[line[0]], inner[line[-1]])
                    a, b, c, d = cross
                    assert (a[0] + b[0], a[1] + b[1]) == (c[0] + d[0], c[1] + d[1])
                    assert {a, b, c, d} == {(x, y) for x in (a[0], b[0]) for y in (a[1], b[1])}
                    assert line[0][1] + line[-1][1] == a[1] + b[1]
    assert byes


@pytest.mark.parametrize("players", [15, 16, 17, 18, 24])
def test_a_gap_of_a_path_stands_for_two_rows_or_more(players: int) -> None:
    ask = asked(small(players), 1)
    gaps = 0
    for entrant in ask.story.field.entrants:
        if entrant.id == ask.this.pairing.bye:
            continue
        picture = ElementTree.fromstring(path_picture(ask, entrant.id, Language.EN))
        middle = float(picture.attrib["width"]) / 2
        columns: tuple[list[tuple[float, str]], ...] = ([], [])
        for one in picture.iter(f"{SVG}text"):
            if one.text == "⋯" or "Player" in (one.text or ""):
                place = float(one.attrib["y"]), (one.text or "").partition(" ")[0]
                columns[float(one.attrib["x"]) > middle].append(place)
        for column in columns:
            shown = [text for _, text in sorted(column)]
            for before, text, after in zip(shown, shown[1:], shown[2:], strict=False):
                if text == "⋯":
                    assert int(after) - int(before) > 2
                    gaps += 1
            for before, after in pairwise(shown):
                assert "⋯" in (before, after) or int(after) - int(before) == 1
            assert shown[0] != "⋯"
    assert gaps


def test_a_student_is_told_what_the_arbiter_is_told_and_more() -> None:
    given = (find("dutch-2026"), AFTER_TWO, 3, 1)
    player, arbiter, student = (answer_player(*given, reader) for reader in Reader)
    assert player.depth is Depth.PLAYER
    record = explain_player(*given).paragraphs
    assert [one for one in arbiter.paragraphs if one in record] == list(record)
    assert tuple(student)[: len(tuple(arbiter))] == tuple(arbiter)
    assert any(paragraph.table is not None for paragraph in student)


def test_a_third_language_needs_its_catalogue_alone() -> None:
    writer = PlayerWriter(Language.ES)
    ask = asked(AFTER_TWO, 3)
    assert writer.answer(ask.why_not_pair(1, 4)) == (
        "No juegas con 4 Player 4: ya jugasteis en la ronda 2."
    )
    assert writer.answer(asked(small(8), 1).opponent(3)).endswith(
        "el 1º con el 5º y así sucesivamente: te toca el 7º, 7 Player 7."
    )


def test_who_is_joined_is_told_why_somebody_joins_and_who_comes_before() -> None:
    ask = asked(recipes("dutch-2026", 3, 8), 4)
    told = text(ask.opponent(6)).replace("Player 000", "P")
    assert told == (
        "1 P1 has already met every other player with more than 2 points. So 1 P1 must play "
        "one of you with 2 points. First in line for 1 P1 are 3 P3 and 5 P5 (met 1 P1 earlier). "
        "Then it is you."
    )
    assert [one.question for one in ask.of(6)] == [Question.OPPONENT, Question.COLOUR]
    picture = path_picture(ask, 6, Language.EN)
    assert "✗ met in round 1" in picture
    assert 'class="chip crossed"' in picture


def test_a_group_in_which_two_meet_after_all_is_not_said_to_find_no_opponents() -> None:
    """The three players with 2 to 4 points were joined to those below, where 5 and 7 met."""
    played = recipes("dubov-1997", 2019, 9)
    told = asked(played, 7, "dubov-1997").explain_float(6)
    assert told is not None
    assert text(told) == ("If you stayed in your group, the others could not all be paired.")


def named(key: str, number: int) -> PlayerAnswers:
    """Return the answers about a round of `docs/worked/answers`, whose players have surnames."""
    return answers_about(TracedRound(find(key), event_of_answers(key), number))


def test_who_has_the_bye_is_told_why_nobody_else_plays_whom_they_have_met() -> None:
    told = "10 Riva (plays 12 Testa, whom you have already met) and 9 Marino ("
    assert told in text(named("dutch-2026", 5).bye(8))
    assert told in text(named("dutch-2017", 5).bye(8))
    assert text(named("dutch-2011", 5).bye(8)).endswith(
        "But 12 Testa, who is paired before you, gets 10 Riva, the highest-ranked possible. "
        "12 Testa does not get you, because you already met in round 3."
    )


@pytest.mark.parametrize("key", ["dutch-2026", "dutch-2017", "dutch-2011"])
def test_who_floats_is_told_who_would_be_the_only_one_left(key: str) -> None:
    floats = named(key, 5).explain_float(4)
    assert floats is not None
    told = "5 Conti (then you have only 6 Ferri, whom 3 Caruso gets). Then it is you "
    assert told in text(floats)


def test_who_is_met_from_below_is_told_why_those_below_cannot_all_be_paired() -> None:
    floats = named("team-2026", 7).explain_float(5)
    assert floats is not None
    assert text(floats).startswith(
        "Among those with fewer than 7 points, 9 Marino, 12 Testa and 14 Greco could meet only "
        "10 Riva and 13 Villa. So 9 Marino (5 points) and 14 Greco (3 points) play two of you, as "
        "one alone would leave an odd number."
    )


def test_of_two_who_come_up_both_are_named_before_the_order() -> None:
    floats = named("doubleswiss-2026", 7).explain_float(11)
    assert floats is not None
    assert text(floats) == (
        "Among those with fewer than 5½ points, 15 Longo would find no opponent. So 12 Testa (5 "
        "points) and 15 Longo (3 points) play two of you, as one alone would leave an odd number. "
        "Top half against bottom half, you would have met 15 Longo. But you already met in round "
        "3. In the other half only 12 Testa is left for you."
    )


def test_the_few_who_are_left_are_named_where_there_is_room() -> None:
    ask = named("dutch-2011", 5)
    whole = next(one for one in ask.of(7) if one.question is Question.OPPONENT)
    assert text(whole).startswith("Of the three left with 2½ points (4 Donati; 5 Conti; you), ")
    assert text(fit(whole, 55)).startswith("Of the three left with 2½ points, listed by number, ")
    assert len(fit(whole, 55).sentences) == len(whole.sentences)
    assert len(fit(whole, 40).sentences) < len(whole.sentences)


def test_the_next_in_line_and_the_reason_against_them_are_named() -> None:
    assert text(named("dutch-2017", 6).opponent(6)).endswith(
        "Next in line for you is 9 Marino (met you in round 3). Then it is 12 Testa, needing White."
    )
    assert text(named("lim-1999", 7).opponent(11)).endswith(
        "But 14 Greco and 6 Ferri both need White. Next in the list is you."
    )


def test_the_only_one_below_who_may_not_have_the_bye_is_named() -> None:
    assert text(named("dutch-2017", 6).opponent(13)) == (
        "15 Longo is the only one with fewer than 1½ points, and may not have the bye. So you play "
        "15 Longo, not someone with 2 points."
    )


def test_who_is_paired_first_goes_down_a_list_that_is_described() -> None:
    assert text(named("lim-1999", 5).why_not_pair(12, 13)).startswith(
        "You do not meet 13 Villa: 15 Longo, paired first, gets you: the first possible of those "
        "with 1½ points, listed by number, starting with 14."
    )


def test_those_better_placed_are_named_with_their_points() -> None:
    floats = named("dubov-2026", 4).explain_float(2)
    floats = floats or named("dubov-2026", 4).opponent(2)
    assert "Better placed, with 2½ points, is 1 Amato (needs White as you do)." in text(floats)


def test_a_chain_ends_where_somebody_has_nobody_left() -> None:
    def chain(*pairs: str) -> object:
        may_meet = {frozenset(map(int, pair)) for pair in pairs}
        players = {one for pair in may_meet for one in pair} | {1}
        return shortest_chain(players, lambda one, two: frozenset((one, two)) in may_meet)

    assert chain("23", "24", "34") == ((), 1), "nobody at all"
    assert chain("12", "13", "23", "14", "34", "24") is None, "all can be paired"
    assert chain("12", "23", "24") == (((1, 2),), 3)
    assert chain("12", "13", "23", "45", "46", "56", "14") is None, "nobody has one opponent only"
    assert chain("12", "23", "34", "25", "45", "26", "46") == (((1, 2), (3, 4)), 5)


def test_of_those_with_the_same_points_the_one_with_the_bye_is_not_forgotten() -> None:
    """Player 6 has 3½ points like player 3 and has not met them, but has the bye."""
    ask = asked(recipes("lim-1999", 5037, 11), 6, "lim-1999")
    assert text(ask.opponent(9)).startswith(
        "3 Player 0003 may not meet any other player with 3½ points but 6 Player 0006, who has the "
        "bye. So 3 Player 0003 must play one of you with 2 points."
    )
    assert check_round("lim-1999", recipes("lim-1999", 5037, 11), 6, 5)


@pytest.mark.parametrize(
    ("key", "players", "seed", "number", "player", "told"),
    [
        (
            "team-2026",
            13,
            2,
            5,
            13,
            "You have already met every other player with 2 points but 9 Team 009, who has the "
            "bye. So you meet someone with fewer points: 11 Team 011, with 1 point.",
        ),
        (
            "burstein-2026",
            13,
            2,
            6,
            11,
            "8 Player 0008 is the only one with 2 points besides 9 Player 0009, who has the bye. "
            "So 8 Player 0008 must play one of you with 1½ points.",
        ),
        (
            "lim-1999",
            9,
            3,
            5,
            8,
            "3 Player 0003 has already met every other player with more than 1½ points but "
            "5 Player 0005, who has the bye. So 3 Player 0003 must play one of you with 1½ points.",
        ),
    ],
)
def test_having_met_all_and_being_alone_count_the_one_with_the_bye(
    key: str, players: int, seed: int, number: int, player: int, told: str
) -> None:
    recipe = Recipe(players=players, rounds=7, system=key, forfeit_rate=50)
    played = generate(recipe, seed)
    answers = asked(played, number, key).of(player)
    assert any(text(answer).startswith(told) for answer in answers)
    assert check_round(key, played, number)


def test_who_was_brought_up_in_vain_is_told_about_their_own_group() -> None:
    # 6 was brought up to 5, could not be paired there, came back and left the own group.
    played = recipes("dubov-1997", 511, 9)
    assert check_round("dubov-1997", played, 6)
    this = TracedRound(find("dubov-1997"), played, 6)
    (floated,) = [one for one in answers_about(this).of(6) if one.question is Question.FLOAT]
    said = " ".join(map(str, floated.sentences))
    assert "With 5 Player, 0005" in said
    assert "you are three, an odd number" in said
