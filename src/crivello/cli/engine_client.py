"""Call a resident engine (`crivello engine --socket`), at hardly more cost than starting Python.

`crivello.engine.resident` describes the protocol. Nothing is imported here but what Python has
loaded, and `_socket`.
"""

import os
import sys

from crivello import __version__


def call_engine(path: str, words: list[str]) -> int | None:
    """Return the exit code from the engine's answer; None if no engine takes the call."""
    try:
        return _call(path, words)
    except KeyboardInterrupt:
        return 130
    except (ImportError, AttributeError, OSError):
        return None  # there is no engine, or no way to be sure whose it is


def _call(path: str, words: list[str]) -> int | None:
    import _socket

    if None in (sys.stdin, sys.stdout, sys.stderr) or sys.stdout.encoding != "utf-8":
        return None
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    connection.connect(os.fsencode(path))
    owner = connection.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
    if int.from_bytes(owner[4:8], sys.byteorder) != os.geteuid():
        return None
    umask = os.umask(0o077)
    os.umask(umask)
    request = b"\0".join(
        [
            b"crivello-engine-1",
            __version__.encode(),
            sys.getfilesystemencoding().encode(),
            (sys.stdout.errors or "strict").encode(),
            os.getcwdb(),
            b"%o" % umask,
            b"%d" % len(words),
            *map(os.fsencode, words),
            *(name + b"=" + value for name, value in os.environb.items()),
        ]
    )
    files = b"".join(number.to_bytes(4, sys.byteorder) for number in (0, 1, 2))
    rights = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, files)]
    connection.sendmsg([len(request).to_bytes(4, "big")], rights)
    connection.sendall(request)
    if connection.recv(1) != b"T":
        return None
    while True:
        try:
            code = connection.recv(1)
        except KeyboardInterrupt:
            connection.send(b"I")
            continue
        except OSError:
            code = b""
        if code:
            return code[0]
        os.write(2, b"crivello: The engine ended before it had answered. Call again.\n")
        return 2
