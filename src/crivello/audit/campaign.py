"""Campaigns: many random tournaments paired by two sides and compared round by round."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from crivello.audit.comparison import ComparedRound, Pair
from crivello.audit.generator import RandomNumbers, generate, vary
from crivello.audit.journal import (
    CampaignOutcome,
    CampaignPlan,
    Case,
    line_of,
    open_journal,
    read_journal,
)
from crivello.audit.legality import breaches
from crivello.audit.recipe import Recipe
from crivello.audit.runner import Executor, spread
from crivello.audit.shrink import shrink
from crivello.audit.sides import CampaignSide
from crivello.audit.verdicts import first_difference
from crivello.formats.trf import write_trf
from crivello.model.errors import CrivelloError, Impossible, TooLarge
from crivello.model.pairing import RoundPairing
from crivello.model.result import Bye
from crivello.model.sentence import N_, Sentence
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen
from crivello.systems.registry import find


def recipe_of(plan: CampaignPlan, seed: int) -> Recipe:
    """Return the recipe of one tournament: its size, and on request its rates, drawn from the
    plan.
    """
    rng = RandomNumbers(seed)
    recipe = replace(
        plan.recipe,
        players=rng.between(*plan.players),
        rounds=rng.between(*plan.rounds),
        system=CampaignSide(plan.left).system or plan.recipe.system,
    )
    return vary(recipe, rng) if plan.vary else recipe


Further = Callable[[Tournament], tuple[Case, ...]]
"""A function that compares something else of a finished tournament, such as its standings."""


def run_one(plan: CampaignPlan, seed: int, further: Further | None = None) -> CampaignOutcome:
    """Generate one tournament with the plan's left side, and compare every round with the right
    side.
    """
    number = beyond = 0
    cases: list[Case] = []
    try:
        left, right = CampaignSide(plan.left).pair(), CampaignSide(plan.right).pair()
        recipe = recipe_of(plan, seed)
        tournament = generate(recipe, seed, left)
        # Where it ends early, both sides must find that the next round cannot be paired.
        last = min(tournament.paired_rounds + 1, tournament.settings.rounds or recipe.rounds)
        for number in range(1, last + 1):
            try:
                if agree(tournament, number, left, right):
                    continue
            except TooLarge:
                _check_legality(tournament, number, left, right)
                beyond += 1
                continue
            cases.append(_small_case(plan, tournament, number, left, right))
        if further is not None:
            cases += further(tournament)
    except CrivelloError as error:
        return CampaignOutcome(seed, number, beyond, tuple(cases), error.sentence)
    byes = [bye for this in tournament.rounds for _, bye in this.byes]
    return CampaignOutcome(
        seed,
        last,
        beyond,
        tuple(cases),
        players=len(tournament.players),
        byes=byes.count(Bye.PAIRING_ALLOCATED),
    )


def agree(tournament: Tournament, number: int, left: Pair, right: Pair) -> bool:
    """Return True if both sides give the same pairs, colours and bye, or if neither finds a
    pairing.
    """
    return _answer(left, tournament, number) == _answer(right, tournament, number)


def _answer(pair: Pair, tournament: Tournament, number: int) -> ComparedRound | None:
    pairing = _pairing(pair, tournament, number)
    return None if pairing is None else ComparedRound.of_pairing(pairing)


def _pairing(pair: Pair, tournament: Tournament, number: int) -> RoundPairing | None:
    try:
        return pair(tournament, number)
    except Impossible:
        return None


class IllegalPairing(CrivelloError, code="unlawful"):
    """Raised if a side gives a pairing that breaks the absolute rules."""


def _check_legality(tournament: Tournament, number: int, left: Pair, right: Pair) -> None:
    """Raise `IllegalPairing` if one side finds no pairing and the answer of the other is not
    legal.
    """
    for pair in (left, right):
        try:
            pairing = pair(tournament, number)
        except (TooLarge, Impossible):
            continue
        for problem in breaches(tournament, pairing):
            raise IllegalPairing(problem.sentence.template, **problem.sentence.values)


def _small_case(
    plan: CampaignPlan, tournament: Tournament, number: int, left: Pair, right: Pair
) -> Case:
    def differs(smaller: Tournament) -> bool:
        if smaller.paired_rounds != number - 1:
            return False  # the file would be read as waiting for another round
        try:
            return not agree(smaller, number, left, right)
        except CrivelloError:
            return False

    small = shrink(tournament.before(number), number, differs)
    answers = [_pairing(pair, small, number) for pair in (left, right)]
    code, reason = _separation(plan, small, answers[0], answers[1])
    ours, theirs = (_boards(answer) for answer in answers)
    comments = (
        f"left {plan.left}: {' '.join(ours)}",
        f"right {plan.right}: {' '.join(theirs)}",
        f"{code} {reason}".strip(),
    )
    commented = replace(small, settings=replace(small.settings, comments=comments))
    return Case(number, write_trf(commented, "trf26"), ours, theirs, code, reason)


def _boards(pairing: RoundPairing | None) -> tuple[str, ...]:
    if pairing is None:
        return ()
    return (*map(str, pairing.boards), *([] if pairing.bye is None else [f"{pairing.bye}-"]))


def _separation(
    plan: CampaignPlan, small: Tournament, left: RoundPairing | None, right: RoundPairing | None
) -> tuple[str, Sentence]:
    """Return code and sentence of the first criterion by which our own side's pairing is better.

    If neither side is one of our systems, the tournament's own system judges the right side's
    pairing.
    """
    if left is None or right is None:
        return "", Sentence(N_("Only one side finds a pairing."))
    of_left, of_right = CampaignSide(plan.left).system, CampaignSide(plan.right).system
    ours, theirs = (right, left) if of_right and not of_left else (left, right)
    system = find(of_left or of_right or plan.recipe.system)
    found = first_difference(system, small, ours, theirs.boards, theirs.bye)
    return found.code, found.sentence


@frozen
class CampaignProgress:
    """The progress of a campaign."""

    done: int
    of: int
    rounds: int = 0
    differences: int = 0
    beyond: int = 0
    failures: int = 0
    rate: float = 0.0
    """Tournaments per second in this run."""
    last: CampaignOutcome | None = None

    def after(self, outcome: CampaignOutcome) -> CampaignProgress:
        return replace(
            self,
            done=self.done + 1,
            rounds=self.rounds + outcome.rounds,
            differences=self.differences + len(outcome.cases),
            beyond=self.beyond + outcome.beyond,
            failures=self.failures + (outcome.failure is not None),
            last=outcome,
        )


def run(
    plan: CampaignPlan, journal: Path, executor: Executor, further: Further | None = None
) -> Iterator[CampaignProgress]:
    """Run the tournaments that the journal does not have yet; yield progress at the start and after
    each.

    Each outcome is written to the journal before it is yielded, so the caller can stop the campaign
    by not asking for more. `further` must be a function of a module, because other processes call
    it.
    """
    _, finished = read_journal(journal)
    wanted = range(plan.seed, plan.seed + plan.tournaments)
    progress = CampaignProgress(0, plan.tournaments)
    for outcome in {outcome.seed: outcome for outcome in finished}.values():
        if outcome.seed in wanted:
            progress = progress.after(outcome)
    known = {outcome.seed for outcome in finished}
    yield replace(progress, last=None)
    before, started = progress.done, time.monotonic()
    with open_journal(journal, line_of(plan)) as append:
        todo = [seed for seed in wanted if seed not in known]
        work = partial(run_one, plan, further=further)
        for outcome in spread(work, todo, executor, _crash_outcome):
            append(line_of(outcome))
            progress = progress.after(outcome)
            elapsed = time.monotonic() - started
            rate = (progress.done - before) / elapsed if elapsed else 0.0
            yield replace(progress, rate=rate)


def _crash_outcome(seed: int) -> CampaignOutcome:
    return CampaignOutcome(
        seed, 0, failure=Sentence(N_("The process that paired it crashed repeatedly."))
    )
