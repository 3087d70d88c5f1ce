"""Limits, processes that are slow or die, health, metrics, and stopping an engine."""

from __future__ import annotations

import os
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from crivello.web.service.start import read_address
from tests.cli.calling import EXAMPLE, call
from tests.support.waiting import SECONDS, until
from tools.running_engine import RunningEngine, address, running


def test_health_readiness_and_metrics(engine: RunningEngine, example: bytes) -> None:
    expected = {"status": "ready", "workers": 2, "ready": 2}
    assert engine.get("/health").json.items() >= expected.items()
    assert engine.get("/ready").status == 200
    name = 'crivello_requests_total{address="/v1/pair",status="200"}'
    before = engine.metric(name)
    engine.ask("pair", example)
    assert engine.metric(name) == before + 1
    found = engine.get("/metrics")
    assert found.headers["content-type"].startswith("text/plain; version=")
    assert "# TYPE crivello_request_seconds histogram" in found.text
    assert engine.metric("crivello_workers_ready") == 2
    assert engine.metric("crivello_requests_under_way") == 0


def test_a_body_and_a_field_may_be_too_large(engine: RunningEngine) -> None:
    found = engine.ask("pair", b"x" * 1_500_000)
    assert (found.status, found.json["error"]["kind"]) == (413, "too large")
    crowd = call("generate", "--players", "201", "--rounds", "1", "--seed", "1").out.encode()
    for path in ("pair", "boards", "standings", "check"):
        found = engine.ask(path, crowd)
        assert found.status == 413
        assert found.json["error"]["detail"] == "The tournament has 201 players; the limit is 200."


def test_what_takes_too_long_is_ended_and_the_next_is_answered(
    hasty: RunningEngine, example: bytes, endless: bytes
) -> None:
    (before,) = hasty.workers
    found = hasty.ask("check", endless, editions=True)
    assert (found.status, found.json["error"]["kind"]) == (504, "too slow")
    assert found.json["error"]["detail"] == "It took more than 1 seconds and was stopped."
    until(lambda: hasty.ask("pair", example).status == 200)
    assert before not in hasty.workers
    assert hasty.metric('crivello_workers_replaced_total{reason="too slow"}') >= 1


def is_computing(process: int) -> bool:
    """Return True if the process is running, and not waiting for a question."""
    try:
        return "\nState:\tR" in Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):  # it has ended
        return False


def test_a_process_that_is_killed_is_replaced(engine: RunningEngine, long: bytes) -> None:
    died = 'crivello_workers_replaced_total{reason="died"}'
    example = Path(EXAMPLE).read_bytes()
    before = engine.metric(died)
    for pid in engine.workers:  # while they wait
        os.kill(pid, signal.SIGKILL)
    assert [engine.ask("pair", example).status for _ in range(3)] == [200, 200, 200]
    until(lambda: len(engine.workers) == 2 and not any(map(is_computing, engine.workers)))
    with ThreadPoolExecutor(1) as pool:  # and one at work: another one answers
        answer = pool.submit(engine.ask, "check", long, editions=True)
        at_work: list[int] = []

        def is_one_at_work() -> bool:
            at_work[:] = filter(is_computing, engine.workers)
            return len(at_work) == 1

        until(is_one_at_work)
        os.kill(at_work[0], signal.SIGKILL)  # the other takes over: a second death would be final
        assert answer.result().status == 200
    assert engine.metric(died) >= before + 2
    until(lambda: engine.get("/ready").status == 200)
    assert len(engine.workers) == 2


def test_it_stops_when_what_is_under_way_is_answered(long: bytes) -> None:
    options = ("--workers", "1", "--drain", "1", "--seconds", "600")
    with running(*options) as engine, ThreadPoolExecutor(1) as pool:
        answer = pool.submit(engine.ask, "check", long, editions=True)
        until(lambda: engine.metric("crivello_requests_under_way") == 1)
        workers = engine.workers
        engine.process.send_signal(signal.SIGTERM)
        until(lambda: _is_unready(engine))
        assert answer.result().status == 200
        assert engine.process.wait(SECONDS) == 0
        assert engine.said.splitlines()[-1] == "The engine has stopped."
        with pytest.raises(OSError, match="refused"):
            engine.connect().connect()
        until(lambda: not any(Path(f"/proc/{pid}/cmdline").exists() for pid in workers))


def _is_unready(engine: RunningEngine) -> bool:
    """Return True if the engine refuses with a message, or accepts no connections."""
    try:
        return engine.get("/ready").status == 503
    except OSError:
        return True


def test_its_processes_end_with_it_even_if_it_is_killed() -> None:
    with running("--workers", "1") as engine:
        (worker,) = engine.workers
        engine.process.kill()
        engine.process.wait()
        status = Path(f"/proc/{worker}/status")
        until(lambda: not status.exists() or "Z (zombie)" in status.read_text())


def test_a_connection_serves_several_questions(engine: RunningEngine, example: bytes) -> None:
    connection = engine.connect()
    for number in (1, 2, 3):
        connection.request("POST", address("pair", round=number), example)
        response = connection.getresponse()
        assert response.status == 200
        assert b'"round":%d' % number in response.read()
    connection.close()


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "[::]", "example.org"])
def test_the_network_is_let_in_only_on_purpose(host: str) -> None:
    done = call("engine", "--listen", f"{host}:0", "--lang", "it")
    assert done.code == 3
    assert "--open-to-network" in done.err
    assert "senza cifratura" in done.err


def test_an_address_that_is_taken_or_none_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = call("engine", "--listen", f"127.0.0.1:{port}")
    assert f"crivello cannot listen at 127.0.0.1, port {port}:" in done.err
    assert done.code != 0
    wrong = call("engine", "--listen", "nowhere")
    assert (wrong.code, wrong.out) == (3, "")
    assert "--listen needs ADDRESS:PORT, such as 127.0.0.1:8378, not 'nowhere'." in wrong.err


def test_addresses() -> None:
    assert read_address(None) == ("127.0.0.1", 8378)
    assert read_address("localhost:0") == ("localhost", 0)
    assert read_address("[::1]:8080") == ("::1", 8080)
