"""The log of a tournament file: one SQLite file, events appended one by one, nothing overwritten.

This room knows no chess: an event is a type and a text of JSON. What the events mean is the
business of `desk`.
"""

from .backup import Copy, copy_in, copy_to
from .entry import Entry, NewEntry
from .errors import Conflict, StoreError
from .file import SUFFIX, LogFile
from .recover import End, Recovery, recover
from .verify import Fault, verify, verify_file

__all__ = [
    "Conflict",
    "Copy",
    "End",
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
    "verify_file",
]
