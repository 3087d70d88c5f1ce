"""Compare our Dutch system of 2017 with py4swiss: `make agree WHAT=py4swiss`.

    python -m tools.py4swiss_check [--tournaments 300] [--seed 0]

Random tournaments of 10 to 60 players are made and paired by our own code; before every round
py4swiss pairs the same round. Differences are listed and the program exits with 1.

Two differences are known. If odd or even decides a colour (E.5), py4swiss also counts players who
have not entered yet (`docs/decisions/parity.md`): an option makes our code do the same here. And
its look-ahead to the last bracket (C.7) ignores who would get the bye
(`docs/decisions/look-ahead.md`): rounds that agree once our code ignores it too are counted apart.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import Pool
from pathlib import Path

from py4swiss.engines import DutchEngine  # type: ignore[import-untyped]
from py4swiss.engines.common.exceptions import PairingError  # type: ignore[import-untyped]
from py4swiss.trf import TrfParser  # type: ignore[import-untyped]

from crivello.formats.trf import write_trf
from crivello.model.errors import Impossible
from crivello.model.pairing import RoundPairing
from crivello.model.player import Player
from crivello.model.result import Bye
from crivello.model.settings import Parity
from crivello.model.tournament import Round, Tournament
from crivello.systems.dutch.solver.problem import BracketProblem
from crivello.systems.registry import find
from tests.support.random_events import Axes, play

KEY = "dutch-2017"

Boards = frozenset[tuple[int, int]]
"""White and Black of each pair; Black is 0 for the bye. Empty if the round cannot be paired."""


@dataclass(frozen=True)
class Result:
    seed: int
    rounds: int
    differences: tuple[str, ...]
    last_bracket: int
    """The number of rounds that differ only because of the bye in the look-ahead."""


def report(tournament: Tournament, number: int) -> str:
    """Return the report file for the pairing of a round: absent players have a bye, and all have a
    rank.
    """
    rounds = []
    for at in range(1, number + 1):
        this = tournament.round(at)
        seen = {player for game in this.games for player in (game.white, game.black)}
        seen |= {player for player, _ in this.byes}
        absent = [
            (player.id, Bye.ZERO_POINT)
            for player in tournament.players
            if player.id not in seen and (at < number or not _present(player, number))
        ]
        byes = tuple(sorted((*this.byes, *absent), key=lambda bye: bye[0]))
        rounds.append(Round(this.games, byes))
    tournament = replace(tournament, rounds=tuple(rounds))
    lines = write_trf(tournament, "trfx").splitlines()
    ranked = [
        f"{line[:85]:85}{rank:4}{line[89:]:2}" if line.startswith("001") else line
        for rank, line in enumerate(lines)
    ]
    return "\n".join(ranked) + "\n"


def _present(player: Player, number: int) -> bool:
    left = player.withdrawn_after
    return player.entered <= number and (left is None or left >= number)


@contextmanager
def blind_look_ahead() -> Iterator[None]:
    """Treat the last bracket as any other in C.7, while the block runs."""
    true = BracketProblem.next_is_last
    BracketProblem.next_is_last = property(lambda self: False)  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        BracketProblem.next_is_last = true  # type: ignore[method-assign]


def boards_of(pairing: RoundPairing) -> Boards:
    bye = {(pairing.bye, 0)} if pairing.bye is not None else set()
    return frozenset({(board.white, board.black) for board in pairing.boards} | bye)


def py4swiss_pairs(text: str, folder: Path) -> Boards:
    file = folder / "round.trf"
    file.write_text(text, encoding="utf-8")
    try:
        pairs = DutchEngine.generate_pairings(TrfParser.parse(file))
    except PairingError:
        return frozenset()
    return frozenset((pair.white, pair.black) for pair in pairs)


def random_axes(rng: random.Random) -> Axes:
    """Return random settings that a report file for py4swiss can contain."""
    return Axes(
        draws=rng.choice((10, 30, 60)),
        forfeits=rng.choice((0, 3, 8)),
        half=rng.choice((0, 4, 10)),
        full=rng.choice((0, 3)),
        zero=rng.choice((0, 4)),
        withdrawals=rng.choice((0, 3)),
        late=rng.choice((0, 0, 8)),
        upsets=rng.choice((10, 25, 45)),
    )


def check(seed: int) -> Result:
    """Compare one tournament, round by round."""
    system = find(KEY)
    rng = random.Random(seed)
    players = rng.randrange(10, 61)
    rounds = rng.randrange(4, 10)
    different: list[str] = []
    last_bracket: list[int] = []
    compared = 0

    with tempfile.TemporaryDirectory() as name:

        def pair(tournament: Tournament, number: int) -> RoundPairing:
            nonlocal compared
            options = replace(tournament.settings.options, parity=Parity.LITERAL)
            settings = replace(tournament.settings, options=options)
            tournament = replace(tournament, settings=settings)
            other = py4swiss_pairs(report(tournament, number), Path(name))
            compared += 1
            try:
                ours = system.pair(tournament, number)
            except Impossible:
                if other:
                    different.append(f"round {number}: they find a pairing, we do not")
                raise
            found = boards_of(ours)
            if found != other:
                with blind_look_ahead():
                    blind = boards_of(system.pair(tournament, number))
                if blind == other:
                    last_bracket.append(number)
                else:
                    different.append(
                        f"round {number}: ours {sorted(found - other)}, "
                        f"theirs {sorted(other - found)}"
                    )
            return ours

        play(rng, players, rounds, random_axes(rng), pair)
    return Result(seed, compared, tuple(different), len(last_bracket))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tournaments", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0, help="where to begin")
    options = parser.parse_args()
    start = time.monotonic()
    rounds = wrong = known = 0
    seeds = range(options.seed, options.seed + options.tournaments)
    with Pool(os.cpu_count()) as pool:
        for result in pool.imap_unordered(check, seeds, chunksize=2):
            rounds += result.rounds
            wrong += len(result.differences)
            known += result.last_bracket
            for line in result.differences:
                print(f"seed {result.seed}, {line}")
    seconds = time.monotonic() - start
    print(
        f"{len(seeds)} tournaments, {rounds} rounds, {wrong} differences, {seconds:.0f} s"
        f" (and {known} by the bye in the look-ahead to the last bracket)"
    )
    return int(wrong > 0 or rounds == 0)


if __name__ == "__main__":
    sys.exit(main())
