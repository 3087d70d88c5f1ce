"""Check the answers about thousands of random rounds of all systems: `make agree WHAT=answers`.

Every answer to a player is checked by `tests/explain/answer_checks.py`: it is short, without codes,
true by the trace, and its cause is sufficient. Every number and name in the texts for arbiters and
students is compared with the tournament (`tests/explain/round_facts.py`).
"""

from __future__ import annotations

import sys
from collections import Counter

from crivello.explain.player.answer import CauseKind
from crivello.explain.round import TracedRound
from crivello.model.keys import SYSTEMS
from crivello.systems.registry import find
from tests.explain.answer_checks import Checked, answers_of_round, recipes
from tests.explain.round_facts import faults_of, other_edition

SMALLEST, LARGEST = 5, 18


def ask(
    key: str, seeds: range, told: Counter[str], faults: list[str]
) -> tuple[int, int, Counter[str]]:
    """Return the numbers of rounds and of answers, and how many of each question lack a simple
    answer.

    `told` counts the questions of arbiters and students. Faults are printed and added to `faults`.
    """

    def note(fault: str) -> None:
        faults.append(fault)
        print(fault, flush=True)

    rounds = answers = 0
    unsaid: Counter[str] = Counter()
    for seed in seeds:
        played = recipes(key, seed, SMALLEST + seed % (LARGEST - SMALLEST))
        for number in range(1, played.paired_rounds + 1):
            this = TracedRound(find(key), played, number)
            rounds += 1
            for answer in answers_of_round(this, 1 + seed % 7):
                answers += 1
                unsaid[answer.question.value] += answer.cause.kind is CauseKind.UNSAID
                try:
                    Checked(this, answer).check()
                except AssertionError as error:
                    where = f"{key}, seed {seed}, round {number}, player {answer.player}"
                    note(f"{where}: {answer.question}: {error}")
            for fault in faults_of(this, other_edition(key), 3 + seed % 4, told):
                note(f"{key}, seed {seed}, round {number}: {fault}")
    return rounds, answers, unsaid


def main(arguments: list[str]) -> int:
    """Check all systems; arguments are the number of tournaments for each, and the first seed."""
    many, first = (int(one) for one in (*arguments, "60", "1")[:2]) if arguments else (60, 1)
    if len(arguments) == 1:
        many, first = int(arguments[0]), 1
    faults: list[str] = []
    players = others = 0
    for key in SYSTEMS:
        told: Counter[str] = Counter()
        rounds, answers, unsaid = ask(key, range(first, first + many), told, faults)
        players, others = players + answers, others + told["questions"]
        left = sum(unsaid.values())
        share = 100 * left / answers
        said = f"{rounds:6} rounds {answers:8} answers, {share:.1f} % as for the arbiter"
        also = f"{told['questions']:7} for arbiters and students, {told['sentences']} paragraphs"
        print(f"{key:16} {said}; {also}", flush=True)
    print(f"{players} answers to players, {others} to arbiters and students: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
