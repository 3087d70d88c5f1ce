"""Compare the tie-breaks of random round robins with Gacrux, called as a black box:
`make agree WHAT=round-robins`.

    python -m tools.agree_gacrux PYTHON [--tournaments 300] [--seed 0] [--record FILE]

PYTHON is an interpreter in whose environment Gacrux is installed. Every value of every player is
compared, and the ranks by a list in which direct encounter comes first. A difference is either one
of those decided in docs/decisions/round-robin-tie-breaks.md or the program exits with 1. `--record`
writes a sample of the other program's answers for the tests.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.formats.trf import write_trf
from crivello.model.history import histories
from crivello.model.result import Award, Colour
from crivello.model.tournament import Tournament
from crivello.standings.sheet import EventFormat
from crivello.standings.standings import Standings, standings
from crivello.standings.wording import value_cell
from crivello.words import Language, translator

VALUES = ("PTS", "SB", "KS", "WIN", "WON", "BPG", "BWG", "PS", "REP", "ARO")
RANKED = ("PTS", "DE", "WIN", "SB", "KS")


@dataclass(frozen=True, slots=True)
class Difference:
    code: str
    player: str
    here: str
    there: str
    decided: bool
    """True for the number of games won by forfeit, which 15.2 treats as played."""


def random_round_robin(seed: int) -> Tournament:
    """Return a random round robin of 3 to 14 players, single or double, some with forfeits."""
    rng = random.Random(seed)
    recipe = Recipe(
        players=rng.randrange(3, 15),
        system=rng.choice(("roundrobin", "roundrobin", "doubleroundrobin")),
        draw_percentage=rng.choice((20, 50)),
        forfeit_rate=rng.choice((0, 0, 12)),
        double_forfeit_rate=rng.choice((0, 0, 40)),
    )
    return generate(recipe, seed)


Answer = dict[str, dict[str, str]]
"""For each player the values by code, and the rank by `RANKED`."""


def our_answer(tournament: Tournament) -> Answer:
    by_value = standings(tournament, codes=VALUES, kind=EventFormat.ROUND_ROBIN)
    by_rank = standings(tournament, codes=RANKED, kind=EventFormat.ROUND_ROBIN)
    found = {str(row.player.id): _values(by_value, row.player.id) for row in by_value.rows}
    for row in by_rank.rows:
        found[str(row.player.id)]["rank"] = str(row.rank)
    return found


def _values(table: Standings, player: int) -> dict[str, str]:
    row, words = table.row(player), translator(Language.EN)
    return {
        key.code: _exact(value_cell(table, index, row, words).raw)
        for index, key in enumerate(table.keys)
    }


def _exact(value: object) -> str:
    return str(Fraction(str(value or 0)))


def gacrux_answer(tournament: Tournament, python: str, folder: Path) -> Answer:
    path = folder / "event.trf"
    path.write_text(write_trf(tournament, "trf26"), encoding="utf-8")
    values = _ask(python, path, tournament, VALUES)
    ranks = _ask(python, path, tournament, RANKED)
    found: Answer = {}
    for one in values:
        scores = (_exact(score) for score in one["tiebreakScore"])
        found[str(one["cid"])] = dict(zip(VALUES, scores, strict=True))
    for one in ranks:
        found[str(one["cid"])]["rank"] = str(one["rank"])
    return found


def _ask(
    python: str, path: Path, tournament: Tournament, codes: tuple[str, ...]
) -> list[dict[str, Any]]:
    call = [python, "-m", "gacrux.tiebreakchecker", "-p", "-i", str(path), "-f", "TRF"]
    call += ["-n", str(tournament.paired_rounds), "-t", *codes]
    answer = subprocess.run(call, capture_output=True, text=True, timeout=60, check=True)
    competitors: list[dict[str, Any]] = json.loads(answer.stdout)["tiebreakResult"]["competitors"]
    return competitors


def differences(tournament: Tournament, mine: Answer, other: Answer) -> Iterator[Difference]:
    past = histories(tournament, tournament.paired_rounds + 1)
    for player, values in mine.items():
        won = [entry for entry in past[int(player)].entries if entry.award is Award.FORFEIT_WIN]
        with_black = sum(entry.colour is Colour.BLACK for entry in won)
        forfeits = {"WON": len(won), "BPG": with_black, "BWG": with_black}
        for code, value in values.items():
            there = other[player][code]
            if value != there:
                decided = Fraction(value) - Fraction(there) == forfeits.get(code)
                yield Difference(code, player, value, there, decided)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python")
    parser.add_argument("--tournaments", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--record", type=Path)
    chosen = parser.parse_args(arguments)
    decided: Counter[str] = Counter()
    undecided = compared = 0
    recorded = {}
    with tempfile.TemporaryDirectory() as name:
        for seed in range(chosen.seed, chosen.seed + chosen.tournaments):
            tournament = random_round_robin(seed)
            mine, other = (
                our_answer(tournament),
                gacrux_answer(tournament, chosen.python, Path(name)),
            )
            compared += sum(map(len, mine.values()))
            recorded[seed] = other
            for one in differences(tournament, mine, other):
                if one.decided:
                    decided[one.code] += 1
                    continue
                undecided += 1
                print(f"seed {seed}, player {one.player}: {one.code} {one.here}, there {one.there}")
    if chosen.record is not None:
        chosen.record.write_text(json.dumps(recorded, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{chosen.tournaments} round robins, {compared} values, {undecided} differences;")
    print(f"decided by article 15.2, forfeit wins: {sum(decided.values())} {dict(decided)}")
    return 1 if undecided else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
