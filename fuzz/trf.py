"""Damaged tournament files, and what must hold for every one of them.

A reader may refuse a file with one of our own errors and nothing else. What it accepts must be fit
to be written and read again. `fuzz.readers` runs it by the million.
"""

import random
from pathlib import Path

from crivello.formats import read
from crivello.formats.csv_players import read_players
from crivello.formats.json_form import read_json, write_json
from crivello.formats.trf import Dialect, losses, read_trf, write_trf
from crivello.model.errors import CrivelloError

MEMORY_PER_BYTE = 5_000
MEMORY = 50_000_000
PIECES = (
    b"\n", b"\r", b"\r\n", b"\t", b"\x00", b"\xff", b"\xef\xbb\xbf", b" ", b"0000 - U", b"9999 w 1",
    b"\nXXR 999999999", b"\n250       1.0 001 999    1 9999", b"\n299 W         1.0         1",
    b"\nXXA    1  1.0", b"\nXXP 1 2", b"\nXXZ 1", b"\nXXC rank", b"\nXXS W=3 PAB=.25",
    b"\nBBU  0.5",
    b"\n162  W 3.0    X 0.5", b"\n192 FIDE_DUTCH_BAKU", b"\n240 H 001    1", b"\n260 001 002    1",
    b"\n013 Team", b"\nITA    1", b"\n132", b"\n310", b"###", "½é\u2028".encode(), b"[" * 2000,
    b'{"', b"9" * 30, b"-", b",", b";", b'"', b"null", b"1e999", b"NaN",
)  # fmt: skip


def samples(folders: list[Path]) -> list[bytes]:
    """Return report files, some of them as JSON, and tables of players."""
    files = [path.read_bytes() for folder in folders for path in sorted(folder.rglob("*.trf"))]
    small = [data for data in files if len(data) < 4000][:500]
    documents = []
    for data in small:
        try:
            documents.append(write_json(read(data)).encode())
        except CrivelloError:
            continue
    tables = [b"number,name,rating\n1,A,2000\n2,B,1900\n", b"name;title;club\nA;GM;x\n"]
    return small + documents[::3] + tables


def damaged(rng: random.Random, pool: list[bytes], most: int = 8) -> bytes:
    """Return a sample with at least one and fewer than `most` random changes."""
    data = bytearray(rng.choice(pool))
    for _ in range(rng.randrange(1, most)):
        here = rng.randrange(len(data) + 1)
        there = min(len(data), here + rng.randrange(1, 60))
        match rng.randrange(6):
            case 0 if data:
                data[min(here, len(data) - 1)] = rng.randrange(256)
            case 1:
                del data[here:there]
            case 2:
                data[here:here] = data[here:there] * rng.randrange(1, 4)
            case 3:
                data[here:here] = rng.choice(PIECES)
            case 4:
                other = rng.choice(pool)
                start = rng.randrange(len(other) + 1)
                data[here:there] = other[start : start + rng.randrange(200)]
            case _:
                data[here:there] = rng.choice(PIECES)
    return bytes(data)


def try_readers(data: bytes) -> None:
    """Read one file with every reader; exceptions other than our own errors are not caught."""
    for reader in (read, read_json, read_players):
        try:
            reader(data)
        except CrivelloError as error:
            str(error)
            for problem in getattr(error, "problems", ()):
                str(problem)
    try:
        document = read_trf(data)
    except CrivelloError:
        return
    for warning in document.warnings:
        str(warning)
    tournament = document.tournament
    assert read_json(write_json(tournament)) == tournament
    for dialect in Dialect:
        if not losses(tournament, dialect):
            assert read_trf(write_trf(tournament, dialect)).tournament == tournament
