"""Read tournaments from files, and write them to files."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

from crivello.front.tournament import Tournament, core, of_model
from crivello.front.validation import show_value
from crivello.model.errors import Illegal, Malformed, Problem
from crivello.model.sentence import N_, Sentence

FORMS = {".trf": "trf26", ".txt": "trf26", ".trfx": "trfx", ".json": "json", ".csv": "csv"}
"""What is written where only the ending of the name says so."""
KINDS = ("trf26", "trf16", "trfx", "trfbx", "json", "csv")
NO_KIND = N_("{found} is not a file format. Known: {known}.")
NOT_A_SOURCE = N_("A path or the bytes of a file is expected, not {found}.")


def read(source: str | os.PathLike[str] | bytes, *, tolerant: bool = False) -> Tournament:
    """Read a tournament from a file, given by its path or as bytes.

    The format is recognised: TRF in any dialect, JSON, a CSV of players, a file of Swiss-Manager.
    If the file is invalid, `Malformed` or `Illegal` is raised with a list of all problems. What is
    only unusual is in the ``warnings`` of the tournament.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     lost = write(example(), f"{folder}/t.trf")
    ...     t = read(f"{folder}/t.trf")
    >>> len(t.players), t.paired_rounds, t.warnings
    (14, 3, ())

    `tolerant` repairs what it can and lists the ``repairs``. The tournament cannot be paired if one
    of them could change the pairing. A missing file raises Python's `FileNotFoundError`.
    """
    from crivello import formats

    if isinstance(source, bytes):
        document = formats.read_document(source, tolerant=bool(tolerant))
    elif isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            data = file.read()
        document = formats.read_document(data, os.fspath(source), bool(tolerant))
    else:
        raise Malformed(NOT_A_SOURCE, found=type(source).__name__)
    return of_model(document.tournament, document.warnings, document.repairs)


def example(name: str = "fourteen") -> Tournament:
    """Return an example tournament that comes with the package.

    ``fourteen`` is a tournament of 14 players before round 4. ``dutch-2017``, ``dutch-2011`` and
    ``dubov-2018`` are the worked tournaments of the literature, with all rounds.

    >>> t = example()
    >>> t.settings.name, len(t.players), t.paired_rounds
    ('Fourteen players, before round 4', 14, 3)
    >>> example("dubov-2018").paired_rounds
    6
    """
    from crivello.formats.example import read_example

    return read(read_example(name))


def write(
    tournament: Tournament, path: str | os.PathLike[str], form: str | None = None
) -> tuple[Problem, ...]:
    """Write a tournament to a file; return a list of what the format could not store.

    `form` is ``trf26``, ``trf16``, ``trfx``, ``trfbx``, ``json``, ``csv`` (players only) or a
    format of a plug-in. By
    default the file name decides, and ``.trf`` means ``trf26``. JSON stores everything. The file is
    written completely or not at all.

    >>> from tempfile import TemporaryDirectory
    >>> t = Tournament.new("Open", 5, ["Ada", "Ben"])
    >>> with TemporaryDirectory() as folder:
    ...     lost = write(t, f"{folder}/open.json")
    ...     read(f"{folder}/open.json") == t, lost
    (True, ())
    """
    text, lost = _write(core(tournament), _form(path, form))
    write_whole(path, text.encode() if isinstance(text, str) else text)
    return tuple(lost)


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file completely, or not at all."""
    folder, name = os.path.split(os.fspath(path))
    beside = os.path.join(folder, f".{name}.{os.getpid()}.new")
    try:
        with open(beside, "wb") as file:
            file.write(data)
        os.replace(beside, path)
    except OSError as error:
        with suppress(OSError):
            os.remove(beside)
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from None


def _form(path: str | os.PathLike[str], form: str | None) -> str:
    if not isinstance(path, str | os.PathLike):
        raise Illegal(NOT_A_SOURCE, found=type(path).__name__)
    ending = os.path.splitext(os.fspath(path))[1].lower()
    wanted = FORMS.get(ending, ending) if form is None else form
    if wanted not in KINDS:
        from crivello.formats.plug_in import added_formats, find_format

        added = find_format(os.fspath(path)) if form is None else added_formats().get(wanted)
        if added is not None:
            return added.key
        raise Illegal(NO_KIND, found=show_value(wanted), known=", ".join(KINDS))
    return wanted


def _write(whole: Any, form: str) -> tuple[str | bytes, tuple[Problem, ...]]:
    if form == "json":
        from crivello.formats.json_form import write_json

        return write_json(whole), ()
    if form == "csv":
        from crivello.formats.csv_players import write_players

        lost = Problem(Sentence(N_("Not stored: everything but the players.")))
        return write_players(whole.players), (lost,)
    if form not in KINDS:
        from crivello.formats.plug_in import added_formats

        return added_formats()[form].write(whole), ()
    from crivello.formats.trf import losses, write_trf

    return write_trf(whole, form), tuple(losses(whole, form))
