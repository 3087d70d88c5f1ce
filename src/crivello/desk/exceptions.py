"""Exceptions: departures from the rules, each with its class and consequences.

Exceptions are computed from the log (see `recording`) and not stored separately. The arbiter is
asked before one is made. All are listed on one page, printed with the report, and written into
report files as comments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from datetime import datetime, timedelta
from enum import Enum

from crivello.desk.events import Meta
from crivello.desk.notices import Notice
from crivello.model.errors import Problem
from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import frozen
from crivello.words import Language, say


class ExceptionClass(Enum):
    """The class of an exception; the values are used in files and by programs."""

    BY_HAND = "by hand"
    PUBLISHED_CHANGE = "published pairing changed"
    FULL_POINT_BYE = "full-point bye"
    HALF_POINT_BYES = "several half-point byes"
    IMPORT = "import that deviates"
    RATING_ONLY = "correction for rating only"
    WITHDRAWAL = "withdrawal"
    """Only in report files of earlier versions: a withdrawal is not a departure from the rules."""
    EXPULSION = "expulsion"
    RULE = "rule switched"
    ASSUMPTION = "assumption"


NAMES: dict[ExceptionClass, str] = {
    ExceptionClass.BY_HAND: N_("paired by hand"),
    ExceptionClass.PUBLISHED_CHANGE: N_("published pairing changed"),
    ExceptionClass.FULL_POINT_BYE: N_("full-point bye"),
    ExceptionClass.HALF_POINT_BYES: N_("several half-point byes"),
    ExceptionClass.IMPORT: N_("import that deviates"),
    ExceptionClass.RATING_ONLY: N_("correction for rating only"),
    ExceptionClass.WITHDRAWAL: N_("withdrawal"),
    ExceptionClass.EXPULSION: N_("expulsion"),
    ExceptionClass.RULE: N_("rule switched"),
    ExceptionClass.ASSUMPTION: N_("assumption"),
}
CONSEQUENCES: dict[ExceptionClass, str] = {
    ExceptionClass.BY_HAND: N_(
        "The round is not the one that the rules give, and every checker will report it."
    ),
    ExceptionClass.PUBLISHED_CHANGE: N_(
        "Players may already have seen the pairing; the report mentions the change."
    ),
    ExceptionClass.FULL_POINT_BYE: N_(
        "FIDE deprecates full-point byes; the player can no longer get the pairing-allocated bye."
    ),
    ExceptionClass.HALF_POINT_BYES: N_(
        "Usually a player may have one half-point bye; the rules of the event must allow more."
    ),
    ExceptionClass.IMPORT: N_("The round is as in the file, and not the one that the rules give."),
    ExceptionClass.RATING_ONLY: N_(
        "Standings and pairings stay as they are; only the file for rating has the correction."
    ),
    ExceptionClass.WITHDRAWAL: N_("They will no longer be paired and get no further points."),
    ExceptionClass.EXPULSION: N_("They will no longer be paired and cannot return."),
    ExceptionClass.RULE: N_("The tournament will then not be played as announced."),
    ExceptionClass.ASSUMPTION: N_("The file did not state it."),
}
"""What follows from each, shown before it is done."""


GRACE_MINUTES = 5
"""How long a publication can be withdrawn as a mistake."""


def is_within_grace(published: Meta, now: datetime) -> bool:
    """Return True if an event happened less than `GRACE_MINUTES` before `now`."""
    age = now - datetime.fromisoformat(published.time)
    return timedelta(0) <= age < timedelta(minutes=GRACE_MINUTES)


@frozen
class RuleException:
    """An exception: what was done, its class, round and players; by whom, when and why."""

    kind: ExceptionClass
    what: Sentence
    round: int | None = None
    players: tuple[int, ...] = ()
    done: Meta = field(default_factory=Meta)
    remarks: tuple[Sentence, ...] = ()
    """What the rules say about a pairing made by hand."""


ASKED = N_("{what} {consequence}")


def ask_about(one: RuleException) -> Problem:
    """Return the exception with its consequences, as a question to the arbiter before it is
    made.
    """
    consequence = Sentence(CONSEQUENCES[one.kind])
    sentence = Sentence(ASKED, what=one.what, consequence=consequence)
    return Problem(sentence, round=one.round)


RECORDED = N_("Recorded as an exception: {kind}.")


def notice(one: RuleException) -> Notice:
    """Return the remark that an exception was recorded, if the arbiter was not asked before."""
    return Notice(Sentence(RECORDED, kind=Sentence(NAMES[one.kind])), warns=False)


COMMENT = "Exception:"
"""How the comment of a report file begins."""


EARLIER = N_("In the file: {text}")


def from_comment(text: str) -> RuleException | None:
    """Read an exception from a comment of a report file; None if the comment is another one."""
    if not text.startswith(COMMENT):
        return None
    kind, *parts = (part.strip() for part in text.removeprefix(COMMENT).split("|"))
    known = {one.value: one for one in ExceptionClass}
    if kind not in known:
        return None
    number = None
    if parts and parts[0].startswith("round ") and parts[0][6:].isdecimal():
        number = int(parts.pop(0)[6:])
    return RuleException(known[kind], Sentence(EARLIER, text=" | ".join(parts)), number)


def comment(one: RuleException, name: Callable[[int], str | None]) -> str:
    """Return the exception as a comment for a report file, always in English."""
    done = one.done
    parts = [
        one.kind.value,
        "" if one.round is None else f"round {one.round}",
        " ".join(say(what, Language.EN, name) for what in (one.what, *one.remarks)),
        f"reason: {done.reason}" if done.reason else "",
        " ".join(part for part in (done.time[:16].replace("T", " "), done.actor) if part),
    ]
    return f"{COMMENT} {' | '.join(part.replace('|', '/') for part in parts if part)}"
