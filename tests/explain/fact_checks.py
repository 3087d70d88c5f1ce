"""Checks that every value of an answer is a fact and true; used by tests and
`make agree WHAT=answers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crivello.explain.explanation import NamedPlayer
from crivello.explain.facts import Fact, Truth
from crivello.explain.player.answer import ArticleRef, Day, PlayerAnswer
from crivello.model.sentence import ListOf, Sentence, You

WORDING = (ArticleRef, Day, bool)


def values_of(sentences: Iterable[Sentence]) -> Iterator[tuple[Sentence, str, object]]:
    """Yield each value that is not a sentence or list, with its sentence and field."""
    for sentence in sentences:
        for name, value in sentence.values.items():
            for one in value.items if isinstance(value, ListOf) else (value,):
                if isinstance(one, Sentence):
                    yield from values_of((one,))
                else:
                    yield sentence, name, one


def false_facts(truth: Truth, answer: PlayerAnswer) -> Iterator[str]:
    """Yield everything in an answer that is false or cannot be verified."""
    for sentence, name, value in values_of(answer.sentences):
        if value is None or value == "" or isinstance(value, WORDING):
            continue
        if isinstance(value, NamedPlayer):
            true = truth.tournament.player[value.id].name == value.name
            true = true and value.id != answer.player
        elif isinstance(value, You):
            true = value.id == answer.player
        elif isinstance(value, Fact):
            true = value.holds(truth)
        else:
            yield f"not a fact: {name}={value!r} in {sentence.template!r}"
            continue
        if not true:
            yield f"false: {name}={value!r} in {sentence}"
