"""The log of a tournament file: one SQLite file, events appended one by one, nothing overwritten.

This room knows no chess: an event is a type and a text of JSON. What the events mean is the
business of `desk`.
"""

from .backup import Copy, copy_in, copy_to
from .entry import Entry, NewEntry
from .errors import Conflict, StoreError
from .file import SUFFIX, LogFile
from .recover import End, Recovery, recover
from .seal import Seal
from .verify import Fault, verify, verify_file
from .whole import give_name

__all__ = [
    "Conflict",
    "Copy",
    "End",
    "Entry",
    "Fault",
    "LogFile",
    "NewEntry",
    "Recovery",
    "Seal",
    "StoreError",
    "SUFFIX",
    "copy_in",
    "copy_to",
    "give_name",
    "recover",
    "verify",
    "verify_file",
]
