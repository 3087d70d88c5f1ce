"""Running studies: figures do not depend on how the work is spread, and finished work is not
lost.
"""

import os
import re
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.audit.runner import LOCAL, PROCESSES, Executor, NoCluster, spread
from crivello.audit.study.definition import Study
from crivello.audit.study.run import Batch, BatchOutcome, Figures, batches, run, run_batch
from crivello.audit.study.study_file import read_study
from crivello.extras import install_command
from crivello.model.errors import Illegal, Unsupported
from crivello.reports.study.figure_rows import ResultRow, as_csv, as_parquet, rows

STUDY = read_study("""
title = "Try"
question = "Does it run?"
tournaments = 12
measures = ["tau", "floats", "changed-pairs", "criteria"]
[[population]]
name = "small"
players = [7, 9]
rounds = 3
[[population]]
name = "with byes"
players = 8
rounds = 4
half-point-byes = 5
[[system]]
key = "dutch-2017"
[[system]]
key = "dutch-2026"
against = "dutch-2017"
""")
PLAIN = Executor(1, PROCESSES)


def complete(study: Study, journal: Path, executor: Executor = PLAIN) -> Figures:
    *_, last = run(study, journal, executor)
    assert last.done == last.of
    return last


def as_bytes(figures: Figures) -> bytes:
    found = rows(figures)
    return as_csv(found, ResultRow) + as_parquet(found, ResultRow)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Figures:
    return complete(STUDY, tmp_path_factory.mktemp("alone") / "journal.jsonl")


def test_every_tournament_is_paired_by_every_system(alone: Figures) -> None:
    found = rows(alone)
    counted = [row for row in found if row.measure == "unfinished"]
    assert [(row.population, row.system, row.tournaments) for row in counted] == [
        (kind.name, one.name, 12) for kind in STUDY.populations for one in STUDY.systems
    ]
    differences = {row.compared_with for row in found if row.system == "dutch-2026"}
    assert differences == {"", "dutch-2017"}
    assert all(row.low <= row.mean <= row.high for row in found)
    floats = [r.round for r in found if r.measure == "floats" and not (r.group or r.compared_with)]
    assert sorted(set(floats)) == [0, 1, 2, 3, 4]


def test_a_batch_more_or_less_at_once_changes_nothing(alone: Figures) -> None:
    again = Figures(STUDY, {}, {})
    for batch in reversed(batches(STUDY, 5)):
        again.add(run_batch(STUDY, batch))
    assert as_bytes(again) == as_bytes(alone)


def test_a_stopped_study_goes_on_and_more_can_be_asked(tmp_path: Path, alone: Figures) -> None:
    journal = tmp_path / "journal.jsonl"
    steps = run(STUDY, journal, PLAIN)
    next(steps)
    next(steps)
    del steps  # nobody asks any more
    kept = journal.read_bytes()
    journal.write_bytes(kept + b'{"batch": [0, 5')  # and the machine went down
    first = next(run(STUDY, journal, PLAIN))
    assert 0 < first.done < first.of
    assert as_bytes(complete(STUDY, journal)) == as_bytes(alone)
    assert as_bytes(next(run(STUDY, journal, PLAIN))) == as_bytes(alone)  # there is nothing to do
    more = replace(STUDY, tournaments=16)
    elsewhere = complete(more, tmp_path / "other.jsonl")
    assert as_bytes(complete(more, journal)) == as_bytes(elsewhere)


def test_a_journal_of_another_study_or_of_none_is_left_alone(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    next(run(STUDY, journal, PLAIN)).tallies.clear()
    complete(replace(STUDY, tournaments=1), journal)
    before = journal.read_bytes()
    with pytest.raises(Illegal, match="another study or version"):
        next(run(replace(STUDY, seed=2), journal, PLAIN))
    assert journal.read_bytes() == before
    journal.write_text("dear diary\n")
    with pytest.raises(Illegal, match="is not the journal of a study"):
        next(run(STUDY, journal, PLAIN))


# On a cluster


def lost(item: object) -> int:
    return -1


class KillsOnce:
    """Plays batches of a study; the second batch kills its worker the first time."""

    def __init__(self, folder: Path) -> None:
        self.mark = folder / "died"

    def __call__(self, batch: Batch) -> BatchOutcome:
        if batch.first and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return run_batch(STUDY, batch)


def given_up(batch: Batch) -> BatchOutcome:
    return BatchOutcome(batch, {}, {}, died=True)


@pytest.mark.slow
def test_a_killed_worker_of_a_local_cluster_changes_no_byte(tmp_path: Path, alone: Figures) -> None:
    again = Figures(STUDY, {}, {})
    work = KillsOnce(tmp_path)
    for outcome in spread(work, batches(STUDY, 2), Executor(2, LOCAL), given_up):
        again.add(outcome)
    assert work.mark.exists()
    assert as_bytes(again) == as_bytes(alone)


def square(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    if number < 0:
        raise ArithmeticError("of a negative one")
    return number * number


@pytest.mark.slow
def test_a_scheduler_by_its_address() -> None:
    """A task that kills every worker is given up, and its error reaches the caller."""
    import dask
    from distributed import LocalCluster

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
        ) as cluster,
    ):
        there = Executor(scheduler=cluster.scheduler_address)
        assert sorted(spread(square, range(3), there, lost)) == [0, 1, 4]
        with pytest.raises(ArithmeticError, match="of a negative one"):
            list(spread(square, [1, -1], there, lost))
        assert list(spread(square, [3], there, lost)) == [-1]


def test_without_items_nobody_is_called() -> None:
    assert list(spread(square, [], Executor(2, LOCAL), lost)) == []


def test_a_scheduler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crivello.audit.runner.SECONDS", 1)
    address = Executor(1, "tcp://127.0.0.1:9")
    with pytest.raises(NoCluster, match=r"No scheduler answers at tcp://127\.0\.0\.1:9"):
        list(spread(square, [1], address, lost))
    with pytest.raises(NoCluster, match="correct the address"):
        list(spread(square, [1], Executor(1, "nonsense://x"), lost))


def test_without_dask_processes_do_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crivello.extras.find_spec", lambda name: None)
    assert Executor(1).place == PROCESSES
    assert list(spread(square, [4], Executor(1), lost)) == [16]
    with pytest.raises(Unsupported, match=re.escape(install_command("cluster"))):
        list(spread(square, [4], Executor(1, "tcp://127.0.0.1:9"), lost))
