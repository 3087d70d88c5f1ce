"""Compare our speed with bbpPairings 5 and 6, JaVaFo and py4swiss: `make bench WHAT=peers`.

    BBP5=PATH BBP6=PATH JAVAFO=JAR PY4SWISS=PATH python -m bench.peers [--quick]

The variables name the other programs; one that is missing is left out, and the output says so.
bbpPairings 5, JaVaFo and py4swiss pair by the rules of 2017, bbpPairings 6 by those of 2026, so
ours is measured by both. All pair the same files: round 5 of a typical open.

CPU time counts the whole process and its children, the best of several runs. A size is left out
after a program has taken longer than the limit for a smaller one. Instructions are counted by perf
or valgrind, for short calls and not for Java. Boards that differ from ours by the same rules are
marked with an asterisk: programs read some rules differently.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

from bench.events import OPEN, states
from bench.timing import Spent, cpu, instructions, run_once, without_bytecode_ban
from crivello.audit.checker import Verdict, check
from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.formats.trf import read_trf
from crivello.systems.registry import find
from tests.support.random_events import play
from tools.py4swiss_check import report

OLD, NEW = "dutch-2017", "dutch-2026"
SIZES = (20, 100, 300, 1000, 3000, 9990)
ROUND = 5
SMALL = range(8, 25, 2)
"""The numbers of players in the small requests of a batch."""
GENERATED = ((20, 9), (100, 9))
"""The players and rounds of generated tournaments."""
STREAMED = 5
"""How often the longer of two batches repeats the small requests."""
RESIDENT_CALLS = 50
COUNTED_UP_TO = 0.4
"""The longest call, in seconds, whose instructions are counted: valgrind takes fifty times as
long.
"""
CONFIG = "PlayersNumber={players}\nRoundsNumber={rounds}\n"

Boards = frozenset[tuple[str, ...]]


@dataclass
class Program:
    """A program that pairs, and how it is called."""

    name: str
    rules: str
    """The edition whose rules it follows."""
    command: tuple[str, ...]
    system: tuple[str, ...] = ("--dutch",)
    convention: bool = True
    """True if it takes -p, -g and -c, as bbpPairings and JaVaFo do."""
    too_slow: bool = field(default=False, compare=False)

    @property
    def counts_instructions(self) -> bool:
        return self.command[0] != "java"

    def pairing(self, file: Path, out: Path) -> list[str]:
        if not self.convention:
            return [*self.command, "-t", str(file), "-p", str(out)]
        return [*self.command, *self.system, str(file), "-p", str(out)]

    def checking(self, file: Path) -> list[str]:
        return [*self.command, *self.system, str(file), "-c"]

    def generating(self, config: Path, out: Path, seed: int) -> list[str]:
        words = [*self.command, *self.system, "-g", str(config), "-o", str(out)]
        return words if self.command[0] == "java" else [*words, "-s", str(seed)]


def find_programs() -> tuple[list[Program], list[str]]:
    """Return our engine by both editions with the available peers, and the names of those
    missing.
    """
    ours = (sys.executable, "-m", "crivello")
    programs = [
        Program(f"crivello, rules of {key[-4:]}", key, ours, ("--system", key))
        for key in (OLD, NEW)
    ]
    peers = [
        ("BBP5", Program("bbpPairings 5", OLD, ())),
        ("BBP6", Program("bbpPairings 6", NEW, ())),
        ("JAVAFO", Program("JaVaFo", OLD, ("java", "-jar"), ())),
        ("PY4SWISS", Program("py4swiss", OLD, (), convention=False)),
    ]
    missing = []
    for variable, program in peers:
        path = os.environ.get(variable, "")
        if path and Path(path).exists():
            program.command = (*program.command, str(Path(path).resolve()))
            programs.append(program)
        else:
            reason = f"{path} does not exist" if path else "not set"
            missing.append(f"{program.name} ({variable} {reason})")
    return programs, missing


def read_boards(out: Path) -> Boards:
    """Return the boards of a file as all the programs write them: a count, then White and Black."""
    lines = out.read_text(encoding="utf-8").split("\n")[1:]
    return frozenset(tuple(line.split()[:2]) for line in lines if line.strip())


def best_of(words: Sequence[str], runs: int, limit: float, **options: str) -> Spent:
    """Run a command several times and return the best; stop early when time runs out."""
    best = run_once(words, limit, **options)
    end = time.monotonic() + limit
    for _ in range(runs - 1):
        if not best.done or time.monotonic() > end:
            break
        best = min(best, run_once(words, limit, **options), key=lambda one: one.seconds)
    return best


def write_opens(folder: Path, sizes: Sequence[int]) -> dict[int, Path]:
    """Write a report file for each size: a typical open before round 5."""
    files = {}
    for players in sizes:
        # The round after is never the last one, where other rules may apply.
        tournament = play(Random(players), players, 9, OPEN, find(NEW).pair, ROUND)
        files[players] = folder / f"open-{players}.trf"
        files[players].write_text(report(tournament, ROUND), encoding="utf-8")
    return files


# The tables


def pair_files(programs: list[Program], files: dict[int, Path], runs: int, limit: float) -> None:
    """Print the CPU time and the instructions of a call of each program, by size."""
    print_heading("Pairing a file, a process for each call: CPU (instructions)", files)
    right: dict[tuple[str, int], Boards] = {}
    for program in programs:
        cells = []
        for players, file in files.items():
            if program.too_slow:
                cells.append("")
                continue
            out = file.with_suffix(".boards")
            out.unlink(missing_ok=True)
            words = program.pairing(file, out)
            spent = best_of(words, runs, limit)
            program.too_slow = not spent.done
            if not spent.done:
                cells.append(spent.text)
                continue
            boards = read_boards(out)
            same = right.setdefault((program.rules, players), boards) == boards
            short = program.counts_instructions and spent.seconds <= COUNTED_UP_TO
            counted = instructions(words) if short else None
            shown = f" ({counted / 1e6:.0f} M)" if counted else ""
            cells.append(f"{spent.text}{shown}{'' if same else ' *'}")
        print_row(program.name, cells)


def call_resident(files: dict[int, Path], runs: int) -> None:
    """Print the CPU time of a call that a resident engine answers, both processes together."""
    print_heading("The same through a resident engine: CPU of client and engine", files)
    for key in (OLD, NEW):
        cells = []
        with running_engine() as (path, process):
            for players, file in files.items():
                words = [sys.executable, "-m", "crivello", "--system", key, str(file), "-p"]
                calls = RESIDENT_CALLS if players <= 300 else runs
                run_once(words, 600, CRIVELLO_ENGINE=path)
                before = cpu_of_family(process.pid)
                client = sum(
                    run_once(words, 600, CRIVELLO_ENGINE=path).seconds for _ in range(calls)
                )
                engine = cpu_of_family(process.pid) - before
                assert engine > 0, "the engine did not answer"
                cells.append(
                    f"{milliseconds((client + engine) / calls)} "
                    f"({milliseconds(client / calls)} and {milliseconds(engine / calls)})"
                )
        print_row(f"crivello, rules of {key[-4:]}", cells)


@contextmanager
def running_engine() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Start a resident engine of ours; yield the path of its socket, and its process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "engine"
        process = subprocess.Popen(
            [sys.executable, "-m", "crivello", "engine", "--socket", str(path)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=without_bytecode_ban(),
        )
        try:
            end = time.monotonic() + 60
            while not path.exists() and time.monotonic() < end and process.poll() is None:
                time.sleep(0.05)
            if not path.exists():
                raise SystemExit("The resident engine did not start.")
            yield str(path), process
        finally:
            process.terminate()
            process.wait()


def cpu_of_family(pid: int) -> float:
    """Return the CPU seconds of a process and its children, including those that have ended
    (Linux).
    """
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = sum(int(one) for one in fields[11:15])
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return ticks / os.sysconf("SC_CLK_TCK") + sum(cpu_of_family(int(one)) for one in children)


def pair_small_requests(programs: list[Program], folder: Path, runs: int, limit: float) -> None:
    """Print the CPU time of each of many small requests: in one call of ours, else one by one."""
    files = []
    for players in SMALL:
        for tournament, number in islice(states(NEW, players, rounds=6), 1, None):
            files.append(folder / f"small-{players}-{number}.trf")
            files[-1].write_text(report(tournament, number), encoding="utf-8")
    print(f"\n## {len(files)} small requests ({SMALL[0]} to {SMALL[-1]} players): CPU each\n")
    print("| program | ms |\n|---|---|")
    texts = [file.read_text(encoding="utf-8") for file in files]
    few, many = folder / "few.jsonl", folder / "many.jsonl"
    write_stream(few, texts)
    write_stream(many, texts * STREAMED)
    for key in (OLD, NEW):
        words = [sys.executable, "-m", "crivello", "pair", "--batch", "--jobs", "1"]
        words += ["--system", key]
        best = [best_of(words, runs, limit, given=str(stream)) for stream in (few, many)]
        # The difference is what the further requests cost, without the start of the program.
        each = (best[1].seconds - best[0].seconds) / (len(files) * (STREAMED - 1))
        shown = milliseconds(each) if all(one.done for one in best) else best[1].text
        print_row(f"crivello pair --batch, rules of {key[-4:]}", [shown])
    out = folder / "small.boards"
    for program in programs:
        spent = [best_of(program.pairing(file, out), 1, limit) for file in files]
        if all(one.done for one in spent):
            each = sum(one.seconds for one in spent) / len(files)
            print_row(f"{program.name}, a process each", [milliseconds(each)])


def write_stream(stream: Path, texts: Sequence[str]) -> None:
    """Write the requests of a batch, a line of JSON each."""
    lines = [json.dumps({"id": at, "tournament": text}) for at, text in enumerate(texts)]
    stream.write_text("\n".join(lines) + "\n", encoding="utf-8")


def generate_and_check(programs: list[Program], folder: Path, count: int, limit: float) -> None:
    """Print how many tournaments of each size are generated and checked in a second of CPU."""
    columns = [f"{p} x {r}, {what}" for p, r in GENERATED for what in ("generated", "checked")]
    print("\n## Tournaments in a second of CPU\n")
    print(f"| program | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 1)}")
    checked: dict[tuple[str, int], list[Path]] = {}
    for key in (OLD, NEW):
        cells = []
        for players, rounds in GENERATED:
            recipe = Recipe(players=players, rounds=rounds, half_point_bye_rate=20, system=key)
            start = time.process_time()
            found = [generate(recipe, seed) for seed in range(count)]
            made = time.process_time() - start
            for tournament in found:
                tournament.kept_histories.clear()
            start = time.process_time()
            for tournament in found:
                assert all(one.verdict is Verdict.SAME for one in check(tournament, find(key)))
            cells += [f"{count / made:.1f}", f"{count / (time.process_time() - start):.1f}"]
            for seed, one in enumerate(found[:20]):
                file = folder / f"made-{key}-{players}-{seed}.trf"
                file.write_text(report(one, one.paired_rounds), encoding="utf-8")
                checked.setdefault((key, players), []).append(file)
        print_row(f"crivello, rules of {key[-4:]}, in one process", cells)
    for program in programs:
        if not program.convention or program.command[:2] == (sys.executable, "-m"):
            continue
        cells = []
        for players, rounds in GENERATED:
            config = folder / f"config-{players}"
            config.write_text(CONFIG.format(players=players, rounds=rounds), encoding="utf-8")
            files = checked[program.rules, players]
            calls_to_make = [
                program.generating(config, folder / "made.trf", s) for s in range(len(files))
            ]
            for calls in (calls_to_make, [program.checking(file) for file in files]):
                spent_each = [run_once(words, limit) for words in calls]
                good = all(one.done for one in spent_each)
                total = sum(one.seconds for one in spent_each)
                cells.append(f"{len(calls) / total:.1f}" if good else "failed")
        print_row(f"{program.name}, a process each", cells)


def read_files(files: dict[int, Path], runs: int) -> None:
    """Print how long reading the files takes in a running process."""
    print_heading("Reading a file, in one process: CPU", files)
    cells = []
    for file in files.values():
        data = file.read_bytes()
        cells.append(milliseconds(cpu(partial(read_tournament, data), 3 * runs)))
    print_row("crivello", cells)


def read_tournament(data: bytes) -> None:
    read_trf(data).to_pair()


# Printing


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f}" if seconds < 0.1 else f"{1000 * seconds:.0f}"


def print_heading(title: str, files: dict[int, Path]) -> None:
    print(f"\n## {title}, ms\n\n| players | {' | '.join(f'{n:,}' for n in files)} |")
    print(f"|{'---|' * (len(files) + 1)}")


def print_row(name: str, cells: Sequence[str]) -> None:
    print(f"| {name} | {' | '.join(cells)} |", flush=True)


def describe_machine() -> str:
    """Return processor, cores, Python, day and load of this machine."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().split("\n") if info.exists() else []
    model = next((one.partition(":")[2].strip() for one in lines if "model name" in one), "")
    python = f"Python {platform.python_version()}"
    where = f"{model or platform.processor()}, {os.cpu_count()} cores, {platform.system()}"
    return f"{where}, {python}, {date.today()}; {describe_load()}"


