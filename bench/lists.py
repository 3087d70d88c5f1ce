"""Time loading and searching a rating list of 1.9 million players.

    python -m bench.lists [--players N] [--xml] [--folder DIR] [--each N]

The list is generated, equal for equal seeds: names are made of syllables, so that thousands share
the common ones and most have one or two bearers. Times are CPU and elapsed time; the searches are
whole names, parts of them, names with one and two typing errors, swapped words, and words that do
not occur.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from statistics import quantiles

from bench.timing import peak_memory
from crivello import lists
from crivello.lists.misspellings import LEAST_FOR_ONE, LEAST_FOR_TWO

PLAYERS = 1_900_000
SEED = 11
SURNAMES, GIVEN = 420_000, 120_000


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FEDERATIONS = _words("ITA GER ESP FRA IND RUS POL TUR USA ENG GRE SRB IRI CHN NOR SMR")
ONSETS = _words("b c d f g h j k l m n p r s t v w z br ch cr dr fr gr kh kr pr sch sh st tr")
VOWELS = _words("a e i o u a e i o a ai ei ou")
CODAS = ["", "", "", "n", "r", "s", "l", "m", "k", "t", "nd", "rt", "ng"]
SURNAME_ENDS = _words("ini ov ova sky son ez es ic ich ski ska man er ello etti ian yan dze kar")
GIVEN_ENDS = ["", "a", "o", "an", "ina", "el", "eo", "esh", "ita", "us"]


def _word(rng: random.Random, syllables: int, ends: Sequence[str]) -> str:
    made = [rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(CODAS) for _ in range(syllables)]
    return ("".join(made) + rng.choice(ends)).capitalize()


class _Names:
    """Words of which the k-th is drawn about in proportion to 1/k, like real names."""

    def __init__(self, rng: random.Random, count: int, ends: Sequence[str], power: float) -> None:
        words: dict[str, None] = {}
        while len(words) < count:
            # The common ones are short.
            words[_word(rng, 1 + (len(words) > 2000) + (rng.random() < 0.3), ends)] = None
        self.words = list(words)
        self.weights = list(accumulate(1 / (place + 8) ** power for place in range(count)))

    def draw(self, rng: random.Random) -> str:
        return self.words[bisect(self.weights, rng.random() * self.weights[-1])]


def players(count: int, seed: int = SEED) -> Iterator[dict[str, str]]:
    rng = random.Random(seed)
    surnames = _Names(rng, SURNAMES, SURNAME_ENDS, 0.75)
    given = _Names(rng, GIVEN, GIVEN_ENDS, 0.95)
    for number in range(count):
        name = surnames.draw(rng)
        if rng.random() < 0.12:
            name += " " + surnames.draw(rng)
        name += ", " + given.draw(rng)
        if rng.random() < 0.25:
            name += " " + given.draw(rng)
        rated = rng.random() < 0.35
        yield {
            "fideid": str(100_000 + 13 * number),
            "name": name[:60],
            "country": rng.choice(FEDERATIONS),
            "sex": "F" if rng.random() < 0.12 else "M",
            "title": rng.choice(("GM", "IM", "FM", "CM")) if rng.random() < 0.01 else "",
            "rating": str(min(2850, max(1400, round(rng.gauss(1750, 220))))) if rated else "",
            "games": str(rng.randrange(12)) if rated else "",
            "k": rng.choice(("10", "20", "40")) if rated else "",
            "birthday": str(rng.randrange(1940, 2020)),
            "flag": "i" if rng.random() < 0.3 else "",
        }


HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  "
    "WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)


def write_text(path: Path, count: int) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEADER + "\n")
        for p in players(count):
            three = f"{p['rating']:<6}{p['games']:<4}{p['k']:<3}" * 3
            file.write(
                f"{p['fideid']:<15}{p['name']:<61}{p['country']:<4}{p['sex']:<4}{p['title']:<5}"
                f"{'':<24}{three}{p['birthday']:<6}{p['flag']}\n"
            )


def write_xml(path: Path, count: int) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<playerslist>\n')
        for p in players(count):
            all_three = p | {
                f"{pace}_{field}": p[field]
                for pace in ("rapid", "blitz")
                for field in ("rating", "games", "k")
            }
            empty = dict.fromkeys(("w_title", "o_title", "foa_title"), "")
            fields = "".join(f"<{k}>{v}</{k}>\n" for k, v in (all_three | empty).items())
            file.write(f"<player>\n{fields}</player>\n")
        file.write("</playerslist>\n")


def mistyped(rng: random.Random, word: str) -> str:
    place = rng.randrange(len(word))
    letter = rng.choice("abcdefghijklmnopqrstuvwxyz")
    before, after = word[:place], word[place:]
    swap = word[: place - 1] + word[place] + word[place - 1] + word[place + 1 :] if place else word
    return rng.choice(
        (before + after[1:], before + letter + after, before + letter + after[1:], swap)
    )


def _make_one_error(rng: random.Random, name: str) -> str:
    words = name.lower().replace(",", "").split()
    long = [i for i, word in enumerate(words) if len(word) >= LEAST_FOR_ONE + 1]
    if long:
        place = rng.choice(long)
        words[place] = mistyped(rng, words[place])
    return " ".join(words)


def _make_two_errors(rng: random.Random, name: str) -> str:
    words = name.lower().replace(",", "").split()
    words = [
        mistyped(rng, mistyped(rng, word)) if len(word) > LEAST_FOR_TWO + 1 else word
        for word in words
    ]
    return " ".join(words)


def questions(names: list[str], each: int) -> dict[str, list[tuple[str, str]]]:
    """Return the searches of each kind: the typed text, and the name that it means."""
    rng = random.Random(SEED)

    def some() -> list[str]:
        return rng.sample(names, each)

    def split(name: str) -> list[str]:
        return name.replace(",", "").split()

    return {
        "whole name": [(name, name) for name in some()],
        "other order": [(" ".join(reversed(split(name))), name) for name in some()],
        "surname": [(split(name)[0], "") for name in some()],
        "beginnings": [(" ".join(w[:4] for w in split(name)), "") for name in some()],
        "1-3 letters": [(split(name)[0][: rng.randrange(1, 4)], "") for name in some()],
        "surname, initial": [(f"{split(n)[0]} {split(n)[-1][0]}", "") for n in some()],
        "one error": [(_make_one_error(rng, name), name) for name in some()],
        "two errors": [(_make_two_errors(rng, name), name) for name in some()],
        "error in surname alone": [(mistyped(rng, split(name)[0].lower()), "") for name in some()],
        "nobody": [(_word(rng, 4, ["qx"]) + " " + _word(rng, 3, ["zz"]), "") for _ in some()],
    }


def search(folder: Path, each: int) -> None:
    names = [p["name"] for p in players(20_000)]
    every: list[float] = []
    print(f"{'search':<24}{'p50 ms':>9}{'p95 ms':>9}{'max ms':>9}   found")
    with lists.open_list(folder=folder) as opened:
        for kind, asked in questions(names, each).items():
            took = []
            hits = 0
            for text, meant in asked:
                start = time.process_time()
                found = opened.search(text)
                took.append((time.process_time() - start) * 1000)
                hits += any(one.player.name == meant for one in found) if meant else bool(found)
            every += took
            _line(kind, took, f"{hits}/{len(asked)}")
    _line("all", every, "")


def _line(kind: str, took: list[float], text: str) -> None:
    cuts = quantiles(took, n=20)
    print(f"{kind:<24}{cuts[9]:9.1f}{cuts[18]:9.1f}{max(took):9.1f}   {text}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--xml", action="store_true")
    parser.add_argument("--folder", help="keep the list and its index here, and use what is there")
    parser.add_argument("--each", type=int, default=200, help="searches of each kind")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.folder or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        ending, write = ("xml", write_xml) if options.xml else ("txt", write_text)
        source = folder / f"players-{options.players}.{ending}"
        if not source.exists():
            write(source, options.players)
        print(f"{options.players} players, {source.stat().st_size / 1e6:.0f} MB of {ending}")
        wall, work = time.perf_counter(), time.process_time()
        stages: dict[str, float] = {}

        def progress(stage: lists.Stage, done: int, total: int) -> None:
            stages[stage.value] = time.process_time() - work

        loaded = lists.load(source, folder=folder, progress=progress)
        wall, work_done = time.perf_counter() - wall, time.process_time() - work
        print(f"load   {wall:6.1f} s, of the processor {work_done:.1f} s (goal 120); until", stages)
        size = lists.list_file("fide", folder).stat().st_size
        print(f"index  {size / 1e6:6.0f} MB, peak memory {peak_memory():.0f} MB (goal 600)")
        assert loaded.players == options.players
        search(folder, options.each)


if __name__ == "__main__":
    main()
