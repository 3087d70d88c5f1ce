"""`crivello undo`, `redo`, `log`, `verify`, `seal`, `backup`, `recover`: the log of a tournament
file.
"""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime

from crivello.cli.console import Console
from crivello.cli.desk_session import (
    DeskSession,
    EventFormatter,
    ask,
    at_a_terminal,
    open_desk,
    tournament_file,
)
from crivello.cli.errors import Exit, hint
from crivello.cli.files import file_errors, read_bytes, write_text
from crivello.cli.options import Arguments
from crivello.desk import Desk, Outcome
from crivello.desk.descriptions import author_sentence
from crivello.desk.events import ChangeCase
from crivello.desk.lookup import last_time
from crivello.desk.refusals import WouldFall
from crivello.model.errors import WordError
from crivello.model.grammar import is_number, ranges
from crivello.reports.views import files as views
from crivello.reports.views.section import LogView, log_item_view
from crivello.standard.classes import frozen
from crivello.store import End, LogFile, verify_file
from crivello.store import recover as save
from crivello.store.errors import BackupFailed, Damaged
from crivello.store.signing import SignedSeal, make_key, read_seal, sign
from crivello.words import N_, Template
from crivello.words.columns import LEFT, RIGHT, align, clean

UNDONE = N_("Undone:")
REDONE = N_("Redone:")
NO_EVENT = N_("{word!r} is not the number of an event; crivello log shows them.")
WHOLE = N_(
    "{path} is intact: one event, as it was written.",
    "{path} is intact: {count} events, each as it was written.",
)
NOT_WHOLE = N_("{path} is not intact.")
SAVED = N_("One event is saved in {path}.", "{count} events are saved in {path}.")
MISSING = N_("Missing: event {events}.", "Missing: events {events}.")
CHANGED = N_(
    "Not as it was written, and therefore not saved: event {events}.",
    "Not as they were written, and therefore not saved: events {events}.",
)
LATER = N_(
    "Found, but not saved because it comes after the gap: event {events}.",
    "Found, but not saved because they come after the gap: events {events}.",
)
NEW_DIGESTS = N_(
    "The record from which the digests begin is lost, so all digests in {path} are new: no seal "
    "given before holds for it. Keep the damaged file with those seals."
)
SEAL_WRITTEN = N_("{path} written: the seal of event {event}.")
SEALS_HOLD = N_("Seals given up to event {event} hold for {path}; later ones do not.")
UNVERIFIED = N_(
    "Event {events} is in {path} too, but it cannot be proven intact: the file holds only "
    "what the damage left. Check the settings, or name a copy with --copy.",
    "Events {events} are in {path} too, but they cannot be proven intact: the file holds only "
    "what the damage left. Check the settings, or name a copy with --copy.",
)
END_LOST = N_("The last event that was written was not found: the end is lost.")
END_UNKNOWN = N_(
    "Whether there were later events cannot be known: the file's record of its last event is lost."
)
SEAL_HOLDS = N_(
    "The seal holds: up to event {event} the file is as it was when the seal was given."
)
SEAL_SIGNED = N_(
    "The seal holds, signed with the key {key}: up to event {event} the file is as it was when the "
    "seal was given."
)
SEAL_BROKEN = N_(
    "The seal does not hold: up to event {event} the file is not as it was when the seal was "
    "given, or it is another file."
)
SEAL_OF_ANOTHER = N_("The seal is signed with another key: {key}.")
SEAL_FORGED = N_("The signature of the seal is not by the key {key} that it names.")
KEY_MADE = N_(
    "{path} is your private key: keep it to yourself. The public key, which others compare: {key}"
)
COPIED = N_("{path} is a copy of {file}: {count} events, each as it was written.")
NO_PLACE = N_(
    "Name a folder for the copy; or set a backup folder once, and every publication is copied "
    "there: {command}"
)


def undo(arguments: Arguments, console: Console) -> int:
    with open_desk(arguments, console) as desk:
        here = _open_for_log(desk, arguments, console)
        try:
            outcome = _undo(here, along="--yes" in arguments)
        except WouldFall as refusal:
            if not at_a_terminal() or console.json:
                _list(here, refusal.events)
                raise
            console.remark(console.say("These depend on it and would be undone too:"))
            _list(here, refusal.events)
            if not ask(console, N_("Undo them all?")):
                raise
            outcome = _undo(here, along=True)
        return _answer(here, outcome, UNDONE)


