"""The secrets in links for tables, players and screens; they are derived from a key, not stored.

A link names what it is for, and contains a secret computed from that and the key of this computer.
The secret comes after the ``#`` of the address, which browsers never send, log or pass on; the page
at that address exchanges it by POST. To renew a link raises its number in the `DeviceStore`, and
invalidates all earlier ones.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable
from urllib.parse import quote, unquote

from crivello.desk import Section
from crivello.desk.roles import DeviceRole
from crivello.standard.classes import frozen

SECRET_BYTES = 15
"""The length of a secret: 120 bits, written as 24 letters."""
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters of codes that people read aloud, without letters and digits that look alike."""
CODE_LENGTH = 6
KINDS = {"t": DeviceRole.TABLE, "p": DeviceRole.PLAYER, "s": DeviceRole.SCREEN}
MARK = "~"
"""The sign before the start of the certificate's fingerprint, which careful users can compare."""
OWN_LENGTH = 32
"""The fewest letters of a secret that a browser makes up."""
LONGEST = 600
"""The longest secret part of a link; a longer one is refused without being read."""


@frozen
class Invitation:
    """What a link gives access to: a role, and the table, player or screen that it is for."""

    role: DeviceRole
    file: str
    section: str
    round: int = 0
    """The round, if the link is for a table."""
    subject: int = 0
    """The board of a table, the id of a player, or the number of a screen."""
    players: tuple[int, int] = (0, 0)
    """White and Black, if the link is for a table. It becomes invalid if the pairing changes."""

    @property
    def name(self) -> str:
        """The key under which the device store counts the uses and renewals of the link."""
        parts = (self.role.value, self.file, self.section, self.round, self.subject, *self.players)
        return "/".join(quote(str(part), safe="") for part in parts)

    @property
    def table(self) -> str:
        """The beginning of the name, which is the same for all players at this table."""
        return "/".join(self.name.split("/")[:-2]) + "/"


def of_table(file: str, section: Section, board: int) -> Invitation:
    """Return the invitation for the table of a board in the last round."""
    game = section.rounds[-1].games[board - 1]
    place = len(section.rounds), board
    return Invitation(DeviceRole.TABLE, file, section.key, *place, (game.white, game.black))


class Codes:
    """Computes and checks the secrets of links."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.proof_key = hmac.new(key, b"proof", hashlib.sha256).digest()
        """The key for proofs of which table a phone was shown; see `envelope.prove`."""

    def secret(self, invitation: Invitation, number: int) -> str:
        text = f"link:{number}:{invitation.name}"
        digest = hmac.new(self._key, text.encode(), hashlib.sha256).digest()
        return base64.b32encode(digest[:SECRET_BYTES]).decode().rstrip("=")

    def fragment(self, invitation: Invitation, number: int) -> str:
        """Return the part of a link after the ``#``."""
        (kind,) = [letter for letter, role in KINDS.items() if role is invitation.role]
        parts = [kind, invitation.file, invitation.section]
        numbers = [invitation.round, invitation.subject, *invitation.players]
        parts += [str(one) for one in numbers]
        return "/".join(
            [*(quote(part, safe="") for part in parts), self.secret(invitation, number)]
        )

    def read(self, text: str, number: Callable[[str], int]) -> Invitation | None:
        """Return the invitation in a fragment if its secret is right; else None.

        `number`: a function from the name of an invitation to its current number.
        """
        parts = text.strip().removeprefix("#").partition(MARK)[0].split("/")
        if len(text) > LONGEST or len(parts) != 8 or parts[0] not in KINDS:
            return None
        numbers = parts[3:7]
        if not all(one.isascii() and one.isdecimal() and len(one) < 10 for one in numbers):
            return None
        round_, subject, white, black = map(int, numbers)
        file, section = unquote(parts[1]), unquote(parts[2])
        found = Invitation(KINDS[parts[0]], file, section, round_, subject, (white, black))
        right = self.secret(found, number(found.name))
        return found if hmac.compare_digest(right.encode(), parts[7].encode()) else None

    def session(self, invitation: Invitation, own: str) -> str:
        """Return a session for the device that shows this link.

        `own`: a secret that the browser has made up. If the response is lost, the same browser asks
        again with the same secret, and gets the same session.
        """
        if len(own) < OWN_LENGTH:
            return secrets.token_urlsafe(32)
        text = f"session:{invitation.name}:{own[:LONGEST]}"
        digest = hmac.new(self._key, text.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def new_code() -> str:
    """Return a random code that a device shows when it asks to be approved; it is typed at the
    desk.
    """
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def plain_code(text: str) -> str:
    """Return a code as typed, in capitals and without blanks or dashes."""
    return "".join(letter for letter in text.upper() if letter in LETTERS)[: 2 * CODE_LENGTH]
