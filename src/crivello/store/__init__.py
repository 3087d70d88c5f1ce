"""The databases: every SQL statement of the program is in this package.

The log of a tournament file is an SQLite file to which events are appended and in which none is
overwritten. `list_index` is the index of a rating list, `network_file` the file of the hall
network. The package knows nothing about chess: an event is a type and a JSON text, which `desk`
interprets.
"""

from crivello.store.backup import Copy, copy_in, copy_to
from crivello.store.creation import give_name
from crivello.store.entry import LogEntry, NewEntry
from crivello.store.errors import Conflict, StoreError
from crivello.store.file import SUFFIX, LogFile
from crivello.store.recover import End, Recovery, recover
from crivello.store.seal import Seal
from crivello.store.verify import Fault, verify, verify_file

__all__ = [
    "Conflict",
    "Copy",
    "End",
    "LogEntry",
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
