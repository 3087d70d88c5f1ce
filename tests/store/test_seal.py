"""A seal kept by the arbiter later proves that the file is unchanged, or that it was changed."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from crivello.store import LogFile, Seal, verify
from crivello.store.entry import NewEntry
from crivello.store.signing import FIRST_LINE, SealError, SignedSeal, make_key, read_seal, sign
from tests.store.test_faults import filled, new


def seal_of(log: LogFile) -> Seal:
    return Seal(log.last(), log.about("head"))


def test_a_seal_holds_as_the_tournament_goes_on(tmp_path: Path) -> None:
    with filled(tmp_path / "t.crivello", 5) as log:
        seal = seal_of(log)
        log.append(new(6), 5)
        assert seal.holds(log)
        assert Seal.parse(str(seal)) == seal
        short = Seal.parse(f" {seal.event}-{seal.digest[:8]} {seal.digest[8:20].upper()}\n")
        assert short is not None
        assert short.holds(log)


def test_a_file_written_anew_verifies_but_does_not_hold_the_seal(tmp_path: Path) -> None:
    """The chain of digests has no key: whoever writes the whole file can make it consistent."""
    with filled(tmp_path / "t.crivello", 5) as log:
        seal = seal_of(log)
        events = log.entries()
    other = [NewEntry(e.time, e.actor, e.reason, e.type, e.payload) for e in events]
    other[2] = new(99)
    with LogFile.create(tmp_path / "forged.crivello", *other) as log:
        assert verify(log) == []
        assert not seal.holds(log)


COUNT = 6
Change = Callable[[sqlite3.Connection, int], None]


def change_column(column: str) -> Change:
    def change(connection: sqlite3.Connection, at: int) -> None:
        changed = f"replace({column} || 'x', '1', '2')"
        connection.execute(f"UPDATE events SET {column} = {changed} WHERE sequence = ?", (at,))

    return change


def remove(connection: sqlite3.Connection, at: int) -> None:
    connection.execute("DELETE FROM events WHERE sequence = ?", (at,))


def close_gap(connection: sqlite3.Connection, at: int) -> None:
    """Remove an event, and move the later ones up."""
    remove(connection, at)
    connection.execute("UPDATE events SET sequence = sequence - 1 WHERE sequence > ?", (at,))


def swap(connection: sqlite3.Connection, at: int) -> None:
    """Exchange an event with the next one, or with the one before if it is the last."""
    other = at + 1 if at < COUNT else at - 1
    for old, new_ in ((at, -1), (other, at), (-1, other)):
        connection.execute("UPDATE events SET sequence = ? WHERE sequence = ?", (new_, old))


def insert(connection: sqlite3.Connection, at: int) -> None:
    """Insert a copy of an event before it, and move the later ones down."""
    for one in range(COUNT, at - 1, -1):
        connection.execute("UPDATE events SET sequence = ? WHERE sequence = ?", (one + 1, one))
    columns = "time, actor, reason, type, payload, digest"
    connection.execute(
        f"INSERT INTO events (sequence, {columns}) "
        f"SELECT ?, {columns} FROM events WHERE sequence = ?",
        (at, at + 1),
    )


CHANGES: dict[str, Change] = {
    **{
        column: change_column(column)
        for column in ("time", "actor", "reason", "type", "payload", "digest")
    },
    "removed": remove,
    "gap closed": close_gap,
    "swapped": swap,
    "inserted": insert,
}


@pytest.mark.parametrize("at", range(1, COUNT + 1))
@pytest.mark.parametrize("kind", CHANGES)
def test_a_seal_holds_only_while_every_event_up_to_it_is_intact(
    tmp_path: Path, kind: str, at: int
) -> None:
    path = tmp_path / "t.crivello"
    with filled(path, COUNT) as log:
        seals = [Seal(one.sequence, one.digest) for one in log.entries()]
        assert all(seal.holds(log) for seal in seals)
    with closing(sqlite3.connect(path)) as connection, connection:
        CHANGES[kind](connection, at)
    first = min(at, COUNT - 1) if kind == "swapped" else at
    if kind == "inserted":
        first = at + 1  # the event is there still, and then once more
    with LogFile.open(path) as log:
        assert [seal.event for seal in seals if seal.holds(log)] == list(range(1, first))
        assert verify(log) != []


def test_a_seal_needs_the_beginning_that_the_file_states(tmp_path: Path) -> None:
    path = tmp_path / "t.crivello"
    with filled(path, COUNT) as log:
        seal = seal_of(log)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE about SET value = 'x' WHERE key = 'genesis'")
    with LogFile.open(path) as log:
        assert not seal.holds(log)


def test_no_seal_of_an_event_that_is_not_there_holds(tmp_path: Path) -> None:
    with filled(tmp_path / "t.crivello", COUNT) as log:
        assert not Seal(COUNT + 1, seal_of(log).digest).holds(log)
        assert not Seal(0, log.about("genesis")).holds(log)


@pytest.mark.parametrize("text", ["", "5", "5-", "5-12345", "x-" + "a" * 64, "5-" + "g" * 64])
def test_what_is_no_seal(text: str) -> None:
    with pytest.raises(SealError, match="is not a seal"):
        read_seal(text)


def test_letters_beyond_ascii_in_a_signed_seal() -> None:
    with pytest.raises(SealError):
        read_seal(f"{FIRST_LINE}\nevent 1\ndigest {'a' * 16}\nkey é\nsignature é")


def test_a_signed_seal_says_who_gave_it(tmp_path: Path) -> None:
    with filled(tmp_path / "t.crivello", 5) as log:
        seal = seal_of(log)
    public = make_key(tmp_path / "key.pem")
    assert (tmp_path / "key.pem").stat().st_mode & 0o777 == 0o600
    signed = sign(seal, tmp_path / "key.pem")
    again = read_seal(str(signed))
    assert again == signed
    assert isinstance(again, SignedSeal)
    assert again.genuine
    assert again.key == public
    for forged in (
        SignedSeal(Seal(seal.event + 1, seal.digest), signed.key, signed.signature),
        SignedSeal(seal, os.urandom(32), signed.signature),
        SignedSeal(seal, signed.key, bytes(64)),
    ):
        assert not forged.genuine


def test_a_key_is_never_overwritten_and_other_files_are_no_keys(tmp_path: Path) -> None:
    make_key(tmp_path / "key.pem")
    with pytest.raises(SealError, match="already"):
        make_key(tmp_path / "key.pem")
    (tmp_path / "other.pem").write_text("no key")
    with pytest.raises(SealError, match="not a private key"):
        sign(Seal(1, "a" * 64), tmp_path / "other.pem")


def test_tournament_files_are_nobody_elses(tmp_path: Path) -> None:
    filled(tmp_path / "t.crivello", 1).close()
    assert (tmp_path / "t.crivello").stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(tmp_path / "t.crivello")) as raw:
        assert raw.execute("SELECT count(*) FROM events").fetchone() == (1,)
