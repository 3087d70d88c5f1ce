"""Exit codes, and the report of errors: each problem on a line of its own, or all as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum

from crivello.cli.console import Console
from crivello.cli.files import SUFFIX, FileError
from crivello.cli.options import UsageError
from crivello.model.errors import (
    CrivelloError,
    Impossible,
    Problem,
    Remedy,
    RemedyKind,
    Severity,
)
from crivello.standard.typing_names import TYPE_CHECKING
from crivello.words import N_
from crivello.words.columns import clean

if TYPE_CHECKING:
    from crivello.formats.repairs import Repair
    from crivello.reports.views.defects import CommandErrorView


class Exit(IntEnum):
    """The exit codes that callers of pairing programs expect; `engine.convention` has more of
    them.
    """

    OK = 0
    NO_PAIRING = 1
    """The round has no legal pairing."""
    UNEXPECTED = 2
    """A bug in this program."""
    BAD_REQUEST = 3
    """The request or the input is wrong."""
    TOO_LARGE = 4
    NO_FILE = 5
    """A file cannot be read or written."""
    INTERRUPTED = 130


_KINDS: tuple[tuple[type[CrivelloError], str, Exit], ...] = (
    (UsageError, "usage", Exit.BAD_REQUEST),
    (FileError, "file", Exit.NO_FILE),
)
"""The errors of the command line; `defects.KINDS` has those of other packages."""
_DESK_KINDS = (
    ("crivello.desk.refusals", "Refusal", "refused", Exit.BAD_REQUEST),
    ("crivello.store.errors", "StoreError", "file", Exit.NO_FILE),
)
"""Errors of packages that few calls load; each class is looked up only if its module is loaded."""


def kind_of(error: CrivelloError) -> tuple[str, Exit]:
    for cls, kind, code in _KINDS:
        if isinstance(error, cls):
            return kind, code
    for module, name, kind, code in _DESK_KINDS:
        if module in sys.modules and isinstance(error, getattr(sys.modules[module], name)):
            return kind, code
    from crivello.reports.views import defects

    kind, number = defects.kind_of(error)
    return kind, Exit(number)


def report(error: CrivelloError, console: Console) -> Exit:
    """Report an error on standard error; return the exit code."""
    _, code = kind_of(error)
    if console.json:
        sys.stderr.write(console.as_json({"error": error_view(error, console)}))
        return code
    listed = max(_LISTED, console.listed)
    console.remark_all(grouped_lines(getattr(error, "problems", ()), console, listed))
    article = getattr(error, "article", "")
    console.remark(f"crivello: {clean(console.say(error))}" + (f" ({article})" if article else ""))
    if error.remedy is not None:
        console.remark(hint(error.remedy, console))
    if isinstance(error, Impossible):
        if error.blocked:
            players = ", ".join(player_label(player, console) for player in error.blocked)
            console.remark(
                console.say("Players who cannot all be paired: {players}.", players=players)
            )
        if error.criteria:
            console.remark(
                console.say(
                    "Absolute criteria in the way: {criteria}.", criteria=", ".join(error.criteria)
                )
            )
    return code


def player_label(player: int, console: Console) -> str:
    if player in console.labels:
        return console.labels[player]
    known = console.players.get(player)
    return f"{player} {clean(known.name)}".rstrip() if known else str(player)


def problem_line(problem: Problem, console: Console) -> str:
    """Return a problem as ``file:line:column: sentence (found …, expected …)``.

    A tournament file has no lines; for it only the sentence says what is concerned.
    """
    text = console.say(problem)
    if problem.severity is Severity.WARNING:
        text = console.say("warning: {text}", text=text)
    details = _details(problem, console)
    if details:
        text = f"{text.removesuffix('.')} ({details})."
    return clean(": ".join([*_place(problem, console), text]))


def _place(remark: Problem | Repair, console: Console) -> list[str]:
    """Return the place of a remark as ``file:line:column``; empty for a tournament file, without
    lines.
    """
    if remark.line is None and console.source.endswith(SUFFIX):
        return []
    place = [console.source or "<input>"]
    if remark.line is not None:
        place.append(str(remark.line))
        if remark.column is not None:
            place.append(str(remark.column))
    return [":".join(place)]


def _details(problem: Problem, console: Console) -> str:
    parts = []
    if problem.found or (problem.found is not None and problem.expected):
        parts.append(console.say("found {found!r}", found=problem.found))
    if problem.expected:
        from crivello.reports.views.defects import say_phrase

        parts.append(
            console.say("expected {expected}", expected=say_phrase(problem.expected, console.say))
        )
    return ", ".join(parts)


def warn(problems: Iterable[Problem], console: Console) -> None:
    """Print warnings as lines at once; for a JSON answer keep them as its member."""
    if console.json:
        from crivello.reports.views.defects import defect_view

        console.warnings += [defect_view(one, console.say, console.number) for one in problems]
    else:
        console.remark_all(grouped_lines(list(problems), console, console.listed))


def list_repairs(repairs: Iterable[Repair], console: Console) -> None:
    """Print the repairs of a tolerant reading as lines; for a JSON answer keep them as its
    member.
    """
    if console.json:
        from crivello.reports.views.defects import repair_view

        console.repairs += [repair_view(one, console.say, console.number) for one in repairs]
    else:
        console.remark_all(grouped_lines(list(repairs), console))


_LISTED = 3
"""Up to this number, errors of one kind get a line each; more of them are put together."""


def grouped_lines(
    remarks: Sequence[Problem | Repair], console: Console, listed: int = 1
) -> Iterator[str]:
    """Yield a line for each remark; more than `listed` of one kind are put together in one line."""
    if not remarks:
        return
    from crivello.reports.views import defects

    for group in defects.group_alike(remarks):
        if len(group) <= listed:
            for remark in group:
                yield remark_line(remark, console)
            continue
        yield f"{remark_line(group[0], console)} {console.say(defects.describe_others(group))}"


def remark_line(remark: Problem | Repair, console: Console) -> str:
    if isinstance(remark, Problem):
        return problem_line(remark, console)
    return repair_line(remark, console)


def repair_line(repair: Repair, console: Console) -> str:
    """Return a repair as ``file:line:column: repaired: sentence (found …, taken …).``"""
    from crivello.reports.views.defects import say_phrase

    details = [console.say("taken {taken}", taken=say_phrase(repair.taken, console.say))]
    if repair.found:
        details.insert(0, console.say("found {found!r}", found=repair.found))
    text = f"{console.say(repair).removesuffix('.')} ({', '.join(details)})."
    prefix = (
        N_("repaired, and a pairing may depend on it: {text}")
        if repair.changes_pairing
        else N_("repaired: {text}")
    )
    return clean(": ".join([*_place(repair, console), console.say(prefix, text=text)]))


def error_view(error: CrivelloError, console: Console) -> CommandErrorView:
    kind, code = kind_of(error)
    command = None if error.remedy is None else command_for(error.remedy, console)
    from crivello.reports.views import defects

    return defects.command_error_view(
        error, (kind, int(code)), console.say, console.number, console.source, command
    )


# The remedy of an error: the command or option that does what the message advises


TYPED = {
    RemedyKind.ADD_PLAYER: "crivello add NAME rating=2000",
    RemedyKind.ADMIT_LATE_ENTRY: "crivello late PLAYER",
    RemedyKind.ANNOUNCE_PRIZES: "--prizes FILE",
    RemedyKind.ANNOUNCE_ROUNDS: "rounds=5",
    RemedyKind.ANSWER_NO_SHOWS: "crivello no-shows PLAYER --plays-on | --withdrawn",
    RemedyKind.CANCEL_BYE: "crivello bye PLAYER --cancel",
    RemedyKind.CHANGE_SETTING: "crivello set {key}={value}",
    RemedyKind.CHOOSE_EDITION: "{key}={value}",
    RemedyKind.CORRECT_RESULT: "crivello correct TABLE RESULT --reason TEXT",
    RemedyKind.DRAW_COLOUR: "crivello draw",
    RemedyKind.ENTER_RESULT: "crivello result TABLE RESULT",
    RemedyKind.GIVE_CASE_AND_REASON: "--case chief-arbiter --reason TEXT",
    RemedyKind.GIVE_DECISION_AND_REASON: "--by-decision --reason TEXT",
    RemedyKind.GIVE_REASON: "--reason TEXT",
    RemedyKind.GUESS_COLUMNS: "--map guess",
    RemedyKind.LEAVE_FIDE_MODE: "crivello fide-mode --leave --reason TEXT",
    RemedyKind.LOAD_LIST: "crivello load FILE --name {value}",
    RemedyKind.MAKE_BACKUP: "crivello backup FOLDER",
    RemedyKind.MARK_PROVISIONAL: "--provisional",
    RemedyKind.NAME_COLUMNS: "--map {key}={value}",
    RemedyKind.PAIR: "crivello pair",
    RemedyKind.PAIR_THE_REST: "--rest",
    RemedyKind.PROCEED: "--yes",
    RemedyKind.PUBLISH_RESULTS: "crivello publish --results",
    RemedyKind.RECOVER_FILE: "crivello recover FILE NEW",
    RemedyKind.SHOW_LOG: "crivello log",
    RemedyKind.SHOW_PLAYERS: "crivello players",
    RemedyKind.SHOW_STANDINGS: "crivello standings",
    RemedyKind.TAKE_RESULT_BACK: "crivello result TABLE none",
    RemedyKind.UNDO_ALONG: "--yes",
    RemedyKind.WITHDRAW_PLAYER: "crivello withdraw PLAYER",
}
ADD_OPTION = N_("Add to the command: {option}")
OTHER_EDITION = N_(
    "Write {option} instead. Outside FIDE mode the earlier edition can be used: with crivello new, "
    "add fide-mode=no and --reason; later, with crivello fide-mode --leave and --reason."
)
OF_NO_SECTION = (RemedyKind.LOAD_LIST, RemedyKind.MAKE_BACKUP, RemedyKind.RECOVER_FILE)


def command_for(remedy: Remedy, console: Console) -> str:
    """Return the command to type as a remedy, with the section if the file has several; or what to
    add to the command.
    """
    if remedy.kind is RemedyKind.LEAVE_FIDE_MODE and console.opens_section:
        return "fide-mode=no --reason TEXT"
    found = TYPED[remedy.kind].format(key=remedy.key, value=remedy.value)
    if remedy.kind is RemedyKind.LOAD_LIST and not remedy.value:
        found = "crivello load FILE"
    if not found.startswith("crivello") or remedy.kind in OF_NO_SECTION:
        return found
    return f"{found} {console.where}".rstrip()


def hint(remedy: Remedy, console: Console) -> str:
    found = command_for(remedy, console)
    import re

    found = re.sub(r"\b[A-Z]{4,}\b", lambda word: console.say(word[0]), found)  # as in the help
    if found.startswith("crivello"):
        return console.say("Next: {command}", command=found)
    template = OTHER_EDITION if remedy.kind is RemedyKind.CHOOSE_EDITION else ADD_OPTION
    return console.say(template, option=found)
