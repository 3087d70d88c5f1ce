"""What the desk answers, as a page says it: sentences in the user's language, with people's names.

An `Answer` is shown at once in the fragment of an answer, or kept for the page after a redirect.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from crivello.desk import Outcome
from crivello.desk.events import Redone, Undone
from crivello.desk.telling import telling
from crivello.model.errors import CrivelloError, Impossible
from crivello.model.player import Player
from crivello.web.wording import on_pages
from crivello.words import N_, Language, Sentence, say

ANSWERS_KEPT = 200
NOTHING = Markup()
PEOPLE = ("player", "players", "white", "black", "one", "other")

BLOCKED = N_("Players who cannot all be paired: {players}.")
CRITERIA = N_("Absolute criteria in the way: {criteria}.")

Names = Mapping[int, Player]


@dataclass(frozen=True, slots=True)
class Message:
    text: str
    article: str = ""
    table: Markup = NOTHING
    """What stands below it."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that is answered by sending a form again, such as "change it?"."""

    url: str
    fields: tuple[tuple[str, str], ...]
    yes: str
    """What the button says."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the desk: done (with warnings) or refused."""

    done: bool
    lines: tuple[Message, ...]
    """The first is the answer itself, the others are what there is to note."""
    sequence: int | None = None
    """The event that was written, so that it can be undone from here."""
    ask: Ask | None = None
    redo: bool = False
    """It was an undo: it can be taken back from here."""


def sentence(what: Sentence, language: Language, names: Names) -> str:
    """A sentence with names in place of ids."""
    return say(on_pages(what.template), language, **with_names(what.values, names))


def with_names(values: Mapping[str, object], names: Names) -> dict[str, object]:
    """Values of a sentence, ids of players replaced by `7 Anderssen`; the rest as it is."""
    named = dict(values)
    for key in PEOPLE:
        if key in named:
            parts = str(named[key]).split(", ")
            named[key] = ", ".join(_name(part, names) for part in parts)
    return named


def _name(part: str, names: Names) -> str:
    player = names.get(int(part)) if part.isdecimal() and len(part) < 20 else None
    if player is None:
        return part
    return f"{player.number} {player.name}" if player.number else player.name


def outcome(result: Outcome, language: Language, names: Names) -> Answer:
    lines = [Message(sentence(telling(result.event), language, names))]
    lines += [Message(sentence(one, language, names), one.article) for one in result.notices]
    once = {line.text: line for line in reversed(lines)}  # two rules may say the same
    # An undo is taken back by a redo; both are no actions that could be undone themselves.
    undone = isinstance(result.event, Undone)
    sequence = None if undone or isinstance(result.event, Redone) else result.sequence
    return Answer(True, tuple(reversed(once.values())), sequence, redo=undone)


def refusal(error: CrivelloError, language: Language, names: Names) -> Answer:
    lines = [Message(sentence(error, language, names), getattr(error, "article", ""))]
    for problem in getattr(error, "problems", ()):
        lines.append(Message(sentence(problem, language, names)))
    lines = list({line.text: line for line in lines}.values())  # one defect may be all there is
    if isinstance(error, Impossible):
        if error.blocked:
            values = {"players": ", ".join(map(str, error.blocked))}
            lines.append(Message(say(BLOCKED, language, **with_names(values, names))))
        if error.criteria:
            lines.append(Message(say(CRITERIA, language, criteria=", ".join(error.criteria))))
    return Answer(False, tuple(lines))


class PendingAnswers:
    """Answers on their way to the page after a redirect; the last few are kept."""

    def __init__(self) -> None:
        self._told: dict[str, Answer] = {}
        self._lock = threading.Lock()

    def put(self, told: Answer) -> str:
        key = secrets.token_urlsafe(8)
        with self._lock:
            self._told[key] = told
            while len(self._told) > ANSWERS_KEPT:
                del self._told[next(iter(self._told))]
        return key

    def take(self, key: str) -> Answer | None:
        with self._lock:
            return self._told.pop(key, None)
