"""Campaigns: agreement of two sides, reduction of differences, the journal."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from crivello.audit.campaign import recipe_of, run, run_one
from crivello.audit.generator import generate
from crivello.audit.journal import CampaignOutcome, CampaignPlan, Case, line_of, read_journal
from crivello.audit.legality import breaches
from crivello.audit.recipe import Recipe
from crivello.audit.runner import PROCESSES, Executor
from crivello.audit.sides import CampaignSide, check_side
from crivello.formats.trf import read_trf
from crivello.model.errors import Malformed, TooLarge, Unsupported
from crivello.model.pairing import Board, RoundPairing
from crivello.model.sentence import Sentence
from crivello.model.settings import Scoring
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from tests.support.data import DATA

HERE = __name__
EARLIER_JOURNAL = DATA / "journals" / "campaign.jsonl"
TWO_EDITIONS = CampaignPlan("dutch-2026", "dutch-2017", seed=1, players=(6, 9), rounds=(5, 7))


@pytest.mark.parametrize("key", ["dutch-2017", "dutch-2026", "dubov-2018", "dubov-2026"])
def test_sieve_and_solver_agree_on_a_few_varied_tournaments(key: str) -> None:
    plan = CampaignPlan(key, f"{key}:sieve", players=(6, 10), rounds=(4, 7), vary=True)
    outcomes = [run_one(plan, seed) for seed in range(12)]
    assert sum(outcome.rounds for outcome in outcomes) > 40
    assert not any(outcome.cases or outcome.failure or outcome.beyond for outcome in outcomes)


def test_a_difference_is_kept_small_with_the_criterion_that_separates_the_answers() -> None:
    cases = [(seed, case) for seed in range(1, 9) for case in run_one(TWO_EDITIONS, seed).cases]
    assert cases
    for seed, case in cases:
        small = read_trf(case.trf).tournament
        assert small.next_round == case.round
        assert len(small.players) <= recipe_of(TWO_EDITIONS, seed).players
        assert {player.number for player in small.players} == set(range(1, len(small.players) + 1))
        answers = [find(key).pair(small, case.round) for key in ("dutch-2026", "dutch-2017")]
        boards = [(*map(str, a.boards), *([f"{a.bye}-"] if a.bye else [])) for a in answers]
        assert [case.left, case.right] == boards
        assert case.left != case.right
        assert case.code
        assert str(case.reason) in case.trf


def in_2017(tournament: Tournament, number: int) -> RoundPairing:
    return find("dutch-2017").pair(tournament, number)


def in_2026(tournament: Tournament, number: int) -> RoundPairing:
    return find("dutch-2026").pair(tournament, number)


@pytest.mark.parametrize(
    ("left", "right"), [("in_2017", ""), ("", "in_2017"), ("in_2026", "in_2017")]
)
def test_the_criterion_is_named_whichever_side_is_ours(left: str, right: str) -> None:
    one, other = (f"{HERE}:{name}" if name else "dutch-2026" for name in (left, right))
    plan = replace(TWO_EDITIONS, left=one, right=other, recipe=Recipe(system="dutch-2026"))
    cases = [case for seed in range(1, 9) for case in run_one(plan, seed).cases]
    assert cases
    assert {case.code.startswith(("C", "4")) for case in cases} == {True}


def test_a_plan_can_be_repeated() -> None:
    plan = CampaignPlan("dutch-2026", "dutch-2017", vary=True, players=(6, 9), rounds=(4, 6))
    assert [run_one(plan, seed) for seed in (3, 4)] == [run_one(plan, seed) for seed in (3, 4)]
    assert recipe_of(plan, 3) != recipe_of(plan, 4)
    assert recipe_of(replace(plan, vary=False), 3).forfeit_rate == 0


def unable(tournament: Tournament, number: int) -> RoundPairing:
    raise Unsupported("never {what}", what="this")


def crashing(tournament: Tournament, number: int) -> RoundPairing:
    raise ZeroDivisionError("oh")


def rematches(tournament: Tournament, number: int) -> RoundPairing:
    """Return the same boards for every round, which are legal only in round 1."""
    return replace(find("dutch-2026").pair(tournament, 1), round=number)


def too_large(tournament: Tournament, number: int) -> RoundPairing:
    raise TooLarge("too large")


def test_a_side_that_fails_is_reported_with_its_sentence() -> None:
    outcome = run_one(CampaignPlan("dutch-2026", f"{HERE}:unable"), 1)
    assert outcome.failure is not None
    assert str(outcome.failure) == "never this"
    outcome = run_one(CampaignPlan("dutch-2026", f"{HERE}:crashing"), 1)
    assert "ZeroDivisionError: oh" in str(outcome.failure)


def test_a_round_beyond_a_limit_is_counted_and_must_be_legal() -> None:
    sound = run_one(CampaignPlan("dutch-2026", f"{HERE}:too_large", rounds=(3, 3)), 1)
    assert (sound.rounds, sound.beyond, sound.failure) == (3, 3, None)
    plan = CampaignPlan(f"{HERE}:rematches", f"{HERE}:too_large", rounds=(3, 3), players=(8, 8))
    broken = run_one(plan, 1)
    assert broken.failure is not None
    assert "may not meet" in str(broken.failure)


def test_the_legality_check_names_every_breach() -> None:
    recipe = Recipe(players=9, rounds=3)
    tournament = generate(recipe, 5)
    right = find("dutch-2026").pair(tournament, 3)
    assert list(breaches(tournament, right)) == []
    first = tournament.round(1).games[0]
    last_bye = next(p for p, bye in tournament.round(1).byes if not bye.requested)
    wrong = RoundPairing(3, "dutch-2026", (Board(first.white, first.black),), last_bye)
    said = [str(problem) for problem in breaches(tournament, wrong)]
    assert f"{first.white} and {first.black} may not meet." in said
    assert f"{last_bye} may not have the bye." in said
    assert sum("missing, absent or there twice" in text for text in said) == 6


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dutch",
        "dutch-2026:fast",
        "chess@x",
        "dutch@",
        "nowhere:pair",
        ":",
        "os:nothing",
    ],
)
def test_what_is_not_a_side_is_refused(text: str) -> None:
    with pytest.raises(Unsupported, match="cannot pair"):
        check_side(text)


def test_an_external_program_is_a_side(tmp_path: Path) -> None:
    """Any program with the usual calls can be a side; here it is our own command."""
    program = tmp_path / "engine"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m crivello "$@"\n')
    program.chmod(0o755)
    plan = CampaignPlan("dutch-2017", f"dutch@'{program}' --system dutch-2017", rounds=(3, 3))
    assert CampaignSide(plan.right).system is None
    # --dutch and --system together are refused by the program: a failure, told with its words.
    outcome = run_one(replace(plan, recipe=Recipe()), 1)
    assert outcome.failure is not None
    assert "Name one pairing system" in str(outcome.failure)
    outcome = run_one(CampaignPlan("dutch-2026", f"dutch@'{program}'", rounds=(3, 3)), 1)
    assert (outcome.rounds, outcome.cases, outcome.failure) == (3, (), None)
    assert run_one(CampaignPlan("dutch-2026", "dutch@/no/such/program"), 1).failure is not None


def test_the_journal_keeps_plan_and_outcomes(tmp_path: Path) -> None:
    plan = CampaignPlan("a", "b", recipe=Recipe(players=7, bell=True), vary=True)
    case = Case(3, "001\n", ("1-2",), (), "C.5", Sentence("{a} ½", a=1))
    outcomes = [
        CampaignOutcome(1, 5),
        CampaignOutcome(2, 7, 1, (case,), Sentence(("one", "{count}"), count=2)),
    ]
    path = tmp_path / "journal"
    path.write_text(line_of(plan) + "".join(map(line_of, outcomes)) + '{"seed": 3, "rou')
    assert read_journal(path) == (plan, outcomes)
    path.write_text("this is not it\n")
    with pytest.raises(Malformed, match="not the journal"):
        read_journal(path)


def test_a_journal_of_an_earlier_run_is_read() -> None:
    """The last line is from a version that did not record the number of players."""
    plan, outcomes = read_journal(EARLIER_JOURNAL)
    assert plan is not None
    assert (plan.seed, plan.players, plan.rounds, plan.vary) == (5, (6, 8), (3, 4), True)
    assert plan.recipe.choices == (("imaginary-point", "yes"),)
    assert (plan.recipe.forfeit_rate, plan.recipe.scoring) == (40, Scoring())
    assert [(one.seed, one.rounds, one.players) for one in outcomes] == [
        (1, 5, 8),
        (2, 7, 0),
        (3, 4, 0),
    ]
    (case,) = outcomes[1].cases
    assert (case.left, case.right, case.code) == (("1-2",), (), "C.5")
    assert str(case.reason) == "4 1-2 1½ 1, 2"
    assert str(outcomes[1].failure) == "2"


def test_a_journal_says_everything_of_its_plan() -> None:
    """Default values are recorded too, as another version may have other defaults."""
    plan, outcomes = read_journal(EARLIER_JOURNAL)
    assert plan is not None
    lines = EARLIER_JOURNAL.read_text().splitlines(keepends=True)
    assert [line_of(plan), *map(line_of, outcomes)][:3] == lines[:3]


@pytest.mark.parametrize("line", ["7", "null", '"plan"', "[]", '{"seed": "1", "rounds": 2}'])
def test_a_line_that_is_no_outcome_is_left_out(tmp_path: Path, line: str) -> None:
    path = tmp_path / "journal"
    path.write_text(f"{line_of(CampaignPlan('a', 'b'))}{line}\n{line_of(CampaignOutcome(1, 5))}")
    assert read_journal(path)[1] == [CampaignOutcome(1, 5)]


def test_what_the_journal_has_is_not_done_again(tmp_path: Path) -> None:
    plan = CampaignPlan("dutch-2026", "dutch-2017", tournaments=3, players=(6, 8), rounds=(3, 4))
    path = tmp_path / "journal"
    told = CampaignOutcome(2, 99)
    path.write_text(line_of(plan) + line_of(told) + '{"seed": 1, "roun')
    steps = list(run(plan, path, Executor(1, PROCESSES)))
    assert [step.done for step in steps] == [1, 2, 3]
    assert steps[-1].rounds > 99
    _, outcomes = read_journal(path)
    assert sorted(outcome.seed for outcome in outcomes) == [1, 2, 3]
    assert list(run(plan, path, Executor(1, PROCESSES)))[-1].done == 3
    assert len(read_journal(path)[1]) == 3


def test_a_round_robin_ends_with_its_table() -> None:
    """Four players have three rounds, whatever number the plan states."""
    plan = CampaignPlan("roundrobin", "roundrobin:sieve", players=(4, 4), rounds=(8, 8))
    outcome = run_one(plan, 1)
    assert (outcome.rounds, outcome.players, outcome.failure) == (3, 4, None)
