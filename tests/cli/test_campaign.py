"""`crivello campaign`: progress, Ctrl-C, resume, a killed process, a full disk."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import pytest

from crivello.cli.console import Console, follow_run
from crivello.words import Language
from tests.cli.calling import bound, call, environment

LONG = ("--left", "dutch-2026", "--right", "dutch-2026:sieve", "-n", "400", "--players", "8-14")
PLAIN = ("--scheduler", "processes")
SHORT = (
    *("--left", "dutch-2026", "--right", "dutch-2017", "--players", "6-8", "--rounds", "4-6"),
    *PLAIN,
)


def records(journal: Path) -> list[dict[str, object]]:
    lines = journal.read_text().splitlines()
    return [json.loads(line) for line in lines if line.endswith("}")]


def seeds(journal: Path) -> list[int]:
    return sorted(int(str(record["seed"])) for record in records(journal) if "seed" in record)


class Running:
    """A campaign in its own process, with a few tournaments in its journal."""

    def __init__(self, folder: Path, *words: str, enough: int = 3) -> None:
        self.journal = folder / "journal.jsonl"
        command = [sys.executable, "-m", "crivello", "campaign", *words, *PLAIN, "--journal"]
        self.process = subprocess.Popen(
            [*command, str(self.journal)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        self.enough = enough

    def __enter__(self) -> Self:
        try:
            until = time.monotonic() + 600
            while not self.journal.exists() or self.lines() <= self.enough:
                assert time.monotonic() < until
                assert self.process.poll() is None
                time.sleep(0.02)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Kill the campaign, so that it does not continue after a failed test."""
        self.process.kill()
        self.process.communicate()

    def lines(self) -> int:
        return self.journal.read_bytes().count(b"\n")

    def end(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=600)
        assert b"Traceback" not in err
        return self.process.returncode, out.decode(), err.decode()

    def workers(self) -> list[int]:
        """Return the worker processes of the campaign, recognised by their command."""
        found = []
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        for child in " ".join(task.read_text() for task in tasks).split():
            with suppress(OSError):  # it may end meanwhile
                if b"import serve" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(int(child))
        return found


def test_two_editions_differ_and_every_difference_is_kept(tmp_path: Path) -> None:
    journal = tmp_path / "editions.jsonl"
    done = call("campaign", *SHORT, "-n", "12", "--jobs", "1", "--journal", journal)
    assert (done.code, done.err) == (1, "")
    head, *cases = done.out.splitlines()
    assert head.startswith("dutch-2026 and dutch-2017: tournaments: 12, rounds: ")
    assert cases
    files = sorted(tmp_path.glob("editions-*-round-*.trf"))
    assert [line.split(": ")[0] for line in sorted(cases)] == sorted(map(str, files))
    assert all(line.split(": ")[1].startswith(("C", "4", "D")) for line in cases)
    boards = {call("--system", key, files[0], "-p").out for key in ("dutch-2026", "dutch-2017")}
    assert len(boards) == 2
    assert seeds(journal) == list(range(1, 13))


