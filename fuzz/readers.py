"""Read damaged files with every reader: `python -m fuzz.readers [COUNT] [SEED] [FIRST]`.

The readers are those of report files (strict and tolerant), JSON, tables as CSV and XLSX,
Swiss-Manager, archives, rating lists in all their forms, prizes, and seals. A reader may reject a
file with one of our own errors and no other exception, in reasonable time and memory; a tournament
that it returns can be written and read again. Input number N of a seed is always the same. An input
that breaks this is written to `fuzz/found/`, and the exit code is 1.
"""

import io
import random
import sys
import tempfile
import time
import tracemalloc
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from crivello.formats import read, read_document
from crivello.formats.archive import members
from crivello.formats.csv_players import read_players
from crivello.formats.json_form import read_json, write_json
from crivello.formats.trf import read_trf
from crivello.lists import preview, read_entries
from crivello.model.errors import CrivelloError
from crivello.model.tournament import Tournament
from crivello.standings.prizes.prize_lists import read_prizes
from crivello.store.signing import FIRST_LINE, read_seal
from crivello.words import Language, say
from fuzz import mutations, trf

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
FOUND = ROOT / "fuzz" / "found"
SLOWEST = 30.0
"""The most seconds for one small file; far above anything seen, far below a hang."""
MEASURED = 1000
"""Memory is measured for one in this many inputs, since that is slow."""
FAILURES = 10

PRIZES = b"""mode = "one"
currency = "EUR"
decimals = 2
[[list]]
name = "Main"
prizes = [500, 300.50, { prize = "Book", value = 20 }, "Cup"]
[[list]]
name = "Under 18"
category = ["age=U18", "rating=-1999"]
prizes = [100]
minimum_players = 3
players = [1, 2]
"""
SIGNED = f"{FIRST_LINE}\nevent 42\ndigest 3f9a0c41d2b7e865\nkey {'A' * 43}=\nsignature {'B' * 86}=="
SEALS = [b"42-3f9a0c41d2b7e865", SIGNED.encode()]
TABLES = [
    b"number,name,rating,birth,sex\n1,A,2000,1990,m\n2,B,1900,2001/05/07,w\n",
    b"name;title;club;tag:x\nA;GM;y;z\n",
    b"Cognome;Nome;Elo;Data di nascita\nRossi;Anna;2000;12/5/1990\n",
]


@dataclass(frozen=True)
class Kind:
    """A reader, samples of its input, and its share of the inputs in percent."""

    share: int
    pool: list[bytes]
    read: Callable[[bytes], Tournament | None]
    packed: bool = False
    """True for archives, half of whose inputs are damaged inside."""


