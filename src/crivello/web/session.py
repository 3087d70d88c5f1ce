"""Who is sitting at the desk: the start link, the cookie it is exchanged for, the CSRF token.

Everything is signed with one key that outlives the program, so that a page that was open when the
server stopped works on when it is started again.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path

VALID_SECONDS = 30 * 24 * 3600
START_SECONDS = 15 * 60
KEY_FILE = "desk.key"
KEY_BYTES = 32


def state_folder(environ: dict[str, str] | os._Environ[str]) -> Path:
    """Where a program keeps what is neither settings nor documents."""
    if os.name == "nt":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "crivello"
    base = environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "crivello"


def kept_key(folder: Path) -> bytes:
    """The key of this user's desks, made at the first start; only he can read it.

    Where nothing can be kept the key lives as long as the program.
    """
    path = folder / KEY_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            key = path.read_bytes()
            if len(key) >= KEY_BYTES:
                return key
            path.unlink()
            return kept_key(folder)
        with os.fdopen(handle, "wb") as file:
            file.write(key := secrets.token_bytes(KEY_BYTES))
        return key
    except OSError:
        return secrets.token_bytes(KEY_BYTES)


class Sessions:
    """Start tokens are good for one use; a session is a signed name with its last day."""

    def __init__(
        self, key: bytes | None = None, port: int = 0, clock: Callable[[], float] = time.time
    ) -> None:
        self._key = key or secrets.token_bytes(KEY_BYTES)
        self._clock = clock
        self._starts: dict[str, float] = {}
        self.cookie = f"crivello-{port}"
        """Cookies do not know ports: two desks at once must not take each other's."""

    def start_token(self) -> str:
        """For the link that is opened in the browser; good once, for a quarter of an hour."""
        token = secrets.token_urlsafe(32)
        self._starts[token] = self._clock() + START_SECONDS
        return token

    def exchange(self, token: str) -> str | None:
        """The session for a start token, which is used up; None if it is not one of ours."""
        # `pop` decides between two that come at once; a guess of 256 bits needs no more care.
        until = self._starts.pop(token, None)
        if until is None or until < self._clock():
            return None
        return self.new()

    def new(self) -> str:
        name = f"{secrets.token_urlsafe(16)}.{int(self._clock()) + VALID_SECONDS}"
        return f"{name}.{self._sign('session', name)}"

    def known(self, session: str | None) -> bool:
        name, _, signature = (session or "").rpartition(".")
        until = name.rpartition(".")[2]
        return (
            hmac.compare_digest(signature.encode(), self._sign("session", name).encode())
            and until.isdecimal()
            and int(until) > self._clock()
        )

    def csrf(self, session: str) -> str:
        """The token that pages of this session carry in their forms."""
        return self._sign("csrf", session)

    def is_csrf(self, session: str, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self.csrf(session).encode())

    @property
    def api_key(self) -> str:
        """For programs on this computer: `Authorization: Bearer …`; no browser sends it unasked."""
        return self._sign("api", "")

    def is_api_key(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self.api_key.encode())

    def _sign(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}:{text}".encode(), hashlib.sha256).hexdigest()
