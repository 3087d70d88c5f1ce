"""Answers as text: lists of names with semicolons, for names have commas."""

from __future__ import annotations

from collections.abc import Iterable

from crivello.explain.explanation import ExplanationWriter
from crivello.explain.player.answer import PlayerAnswer


class PlayerWriter(ExplanationWriter):
    def join(self, items: Iterable[str]) -> str:
        return "; ".join(items)

    def answer(self, answer: PlayerAnswer) -> str:
        """The sentences, one after the other, without the article."""
        return " ".join(self.say(sentence) for sentence in answer.sentences)
