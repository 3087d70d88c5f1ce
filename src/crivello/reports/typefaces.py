"""The fonts of the PDFs: those of the package and, if the user adds some, the user's.

Fonts of the system are not used, so that a page is the same on every computer. `FONTS.toml` in the
folder `fonts` lists the package's own, in the order in which they are tried for a letter;
`tools/fonts.py` makes them.
"""

from __future__ import annotations

import json
import os
import struct
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from crivello.model.errors import Unsupported
from crivello.model.sentence import N_, Sentence
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen
from crivello.words.columns import cut

if TYPE_CHECKING:
    from typst import Fonts

OWN = Path(__file__).with_name("fonts")
FOLDER = "CRIVELLO_FONTS"
"""The environment variable with the user's folder of fonts, for letters that ours lack."""
FAMILY = "CRIVELLO_FONT"
"""The environment variable with the family to print in, from that folder or ours."""

NO_FOLDER = N_("{variable} is {path!r}, which is not a folder.")
NO_FAMILY = N_("{variable} is {name!r}, which is not one of the fonts: {known}.")
NO_FONT = N_(
    "No font has these letters, so a PDF shows empty boxes for them: {letters}. They are in: "
    "{texts}. Put a font that has them into a folder and name the folder in {variable}."
)
MOST_LETTERS = 12
MOST_TEXTS = 5
LONGEST_TEXT = 60


@frozen
class Typefaces:
    """The folders with fonts, and the family that is tried first, if the user chose one."""

    folders: tuple[Path, ...] = (OWN,)
    first: str = ""

    def load(self) -> Fonts:
        return _load(self.folders)

    @property
    def families(self) -> list[str]:
        """The font families in the order in which they are tried; all other fonts follow."""
        known = self.load().families()
        if self.first and self.first not in known:
            raise Unsupported(NO_FAMILY, variable=FAMILY, name=self.first, known=", ".join(known))
        return [self.first, *own_families()] if self.first else list(own_families())


def chosen_typefaces(environment: Mapping[str, str] = os.environ) -> Typefaces:
    """Return our fonts together with the folder and family of the environment variables."""
    folder, first = environment.get(FOLDER), environment.get(FAMILY, "")
    if not folder:
        return Typefaces(first=first)
    if not Path(folder).is_dir():
        raise Unsupported(NO_FOLDER, variable=FOLDER, path=folder)
    return Typefaces((OWN, Path(folder).resolve()), first)


@cache
def own_families() -> tuple[str, ...]:
    listed = tomllib.loads((OWN / "FONTS.toml").read_text(encoding="utf-8"))
    return tuple(dict.fromkeys(font["name"] for font in listed["asset"]))


@cache
def _load(folders: tuple[Path, ...]) -> Fonts:
    from typst import Fonts

    return Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=list(folders))


# Letters that no font has


def find_unprintable(texts: Iterable[str]) -> Sentence | None:
    """Return a sentence on letters that no font has, with the texts they are in; None if all can be
    printed.
    """
    texts = [text for text in texts if not text.isascii()]
    if not texts:
        return None
    covered = _find_covered(chosen_typefaces().folders)
    letters: dict[str, None] = {}
    where: dict[str, None] = {}
    for text in texts:
        lacking = [one for one in text if not _is_covered(one, covered)]
        if lacking:
            letters |= dict.fromkeys(lacking)
            where[cut(text, LONGEST_TEXT)] = None
    if not letters:
        return None
    shown = [f"{one} (U+{ord(one):04X})" for one in letters]
    return Sentence(
        NO_FONT,
        letters=_first(shown, MOST_LETTERS),
        texts=_first(where, MOST_TEXTS),
        variable=FOLDER,
    )


def texts_of_page(data: str) -> Iterator[str]:
    """Return the texts in the data of `pdf.page_data`, without its pictures."""

    def walk(value: object) -> Iterator[str]:
        if isinstance(value, str) and not value.startswith("<svg"):
            yield value
        elif isinstance(value, dict | list):
            for one in value.values() if isinstance(value, dict) else value:
                yield from walk(one)

    return walk(json.loads(data))


