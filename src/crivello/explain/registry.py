"""Find the narrator of a system: the object that puts its steps into words.

The packages below `explain` have the names of those in `systems`. Code for all systems calls the
narrator and knows no system by name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar, cast

from crivello.explain.bracket_map import TracedBracket
from crivello.explain.colours import ColourReason
from crivello.explain.explanation import Depth, ParagraphKind, Value, candidate_list
from crivello.explain.lesson import Teacher
from crivello.explain.story import Story
from crivello.model.errors import Unsupported
from crivello.model.sentence import N_, Template
from crivello.model.trace import ByeDecided, Step
from crivello.rules.criterion import Criterion, Measure
from crivello.systems.judgement import Defect, Difference
from crivello.systems.registry import System

NO_REASONS = N_(
    "The pairing system {key} comes from the package {package} and gives no reasons for its "
    "pairings."
)
LATER = N_("{reason} This is so in the bracket at score {score}.")
WORSE = N_("{asks} In the bracket at score {score} this would be worse.")
WORSE_FOR = N_("{asks} In the bracket at score {score} this would be worse: {parts}.")
MORE_CASES = N_(
    "{asks} In the bracket at score {score} there would be one case against it instead of {right}: "
    "{parts}.",
    "{asks} In the bracket at score {score} there would be {count} cases against it instead of "
    "{right}: {parts}.",
)
NEW_CASES = N_(
    "{asks} In the bracket at score {score} there would be one case against it instead of {right}; "
    "new: {parts}.",
    "{asks} In the bracket at score {score} there would be {count} cases against it instead of "
    "{right}; new: {parts}.",
)
LARGER = N_(
    "{asks} In the bracket at score {score} it would be {wrong} instead of {right}: {parts}."
)


class StepNarrator(Protocol):
    """An object that explains the steps of one round, in order."""

    def tell(self, step: Step) -> bool:
        """Explain a step other than events, colours and boards; return False if it is unknown."""


class NarratorEdition(Protocol):
    """What a narrator needs of an edition: its criteria and colour rules."""

    @property
    def criteria(self) -> Sequence[Criterion[Any]]: ...
    @property
    def colour_rules(self) -> Sequence[Any]: ...


E = TypeVar("E", bound=NarratorEdition)


class Narrator(ABC):
    """Explains rounds of one edition."""

    arrow = "↓"
    """The sign for a player of a candidate who floats."""
    colour_reasons: Mapping[str, ColourReason]
    """What each colour rule does, by article, in the order of the rules."""
    measures: Mapping[str, Measure] = {}
    """How the failures of each criterion are compared, by code."""
    teacher: Callable[[Story, Collection[str]], Teacher] | None = None
    """Shows tables about the brackets of a round on the given topics; None if it has none."""

    def __init__(self, system: System) -> None:
        self.system = system

    @abstractmethod
    def narrate_round(self, story: Story, depth: Depth) -> StepNarrator: ...

    @abstractmethod
    def read_brackets(self, story: Story) -> list[TracedBracket]:
        """Return the brackets of the trace, in the order in which they were opened.

        They are numbered as in the paragraphs of the round's explanation.
        """

    def bye_article(self, story: Story) -> str:
        """Return the article by which the bye was given; empty if there is no bye."""
        found = [step.article for step in story.trace if isinstance(step, ByeDecided)]
        return found[-1] if found else ""

    @abstractmethod
    def tell_opponent(self, story: Story, player: int, opponent: int | None) -> None:
        """Explain why the player has this opponent; if `opponent` is None, why they have the
        bye.
        """

    @abstractmethod
    def tell_own_bye(self, story: Story, player: int) -> None:
        """Explain why the player has the bye."""

    def tell_no_pair(self, story: Story, one: int, other: int) -> None:
        """Explain why two players do not meet, in systems that cannot judge other pairings."""
        raise NotImplementedError

    def tell_no_bye(self, story: Story, player: int) -> None:
        """Explain why the player does not have the bye, in systems that cannot judge other
        pairings.
        """
        raise NotImplementedError

    def tell_difference(self, story: Story, difference: Difference) -> None:
        """Explain the first difference between two pairings: by which rule, in which bracket, how
        much.
        """
        code, about = difference.code, difference.players
        if difference.score is None:
            story.tell(ParagraphKind.DIFFERENCE, difference.sentence, article=code, about=about)
            return
        score = story.score(difference.score)
        if difference.level is Defect.ORDER:
            story.tell(
                ParagraphKind.DIFFERENCE,
                LATER,
                article=code,
                score=score,
                reason=difference.sentence,
            )
            return
        right, wrong = difference.right or (), difference.wrong or ()
        values: dict[str, Value] = {"wrong": story.scores(wrong), "right": story.scores(right)}
        measure = self.measures.get(code)
        template: Template = WORSE
        named = len(difference.parts)
        if measure is Measure.COUNT and named <= sum(wrong):
            template = MORE_CASES if named == sum(wrong) else NEW_CASES
            values = {"count": sum(wrong), "right": sum(right)}
        elif measure is Measure.LIST:
            template = LARGER
        elif difference.parts:
            template = WORSE_FOR
        story.tell(
            ParagraphKind.DIFFERENCE,
            template,
            article=code,
            about=about,
            score=score,
            asks=difference.sentence,
            parts=candidate_list(difference.parts, arrow=self.arrow),
            **values,
        )


class EditionNarrator(Narrator, Generic[E]):
    """Explains rounds of a system whose editions are objects with criteria and articles."""

    edition: E
    colour_order: Sequence[ColourReason] = ()
    """What the colour rules do, in the order in which the edition has their articles."""

    def __init__(self, system: System, edition: E) -> None:
        super().__init__(system)
        self.edition = edition
        self.measures = {one.code: one.measure for one in edition.criteria}
        self.colour_reasons = self.reasons_of(edition)

    def reasons_of(self, edition: E) -> Mapping[str, ColourReason]:
        return dict(zip(edition.colour_rules, self.colour_order, strict=True))


def system_module(system: System, name: str) -> ModuleType:
    """Import a module from the package in `explain` that belongs to the system."""
    return import_module(f"crivello.explain.{system.announced.package}.{name}")


def find_narrator(system: System) -> Narrator:
    """Return the narrator of a system, the `NARRATOR` of its package; raise `Unsupported` for a
    plug-in, which has none.
    """
    if system.announced.plug_in:
        raise Unsupported(NO_REASONS, key=system.key, package=system.announced.plug_in)
    return cast(Narrator, system_module(system, "narrator").NARRATOR(system))
