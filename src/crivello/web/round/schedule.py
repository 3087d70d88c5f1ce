"""The schedule of a round robin: draw the numbers, publish all rounds, and list them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from fastapi import APIRouter
from fastapi.responses import Response

from crivello.desk import actions
from crivello.desk.descriptions import describe_event
from crivello.desk.events import SchedulePublished
from crivello.desk.lookup import find_order
from crivello.model.errors import Illegal, about
from crivello.model.keys import is_round_robin
from crivello.model.player import Player
from crivello.rules.draw import LAST_ROUNDS
from crivello.standard.classes import frozen
from crivello.web.forms import Form, tag_keys
from crivello.web.progress import missing_tables
from crivello.web.round.view import BoardRow, board_row, free_players
from crivello.web.tables.view import subject
from crivello.web.view import AtDesk, SectionPage
from crivello.words import N_, Sentence, Template

router = APIRouter(prefix="/t/{file}/{section}/schedule")

DRAWING = N_("Drawing numbers for {count} players.")
NO_GROUPS = N_("This draw keeps groups apart: say what makes a group.")

METHODS: dict[str, Template] = {
    "lot": N_("by lot"),
    "initial": N_("as numbered in the list of players"),
    "hand": N_("by hand"),
    "varma": N_("Varma tables, for 9 to 24 players; the row for 12 repaired"),
    "annex": N_("Varma tables as printed, for 9 to 24 players"),
    "apart": N_("by lot, groups apart in the last rounds; any number of players"),
}
"""The ways to give the numbers, with the text of each."""
SEEDED = ("lot", "varma", "annex", "apart")
OF_GROUPS = ("varma", "annex", "apart")


@frozen
class DrawForm:
    """The choices of the form that draws numbers."""

    methods: Sequence[tuple[str, str]]
    groups: Sequence[tuple[str, str]]
    last: int
    players: int


@frozen
class ScheduledRound:
    """A round of the schedule, as the page shows it."""

    number: int
    when: str
    rows: Sequence[BoardRow]
    free: Sequence[Player]
    missing: int
    """The number of games without a result."""


def draw_form(page: SectionPage) -> DrawForm | None:
    """Return the form that draws numbers; None if a schedule cannot be published now."""
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
    """Show all rounds one below the other."""
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
        summary=page.sentence(describe_event(published[1])) if published else "",
        publication=published[0] if published else 0,
    )


def _publication(page: SectionPage) -> tuple[int, SchedulePublished] | None:
    """Return the event that published the schedule, with its number; None if it is not
    published.
    """
    if not page.section.rounds:
        return None
    for item in reversed(page.snapshot.log):
        if isinstance(item.event, SchedulePublished) and item.event.section == page.key:
            return item.sequence, item.event
    return None


@router.post("")
def publish(page: AtDesk, form: Form) -> Response:
    """Draw the numbers and publish all rounds, in one action."""
    page.on_refusal(page.back(form.text("back"), page.url("round", 1)))
    method, by = form.text("method", "lot"), form.text("by")
    with about("by"):
        if method in OF_GROUPS and not by:
            raise Illegal(NO_GROUPS)
    seed = ""
    if method in SEEDED:
        seed = form.text("seed") or str(secrets.randbelow(10**9))
    order: tuple[int, ...] = ()
    if method == "hand":
        with about("numbers"):
            order = find_order(page.section, form.text("numbers"))
    last = form.typed_number("last") or LAST_ROUNDS
    action = actions.PublishSchedule(page.key, method, seed, by, last, order)
    count = len(page.section.listed_players)
    return page.do_long(action, page.url("schedule"), Sentence(DRAWING, count=count))
