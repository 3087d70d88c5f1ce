"""The format of a file, recognised by its name or its beginning."""

from __future__ import annotations

from enum import Enum

from crivello.formats.foreign import refuse_foreign
from crivello.formats.plug_in import find_format
from crivello.formats.swiss_manager import MAGIC
from crivello.formats.trf import TournamentDocument, read_trf
from crivello.formats.trf.lines import decode
from crivello.model.tournament import Tournament
from crivello.standard.patterns import pattern

_REPORT_LINE = pattern(r"(?m)^(?:[0-9]{3}|XX[A-Z]|BB[A-Z]|###)(?: |$)")


class Form(Enum):
    """A format of tournament files; the value is the ending of a file name."""

    TRF = "trf"
    JSON = "json"
    CSV = "csv"
    SWISS_MANAGER = "tunx"


def form_of(data: bytes | str, name: str = "") -> Form:
    """Return the format of a file: by its ending if that is known, else by its content.

    A Swiss-Manager file is recognised only by its first bytes, whatever its name.
    """
    if isinstance(data, bytes) and data.startswith(MAGIC):
        return Form.SWISS_MANAGER
    ending = name.rpartition(".")[2].lower()
    for form in (Form.TRF, Form.JSON, Form.CSV):
        if ending == form.value:
            return form
    start = data[:4096]
    text = decode(start).lstrip()
    if text.startswith("{"):
        return Form.JSON
    if _REPORT_LINE.search(text.replace("\r", "\n")):
        return Form.TRF
    first = text.split("\n", 1)[0].split("\r", 1)[0].lower()
    if "name" in first and any(delimiter in first for delimiter in ",;\t"):
        return Form.CSV
    return Form.TRF


def read_document(data: bytes | str, name: str = "", tolerant: bool = False) -> TournamentDocument:
    """Read the tournament in a file of any format, with the reader's warnings.

    A tolerant reading repairs what it can and lists the repairs; our own formats, JSON and tables
    of players, are always read strictly.
    """
    added = find_format(name)
    if added is not None:
        return TournamentDocument(added.read(data.encode() if isinstance(data, str) else data))
    refuse_foreign(data, name)
    match form_of(data, name):
        case Form.TRF:
            return read_trf(data, tolerant)
        case Form.JSON:
            # Only the reader that is needed is loaded.
            from crivello.formats.json_form import read_json

            return TournamentDocument(read_json(data))
        case Form.CSV:
            from crivello.formats.csv_players import read_players

            return TournamentDocument(Tournament(read_players(data)))
        case Form.SWISS_MANAGER:
            from crivello.formats.swiss_manager.reader import read_swiss_manager

            assert isinstance(data, bytes), "known by its bytes"
            return read_swiss_manager(data, tolerant)


def read(data: bytes | str, name: str = "", tolerant: bool = False) -> Tournament:
    """Read the tournament in a file of any format; for a table of players, only the players."""
    return read_document(data, name, tolerant).tournament
