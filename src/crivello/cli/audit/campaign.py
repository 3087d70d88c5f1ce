"""`crivello campaign`: two sides pair many random tournaments; every difference between them is
kept.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from crivello.audit.campaign import CampaignProgress
from crivello.audit.campaign import run as run_campaign
from crivello.audit.journal import CampaignOutcome, CampaignPlan, Case, read_journal
from crivello.audit.recipe import Recipe
from crivello.audit.runner import Executor
from crivello.audit.sides import check_side
from crivello.cli.audit.generate import recipe_of
from crivello.cli.console import Console, follow_run, remark_how_to_resume, time_left
from crivello.cli.errors import Exit
from crivello.cli.files import FileError, file_error, write_bytes
from crivello.cli.options import Arguments, UsageError
from crivello.cli.sources import today
from crivello.model.errors import Illegal
from crivello.model.grammar import is_number
from crivello.model.keys import resolve
from crivello.reports.views.checks import CampaignDifferenceView, CampaignFailureView, CampaignView
from crivello.words import N_

ALONGSIDE_RESUME = {"--journal", "--resume", "-n", "--jobs", "--scheduler", "--json", "--output"}


def run(arguments: Arguments, console: Console) -> int:
    journal = Path(arguments.get("--journal") or "campaign.jsonl")
    console.source = str(journal)
    try:
        plan = _plan(arguments, console, journal)
        check_side(plan.left)
        check_side(plan.right)
        jobs, scheduler = arguments.number("--jobs"), arguments.get("--scheduler")
        progress = _campaign(plan, journal, Executor(jobs or 0, scheduler or ""), console)
        _, outcomes = read_journal(journal)
        for outcome in outcomes:
            _keep(outcome, journal)  # including what an interrupted run did not get to
    except OSError as error:
        remark_how_to_resume(_command(journal), console)
        raise file_error(str(error.filename or journal), error) from error
    except FileError:
        remark_how_to_resume(_command(journal), console)
        raise
    seeds = range(plan.seed, plan.seed + plan.tournaments)
    outcomes = sorted((o for o in outcomes if o.seed in seeds), key=lambda o: o.seed)
    text = _answer(plan, progress, outcomes, journal, console)
    differs = progress.differences or progress.failures
    return console.write(text, Exit.NO_PAIRING if differs else Exit.OK)


def _plan(arguments: Arguments, console: Console, journal: Path) -> CampaignPlan:
    if journal.exists() and not journal.is_file():
        raise UsageError(N_("{path} is not a file to write to."), path=str(journal))
    known, _ = read_journal(journal)
    count = arguments.number("-n")
    if "--resume" in arguments:
        odd = sorted(arguments.values.keys() - ALONGSIDE_RESUME)
        if odd:
            raise UsageError(
                N_("{option} cannot be combined with --resume: the journal has the plan."),
                option=odd[0],
            )
        if known is None:
            raise Illegal(N_("{path} has no campaign to continue."), path=str(journal))
        return known if count is None else replace(known, tournaments=count)
    if journal.exists() and journal.stat().st_size:
        raise UsageError(
            N_("{path} already exists; continue with --resume, or name another journal."),
            path=str(journal),
        )
    for side in ("--left", "--right"):
        if side not in arguments:
            raise UsageError(N_("{operand} is missing."), operand=side)
    wanted = arguments.get("--system")
    start = Recipe() if wanted is None else Recipe(system=resolve(wanted, today()))
    seed = arguments.number("--seed")
    return CampaignPlan(
        left=arguments.require("--left"),
        right=arguments.require("--right"),
        tournaments=100 if count is None else count,
        seed=1 if seed is None else seed,
        players=_range(arguments, "--players", (6, 20), 9999),
        rounds=_range(arguments, "--rounds", (5, 11), 99),
        vary="--vary" in arguments,
        recipe=recipe_of(arguments, console, start),
    )


def _range(
    arguments: Arguments, name: str, default: tuple[int, int], largest: int
) -> tuple[int, int]:
    text = arguments.get(name)
    if text is None:
        return default
    parts = text.split("-")
    digits = all(map(is_number, parts))
    if len(parts) <= 2 and digits:
        first, last = int(parts[0]), int(parts[-1])
        if 1 <= first <= last <= largest:
            return first, last
    raise UsageError(
        N_("{option} needs a range such as 6-20, up to {largest}, not {value!r}."),
        option=name,
        largest=largest,
        value=text,
    )


def _campaign(
    plan: CampaignPlan, journal: Path, executor: Executor, console: Console
) -> CampaignProgress:
    def steps() -> Iterator[CampaignProgress]:
        for progress in run_campaign(plan, journal, executor):
            if progress.last is not None:
                _keep(progress.last, journal)
            yield progress

    def text(progress: CampaignProgress) -> str:
        return console.say(
            "{rate} a second, {time} left, differences: {differences}",
            rate=f"{progress.rate:.1f}",
            time=time_left(progress),
            differences=progress.differences,
        )

    begun = CampaignProgress(0, plan.tournaments)
    return follow_run(begun, steps(), text, _command(journal), console)


def _command(journal: Path) -> str:
    """Return the command that continues the campaign."""
    return f"crivello campaign --journal {shlex.quote(str(journal))} --resume"


def _keep(outcome: CampaignOutcome, journal: Path) -> None:
    """Write each difference of a tournament as a small report file next to the journal."""
    for case in outcome.cases:
        write_bytes(str(_path(case, outcome, journal)), case.trf.encode())


def _path(case: Case, outcome: CampaignOutcome, journal: Path) -> Path:
    return journal.with_name(f"{journal.stem}-{outcome.seed}-round-{case.round}.trf")


def _answer(
    plan: CampaignPlan,
    progress: CampaignProgress,
    outcomes: list[CampaignOutcome],
    journal: Path,
    console: Console,
) -> str:
    if console.json:
        view = CampaignView(
            left=plan.left,
            right=plan.right,
            seed=plan.seed,
            tournaments=progress.done,
            rounds=progress.rounds,
            beyond=progress.beyond,
            differences=[
                CampaignDifferenceView(
                    seed=outcome.seed,
                    round=case.round,
                    file=os.fspath(_path(case, outcome, journal)),
                    left=list(case.left),
                    right=list(case.right),
                    code=case.code or None,
                    reason=console.say(case.reason),
                )
                for outcome in outcomes
                for case in outcome.cases
            ],
            failures=[
                CampaignFailureView(seed=outcome.seed, reason=console.say(outcome.failure))
                for outcome in outcomes
                if outcome.failure is not None
            ],
        )
        return console.view("campaign", view)
    lines = [
        console.say(
            "{left} and {right}: tournaments: {done}, rounds: {rounds}, differences:"
            " {differences}, beyond a limit of size or work: {beyond}, failures: {failures}.",
            left=plan.left,
            right=plan.right,
            done=progress.done,
            rounds=progress.rounds,
            differences=progress.differences,
            beyond=progress.beyond,
            failures=progress.failures,
        )
    ]
    for outcome in outcomes:
        for case in outcome.cases:
            reason = console.say(case.reason)
            said = f"{case.code}: {reason}" if case.code else reason
            lines.append(f"{_path(case, outcome, journal)}: {said}")
        if outcome.failure is not None:
            reason = console.say(outcome.failure)
            lines.append(console.say("Seed {seed}: {failure}", seed=outcome.seed, failure=reason))
    return "\n".join(lines) + "\n"
