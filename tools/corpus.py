"""Pair every round of tournaments with known pairings again: `make agree WHAT=corpus
CORPUS=folder`.

    python -m tools.corpus folder [folder ...]

A folder holds report files (`*.trf`) or folders of them; the edition is that of the nearest folder
whose name begins with the key of one, such as `dutch-2017-axes`. Exits with 1 if a pair, a colour
or a bye differs, or if nothing was found.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

from crivello.formats.trf import read_trf
from crivello.model.errors import CrivelloError
from crivello.model.keys import SYSTEMS
from crivello.model.tournament import Tournament
from crivello.systems.registry import find


@dataclass(frozen=True)
class Result:
    file: str
    rounds: int
    differences: tuple[str, ...]


def edition_of(path: Path) -> str:
    """Return the key of the edition that a folder above the file names."""
    for folder in path.parents:
        for key in SYSTEMS.swiss:
            if folder.name.startswith(key):
                return key
    raise SystemExit(f"{path}: no folder above it is named after an edition")


def differences(tournament: Tournament, edition: str) -> Iterator[str]:
    """Yield a line for each round that is paired differently."""
    system = find(edition)
    for number in range(1, tournament.paired_rounds + 1):
        paired = tournament.round(number)
        boards = {(game.white, game.black) for game in paired.games}
        byes = {player for player, bye in paired.byes if not bye.requested}
        try:
            ours = system.pair(tournament.before(number), number)
        except CrivelloError as error:
            yield f"round {number}: {error}"
            continue
        found = {(board.white, board.black) for board in ours.boards}
        bye = set() if ours.bye is None else {ours.bye}
        if (found, bye) != (boards, byes):
            yield (
                f"round {number}: expected {sorted(boards - found)} and the bye {sorted(byes)}, "
                f"found {sorted(found - boards)} and {sorted(bye)}"
            )


def check(path: Path) -> Result:
    tournament = read_trf(path.read_bytes()).tournament
    found = tuple(differences(tournament, edition_of(path)))
    return Result(str(path), tournament.paired_rounds, found)


def main(arguments: list[str]) -> int:
    files = [path for name in arguments for path in sorted(Path(name).resolve().rglob("*.trf"))]
    if not files:
        print(__doc__, file=sys.stderr)
        return 1
    start = time.monotonic()
    rounds: dict[str, int] = {}
    wrong = 0
    with Pool(os.cpu_count()) as pool:
        for result in pool.imap_unordered(check, files, chunksize=4):
            folder = Path(result.file).parent.name
            rounds[folder] = rounds.get(folder, 0) + result.rounds
            wrong += len(result.differences)
            for line in result.differences:
                print(f"{result.file}: {line}")
    for folder, count in sorted(rounds.items()):
        print(f"{folder:24}{count:>6} rounds")
    seconds = time.monotonic() - start
    total = sum(rounds.values())
    print(f"{len(files)} files, {total} rounds, {wrong} differences, {seconds:.0f} s")
    return int(wrong > 0 or total == 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
