"""Many random tournaments paired by two sides and compared round by round.

Everything that is finished stands in the journal, a file of one JSON object a line, so that a
campaign that was stopped, by Ctrl-C, a killed process or a full disk, goes on where it was.
"""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from ..formats.trf import write_trf
from ..model.errors import CrivelloError, Impossible, TooLarge
from ..model.tournament import Tournament
from .checker import Answer
from .dice import Dice
from .generator import generate
from .recipe import Recipe
from .shrink import shrink
from .sides import Pair, Side


@dataclass(frozen=True, slots=True)
class Plan:
    """What a campaign does."""

    left: str
    """The side that makes the tournaments."""
    right: str
    tournaments: int = 100
    seed: int = 1
    players: tuple[int, int] = (6, 20)
    rounds: tuple[int, int] = (5, 11)
    recipe: Recipe = field(default_factory=Recipe)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One tournament of a campaign."""

    seed: int
    rounds: int
    """Rounds compared."""
    beyond: int = 0
    """Rounds that a side declined as too large; the other side's answer is checked by itself."""
    differences: tuple[str, ...] = ()
    """Each as a small tournament file that shows it, in the last round to pair."""
    failure: str = ""
    """A side that failed otherwise."""


def recipe_of(plan: Plan, seed: int) -> Recipe:
    """The recipe of one tournament: its size is drawn from the ranges of the plan."""
    dice = Dice(seed)
    return replace(
        plan.recipe,
        players=dice.between(*plan.players),
        rounds=dice.between(*plan.rounds),
        system=Side(plan.left).system or plan.recipe.system,
    )


def run_one(plan: Plan, seed: int) -> Outcome:
    """Generate one tournament with the left side and compare every round with the right one."""
    left, right = Side(plan.left).pair(), Side(plan.right).pair()
    tournament = generate(recipe_of(plan, seed), seed, left)
    beyond = 0
    differences: list[str] = []
    compared = tournament.paired_rounds
    for number in range(1, compared + 1):
        try:
            same = agree(tournament, number, left, right)
        except TooLarge:
            beyond += 1
            continue
        except CrivelloError as error:
            return Outcome(seed, number, beyond, tuple(differences), str(error))
        if not same:
            differences.append(_small_case(tournament, number, left, right))
    return Outcome(seed, compared, beyond, tuple(differences))


def agree(tournament: Tournament, number: int, left: Pair, right: Pair) -> bool:
    """Do both sides give the same pairs, colours and bye (or both none)?"""
    return _answer(left, tournament, number) == _answer(right, tournament, number)


def _answer(pair: Pair, tournament: Tournament, number: int) -> Answer | None:
    try:
        return Answer.expected(pair(tournament, number))
    except Impossible:
        return None


def _small_case(tournament: Tournament, number: int, left: Pair, right: Pair) -> str:
    def differs(smaller: Tournament) -> bool:
        if smaller.paired_rounds != number - 1:
            return False  # the file would be read as waiting for another round
        try:
            return not agree(smaller, number, left, right)
        except CrivelloError:
            return False

    return write_trf(shrink(tournament.before(number), number, differs), "trfx")


@dataclass(slots=True)
class Progress:
    """How far a campaign is."""

    done: int
    of: int
    rounds: int
    differences: int
    beyond: int
    failures: int
    rate: float
    """Tournaments a second in this run."""

    @property
    def seconds_left(self) -> float | None:
        return (self.of - self.done) / self.rate if self.rate else None


def read_journal(path: Path) -> list[Outcome]:
    """Finished tournaments; a last line cut short by a crash is left out."""
    outcomes = []
    if path.exists():
        for line in path.read_text(encoding="utf-8").split("\n"):
            try:
                record = json.loads(line)
                outcomes.append(Outcome(**{**record, "differences": tuple(record["differences"])}))
            except (ValueError, KeyError, TypeError):
                continue
    return outcomes


def run(
    plan: Plan, journal: Path, workers: int, worker: Callable[[Plan, int], Outcome] = run_one
) -> Iterator[Progress]:
    """Run what the journal does not have yet; yields after each finished tournament.

    The journal is only ever appended to, a whole line at a time, by this process.
    """
    finished = read_journal(journal)
    known = {outcome.seed for outcome in finished}
    todo = [seed for seed in range(plan.seed, plan.seed + plan.tournaments) if seed not in known]
    finished = [o for o in finished if plan.seed <= o.seed < plan.seed + plan.tournaments]
    started, total = time.monotonic(), len(finished)
    before = total
    with journal.open("a", encoding="utf-8") as log:
        if log.tell() and not journal.read_bytes().endswith(b"\n"):
            log.write("\n")  # a line cut short stays alone
        for outcome in _outcomes(plan, todo, workers, worker):
            log.write(json.dumps(asdict(outcome)) + "\n")
            log.flush()
            finished.append(outcome)
            total += 1
            elapsed = time.monotonic() - started
            yield Progress(
                done=total,
                of=plan.tournaments,
                rounds=sum(o.rounds for o in finished),
                differences=sum(len(o.differences) for o in finished),
                beyond=sum(o.beyond for o in finished),
                failures=sum(bool(o.failure) for o in finished),
                rate=(total - before) / elapsed if elapsed else 0.0,
            )


def _outcomes(
    plan: Plan, todo: list[int], workers: int, worker: Callable[[Plan, int], Outcome]
) -> Iterator[Outcome]:
    """Outcomes as they come. A process that dies takes no seed with it: its seeds run again."""
    waiting = list(reversed(todo))
    strikes: dict[int, int] = {}
    while waiting:
        pool = ProcessPoolExecutor(workers, initializer=_leave_interrupts_to_the_parent)
        running: dict[Future[Outcome], int] = {}
        try:
            while waiting or running:
                while waiting and len(running) < 2 * workers:
                    seed = waiting.pop()
                    running[pool.submit(worker, plan, seed)] = seed
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    outcome = future.result()
                    del running[future]
                    yield outcome
        except BrokenProcessPool:
            for seed in running.values():
                strikes[seed] = strikes.get(seed, 0) + 1
                if strikes[seed] < 3:
                    waiting.append(seed)
                else:
                    yield Outcome(seed, 0, failure="the process died three times")
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
