"""`crivello systems`: list all editions, when they are in force, and where their text is."""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.options import Arguments
from crivello.model.keys import SYSTEMS, SystemKey
from crivello.systems.registry import find
from crivello.words.columns import LEFT, align


def run(arguments: Arguments, console: Console) -> int:
    known = [(SYSTEMS[key], find(key).has_sieve) for key in SYSTEMS]
    if console.json:
        from crivello.reports.views.checks import systems_view

        text = console.view("systems", systems_view())
    else:
        text = _as_text(known, console)
    return console.write(text)


def _as_text(known: list[tuple[SystemKey, bool]], console: Console) -> str:
    """Return two lines for each edition, so that they fit on a screen."""
    rows = [
        [
            console.say("Key"),
            console.say("System"),
            console.say("In force"),
            console.say("Sieve"),
        ]
    ]
    for system, sieve in known:
        rows.append(
            [
                system.key,
                console.say(system.title),
                _in_force(system, console),
                console.say("yes") if sieve else console.say("no"),
            ]
        )
    lines = align(rows, LEFT * 4)
    indent = " " * (max(len(system.key) for system, _ in known) + 2)
    text = lines[:1]
    for line, (system, _) in zip(lines[1:], known, strict=True):
        text += [line, indent + console.say(system.source)]
    return "\n".join(text) + "\n"


def _in_force(system: SystemKey, console: Console) -> str:
    if system.since is None:
        return console.say("by its key only")
    if not system.since:
        return console.say("at all times")
    if system.until is None:
        return console.say("from {since}", since=system.since)
    return f"{system.since}–{system.until}"
