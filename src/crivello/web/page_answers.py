"""The desk's answers as pages show them, in the user's language: an action done, or refused."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from crivello.desk import Outcome
from crivello.desk.events import Event, Redone, ResultsEntered, RollCalled, Undone
from crivello.model.errors import CrivelloError, Impossible
from crivello.model.player import Player
from crivello.standard.classes import frozen
from crivello.web.desks import Snapshot
from crivello.web.refill import SentForm
from crivello.words import (
    N_,
    Language,
    ListOf,
    PlayerNames,
    Sayable,
    Sentence,
    Translator,
    translator,
)

NOTHING = Markup()

BLOCKED = N_("Players who cannot all be paired: {players}.")
CRITERIA = N_("Absolute criteria in the way: {criteria}.")
UNFIT = N_("{value!r} is not valid here; expected {expected}.")
TYPED = (ResultsEntered, RollCalled)
"""Events of fast entry, where the next entry follows at once."""

Names = Mapping[int, Player]


@frozen
class PageLink:
    """A link to one of several pages, such as rounds or sections; `here` is True for the present
    page.
    """

    text: str
    url: str
    here: bool = False


@frozen
class Message:
    """A sentence on a page, with its article."""

    text: str
    article: str = ""
    table: Markup = NOTHING
    """A table to show below the text."""
    link: PageLink | None = None
    """The page where the arbiter can follow the message; that page itself shows no link."""


@frozen
class Confirmation:
    """A question that is answered by sending a form again, such as "Change it?"."""

    url: str
    fields: tuple[tuple[str, str], ...]
    yes: str
    """The text of the button."""
    reason: str = ""
    """``asked`` if there is a field for the reason, ``needed`` if it must be filled in; empty: no
    field."""


@frozen
class PageAnswer:
    """An answer of the desk: done, with warnings, or refused."""

    done: bool
    lines: tuple[Message, ...]
    """The answer itself, followed by remarks."""
    sequence: int | None = None
    """The written event, which the page offers to undo."""
    ask: Confirmation | None = None
    redo: bool = False
    """True if the event was an undo, which the page offers to redo."""
    brief: bool = False
    """True if the answer soon disappears, since the page shows what was entered and the next entry
    follows at once."""
    marks: tuple[tuple[str, str], ...] = ()
    """What is wrong with each field of the form, by the name of the field."""
    form: SentForm | None = None
    """The refused form, to be filled in again."""

    @property
    def refused(self) -> bool:
        """True if the action was refused, and not just asked about."""
        return not self.done and self.ask is None


def sentence(what: Sayable, words: Translator, names: Names) -> str:
    """Return a sentence with names in place of player ids."""
    return words.with_names(page_names(names)).say(what)


def event_words(snapshot: Snapshot, event: Event, language: Language) -> Translator:
    """Return the translator for an event; if its section has teams, it uses the wording for
    teams.
    """
    section = snapshot.state.sections.get(getattr(event, "section", ""))
    return translator(language).of_teams(section is not None and section.has_teams)


def page_names(names: Names) -> PlayerNames:
    """Return a function from a player's id to the name on pages, such as ``7 Anderssen``."""

    def name(player: int) -> str | None:
        known = names.get(player)
        if known is None:
            return None
        return f"{known.number} {known.name}" if known.number else known.name

    return name


def outcome(result: Outcome, words: Translator, names: Names) -> PageAnswer:
    lines = [Message(sentence(result.answer, words, names))]
    lines += [Message(sentence(one, words, names), one.article) for one in result.notices]
    once = {line.text: line for line in reversed(lines)}  # two rules may give the same remark
    # An undo is reverted by a redo; neither is an action that can itself be undone.
    undone = isinstance(result.event, Undone)
    sequence = None if undone or isinstance(result.event, Redone) else result.sequence
    brief = isinstance(result.event, TYPED) and not result.notices
    return PageAnswer(
        done=True, lines=tuple(reversed(once.values())), sequence=sequence, redo=undone, brief=brief
    )


def refusal(
    error: CrivelloError, words: Translator, names: Names, advice: Message | None = None
) -> PageAnswer:
    """Return the answer that reports an error: its sentence, its problems, and the remedy if there
    is one.
    """
    lines = [Message(sentence(error, words, names), getattr(error, "article", ""))]
    for problem in getattr(error, "problems", ()):
        lines.append(Message(sentence(problem, words, names)))
    lines = list({line.text: line for line in lines}.values())  # there may be only one defect
    if isinstance(error, Impossible):
        if error.blocked:
            blocked = Sentence(BLOCKED, players=ListOf.players(error.blocked))
            lines.append(Message(sentence(blocked, words, names)))
        if error.criteria:
            lines.append(Message(words.say(CRITERIA, criteria=", ".join(error.criteria))))
    if advice is not None:
        lines.append(advice)
    marks = {
        one.field: sentence(_beside_field(one.sentence), words, names)
        for one in (error, *getattr(error, "problems", ()))
        if one.field
    }
    return PageAnswer(done=False, lines=tuple(lines), marks=tuple(marks.items()))


def _beside_field(what: Sentence) -> Sentence:
    """Return a sentence for the place beside a form field, where the field need not be named."""
    if not {"value", "expected"} <= what.values.keys():
        return what
    return Sentence(UNFIT, value=what.values["value"], expected=what.values["expected"])
