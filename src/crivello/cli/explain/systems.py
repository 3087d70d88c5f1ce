"""`crivello systems`: list all editions, when they are in force, and where their text is."""

from __future__ import annotations

from crivello.cli.console import Console
from crivello.cli.options import Arguments
from crivello.model.keys import SYSTEMS, SystemKey
from crivello.model.plug_ins import GROUPS, load_plug_ins
from crivello.systems.registry import find
from crivello.words import N_
from crivello.words.columns import LEFT, align

NOT_FIDE = N_("not FIDE's; from {package}")
NOT_LOADED = N_("The plug-in {name} of the package {package} cannot be loaded: {why}")


def run(arguments: Arguments, console: Console) -> int:
    broken = [one for group in GROUPS for one in load_plug_ins(group)]
    known = [(SYSTEMS[key], find(key).has_sieve) for key in SYSTEMS]
    if console.json:
        from crivello.reports.views.checks import systems_view

        text = console.view("systems", systems_view())
    else:
        text = _as_text(known, console) + _list_plug_ins(console)
        text += "".join(
            console.say(NOT_LOADED, name=one.name, package=one.package, why=one.reason) + "\n"
            for one in broken
        )
    return console.write(text)


ADDED = {
    "tie-break": N_("Tie-break {name} of {package}: {title}"),
    "format": N_("File format {name} of {package}: {title}"),
    "print": N_("Print {name} of {package}: {title}"),
}


def _list_plug_ins(console: Console) -> str:
    from crivello.reports.views.checks import added_views

    lines = [
        console.say(
            ADDED[one["kind"]], name=one["name"], package=one["package"], title=one["title"]
        )
        for one in added_views()
    ]
    return "".join(f"{line}\n" for line in ["", *lines]) if lines else ""


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
        source = console.say(system.source)
        if system.plug_in:
            source = console.say(NOT_FIDE, package=system.plug_in)
        text += [line, indent + source]
    return "\n".join(text) + "\n"


def _in_force(system: SystemKey, console: Console) -> str:
    if system.since is None:
        return console.say("by its key only")
    if not system.since:
        return console.say("at all times")
    if system.until is None:
        return console.say("from {since}", since=system.since)
    return f"{system.since}–{system.until}"
