"""Questions are asked at a terminal, and nowhere else."""

from __future__ import annotations

import os
import pty
import select
import time
from pathlib import Path

from tests.cli.calling import environment
from tests.cli.desk.conftest import At
from tests.cli.desk.prepared import done
from tests.support.preloaded import start_program

SECONDS = 600


def at_a_terminal(folder: Path, words: list[str], typed: bytes) -> tuple[int, str]:
    """Run the program at a terminal and type `typed` when it asks; return exit code and output."""
    ours, theirs = pty.openpty()
    process = start_program(
        "crivello",
        *words,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env=environment(CRIVELLO_ACTOR="Ann", XDG_CONFIG_HOME=str(folder / "config")),
    )
    os.close(theirs)
    seen = b""
    asked = False
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if not select.select([ours], [], [], 0.1)[0]:
            continue  # what the program wrote last is there before the other side is closed
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        seen += part
        if b"[y/N] " in seen and not asked:
            os.write(ours, typed)
            asked = True
    code = process.wait(SECONDS)
    os.close(ours)
    return code, seen.decode()


def test_publication_is_asked_for(tmp_path: Path, at: At) -> None:
    before = at("drafted").read_bytes()
    code, seen = at_a_terminal(tmp_path, ["publish"], b"n\n")
    assert code == 3
    assert "Publish round 1? Published pairings change only in rare cases. [y/N] " in seen
    assert "crivello: Nothing was done." in seen
    assert (tmp_path / "open.crivello").read_bytes() == before
    code, seen = at_a_terminal(tmp_path, ["publish"], b"y\n")
    assert (code, "Player 004" in seen) == (0, True)
    assert "round 1 of 5" in done(tmp_path, "status")


def test_a_yes_given_before_is_not_asked_for(tmp_path: Path, at: At) -> None:
    at("drafted")
    code, seen = at_a_terminal(tmp_path, ["publish", "--yes"], b"")
    assert (code, "[y/N]" in seen) == (0, False)


def test_an_exception_is_asked_for_with_what_follows(tmp_path: Path, at: At) -> None:
    before = at("played").read_bytes()
    change = ["set", "tie-breaks=BH", "--reason", "as printed"]
    code, seen = at_a_terminal(tmp_path, change, b"n\n")
    assert code == 3
    assert "This is an exception, and is recorded as one." in seen
    assert "The tournament will then not be played as announced." in seen
    assert "Proceed? [y/N] " in seen
    assert (tmp_path / "open.crivello").read_bytes() == before
    code, seen = at_a_terminal(tmp_path, change, b"y\n")
    assert (code, "became BH" in done(tmp_path, "exceptions")) == (0, True)


def test_undo_shows_what_would_fall_and_asks(tmp_path: Path, at: At) -> None:
    at("drafted")
    code, seen = at_a_terminal(tmp_path, ["undo", "3"], b"yes\n")
    assert code == 0
    assert "  4: Round 1 is paired, not yet published." in seen
    assert "Undo them all? [y/N] " in seen
    assert (
        "Undone:\r\n  3: The first in the list has White in round 1, by lot.\r\n  4: Round 1"
        in seen
    )


def test_leaving_fide_mode_is_asked_for_with_what_follows(tmp_path: Path, at: At) -> None:
    before = at("played").read_bytes()
    words = ["fide-mode", "--leave", "--reason", "a club evening"]
    code, seen = at_a_terminal(tmp_path, words, b"n\n")
    assert code == 3
    said = " ".join(seen.split())
    assert "FIDE mode cannot be entered again in this tournament." in said
    assert "[y/N] " in seen
    assert (tmp_path / "open.crivello").read_bytes() == before
    assert "\nFIDE mode: on\n" in done(tmp_path, "status")
    assert at_a_terminal(tmp_path, words, b"y\n")[0] == 0
    assert "\nNot in FIDE mode since 2" in done(tmp_path, "status")
