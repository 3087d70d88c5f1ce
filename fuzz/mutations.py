"""Damage real files and read them tolerantly: `python -m fuzz.mutations [COUNT] [FOLDER …]`.

A damaged file ends in one of our own errors, or in a tournament with its repairs listed that can be
written and read again; never in anything else. What the strict reader accepts, the tolerant one
reads alike. A file that breaks this is written to `fuzz/found/` and the exit code is 1.
"""

import random
import sys
import time
from collections import Counter
from pathlib import Path

from crivello.formats import Document, read_document
from crivello.formats.archive import ENDINGS
from crivello.formats.trf import Dialect, write_trf
from crivello.model.errors import CrivelloError

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = [ROOT / "tests" / "data" / folder for folder in ("real", "swiss-manager")]
FOUND = ROOT / "fuzz" / "found"
SLOWEST = 10.0
"""Seconds for one file; far above anything seen, far below a hang."""
LARGEST = 16_000
"""Bytes of a file that is damaged; larger ones are cut to their first lines."""
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


def samples(folders: list[Path]) -> list[tuple[str, bytes]]:
    """Files by name; whole lines up to a size at which many can be tried."""
    found = []
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix.lower() in ENDINGS and path.is_file():
                data = path.read_bytes()
                binary = path.suffix.lower().startswith(".tu")
                found.append((path.name, data if binary else _cut(data)))
    return found


def _cut(data: bytes) -> bytes:
    if len(data) <= LARGEST:
        return data
    return data[: data.rfind(b"\n", 0, LARGEST) + 1]


def damaged(rng: random.Random, data: bytes, pool: list[tuple[str, bytes]]) -> bytes:
    """One to four changes as people and programs make them."""
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
    """Read it both ways; says how it went. Anything but our own errors comes through."""
    strict: Document | None = None
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


def main(arguments: list[str]) -> int:
    count = int(arguments[0]) if arguments else 100_000
    folders = [Path(name) for name in arguments[1:]] or SAMPLES
    pool = samples(folders)
    print(f"{len(pool)} files")
    endings: Counter[str] = Counter()
    failures = 0
    for seed in range(count):
        rng = random.Random(seed)
        name, data = rng.choice(pool)
        data = damaged(rng, data, pool)
        start = time.monotonic()
        reason = ""
        try:
            endings[examine(name, data)] += 1
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
            reason = f"{type(error).__name__}: {error}"
        if time.monotonic() - start > SLOWEST:
            reason = reason or "too slow"
        if (seed + 1) % 5_000 == 0:
            print(f"{seed + 1}: {dict(endings)}", flush=True)
        if reason:
            failures += 1
            FOUND.mkdir(exist_ok=True)
            path = FOUND / f"mutation-{seed}-{name}"
            path.write_bytes(data)
            print(f"{path}: {reason}", flush=True)
            if failures == 10:
                break
    print(f"{sum(endings.values())} files: {dict(endings)}, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
