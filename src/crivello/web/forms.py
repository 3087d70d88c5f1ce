"""Forms: read completely in the event loop, and given to routes as plain values."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable
from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import FormData, UploadFile

from crivello.desk.player_data import DATA_KEYS
from crivello.model.errors import Malformed, about
from crivello.model.grammar import is_number, read_number
from crivello.model.player import Player
from crivello.web.guard import UPLOAD_BYTES
from crivello.web.refill import SentForm
from crivello.words import N_

NO_CHOICE = N_("Choose an action.")
MOST_FIELDS = 20_000
"""The most fields of a form, enough for every board of a large round."""
MOST_TYPED = 1_000_000
"""The most characters of a form that is kept to be filled in again."""


def parse_whole_number(text: str) -> int | None:
    """Return the whole number that a text means; None if it is not one."""
    return int(text) if is_number(text) else None


class Fields:
    """The fields of a form, as trimmed texts; a missing field is an empty text."""

    def __init__(self, data: FormData) -> None:
        self._data = data

    def text(self, name: str, default: str = "") -> str:
        value = self._data.get(name)
        return value.strip() if isinstance(value, str) else default

    def choice(self, name: str, offered: Collection[str]) -> str:
        """Return the value if it is among those offered; raise an error otherwise."""
        value = self.text(name)
        if value not in offered:
            raise Malformed(NO_CHOICE)
        return value

    def number(self, name: str) -> int | None:
        """Return a field as a whole number; None if it is not one."""
        return parse_whole_number(self.text(name))

    def typed_number(self, name: str) -> int | None:
        """Return a field as a whole number; None if it is empty. Anything else is an error."""
        with about(name):
            return read_number(self.text(name)) if self.text(name) else None

    def required_number(self, name: str, missing: str) -> int:
        """Return a field as a whole number from 1; `missing` is the error if it is empty or 0."""
        number = self.typed_number(name)
        if not number:
            with about(name):
                raise Malformed(missing)
        return number

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return all whole numbers of a field that may occur several times, such as ticked
        players.
        """
        found = [value for value in self._data.getlist(name) if isinstance(value, str)]
        return tuple(one for one in map(parse_whole_number, found) if one is not None)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return all values of a field that may occur several times."""
        return tuple(value for value in self._data.getlist(name) if isinstance(value, str))

    def names(self) -> tuple[str, ...]:
        """Return the names of the fields in the form, each once."""
        return tuple(self._data)

    def has(self, name: str) -> bool:
        """Return True if the form had this field, even an empty one."""
        return name in self._data

    def is_checked(self, name: str) -> bool:
        return bool(self.text(name))

    def file(self, name: str) -> UploadFile | None:
        value = self._data.get(name)
        return value if isinstance(value, UploadFile) and value.filename else None

    def files(self, name: str) -> list[UploadFile]:
        """Return all files of a field that accepts several."""
        values = self._data.getlist(name)
        return [value for value in values if isinstance(value, UploadFile) and value.filename]


async def _fields(request: Request) -> AsyncIterator[Fields]:
    # One field may be as long as its request, which the guard limits with a message.
    reading = request.form(max_fields=MOST_FIELDS, max_files=10, max_part_size=UPLOAD_BYTES)
    async with reading as data:  # closes files
        request.state.sent = data
        yield Fields(data)


def sent_form(request: Request) -> SentForm | None:
    """Return the form as it was sent, to be shown again if it is refused.

    None if the request had no form, or too long a one to be repeated.
    """
    data: FormData | None = getattr(request.state, "sent", None)
    if data is None:
        return None
    typed = [(name, value) for name, value in data.multi_items() if isinstance(value, str)]
    if sum(len(value) for _, value in typed) > MOST_TYPED:
        return None
    return SentForm(request.scope["path"], tuple(one for one in typed if one[0] != "csrf"))


Form = Annotated[Fields, Depends(_fields)]


# Data of players


def read_filled(form: Fields) -> dict[str, str]:
    """Return the player data typed into a form, by key."""
    return {key: form.text(key) for key in DATA_KEYS}


def tag_keys(players: Iterable[Player]) -> list[str]:
    """Return the keys of the players' tags by which they can be grouped, such as ``club``."""
    return sorted({key for player in players for key, _ in player.tags if key != "k"})
