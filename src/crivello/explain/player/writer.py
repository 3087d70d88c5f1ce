"""Answers as text: lists of names with semicolons, for names have commas."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from crivello.explain.explanation import ExplanationWriter, NamedPlayer
from crivello.explain.player.answer import MOST_WORDS, PlayerAnswer
from crivello.model.sentence import Sentence
from crivello.words import DraftLanguage, Language, draft_translator


class PlayerWriter(ExplanationWriter):
    """Answers to players are written in the drafts of other languages as well."""

    def __init__(self, language: Language | DraftLanguage) -> None:
        if isinstance(language, Language):
            super().__init__(language)
        else:
            super().__init__(Language.EN)
            self._translator = draft_translator(language)
            self.decimal_mark = self._translator.decimal_mark

    def join(self, values: Sequence[object]) -> str:
        return "; ".join(self.texts(values))

    def write(self, value: object) -> object:
        """Names without commas, which separate the parts of a sentence here."""
        text = super().write(value)
        return str(text).replace(",", "") if isinstance(value, NamedPlayer) else text

    def answer(self, answer: PlayerAnswer) -> str:
        """The sentences, one after the other, without the article."""
        return " ".join(self.say(sentence) for sentence in answer.sentences)


class OneWord(PlayerWriter):
    """Writes a name as one word, so that words can be counted."""

    def write(self, value: object) -> object:
        return "Name" if isinstance(value, NamedPlayer) else super().write(value)


@cache
def _counters() -> tuple[OneWord, ...]:
    return tuple(map(OneWord, Language))


def is_short(*sentences: Sentence) -> bool:
    """Do these have no more words than an answer may have, in every language?"""
    return all(
        sum(len(writer.say(one).split()) for one in sentences) <= MOST_WORDS
        for writer in _counters()
    )
