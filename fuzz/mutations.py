"""Damage real files and read them tolerantly.

    python -m fuzz.mutations [--count N] [--seed FIRST] [--processes N] [FOLDER …]

Reading a damaged file must raise one of our own errors, or return a tournament with a list of
repairs that can be written and read again. A file that the strict reader accepts must be read
equally by the tolerant one. A file that breaks this is written to `fuzz/found/` and the exit code
is 1.

Every seed makes one damaged file, always the same: an interrupted run can be continued with
`--seed`.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from crivello.formats import TournamentDocument, read_document
from crivello.formats.archive import ENDINGS
from crivello.formats.swiss_manager import MAGIC
from crivello.formats.trf import Dialect, write_trf
from crivello.model.errors import CrivelloError

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = [ROOT / "tests" / "data" / folder for folder in ("real", "swiss-manager")]
FOUND = ROOT / "fuzz" / "found"
SLOWEST = 10.0
"""The most seconds for one file; far above anything seen, far below a hang."""
CHUNK = 250
"""The number of files that a process damages before it reports."""
MOST_FAILURES = 10
BORDERS = (4, 8, 9, 13, 14, 47, 48, 52, 53, 56, 57, 68, 69, 79, 80, 84, 85, 89, 91, 95, 97, 99)
CELLS = (
    b"0000 - +", b"0000 - =", b"0000 - U", b"   1 w 1", b"   1 - -", b"     - H", b"9999 b 0",
    b"   2 w X", b"0000 w 1", b"        ", b"   1 b U", b"12 w 1  ",
)  # fmt: skip
LINES = (
    b"XXR 3", b"142 9 rounds", b"XXC black", b"192 FIDE_DUTCH_2031_BAKU", b"192 FIDE_ODD",
    b"042 01/02/2026", b"052 soon", b"132 26/01/01 26/01/02", b"162  W 3.0    Q 1.0",
    b"240 H 002    1", b"250      1.0 001 003    1    9", b"260 001 002    1    2",
    b"299 W         1.0         1", b"310   1 A", b"013 Team", b"XXA    1  1.0  1.0", b"XXZ 1",
    b"XXP 1 2", b"XXS W=3 D=1", b"BBU  0.5", b"ITA    1", b"### x", b"0123456789", b"001",
)  # fmt: skip


Pool = list[tuple[str, bytes]]
"""Files with their names."""


def samples(folders: list[Path]) -> Pool:
    """Return every tournament file of the folders, undamaged."""
    return [
        (path.name, path.read_bytes())
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in ENDINGS and path.is_file()
    ]


def damaged(rng: random.Random, data: bytes, pool: Pool) -> bytes:
    """Return a file with one to four changes such as people, programs and disks make."""
    if data.startswith(MAGIC):
        return _damaged_bytes(rng, data)
    return _damaged_lines(rng, data, pool)


def _damaged_bytes(rng: random.Random, data: bytes) -> bytes:
    """Return bytes of which some are changed, cut out, doubled or exchanged, or the end is cut
    off.
    """
    changed = bytearray(data)
    for _ in range(rng.randrange(1, 5)):
        if not changed:
            break
        here = rng.randrange(len(changed))
        there = here + rng.randrange(1, 200)
        match rng.randrange(8):
            case 0 | 1:
                changed[here] = rng.randrange(256)
            case 2:
                changed[here : here + 2] = b"\xff\xff"
            case 3:
                del changed[here:there]
            case 4:
                changed[here:here] = changed[here:there]
            case 5:  # a small number elsewhere: a count, a player, a result
                changed[here : here + 2] = rng.randrange(300).to_bytes(2, "little")
            case 6:
                mark = changed.find(MAGIC[1:], here)
                if mark > 0:
                    changed[mark - 1] = rng.choice(b"\x93\x95\xa3\xa5\xb3\xb5\xc3\xc5\xd3\xe3\x77")
            case _ if rng.randrange(10) == 0:
                del changed[here:]
    return bytes(changed)


def _damaged_lines(rng: random.Random, data: bytes, pool: Pool) -> bytes:
    lines = data.splitlines(keepends=True)
    for _ in range(rng.randrange(1, 5)):
        if not lines:
            break
        place = rng.randrange(len(lines))
        line = bytearray(lines[place])
        column = rng.choice(BORDERS) if rng.random() < 0.5 else rng.randrange(len(line) + 1)
        match rng.randrange(11):
            case 0 if line:
                line[min(column, len(line) - 1)] = rng.randrange(256)
            case 1:
                del line[column : column + rng.randrange(1, 4)]
            case 2:
                line[column:column] = b" " * rng.randrange(1, 4)
            case 3:
                line[column:column] = b"\t"
            case 4:
                number = rng.randrange(12)
                first = 91 + 10 * number
                line[first : first + 8] = rng.choice(CELLS)
            case 5:
                line[80:84] = rng.choice((b" 0.0", b" 1.5", b"9.99", b"    ", b"-1.0", b"1,5 "))
            case 6:
                lines.insert(place, rng.choice(LINES) + b"\n")
                continue
            case 7:
                del lines[place]
                continue
            case 8:
                lines.insert(place, lines[rng.randrange(len(lines))])
                continue
            case 9:
                del line[column:]
                line += b"\n"
            case _:
                other = rng.choice(pool)[1]
                start = rng.randrange(len(other) + 1)
                line[column:column] = other[start : start + rng.randrange(40)]
        lines[place] = bytes(line)
    return b"".join(lines)


def examine(name: str, data: bytes) -> str:
    """Read a file strictly and tolerantly; return what happened in a word.

    Exceptions other than our own errors are not caught.
    """
    strict: TournamentDocument | None = None
    try:
        strict = read_document(data, name)
    except CrivelloError as error:
        _said(error)
    try:
        document = read_document(data, name, tolerant=True)
    except CrivelloError as error:
        _said(error)
        assert strict is None, "read strictly, but not tolerantly"
        return "refused"
    for remark in (*document.warnings, *document.repairs):
        assert str(remark)
    if strict is None:
        assert document.repairs, "refused strictly, and no repair is listed"
    elif not document.repairs:
        assert document.tournament == strict.tournament, "read differently, and nothing listed"
    dialect = list(Dialect)[len(data) % len(Dialect)]
    read_document(write_trf(document.tournament, dialect), "again.trf", tolerant=True)
    return "mended" if document.repairs else "sound"


def _said(error: CrivelloError) -> None:
    assert str(error)
    for problem in getattr(error, "problems", ()):
        assert str(problem)


class Outcome(NamedTuple):
    """The outcome of the files of some seeds."""

    seeds: range
    endings: Counter[str]
    failures: list[str]


def run(pool: Pool, seeds: range) -> Outcome:
    endings: Counter[str] = Counter()
    failures = []
    for seed in seeds:
        rng = random.Random(seed)
        name, data = rng.choice(pool)
        data = damaged(rng, data, pool)
        start = time.process_time()
        reason = ""
        try:
            endings[examine(name, data)] += 1
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
            reason = f"{type(error).__name__}: {error}"
        if time.process_time() - start > SLOWEST:
            reason = reason or "too slow"
        if reason:
            FOUND.mkdir(exist_ok=True)
            path = FOUND / f"mutation-{seed}-{name}"
            path.write_bytes(data)
            failures.append(f"{path}: {reason}")
    return Outcome(seeds, endings, failures)


def outcomes(pool: Pool, seeds: range, processes: int) -> Iterator[Outcome]:
    """Yield the outcomes of chunks of seeds, in the order of the seeds."""
    chunks = [seeds[place : place + CHUNK] for place in range(0, len(seeds), CHUNK)]
    work = partial(run, pool)
    if processes == 1:
        yield from map(work, chunks)
        return
    with multiprocessing.Pool(processes) as workers:
        yield from workers.imap(work, chunks)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="fuzz.mutations")
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(arguments)
    pool = samples(asked.folders or SAMPLES)
    print(f"{len(pool)} files", flush=True)
    endings: Counter[str] = Counter()
    failures = 0
    for outcome in outcomes(pool, range(asked.seed, asked.seed + asked.count), asked.processes):
        endings += outcome.endings
        failures += len(outcome.failures)
        for failure in outcome.failures:
            print(failure, flush=True)
        if outcome.seeds.stop % 5_000 == 0:
            print(f"seeds below {outcome.seeds.stop}: {dict(endings)}", flush=True)
        if failures >= MOST_FAILURES:
            break
    print(f"{sum(endings.values())} files: {dict(endings)}, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
