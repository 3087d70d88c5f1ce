"""Compare every system and edition over many random tournaments: `make agree WHAT=endorse`.

    python -m tools.endorse [FOLDER] [--tournaments 50000] [--jobs N] [--scheduler ADDRESS]
        [--only NAME] [--report]

Each edition is compared with its literal sieve, the Dutch system of 2026 also with Gacrux (pairings
and tie-breaks) and that of 2017 with py4swiss, each way: our tournaments paired by the other
program, and its tournaments paired by us. The journals are kept in FOLDER, by default `endorse`;
campaigns that were stopped are continued. `--report` only reads them. FOLDER/report.md has the
figures and every difference with its verdict. Exits with 1 if a difference is not explained by an
article or decision, if there are more than ten in 50,000 tournaments, or if a tournament failed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from crivello.audit import campaign
from crivello.audit.campaign import CampaignProgress, Further
from crivello.audit.journal import CampaignOutcome, CampaignPlan, Case, read_journal
from crivello.audit.recipe import Recipe
from crivello.audit.runner import PROCESSES, Executor
from crivello.cli.console import time_left
from crivello.model.keys import SYSTEMS
from crivello.words import Language, translator
from tools import gacrux_side, py4swiss_side

TOURNAMENTS = 50_000
MOST_DIFFERENCES = 10
"""The most differences for an edition in that number of tournaments."""

Verdict = Callable[[Case], str]
"""A function that returns the article that explains a difference; empty if none does."""


def unexplained(case: Case) -> str:
    return ""


@dataclass(frozen=True)
class Endorsement:
    """One campaign: its plan, what else it compares, and the verdict on differences."""

    plan: CampaignPlan
    further: Further | None = None
    verdict: Verdict = unexplained


def by_sieve(key: str, rounds: tuple[int, int]) -> Endorsement:
    """Return the campaign of an edition against its sieve: small fields, as the sieve tries
    everything.
    """
    plan = CampaignPlan(key, f"{key}:sieve", players=(6, 12), rounds=rounds, vary=True)
    return Endorsement(replace(plan, recipe=Recipe(system=key)))


OURS_2017, THEIRS_2017 = "tools.py4swiss_side:ours", "tools.py4swiss_side:theirs"
THEIRS_2026 = "tools.gacrux_side:theirs"


def by_gacrux(left: str, right: str) -> Endorsement:
    plan = CampaignPlan(left, right, players=(8, 30), rounds=(4, 7), vary=True)
    return Endorsement(
        replace(plan, recipe=Recipe(system=gacrux_side.KEY)),
        gacrux_side.compare_standings,
        gacrux_side.verdict,
    )


def by_py4swiss(left: str, right: str) -> Endorsement:
    """Return a campaign with py4swiss, with only the results and scores that it can read."""
    recipe = Recipe(
        system=py4swiss_side.KEY,
        upset_percentage=20,
        forfeit_rate=15,
        half_point_bye_rate=20,
        full_point_bye_rate=60,
        zero_point_bye_rate=30,
        withdrawal_rate=60,
        late_entry_rate=12,
    )
    plan = CampaignPlan(left, right, players=(8, 30), rounds=(4, 7), recipe=recipe)
    return Endorsement(plan, verdict=py4swiss_side.verdict)


ENDORSEMENTS: dict[str, Endorsement] = {
    **{
        key: by_sieve(key, (3, 6) if edition.family == "dutch" else (3, 8))
        for key, edition in SYSTEMS.items()
    },
    "gacrux-checks-ours": by_gacrux(gacrux_side.KEY, THEIRS_2026),
    "ours-checks-gacrux": by_gacrux(THEIRS_2026, gacrux_side.KEY),
    "py4swiss-checks-ours": by_py4swiss(OURS_2017, THEIRS_2017),
    "ours-checks-py4swiss": by_py4swiss(THEIRS_2017, OURS_2017),
}


def run(endorsement: Endorsement, journal: Path, executor: Executor) -> Iterator[CampaignProgress]:
    """Run the campaign and yield its progress; the results are in the journal."""
    return campaign.run(endorsement.plan, journal, executor, endorsement.further)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("endorse"))
    parser.add_argument("--tournaments", type=int, default=TOURNAMENTS)
    parser.add_argument("--jobs", type=int, default=0, help="by default one for each core")
    parser.add_argument("--scheduler", default=PROCESSES, help="of a Dask cluster, or `local`")
    parser.add_argument("--only", choices=ENDORSEMENTS, action="append")
    parser.add_argument("--report", action="store_true", help="run nothing, read the journals")
    chosen = parser.parse_args(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    names = chosen.only or list(ENDORSEMENTS)
    executor = Executor(chosen.jobs, chosen.scheduler)
    if not chosen.report:
        for name in names:
            one = ENDORSEMENTS[name]
            plan = replace(one.plan, tournaments=chosen.tournaments)
            journal = chosen.folder / f"{name}.jsonl"
            known, _ = read_journal(journal)
            if known is not None and replace(known, tournaments=plan.tournaments) != plan:
                print(f"{journal} was made by another plan; move it away.", file=sys.stderr)
                return 2
            watch(name, run(replace(one, plan=plan), journal, executor))
    results = [
        Result(name, ENDORSEMENTS[name], outcomes)
        for name in names
        if (outcomes := read_journal(chosen.folder / f"{name}.jsonl")[1])
    ]
    text = report(results)
    (chosen.folder / "report.md").write_text(text, encoding="utf-8")
    print(text)
    return int(not all(result.good for result in results))


def watch(name: str, steps: Iterator[CampaignProgress]) -> None:
    """Run a campaign to its end, with a line on standard error every half minute."""
    told = 0.0
    for progress in steps:
        if time.monotonic() - told > 30:
            told = time.monotonic()
            print(
                f"{name}: {progress.done} of {progress.of} tournaments,"
                f" {progress.differences} differences, {time_left(progress)} left",
                file=sys.stderr,
            )


class Result:
    """The results of a campaign so far."""

    def __init__(
        self, name: str, endorsement: Endorsement, outcomes: list[CampaignOutcome]
    ) -> None:
        self.name = name
        self.plan = endorsement.plan
        self.outcomes = sorted(
            {outcome.seed: outcome for outcome in outcomes}.values(), key=lambda one: one.seed
        )
        self.failures = [one for one in self.outcomes if one.failure is not None]
        self.differences = [
            (outcome.seed, case, endorsement.verdict(case))
            for outcome in self.outcomes
            for case in outcome.cases
        ]

    @property
    def good(self) -> bool:
        allowed = MOST_DIFFERENCES * max(len(self.outcomes), TOURNAMENTS) / TOURNAMENTS
        explained = all(verdict for _, _, verdict in self.differences)
        rounds = [one for one in self.differences if _is_pairing(one[1])]
        return explained and not self.failures and len(rounds) <= allowed

    def row(self) -> str:
        by_verdict = sum(bool(verdict) for _, _, verdict in self.differences)
        pairings = sum(_is_pairing(case) for _, case, _ in self.differences)
        numbers = (
            len(self.outcomes),
            sum(one.rounds for one in self.outcomes),
            sum(one.players for one in self.outcomes),
            sum(one.byes for one in self.outcomes),
            pairings,
            len(self.differences) - pairings,
            by_verdict,
            sum(one.beyond for one in self.outcomes),
            len(self.failures),
        )
        cells = (f"`{self.name}`", *(f"{number:,}" for number in numbers))
        return f"| {' | '.join(cells)} |"


def _is_pairing(case: Case) -> bool:
    """Return True for a difference of boards or the bye, False for one of standings."""
    return not any(":" in text for text in (*case.left, *case.right))


def report(results: list[Result]) -> str:
    """Return the figures of all campaigns, and every difference with its verdict."""
    lines = [
        "| campaign | tournaments | rounds | players | byes | pairings that differ"
        " | tie-breaks that differ | of these explained | beyond the limit | failures |",
        "|---|---|---|---|---|---|---|---|---|---|",
        *(result.row() for result in results),
        "",
    ]
    say = translator(Language.EN).say
    for result in results:
        for seed, case, verdict in result.differences:
            where = f"- `{result.name}`, seed {seed}, round {case.round}"
            reason = f"{case.code} {say(case.reason)}".strip()
            lines.append(f"{where}: {reason} **{verdict or 'not explained'}**")
        for outcome in result.failures:
            assert outcome.failure is not None
            lines.append(f"- `{result.name}`, seed {outcome.seed}: {say(outcome.failure)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
