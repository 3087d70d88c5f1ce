"""The log of a tournament file: one SQLite file, events appended one by one, nothing overwritten.

This room knows no chess: an event is a type and a text of JSON. What the events mean is told in
`desk`. It needs the extra `desk` (SQLAlchemy).
"""

from .backup import Copy, copy_in, copy_to
from .entry import Entry, NewEntry
from .errors import Conflict, StoreError
from .file import SUFFIX, LogFile
from .recover import Recovery, recover
from .verify import Fault, verify

__all__ = [
    "Conflict",
    "Copy",
    "Entry",
    "Fault",
    "LogFile",
    "NewEntry",
    "Recovery",
    "StoreError",
    "SUFFIX",
    "copy_in",
    "copy_to",
    "recover",
    "verify",
]
