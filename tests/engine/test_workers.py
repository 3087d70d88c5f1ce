"""Worker processes that are too slow, killed, or crash on a question."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crivello.engine.platform_questions import EngineAsk, EngineQuestion, Reply, reply_to
from crivello.engine.workers import CHEAP, Workers
from crivello.reports.views import SCHEMAS, schema
from tests.cli.calling import EXAMPLE

QUESTION = EngineQuestion(EngineAsk.PAIR, Path(EXAMPLE).read_bytes(), label={"id": 7})


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    found = Workers(1)
    yield found
    found.stop()


class Deadly:
    """A question that kills the process answering it."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (1,)


class DeadlyOnce:
    """A question that kills the first process answering it, which removes a folder as a mark."""

    def __init__(self, folder: Path) -> None:
        self._program = f"import os\nif os.path.exists({str(folder)!r}):\n" + (
            f"    os.rmdir({str(folder)!r})\n    os._exit(1)"
        )

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return exec, (self._program,)


class Slow:
    """A question that keeps its process busy for longer than any test waits."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return time.sleep, (3600,)


def test_replies_come_in_the_order_of_the_stream(workers: Workers) -> None:
    unread = Reply('{"id":0}', "malformed", 3)
    found = list(workers.in_order([QUESTION, unread, QUESTION]))
    assert [json.loads(one.text)["id"] for one in found] == [7, 0, 7]
    assert [one.exit for one in found] == [0, 3, 0]


def test_a_process_that_was_killed_is_replaced(workers: Workers) -> None:
    assert workers.submit(QUESTION).result().error == ""
    (before,) = workers.pids
    died = workers.died
    os.kill(before, signal.SIGKILL)
    assert workers.submit(QUESTION).result().error == ""
    assert workers.died == died + 1
    assert before not in workers.pids


def test_a_question_is_not_blamed_for_a_process_that_died_before_it(
    workers: Workers, tmp_path: Path
) -> None:
    assert workers.submit(QUESTION).result().error == ""
    died = workers.died
    folder = tmp_path / "once"
    folder.mkdir()
    (waiting,) = workers.pids
    os.kill(waiting, signal.SIGSTOP)  # it seems alive, and does not begin
    once = EngineQuestion(EngineAsk.PAIR, QUESTION.data, {"round": DeadlyOnce(folder)})
    reply = workers.submit(once)
    os.kill(waiting, signal.SIGKILL)
    assert reply.result().error == ""
    assert workers.died == died + 2
    assert not folder.exists()


def test_a_question_that_kills_its_processes_is_given_up(workers: Workers) -> None:
    deadly = EngineQuestion(EngineAsk.PAIR, b"", {"round": Deadly()}, label={"id": 8})
    found = workers.submit(deadly).result()
    assert (found.error, found.exit) == ("unexpected", 2)
    error = json.loads(found.text)
    assert (error["id"], error["error"]["kind"]) == (8, "unexpected")
    assert "crashed repeatedly" in error["error"]["detail"]
    assert workers.submit(QUESTION).result().error == ""


def test_a_question_that_takes_too_long_is_stopped() -> None:
    workers = Workers(1, seconds=0.1)
    endless = EngineQuestion(EngineAsk.PAIR, b"", {"round": Slow()}, label={"id": 7})
    try:
        found = workers.submit(endless).result()
        assert (found.error, found.exit) == ("too slow", 4)
        assert json.loads(found.text)["id"] == 7
        assert workers.too_slow == 1
    finally:
        workers.stop()


def test_a_question_that_waited_too_long_is_not_begun() -> None:
    workers = Workers(1, patience=-1)
    try:
        assert workers.submit(QUESTION).result().error == "busy"
    finally:
        workers.stop()
    assert workers.pids == []


def test_a_mistake_of_ours_is_a_reply_with_details_for_the_log(workers: Workers) -> None:
    found = workers.submit(
        EngineQuestion(EngineAsk.WHY_NOT_COLOUR, QUESTION.data, {"colour": "x"})
    ).result()
    assert found.error == "unexpected"
    assert "KeyError" in found.trouble
    assert "KeyError" not in found.text


LARGE = EngineQuestion(EngineAsk.CHECK, QUESTION.data + b"\n" * 30_000, {"editions": True})
"""A question that counts as expensive."""


def finished(workers: Workers, *asked: tuple[str, EngineQuestion]) -> list[str]:
    """Return the clients in the order of their replies; all ask before the first process has
    started.
    """
    order: list[str] = []
    replies = []
    for client, question in asked:
        reply = workers.submit(question, client)
        reply.add_done_callback(lambda _, client=client: order.append(client))  # type: ignore[misc]
        replies.append(reply)
    assert [one.result().error for one in replies] == [""] * len(asked)
    workers.stop()
    return order


def test_clients_take_turns() -> None:
    asked = [("greedy", QUESTION)] * 4 + [("honest", QUESTION)] * 2
    assert finished(Workers(1), *asked) == [
        "greedy", "honest", "greedy", "honest", "greedy", "greedy",
    ]  # fmt: skip


def test_cheap_questions_come_first() -> None:
    asked = [("one", LARGE), ("two", LARGE), ("three", QUESTION)]
    assert finished(Workers(1), *asked) == ["three", "one", "two"]


def test_a_process_is_kept_for_cheap_questions() -> None:
    workers = Workers(2, reserved=1)
    endless = EngineQuestion(EngineAsk.PAIR, b" " * (CHEAP + 1), {"round": Slow()})
    try:
        expensive = [workers.submit(endless, "greedy") for _ in range(3)]
        assert [workers.submit(QUESTION, "greedy").result().error for _ in range(3)] == [""] * 3
        assert not any(one.done() for one in expensive)
        assert expensive[2].cancel()  # it has not begun
    finally:
        workers.stop()
    assert expensive[1].cancelled()


OPTIONS: dict[EngineAsk, dict[str, Any]] = {
    EngineAsk.PLAYER: {"player": 4},
    EngineAsk.WHY_NOT_PAIR: {"one": 2, "other": 3},
    EngineAsk.WHY_NOT_BYE: {"player": 4},
    EngineAsk.WHY_NOT_COLOUR: {"player": 4, "colour": "b"},
    EngineAsk.EDITION_DIFFERENCE: {"other": "dutch-2026"},
}


@pytest.mark.parametrize("ask", [one for one in EngineAsk if one is not EngineAsk.BOARDS])
def test_every_question_has_the_answer_that_the_reference_lists(ask: EngineAsk) -> None:
    answer = json.loads(reply_to(EngineQuestion(ask, QUESTION.data, OPTIONS.get(ask, {}))).text)
    listed = [schema(name) for name, one in SCHEMAS.items() if ask.value in one.engine]
    assert listed == [answer["schema"]]


def test_the_reference_lists_no_other_address_of_the_engine() -> None:
    listed = {address for one in SCHEMAS.values() for address in one.engine}
    assert listed == {one.value for one in EngineAsk} - {"boards"}
