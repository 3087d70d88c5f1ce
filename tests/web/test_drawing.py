"""PDFs drawn by a separate process: the same bytes, stoppable at any moment, with progress."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from crivello.model.errors import CrivelloError, Unsupported
from crivello.reports.document import Document
from crivello.reports.pages import view
from crivello.reports.pdf import page_data
from crivello.standings.table import Column, Table, number_cell
from crivello.web.jobs import STOPPED
from crivello.web.limited_process import DRAW_LIMITS, Process, draw_process
from crivello.words import Language
from tests.reports.pages_read import evil
from tests.support.waiting import SECONDS
from tests.web.conftest import in_a_thread


def lines(count: int) -> str:
    """Return the data of a page with this many rows."""
    rows = tuple((number_cell(number),) for number in range(count))
    table = Table("lines", ("Open", "Lines"), (Column("line", "Line"),), rows)
    return page_data(Document("lines", table.title, (table,)), Language.EN)


@cache
def long_page() -> str:
    """Return a page that takes so long to draw that it can be stopped in time."""
    return lines(100_000)


def begun(process: Process) -> Future[bytes]:
    """Draw in a thread, and wait until the process exists."""
    future = in_a_thread(process)
    while process.pid is None:
        time.sleep(0.01)
    return future


def test_a_page_is_drawn() -> None:
    data = page_data(view("results", evil(), 1), Language.EN)
    (sheet,) = PdfReader(BytesIO(draw_process(data).run())).pages
    assert "Results of round 1" in sheet.extract_text()


def test_it_is_stopped_before_it_begins() -> None:
    process = draw_process(long_page())
    process.stop()
    with pytest.raises(CrivelloError) as stopped:
        process.run()
    assert stopped.value.template == STOPPED
    assert process.pid is None


def test_it_is_stopped_at_work_and_the_next_one_is_drawn() -> None:
    process = draw_process(long_page())
    future = begun(process)
    process.stop()
    error = future.exception()
    assert isinstance(error, CrivelloError)
    assert error.template == STOPPED
    assert draw_process(lines(1)).run().startswith(b"%PDF-")


def test_a_process_that_is_gone_is_told() -> None:
    process = draw_process(long_page())
    future = begun(process)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)  # as a system does that has no memory left
    error = future.exception()
    assert isinstance(error, Unsupported)
    assert error.template == DRAW_LIMITS.died


def test_one_that_waits_for_its_turn_is_stopped_at_once() -> None:
    first, second = draw_process(long_page()), draw_process(long_page())
    at_work = begun(first)
    waits = in_a_thread(second)
    second.stop()
    error = waits.exception(timeout=SECONDS)
    assert isinstance(error, CrivelloError)
    assert error.template == STOPPED
    assert second.pid is None
    assert not at_work.done()
    first.stop()
    at_work.exception()


ORPHAN = """
import os, pathlib, signal, threading, time
from crivello.web.limited_process import draw_process
if __name__ == "__main__":
    process = draw_process(pathlib.Path(__file__).with_name("data.json").read_text())
    threading.Thread(target=process.run, daemon=True).start()
    while process.pid is None:
        time.sleep(0.01)
    print(process.pid, flush=True)
    time.sleep(1)  # so that it is at work, most probably
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_it_does_not_outlive_a_program_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(ORPHAN)
    (tmp_path / "data.json").write_text(long_page())
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        try:
            # The drawing has the same standard output: the end of that is the end of both.
            program.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.kill(pid, signal.SIGKILL)
            raise
    assert program.returncode == -signal.SIGKILL