def _undo(here: DeskSession, along: bool) -> Outcome:
    case = here.arguments.get("--case")
    word = here.arguments.get("EVENT") or ""
    device = here.arguments.get("--device")
    if device is not None:
        since = here.arguments.get("--since")
        return here.desk.undo_device(
            device,
            None if since is None else last_time(since, datetime.now(UTC)),
            along=along,
            case=None if case is None else ChangeCase(case.replace("-", " ")),
            reason=here.reason,
        )
    if word and not is_number(word):
        raise WordError(NO_EVENT, word=word)
    return here.desk.undo(
        int(word) if word else None,
        along=along,
        case=None if case is None else ChangeCase(case.replace("-", " ")),
        reason=here.reason,
    )


def redo(arguments: Arguments, console: Console) -> int:
    with open_desk(arguments, console) as desk:
        here = _open_for_log(desk, arguments, console)
        return _answer(here, desk.redo(reason=here.reason), REDONE)


def _open_for_log(desk: Desk, arguments: Arguments, console: Console) -> DeskSession:
    """Return a session for the log, which all sections share; players are labelled as in one of
    them.

    That section is the one named, else the first.
    """
    key = arguments.get("--section") or next(iter(desk.state.sections))
    return DeskSession(desk, desk.section(key).key, arguments, console)


def _list(here: DeskSession, events: tuple[int, ...]) -> None:
    if not here.console.json:
        here.console.remark_all(map(clean, _lines(here, events)))


def _lines(here: DeskSession, events: tuple[int, ...]) -> list[str]:
    formatter = EventFormatter(here.desk, here.console)
    items = [item for item in here.desk.log if item.sequence in events]
    return [f"  {item.sequence}: {formatter.tell(item.event)}" for item in items]


def _answer(here: DeskSession, outcome: Outcome, sentence: str) -> int:
    here.note(outcome)
    numbers: tuple[int, ...] = getattr(outcome.event, "events", ())
    text = "\n".join([here.console.say(sentence), *_lines(here, numbers)])
    return here.answer(text, {"undone" if sentence == UNDONE else "redone": list(numbers)})


def log(arguments: Arguments, console: Console) -> int:
    with open_desk(arguments, console) as desk:
        formatter = EventFormatter(desk, console)
        items = list(desk.log)
        undone = desk.undone
    last = arguments.number("-n")
    items = items[-last:] if last else items
    if console.json:
        view = LogView(
            sequence=len(desk.log),
            items=[
                log_item_view(item, item.sequence in undone, formatter.tell(item.event))
                for item in items
            ],
            next=None,
        )
        return console.write_view("log", view)
    rows = []
    for item in items:
        entry = item.entry
        text = clean(formatter.tell(item.event))
        if item.sequence in undone:
            text = console.say("(undone) {text}", text=text)
        if entry.reason:
            text += f" [{clean(entry.reason)}]"
        who = clean(console.say(author_sentence(entry.actor, item.event.author)))
        rows.append([str(item.sequence), _local(entry.time), who, text])
    return console.write_lines(align(rows, RIGHT + LEFT * 3))


def _local(time: str) -> str:
    """Return a time of the log in the local time zone."""
    try:
        return datetime.fromisoformat(time).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except ValueError:
        return clean(time)


def verify(arguments: Arguments, console: Console) -> int:
    """Run `crivello verify`: check that a file is intact; the exit code is 1 if it is not."""
    path = arguments.get("FILE") or tournament_file(arguments)
    console.source = path
    count, faults = verify_file(path)
    sealed = _compare_seal(path, arguments.get("--seal"), arguments.get("--by"))
    good = not faults and (sealed is None or sealed.holds)
    code = Exit.OK if good else Exit.NO_PAIRING
    if console.json:
        view = views.VerifyView(
            file=path,
            events=count,
            whole=not faults,
            faults=[views.fault_view(one, console.say) for one in faults],
        )
        if sealed is not None:
            view["seal"] = views.ComparedSealView(
                sequence=sealed.event, holds=sealed.holds, key=sealed.key
            )
        return console.write_view("verify", view, code)
    if faults:
        lines = [console.say(NOT_WHOLE, path=path), *(console.say(one) for one in faults)]
        lines += [hint(one.remedy, console) for one in faults if one.remedy is not None]
    else:
        lines = [console.say(WHOLE, path=path, count=count)]
    if sealed is not None:
        lines.append(console.say(sealed.sentence, event=sealed.event, key=sealed.key))
    return console.write_lines(map(clean, lines), code)


@frozen
class _Compared:
    """The result of comparing a seal with a file."""

    event: int
    holds: bool
    sentence: str
    key: str | None = None


