"""The schedule of a round robin: its numbers are drawn, all rounds published, and listed here."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import Response

from crivello.desk import actions
from crivello.desk.events import SchedulePublished
from crivello.desk.telling import tell_event
from crivello.model.errors import Illegal, Malformed, about
from crivello.model.grammar import is_number
from crivello.model.keys import is_round_robin
from crivello.model.player import Player
from crivello.rules.draw import LAST_ROUNDS
from crivello.web.forms import Fields, Form, tag_keys
from crivello.web.progress import missing_tables
from crivello.web.round.view import BoardRow, board_row, free_players
from crivello.web.tables.view import subject
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_, Template

router = APIRouter(prefix="/t/{file}/{section}/schedule")

DRAWING = N_("Numbers are being drawn for {count} players.")
NUMBERS = N_("Write the numbers of all {count} players in their new order, such as 3 1 2.")
NO_GROUPS = N_("This draw keeps groups apart: say what makes a group.")

METHODS: dict[str, Template] = {
    "lot": N_("by lot"),
    "initial": N_("as numbered in the list of players"),
    "hand": N_("by hand"),
    "varma": N_("Varma tables, for 9 to 24 players; the row for 12 repaired"),
    "annex": N_("Varma tables as printed, for 9 to 24 players"),
    "apart": N_("by lot, groups apart in the last rounds; any number of players"),
}
"""How numbers are given, by the method of the desk."""
SEEDED = ("lot", "varma", "annex", "apart")
OF_GROUPS = ("varma", "annex", "apart")


@dataclass(frozen=True, slots=True)
class DrawForm:
    """What the form offers."""

    methods: Sequence[tuple[str, str]]
    groups: Sequence[tuple[str, str]]
    last: int
    players: int


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    number: int
    when: str
    rows: Sequence[BoardRow]
    free: Sequence[Player]
    missing: int
    """Games without a result."""


def draw_form(page: SectionPage) -> DrawForm | None:
    """None unless the schedule of a round robin can be published now."""
    section = page.section
    unbegun = not section.rounds and section.draft is None
    if not (unbegun and is_round_robin(section.settings.system) and section.registrations):
        return None
    groups = [("", page.say(N_("no groups"))), ("federation", page.say(N_("federation")))]
    groups += [(key, key) for key in tag_keys(section.listed_players)]
    methods = [(key, page.say(text)) for key, text in METHODS.items()]
    return DrawForm(methods, groups, LAST_ROUNDS, len(section.listed_players))


@router.get("")
def show(page: AtDesk) -> Response:
    """All rounds below each other."""
    rounds = []
    for number, this in enumerate(page.section.rounds, start=1):
        rows = [board_row(page, number, board) for board in range(1, len(this.games) + 1)]
        free = free_players(page.section, number)
        when, missing = subject(page).when(number), len(missing_tables(this))
        rounds.append(ScheduledRound(number, when, rows, free, missing))
    published = _publication(page)
    return page.render(
        "round/schedule.html",
        rounds=rounds,
        draw=draw_form(page),
        told=page.sentence(tell_event(published[1])) if published else "",
        publication=published[0] if published else 0,
    )


def _publication(page: SectionPage) -> tuple[int, SchedulePublished] | None:
    """The event that published the schedule."""
    if not page.section.rounds:
        return None
    for item in reversed(page.snapshot.log):
        if isinstance(item.event, SchedulePublished) and item.event.section == page.key:
            return item.sequence, item.event
    return None


@router.post("")
def publish(page: AtDesk, form: Form) -> Response:
    """Give the numbers and publish all rounds, as one action."""
    page.on_refusal(page.back(form.text("back"), page.url("round", 1)))
    method, by = form.text("method", "lot"), form.text("by")
    with about("by"):
        if method in OF_GROUPS and not by:
            raise Illegal(NO_GROUPS)
    seed = ""
    if method in SEEDED:
        seed = form.text("seed") or str(secrets.randbelow(10**9))
    order = _order(page, form) if method == "hand" else ()
    last = form.typed_number("last") or LAST_ROUNDS
    action = actions.PublishSchedule(page.key, method, seed, by, last, order)
    count = len(page.section.listed_players)
    return page.do_long(action, page.url("schedule"), DRAWING, count=count)


def _order(page: SectionPage, form: Fields) -> tuple[int, ...]:
    """Ids by the numbers of the list as they were typed, number 1 first."""
    ids = {player.number: player.id for player in page.section.listed_players}
    words = re.split(r"[\s,;]+", form.text("numbers").strip(" ,;"))
    with about("numbers"):
        if sorted(words) != sorted(map(str, ids)) or not all(map(is_number, words)):
            raise Malformed(NUMBERS, count=len(ids))
    return tuple(ids[int(word)] for word in words)
