"""File formats of plug-ins: functions that read or write a tournament."""

from __future__ import annotations

from collections.abc import Callable

from crivello.model.errors import CrivelloError, Illegal, Malformed
from crivello.model.plug_ins import FORMATS_GROUP, describe_failure, load_plug_ins
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen

FAILED = N_("The format {key} of {package} failed: {why}")
NOT_READ = N_("The format {key} of {package} can be written, not read.")
NOT_WRITTEN = N_("The format {key} of {package} can be read, not written.")
OURS = frozenset(
    {"", "trf", "txt", "trfx", "trfbx", "trf16", "trf26", "fid", "json", "csv", "tunx", "turx"}
    | {"tumx", "crivello", "zip"}
)
"""Endings of file names that are never asked of plug-ins."""

Reader = Callable[[bytes], Tournament]
Writer = Callable[[Tournament], bytes]


@frozen
class PlugInFormat:
    """The format of a plug-in; a missing function means that it cannot be read, or written."""

    key: str
    ending: str
    """Without the dot."""
    title: str
    package: str
    reader: Reader | None = None
    writer: Writer | None = None

    def read(self, data: bytes) -> Tournament:
        if self.reader is None:
            raise Malformed(NOT_READ, key=self.key, package=self.package)
        try:
            return self.reader(data)
        except CrivelloError:
            raise
        except Exception as error:
            raise self._make_error(error) from error

    def write(self, tournament: Tournament) -> bytes:
        if self.writer is None:
            raise Illegal(NOT_WRITTEN, key=self.key, package=self.package)
        try:
            return self.writer(tournament)
        except CrivelloError:
            raise
        except Exception as error:
            raise self._make_error(error) from error

    def _make_error(self, error: Exception) -> Malformed:
        why = describe_failure(error)
        return Malformed(FAILED, key=self.key, package=self.package, why=why)


ADDED: dict[str, PlugInFormat] = {}
"""The formats that plug-ins have added so far, by key."""


def add_format(one: PlugInFormat) -> None:
    ADDED[one.key] = one


def added_formats() -> dict[str, PlugInFormat]:
    """Return the formats of plug-ins by key, after loading them."""
    load_plug_ins(FORMATS_GROUP)
    return ADDED


def find_format(name: str) -> PlugInFormat | None:
    """Return the format of a plug-in for a file name, by its ending; None if there is none."""
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    if ending in OURS:
        return None
    return next((one for one in added_formats().values() if one.ending == ending), None)
