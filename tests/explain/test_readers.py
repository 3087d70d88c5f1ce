"""Player, arbiter and student get the same answer: the same deciding article and obstacle."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from crivello.explain.explanation import Explanation, ParagraphKind
from crivello.explain.player.answer import NUMBERS, WHO_NEEDS
from crivello.explain.player.asked import UNSAID
from crivello.explain.player.readers import (
    Reader,
    answer_player,
    answer_why_not_bye,
    answer_why_not_colour,
    answer_why_not_pair,
)
from crivello.model.errors import CrivelloError
from crivello.model.keys import SYSTEMS
from crivello.model.result import Colour
from crivello.model.tournament import Tournament
from crivello.rules.field import build_field
from crivello.systems.registry import Judge, find
from tests.support.random_events import play, random_axes
from tests.support.samples import WHOLE

K = ParagraphKind
SEEDS = range(6) if WHOLE else (1, 4)
Ask = Callable[[Reader], Explanation]


def _questions(
    key: str, tournament: Tournament, number: int, rng: random.Random
) -> Iterator[tuple[str, Ask]]:
    system = find(key)
    field = build_field(tournament, number, system.rules_in(tournament, number).field_rules)
    ids = [player.id for player in field.entrants]
    for player in rng.sample(ids, min(3, len(ids))):
        other = rng.choice([one for one in ids if one != player])
        colour = rng.choice(list(Colour))
        asked = system, tournament, number, player
        yield "player", partial(answer_player, *asked)
        yield "bye", partial(answer_why_not_bye, *asked)
        yield "pair", partial(answer_why_not_pair, *asked, other)
        yield "colour", partial(answer_why_not_colour, *asked, colour)


def _decided(told: Explanation) -> list[tuple[str, str]]:
    """Return each sentence of the answer except explanations of words, with its article."""
    found: list[tuple[str, str]] = []
    for one in told.paragraphs:
        if one.kind is K.ARTICLE:
            found[-1] = found[-1][0], str(one.sentence.values["article"])
        elif one.kind is K.ANSWER and one.sentence.template not in (WHO_NEEDS, NUMBERS):
            found.append((str(one.sentence), one.article))
    return found


def _answer_in(told: Explanation) -> list[tuple[str, str]]:
    """Return the answer to the player, as it is in the text for the arbiter or the student."""
    return [(str(p.sentence), p.article) for p in told.paragraphs if p.kind is K.DECISIVE]


@pytest.mark.parametrize("key", SYSTEMS.swiss)
def test_one_judge_for_all_readers(key: str) -> None:
    system, seen = find(key), Counter[str]()
    for seed in SEEDS:
        rng = random.Random(f"readers {seed}")
        played = play(rng, rng.randrange(6, 14), 6, random_axes(rng), system.pair)
        for number in range(2, len(played.rounds) + 1):
            try:
                asks = list(_questions(key, played, number, rng))
            except CrivelloError:
                continue
            for question, ask in asks:
                try:
                    player, arbiter = ask(Reader.PLAYER), ask(Reader.ARBITER)
                except CrivelloError:
                    continue
                if not _answer_in(arbiter):
                    # There is no simpler answer: the player gets the arbiter's.
                    texts = [str(one.sentence) for one in player.paragraphs]
                    assert texts[-len(arbiter.paragraphs) :] == [
                        str(one.sentence) for one in arbiter.paragraphs
                    ]
                    seen["unsaid"] += 1
                    continue
                decided = _decided(player)
                if UNSAID in [sentence for sentence, _ in decided]:  # to one of several questions
                    assert set(_answer_in(arbiter)) <= set(decided)
                    continue
                assert _answer_in(arbiter) == decided
                seen["said"] += 1
                if rng.random() < 0.2:
                    student = ask(Reader.STUDENT)
                    assert _answer_in(student) == decided
                    both = zip(arbiter.paragraphs, student.paragraphs, strict=False)
                    assert all(one == other for one, other in both)
                    seen["student"] += 1
                    seen["tables"] += any(one.table is not None for one in student.paragraphs)
                record = [p.article for p in arbiter.paragraphs if p.kind is K.DIFFERENCE]
                if isinstance(system, Judge) and question in ("pair", "bye") and record:
                    assert record[0] == decided[-1][1]
                    seen["in the record"] += 1
    assert seen["said"] > 40
    assert seen["student"] > 5
