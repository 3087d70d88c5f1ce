"""An engine that stays loaded and answers engine calls over a socket of this computer.

A call in the convention of JaVaFo or bbpPairings spends nearly all its time on loading modules. The
resident engine has loaded them. For each call it forks. The new process takes over the caller's
files, folder, arguments and environment (sent by `crivello.cli.engine_client`), does what the call
asks for and ends. So a call cannot affect the next one.

Only the user who started the engine can call it: the socket has the mode 0600, and the kernel
reports the caller's user.

A call is: the length of the request in four bytes, with the descriptors 0, 1 and 2; the request,
with fields separated by zero bytes; then a byte `INTERRUPT` for each Ctrl-C. The engine answers
`TAKEN` and later the exit code, or `DECLINED`, after which the caller does the work itself.
"""

from __future__ import annotations

import gc
import io
import os
import selectors
import signal
import socket
import stat
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, NoReturn

from crivello import __version__
from crivello.model.errors import CrivelloError, Unsupported
from crivello.model.keys import SYSTEMS
from crivello.model.sentence import N_

PROTOCOL = b"crivello-engine-1"
TAKEN = b"T"
DECLINED = b"N"
INTERRUPT = b"I"
LONGEST = 16 * 1024 * 1024
"""Bytes of a request: as much as a system lets arguments and environment have, and more."""
PATIENCE = 5.0
"""Seconds in which a caller has to send its request."""
AT_ONCE = 64
"""Calls that may wait until a process is free."""

NOT_HERE = N_("A resident engine needs Unix sockets that identify the caller; it cannot run here.")
IN_USE = N_("An engine answers at {path} already. Stop it first, or choose another path.")
NO_SOCKET = N_("{path} exists and is not a socket. Choose another path.")
CANNOT_LISTEN = N_("The engine cannot listen at {path}: {reason}.")

Accept = Callable[[list[str]], bool]
"""Are these words a call of the engine?"""
Answer = Callable[[list[str]], int]
"""Answer a call and return its exit code."""


class Request(NamedTuple):
    """A caller's request: everything in which one call can differ from another."""

    version: bytes
    encoding: bytes
    """Of names of files."""
    errors: bytes
    """What standard input and output do with bytes that are no text."""
    folder: bytes
    umask: int
    arguments: tuple[bytes, ...]
    environment: tuple[bytes, ...]
    """As ``NAME=value``."""


class ResidentEngine:
    """Listens at a path and forks for each call."""

    def __init__(self, path: Path, accept: Accept, answer: Answer, processes: int) -> None:
        """Begin to listen; up to `processes` calls are answered at the same time."""
        if not hasattr(socket, "SO_PEERCRED"):
            raise Unsupported(NOT_HERE)
        self.path = path
        self._accept = accept
        self._answer = answer
        self._processes = processes
        self._children: set[int] = set()
        self._stopping = False
        self._listener = _listen(path)
        self._identity = _identity(path)

    def serve(self) -> None:
        """Answer calls until SIGTERM or SIGINT; calls that have begun are finished."""
        _load_modules()
        wakeup, woken = socket.socketpair()
        with wakeup, woken, self._listener, selectors.DefaultSelector() as selector:
            wakeup.settimeout(0)
            before = signal.set_wakeup_fd(wakeup.fileno(), warn_on_full_buffer=False)
            handlers = {
                number: signal.signal(number, self._take_signal)
                for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)
            }
            woken.settimeout(0)
            selector.register(woken, selectors.EVENT_READ)
            selector.register(self._listener, selectors.EVENT_READ)
            try:
                while not self._stopping:
                    ready = {key.fileobj for key, _ in selector.select()}
                    if woken in ready:
                        with suppress(BlockingIOError):
                            woken.recv(4096)
                    self._collect_children()
                    if self._listener in ready and len(self._children) < self._processes:
                        self._take_call()
                    elif len(self._children) >= self._processes:
                        self._wait_for_a_child()
                self._remove_socket()
                self._listener.close()
                while self._children:
                    self._wait_for_a_child()
            finally:
                self._remove_socket()
                signal.set_wakeup_fd(before)
                for number, handler in handlers.items():
                    signal.signal(number, handler)

    def _take_signal(self, number: int, _: object) -> None:
        if number != signal.SIGCHLD:
            self._stopping = True

    def _take_call(self) -> None:
        try:
            connection, _ = self._listener.accept()
        except OSError:
            return  # the caller has gone
        with connection:
            if _find_caller(connection) != os.geteuid():
                return
            child = os.fork()
            if child == 0:
                self._listener.close()
                _Call(connection, self._accept, self._answer).run()
            self._children.add(child)

    def _collect_children(self) -> None:
        while self._children:
            child, _ = os.waitpid(-1, os.WNOHANG)
            if child == 0:
                return
            self._children.discard(child)

    def _wait_for_a_child(self) -> None:
        child, _ = os.waitpid(-1, 0)
        self._children.discard(child)

    def _remove_socket(self) -> None:
        """Remove the socket, unless another engine has replaced it."""
        if _identity(self.path) == self._identity:
            with suppress(OSError):
                self.path.unlink()


