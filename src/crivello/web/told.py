"""What the desk answers, as a page says it: sentences in the user's language, with people's names.

A `Told` is shown at once in the fragment of an answer, or kept for the page after a redirect.
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
from crivello.words import N_, Language, ListOf, PlayerNames, Sayable, Sentence, say

KEPT = 200
NOTHING = Markup()

BLOCKED = N_("Players who cannot all be paired: {players}.")
CRITERIA = N_("Absolute criteria in the way: {criteria}.")

Names = Mapping[int, Player]


@dataclass(frozen=True, slots=True)
class Line:
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
class Told:
    """An answer of the desk: done (with warnings) or refused."""

    done: bool
    lines: tuple[Line, ...]
    """The first is the answer itself, the others are what there is to note."""
    sequence: int | None = None
    """The event that was written, so that it can be undone from here."""
    ask: Ask | None = None
    redo: bool = False
    """It was an undo: it can be taken back from here."""


def sentence(what: Sayable, language: Language, names: Names) -> str:
    """A sentence with names in place of ids."""
    return say(on_pages(what), language, calling(names))


def calling(names: Names) -> PlayerNames:
    """How pages call a player: ``7 Anderssen``."""

    def name(player: int) -> str | None:
        known = names.get(player)
        if known is None:
            return None
        return f"{known.number} {known.name}" if known.number else known.name

    return name


def outcome(result: Outcome, language: Language, names: Names) -> Told:
    lines = [Line(sentence(telling(result.event), language, names))]
    lines += [Line(sentence(one, language, names), one.article) for one in result.notices]
    once = {line.text: line for line in reversed(lines)}  # two rules may say the same
    # An undo is taken back by a redo; both are no actions that could be undone themselves.
    undone = isinstance(result.event, Undone)
    sequence = None if undone or isinstance(result.event, Redone) else result.sequence
    return Told(True, tuple(reversed(once.values())), sequence, redo=undone)


def refusal(error: CrivelloError, language: Language, names: Names) -> Told:
    lines = [Line(sentence(error, language, names), getattr(error, "article", ""))]
    for problem in getattr(error, "problems", ()):
        lines.append(Line(sentence(problem, language, names)))
    lines = list({line.text: line for line in lines}.values())  # one defect may be all there is
    if isinstance(error, Impossible):
        if error.blocked:
            blocked = Sentence(BLOCKED, players=ListOf.players(error.blocked))
            lines.append(Line(say(blocked, language, calling(names))))
        if error.criteria:
            lines.append(Line(say(CRITERIA, language, criteria=", ".join(error.criteria))))
    return Told(False, tuple(lines))


class Waiting:
    """Answers on their way to the page after a redirect; the last few are kept."""

    def __init__(self) -> None:
        self._told: dict[str, Told] = {}
        self._lock = threading.Lock()

    def put(self, told: Told) -> str:
        key = secrets.token_urlsafe(8)
        with self._lock:
            self._told[key] = told
            while len(self._told) > KEPT:
                del self._told[next(iter(self._told))]
        return key

    def take(self, key: str) -> Told | None:
        with self._lock:
            return self._told.pop(key, None)