class Readers:
    """All kinds, with samples of each; lists are read from a file in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def kinds(self) -> dict[str, Kind]:
        reports = [data for data in trf.samples([DATA]) if data[:1] not in b"{n"]
        reports = [data for data in reports if len(data) < 2500]
        real = [data[:2500] for name, data in mutations.samples([DATA / "real"]) if data]
        binary = [data for _, data in mutations.samples([DATA / "swiss-manager"])]
        binary = sorted(binary, key=len)[:12]
        documents = [write_json(read(data)).encode() for data in map(_sound, reports) if data]
        lists = [path.read_bytes()[:4000] for path in sorted((DATA / "lists").iterdir())]
        archives = [_zip({"a.trf": reports[0], "b/c.json": documents[0]})]
        lists += [_zip({"players_list.txt": lists[0]}), *TABLES]
        return {
            "TRF, strict": Kind(18, reports + real, lambda data: read_trf(data).tournament),
            "TRF, tolerant": Kind(
                18, reports + real, lambda data: read_trf(data, tolerant=True).tournament
            ),
            "JSON": Kind(15, documents, read_json),
            "CSV": Kind(10, TABLES, lambda data: Tournament(read_players(data))),
            "any table": Kind(10, TABLES, _entries("x.csv")),
            "XLSX": Kind(3, [_workbook()], _entries("x.xlsx"), packed=True),
            "Swiss-Manager": Kind(
                8, binary, lambda data: read_document(data, "x.TUNX", tolerant=True).tournament
            ),
            "zip": Kind(3, archives, _members, packed=True),
            "rating list": Kind(7, lists, self._preview),
            "prizes": Kind(4, [PRIZES], lambda data: self._prizes(data)),
            "seal": Kind(4, SEALS, _seal),
        }

    @cached_property
    def _tournament(self) -> Tournament:
        return next(read(data) for data in self.kinds["TRF, strict"].pool if _sound(data))

    def _prizes(self, data: bytes) -> None:
        read_prizes(data, self._tournament)

    def _preview(self, data: bytes) -> None:
        name = "x.zip" if data.startswith(b"PK") else "x.xml" if b"<" in data[:50] else "x.txt"
        path = self._folder / name
        path.write_bytes(data)
        preview(path, count=1000, folder=self._folder)

    def input(self, seed: int, number: int) -> tuple[str, bytes]:
        """Return the kind and the bytes of one input."""
        rng = random.Random(f"{seed}-{number}")
        kinds = self.kinds
        (name,) = rng.choices(list(kinds), [kind.share for kind in kinds.values()])
        kind = kinds[name]
        if kind.packed and rng.random() < 0.5:
            return name, _damaged_inside(rng, rng.choice(kind.pool))
        if name.startswith("TRF") and rng.random() < 0.5:
            pool = [("", data) for data in kind.pool]
            return name, mutations.damaged(rng, rng.choice(kind.pool), pool)
        return name, trf.damaged(rng, kind.pool, most=rng.choice((2, 8)))

    def examine(self, name: str, data: bytes) -> str:
        """Read an input; return what happened in a word. Exceptions other than our own errors are
        not caught.
        """
        try:
            tournament = self.kinds[name].read(data)
        except CrivelloError as error:
            for said in (error, *getattr(error, "problems", ())):
                say(said, Language.IT)
            return "refused"
        if tournament is not None and name != "CSV":
            assert read_json(write_json(tournament)) == tournament
        return "read"


def _sound(data: bytes) -> bytes:
    """Return the data if they can be read, else nothing."""
    try:
        read(data)
    except CrivelloError:
        return b""
    return data


def _entries(name: str) -> Callable[[bytes], None]:
    def entries(data: bytes) -> None:
        read_entries(data, name)

    return entries


def _members(data: bytes) -> None:
    for name, inside in members(data, "x.zip"):
        read_document(inside, name, tolerant=True)


def _seal(data: bytes) -> None:
    read_seal(data.decode("utf-8", "replace"))


def _zip(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def _workbook() -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.create_sheet("Players", 0)
    for row in (("name", "rating", "born"), ("Rossi, Anna", 2000, 1990), ("Bianchi", None, 2001)):
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _damaged_inside(rng: random.Random, data: bytes) -> bytes:
    """Return an archive with one part changed and everything packed again."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = rng.choice(list(parts))
    parts[name] = trf.damaged(rng, [parts[name]])
    return _zip(parts)


def main(arguments: list[str]) -> int:
    count, seed, first = [
        int(word) for word in (*arguments, *("100000", "1", "0")[len(arguments) :])
    ]
    ends: Counter[tuple[str, str]] = Counter()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        readers = Readers(Path(folder))
        for number in range(first, first + count):
            name, data = readers.input(seed, number)
            measured = number % MEASURED == 0
            if measured:
                tracemalloc.start()
            start = time.process_time()  # the machine may be busy, or the run stopped for a while
            reason = ""
            try:
                ends[name, readers.examine(name, data)] += 1
            except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
                reason = f"{type(error).__name__}: {error}"
            if time.process_time() - start > SLOWEST:
                reason = reason or "too slow"
            if measured:
                if tracemalloc.get_traced_memory()[1] > trf.MEMORY + trf.MEMORY_PER_BYTE * len(
                    data
                ):
                    reason = reason or "too much memory"
                tracemalloc.stop()
            if reason:
                failures += 1
                FOUND.mkdir(exist_ok=True)
                path = FOUND / f"{seed}-{number}"
                path.write_bytes(data)
                print(f"{path} ({name}): {reason}", flush=True)
                if failures == FAILURES:
                    break
            if (number - first + 1) % 50_000 == 0:
                print(f"{number - first + 1} inputs, {failures} failures", flush=True)
    for name in readers.kinds:
        print(f"{name}: {ends[name, 'read']} read, {ends[name, 'refused']} refused")
    print(f"seed {seed}: {sum(ends.values()) + failures} inputs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
