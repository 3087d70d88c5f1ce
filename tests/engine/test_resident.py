"""A resident engine answers like a new process: the same bytes, files, exit codes and signals."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from crivello import __version__
from tests.cli.calling import EXAMPLE, ROUND_4, Called, environment, process

WAIT = 120.0


class Engine:
    """`crivello engine --socket` in a process of its own."""

    def __init__(self, path: Path, *options: str) -> None:
        self.path = path
        command = [sys.executable, "-m", "crivello", "engine", "--socket", str(path), *options]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
        )
        assert self.process.stdout is not None
        self.printed = [self.process.stdout.readline() for _ in range(3)]

    def call(self, *words: str | Path, cwd: Path | None = None, colour: str = "") -> Called:
        return process(
            *words,
            cwd=cwd,
            CRIVELLO_ENGINE=str(self.path),
            CRIVELLO_INITIAL_COLOUR=colour or "white",
        )

    def start(self, *words: str | Path) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "crivello", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(CRIVELLO_ENGINE=str(self.path)),
        )

    def stop(self) -> int:
        self.process.terminate()
        return self.end()

    def end(self) -> int:
        code = self.process.wait(WAIT)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return code


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = Engine(tmp_path_factory.mktemp("engine") / "socket", "--workers", "2")
    yield engine
    assert engine.stop() == 0
    assert not engine.path.exists()


CALLS = (
    ("--dutch", EXAMPLE, "-p"),
    (EXAMPLE, "-p"),
    ("--dutch", EXAMPLE, "-p", "boards.txt"),
    ("--dutch", "missing.trf", "-p"),
    ("--dutch", "broken.trf", "-p"),
    ("--dutch", EXAMPLE, "-c"),
    ("--dutch", EXAMPLE, "-p", "--no-such-option"),
    ("--dutch", "-g", "-o", "made.trf", "-s", "7"),
    ("--burstein", EXAMPLE, "-p"),
    ("-r",),
)


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_a_call_is_answered_as_by_a_process_of_its_own(
    engine: Engine, words: tuple[str, ...], tmp_path: Path
) -> None:
    answers = []
    for name in ("alone", "resident"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "broken.trf").write_text("001 nobody\n")
        call = process if name == "alone" else engine.call
        called = call(*words, cwd=folder)
        files = {path.name: path.read_bytes() for path in folder.iterdir()}
        answers.append((called, files))
    assert answers[0] == answers[1]


def test_the_engine_does_the_work(engine: Engine) -> None:
    assert engine.call("--dutch", EXAMPLE, "-p").out == ROUND_4
    command = [sys.executable, "-X", "importtime", "-m", "crivello", "--dutch", EXAMPLE, "-p"]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=True,
        env=environment(CRIVELLO_ENGINE=str(engine.path)),
    )
    assert done.stdout == ROUND_4
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "crivello.cli.engine_client" in loaded
    assert loaded & {"crivello.engine", "crivello.model", "enum", "socket", "typing"} == set()


def test_folder_umask_and_environment_are_the_callers(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "round.trf"
    file.write_bytes(Path(EXAMPLE).read_bytes())
    before = os.umask(0o077)
    try:
        called = engine.call("--dutch", file.name, "-p", "boards.txt", cwd=tmp_path)
    finally:
        os.umask(before)
    assert called.code == 0
    boards = tmp_path / "boards.txt"
    assert boards.read_text() == ROUND_4
    assert stat.S_IMODE(boards.stat().st_mode) == 0o600
    colours = [
        engine.call("--dutch", "first.trf", "-p", cwd=tmp_path, colour=colour).out
        for colour in ("white", "black")
        if (tmp_path / "first.trf").write_text(FIRST_ROUND)
    ]
    assert colours == ["1\n1 2\n", "1\n2 1\n"]


FIRST_ROUND = "012 Two\nXXR 3\n" + "".join(
    f"001 {number:4}      {'Player':33} 2{9 - number}00 {'':26}  0.0 {number:4}\n"
    for number in (1, 2)
)


def test_whoever_may_not_call_is_kept_out(engine: Engine) -> None:
    mode = engine.path.lstat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o600


def ask(path: Path, request: bytes, length: int | None = None) -> bytes:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
        caller.settimeout(WAIT)
        caller.connect(str(path))
        size = len(request) if length is None else length
        socket.send_fds(caller, [size.to_bytes(4, "big")], [0, 1, 2])
        caller.sendall(request)
        if length is not None:
            caller.shutdown(socket.SHUT_WR)
        return caller.recv(1)


def request_of(version: str, *words: str, protocol: str = "crivello-engine-1") -> bytes:
    parts = [protocol, version, "utf-8", "strict", "/", "22", str(len(words)), *words, "A=b"]
    return "\0".join(parts).encode()


def test_what_is_not_for_this_engine_is_declined(engine: Engine) -> None:
    words = ("--dutch", EXAMPLE, "-p")
    assert ask(engine.path, request_of(__version__ + ".other", *words)) == b"N"
    assert ask(engine.path, request_of(__version__, *words, protocol="another")) == b"N"
    assert ask(engine.path, request_of(__version__, "standings", EXAMPLE)) == b"N"
    assert ask(engine.path, b"half", length=400) == b"N"
    assert ask(engine.path, b"", length=2**31) == b"N"
    assert engine.call(*words).out == ROUND_4


def test_without_an_engine_the_program_pairs_by_itself(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing", tmp_path):
        called = process("--dutch", EXAMPLE, "-p", CRIVELLO_ENGINE=str(path))
        assert called == Called(0, ROUND_4, "")


def test_commands_are_done_as_always(engine: Engine) -> None:
    assert engine.call("--version").out == f"crivello {__version__}\n"
    assert engine.call("standings", EXAMPLE) == process("standings", EXAMPLE)


def test_a_path_that_is_taken_is_refused(engine: Engine, tmp_path: Path) -> None:
    used = process("engine", "--socket", engine.path)
    assert used.code == 3
    assert "An engine answers at" in used.err
    file = tmp_path / "file"
    file.write_text("mine")
    assert "is not a socket" in process("engine", "--socket", file).err
    assert file.read_text() == "mine"
    far = process("engine", "--socket", tmp_path / "none" / "socket")
    assert far.code == 3
    assert "cannot listen" in far.err
    together = process("engine", "--socket", engine.path, "--listen", "127.0.0.1:1")
    assert "cannot be combined" in together.err


def test_a_killed_engine_can_be_started_again(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    first = Engine(path)
    first.process.kill()
    first.stop()
    assert path.exists()
    second = Engine(path)
    assert second.call("--dutch", EXAMPLE, "-p").out == ROUND_4
    assert second.stop() == 0


def pipe(folder: Path, name: str = "waiting.trf") -> Path:
    """Make a named pipe, so that a call waits until something is written to it."""
    path = folder / name
    os.mkfifo(path)
    return path


def open_when_read(path: Path) -> int:
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        try:
            return os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            time.sleep(0.01)  # no call reads it yet
    raise AssertionError("no call reads the file")


def wait_until_unread(descriptor: int) -> None:
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        try:
            os.write(descriptor, b"#\n")
        except BrokenPipeError:
            return
        except BlockingIOError:
            pass
        time.sleep(0.01)
    raise AssertionError("the call still reads the file")


def test_ctrl_c_reaches_the_call(engine: Engine, tmp_path: Path) -> None:
    file = pipe(tmp_path)
    calling = engine.start("--dutch", file, "-p")
    descriptor = open_when_read(file)
    calling.send_signal(signal.SIGINT)
    assert calling.wait(WAIT) == 130
    wait_until_unread(descriptor)
    os.close(descriptor)
    calling.communicate()
    assert engine.call("--dutch", EXAMPLE, "-p").out == ROUND_4


def test_a_call_ends_with_its_caller(engine: Engine, tmp_path: Path) -> None:
    file = pipe(tmp_path)
    calling = engine.start("--dutch", file, "-p")
    descriptor = open_when_read(file)
    calling.terminate()
    assert calling.wait(WAIT) == -signal.SIGTERM
    wait_until_unread(descriptor)
    os.close(descriptor)
    calling.communicate()


def test_at_most_so_many_at_once(tmp_path: Path) -> None:
    engine = Engine(tmp_path / "socket", "--workers", "1")
    file = pipe(tmp_path)
    first = engine.start("--dutch", file, "-p")
    descriptor = open_when_read(file)
    second = engine.start("--dutch", EXAMPLE, "-p")
    with pytest.raises(subprocess.TimeoutExpired):
        second.wait(1.0)
    os.set_blocking(descriptor, True)
    os.write(descriptor, Path(EXAMPLE).read_bytes())
    os.close(descriptor)
    assert first.communicate(timeout=WAIT)[0] == ROUND_4
    assert second.communicate(timeout=WAIT)[0] == ROUND_4
    assert engine.stop() == 0


def test_calls_that_have_begun_are_finished(tmp_path: Path) -> None:
    engine = Engine(tmp_path / "socket")
    file = pipe(tmp_path)
    calling = engine.start("--dutch", file, "-p")
    descriptor = open_when_read(file)
    engine.process.terminate()
    end = time.monotonic() + WAIT
    while engine.path.exists() and time.monotonic() < end:
        time.sleep(0.01)
    os.set_blocking(descriptor, True)
    os.write(descriptor, Path(EXAMPLE).read_bytes())
    os.close(descriptor)
    assert calling.communicate(timeout=WAIT)[0] == ROUND_4
    assert engine.end() == 0
