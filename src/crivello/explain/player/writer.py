"""Answers as text: lists of names with semicolons, for names have commas."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.explain.explanation import ExplanationWriter
from crivello.explain.player.answer import PlayerAnswer
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

    def join(self, items: Iterable[str]) -> str:
        return "; ".join(items)

    def answer(self, answer: PlayerAnswer) -> str:
        """The sentences, one after the other, without the article."""
        return " ".join(self.say(sentence) for sentence in answer.sentences)
