"""`crivello exceptions`: what was done against or outside the rules."""

from __future__ import annotations

from crivello.cli.sitting import Sitting
from crivello.desk.exceptions import NAMES
from crivello.reports.views.section import exceptions_view
from crivello.words import N_
from crivello.words.columns import LEFT, RIGHT, clean

NONE = N_("No exception is recorded.")


def show(here: Sitting) -> int:
    console, section = here.console, here.section
    if console.json:
        return console.write_view("exceptions", exceptions_view(section, console.say))
    rows = [
        [
            console.say(NAMES[one.kind]),
            "" if one.round is None else str(one.round),
            clean(" ".join(console.say(what) for what in (one.what, *one.remarks))),
            clean(one.done.reason),
            clean(f"{one.done.time[:16].replace('T', ' ')} {one.done.actor}".strip()),
        ]
        for one in section.exceptions
    ]
    lines = [console.say(section.fide_mode)]
    if not rows:
        return console.write_lines([*lines, console.say(NONE)])
    heads = (N_("Class"), N_("Round"), N_("What"), N_("Reason"), N_("When"))
    sides = LEFT + RIGHT + LEFT * 3
    return console.write_lines([*lines, *console.table(heads, rows, sides, shrink=(2, 3))])