def texts_of_tournament(tournament: Tournament) -> Iterator[str]:
    """Yield the names and texts of a tournament that pages print."""
    settings = tournament.settings
    yield from (settings.name, settings.city, settings.time_control, settings.chief_arbiter)
    yield from settings.deputy_arbiters
    yield from (team.name for team in settings.teams)
    for player in tournament.players:
        yield player.name
        yield from (value for _, value in player.tags)


def _first(these: Iterable[str], most: int) -> str:
    listed = list(these)
    return ", ".join(listed[:most]) + (", …" if len(listed) > most else "")


def _is_covered(letter: str, covered: frozenset[int]) -> bool:
    """Return True if the letter can be printed: it or its parts are in a font, or it is blank."""
    if ord(letter) in covered or unicodedata.category(letter) in (
        "Cc",
        "Cf",
        "Cs",
        "Zl",
        "Zp",
        "Zs",
    ):
        return True
    if 0xFE00 <= ord(letter) <= 0xFE0F:  # variation selectors
        return True
    parts = unicodedata.normalize("NFD", letter)
    return parts != letter and all(ord(part) in covered for part in parts)


@cache
def _find_covered(folders: tuple[Path, ...]) -> frozenset[int]:
    paths = sorted({Path(font.path) for font in _load(folders).fonts() if font.path})
    return frozenset(point for path in paths for point in read_letters(path))


def read_letters(path: Path) -> set[int]:
    """Return the code points that a font file, or a collection of fonts, has letters for."""
    found: set[int] = set()
    with path.open("rb") as file:
        starts = [0]
        if file.read(4) == b"ttcf":
            _, count = struct.unpack(">II", file.read(8))
            starts = list(struct.unpack(f">{count}I", file.read(4 * count)))
        for at in {_find_table(file, start, b"cmap") for start in starts}:
            if at is not None:
                file.seek(at)
                _, count = struct.unpack(">HH", file.read(4))
                records = struct.unpack(">" + "HHI" * count, file.read(8 * count))
                for offset in set(records[2::3]):
                    found |= _read_map(file, at + offset)
    return found


def _find_table(file: BinaryIO, start: int, tag: bytes) -> int | None:
    file.seek(start + 4)
    (count,) = struct.unpack(">H6x", file.read(8))
    for _ in range(count):
        name, at = struct.unpack(">4s4xI4x", file.read(16))
        if name == tag:
            return int(at)
    return None


def _read_map(file: BinaryIO, at: int) -> set[int]:
    """Return the code points of one `cmap` table, of format 4 (up to U+FFFF) or 12; empty for any
    other.
    """
    file.seek(at)
    (form,) = struct.unpack(">H", file.read(2))
    if form == 12:
        (count,) = struct.unpack(">10xI", file.read(14))
        groups = struct.iter_unpack(">III", file.read(12 * count))
        return {point for first, last, _ in groups for point in range(first, last + 1)}
    if form != 4:
        return set()
    length, doubled = struct.unpack(">H2xH", file.read(6))
    file.seek(at)
    table, count = file.read(length), doubled // 2
    ends = struct.unpack_from(f">{count}H", table, 14)
    firsts = struct.unpack_from(f">{count}H", table, 16 + doubled)
    deltas = struct.unpack_from(f">{count}H", table, 16 + 2 * doubled)
    offsets = struct.unpack_from(f">{count}H", table, 16 + 3 * doubled)
    found = set()
    for segment in range(count):
        for point in range(firsts[segment], min(ends[segment], 0xFFFE) + 1):
            glyph = (point + deltas[segment]) % 0x10000
            if offsets[segment]:
                place = 16 + 3 * doubled + 2 * segment + offsets[segment]
                (glyph,) = struct.unpack_from(">H", table, place + 2 * (point - firsts[segment]))
            if glyph:
                found.add(point)
    return found