def _compare_seal(path: str, text: str | None, by: str | None) -> _Compared | None:
    """Compare a seal with a file; return None without a seal.

    `text` is a seal as printed, or a file with one; `by` is the key that must have signed it.
    """
    if text is None:
        return None
    is_file = os.path.isfile(text)
    given = read_seal(read_bytes(text).decode("utf-8", "replace") if is_file else text)
    if isinstance(given, SignedSeal):
        seal, key, genuine = given.seal, given.key_text, given.genuine
    else:
        seal, key, genuine = given, None, True
    try:
        with LogFile.open(path) as file:
            holds = seal.holds(file)
    except Damaged:
        holds = False
    if not genuine:
        return _Compared(seal.event, holds=False, sentence=SEAL_FORGED, key=key)
    if by is not None and key != by:
        return _Compared(seal.event, holds=False, sentence=SEAL_OF_ANOTHER, key=key)
    if not holds:
        return _Compared(seal.event, holds=False, sentence=SEAL_BROKEN, key=key)
    return _Compared(
        seal.event, holds=True, sentence=SEAL_HOLDS if key is None else SEAL_SIGNED, key=key
    )


def seal(arguments: Arguments, console: Console) -> int:
    """Run `crivello seal`: show the present seal of a file, plain or signed; or make a key to sign
    with.
    """
    new_key = arguments.get("--new-key")
    if new_key is not None:
        with file_errors(new_key):
            public = make_key(new_key)
        said = console.say(KEY_MADE, path=new_key, key=b64encode(public).decode("ascii"))
        write_text("-", clean(said) + "\n")
        return Exit.OK
    with open_desk(arguments, console) as desk:
        plain = desk.seal
    path = arguments.get("--key")
    if path is None:
        text = f"{plain}\n"
    else:
        with file_errors(path):
            text = str(sign(plain, path))
    if console.json:
        view = views.SealView(sequence=plain.event, digest=plain.digest)
        if path is not None:
            view["signed"] = text
        text = console.view("seal", view)
    write_text(console.output, text)
    if console.output != "-" and not console.json:
        console.remark(console.say(SEAL_WRITTEN, path=console.output, event=plain.event))
    return Exit.OK


def recover(arguments: Arguments, console: Console) -> int:
    """Run `crivello recover`: save the events of a damaged file.

    The exit code is 1 unless every acknowledged event is saved.
    """
    damaged, target = arguments.require("DAMAGED"), arguments.require("NEW")
    console.source = damaged
    found = save(damaged, target, arguments.all("--copy"))
    code = Exit.OK if found.complete else Exit.NO_PAIRING
    later = [entry.sequence for entry in found.later]
    lines = [console.say(SAVED, count=found.saved, path=target)]

    def name_events(what: Template, events: Sequence[int]) -> None:
        if events:
            named = ranges(events)
            lines.append(console.say(what, events=named, path=target, count=len(events)))

    if found.complete:
        lines.append(console.say("Nothing is missing."))
    name_events(UNVERIFIED, found.unverified)
    name_events(MISSING, found.missing)
    name_events(CHANGED, found.changed)
    name_events(LATER, later)
    if found.end is End.LOST and not found.missing:
        lines.append(console.say(END_LOST))
    if found.end is End.UNKNOWN:
        lines.append(console.say(END_UNKNOWN))
    if found.new_digests:
        lines.append(console.say(NEW_DIGESTS, path=target))
    elif not found.complete:
        lines.append(console.say(SEALS_HOLD, event=found.written, path=target))
    if console.json:
        view = views.RecoverView(
            file=target,
            saved=found.saved,
            unverified=list(found.unverified),
            missing=list(found.missing),
            changed=list(found.changed),
            later=later,
            end=found.end.value,
            new_digests=found.new_digests,
            complete=found.complete,
        )
        return console.write_view("recover", view, code)
    return console.write_lines(map(clean, lines), code)


def backup(arguments: Arguments, console: Console) -> int:
    """Run `crivello backup`: make an intact copy, even while another program writes to the file."""
    with open_desk(arguments, console) as desk:
        place = arguments.get("FOLDER") or desk.backup_folder
        if not place:
            raise WordError(NO_PLACE, command="crivello set backup-folder=FOLDER")
        target = desk.backup(place)
        event = len(desk.log)
    count, faults = verify_file(target)
    if faults:
        raise BackupFailed(folder=place, detail=console.say(faults[0]), event=event)
    if console.json:
        view = views.BackupView(file=str(desk.path), copy=str(target), events=count)
        return console.write_view("backup", view)
    return console.write_lines(
        [clean(console.say(COPIED, path=target, file=desk.path, count=count))]
    )