class _Call:
    """One call, in its own process."""

    def __init__(self, connection: socket.socket, accept: Accept, answer: Answer) -> None:
        self._connection = connection
        self._accept = accept
        self._answer = answer

    def run(self) -> NoReturn:
        """Do what the call asks for, send the exit code and end the process."""
        code = 2
        try:
            os.setpgid(0, 0)  # a Ctrl-C for the engine is none for the call
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            received = self._receive()
            if received is None or not self._become(*received):
                self._connection.sendall(DECLINED)
                os._exit(0)
            self._connection.settimeout(None)
            self._connection.sendall(TAKEN)
            threading.Thread(target=self._watch, daemon=True).start()
            words = [os.fsdecode(word) for word in received[0].arguments]
            code = self._answer(words)
            sys.stdout.flush()
            sys.stderr.flush()
        except KeyboardInterrupt:
            code = 130
        except OSError:
            code = 120  # as Python ends if what was printed cannot be written
        finally:
            with suppress(OSError):
                self._connection.sendall(bytes([code & 255]))
            os._exit(code & 255)

    def _receive(self) -> tuple[Request, list[int]] | None:
        self._connection.settimeout(PATIENCE)
        head, descriptors, _, _ = socket.recv_fds(self._connection, 4, 3)
        size = int.from_bytes(head, "big")
        if len(head) != 4 or len(descriptors) != 3 or size > LONGEST:
            return None
        text = bytearray()
        while len(text) < size:
            part = self._connection.recv(min(size - len(text), 1 << 16))
            if not part:
                return None
            text += part
        protocol, version, encoding, errors, folder, umask, count, *rest = bytes(text).split(b"\0")
        if protocol != PROTOCOL:
            return None
        last = int(count)
        words, environment = tuple(rest[:last]), tuple(rest[last:])
        mask = int(umask, 8)
        return Request(version, encoding, errors, folder, mask, words, environment), descriptors

    def _become(self, request: Request, descriptors: list[int]) -> bool:
        """Take over the caller's files, folder, arguments and environment; return False if the call
        is not for this engine.
        """
        if request.version != __version__.encode():
            return False
        if request.encoding != sys.getfilesystemencoding().encode():
            return False
        if not self._accept([os.fsdecode(word) for word in request.arguments]):
            return False
        try:
            os.chdir(request.folder)
        except OSError:
            return False
        os.umask(request.umask)
        os.environb.clear()
        for entry in request.environment:
            name, _, value = entry.partition(b"=")
            os.environb[name] = value
        time.tzset()
        for number, descriptor in enumerate(descriptors):
            os.dup2(descriptor, number)
            os.close(descriptor)
        errors = request.errors.decode()
        sys.stdin, sys.stdout = _open_text(0, "r", errors), _open_text(1, "w", errors)
        sys.stderr = _open_text(2, "w", "backslashreplace")
        return True

    def _watch(self) -> None:
        """Pass each Ctrl-C on; end this process when the caller has ended."""
        while True:
            try:
                sent = self._connection.recv(1)
            except OSError:
                sent = b""
            if sent != INTERRUPT:
                os.kill(os.getpid(), signal.SIGTERM)
                return
            main = threading.main_thread().ident
            assert main is not None
            signal.pthread_kill(main, signal.SIGINT)  # which may wait for a file


def _open_text(number: int, mode: str, errors: str) -> io.TextIOWrapper:
    raw = io.FileIO(number, mode, closefd=False)
    buffer = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
    by_line = mode == "w" and (number == 2 or raw.isatty())
    return io.TextIOWrapper(buffer, "utf-8", errors, line_buffering=by_line)


def _listen(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)  # from the first moment on, nobody else may call
    try:
        _remove_stale(path)
        listener.bind(os.fspath(path))
        listener.listen(AT_ONCE)
    except OSError as error:
        listener.close()
        raise Unsupported(CANNOT_LISTEN, path=path, reason=error.strerror or str(error)) from None
    except Unsupported:
        listener.close()
        raise
    finally:
        os.umask(before)
    return listener


def _remove_stale(path: Path) -> None:
    """Remove the socket of an engine that was killed; raise `Unsupported` if an engine answers
    there.
    """
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise Unsupported(NO_SOCKET, path=path)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
        try:
            trial.connect(os.fspath(path))
        except ConnectionRefusedError:
            path.unlink()
            return
    raise Unsupported(IN_USE, path=path)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _find_caller(connection: socket.socket) -> int:
    """Return the user id of the calling process, as the kernel reports it."""
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
    return int.from_bytes(credentials[4:8], sys.byteorder)


def _load_modules() -> None:
    """Pair the example by every system that can, so that all modules needed are loaded."""
    from crivello.formats.detect import read
    from crivello.systems.registry import find

    data = Path(__file__).parent.parent / "examples" / "before-round-4.trf"
    tournament = read(data.read_bytes())
    import_module("crivello.engine.call_answer")
    for key in SYSTEMS:
        with suppress(CrivelloError):
            find(key).pair(tournament, 4)
    gc.collect()
    gc.freeze()  # so that processes share what is loaded
