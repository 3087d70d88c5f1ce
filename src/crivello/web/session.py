"""Sessions at the desk: the start link that opens them, the CSRF token, and the API key.

A desk belongs to a folder of tournaments. Its key and its sessions are in a folder below the state
folder that only the user can read. So an open page works again after a restart, an ended session
stays ended, and a session of one desk is unknown to another. Of a session, only a digest is stored.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
import socket
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

from crivello.lists.rating_list import home_folder
from crivello.standard.classes import frozen

IDLE_SECONDS = 12 * 3600
"""A session expires after this time without a request, which is longer than a night between two
rounds."""
VALID_SECONDS = 14 * 24 * 3600
"""A session always expires after this time, which is longer than a tournament with its free
days."""
START_SECONDS = 15 * 60
SEEN_SECONDS = 60
"""How precisely the time of a session's last request is recorded."""
KEY_FILE = "desk.key"
KEY_BYTES = 32
SESSIONS = "sessions"
_NAME = re.compile(r"[0-9a-f]{32}")
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrom", "Chrome"),
    ("Safari/", "Safari"),
)
"""The names of browsers, in the order in which they are searched for, since some name others as
well."""
_SYSTEMS = (
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iOS"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


def state_folder(environ: dict[str, str] | os._Environ[str]) -> Path:
    """Return the folder for the state of the program, which is neither settings nor documents."""
    if os.name == "nt":
        return Path(environ.get("LOCALAPPDATA") or home_folder() / "AppData" / "Local") / "crivello"
    base = environ.get("XDG_STATE_HOME") or home_folder() / ".local" / "state"
    return Path(base) / "crivello"


def desk_folder(state: Path, tournaments: Path) -> Path:
    """Return the folder with the key and sessions of the desk for these tournaments."""
    name = os.fsencode(tournaments.resolve())
    return state / "desks" / hashlib.sha256(name).hexdigest()[:32]


def private(folder: Path, parents: int = 0) -> Path:
    """Make a folder that only its user can open, and return it.

    `parents`: how many folders above it are made in the same way.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    for one in reversed([folder, *folder.parents[:parents]]):
        one.mkdir(mode=0o700, exist_ok=True)
        if sys.platform != "win32":
            if one.stat().st_uid != os.geteuid():
                raise PermissionError(one)
            one.chmod(0o700)
    return folder


@frozen
class Session:
    """A browser that has opened the start link."""

    name: str
    since: float
    seen: float
    browser: str
    user: int | None = None
    """The system's number of the user who opened the link; None if it is unknown."""


class Sessions:
    """The sessions of one desk.

    Without a folder, or if it cannot be written, they end with the program.
    """

    def __init__(self, folder: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self.folder = _usable(folder)
        self._key = _desk_key(self.folder)
        self._clock = clock
        self._starts: dict[str, tuple[float, Callable[[], None]]] = {}
        self._memory: dict[str, Session] = {}
        """Sessions that could not be stored in a file."""
        self._ended: set[str] = set()
        self.cookie = f"crivello-{self._sign('desk', '')[:16]}"
        """Cookies ignore ports, so each desk has a name of its own for them."""

    # The start link

    def start_token(self, used: Callable[[], None] = lambda: None) -> str:
        """Return a token for the start link, valid once and for a quarter of an hour.

        `used` is called when it becomes invalid: it was used, or the program ends.
        """
        token = secrets.token_urlsafe(32)
        self._starts[token] = self._clock() + START_SECONDS, used
        return token

    def exchange(self, token: str, agent: str = "", user: int | None = None) -> str | None:
        """Return a session for a start token, which is then invalid; None if the token is not
        valid.
        """
        # `pop` decides between two at once; nobody guesses 256 bits.
        until, used = self._starts.pop(token, (0.0, None))
        if used is None:
            return None
        used()
        return self.new(agent, user) if self._clock() <= until else None

    def close(self) -> None:
        """Invalidate all start links, because the program ends."""
        while self._starts:
            self._starts.popitem()[1][1]()

    # Sessions

    def new(self, agent: str = "", user: int | None = None) -> str:
        session = secrets.token_urlsafe(32)
        now = self._clock()
        self._write(Session(_name(session), now, now, browser(agent), user))
        return session

    def find(self, session: str | None) -> Session | None:
        """Return the session of this cookie; None if it is over or unknown."""
        return self._read(_name(session)) if session else None

    def recognise(self, session: str | None, user: Callable[[], int | None] = lambda: None) -> bool:
        """Return True for a session of the user who opened it, and mark it as seen."""
        found = self.find(session)
        if found is None or (found.user is not None and found.user != user()):
            return False
        self._see(found)
        return True

    def all(self) -> list[Session]:
        """Return all sessions that are not over, the last seen first."""
        names = set(self._memory)
        if self.folder is not None:
            with suppress(OSError):
                names.update(os.listdir(self.folder / SESSIONS))
        found = [one for name in names if (one := self._read(name)) is not None]
        return sorted(found, key=lambda one: (-one.seen, one.name))

    def end(self, name: str) -> None:
        """End a session; all programs that serve this desk then refuse it."""
        if not _NAME.fullmatch(name):
            return
        self._memory.pop(name, None)
        self._ended.add(name)
        if self.folder is not None:
            with suppress(OSError):  # the next start may then read it again
                (self.folder / SESSIONS / name).unlink(missing_ok=True)

    # A session is a file; its modification time is when it was last seen.

    def _write(self, one: Session) -> None:
        if self.folder is not None:
            path = self.folder / SESSIONS / one.name
            try:
                private(path.parent)
                handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump({"since": one.since, "browser": one.browser, "user": one.user}, file)
                os.utime(path, (one.seen, one.seen))
                return
            except OSError:
                with suppress(OSError):
                    path.unlink(missing_ok=True)
        self._memory[one.name] = one

    def _read(self, name: str) -> Session | None:
        one = self._memory.get(name) or self._from_file(name)
        if one is None:
            return None
        now = self._clock()
        if now - one.seen > IDLE_SECONDS or now - one.since > VALID_SECONDS:
            self.end(name)
            return None
        return one

    def _from_file(self, name: str) -> Session | None:
        if self.folder is None or name in self._ended or not _NAME.fullmatch(name):
            return None
        try:
            with (self.folder / SESSIONS / name).open(encoding="utf-8") as file:
                seen = os.fstat(file.fileno()).st_mtime
                data = json.load(file)
            return Session(name, float(data["since"]), seen, str(data["browser"]), data["user"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _see(self, one: Session) -> None:
        now = self._clock()
        if now - one.seen < SEEN_SECONDS:
            return
        if one.name in self._memory:
            self._memory[one.name] = Session(one.name, one.since, now, one.browser, one.user)
        elif self.folder is not None:
            with suppress(OSError):  # it was ended just now; else it ends a little early
                os.utime(self.folder / SESSIONS / one.name, (now, now))

    # What is signed

    def csrf(self, session: str) -> str:
        """Return the CSRF token for the forms of this session."""
        return self._sign("csrf", session)

    def is_csrf(self, session: str, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self.csrf(session).encode())

    @property
    def api_key(self) -> str:
        """The key for programs on this computer: `Authorization: Bearer …`, which no browser
        adds.
        """
        return self._sign("api", "")

    def is_api_key(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self.api_key.encode())

    def derived_key(self, purpose: str) -> bytes:
        """Return a key for another purpose that is the same after a restart."""
        return hmac.new(self._key, f"key:{purpose}".encode(), hashlib.sha256).digest()

    def _sign(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}:{text}".encode(), hashlib.sha256).hexdigest()


def browser(agent: str) -> str:
    """Return the browser and system that a user agent names, such as "Firefox, Linux"."""
    name = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    return ", ".join(filter(None, (name, system)))


def _name(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()[:32]


def _usable(folder: Path | None) -> Path | None:
    if folder is None:
        return None
    try:
        return private(folder, parents=2)
    except OSError:
        return None


def _desk_key(folder: Path | None) -> bytes:
    """Return the key of the desk, made at its first start, and again if others could have
    read it.
    """
    key = secrets.token_bytes(KEY_BYTES)
    if folder is None:
        return key
    path = folder / KEY_FILE
    try:
        try:
            handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            found = path.read_bytes()
            open_to_others = os.name == "posix" and path.stat().st_mode & 0o077
            if len(found) >= KEY_BYTES and not open_to_others:
                return found
            path.unlink()
            return _desk_key(folder)
        with os.fdopen(handle, "wb") as file:
            file.write(key)
    except OSError:
        pass
    return key


# Users. A browser sends the cookies of 127.0.0.1 to whoever listens there, on any port; so a
# session serves only the user who opened it. Linux says who that is on a socket of the kind
# `NETLINK_SOCK_DIAG` (manual page sock_diag(7)).

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
    """Return the id of the system's user who has connected from `client`; None if unknown."""
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
            asking.settimeout(0)  # the answer is there once the question is sent
            asking.send(header + question)
            answer = asking.recv(4096)
    except OSError:
        return None
    if len(answer) < _HEADER.size + _ANSWER.size or _HEADER.unpack_from(answer)[1] != _BY_FAMILY:
        return None
    near_port, far_port, user, inode = _ANSWER.unpack_from(answer, _HEADER.size)
    # Without such a connection the system may answer with a listening socket; one that its user
    # has closed belongs to nobody, and has no inode.
    return int(user) if (near_port, far_port) == ports and inode else None
