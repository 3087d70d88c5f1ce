"""Read every report file of a folder, write it in every dialect, and read it again.

    python -m tools.roundtrip FOLDER

Prints a line for each file that is rejected or read back differently, and a count at the end.
"""

import sys
from pathlib import Path

from crivello.formats.trf import Dialect, losses, read_trf, write_trf
from crivello.model.errors import CrivelloError, Problem


def check(path: Path) -> list[str]:
    """Return the problems of writing a file in every dialect and reading it back."""
    try:
        document = read_trf(path.read_bytes())
    except CrivelloError as error:
        problems: tuple[Problem, ...] = getattr(error, "problems", ())
        return [str(error), *(f"  line {p.line}, column {p.column}: {p}" for p in problems)]
    found = []
    for dialect in Dialect:
        lost = losses(document.tournament, dialect)
        try:
            back = read_trf(write_trf(document.tournament, dialect)).tournament
        except CrivelloError as error:
            if not lost:
                found.append(f"{dialect.value}: {error}")
            continue
        if not lost and back != document.tournament:
            found.append(f"{dialect.value}: not the same")
    if all(losses(document.tournament, dialect) for dialect in Dialect):
        found.append("no dialect carries it without loss")
    return found


def main(folders: list[str]) -> int:
    """Check the files in the folders; the exit code is 1 if a file failed."""
    paths = sorted(path for folder in folders for path in Path(folder).rglob("*.trf"))
    failed = 0
    for path in paths:
        found = check(path)
        failed += bool(found)
        for sentence in found:
            print(f"{path}: {sentence}")
    print(f"{len(paths)} files, {failed} failed")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
