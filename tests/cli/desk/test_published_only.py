"""Pages for the players show published results only; the arbiter may ask for all results."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.calling import run
from tests.cli.desk.conftest import At
from tests.cli.desk.prepared import desk, done

RESULT = re.compile(r"1 – 0")


def test_the_site_hides_results_that_are_only_entered(tmp_path: Path, at: At) -> None:
    at("played")
    done(tmp_path, "site", "site")
    page = (tmp_path / "site" / "round-1.html").read_text()
    assert "Player 001" in page
    assert not RESULT.search(page)
    at("closed")
    done(tmp_path, "site", "site")
    assert RESULT.search((tmp_path / "site" / "round-1.html").read_text())


def test_prints_for_the_wall_hide_them_unless_asked(tmp_path: Path, at: At) -> None:
    at("played")
    hidden = done(tmp_path, "print", "results")
    assert not RESULT.search(hidden)
    assert "not published" not in hidden
    shown = done(tmp_path, "print", "results", "--entered")
    assert RESULT.search(shown)
    assert "With results that are not published" in shown
    assert "Con risultati non pubblicati" in done(
        tmp_path, "print", "crosstable", "--entered", "--lang", "it"
    )
    before, after = (
        [
            line.split(",")[-1]
            for line in done(tmp_path, "print", "standings", *words).splitlines()[1:]
        ]
        for words in (["--to", "csv"], ["--to", "csv", "--entered"])
    )
    assert set(before) == {"0"}
    assert set(after) == {"0", "1"}


def test_games_for_live_boards_hide_them_too(tmp_path: Path, at: At) -> None:
    at("played")
    assert "1-0" not in done(tmp_path, "pgn")
    assert "1-0" in done(tmp_path, "pgn", "--entered")
    at("closed")
    assert "1-0" in done(tmp_path, "pgn")


def test_an_export_for_everybody_hides_them(tmp_path: Path, at: At) -> None:
    at("played")
    done(tmp_path, "export", "all.json", "--to", "json")
    done(tmp_path, "export", "public.json", "--to", "json", "--published")
    everything, public = (
        json.loads((tmp_path / name).read_text("utf-8"))["rounds"][0]["games"]
        for name in ("all.json", "public.json")
    )
    assert all(game.get("result") for game in everything)
    assert not any(game.get("result") for game in public)
    assert [game["white"] for game in public] == [game["white"] for game in everything]


def test_what_the_arbiter_needs_before_is_not_hidden(tmp_path: Path, at: At) -> None:
    at("registered")
    assert "Player 003" in done(tmp_path, "print", "players")
    assert "Player 003" in done(tmp_path, "print", "name-cards")


def test_every_print_carries_the_seal_of_its_state(tmp_path: Path, at: At) -> None:
    at("closed")
    seal = done(tmp_path, "seal").strip()
    assert seal.startswith("7-")
    done(tmp_path, "site", "site")
    for text in (
        done(tmp_path, "print", "standings"),
        done(tmp_path, "print", "changes"),
        (tmp_path / "site" / "index.html").read_text(),
    ):
        assert f"Seal {seal}" in text
    assert seal not in done(tmp_path, "print", "slips")  # they are cut
    assert "The seal holds" in done(tmp_path, "verify", "--seal", seal)
    other = f"3-{seal.partition('-')[2]}"
    broken = desk(tmp_path, "verify", "--seal", other)
    assert broken.code == 1
    assert "The seal does not hold" in broken.out


def test_a_signed_seal(tmp_path: Path, at: At) -> None:
    at("closed")
    made = done(tmp_path, "seal", "--new-key", "key.pem")
    key = made.split()[-1]
    done(tmp_path, "seal", "--key", "key.pem", "--output", "seal.txt")
    assert f"signed with the key {key}" in done(tmp_path, "verify", "--seal", "seal.txt")
    done(tmp_path, "verify", "--seal", "seal.txt", "--by", key)
    other = desk(tmp_path, "verify", "--seal", "seal.txt", "--by", "AAAA")
    assert (other.code, "signed with another key" in other.out) == (1, True)
    text = (tmp_path / "seal.txt").read_text()
    (tmp_path / "seal.txt").write_text(text.replace("event 7", "event 6"))
    forged = desk(tmp_path, "verify", "--seal", "seal.txt")
    assert (forged.code, "is not by the key" in forged.out) == (1, True)


def test_a_seal_does_not_hold_for_a_changed_copy(tmp_path: Path, at: At) -> None:
    """The seal fails even if the sealed event itself and its digest are unchanged."""
    at("closed")
    seal = done(tmp_path, "seal").strip()
    (path,) = tmp_path.glob("*.crivello")
    copy = tmp_path / "copy" / path.name
    copy.parent.mkdir()
    shutil.copy(path, copy)
    with closing(sqlite3.connect(copy)) as raw, raw:
        raw.execute("UPDATE events SET payload = payload || ' ' WHERE sequence = 3")
    said = desk(tmp_path, "verify", str(copy), "--seal", seal)
    assert said.code == 1
    assert "Event 3 is not as it was written" in said.out
    assert "The seal does not hold: up to event 7 the file is not as it was" in said.out
    shown = json.loads(desk(tmp_path, "verify", str(copy), "--seal", seal, "--json").out)
    assert (shown["whole"], shown["seal"]["holds"]) == (False, False)
    copy.write_bytes(copy.read_bytes()[:3000])  # not even a file of ours any more
    said = desk(tmp_path, "verify", str(copy), "--seal", seal)
    assert (said.code, "The seal does not hold" in said.out) == (1, True)


@pytest.mark.faults
def test_the_answer_that_cannot_be_written_says_what_was_done(tmp_path: Path, at: At) -> None:
    at("playing")
    words = 'exec "$0" -m crivello result 1 1-0 > /dev/full'
    called = run(["sh", "-c", words, sys.executable], cwd=tmp_path)
    assert called.code == 5
    assert "The action is done (event 6), but the answer could not be written" in called.err
    assert done(tmp_path, "log", "-n", "1").split()[0] == "6"
