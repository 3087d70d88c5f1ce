"""Which user of this computer is at the other end of a connection, where the system tells.

A browser sends the cookies of 127.0.0.1 to whoever listens there, on any port; so a session serves
only the user who opened it. Linux answers questions about connections over a socket of the kind
`NETLINK_SOCK_DIAG` (its manual page: sock_diag(7)).
"""

from __future__ import annotations

import socket
import struct
from ipaddress import ip_address

End = tuple[str, int]

_SOCK_DIAG = 4
_BY_FAMILY = 20
_REQUEST = 1
_HEADER = struct.Struct("=IHHII")
"""nlmsghdr: length, type, flags, sequence, sender."""
_QUESTION = struct.Struct("=BBBxI")
"""inet_diag_req_v2 before its socket id: family, protocol, extensions, states."""
_ANSWER = struct.Struct("=4x2s2s44x12xII")
"""inet_diag_msg: the ports within its socket id, the user, the inode."""
_ANY = 0xFFFFFFFF


def user_of(client: End | None, server: End | None) -> int | None:
    """The number of the user who has connected from `client`; None if nobody can tell."""
    if client is None or server is None or not hasattr(socket, "AF_NETLINK"):
        return None
    try:
        near, far = ip_address(client[0]), ip_address(server[0])
    except ValueError:  # no addresses of a network
        return None
    ports = client[1].to_bytes(2, "big"), server[1].to_bytes(2, "big")
    family = socket.AF_INET if near.version == 4 else socket.AF_INET6
    question = _QUESTION.pack(family, socket.IPPROTO_TCP, 0, _ANY)
    question += b"".join(ports) + near.packed.ljust(16, b"\0") + far.packed.ljust(16, b"\0")
    question += struct.pack("=III", 0, _ANY, _ANY)  # any interface, no cookie
    header = _HEADER.pack(_HEADER.size + len(question), _BY_FAMILY, _REQUEST, 0, 0)
    try:
        with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, _SOCK_DIAG) as asking:
            asking.setblocking(False)  # the answer is there when the question is sent
            asking.send(header + question)
            answer = asking.recv(4096)
    except OSError:
        return None
    if len(answer) < _HEADER.size + _ANSWER.size or _HEADER.unpack_from(answer)[1] != _BY_FAMILY:
        return None
    near_port, far_port, user, inode = _ANSWER.unpack_from(answer, _HEADER.size)
    # Where there is no such connection the system may answer with one who listens; one that its
    # user has closed is nobody's, and has no inode.
    return int(user) if (near_port, far_port) == ports and inode else None
