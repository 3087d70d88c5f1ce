"""Work in a separate process has limits, reports its progress, and can be stopped."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from crivello import lists
from crivello.model.errors import CrivelloError, Malformed, TooLarge, Unsupported
from crivello.store.list_index import ListRow
from crivello.web.jobs import STOPPED, JobProgress
from crivello.web.limited_process import LATE, LIST_LIMITS, NO_MEMORY, Process, ProcessLimits
from crivello.web.reading import load_list
from tests.cli.calling import run
from tests.lists.samples import TEXT, published
from tests.support.waiting import until
from tests.support.working import (
    ENDLESS,
    deaf,
    dying,
    endless,
    greedy,
    lingering,
    quick,
    refusing,
    swallowing,
)
from tests.web.conftest import in_a_thread

DIED = "It ended without an answer."


def process(
    work: Any, *arguments: Any, seconds: float | None = None, memory: int | None = None
) -> Process:
    return Process(ProcessLimits(DIED, seconds, memory), "at work", work, *arguments)


def test_an_answer_and_an_error_come_back() -> None:
    assert process(quick, 1, 2, seconds=600, memory=2**30).run() == 3
    with pytest.raises(Malformed, match="no thing"):
        process(refusing).run()


def test_what_takes_too_much_memory_ends_in_our_own_error() -> None:
    with pytest.raises(TooLarge) as error:
        process(greedy, memory=2**29).run()
    assert (error.value.template, error.value.values) == (NO_MEMORY, {"limit": 512})


def test_what_takes_too_long_ends_in_our_own_error() -> None:
    work = process(endless, seconds=0.5)
    with pytest.raises(TooLarge) as error:
        work.run()
    assert error.value.template == LATE


def test_it_tells_how_far_it_is_and_is_stopped() -> None:
    work = process(endless)
    future = in_a_thread(work)
    while work.progress().total == 0:
        time.sleep(0.01)
    assert work.progress() == JobProgress("at work", 1, 4)
    work.stop()
    error = future.exception(timeout=ENDLESS)
    assert isinstance(error, CrivelloError)
    assert error.template == STOPPED


@pytest.mark.parametrize("work", [swallowing, deaf])
def test_a_process_that_loses_the_signal_is_stopped_all_the_same(
    work: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crivello.web.limited_process.END_SECONDS", 0.2)
    running = process(work)
    future = in_a_thread(running)
    until(lambda: running.progress().total)
    running.stop()
    error = future.exception(timeout=60)
    assert isinstance(error, CrivelloError)
    assert error.template == STOPPED
    assert not is_alive(running)


def test_a_process_that_loses_the_signal_ends_by_itself() -> None:
    """At its end the program sends the signal once, and waits without a limit."""
    running = process(swallowing)
    future = in_a_thread(running)
    until(lambda: running.progress().total)
    assert running.pid is not None
    os.kill(running.pid, signal.SIGTERM)
    error = future.exception(timeout=60)
    assert isinstance(error, Unsupported)
    assert error.template == DIED


def test_an_answer_does_not_wait_for_a_process_that_does_not_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("crivello.web.limited_process.END_SECONDS", 0.2)
    running = process(lingering)
    assert in_a_thread(running).result(timeout=60) == "done"
    assert not is_alive(running)


def is_alive(one: Process) -> bool:
    assert one.pid is not None
    try:
        os.kill(one.pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(Unsupported) as error:
        process(dying).run()
    assert error.value.template == DIED


# Reading


def test_a_process_that_reads_loads_nothing_that_pages_are_made_with() -> None:
    asked = "import sys, crivello.web.reading; print(*sys.modules)"
    loaded = set(run([sys.executable, "-c", asked]).out.split())
    assert "crivello.lists" in loaded
    assert not loaded & {"fastapi", "jinja2", "pydantic", "starlette"}


# Rating lists


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the lists, which the other process uses too."""
    monkeypatch.setenv("CRIVELLO_DATA", str(tmp_path / "data"))
    return tmp_path


def loading(path: Path) -> Process:
    return Process(LIST_LIMITS, "reading", load_list, path, lists.FIDE, None, "")


def test_a_list_is_loaded_and_tells_how_far_it_is(folder: Path) -> None:
    process = loading(TEXT)
    assert process.run().players == 20
    assert process.progress() == JobProgress(lists.Stage.WORDS.value, 2, 2)
    with lists.open_list() as opened:
        assert opened.search("rossi")


def test_what_is_wrong_with_a_list_is_raised_where_it_is_waited_for(folder: Path) -> None:
    bad = folder / "bad.txt"
    bad.write_text("nothing\n", encoding="utf-8")
    with pytest.raises(Malformed, match="No column holds the names"):
        loading(bad).run()
    with pytest.raises(Unsupported, match="No such file"):
        loading(folder / "none.txt").run()


def test_a_loading_that_is_stopped_leaves_nothing_behind(folder: Path) -> None:
    large = folder / "large.txt"
    rows = [ListRow(f"Name, {'x' * (n % 30)}", n + 1, federation="ITA") for n in range(60_000)]
    large.write_text(published(rows), encoding="utf-8")
    process = loading(large)
    future = in_a_thread(process)
    while process.progress().total == 0 and not future.done():
        time.sleep(0.01)
    process.stop()
    assert isinstance(future.exception(timeout=ENDLESS), CrivelloError)
    assert lists.loaded_lists() == []
    left = {path.suffix for path in lists.lists_folder().iterdir()}
    assert left <= {".lock"}
