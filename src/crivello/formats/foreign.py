"""Files of other programs that cannot be read: each is named, with what to do instead."""

from __future__ import annotations

from crivello.model.errors import Unsupported
from crivello.model.sentence import N_

FOREIGN = N_(
    "This is a file of {program}; crivello can't read it. Export a report file (TRF) with that "
    "program, and open the report file."
)
FOREIGN_TABLE = N_(
    "This is a table of results in the format of {program}; crivello can't read it. Ask for the "
    "report file (TRF) of the tournament."
)

BEGINNINGS = (
    (b"\x00\x01\x00\x00Standard Jet DB", "Papi"),
    (b"\x00\x01\x00\x00Standard ACE DB", "Papi"),
)
"""First bytes of files; Papi keeps its tournaments in databases of Access."""
ENDINGS = {
    "papi": "Papi",
    "swt": "Swiss-Chess",
    "trn": "SwissPerfect",
    "sco": "SwissPerfect",
    "veg": "Vega",
    "vegx": "Vega",
}
IRISH = "the Irish Chess Union (ICU)"


def refuse_foreign(data: bytes | str, name: str) -> None:
    """Raise `Unsupported` for a file of a known program that cannot be read.

    A report file is read whatever its name is.
    """
    raw = data[:4096].encode() if isinstance(data, str) else data[:4096]
    program = next((one for start, one in BEGINNINGS if raw.startswith(start)), None)
    lines = raw.lstrip(b"\xef\xbb\xbf").replace(b"\r", b"\n").split(b"\n")
    if program is None and not any(line.startswith((b"012 ", b"001 ")) for line in lines):
        program = ENDINGS.get(name.rpartition(".")[2].lower() if "." in name else "")
    if program is not None:
        raise Unsupported(FOREIGN, program=program)
    heads = {line.partition(b",")[0].strip(b'" ') for line in lines}
    if lines[0].strip(b'"').startswith(b"Event") and {b"Event", b"Start", b"Player"} <= heads:
        raise Unsupported(FOREIGN_TABLE, program=IRISH)
