"""Run a study batch by batch; finished batches are kept in its journal.

The journal is a file with one JSON object per line: first the study, then the batches. One process
appends whole lines to it and nothing is ever rewritten, so a study that was stopped can be resumed.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from crivello import __version__
from crivello.audit.generator import CommonRandomNumbers, play
from crivello.audit.journal import open_journal
from crivello.audit.runner import Executor, spread
from crivello.audit.study.definition import Study
from crivello.audit.study.measures import UNFINISHED, Observation, observe
from crivello.audit.study.tally import SCALE, MeasureTally
from crivello.model.errors import Illegal, TooLarge
from crivello.model.pairing import RoundPairing
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen
from crivello.systems.registry import find


class StudyCell(NamedTuple):
    """The key of one figure of a study: what it measures, and of which tournaments."""

    population: int
    system: int
    compared: bool
    """True for the difference from the first system, taken tournament by tournament."""
    measure: str
    round: int = 0
    group: str = ""


Tallies = dict[StudyCell, MeasureTally]
Times = dict[tuple[int, int, int], tuple[int, int]]
"""The number of rounds paired and their processor time in nanoseconds, by population, system and
round.
"""


@frozen
class Batch:
    """Tournaments of one population that are played together."""

    population: int
    first: int
    count: int


@frozen
class BatchOutcome:
    batch: Batch
    tallies: Tallies
    times: Times
    """The times differ from run to run, so they are kept apart from the tallies."""
    died: bool = False
    """True if the process that played the batch died again and again."""


# One tournament, one batch


def run_batch(study: Study, batch: Batch) -> BatchOutcome:
    tallies: Tallies = defaultdict(MeasureTally)
    times: Times = {}
    for number in range(batch.first, batch.first + batch.count):
        found = [
            _values(study, batch.population, index, number, times)
            for index in range(len(study.systems))
        ]
        for index, values in enumerate(found):
            unpaired = UNFINISHED.key
            lost = StudyCell(batch.population, index, compared=False, measure=unpaired)
            tallies[lost] = tallies[lost].plus(MeasureTally.of(0 if values is not None else SCALE))
            if values is None:
                continue
            first = found[0] if index else None
            for (key, turn, group), value in values.items():
                cell = StudyCell(
                    batch.population, index, compared=False, measure=key, round=turn, group=group
                )
                tallies[cell] = tallies[cell].plus(MeasureTally.of(value))
                if first is not None and turn == 0 and (key, turn, group) in first:
                    cell = cell._replace(compared=True)
                    change = MeasureTally.of(value - first[key, turn, group])
                    tallies[cell] = tallies[cell].plus(change)
    return BatchOutcome(batch, dict(tallies), times)


def _values(
    study: Study, population: int, system: int, number: int, times: Times
) -> dict[tuple[str, int, str], int] | None:
    """Return the measured values of one tournament; None if it could not be played to its end."""
    kind, one = study.populations[population], study.systems[system]
    common = CommonRandomNumbers(study.seed, kind.name, number)
    recipe = one.recipe(kind)
    recipe = replace(recipe, players=common.stream("size").between(*kind.players))
    pair = find(one.key).pair

    def pair_timed(tournament: Tournament, turn: int) -> RoundPairing:
        begin = time.process_time_ns()
        pairing = pair(tournament, turn)
        taken = time.process_time_ns() - begin
        rounds, total = times.get((population, system, turn), (0, 0))
        times[population, system, turn] = rounds + 1, total + taken
        return pairing

    try:
        played = play(recipe, common, f"{kind.name} {number}", pair_timed)
    except TooLarge:
        return None
    if played.tournament.paired_rounds < (played.tournament.settings.rounds or 0):
        return None
    return observe(Observation(played, study.tie_breaks, study.groups, one.against), study.measures)


# The journal


def batch_size(tournaments: int) -> int:
    """Return how many tournaments make a batch.

    A batch takes a few seconds, and the journal gets at most some thousand lines.
    """
    return min(max(tournaments // 1000, 5), 200)


def batches(study: Study, size: int) -> list[Batch]:
    """Return the batches, population by population in turn, so that an interrupted study has some
    of each.
    """
    return [
        Batch(population, first, min(size, study.tournaments - first))
        for first in range(0, study.tournaments, size)
        for population in range(len(study.populations))
    ]


def _head(study: Study, size: int) -> dict[str, Any]:
    return {"study": study.digest, "version": __version__, "batch": size}


def line_of(outcome: BatchOutcome) -> str:
    record = {
        "batch": [outcome.batch.population, outcome.batch.first, outcome.batch.count],
        "tallies": [[*cell, *tally] for cell, tally in outcome.tallies.items()],
        "times": [[*key, *value] for key, value in outcome.times.items()],
    }
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n"


def _outcome(record: Mapping[str, Any]) -> BatchOutcome:
    """Decode a batch of the journal, without the codec: sums of squares are beyond its limit."""
    return BatchOutcome(
        Batch(*record["batch"]),
        {StudyCell(*row[:6]): MeasureTally(*row[6:]) for row in record["tallies"]},
        {(row[0], row[1], row[2]): (row[3], row[4]) for row in record["times"]},
    )


def read_journal(path: Path) -> tuple[dict[str, Any] | None, Iterator[BatchOutcome]]:
    """Return the first line of a journal and its batches; a line cut short by a crash is left
    out.
    """
    if not path.exists() or not path.stat().st_size:
        return None, iter(())
    with path.open("rb") as file:
        first = file.readline()
    try:
        head = json.loads(first)
        if set(head) != {"study", "version", "batch"}:
            raise ValueError
    except ValueError as error:
        raise Illegal(
            N_("{path} is not the journal of a study; choose another folder."), path=str(path)
        ) from error
    return head, _outcomes(path)


def _outcomes(path: Path) -> Iterator[BatchOutcome]:
    with path.open("rb") as file:
        next(file)
        for line in file:
            try:
                yield _outcome(json.loads(line))
            except (ValueError, KeyError, TypeError):
                continue


# The whole


@dataclass(slots=True)
class Figures:
    """The figures of a study so far."""

    study: Study
    tallies: Tallies
    times: Times
    done: int = 0
    """The number of finished tournaments; every system has paired each of them."""
    died: int = 0
    """The number of tournaments that killed their process repeatedly; they are not in the
    tallies.
    """
    rate: float = 0.0
    """Tournaments per second in this run."""

    @property
    def of(self) -> int:
        return self.study.tournaments * len(self.study.populations)

    def add(self, outcome: BatchOutcome) -> None:
        self.done += outcome.batch.count
        if outcome.died:
            self.died += outcome.batch.count
        for cell, tally in outcome.tallies.items():
            self.tallies[cell] = self.tallies.get(cell, MeasureTally()).plus(tally)
        for key, (rounds, total) in outcome.times.items():
            before = self.times.get(key, (0, 0))
            self.times[key] = before[0] + rounds, before[1] + total


def run(study: Study, journal: Path, executor: Executor) -> Iterator[Figures]:
    """Play the batches that the journal does not have yet; yield the figures at the start and after
    each.

    Each batch is written to the journal before it is yielded, so the caller can stop the study by
    not asking for more.
    """
    head, known = read_journal(journal)
    size = batch_size(study.tournaments) if head is None else head["batch"]
    if head is not None and head != _head(study, size):
        raise Illegal(
            N_(
                "{path} belongs to another study or version ({version}); choose another folder, or"
                " remove it to begin again."
            ),
            path=str(journal),
            version=head["version"],
        )
    todo = dict.fromkeys(batches(study, size))
    figures = Figures(study, {}, {})
    for outcome in known:
        if outcome.batch in todo:
            del todo[outcome.batch]
            figures.add(outcome)
    yield figures
    before, started = figures.done, time.monotonic()
    with open_journal(journal, json.dumps(_head(study, size)) + "\n") as append:
        for outcome in spread(partial(run_batch, study), list(todo), executor, _crash_outcome):
            if not outcome.died:
                append(line_of(outcome))
            figures.add(outcome)
            elapsed = time.monotonic() - started
            figures.rate = (figures.done - before) / elapsed if elapsed else 0.0
            yield figures


def _crash_outcome(batch: Batch) -> BatchOutcome:
    return BatchOutcome(batch, {}, {}, died=True)