def test_it_can_be_repeated_and_answers_in_json(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    words = ("campaign", *SHORT, "-n", "6", "--seed", "50", "--vary", "--json")
    first = json.loads(call(*words, "--jobs", "1", "--journal", one).out)
    second = json.loads(call(*words, "--jobs", "2", "--journal", two).out)
    assert first["schema"] == "crivello/campaign/1"
    assert (first["tournaments"], first["seed"], first["failures"]) == (6, 50, [])

    def without_paths(answer: dict[str, object]) -> str:
        return json.dumps(answer).replace("one-", "").replace("two-", "")

    assert without_paths(first) == without_paths(second)
    assert sorted(one.read_text().splitlines()) == sorted(two.read_text().splitlines())


def test_agreement_is_exit_code_0(tmp_path: Path) -> None:
    words = ("--left", "dubov-2026", "--right", "dubov-2026:sieve", "-n", "5", "--jobs", "1")
    done = call("campaign", *words, *PLAIN, cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert "differences: 0, beyond a limit of size or work: 0, failures: 0." in done.out
    assert (tmp_path / "campaign.jsonl").exists()
    italian = call("campaign", "--resume", "--lang", "it", *PLAIN, cwd=tmp_path)
    assert italian.out.startswith("dubov-2026 e dubov-2026:sieve: tornei: 5, turni: ")


@dataclass
class Step:
    done: int
    of: int = 3
    rate: float = 1.0


class Signalled:
    """An object whose finalizer receives the stop signal; Python only reports exceptions raised
    there.
    """

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGTERM)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_signal_that_arrives_in_a_finalizer_stops_it_too() -> None:
    def steps() -> Iterator[Step]:
        yield Step(1)
        Signalled()
        yield Step(2)
        yield Step(3)

    def note(step: Step) -> str:
        seen.append(step.done)
        return ""

    seen: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        follow_run(Step(0), steps(), note, "", Console(Language.EN))
    assert seen == [1, 2]


def test_ctrl_c_stops_cleanly_and_resume_goes_on(tmp_path: Path) -> None:
    kept = 3
    for number, begun in ((signal.SIGINT, LONG), (signal.SIGTERM, ("--resume",))):
        with Running(tmp_path, *begun, "--jobs", "2", enough=kept) as running:
            workers = running.workers()
            assert workers
            running.process.send_signal(number)
            code, out, err = running.end()
            assert (code, out) == (130, "")
            assert err.startswith("Stopped after ")
            assert f"To continue: crivello campaign --journal {running.journal} --resume" in err
            until = time.monotonic() + 600
            while any(Path(f"/proc/{worker}").exists() for worker in workers):
                assert time.monotonic() < until  # nobody is left behind
                time.sleep(0.05)
        before = seeds(running.journal)
        assert len(before) >= 3
        kept = running.lines()
    wanted = str(max(before) + 2)
    words = ("--journal", running.journal, "--resume", "-n", wanted, "--jobs", "2")
    done = call("campaign", *words, *PLAIN)
    assert done.code == 0
    assert f"tournaments: {wanted}," in done.out
    assert seeds(running.journal) == list(range(1, int(wanted) + 1))


def test_a_killed_process_costs_no_tournament(tmp_path: Path) -> None:
    words = ("--left", "dutch-2026", "--right", "dutch-2026:sieve", "-n", "12", "--jobs", "2")
    # One of twelve is enough: most is still to come.
    with Running(tmp_path, *words, "--players", "10-12", enough=1) as running:
        os.kill(running.workers()[0], signal.SIGKILL)
        code, out, err = running.end()
    assert (code, err) == (0, "")
    assert "tournaments: 12," in out
    assert "failures: 0." in out
    assert seeds(running.journal) == list(range(1, 13))


LIMIT = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))
"""


def test_a_full_disk_is_told_and_nothing_done_is_lost(tmp_path: Path) -> None:
    """A limit on the size of files has the same effect as a full disk."""
    journal = str(tmp_path / "journal.jsonl")
    words = ("--left", "dubov-2026", "--right", "dubov-2026:sieve", "-n", "12", "--jobs", "1")
    done = bound(LIMIT, "campaign", *words, *PLAIN, "--journal", journal)
    assert done.code == 5
    assert done.out == ""
    assert f"To continue: crivello campaign --journal {journal} --resume" in done.err
    assert f"crivello: {journal}: the system does not let the file grow larger." in done.err
    kept = seeds(Path(journal))
    assert 3 < len(kept) < 12
    again = call("campaign", "--journal", journal, "--resume", *PLAIN)
    assert (again.code, again.err) == (0, "")
    assert "tournaments: 12," in again.out
    assert seeds(Path(journal)) == list(range(1, 13))


def test_a_journal_is_never_overwritten(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    assert call("campaign", *SHORT, "-n", "1", "--journal", journal).code in (0, 1)
    before = journal.read_bytes()
    done = call("campaign", *SHORT, "-n", "1", "--journal", journal)
    assert done.code == 3
    assert f"{journal} already exists; continue with --resume" in done.err
    assert journal.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "--left is missing."),
        (["--left", "dutch-2026"], "--right is missing."),
        (["--left", "x", "--right", "dutch-2026"], "'x' cannot pair: write KEY, KEY:sieve,"),
        ([*SHORT, "--jobs", "0"], "--jobs must be a whole number, 1 or higher (got 0)."),
        (["--players", "20-6", *SHORT[:4]], "--players needs a range such as 6-20, up to 9999"),
        (["--players", "a", *SHORT[:4]], "--players needs a range such as 6-20, up to 9999"),
        (["--rounds", "100", *SHORT[:4]], "--rounds needs a range such as 6-20, up to 99"),
        (["--resume"], "campaign.jsonl has no campaign to continue."),
        (["--resume", "--seed", "2"], "--seed cannot be combined with --resume: the journal has"),
        ([*SHORT, "--journal", "."], ". is not a file to write to."),
    ],
)
def test_a_wrong_request_is_exit_code_3(words: list[str], sentence: str, tmp_path: Path) -> None:
    done = call("campaign", *words, cwd=tmp_path)
    assert (done.code, done.out) == (3, "")
    assert f"crivello: {sentence}" in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_journal_of_something_else_or_in_no_folder(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("dear diary\n")
    done = call("campaign", "--journal", other, "--resume")
    assert done.code == 3
    assert f"{other}:1:1: The first line of a journal must be its plan" in done.err
    assert call("campaign", *SHORT, "--journal", tmp_path / "no" / "journal").code == 5
