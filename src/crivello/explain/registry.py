"""Who tells the story of a system: one `Teller` for each edition.

The tellers live in rooms of `explain` that are called like those of `systems`. Whatever is said
of all systems alike asks the teller, and knows no system itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Protocol, cast

from crivello.explain.bracket_map import TracedBracket
from crivello.explain.colours import ColourReason
from crivello.explain.explanation import Depth, ParagraphKind, Value, candidate_list
from crivello.explain.lesson import Teacher
from crivello.explain.story import Story
from crivello.model.sentence import N_
from crivello.model.trace import ByeDecided, Step
from crivello.rules.criterion import Measure
from crivello.systems.judgement import Defect, Difference
from crivello.systems.registry import System


class StepTeller(Protocol):
    """Tells the steps of one round, one after the other."""

    def tell(self, step: Step) -> bool:
        """Tell a step, other than events, colours and boards; False if it is not known."""


class Teller(ABC):
    """Tells rounds of one edition."""

    arrow = "↓"
    """The sign of a single player in a candidate, who floats."""
    colour_reasons: Mapping[str, ColourReason]
    """What each colour rule does, by article, in the order of the rules."""
    measures: Mapping[str, Measure] = {}
    """How the failures of each criterion are compared, by code."""
    teacher: Callable[[Story, Collection[str]], Teacher] | None = None
    """Shows the tables of the brackets of a round, on these topics; None: there are none."""

    def __init__(self, system: System) -> None:
        self.system = system

    @abstractmethod
    def round_teller(self, story: Story, depth: Depth) -> StepTeller: ...

    @abstractmethod
    def read_brackets(self, story: Story) -> list[TracedBracket]:
        """What the trace says of each bracket, in the order in which they were opened.

        Their numbers are those that the paragraphs of the round's explanation have.
        """

    def bye_article(self, story: Story) -> str:
        """The article by which the bye was given; empty if there is none."""
        found = [step.article for step in story.trace if isinstance(step, ByeDecided)]
        return found[-1] if found else ""

    @abstractmethod
    def tell_opponent(self, story: Story, player: int, opponent: int | None) -> None:
        """Why the player has this opponent; None: has none, but the bye."""

    @abstractmethod
    def tell_own_bye(self, story: Story, player: int) -> None:
        """Why the player has the bye."""

    def tell_no_pair(self, story: Story, one: int, other: int) -> None:
        """Why two do not meet; for systems that cannot judge other pairings."""
        raise NotImplementedError

    def tell_no_bye(self, story: Story, player: int) -> None:
        """Why the player does not get the bye; for systems that cannot judge other pairings."""
        raise NotImplementedError

    def tell_difference(self, story: Story, difference: Difference) -> None:
        """The first difference between two pairings: which rule, in which bracket, how much."""
        code, about = difference.code, difference.players
        if difference.score is None:
            story.tell(ParagraphKind.DIFFERENCE, difference.sentence, article=code, about=about)
            return
        score = story.score(difference.score)
        if difference.level is Defect.ORDER:
            template, reason = N_("In the bracket at score {score}: {reason}"), difference.sentence
            story.tell(ParagraphKind.DIFFERENCE, template, article=code, score=score, reason=reason)
            return
        story.tell(
            ParagraphKind.DIFFERENCE,
            N_("{asks} In the bracket at score {score} this would be worse."),
            article=code,
            about=about,
            score=score,
            asks=difference.sentence,
        )
        self._tell_values(story, difference)

    def _tell_values(self, story: Story, difference: Difference) -> None:
        """Both failure values, and who would suffer."""
        code, about = difference.code, difference.players
        parts = candidate_list(difference.parts, arrow=self.arrow)
        right, wrong = difference.right or (), difference.wrong or ()
        measure = self.measures.get(code)
        values: dict[str, Value] = {"parts": parts}
        if measure is Measure.COUNT:
            template = N_("It would come to {wrong} instead of {right}: {parts}.")
            values |= {"wrong": sum(wrong), "right": sum(right)}
        elif measure is Measure.LIST:
            template = N_("It fails with {wrong} instead of {right}: {parts}.")
            values |= {"wrong": story.scores(wrong), "right": story.scores(right)}
        elif difference.parts:
            template = N_("It is about these players: {parts}.")
        else:
            return
        story.tell(ParagraphKind.DIFFERENCE, template, article=code, about=about, **values)


def find_teller(system: System) -> Teller:
    """The teller of a system: the `TELLER` of the room of the same name."""
    room = import_module(f"crivello.explain.{system.announced.room}.teller")
    return cast(Teller, room.TELLER(system))
