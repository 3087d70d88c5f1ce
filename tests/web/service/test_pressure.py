"""Slow senders, expensive requests and greedy clients do not keep others from their answers."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from crivello.engine.platform_questions import EngineAsk, EngineQuestion
from crivello.engine.workers import CHEAP, estimate_cost
from tests.support.waiting import until
from tools.running_engine import Answer, RunningEngine, address, running

READING = "crivello_requests_being_read"
UNDER_WAY = "crivello_requests_under_way"
GREEDY, HONEST = "127.0.0.2", "127.0.0.3"


def refused(reason: str) -> str:
    return f'crivello_requests_refused_total{{reason="{reason}"}}'


@contextmanager
def begun(
    engine: RunningEngine, number: int, length: int, sent: bytes
) -> Iterator[list[http.client.HTTPConnection]]:
    """Send requests of which only a part of the body has been sent."""
    connections = [engine.connect() for _ in range(number)]
    try:
        for connection in connections:
            connection.putrequest("POST", address("pair"))
            connection.putheader("content-length", str(length))
            connection.endheaders(sent)
        until(lambda: engine.metric(READING) >= number)
        yield connections
    finally:
        for connection in connections:
            connection.close()


@contextmanager
def asking(
    engine: RunningEngine, number: int, data: bytes, client: str
) -> Iterator[list[Future[Answer]]]:
    """Send expensive requests, which wait or are worked on until the engine ends."""
    before = engine.metric(UNDER_WAY)
    with ThreadPoolExecutor(number) as pool:
        answers = [
            pool.submit(engine.ask_from, client, "check", data, editions=True)
            for _ in range(number)
        ]
        until(lambda: engine.metric(UNDER_WAY) == before + number)
        yield answers
        engine.process.kill()


def test_slow_senders_take_nobody_s_place(example: bytes) -> None:
    """Seventy slow senders are more than requests may run, but other callers are answered."""
    options = ("--workers", "1", "--requests", "4", "--read-rate", "1", "--read-seconds", "600")
    with running(*options) as engine, begun(engine, 70, 1000, b"x" * 500):
        assert [engine.ask("pair", example).status for _ in range(5)] == [200] * 5
        assert engine.metric(READING) == 70  # they are all still there
        assert engine.metric(UNDER_WAY) == 0


def test_a_body_below_the_rate_is_ended_with_an_answer(engine: RunningEngine) -> None:
    with begun(engine, 1, 1000, b"x") as (slow,):
        answer = Answer(slow.getresponse())
    assert (answer.status, answer.json["error"]["kind"]) == (408, "slow body")
    assert answer.json["error"]["code"] == "slow-body"
    assert answer.headers["connection"] == "close"
    assert engine.metric(refused("slow body")) == 1
    until(lambda: engine.metric(READING) == 0)


def test_a_body_that_takes_too_long_in_all_is_ended() -> None:
    with (
        running("--workers", "1", "--read-rate", "1", "--read-seconds", "1") as engine,
        begun(engine, 1, 10_000, b"x" * 9_000) as (slow,),
    ):
        assert Answer(slow.getresponse()).status == 408


def test_the_oldest_reading_is_ended_when_all_hold_too_much(example: bytes) -> None:
    """If one request of one megabyte may run, all bodies together may hold one megabyte."""
    options = ("--workers", "1", "--requests", "1", "--body", "1", "--read-seconds", "600")
    with running(*options) as engine, begun(engine, 1, 1_000_000, b" " * 900_000) as (first,):
        until(lambda: engine.metric(READING) == 1)
        second = engine.connect()
        second.putrequest("POST", address("pair"))
        second.putheader("content-length", str(900_000))
        second.endheaders(b"\n" * (900_000 - len(example)))
        assert Answer(first.getresponse()).status == 408
        second.send(example)
        assert Answer(second.getresponse()).status == 200
        second.close()


@pytest.mark.parametrize("said", [True, False])
def test_a_body_that_is_too_large_is_refused_before_it_is_sent_of_the_service(
    engine: RunningEngine, said: bool
) -> None:
    """The limit applies to the announced length and to the bytes received; the answer does not wait
    for the rest.
    """
    with socket.create_connection(("127.0.0.1", engine.port), 60) as made:
        made.sendall(b"POST /v1/pair HTTP/1.1\r\nHost: x\r\n")
        if said:
            made.sendall(b"Content-Length: 300000000\r\n\r\n")
        else:
            made.sendall(b"Transfer-Encoding: chunked\r\n\r\n" + b"%x\r\n" % 1_000_001)
            made.sendall(b"x" * 1_000_001)
        assert made.recv(100).startswith(b"HTTP/1.1 413")


def test_a_cheap_question_is_answered_while_expensive_ones_run(
    example: bytes, endless: bytes
) -> None:
    with (
        running("--workers", "2", "--seconds", "600") as engine,
        asking(engine, 12, endless, GREEDY) as expensive,
    ):
        assert engine.ask_from(GREEDY, "pair", example).status == 200
        assert engine.ask_from(HONEST, "standings", example).status == 200
        assert engine.metric(UNDER_WAY) == 12
        assert not any(one.done() for one in expensive)


def test_beyond_its_number_of_requests_a_client_is_refused_and_others_are_not(
    example: bytes, endless: bytes
) -> None:
    options = ("--workers", "2", "--seconds", "600", "--requests", "5", "--per-client", "3")
    with running(*options) as engine, asking(engine, 3, endless, GREEDY):
        found = engine.ask_from(GREEDY, "pair", example)
        assert (found.status, found.json["error"]["kind"]) == (429, "busy")
        assert found.headers["retry-after"]
        assert engine.metric(refused("too many of one client")) == 1
        assert engine.ask_from(HONEST, "pair", example).status == 200
        with asking(engine, 2, endless, HONEST):
            found = engine.ask_from("127.0.0.4", "pair", example)
            assert (found.status, found.json["error"]["kind"]) == (503, "busy")
            assert found.headers["retry-after"]
            assert engine.metric(refused("too many")) == 1
            assert engine.get("/health").status == 200


def test_the_question_of_a_caller_that_has_left_is_dropped(example: bytes, endless: bytes) -> None:
    with (
        running("--workers", "2", "--seconds", "600") as engine,
        asking(engine, 1, endless, GREEDY),
    ):
        leaving = [engine.connect() for _ in range(10)]
        for one in leaving:
            one.request("POST", address("check", editions=True), endless)
        until(lambda: engine.metric(UNDER_WAY) == 11)
        for one in leaving:
            one.close()
        until(lambda: engine.metric(UNDER_WAY) == 1)
        assert engine.ask("pair", example).status == 200


@pytest.mark.parametrize(
    ("ask", "options", "size", "cheap"),
    [
        (EngineAsk.PAIR, {}, 1_500_000, True),
        (EngineAsk.PAIR, {}, 3_000_000, False),
        (EngineAsk.CHECK, {}, 170_000, True),
        (EngineAsk.CHECK, {"editions": True}, 17_000, True),
        (EngineAsk.CHECK, {"editions": True}, 51_000, False),
        (EngineAsk.EXPLAIN, {}, 170_000, True),
        (EngineAsk.WHY_NOT_PAIR, {}, 1_000_000, False),
    ],
)
def test_the_cost_of_a_question(
    ask: EngineAsk, options: dict[str, object], size: int, cheap: bool
) -> None:
    assert (estimate_cost(EngineQuestion(ask, b"x" * size, options)) <= CHEAP) is cheap
