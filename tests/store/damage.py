"""Damage tournament files in many ways: `python -m tests.store.damage N [SEED]`.

Whatever the damage, the program answers with its own errors; `verify` never calls a changed file
intact; and `recover` never reports an event as saved that differs from the original, nor a result
as complete that is not.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from crivello.desk.actions import EndRound, PublishResults
from crivello.model.errors import CrivelloError
from crivello.store import LogEntry, LogFile, NewEntry, recover, verify_file
from tests.cli.desk.prepared import desk
from tests.desk.desks import A, enter, fresh, publish

PAGE = 4096
UNEXPECTED = 2
"""The exit code of a mistake of ours."""


def make(folder: Path) -> Path:
    """Make a tournament of three rounds, with about a hundred events."""
    desk = fresh(folder, 24, rounds=7, name="whole.crivello")
    for _ in range(3):
        publish(desk)
        enter(desk)
        desk.act(PublishResults(A))
        desk.act(EndRound(A))
    publish(desk)
    desk.close()
    return desk.path


def flip(rng: random.Random, data: bytearray) -> None:
    for _ in range(rng.choice((1, 1, 2, 5))):
        data[rng.randrange(len(data))] = rng.randrange(256)


def flip_in_first_event(rng: random.Random, data: bytearray) -> None:
    at = data.find(b'{"section"')
    data[at + rng.randrange(200)] = rng.randrange(32, 127)


def blank_page(rng: random.Random, data: bytearray) -> None:
    at = rng.randrange(len(data) // PAGE) * PAGE
    data[at : at + PAGE] = rng.choice((bytes(PAGE), rng.randbytes(PAGE)))


def cut(rng: random.Random, data: bytearray) -> None:
    del data[rng.randrange(len(data)) :]


def exchange_pages(rng: random.Random, data: bytearray) -> None:
    one, two = (rng.randrange(len(data) // PAGE) * PAGE for _ in range(2))
    data[one : one + PAGE], data[two : two + PAGE] = (
        data[two : two + PAGE],
        data[one : one + PAGE],
    )


def repeat_page(rng: random.Random, data: bytearray) -> None:
    one, two = (rng.randrange(len(data) // PAGE) * PAGE for _ in range(2))
    data[one : one + PAGE] = data[two : two + PAGE]


def lengthen(rng: random.Random, data: bytearray) -> None:
    data += rng.randbytes(rng.randrange(1, 3 * PAGE))


BYTES: list[Callable[[random.Random, bytearray], None]] = [
    flip, flip, flip_in_first_event, blank_page, cut, exchange_pages, repeat_page, lengthen,
]  # fmt: skip

STATEMENTS = (
    "DELETE FROM events WHERE sequence > {n}",
    "DELETE FROM events WHERE sequence = {n}",
    "DELETE FROM events WHERE sequence > {n}; DELETE FROM about WHERE key = 'last'",
    "DELETE FROM events WHERE sequence > {n}; DELETE FROM about",
    "UPDATE events SET payload = '{{}}' WHERE sequence = {n}",
    "UPDATE events SET digest = '' WHERE sequence = {n}",
    "UPDATE events SET sequence = sequence + 100000 WHERE sequence > {n}",
    "UPDATE about SET value = 'x'",
    "DROP TABLE about",
    "ALTER TABLE events RENAME COLUMN actor TO who",
    "DROP TABLE events; CREATE VIEW events AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT "
    "i + 1 FROM n) SELECT i AS sequence, '' time, '' actor, '' reason, '' type, '' payload, "
    "'' digest FROM n",
)  # fmt: skip


def damaged(rng: random.Random, whole: Path, path: Path) -> str:
    """Write a damaged copy of an intact file to `path`; return what was done to it."""
    shutil.copy(whole, path)
    if rng.random() < 0.7:
        data = bytearray(path.read_bytes())
        kinds = rng.sample(BYTES, rng.choice((1, 1, 1, 2)))
        for kind in kinds:
            if len(data) > 2 * PAGE:
                kind(rng, data)
        path.write_bytes(data)
        return "+".join(kind.__name__ for kind in kinds)
    statement = rng.choice(STATEMENTS).format(n=rng.randrange(1, 30))
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(statement)
        if rng.random() < 0.5:
            raw.execute("VACUUM")
    return statement[:40]


def crafted(rng: random.Random, events: list[LogEntry], path: Path) -> str:
    """Write a file with a valid chain of digests whose events make no sense; return what was
    done.
    """
    new = [NewEntry(e.time, e.actor, e.reason, e.type, e.payload) for e in events]
    what = rng.choice(("order", "missing", "twice", "payload", "type"))
    at = rng.randrange(len(new))
    match what:
        case "order":
            rng.shuffle(new)
        case "missing":
            del new[at]
        case "twice":
            new.insert(rng.randrange(len(new)), new[at])
        case "payload":
            payload = json.loads(new[at].payload)
            _disturb(rng, payload)
            text = json.dumps(payload)
            new[at] = NewEntry(new[at].time, "", "", new[at].type, text)
        case _:
            new[at] = NewEntry(new[at].time, "", "", rng.choice(new).type, new[at].payload)
    LogFile.create(path, *new).close()
    return what


def _disturb(rng: random.Random, value: object) -> None:
    """Change a random value inside a JSON value."""
    odd: tuple[object, ...] = (None, 0, -1, 10**12, "", "x", [], {}, True, 1.5, [[1, 1]], "W")
    while isinstance(value, dict | list) and value:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = rng.choice(keys)
        inner = value[key]
        if not isinstance(inner, dict | list) or not inner or rng.random() < 0.2:
            value[key] = rng.choice(odd)
            return
        value = inner


def examine(number: int, seed: int, whole: Path, folder: Path) -> str:
    """Damage one file and examine it; return the outcome, or raise `AssertionError` with the
    seed.
    """
    rng = random.Random(f"{seed} {number}")
    with LogFile.open(whole) as log:
        original = log.entries()
    path = folder / "t.crivello"
    path.unlink(missing_ok=True)
    if rng.random() < 0.25:
        what = crafted(rng, original, path)
        _commands(folder, path, f"{seed} {number}: {what}")
        return "crafted"
    what = damaged(rng, whole, path)
    where = f"{seed} {number}: {what}"
    said_whole = False
    try:
        _, faults = verify_file(path)
        said_whole = not faults
    except CrivelloError:
        pass
    if said_whole:
        with LogFile.open(path) as log:
            assert log.entries() == original, where
    _commands(folder, path, where)
    return _recovered(path, folder, whole, original, where)


def _commands(folder: Path, path: Path, where: str) -> None:
    for words in (("verify", path.name), ("status", "-t", path.name), ("export", "-t", path.name)):
        called = desk(folder, *words)
        assert called.code != UNEXPECTED, (where, words, called.err)


def _recovered(path: Path, folder: Path, whole: Path, original: list[LogEntry], where: str) -> str:
    target = folder / "new.crivello"
    target.unlink(missing_ok=True)
    outcome = "nothing saved"
    try:
        found = recover(path, target)
    except CrivelloError:
        pass
    else:
        _hold(target, found.unverified, original, where)
        if found.complete:
            assert found.written == len(original), where
        outcome = "complete" if found.complete else "in part"
    target.unlink(missing_ok=True)
    with_copy = recover(path, target, [whole])
    assert (with_copy.written, with_copy.unverified) == (len(original), ()), where
    _hold(target, (), original, where)
    return outcome


def _hold(target: Path, unverified: tuple[int, ...], original: list[LogEntry], where: str) -> None:
    """Check that everything listed as saved is as it was written."""
    with LogFile.open(target) as log:
        for entry in log.entries():
            before = original[entry.sequence - 1]
            said = (entry.time, entry.actor, entry.reason, entry.type, entry.payload)
            same = said == (before.time, before.actor, before.reason, before.type, before.payload)
            assert same or entry.sequence in unverified, (where, entry.sequence)


def run(count: int, seed: int) -> Counter[str]:
    with tempfile.TemporaryDirectory() as folder:
        whole = make(Path(folder))
        work = Path(folder) / "work"
        work.mkdir()
        return Counter(examine(number, seed, whole, work) for number in range(count))


if __name__ == "__main__":
    wanted, start = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(f"{wanted} damaged files, seed {start}")
    for kind, times in sorted(run(wanted, start).items()):
        print(f"{times:6} {kind}")
