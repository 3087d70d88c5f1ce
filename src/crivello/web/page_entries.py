"""Entries of the desk's own pages and of programs, in the `Envelope` that the hall network uses
too.

A page that waits for a new session, or for the desk, keeps what is typed and sends it later. By
then the round may have been paired again, numbers may belong to other players, and a file of the
same name may contain another tournament. So each entry names what its page showed (`Seen`), and is
refused if that has changed. Its id is written to the log, so that it is done only once.
"""

from __future__ import annotations

import hashlib
import json
import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from crivello.desk import Desk, DeskState, Outcome, Refusal, Section
from crivello.desk.actions import Action, Context, Plan
from crivello.model.grammar import is_number
from crivello.standard.classes import frozen
from crivello.web.desks import TournamentFile
from crivello.web.envelope import (
    OLD_PAGE,
    VERSION,
    Envelope,
    IncompleteEnvelope,
    OldPage,
    Seen,
    missing,
    read_envelope,
)
from crivello.web.forms import Fields
from crivello.words import N_

TIME_DIGITS = 15
"""The number of digits of a time in milliseconds."""
Now = Callable[[Section], Seen | None]
"""Return what is now at the place that a page showed; None if the place no longer exists."""


class SeenOtherwise(Refusal, code="seen-otherwise"):
    template = N_(
        "The round, the pairing or the numbers of the players have changed since this was shown. "
        "Nothing was entered: check it and enter it again."
    )


INCOMPLETE = N_("The envelope is not complete; missing or not valid: {fields}.")


class UsedTwice(Refusal, code="used-twice"):
    template = N_(
        "Something else was entered under the same id before. Nothing was entered: reload the page."
    )


# What the pages of the desk show


def section_seen(event: str, section: Section) -> Seen:
    """Return what pages show of the players of a section: their numbers."""
    numbers = sorted((player.id, player.number) for player in section.listed_players)
    return Seen(event, section.key, len(section.rounds), shown=_digest(numbers))


def round_seen(event: str, section: Section, number: int) -> Seen | None:
    """Return what pages show of a round: its pairs and their tables; None if it is not paired.

    The colours of a published round are left out, because a result may say that they were reversed.
    """
    if 1 <= number <= len(section.rounds):
        this = section.rounds[number - 1]
        games = [sorted((game.white, game.black)) for game in this.games]
        return Seen(event, section.key, number, shown=_digest([games, list(this.tables)]))
    if section.draft is None or section.draft.round != number:
        return None
    draft = section.draft
    return Seen(event, section.key, number, shown=_digest([list(draft.boards), draft.bye]))


def _digest(shown: object) -> str:
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:16]


def entry_fields(seen: Seen) -> dict[str, str]:
    """Return the hidden fields of a form that names what its page shows.

    The id and the time are those of the page; a script that keeps what is typed sets its own.
    """
    at = str(time.time_ns() // 1_000_000)
    values = json.dumps(seen.values())
    return {"version": str(VERSION), "id": uuid.uuid4().hex, "at": at, "seen": values}


def read_entry(form: Fields, kind: str, wanted: str = "") -> Envelope:
    """Return the envelope in a form; raise `OldPage` if it has none."""
    try:
        seen: Any = json.loads(form.text("seen"))
    except ValueError:
        raise OldPage(OLD_PAGE) from None
    body = {
        "version": form.number("version"),
        "id": form.text("id"),
        "at": int(at) if is_number(at := form.text("at"), TIME_DIGITS) else 0,
        "kind": kind,
        "wanted": wanted,
        "seen": seen,
        "sure": form.is_checked("confirmed"),
        "turned": form.is_checked("turned"),
    }
    return read_envelope(body, kind)


def read_program(given: Mapping[str, Any], kind: str, wanted: str = "") -> Envelope:
    """Return the envelope of a program; raise `IncompleteEnvelope` if something is missing."""
    body = {**given, "kind": kind, "wanted": wanted}
    fields = missing(body, kind)
    seen = given.get("seen")
    if not isinstance(seen, dict) or not isinstance(seen.get("shown"), str):
        fields.append("seen.shown")
    if fields:
        raise IncompleteEnvelope(INCOMPLETE, fields=", ".join(fields))
    return read_envelope(body, kind)


# Doing it


@frozen
class OnlyIfSeen:
    """An action that is refused if its page would by now show something else."""

    action: Action
    seen: Seen
    event: str
    section: str
    now: Now
    compares: bool = False
    """True if the action itself compares the result that was shown, and asks."""

    def decide(self, state: DeskState, context: Context) -> Plan:
        now = self.now(state.section(self.section))
        same = now == self.seen
        if self.compares:
            same = now is not None and now.without_shown == self.seen.without_shown
        if not same or (self.seen.event, self.seen.section) != (self.event, self.section):
            raise SeenOtherwise()
        return self.action.decide(state, context)


def do_once(
    desk: Desk, envelope: Envelope, action: Action, reason: str = "", ask: bool = False
) -> Outcome:
    """Do an action unless this entry has been done before; then return the same answer."""
    what = [envelope.kind, envelope.wanted, envelope.turned, envelope.seen.values()]
    key = f"{envelope.id}/{_digest(what)}"
    desk.refresh()
    for item in desk.log:
        author = item.event.author
        if author is not None and not author.device and author.key != key:
            if author.key.rpartition("/")[0] == envelope.id:
                raise UsedTwice()
    return desk.act(action, reason=reason, key=key, ask=ask)


def act_once(
    file: TournamentFile, envelope: Envelope, action: Action, reason: str = "", ask: bool = False
) -> Outcome:
    """Do an action like `once`, in the thread of the file."""
    return file.submit(lambda desk: do_once(desk, envelope, action, reason, ask)).result()
