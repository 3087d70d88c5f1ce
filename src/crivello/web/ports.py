"""Listen at a port, or report which program has taken it.

In the hall, printed codes and open pages of tablets lead to one port. So another port is never used
without asking.
"""

from __future__ import annotations

import errno
import json
import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from crivello.formats.codec import decode, encode
from crivello.model.errors import CrivelloError
from crivello.standard.classes import frozen
from crivello.words import N_

PORT, PUBLIC_PORT = 8443, 8080
"""The usual ports on the network: of the pages over TLS, and of the public pages without TLS."""
BACKLOG = 1024
"""How many connections the operating system holds until the program accepts them."""
OPTION, PUBLIC_OPTION = "--port", "--public-port"
PORTS_TRIED = 20
"""How many ports after an occupied one are tried before the system chooses a free one."""
PROC = Path("/proc")
_LISTENING = "0A"
"""The state of a listening socket in ``/proc/net/tcp``."""

NOT_FREE = N_("crivello cannot listen at {address}, port {port}: {reason}.")
NO_SUCH_ADDRESS = N_("This computer does not have the address {address}. Nothing was opened.")
TAKEN = N_("Port {port} of {address} is taken by another program. Nothing was opened.")
TAKEN_BY = N_("Port {port} of {address} is taken by {program} (process {pid}). Nothing was opened.")


class NoPort(CrivelloError, code="no-port"):
    """No port could be opened."""


@frozen
class TakenPort:
    """A port that another program has taken, as the listener reports it to the desk."""

    option: str
    """The option of `crivello network` that chooses this port."""
    port: int
    program: str = ""
    """The program that uses the port; empty if the system does not tell."""
    pid: int = 0

    @property
    def is_public(self) -> bool:
        """True if only the public pages without TLS are at this port."""
        return self.option == PUBLIC_OPTION

    def to_line(self) -> str:
        return json.dumps(encode(self))

    @staticmethod
    def from_line(line: str) -> TakenPort:
        """Return the port from a line; raise `ValueError` or `DecodeError` if `to_line` did not
        write it.
        """
        taken: TakenPort = decode(TakenPort, json.loads(line))
        return taken


class PortTaken(CrivelloError, code="port-taken"):
    """Another program listens at the port of the event."""

    def __init__(self, address: str, taken: TakenPort) -> None:
        super().__init__(
            TAKEN_BY if taken.program else TAKEN,
            address=address,
            port=taken.port,
            program=taken.program,
            pid=taken.pid,
        )
        self.taken = taken


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens at this address and port; port 0 is any free one.

    The protocol is named, because only then does asyncio send each part of a response at once.
    Otherwise the second part would wait 40 ms until the client confirms the first.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    server = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        server.setsockopt(socket.SOL_SOCKET, *_sharing())
        server.bind((host, port))
        server.listen(BACKLOG)
    except BaseException:
        server.close()
        raise
    return server


def _sharing() -> tuple[int, int]:
    """Return the socket option that lets a restart use the port at once, but no other program.

    On Windows, `SO_REUSEADDR` would let any program listen at a port in use, so there it is
    `SO_EXCLUSIVEADDRUSE`.
    """
    exclusive: int | None = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    return (socket.SO_REUSEADDR if exclusive is None else exclusive), 1


def listen_at(address: str, port: int, option: str) -> tuple[socket.socket, int]:
    """Return a socket that listens at this port, and its port number; 0 is any free port."""
    try:
        listener = bind(address, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(address, TakenPort(option, port, *find_program(port))) from None
        if error.errno == errno.EADDRNOTAVAIL:
            raise NoPort(NO_SUCH_ADDRESS, address=address) from None
        reason = error.strerror or str(error)
    except OverflowError as error:
        reason = str(error)
    else:
        return listener, listener.getsockname()[1]
    raise NoPort(NOT_FREE, address=address, port=port, reason=reason)


def has_address(address: str) -> bool:
    """Return True if programs on this computer can listen at the address."""
    try:
        bind(address, 0).close()
    except OSError:
        return False
    return True


def find_free_port(address: str, taken: int) -> int:
    """Return a port that can be used in place of a taken one; 0 if there is none."""
    for wanted in [*range(taken + 1, taken + 1 + PORTS_TRIED), 0]:
        with suppress(OSError, OverflowError), bind(address, wanted) as listener:
            port: int = listener.getsockname()[1]
            return port
    return 0


def find_program(port: int) -> tuple[str, int]:
    """Return the name and process id of the program that listens at a port; empty and 0 if unknown.

    Linux shows the sockets of the user's own processes in ``/proc``; other systems do not.
    """
    wanted = {f"socket:[{inode}]" for inode in _listening_inodes(port)}
    if not wanted:
        return "", 0
    for process in PROC.glob("[0-9]*"):
        with suppress(OSError):  # another user's process, or one that has ended
            if any(os.readlink(one) in wanted for one in (process / "fd").iterdir()):
                return _name_program(process), int(process.name)
    return "", 0


def _listening_inodes(port: int) -> Iterator[str]:
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (PROC / "net" / table).read_text().splitlines()[1:]:
                fields = line.split()
                at = int(fields[1].rpartition(":")[2], 16)
                if at == port and fields[3] == _LISTENING:
                    yield fields[9]


def _name_program(process: Path) -> str:
    """Return the name of a program; for a Python module, such as ``python3 -m crivello``."""
    words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
    name = Path(words[0]).name or (process / "comm").read_text().strip()
    if "-m" in words[1:-1]:
        name += f" -m {words[words.index('-m') + 1]}"
    return name[:80]