def describe_load() -> str:
    return "load " + " ".join(f"{one:.1f}" for one in os.getloadavg())


def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.peers")
    parser.add_argument("--runs", type=int, default=9, help="each call at most, the best counts")
    parser.add_argument("--limit", type=float, default=120, help="seconds for one measurement")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--tournaments", type=int, default=60, help="generated and checked")
    parser.add_argument("--quick", action="store_true", help="small sizes, few runs")
    chosen = parser.parse_args(words)
    if chosen.quick:
        chosen.sizes, chosen.runs, chosen.limit, chosen.tournaments = (20, 100), 3, 20, 10
    programs, missing = find_programs()
    print(f"# Programs that pair, side by side\n\n{describe_machine()}")
    print(f"Best of {chosen.runs} runs, up to {chosen.limit:g} s for each figure.")
    if missing:
        print(f"Left out: {', '.join(missing)}.")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = write_opens(folder, chosen.sizes)
        pair_files(programs, files, chosen.runs, chosen.limit)
        call_resident(files, chosen.runs)
        pair_small_requests(programs, folder, chosen.runs, chosen.limit)
        generate_and_check(programs, folder, chosen.tournaments, chosen.limit)
        read_files(files, chosen.runs)
    print(f"\nAt the end: {describe_load()}")


if __name__ == "__main__":
    main(sys.argv[1:])
