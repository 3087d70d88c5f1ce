"""The user's account for uploads to chess-results.com: a file that only the user can read.

    source = 13
    key = "00112233445566778899aabbccddeeff"
    iv = "0123456789abcdef0123456789abcdef"
    creator = 13121

The site's owner gives out these values. They are never in a tournament file, a log or a message.
"""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from urllib.parse import urlsplit

from crivello.extras import require
from crivello.lists.rating_list import data_folder
from crivello.model.errors import CrivelloError, Malformed
from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import frozen

ADDRESS = "https://chess-results.com/Uploadxml.aspx"
PAGE = "https://chess-results.com/tnr{key}.aspx"
VARIABLE = "CRIVELLO_CHESS_RESULTS"
NAME = "chess-results.toml"
MOST_BYTES = 10_000

NO_ACCOUNT = N_(
    "Uploads need an account of chess-results.com in the file {path}: source, key, iv and creator, "
    "which the site's owner gives out."
)
OPEN_TO_OTHERS = N_("Other users of this computer can read {path}. Protect it: {command}")
NOT_TOML = N_('{path} is not a file with lines such as source = 13 and key = "0123…".')
WRONG_FIELD = N_("{path}: {field} is missing or wrong; expected {expected}.")
NUMBER = N_("a whole number")
HEX = N_("32 hexadecimal digits in quotes")
HTTPS = N_("an address that begins with https://")
NEEDS_EXTRA = N_("Uploads to chess-results.com need a package that is not installed: {command}")


class AccountMissing(CrivelloError, code="account-missing"):
    """Raised if the user has no account file."""


@frozen
class Account:
    """What the site's owner has given the user; the secrets do not show in a repr."""

    source: int
    creator: int
    key: bytes = field(repr=False)
    iv: bytes = field(repr=False)
    address: str = ADDRESS

    def encrypt(self, text: str) -> str:
        """Return the text as the site wants ids: AES-128-CBC, PKCS #7, upper-case hexadecimal."""
        require("seal", NEEDS_EXTRA)
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
        from cryptography.hazmat.primitives.padding import PKCS7

        padder = PKCS7(algorithms.AES.block_size).padder()
        padded = padder.update(text.encode()) + padder.finalize()
        encryptor = Cipher(algorithms.AES(self.key), modes.CBC(self.iv)).encryptor()
        return (encryptor.update(padded) + encryptor.finalize()).hex().upper()


def account_path(named: str | None = None, environment: Mapping[str, str] | None = None) -> Path:
    """Return the path of the account file: the one named, else the variable's, else the user's."""
    env = os.environ if environment is None else environment
    given = named or env.get(VARIABLE)
    return Path(given) if given else data_folder(env) / NAME


def read_account(path: Path) -> Account:
    """Read the account file; raise an error that names the fault, but never a value."""
    require("seal", NEEDS_EXTRA)
    try:
        with open(path, "rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            data = file.read(MOST_BYTES)
    except FileNotFoundError:
        raise AccountMissing(NO_ACCOUNT, path=path) from None
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise Malformed(OPEN_TO_OTHERS, path=path, command=f"chmod 600 {path}")
    try:
        values = tomllib.loads(data.decode())
    except ValueError:
        raise Malformed(NOT_TOML, path=path) from None
    address = values.get("address", ADDRESS)
    if not isinstance(address, str) or not _is_https(address):
        raise Malformed(WRONG_FIELD, path=path, field="address", expected=Sentence(HTTPS))
    return Account(
        _number(values, "source", path),
        _number(values, "creator", path),
        _hexadecimal(values, "key", path),
        _hexadecimal(values, "iv", path),
        address,
    )


def _is_https(address: str) -> bool:
    try:
        parts = urlsplit(address)
        usable = parts.port is None or parts.port > 0
    except ValueError:
        return False
    return parts.scheme == "https" and bool(parts.hostname) and usable and address.isascii()


def _number(values: Mapping[str, object], field: str, path: Path) -> int:
    text = str(values.get(field, ""))
    if isinstance(values.get(field), bool) or not (text.isascii() and text.isdecimal()):
        raise Malformed(WRONG_FIELD, path=path, field=field, expected=Sentence(NUMBER))
    return int(text)


def _hexadecimal(values: Mapping[str, object], field: str, path: Path) -> bytes:
    found = values.get(field)
    try:
        data = bytes.fromhex(found) if isinstance(found, str) else b""
    except ValueError:
        data = b""
    if len(data) != 16:
        raise Malformed(WRONG_FIELD, path=path, field=field, expected=Sentence(HEX))
    return data
